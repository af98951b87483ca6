// The moves of a game, what was captured, how it stands, and what became of each right.

import {capitalized, element, pieceIcon, pieceName} from "./dom.js"

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
    const sides = [["White", captured.white], ["Black", captured.black]].filter(([, pieces]) => pieces.length > 0)
    host.replaceChildren(...sides.map(([side, pieces]) => element("p", {}, element("span", {class: "side", text: `${side} has captured `}),
        ...pieces.map((piece) => pieceIcon(piece)), element("span", {class: "visually-hidden", text: pieces.map(pieceName).join(", ")}))))
    host.hidden = sides.length === 0
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

// When each right arose, was used or expired.
export function showLog(host, plies, ply, go) {
    const [named, others] = [[], []]
    plies.slice(0, ply).forEach((played, index) => played.log.forEach((sentence, place) => {
        const where = element("button", {type: "button", class: "link", text: `${played.number} ${played.marked}`, on: {click: () => go(index + 1)}})
        const list = isIdle(plies, index, place) ? others : named
        list.push(element("li", {}, where, element("span", {text: capitalized(sentence)})))
    }))
    const isOpen = host.querySelector("details")?.open ?? false
    const items = named.length > 0 ? named : [element("li", {class: "quiet", text: "No pawn could be captured in passing yet."})]
    const title = `Rights that nobody could use: ${others.length} ${others.length === 1 ? "entry" : "entries"}`
    const fold = element("details", {open: isOpen}, element("summary", {text: title}), element("ol", {class: "log-entries"}, ...others))
    host.replaceChildren(element("ol", {class: "log-entries"}, ...items), ...(others.length > 0 ? [fold] : []))
    host.scrollTop = host.scrollHeight
}

// Tells whether a sentence of the log is about a right beside which no pawn stood: it arose with this move or, as the first
// sentence says, ended with it.
function isIdle(plies, index, place) {
    const [before, now] = [plies[index - 1]?.right, plies[index].right]
    return before && place === 0 ? before === "unused" : now === "unused"
}
