// The rules, from WebAssembly: the fields of a form in, JSON text out (`src/abi.rs` is the other side).

const ADDRESS = new URL("../passant_page.wasm", import.meta.url)

// Loads the module. Each worker loads its own.
export async function loadEngine() {
    const module = await compile()
    return new Engine(module)
}

async function compile() {
    const response = await fetch(ADDRESS)
    if (!response.ok) throw new Error(`${ADDRESS.pathname} cannot be read: status ${response.status}`)
    const copy = response.clone()
    try {
        return await WebAssembly.compileStreaming(response)
    } catch {
        // Some servers send the module under another media type.
        return await WebAssembly.compile(await copy.arrayBuffer())
    }
}

// A field as text: of pieces by their squares, words such as e1K.
function words(value) {
    return typeof value === "object" ? Object.entries(value).map((piece) => piece.join("")).join(" ") : value
}

class Engine {
    constructor(module) {
        this.module = module
        this.start()
    }

    start() {
        this.exports = new WebAssembly.Instance(this.module, {}).exports
        this.stored = null
    }

    // The reply: `{ok}`, or `{error}`, a list of diagnostics. Never throws. A field that is null is left out.
    ask(name, fields = {}) {
        try {
            const form = new URLSearchParams({ask: name})
            for (const [field, value] of Object.entries(fields)) if (value != null) form.set(field, words(value))
            return JSON.parse(this.call(form.toString()))
        } catch (trap) {
            this.start()
            const message = "this is too much for the page, or a defect of it; it has been started anew"
            return {error: [{severity: "error", message, field: null, span: null, label: null, note: String(trap), hint: null}]}
        }
    }

    call(request) {
        const bytes = new TextEncoder().encode(request)
        const start = this.exports.reserve(bytes.length)
        new Uint8Array(this.exports.memory.buffer, start, bytes.length).set(bytes)
        const length = this.exports.run(bytes.length)
        const reply = new Uint8Array(this.exports.memory.buffer, this.exports.reply(), length)
        return new TextDecoder().decode(reply)
    }
}
