// A board that is moved on by mouse, touch and keyboard, and that a screen reader can read square by square.

import {Chessboard, COLOR, INPUT_EVENT_TYPE} from "../cm-chessboard/src/Chessboard.js"
import {allowDragging} from "./policy.js"
import {element, pieceName, spriteName} from "./dom.js"
import {drawAbove, drawBelow} from "./overlay.js"
import {placement, placeOf, squareAt, squaresFromTop} from "./squares.js"

const ASSETS = new URL("../cm-chessboard/assets/", import.meta.url).href
const ARROW_KEYS = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}

// When a move by hand changes the position.
const AFTER_GESTURE = (change) => setTimeout(change)
const AT_ONCE = (change) => change()

// `mode` says what a person may do: "none", "legal" (moves of `targets`) or "free" (pieces go anywhere).
export class Board {
    // `actions.move(from, to, later)` is called for a move; `to` is null for a piece taken off the board. It returns whether the
    // piece may stay where it was dropped; what changes the position goes to `later`, because a gesture of the mouse has to
    // end first. `actions.place(square)` is called when a square is chosen while a tool is held. `actions.duration` is the
    // time that a move takes on the board, in milliseconds.
    constructor(host, actions = {}) {
        this.host = host
        this.actions = actions
        this.pieces = {}
        this.marks = {}
        this.mode = "none"
        this.hasTool = false
        this.isFlipped = false
        this.focused = "e4"
        this.isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches
        this.frame = element("div", {class: "board-frame"})
        host.dataset.bottom = "white"
        host.append(this.frame)
        this.chessboard = new Chessboard(this.frame, {
            assetsUrl: ASSETS,
            style: {cssClass: "passant", animationDuration: this.isCalm ? 0 : actions.duration ?? 180},
        })
        const {svg, markersLayer, markersTopLayer} = this.chessboard.view
        svg.setAttribute("aria-hidden", "true")
        svg.setAttribute("role", "presentation")
        this.below = markersLayer
        this.above = markersTopLayer
        allowDragging(this.chessboard)
        this.frame.addEventListener("pointerdown", (event) => this.placeWithTool(event))
        this.makeGrid()
    }

    // Shows a position. `marks` is what `overlay.js` draws; `describe(square)` adds to what is said about a square.
    // Returns a promise that is fulfilled when the pieces have arrived.
    show({pieces, marks = {}, mode = "none", targets = () => [], describe = () => "", side = null}, isAnimated = true) {
        Object.assign(this, {pieces, marks, mode, targets, describe, side})
        this.host.dataset.mode = mode
        this.picked = null
        this.chessboard.cancelMoveInput()
        const arrival = this.chessboard.setPosition(placement(pieces), isAnimated)
        this.listen()
        this.draw()
        return arrival
    }

    flip(isFlipped) {
        if (this.isFlipped === isFlipped) return
        this.isFlipped = isFlipped
        this.chessboard.setOrientation(isFlipped ? COLOR.black : COLOR.white, false).then(() => {
            this.draw()
            this.host.dataset.bottom = this.isFlipped ? "black" : "white"
        })
    }

    // With a tool in hand, a tap places a piece instead of moving one.
    holdTool(hasTool) {
        this.hasTool = hasTool
        this.listen()
    }

    // Takes moves by mouse and touch, where the mode allows them.
    listen() {
        this.chessboard.disableMoveInput()
        if (this.mode === "none" || this.hasTool) return
        const color = this.mode === "free" || !this.side ? undefined : this.side === "white" ? COLOR.white : COLOR.black
        this.chessboard.enableMoveInput((event) => this.handle(event), color)
    }

    draw() {
        const marks = {...this.marks, pieces: this.pieces, picked: this.picked}
        if (this.picked) marks.destinations = this.mode === "free" ? [] : this.targets(this.picked)
        this.below.replaceChildren(drawBelow(marks, this.isFlipped))
        this.above.replaceChildren(drawAbove(marks, this.isFlipped))
        this.describeCells()
    }

    // Mouse and touch.

    handle(event) {
        switch (event.type) {
        case INPUT_EVENT_TYPE.moveInputStarted:
            return this.pick(event.squareFrom)
        case INPUT_EVENT_TYPE.validateMoveInput:
            return this.drop(event.squareTo, AFTER_GESTURE)
        case INPUT_EVENT_TYPE.moveInputCanceled:
            this.cancel(event)
            return true
        default:
            return true
        }
    }

    pick(square) {
        // A piece without legal moves can be picked up too: dropping it says why it may not move.
        const piece = this.pieces[square]
        const canMove = Boolean(piece) && (this.mode === "free" || spriteName(piece)[0] === this.side?.[0])
        if (canMove) this.picked = square
        this.draw()
        return canMove
    }

    drop(square, later) {
        const from = this.picked
        this.picked = null
        this.draw()
        return from ? this.actions.move(from, square, later) : false
    }

    cancel(event) {
        const from = this.picked
        this.picked = null
        this.draw()
        const isOff = event.reason === "movedOutOfBoard" && this.mode === "free"
        if (from && isOff) this.actions.move(from, null, AFTER_GESTURE)
    }

    placeWithTool(event) {
        const square = event.target.getAttribute?.("data-square")
        if (this.hasTool && square) this.actions.place?.(square)
    }

    // Keyboard and screen reader.

    makeGrid() {
        this.grid = element("div", {class: "board-grid", role: "grid", "aria-label": this.actions.name ?? "Board"})
        this.cells = []
        for (let row = 0; row < 8; row += 1) {
            const line = element("div", {role: "row"})
            for (let column = 0; column < 8; column += 1) {
                const cell = element("div", {role: "gridcell", tabindex: "-1"})
                cell.addEventListener("click", () => this.choose(squareAt(row, column, this.isFlipped)))
                this.cells.push(cell)
                line.append(cell)
            }
            this.grid.append(line)
        }
        this.grid.addEventListener("keydown", (event) => this.handleKey(event))
        this.frame.append(this.grid)
    }

    describeCells() {
        squaresFromTop(this.isFlipped).forEach((square, index) => {
            const cell = this.cells[index]
            const piece = this.pieces[square] ? pieceName(this.pieces[square]) : "empty"
            const words = [square, piece, this.describe?.(square)].filter(Boolean).join(", ")
            cell.setAttribute("aria-label", words)
            cell.setAttribute("aria-selected", String(square === this.picked))
            cell.setAttribute("tabindex", square === this.focused ? "0" : "-1")
        })
    }

    handleKey(event) {
        const step = ARROW_KEYS[event.key]
        if (step) this.moveFocus(step)
        else if (event.key === "Enter" || event.key === " ") this.choose(this.focused)
        else if (event.key === "Escape") this.cancel({})
        else if ((event.key === "Delete" || event.key === "Backspace") && this.mode === "free") this.actions.move(this.focused, null, AT_ONCE)
        else return
        event.preventDefault()
    }

    moveFocus([down, right]) {
        const {row, column} = placeOf(this.focused, this.isFlipped)
        const clamp = (number) => Math.min(7, Math.max(0, number))
        this.focused = squareAt(clamp(row + down), clamp(column + right), this.isFlipped)
        this.describeCells()
        this.cells[squaresFromTop(this.isFlipped).indexOf(this.focused)].focus()
    }

    // Picks a piece up, or puts down the one that was picked up.
    choose(square) {
        this.focused = square
        if (this.hasTool) this.actions.place?.(square)
        else if (this.mode === "none") return
        else if (this.picked === square) this.cancel({})
        else if (!this.picked) this.pick(square)
        else if (this.isOwnPiece(square) && !this.targets(this.picked).includes(square)) this.pick(square)
        else this.drop(square, AT_ONCE)
        this.describeCells()
    }

    isOwnPiece(square) {
        const [from, to] = [this.pieces[this.picked], this.pieces[square]]
        return this.mode === "legal" && to && spriteName(from)[0] === spriteName(to)[0]
    }
}
