// Elements, made without markup: text is text, whatever it contains.

const SVG = "http://www.w3.org/2000/svg"

// An element. `on` holds listeners, `text` its text; every other property is an attribute. `null` and `false` leave an
// attribute out.
export function element(tag, properties = {}, ...children) {
    return fill(document.createElement(tag), properties, children)
}

// The same in SVG.
export function svg(tag, properties = {}, ...children) {
    return fill(document.createElementNS(SVG, tag), properties, children)
}

function fill(node, {on = {}, text, ...attributes}, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value)
    }
    for (const [name, listener] of Object.entries(on)) node.addEventListener(name, listener)
    if (text !== undefined) node.textContent = visible(text)
    node.append(...children.filter((child) => child !== null && child !== undefined))
    return node
}

export function button(text, action, properties = {}) {
    return element("button", {type: "button", text, on: {click: action}, ...properties})
}

// The element of this page with an id.
export function byId(id) {
    return document.getElementById(id)
}

// Control characters, and characters that turn text around or cannot be seen, as `\u{…}`. Line ends and tabs stay.
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g

export function visible(text) {
    return String(text).replace(HIDDEN, (character) => `\\u{${character.codePointAt(0).toString(16)}}`)
}

// A capital letter, unless the sentence begins with a move such as `e5xd6`.
export function capitalized(sentence) {
    return /^[a-h][1-8]/.test(sentence) ? sentence : sentence[0].toUpperCase() + sentence.slice(1)
}

// A piece as a picture: the sprite of the board, which is part of the document. The text beside it, or `label`, names it.
export function pieceIcon(piece, label = null) {
    const use = svg("use", {href: `#${spriteName(piece)}`})
    const role = label ? {role: "img", "aria-label": label} : {"aria-hidden": "true"}
    return svg("svg", {viewBox: "0 0 40 40", class: "piece-icon", ...role}, use)
}

// `P` is a white pawn in a FEN, and `wp` in the sprite.
export function spriteName(piece) {
    return (piece === piece.toUpperCase() ? "w" : "b") + piece.toLowerCase()
}

const NAMES = {p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king"}

export function pieceName(piece) {
    const color = piece === piece.toUpperCase() ? "white" : "black"
    return `${color} ${NAMES[piece.toLowerCase()]}`
}

// Copies a text and says so on the button.
export async function copy(text, pressed) {
    const label = pressed.textContent
    const done = await navigator.clipboard.writeText(text).then(() => true, () => false)
    pressed.textContent = done ? "Copied" : "Select and copy"
    setTimeout(() => { pressed.textContent = label }, 1500)
}

export function copyButton(text, name) {
    return button("Copy", (event) => copy(text(), event.currentTarget), {class: "small", "aria-label": `Copy ${name}`})
}

// Saves a blob as a file.
export function download(blob, name) {
    const link = element("a", {href: URL.createObjectURL(blob), download: name})
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 10000)
}
