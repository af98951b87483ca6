// The state of the right in words: whether there is one, where, and by whom it can be used.

import {capitalized, element} from "./dom.js"
import {announce} from "./announce.js"
import {START} from "./game.js"

// Shows the right of a view in a panel. `tried` is a capture that was tried in vain: its reason stands out.
export function showRight(panel, view, tried = null) {
    const {right} = view
    const isOpen = panel.querySelector("details")?.open ?? false
    panel.className = `card right ${stateOf(right)}`
    panel.replaceChildren(heading(view), ...(right?.captures.length > 0 ? [listCaptures(right.captures, tried)] : []), ...(right ? [facts(right, isOpen)] : []))
}

// The same in one sentence, for a screen reader.
function rightInWords(view) {
    const {right} = view
    if (!right) return `${titleOf(right)}. ${capitalized(whyOf(view))}.`
    const judged = right.captures.map(({sentence}) => sentence)
    const used = judged.length > 0 ? judged.join("; ") : `no pawn stands beside ${right.victim}`
    return `${titleOf(right)}. ${capitalized(used)}.`
}

export function announceRight(view, before = "") {
    announce(`${before}${rightInWords(view)}`)
}

// Says whether a pawn can be captured in passing: `usable`; `unusable` if a pawn stands beside it and may not; `none` if there is
// nothing to judge.
export function stateOf(right) {
    if (!right || right.captures.length === 0) return "none"
    return right.captures.some((capture) => capture.legal) ? "usable" : "unusable"
}

// The answer in the words of a player.
export function titleOf(right) {
    const state = stateOf(right)
    if (state === "none") return "No pawn can be captured in passing"
    return `The pawn on ${right.victim} ${state === "usable" ? "can" : "cannot"} be captured in passing`
}

const SIGNS = {none: "–", unusable: "✗", usable: "✓"}

// Why there is no right. Without a last move the report speaks of the FEN.
function whyOf({no_right: why, ply, start_fen: fen}) {
    if (!why || ply > 0 || fen.split(" ")[3] !== "-") return why
    return fen === START ? "no move has been played" : "this FEN names no pawn that has just moved two squares"
}

function heading(view) {
    const {right} = view
    const state = stateOf(right)
    const idle = right && state === "none" ? `No pawn stands beside ${right.victim}` : null
    const sentence = whyOf(view) ?? idle ?? `It has just moved from ${right.origin}`
    return element("div", {class: "right-heading"},
        element("span", {class: "lamp", "aria-hidden": "true", text: SIGNS[state]}),
        element("div", {}, element("h3", {text: titleOf(right)}), element("p", {text: `${capitalized(sentence)}.`})))
}

// The words of a FEN, folded: players do not need them.
function facts(right, isOpen) {
    const list = element("dl", {class: "facts"})
    const rows = [["Target", right.target], ["Rank", right.rank], ["File", right.file], ["Victim", right.victim]]
    for (const [name, value] of rows) {
        list.append(element("div", {}, element("dt", {text: name}), element("dd", {text: String(value)})))
    }
    const sentence = element("p", {class: "quiet", text: `The right is ${right.sentence}.`})
    return element("details", {open: isOpen, class: "terms"}, element("summary", {text: "In the terms of a FEN"}), sentence, list)
}

// Captures, each with its verdict and the reason.
export function listCaptures(captures, tried = null) {
    return element("ul", {class: "captures"}, ...captures.map((capture) => captureItem(capture, capture === tried)))
}

// Tells whether a text, in UCI notation or SAN, means a capture.
export function isTry({uci, from, to}, text) {
    return text === uci || (text[0] === from[0] && text.replace(/[^a-h1-8]/g, "").endsWith(to))
}

function captureItem(capture, isTried) {
    const sign = element("span", {class: capture.legal ? "sign good" : "sign bad", "aria-hidden": "true", text: capture.legal ? "✓" : "✗"})
    const name = element("strong", {class: "move", text: capture.marked ?? capture.name})
    const by = element("span", {class: "by", text: `by the pawn on ${capture.from}`})
    return element("li", {class: `${capture.legal ? "legal" : "illegal"}${isTried ? " tried" : ""}`}, sign,
        element("div", {}, name, " ", by, element("p", {text: `${capitalized(judgement(capture))}.`})))
}

// The sentence without the move, which stands above it.
function judgement({name, sentence}) {
    return sentence.replace(`${name} is `, "")
}

// What a screen reader adds to a square of the board.
export function describeSquare(view) {
    const {right} = view
    return (square) => {
        if (!right) return ""
        const words = []
        if (square === right.target) words.push("passed over")
        if (square === right.victim) words.push("moved two squares")
        for (const capture of right.captures.filter(({from}) => from === square)) {
            words.push(capture.legal ? `can capture on ${capture.to}` : `may not capture on ${capture.to}`)
        }
        return words.join(", ")
    }
}

// What `overlay.js` draws for a view.
export function marksOf(view) {
    const played = view.plies[view.ply - 1]?.uci
    return {
        right: view.right,
        checked: view.checkers.length > 0 ? [view.king] : [],
        lastMove: played ? [played.slice(0, 2), played.slice(2, 4)] : view.right ? [view.right.origin, view.right.victim] : [],
    }
}
