// The board as a picture in a file: complete in itself, and the same in light and dark.

import {svg, spriteName} from "./dom.js"
import {drawAbove, drawBelow} from "./overlay.js"
import {placeOf, squaresFromTop} from "./squares.js"

// The styles of the drawing, as a picture has no style sheet of the page.
const STYLE = {
    ".square.light": {fill: "#eef0ea"},
    ".square.dark": {fill: "#a9b8ab"},
    ".coordinate": {fill: "#24302a", "font-family": "sans-serif", "font-size": "17px"},
    ".tint": {fill: "none"},
    ".tint.last-move": {fill: "#d8b93a", "fill-opacity": "0.35"},
    ".tint.checked": {fill: "#c2410c", "fill-opacity": "0.35"},
    ".tint.target": {fill: "#1d5fc4", "fill-opacity": "0.25"},
    ".tint.unusable": {fill: "#c2410c", "fill-opacity": "0.14"},
    ".tint.idle": {fill: "#526058", "fill-opacity": "0.2"},
    ".tint.victim": {fill: "#d8b93a", "fill-opacity": "0.35"},
    ".target-frame": {fill: "none", stroke: "#1d5fc4", "stroke-width": "6", "stroke-dasharray": "16 9"},
    ".target-frame.unusable": {stroke: "#b23a07"},
    ".target-frame.idle": {stroke: "#526058"},
    ".victim-frame": {fill: "none", stroke: "#17201b", "stroke-width": "6"},
    ".arrow line": {"stroke-width": "11", "stroke-linecap": "round"},
    ".arrow.legal line": {stroke: "#1d5fc4"},
    ".arrow.legal polygon": {fill: "#1d5fc4"},
    ".arrow.illegal line": {stroke: "#b23a07", "stroke-dasharray": "3 17"},
    ".arrow.illegal polygon": {fill: "#b23a07"},
    ".arrow.attack line": {stroke: "#b23a07", "stroke-width": "9", "stroke-opacity": "0.85"},
    ".arrow.attack polygon": {fill: "#b23a07"},
    ".attacker": {fill: "none", stroke: "#b23a07", "stroke-width": "6"},
    ".leaving": {fill: "none", stroke: "#b23a07", "stroke-width": "5", "stroke-dasharray": "7 8"},
    ".sign circle": {stroke: "#ffffff", "stroke-width": "3"},
    ".sign.good circle": {fill: "#1d5fc4"},
    ".sign.bad circle": {fill: "#b23a07"},
    ".sign.idle circle": {fill: "#526058"},
    ".sign path": {fill: "none", stroke: "#ffffff", "stroke-width": "4.5", "stroke-linecap": "round", "stroke-linejoin": "round"},
    ".label rect": {fill: "#17201b"},
    ".label text": {fill: "#ffffff", "font-family": "sans-serif", "font-size": "17px", "font-weight": "bold"},
}

// The text of an SVG file.
export function boardAsSvg(pieces, marks, isFlipped) {
    const picture = svg("svg", {xmlns: "http://www.w3.org/2000/svg", viewBox: "0 0 800 800", width: 800, height: 800})
    squaresFromTop(isFlipped).forEach((square, index) => {
        const {row, column} = {row: Math.floor(index / 8), column: index % 8}
        const isLight = (row + column) % 2 === 0
        picture.append(svg("rect", {x: column * 100, y: row * 100, width: 100, height: 100, class: isLight ? "square light" : "square dark"}))
        if (column === 0) picture.append(svg("text", {x: 5, y: row * 100 + 20, class: "coordinate", text: square[1]}))
        if (row === 7) picture.append(svg("text", {x: column * 100 + 5, y: 794, class: "coordinate", text: square[0]}))
    })
    picture.append(drawBelow(marks, isFlipped))
    for (const [square, piece] of Object.entries(pieces)) picture.append(pieceAt(square, piece, isFlipped))
    picture.append(drawAbove({...marks, pieces}, isFlipped))
    inlineStyles(picture)
    return new XMLSerializer().serializeToString(picture)
}

function pieceAt(square, piece, isFlipped) {
    const {row, column} = placeOf(square, isFlipped)
    const shape = document.getElementById(spriteName(piece))?.cloneNode(true)
    shape?.removeAttribute("id")
    shape?.querySelectorAll("[id]").forEach((node) => node.removeAttribute("id"))
    return svg("g", {transform: `translate(${column * 100} ${row * 100}) scale(2.5)`}, shape)
}

function inlineStyles(picture) {
    for (const [selector, properties] of Object.entries(STYLE)) {
        for (const node of picture.querySelectorAll(selector)) {
            for (const [name, value] of Object.entries(properties)) node.setAttribute(name, value)
        }
    }
    picture.querySelectorAll("[class]").forEach((node) => node.removeAttribute("class"))
}

// The same as a PNG file.
export async function boardAsPng(text) {
    const image = new Image()
    const address = URL.createObjectURL(new Blob([text], {type: "image/svg+xml"}))
    image.src = address
    await image.decode()
    const canvas = Object.assign(document.createElement("canvas"), {width: 1200, height: 1200})
    canvas.getContext("2d").drawImage(image, 0, 0, 1200, 1200)
    URL.revokeObjectURL(address)
    return new Promise((resolve) => canvas.toBlob(resolve, "image/png"))
}
