// The address of the page names the view and what it shows: `#explain?fen=…&moves=…`.

export const VIEWS = ["explain", "play", "learn", "judge", "count"]

// The view and its parameters. An unknown view is the first.
export function readAddress(hash = location.hash) {
    const [name, query = ""] = splitOnce(hash.replace(/^#/, ""), "?")
    const view = VIEWS.includes(name) ? name : VIEWS[0]
    return {view, parameters: Object.fromEntries(new URLSearchParams(query))}
}

export function formatAddress(view, parameters = {}) {
    const given = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined && value !== "")
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
    // Slashes and commas need no escape in a fragment; a FEN stays readable.
    const readable = query.replaceAll("%2F", "/").replaceAll("%2C", ",")
    return `#${view}${readable ? `?${readable}` : ""}`
}

// Replaces the address, so that it is a link to what is shown, without a new entry in the history.
export function replaceAddress(view, parameters) {
    const address = formatAddress(view, parameters)
    if (location.hash !== address && readAddress().view === view) history.replaceState(null, "", address)
}

function splitOnce(text, separator) {
    const at = text.indexOf(separator)
    return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
