// Sets up pieces, the side to move, castling rights and the right.

import {button, element, pieceIcon, pieceName} from "./dom.js"

const PIECES = [..."KQRBNPkqrbnp"]
const CASTLING = {K: "White kingside", Q: "White queenside", k: "Black kingside", q: "Black queenside"}

export class Editor {
    // `change(setup)` is called after every change, `hold(hasTool)` when a piece is taken in hand or put away.
    constructor(host, {name, change, hold}) {
        Object.assign(this, {host, name, change, hold})
        this.tool = null
        this.setup = {pieces: {}, side: "white", castling: "-", target: null, halfmove: 0, fullmove: 1}
        host.replaceChildren(this.makePalette(), this.makeFields())
    }

    // Takes over a position.
    load(view) {
        const {pieces, side, castling, halfmove, fullmove} = view
        this.setup = {pieces: {...pieces}, side, castling, target: view.right?.target ?? null, halfmove, fullmove}
        this.showFields()
    }

    // A piece was put somewhere: from a square or from the palette, onto a square or off the board.
    move(from, to) {
        const piece = this.setup.pieces[from]
        delete this.setup.pieces[from]
        if (to && piece) this.setup.pieces[to] = piece
        this.changed()
    }

    place(square) {
        if (this.tool === "erase") delete this.setup.pieces[square]
        else if (this.tool) this.setup.pieces[square] = this.tool
        this.changed()
    }

    changed() {
        this.showFields()
        this.change(this.setup)
    }

    take(tool) {
        this.tool = this.tool === tool ? null : tool
        for (const [name, node] of Object.entries(this.tools)) node.setAttribute("aria-pressed", String(name === (this.tool ?? "move")))
        this.hold(this.tool !== null)
    }

    makePalette() {
        this.tools = {}
        const add = (name, label, ...children) => {
            const node = button("", () => this.take(name === "move" ? null : name), {"aria-pressed": String(name === "move"), "aria-label": label, title: label})
            node.append(...children)
            this.tools[name] = node
            return node
        }
        const hand = add("move", "Move pieces", element("span", {text: "Move"}))
        const eraser = add("erase", "Remove pieces", element("span", {text: "Remove"}))
        const pieces = PIECES.map((piece) => add(piece, `Place a ${pieceName(piece)}`, pieceIcon(piece)))
        return element("div", {class: "palette", role: "group", "aria-label": "Pieces to place"}, hand, eraser, element("div", {class: "palette-pieces"}, ...pieces))
    }

    makeFields() {
        const id = (name) => `${this.name}-${name}`
        const listen = (field, read) => field.addEventListener("change", () => { read(); this.change(this.setup) })
        this.side = element("select", {id: id("side")}, option("white", "White"), option("black", "Black"))
        this.target = element("select", {id: id("target")})
        this.castling = Object.entries(CASTLING).map(([letter, label]) => element("input", {type: "checkbox", id: id(letter), value: letter, "aria-label": label}))
        this.clock = element("input", {type: "number", id: id("halfmove"), min: 0, max: 150})
        this.number = element("input", {type: "number", id: id("fullmove"), min: 1, max: 9999})
        listen(this.side, () => { Object.assign(this.setup, {side: this.side.value, target: null}); this.showFields() })
        listen(this.target, () => { this.setup.target = this.target.value || null })
        listen(this.clock, () => { this.setup.halfmove = Number(this.clock.value) || 0 })
        listen(this.number, () => { this.setup.fullmove = Number(this.number.value) || 1 })
        this.castling.forEach((box) => listen(box, () => {
            this.setup.castling = this.castling.filter(({checked}) => checked).map(({value}) => value).join("") || "-"
        }))
        const boxes = this.castling.map((box) => element("label", {class: "check", for: box.id}, box, box.value))
        return element("div", {class: "setup-fields"},
            labelled("Side to move", this.side), labelled("The right: target", this.target),
            element("fieldset", {class: "castling"}, element("legend", {text: "Castling"}), ...boxes),
            labelled("Plies since the last capture or pawn move", this.clock), labelled("Move number", this.number),
            element("div", {class: "buttons"}, button("Empty board", () => { this.setup.pieces = {}; Object.assign(this.setup, {castling: "-", target: null}); this.changed() })))
    }

    showFields() {
        const {side, castling, target, halfmove, fullmove} = this.setup
        const rank = side === "white" ? 6 : 3
        const targets = [..."abcdefgh"].map((file) => file + rank)
        this.side.value = side
        this.target.replaceChildren(option("", "none"), ...targets.map((square) => option(square, square)))
        this.target.value = targets.includes(target) ? target : ""
        this.castling.forEach((box) => { box.checked = castling.includes(box.value) })
        this.clock.value = halfmove
        this.number.value = fullmove
    }
}

function option(value, text) {
    return element("option", {value, text})
}

function labelled(text, field) {
    return element("label", {class: "labelled", for: field.id}, element("span", {text}), field)
}
