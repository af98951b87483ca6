// cm-chessboard sets three styles as attributes, which the content security policy of this page forbids. The same
// styles set through the object model are allowed.

import {Svg} from "../cm-chessboard/src/lib/Svg.js"
import {svg} from "./dom.js"

const addElement = Svg.addElement

// The coordinates. The letters stand on the left of their squares, outside of the pieces.
Svg.addElement = (parent, name, attributes = {}) => {
    const {style, ...others} = attributes
    const node = addElement(parent, name, others)
    const size = Number(/font-size: ([\d.]+)px/.exec(style ?? "")?.[1])
    if (!size) return node
    node.style.fontSize = `${size * 0.75}px`
    if (node.classList.contains("file")) node.setAttribute("x", attributes.x - 3.1 * size)
    return node
}

// The piece that is dragged; `style.css` takes it out of the flow.
export function allowDragging(chessboard) {
    const input = chessboard.view.visualMoveInput
    input.createDraggablePiece = (piece) => {
        const {squareWidth: width, squareHeight: height} = chessboard.view
        const picture = svg("use", {href: `#${piece}`})
        input.draggablePiece = svg("svg", {class: "cm-chessboard-draggable-piece", viewBox: "0 0 40 40", width, height}, picture)
        document.body.append(input.draggablePiece)
    }
    input.moveDraggablePiece = (x, y) => {
        const half = chessboard.view.squareHeight / 2
        input.draggablePiece.style.left = `${x - half}px`
        input.draggablePiece.style.top = `${y - half}px`
    }
}
