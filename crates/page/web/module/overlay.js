// What is drawn on the board: the target, the victim, the captures, and the line that forbids one. Shapes and signs say
// the same as the colors.

import {svg} from "./dom.js"
import {placeOf} from "./squares.js"
import {stateOf} from "./right-panel.js"

// The side of a square in the units of the drawing.
const SIDE = 100

// The drawing below the pieces: tinted squares.
export function drawBelow(marks, isFlipped) {
    const layer = drawing()
    const tint = (square, name) => layer.append(rectangle(square, isFlipped, 0, {class: `tint ${name}`}))
    for (const square of marks.lastMove ?? []) tint(square, "last-move")
    if (marks.picked) tint(marks.picked, "picked")
    for (const square of marks.checked ?? []) tint(square, "checked")
    if (marks.right) {
        tint(marks.right.target, {usable: "target", unusable: "unusable", none: "idle"}[stateOf(marks.right)])
        tint(marks.right.victim, "victim")
    }
    return layer
}

// The drawing above the pieces.
export function drawAbove(marks, isFlipped) {
    const layer = drawing()
    const center = (square) => centerOf(square, isFlipped)
    for (const square of marks.hint ?? []) layer.append(rectangle(square, isFlipped, 7, {rx: 12, class: "hint-frame"}))
    if (marks.right) drawRight(layer, marks.right, isFlipped)
    for (const square of marks.destinations ?? []) {
        const isTaken = marks.pieces?.[square]
        layer.append(svg("circle", {...center(square), r: isTaken ? 42 : 13, class: isTaken ? "destination taken" : "destination"}))
    }
    return layer
}

function drawRight(layer, right, isFlipped) {
    const drawn = new Set()
    for (const capture of right.captures) {
        for (const line of capture.lines ?? []) {
            const key = `${line.from}${line.to}`
            if (!drawn.has(key)) drawLine(layer, line, isFlipped)
            drawn.add(key)
        }
    }
    layer.append(rectangle(right.target, isFlipped, 7, {rx: 12, class: {usable: "target-frame", unusable: "target-frame unusable", none: "target-frame idle"}[stateOf(right)]}))
    layer.append(brackets(right.victim, isFlipped))
    const isShared = right.captures.length > 1
    for (const capture of right.captures) drawCapture(layer, capture, isShared, isFlipped)
    if (right.captures.length === 0) layer.append(signAt(centerOf(right.target, isFlipped), null))
    layer.append(label(right.victim, isFlipped, "e.p."))
}

// An arrow from the capturer to the target, with a sign at its end. Two captures have a side of the target each.
function drawCapture(layer, capture, isShared, isFlipped) {
    const from = centerOf(capture.from, isFlipped)
    const target = centerOf(capture.to, isFlipped)
    const aside = isShared ? Math.sign(from.cx - target.cx) * 23 : 0
    const end = {cx: target.cx + aside, cy: target.cy}
    layer.append(arrow(from, end, `capture ${capture.legal ? "legal" : "illegal"}`, 34, 24))
    layer.append(signAt(end, capture.legal))
}

// The line on which the king would be attacked: from the attacker to the king, through the pieces that leave it.
function drawLine(layer, line, isFlipped) {
    const from = centerOf(line.from, isFlipped)
    const to = centerOf(line.to, isFlipped)
    layer.append(svg("circle", {...from, r: 44, class: "attacker"}))
    for (const square of line.leaving ?? []) layer.append(svg("circle", {...centerOf(square, isFlipped), r: 40, class: "leaving"}))
    layer.append(arrow(from, to, "attack", 44, 40))
}

// An arrow that begins and ends at distances from the centers of two squares.
function arrow(from, to, name, before, after) {
    const [dx, dy] = [to.cx - from.cx, to.cy - from.cy]
    const length = Math.hypot(dx, dy) || 1
    const [ux, uy] = [dx / length, dy / length]
    const [x1, y1] = [from.cx + ux * before, from.cy + uy * before]
    const [tipX, tipY] = [to.cx - ux * after, to.cy - uy * after]
    const head = Math.min(24, length / 6)
    const [x2, y2] = [tipX - ux * head, tipY - uy * head]
    const wide = head * 0.65
    const points = [[tipX, tipY], [x2 - uy * wide, y2 + ux * wide], [x2 + uy * wide, y2 - ux * wide]]
    return svg("g", {class: `arrow ${name}`},
        svg("line", {x1, y1, x2, y2}),
        svg("polygon", {points: points.map((point) => point.map(round).join(",")).join(" ")}))
}

// ✓ or ✗ in a disk; a dash where there is nothing to judge.
function signAt({cx, cy}, isLegal) {
    const [name, path] = isLegal === null ? ["idle", "M-8 0 L8 0"] : isLegal ? ["good", "M-8 1 L-2 7 L9 -7"] : ["bad", "M-7 -7 L7 7 M7 -7 L-7 7"]
    return svg("g", {class: `sign ${name}`, transform: `translate(${round(cx)} ${round(cy)})`},
        svg("circle", {r: 17}), svg("path", {d: path}))
}

// The corners of a frame.
function brackets(square, isFlipped) {
    const {cx, cy} = centerOf(square, isFlipped)
    const [far, near] = [43, 22]
    const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) =>
        `M${cx + x * near} ${cy + y * far} L${cx + x * far} ${cy + y * far} L${cx + x * far} ${cy + y * near}`)
    return svg("path", {d: corners.join(" "), class: "victim-frame"})
}

function label(square, isFlipped, text) {
    const {cx, cy} = centerOf(square, isFlipped)
    return svg("g", {class: "label", transform: `translate(${cx + 25} ${cy - 36})`},
        svg("rect", {x: -25, y: -14, width: 50, height: 26, rx: 13}), svg("text", {y: 5, "text-anchor": "middle", text}))
}

function rectangle(square, isFlipped, inset, attributes) {
    const {row, column} = placeOf(square, isFlipped)
    const [width, height] = [SIDE - 2 * inset, SIDE - 2 * inset]
    return svg("rect", {x: column * SIDE + inset, y: row * SIDE + inset, width, height, ...attributes})
}

function centerOf(square, isFlipped) {
    const {row, column} = placeOf(square, isFlipped)
    return {cx: (column + 0.5) * SIDE, cy: (row + 0.5) * SIDE}
}

function drawing() {
    return svg("svg", {viewBox: `0 0 ${8 * SIDE} ${8 * SIDE}`, width: "100%", height: "100%", class: "overlay"})
}

function round(number) {
    return Math.round(number * 10) / 10
}
