// Explain: a position or a game is pasted or set up, and each capture is explained.

import {announce} from "./announce.js"
import {announceRight} from "./right-panel.js"
import {byId, copy, copyButton, element} from "./dom.js"
import {Editor} from "./editor.js"
import {formatAddress, replaceAddress} from "./address.js"
import {fromParameters, Game} from "./game.js"
import {showDiagnostics, tooLong} from "./field.js"
import {Table} from "./table.js"

// Shown first: a capture that both pawns forbid by leaving the rank.
const FIRST = "8/8/8/K2pP2r/8/8/8/7k w - d6 0 2"

const MEANINGS = [
    ["always", "Always", "after every double push"],
    ["pseudo_legal", "Pseudo-legal", "if an enemy pawn stands beside the victim"],
    ["legal", "Legal", "if a capture is legal"],
]

export class Explain {
    constructor(engine) {
        this.engine = engine
        this.game = new Game(engine)
        this.field = byId("explain-text")
        this.game.load(FIRST)
        this.table = new Table("explain", this.game, () => this.showFacts())
        this.editor = new Editor(byId("explain-editor"), {
            name: "explain", change: (setup) => this.setUp(setup), hold: (hasTool) => this.table.board.holdTool(hasTool),
        })
        this.listen()
    }

    listen() {
        this.field.addEventListener("input", () => this.readText())
        byId("explain-setup").addEventListener("toggle", (event) => this.toggleSetup(event.target.open))
        byId("explain-svg").addEventListener("click", () => this.table.saveSvg())
        byId("explain-png").addEventListener("click", () => this.table.savePng())
        byId("explain-link").addEventListener("click", (event) => copy(location.href, event.currentTarget))
    }

    show(parameters) {
        if (parameters.fen || parameters.moves) {
            const error = this.game.load(...fromParameters(parameters))
            this.field.value = error ? textOf(parameters) : this.text()
            byId("explain-stale").hidden = !error
            showDiagnostics("explain-text", error ?? [], {fen: parameters.fen ?? "", moves: parameters.moves ?? ""})
        } else if (!this.field.value) {
            this.field.value = FIRST
        }
        if (byId("explain-setup").open) this.editor.load(this.game.view)
        this.showGame(false)
    }

    // The game as one line that can be pasted again.
    text() {
        const {fen, moves} = this.game
        return moves.length > 0 ? textOf({fen, moves: moves.join(" ")}) : fen
    }

    readText() {
        const text = this.field.value
        const long = tooLong(text)
        const {ok, error} = long ? {error: [long]} : this.engine.ask("read", {text})
        const refused = error ?? this.game.load(ok.fen, ok.moves.split(" ").filter(Boolean))
        const repairs = refused ? [] : this.game.view.repairs
        const fenAt = text.indexOf(ok?.fen)
        const sources = {text, fen: fenAt >= 0 ? ok.fen : this.game.fen, moves: ok?.moves ?? ""}
        showDiagnostics("explain-text", refused ?? repairs, sources)
        byId("explain-stale").hidden = !refused
        if (refused) {
            announce(refused[0].message)
            return
        }
        this.showGame()
        announceRight(this.game.view)
    }

    setUp(setup) {
        const {ok, error} = this.engine.ask("setup", setup)
        const diagnostics = error ?? ok.diagnostics
        this.table.isValid = Boolean(ok?.game)
        if (ok?.game) this.game.load(ok.fen)
        if (ok) this.field.value = ok.fen
        showDiagnostics("explain-editor", diagnostics, {fen: ok?.fen})
        showDiagnostics("explain-text", [])
        byId("explain-stale").hidden = true
        this.showGame()
        if (ok?.game) announceRight(this.game.view)
    }

    toggleSetup(isOpen) {
        if (isOpen === Boolean(this.table.editing)) return
        if (!isOpen) this.editor.take(null)
        showDiagnostics("explain-editor", [])
        this.table.edit(isOpen ? this.editor : null)
    }

    showGame(isAnimated = true) {
        this.table.show(isAnimated)
        this.showFacts()
    }

    showFacts() {
        const {view} = this.game
        // The FENs and their conventions have a place of their own, with buttons.
        const entries = view.entries.filter(({label}) => label !== "FEN" && label !== "")
        byId("explain-entries").replaceChildren(...entries.flatMap(entry))
        byId("explain-fens").replaceChildren(...MEANINGS.map(([key, name, meaning]) => element("li", {},
            element("div", {}, element("strong", {text: name}), element("span", {class: "quiet", text: ` – ${meaning}`})),
            element("div", {class: "fen"}, element("code", {text: view.fens[key]}), copyButton(() => view.fens[key], `the FEN, ${name.toLowerCase()}`)))))
        const parameters = this.game.parameters()
        byId("explain-play").href = formatAddress("play", parameters)
        byId("explain-count").href = formatAddress("count", {fen: view.fens.legal})
        replaceAddress("explain", {...parameters, fen: this.game.fen})
    }
}

function entry({label, lines, legal}) {
    const sign = legal === true ? "✓ " : legal === false ? "✗ " : ""
    const class_ = legal === true ? "legal" : legal === false ? "illegal" : null
    return [element("dt", {class: class_, text: sign + label}), ...lines.map((line) => element("dd", {text: line}))]
}

function textOf({fen, moves}) {
    return `position ${fen ? `fen ${fen}` : "startpos"}${moves ? ` moves ${moves}` : ""}`
}
