// Count: perft with all columns, move by move, in a worker.

import {announce} from "./announce.js"
import {byId, button, element, visible} from "./dom.js"
import {formatAddress, replaceAddress} from "./address.js"
import {compareDivides, differenceInWords, readDivide} from "./compare.js"
import {fault, showDiagnostics, tooLong} from "./field.js"
import {Job} from "./job.js"
import {START} from "./game.js"

// Positions to count. All but the last are those of https://www.chessprogramming.org/Perft_Results.
const PRESETS = [
    ["Start position", START],
    ["Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"],
    ["Pins on the rank", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"],
    ["Both pawns leave the rank", "8/8/8/K2pP2r/8/8/8/7k w - d6 0 2"],
]

export class Count {
    constructor(engine) {
        this.engine = engine
        this.job = new Job("count-worker.js", (message) => this.receive(message), (message) => this.failed([fault(message)]))
        this.path = []
        byId("count-form").addEventListener("submit", (event) => { event.preventDefault(); this.path = []; this.start() })
        byId("count-engine").addEventListener("input", () => { this.readEngine(); this.showRows() })
        byId("count-presets").append(...PRESETS.map(([name, fen]) => button(name, () => {
            byId("count-fen").value = fen
            this.path = []
            this.start()
        }, {class: "small"})))
        this.rows = []
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
        this.readEngine()
        this.depth = Math.max(1, Number(byId("count-depth").value) - this.path.length)
        this.rows = []
        byId("count-result").hidden = false
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
        const columns = sums(this.rows)
        const zeros = columns.filter(([, number]) => number === 0n)
        byId("count-columns").replaceChildren(...columns.filter(([, number]) => number !== 0n).map(columnRow))
        byId("count-zeros").replaceChildren(...zeros.map(columnRow))
        byId("count-zeros-fold").hidden = zeros.length === 0
        byId("count-zeros-title").textContent = `${zeros.length} columns with 0`
        this.compare()
        byId("count-divide").replaceChildren(...this.rows.map((row) => this.row(row)))
    }

    // Reads what an engine printed about this position.
    readEngine() {
        const text = byId("count-engine").value
        this.engineCounts = text.trim() === "" || tooLong(text) ? new Map() : readDivide(this.engine, this.view.fens.legal, text)
    }

    // Compares it with the rows, once all are there.
    compare() {
        const text = byId("count-engine").value
        const isDone = !this.job.worker && this.rows.length > 0
        const place = byId("count-difference")
        const none = text.trim() === "" ? "" : tooLong(text)?.message ?? "No line has a move and a number, such as e2e4: 600."
        const words = this.engineCounts.size === 0 ? none : isDone ? differenceInWords(compareDivides(this.engineCounts, this.rows)) : ""
        if (place.textContent !== words) place.textContent = visible(words)
        byId("count-engine-head").hidden = this.engineCounts.size === 0
    }

    row({uci, nodes, columns}) {
        const move = this.view.legal.find((legal) => legal.uci === uci)
        const canGoDown = this.depth > 1
        const name = `${uci}${move?.en_passant ? " e.p." : ""}`
        const down = () => { this.path = [...this.path, uci]; this.start() }
        const cell = canGoDown ? button(name, down, {class: "link move", "aria-label": `Go down to ${name}`}) : element("span", {class: "move", text: name})
        return element("tr", {class: move?.en_passant ? "en-passant" : null}, element("th", {scope: "row"}, cell),
            element("td", {class: "quiet", text: move?.marked ?? ""}), element("td", {text: inWords(BigInt(nodes))}),
            element("td", {text: inWords(BigInt(columns.en_passant ?? 0))}), this.engineCell(uci, BigInt(nodes)))
    }

    engineCell(uci, nodes) {
        if (this.engineCounts.size === 0) return null
        const counted = this.engineCounts.get(uci)
        const isSame = counted === nodes
        return element("td", {class: isSame ? null : "differs", text: counted === undefined ? "✗ missing" : `${isSame ? "✓" : "✗"} ${inWords(counted)}`})
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

function columnRow([name, number]) {
    return element("div", {class: number === 0n ? "zero" : null},
        element("dt", {text: name.replaceAll("_", " ")}), element("dd", {text: inWords(number)}))
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
