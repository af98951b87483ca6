// The moments of a game: the positions in which a pawn could ask for an en passant capture.

import {button, element} from "./dom.js"

const WORDS = {legal: ["✓", "can be captured in passing"], illegal: ["✗", "cannot be captured, although a pawn stands beside it"]}

// The number of plies that lead to the first moment; `null` if there is none.
export function firstMoment({plies}) {
    const index = plies.findIndex(({right}) => right === "legal" || right === "illegal")
    return index < 0 ? null : index + 1
}

// Lists the moments; `go(ply)` is called for one that is chosen. Double pushes beside which no pawn stands are folded.
export function showMoments(host, {plies}, ply, go) {
    const all = plies.map((played, index) => ({played, number: index + 1})).filter(({played}) => played.right)
    const named = all.filter(({played}) => played.right !== "unused")
    const others = all.filter(({played}) => played.right === "unused")
    const list = element("ol", {class: "moments"}, ...named.map((one) => momentItem(one, ply, go)))
    const none = element("p", {class: "quiet", text: "No pawn ever stood beside one that had just moved two squares."})
    const fold = others.length > 0 ? foldOthers(host, others, ply, go) : null
    host.replaceChildren(...[named.length > 0 ? list : none, fold].filter(Boolean))
}

function momentItem({played, number}, ply, go) {
    const [sign, words] = WORDS[played.right]
    const node = button("", () => go(number), {"aria-current": number === ply ? "step" : null})
    node.append(element("span", {class: `sign ${played.right === "legal" ? "good" : "bad"}`, "aria-hidden": "true", text: sign}),
        element("strong", {class: "move", text: `${played.number} ${played.marked}`}), element("span", {text: words}))
    return element("li", {}, node)
}

function foldOthers(host, others, ply, go) {
    const isOpen = host.querySelector("details")?.open ?? false
    const title = `${others.length} double ${others.length === 1 ? "push" : "pushes"} with no pawn beside`
    return element("details", {open: isOpen}, element("summary", {text: title}),
        element("p", {class: "links"}, ...others.map(({played, number}) =>
            button(`${played.number} ${played.marked}`, () => go(number), {class: "link", "aria-current": number === ply ? "step" : null}))))
}
