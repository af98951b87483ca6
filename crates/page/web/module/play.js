// Play: the right arises, is used or expires, in the very move.

import {button, byId, element} from "./dom.js"
import {Editor} from "./editor.js"
import {formatAddress, replaceAddress} from "./address.js"
import {fromParameters, Game} from "./game.js"
import {showCaptured, showLog, showMoves, showResult} from "./move-list.js"
import {diagnosticItem, showDiagnostics} from "./field.js"
import {Table} from "./table.js"

export class Play {
    constructor(engine) {
        this.engine = engine
        this.game = new Game(engine)
        this.game.load(this.game.fen)
        this.table = new Table("play", this.game, () => this.showGame())
        this.editor = new Editor(byId("play-editor"), {
            name: "play", change: (setup) => this.setUp(setup), hold: (hasTool) => this.table.board.holdTool(hasTool),
        })
        this.editor.free = this.editor.move.bind(this.editor)
        this.editor.move = (from, to) => this.moveFreely(from, to)
        this.listen()
        this.showExamples()
    }

    listen() {
        byId("play-free").addEventListener("toggle", (event) => this.toggleFree(event.target.open))
        byId("play-new").addEventListener("click", () => this.load())
        byId("play-typed").addEventListener("submit", (event) => {
            event.preventDefault()
            const field = byId("play-move")
            if (this.table.tryText(field.value.trim())) field.value = ""
        })
    }

    show(parameters) {
        const isOther = formatAddress("play", parameters) !== formatAddress("play", this.game.parameters())
        if (isOther && (parameters.fen || parameters.moves)) this.load(...fromParameters(parameters))
        else this.showAll(false)
    }

    load(fen, moves, ply) {
        const error = this.game.load(...fromDefaults(fen, moves, ply))
        byId("play-diagnostics").replaceChildren(...(error ?? []).map((each) => diagnosticItem(each, {fen, moves: moves?.join(" ")})))
        byId("play-diagnostics").hidden = !error
        this.table.complain(null)
        if (this.table.editing) this.editor.load(this.game.view)
        this.showAll()
    }

    showAll(isAnimated = true) {
        this.table.show(isAnimated)
        this.showGame()
    }

    showGame() {
        const {game} = this
        const go = (ply) => this.table.go(ply)
        showMoves(byId("play-moves"), game.view.plies, game.ply, go)
        showLog(byId("play-log"), game.view.plies, game.ply, go)
        showCaptured(byId("play-captured"), game.view.captured)
        showResult(byId("play-result"), game.view)
        if (this.table.editing) this.editor.load(game.view)
        byId("play-explain").href = formatAddress("explain", {...game.parameters(), fen: game.fen})
        replaceAddress("play", game.parameters())
    }

    showExamples() {
        const {ok = []} = this.engine.ask("examples")
        byId("play-examples").replaceChildren(...ok.map((example) => {
            const moves = example.moves.split(" ").filter(Boolean)
            const choose = () => {
                this.load(example.fen, moves, 0)
                byId("play-example-text").textContent = example.text
            }
            return element("li", {}, button(example.title, choose))
        }))
    }

    // Free mode.

    toggleFree(isOpen) {
        if (isOpen === Boolean(this.table.editing)) return
        if (!isOpen) this.editor.take(null)
        showDiagnostics("play-editor", [])
        this.table.edit(isOpen ? this.editor : null)
    }

    // A legal move of either side is played, so that a right arises, is used and expires; anything else is put there.
    moveFreely(from, to) {
        const {pieces, side} = this.editor.setup
        const piece = pieces[from]
        const mover = piece === piece?.toUpperCase() ? "white" : "black"
        if (to && mover === side && this.table.isValid) {
            const [move] = this.game.between(from, to)
            if (move) return this.table.play(move.uci)
        }
        const other = to && mover !== side ? this.engine.ask("setup", {...this.editor.setup, side: mover, target: null}) : {}
        const legal = other.ok?.game?.legal.find((move) => move.from === from && move.to === to)
        if (legal) {
            this.game.load(other.ok.fen, [legal.uci])
            this.table.isValid = true
            return this.showAll()
        }
        return this.editor.free(from, to)
    }

    setUp(setup) {
        const {ok, error} = this.engine.ask("setup", setup)
        this.table.isValid = Boolean(ok?.game)
        showDiagnostics("play-editor", error ?? ok.diagnostics, {fen: ok?.fen})
        if (!ok?.game) return this.table.show()
        this.game.load(ok.fen)
        return this.showAll()
    }
}

function fromDefaults(fen, moves = [], ply = moves.length) {
    return fen ? [fen, moves, ply] : fromParameters({})
}
