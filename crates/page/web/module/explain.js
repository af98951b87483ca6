// Explain: a position or a game is pasted or set up, and each capture is explained.

import {announce} from "./announce.js"
import {announceRight} from "./right-panel.js"
import {byId, copy, copyButton, element} from "./dom.js"
import {Editor} from "./editor.js"
import {formatAddress, replaceAddress} from "./address.js"
import {firstMoment, showMoments} from "./moments.js"
import {fromParameters, Game, START} from "./game.js"
import {mirrorFen, mirrorSquares} from "./mirror.js"
import {readPasted} from "./paste.js"
import {showMoves} from "./move-list.js"
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
        this.table = new Table("explain", this.game, () => this.changed())
        this.editor = new Editor(byId("explain-editor"), {
            name: "explain", change: (setup) => this.setUp(setup), hold: (hasTool) => this.table.board.holdTool(hasTool),
        })
        this.games = []
        this.listen()
    }

    listen() {
        this.field.addEventListener("input", () => this.readText())
        byId("explain-game").addEventListener("change", (event) => this.readGame(this.games[event.target.value].text))
        byId("explain-start").addEventListener("click", () => this.setText(START))
        byId("explain-mirror").addEventListener("click", () => this.mirror())
        byId("explain-setup").addEventListener("toggle", (event) => this.toggleSetup(event.target.open))
        byId("explain-svg").addEventListener("click", () => this.table.saveSvg())
        byId("explain-png").addEventListener("click", () => this.table.savePng())
        byId("explain-link").addEventListener("click", (event) => copy(location.href, event.currentTarget))
    }

    show(parameters) {
        if (parameters.fen || parameters.moves) {
            const error = this.game.load(...fromParameters(parameters))
            this.field.value = error ? textOf(parameters) : this.text()
            this.listGames([])
            this.showWhetherRead(!error)
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
        const text = readPasted(this.field.value)
        const long = tooLong(text)
        this.listGames(long ? [] : this.engine.ask("games", {text}).ok ?? [])
        this.readGame(this.games[0]?.text ?? text, long)
    }

    // Several games of a text can be chosen from; one game needs no list.
    listGames(games) {
        this.games = games.length > 1 ? games : []
        const list = byId("explain-game")
        list.replaceChildren(...this.games.map(({title}, index) => element("option", {value: index, text: `${index + 1}. ${title || "Game without names"}`})))
        byId("explain-games").hidden = this.games.length === 0
    }

    // Reads one game, and shows its first moment.
    readGame(text, long = null) {
        const {ok, error} = long ? {error: [long]} : this.engine.ask("read", {text})
        const refused = error ?? this.game.load(ok.fen, ok.moves.split(" ").filter(Boolean))
        const moment = refused ? null : firstMoment(this.game.view)
        if (moment !== null) this.game.go(moment)
        const repairs = refused ? [] : this.game.view.repairs
        const fenAt = text.indexOf(ok?.fen)
        const sources = {text, fen: fenAt >= 0 ? ok.fen : this.game.fen, moves: ok?.moves ?? ""}
        showDiagnostics("explain-text", refused ?? repairs, sources)
        this.showWhetherRead(!refused)
        if (refused) {
            announce(refused[0].message)
            return
        }
        this.showGame()
        announceRight(this.game.view)
    }

    // The verdict on another text is not shown beside an error.
    showWhetherRead(isRead) {
        byId("explain-stale").hidden = isRead
        byId("explain-facts").hidden = !isRead
        this.table.hasVerdict = isRead
        if (!isRead) this.table.show(false)
    }

    setText(text) {
        this.field.value = text
        this.readText()
    }

    // Shows the same game with the colors changed, after the same ply.
    mirror() {
        const {fen, moves, ply} = this.game
        this.game.load(mirrorFen(fen), moves.map(mirrorSquares), ply)
        this.field.value = this.text()
        this.listGames([])
        showDiagnostics("explain-text", [])
        this.showWhetherRead(true)
        this.table.board.flip(!this.table.board.isFlipped)
        this.showGame(false)
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
        this.listGames([])
        this.showWhetherRead(true)
        this.showGame()
        if (ok?.game) announceRight(this.game.view)
    }

    toggleSetup(isOpen) {
        if (isOpen === Boolean(this.table.editing)) return
        if (!isOpen) this.editor.take(null)
        showDiagnostics("explain-editor", [])
        this.table.edit(isOpen ? this.editor : null)
    }

    // A move by hand, or a step: the board counts, and no longer a text that could not be read.
    changed() {
        if (!this.table.hasVerdict) {
            this.field.value = this.text()
            showDiagnostics("explain-text", [])
            this.showWhetherRead(true)
        }
        this.showFacts()
    }

    showGame(isAnimated = true) {
        this.table.show(isAnimated)
        this.showFacts()
    }

    showFacts() {
        const {view} = this.game
        const go = (ply) => this.table.go(ply)
        byId("explain-game-card").hidden = view.plies.length === 0
        showMoments(byId("explain-moments"), view, this.game.ply, go)
        showMoves(byId("explain-moves"), view.plies, this.game.ply, go)
        // The FENs and the captures have places of their own.
        const entries = view.entries.filter(({label, legal}) => label !== "FEN" && label !== "" && legal === null)
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
