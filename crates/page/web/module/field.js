// A text field with its diagnostics: the place underlined, what is wrong, and what would be right.

import {byId, element} from "./dom.js"

// The most of a text that is sent on. The rules have bounds of their own; this one keeps the page quick.
export const MOST_TEXT = 1 << 20

// How many characters are shown on each side of a place.
const AROUND = 44

// Shows diagnostics below a field. `sources` maps the name of a field in a request to its text.
export function showDiagnostics(id, diagnostics, sources = {}) {
    const list = byId(`${id}-diagnostics`)
    const field = byId(id)
    list.replaceChildren(...diagnostics.map((diagnostic) => diagnosticItem(diagnostic, sources)))
    list.hidden = diagnostics.length === 0
    if (field) field.setAttribute("aria-invalid", String(diagnostics.some(({severity}) => severity === "error")))
}

export function diagnosticItem(diagnostic, sources = {}) {
    const isError = diagnostic.severity === "error"
    const sign = element("span", {class: "sign", text: isError ? "✗ " : "! ", "aria-hidden": "true"})
    const kind = element("span", {class: "visually-hidden", text: isError ? "Error: " : "Warning: "})
    const message = element("p", {class: "message"}, sign, kind, element("span", {text: diagnostic.message}))
    const item = element("li", {class: isError ? "diagnostic error" : "diagnostic warning"}, message)
    const text = sources[diagnostic.field]
    if (diagnostic.span && typeof text === "string") item.append(excerpt(text, diagnostic))
    for (const name of ["note", "hint"]) {
        if (diagnostic[name]) item.append(element("p", {class: name, text: `${name}: ${diagnostic[name]}`}))
    }
    return item
}

// The text around a place, the place marked, and the label below it.
function excerpt(text, {span: [start, end], label}) {
    const from = Math.max(0, start - AROUND)
    const to = Math.min(text.length, Math.max(end, start) + AROUND)
    // A place of many lines is cut, so that the message stays in view.
    const marked = text.slice(start, Math.min(end, start + 2 * AROUND)) || " "
    const before = (from > 0 ? "…" : "") + text.slice(from, start)
    const after = text.slice(end, to) + (to < text.length ? "…" : "")
    const code = element("code", {}, element("span", {text: flat(before)}), element("mark", {text: flat(marked)}), element("span", {text: flat(after)}))
    return element("p", {class: "excerpt"}, code, label ? element("span", {class: "label", text: ` ${label}`}) : null)
}

function flat(text) {
    return text.replace(/[\n\t]/g, " ")
}

// A diagnostic of the page itself.
export function fault(message, hint = null) {
    return {severity: "error", message, field: null, span: null, label: null, note: null, hint}
}

// What is said instead of reading a text that is too long; null if it is not.
export function tooLong(text, most = MOST_TEXT) {
    if (text.length <= most) return null
    const shown = text.length.toLocaleString("en")
    return fault(`the text has ${shown} characters, and at most ${most.toLocaleString("en")} are read`, "paste one game")
}
