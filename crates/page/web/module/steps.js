// Buttons and keys that step through the plies of a game.

import {button, element, svg} from "./dom.js"

const SHAPES = {first: "M4 4h2v12H4zM16 4v12L7 10z", back: "M14 4v12L5 10z", on: "M6 4v12l9-6z", last: "M14 4h2v12h-2zM4 4v12l9-6z"}

// `at()` is the number of the position that is shown, `count()` the number of the last one; `go(number)` shows another.
export class Steps {
    constructor(toolbar, {at, count, go, flip}) {
        Object.assign(this, {at, count, go})
        this.place = element("span", {class: "place"})
        this.back = [this.step("first", "First position", () => 0), this.step("back", "Undo: one ply back", () => at() - 1)]
        this.forward = [this.step("on", "Redo: one ply on", () => at() + 1), this.step("last", "Last position", count)]
        const turn = button("Flip", flip, {"aria-label": "Flip the board", "aria-keyshortcuts": "f"})
        toolbar.prepend(...this.back, this.place, ...this.forward, turn)
        listenToKeys(toolbar, {ArrowLeft: () => go(at() - 1), ArrowRight: () => go(at() + 1), f: flip})
    }

    step(shape, label, number) {
        const node = button("", () => this.go(number()), {"aria-label": label, title: label, class: "icon"})
        node.append(svg("svg", {viewBox: "0 0 20 20", "aria-hidden": "true"}, svg("path", {d: SHAPES[shape]})))
        return node
    }

    show() {
        this.place.textContent = `${this.at()} / ${this.count()}`
        for (const node of this.back) node.disabled = this.at() === 0
        for (const node of this.forward) node.disabled = this.at() === this.count()
    }
}

// Where an arrow has a meaning of its own.
const WITH_ARROWS = "input, textarea, select, dialog, [role=grid]"

// The arrows belong to the view that is shown. A letter, which speech input may type, belongs to the board and its buttons
// alone (WCAG 2.1.4).
function listenToKeys(toolbar, keys) {
    document.addEventListener("keydown", (event) => {
        const isOther = event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || !keys[event.key]
        const isLetter = event.key.length === 1
        const isHere = isLetter ? event.target.closest("[role=grid], [role=toolbar]") : !event.target.closest(WITH_ARROWS)
        if (isOther || !isHere || toolbar.closest("[hidden]")) return
        event.preventDefault()
        keys[event.key]()
    })
}
