// Count: perft with all columns, move by move, in a worker.

import {announce} from "./announce.js"
import {byId, button, element} from "./dom.js"
import {formatAddress, replaceAddress} from "./address.js"
import {fault, showDiagnostics} from "./field.js"
import {Job} from "./job.js"
import {START} from "./game.js"

export class Count {
    constructor(engine) {
        this.engine = engine
        this.job = new Job("count-worker.js", (message) => this.receive(message), (message) => this.failed([fault(message)]))
        this.path = []
        byId("count-form").addEventListener("submit", (event) => { event.preventDefault(); this.path = []; this.start() })
        byId("count-stop").addEventListener("click", () => this.stop())
        byId("count-depth").addEventListener("input", (event) => { byId("count-depth-value").textContent = event.target.value })
    }

    show({fen, depth, path}) {
        if (this.job.worker && !fen) return
        byId("count-fen").value = fen || byId("count-fen").value || START
        if (/^[1-9]$/.test(depth ?? "")) byId("count-depth").value = depth
        byId("count-depth-value").textContent = byId("count-depth").value
        this.path = (path ?? "").split(" ").filter(Boolean)
        this.showPath()
        if (depth) this.start()
    }

    // The position below the moves that were gone down.
    position() {
        const fen = byId("count-fen").value.trim()
        const {ok, error} = this.engine.ask("game", {fen, moves: this.path.join(" ")})
        showDiagnostics("count-fen", error ?? ok.repairs, {fen, moves: this.path.join(" ")})
        return ok
    }

    start() {
        this.job.stop()
        const view = this.position()
        if (!view) return
        this.view = view
        this.depth = Math.max(1, Number(byId("count-depth").value) - this.path.length)
        this.rows = []
        this.began = performance.now()
        replaceAddress("count", {fen: byId("count-fen").value.trim(), depth: byId("count-depth").value, path: this.path.join(" ")})
        this.showPath()
        this.setRunning(true)
        this.job.start({fen: view.fens.legal, depth: this.depth})
    }

    receive(message) {
        if (message.error) {
            this.failed(message.error)
        } else if (message.start) {
            byId("count-progress").max = Math.max(1, message.start.length)
            byId("count-progress").value = 0
            this.total = message.start.length
            this.began = performance.now()
            this.showRows()
        } else if (message.end) {
            this.setRunning(false)
            this.showRows()
            announce(`Counted: ${byId("count-total").textContent}`)
        } else {
            this.rows.push(message)
            this.rows.sort((a, b) => a.uci < b.uci ? -1 : 1)
            byId("count-progress").value = this.rows.length
            this.showRows()
        }
    }

    stop() {
        this.job.stop()
        this.setRunning(false)
        byId("count-state").textContent = `Stopped after ${this.rows.length} of ${this.total ?? 0} moves.`
        announce("Stopped.")
    }

    failed(diagnostics) {
        this.job.stop()
        this.setRunning(false)
        showDiagnostics("count-fen", diagnostics, {fen: byId("count-fen").value.trim()})
    }

    setRunning(isRunning) {
        byId("count-stop").hidden = !isRunning
        byId("count-progress").hidden = !isRunning
        byId("count-state").textContent = isRunning ? "Counting …" : ""
        if (!isRunning) this.job.stop()
    }

    showRows() {
        const seconds = (performance.now() - this.began) / 1000
        const nodes = this.rows.reduce((sum, row) => sum + BigInt(row.nodes), 0n)
        const speed = seconds > 0.2 ? `, ${inWords(BigInt(Math.round(Number(nodes) / seconds)))} per second` : ""
        byId("count-total").textContent = `${inWords(nodes)} nodes at depth ${this.depth} in ${seconds.toFixed(2)} s${speed}`
        byId("count-columns").replaceChildren(...sums(this.rows).map(([name, number]) => element("div", {class: number === 0n ? "zero" : null},
            element("dt", {text: name.replaceAll("_", " ")}), element("dd", {text: inWords(number)}))))
        byId("count-divide").replaceChildren(...this.rows.map((row) => this.row(row)))
    }

    row({uci, nodes, columns}) {
        const move = this.view.legal.find((legal) => legal.uci === uci)
        const canGoDown = this.depth > 1
        const name = `${uci}${move?.en_passant ? " e.p." : ""}`
        const down = () => { this.path = [...this.path, uci]; this.start() }
        const cell = canGoDown ? button(name, down, {class: "link move", "aria-label": `Go down to ${name}`}) : element("span", {class: "move", text: name})
        return element("tr", {class: move?.en_passant ? "en-passant" : null}, element("th", {scope: "row"}, cell),
            element("td", {class: "quiet", text: move?.marked ?? ""}), element("td", {text: inWords(BigInt(nodes))}),
            element("td", {text: inWords(BigInt(columns.en_passant ?? 0))}))
    }

    // The way down, each step of which can be gone back to.
    showPath() {
        const go = (length) => () => { this.path = this.path.slice(0, length); this.start() }
        const steps = ["root", ...this.path].map((name, index) => element("li", {},
            index < this.path.length ? button(name, go(index), {class: "link"}) : element("span", {"aria-current": "step", text: name})))
        byId("count-path").replaceChildren(...steps)
        const {ok} = this.engine.ask("game", {fen: byId("count-fen").value.trim(), moves: this.path.join(" ")})
        byId("count-explain").href = formatAddress("explain", {fen: ok?.fens.legal ?? START})
    }
}

// The sums of all columns.
function sums(rows) {
    const totals = new Map()
    for (const {columns} of rows) {
        for (const [name, number] of Object.entries(columns)) totals.set(name, (totals.get(name) ?? 0n) + BigInt(number))
    }
    return [...totals]
}

function inWords(number) {
    return number.toLocaleString("en")
}
