// The board of a game with all that is shown beside it: what Explain and Play have in common.

import {announceRight, describeSquare, isTry, marksOf, showRight, stateOf} from "./right-panel.js"
import {announce} from "./announce.js"
import {Board} from "./board.js"
import {byId, download, element} from "./dom.js"
import {boardAsPng, boardAsSvg} from "./picture.js"
import {choosePromotion} from "./promotion.js"
import {Steps} from "./steps.js"

export class Table {
    // `name` begins the ids of the elements. `changed()` is called after the game has moved on, or was stepped through.
    constructor(name, game, changed) {
        Object.assign(this, {name, game, changed})
        this.editing = null
        // False while the text that was given cannot be read: then nothing is said about the position before.
        this.hasVerdict = true
        this.board = new Board(byId(`${name}-board`), {
            name: "Board: arrow keys go from square to square, Enter picks a piece up and puts it down",
            move: (from, to, later) => this.move(from, to, later),
            place: (square) => this.editing?.place(square),
        })
        this.makeToolbar()
    }

    makeToolbar() {
        const {game} = this
        this.steps = new Steps(byId(`${this.name}-toolbar`), {
            at: () => game.ply, count: () => game.moves.length, go: (ply) => this.go(ply), flip: () => this.board.flip(!this.board.isFlipped),
        })
    }

    go(ply) {
        if (ply < 0 || ply > this.game.moves.length) return
        this.complain(null)
        this.game.go(ply)
        this.changed()
        this.show()
        announceRight(this.game.view, this.lastMoveInWords())
    }

    lastMoveInWords() {
        const last = this.game.view.plies[this.game.ply - 1]
        return last ? `${last.number} ${last.marked}. ` : "First position. "
    }

    // Shows the position of the game.
    show(isAnimated = true) {
        const {game, board} = this
        const {view} = game
        const setup = this.editing?.setup
        const isMarked = this.hasVerdict && (!setup || this.isValid)
        board.show({
            pieces: setup?.pieces ?? view.pieces, marks: isMarked ? marksOf(view) : {}, side: view.side,
            mode: this.editing ? "free" : "legal", targets: (from) => game.targets(from), describe: isMarked ? describeSquare(view) : () => "",
        }, isAnimated)
        byId(`${this.name}-right`).hidden = !this.hasVerdict
        showRight(byId(`${this.name}-right`), view)
        byId(`${this.name}-strip`).hidden = !this.hasVerdict
        this.showStrip(view)
        this.steps.show()
    }

    // The right in one line, which stays in view on a narrow screen in place of the heading of the panel. A screen reader
    // reads the heading.
    showStrip({right}) {
        const strip = byId(`${this.name}-strip`)
        const usable = right?.captures.filter((capture) => capture.legal) ?? []
        const by = usable.map(({from}) => from).join(" and ")
        const state = stateOf(right)
        strip.className = `strip ${state}`
        strip.textContent = {
            usable: `✓ ${right?.victim} can be captured in passing, from ${by}`,
            unusable: `✗ ${right?.victim} cannot be captured in passing`,
            none: "– No pawn can be captured in passing",
        }[state]
    }

    // A move by hand. Returns whether the piece may stay where it is.
    move(from, to, later) {
        if (this.editing) return this.free(from, to, later)
        const moves = this.game.between(from, to)
        if (moves.length > 1) {
            choosePromotion(moves, this.game.view.side).then((move) => move && this.play(move.uci))
            return false
        }
        if (moves.length === 1) {
            later(() => this.play(moves[0].uci))
            return true
        }
        this.tryText(from + to)
        return false
    }

    // Free mode and setting up: pieces go anywhere.
    free(from, to, later) {
        later(() => this.editing?.move(from, to))
        return Boolean(to)
    }

    play(uci) {
        this.game.play(uci)
        this.complain(null)
        this.changed()
        this.show()
        announceRight(this.game.view, this.lastMoveInWords())
    }

    // A move in words, or one that is not legal: plays it, or says why not.
    tryText(text) {
        const {ok, error} = this.game.read(text)
        if (ok) this.play(ok.uci)
        else this.refuse(text, error[0])
        return Boolean(ok)
    }

    // The panel has the reason against an en passant capture; other moves have it below the board.
    refuse(text, diagnostic) {
        const tried = this.hasVerdict ? this.game.view.right?.captures.find((capture) => isTry(capture, text)) : null
        this.complain(tried ? null : diagnostic)
        if (!tried) return
        const panel = byId(`${this.name}-right`)
        showRight(panel, this.game.view, tried)
        panel.querySelector(".tried").scrollIntoView({block: "nearest"})
        announce(diagnostic.message)
    }

    complain(diagnostic) {
        const place = byId(`${this.name}-refusal`)
        place.hidden = !diagnostic
        place.replaceChildren()
        if (!diagnostic) return
        place.append(element("span", {class: "sign bad", "aria-hidden": "true", text: "✗"}), element("span", {text: diagnostic.message}))
        // The note is the FEN of the position, which stands on the board.
        if (diagnostic.hint) place.append(element("span", {class: "note", text: diagnostic.hint}))
        place.scrollIntoView({block: "nearest"})
        announce(`${diagnostic.message} ${diagnostic.hint ?? ""}`)
    }

    // Sets up the position with an editor, or stops doing so.
    edit(editor) {
        this.editing = editor
        this.isValid = true
        editor?.load(this.game.view)
        this.show(false)
    }

    svg() {
        const {view} = this.game
        return boardAsSvg(view.pieces, marksOf(view), this.board.isFlipped)
    }

    saveSvg() {
        download(new Blob([this.svg()], {type: "image/svg+xml"}), "en-passant.svg")
    }

    async savePng() {
        download(await boardAsPng(this.svg()), "en-passant.png")
    }
}
