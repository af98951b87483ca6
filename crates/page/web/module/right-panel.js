// The state of the right in words: whether there is one, where, and by whom it can be used.

import {element} from "./dom.js"
import {announce} from "./announce.js"

// Shows the right of a view in a panel.
export function showRight(panel, view) {
    const {right} = view
    const usable = right?.captures.filter((capture) => capture.legal) ?? []
    const state = !right ? "none" : usable.length > 0 ? "usable" : "unusable"
    panel.className = `card right ${state}`
    panel.replaceChildren(heading(state, view, usable), ...(right ? [facts(right), captures(right)] : []))
}

// The same in one sentence, for a screen reader.
export function rightInWords(view) {
    const {right} = view
    if (!right) return `No right: ${view.no_right}.`
    const judged = right.captures.map(({sentence}) => sentence)
    const used = judged.length > 0 ? judged.join("; ") : "no pawn stands beside the victim"
    return `${right.sentence}. Target ${right.target}, victim ${right.victim}. ${used}.`
}

export function announceRight(view, before = "") {
    announce(`${before}${rightInWords(view)}`)
}

function heading(state, view, usable) {
    const words = {
        none: ["✗", "No en passant right"],
        unusable: ["✗", "The right cannot be used"],
        usable: ["✓", usable.length > 1 ? "Both captures are possible" : "En passant is possible"],
    }
    const [sign, title] = words[state]
    const sentence = view.right?.sentence ?? view.no_right
    return element("div", {class: "right-heading"},
        element("span", {class: "lamp", "aria-hidden": "true", text: sign}),
        element("div", {}, element("h3", {text: title}), element("p", {text: `${capitalized(sentence)}.`})))
}

function facts(right) {
    const list = element("dl", {class: "facts"})
    const rows = [["Target", right.target], ["Rank", right.rank], ["File", right.file], ["Victim", right.victim]]
    for (const [name, value] of rows) {
        list.append(element("div", {}, element("dt", {text: name}), element("dd", {text: String(value)})))
    }
    return list
}

function captures(right) {
    if (right.captures.length === 0) {
        return element("p", {class: "capture-none", text: "No pawn stands beside the victim, so the right expires unused."})
    }
    return element("ul", {class: "captures"}, ...right.captures.map(captureItem))
}

function captureItem(capture) {
    const sign = element("span", {class: capture.legal ? "sign good" : "sign bad", "aria-hidden": "true", text: capture.legal ? "✓" : "✗"})
    const name = element("strong", {class: "move", text: capture.marked ?? capture.name})
    const by = element("span", {class: "by", text: `by the pawn on ${capture.from}`})
    return element("li", {class: capture.legal ? "legal" : "illegal"}, sign,
        element("div", {}, name, " ", by, element("p", {text: `${capitalized(judgement(capture))}.`})))
}

// The sentence without the move, which stands above it.
function judgement({name, sentence}) {
    return sentence.replace(`${name} is `, "")
}

function capitalized(sentence) {
    return sentence ? sentence[0].toUpperCase() + sentence.slice(1) : ""
}

// What a screen reader adds to a square of the board.
export function describeSquare(view) {
    const {right} = view
    return (square) => {
        if (!right) return ""
        const words = []
        if (square === right.target) words.push("target")
        if (square === right.victim) words.push("victim")
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
