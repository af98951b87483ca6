// The moves of a game, what was captured, how it stands, and what became of each right.

import {element, pieceIcon, pieceName} from "./dom.js"

// The moves as on a score sheet. `go(ply)` is called for a move that is chosen; `ply` is the one that is shown.
export function showMoves(host, plies, ply, go) {
    if (plies.length === 0) {
        host.replaceChildren(element("p", {class: "quiet", text: "No moves yet."}))
        return
    }
    const list = element("ol", {class: "moves"})
    let row = null
    plies.forEach((played, index) => {
        if (!row || played.color === "white") {
            row = element("li", {}, element("span", {class: "number", text: played.number.replace(/\.+$/, ".")}))
            list.append(row)
            if (played.color === "black") row.append(element("span", {class: "gap", text: "…"}))
        }
        row.append(moveButton(played, index + 1, ply, go))
    })
    host.replaceChildren(list)
    const shown = list.querySelector("[aria-current]")
    if (shown) host.scrollTop = Math.max(0, shown.offsetTop - host.clientHeight / 2)
}

function moveButton(played, number, ply, go) {
    const node = element("button", {
        type: "button", class: played.en_passant ? "move en-passant" : "move", "aria-current": number === ply ? "step" : null,
        on: {click: () => go(number)},
    }, element("span", {text: played.marked}))
    if (played.captured) {
        const name = `captures the ${pieceName(played.captured)}`
        node.append(pieceIcon(played.captured), element("span", {class: "visually-hidden", text: `, ${name}`}))
    }
    return node
}

// The pieces that each side has captured.
export function showCaptured(host, captured) {
    const sides = [["White", captured.white], ["Black", captured.black]]
    host.replaceChildren(...sides.map(([side, pieces]) => {
        const names = pieces.length > 0 ? pieces.map(pieceName).join(", ") : "nothing"
        return element("p", {}, element("span", {class: "side", text: `${side} has captured `}),
            ...pieces.map((piece) => pieceIcon(piece)),
            element("span", {class: pieces.length > 0 ? "visually-hidden" : "quiet", text: names}))
    }))
}

// How the game stands: its end, how often the position has occurred, and what it only resembles.
export function showResult(host, view) {
    const lines = []
    if (view.ending) lines.push(element("p", {class: "ending", text: capitalized(view.ending)}))
    if (view.occurrences > 1) lines.push(element("p", {text: `This position has occurred ${view.occurrences} times.`}))
    if (view.almost) lines.push(element("p", {class: "almost", text: `${capitalized(view.almost)}.`.replace(/\.\.$/, ".")}))
    host.replaceChildren(...lines)
    host.hidden = lines.length === 0
}

function capitalized(text) {
    return text[0].toUpperCase() + text.slice(1)
}

// When each right arose, was used or expired.
export function showLog(host, plies, ply, go) {
    const items = []
    plies.slice(0, ply).forEach((played, index) => {
        for (const sentence of played.log) {
            const where = element("button", {type: "button", class: "link", text: `${played.number} ${played.marked}`, on: {click: () => go(index + 1)}})
            items.push(element("li", {}, where, element("span", {text: sentence})))
        }
    })
    if (items.length === 0) items.push(element("li", {class: "quiet", text: "No right has arisen yet. It arises when a pawn moves two squares."}))
    host.replaceChildren(...items)
    host.scrollTop = host.scrollHeight
}
