// Reads pasted texts besides FEN and PGN: addresses of analysis boards, and FENs as they stand in addresses.

// The text that an address or a FEN with underscores means; every other text is returned unchanged.
export function readPasted(text) {
    const trimmed = text.trim()
    const address = /^(?:https?:\/\/)?[\w.-]+\.[a-z]{2,}(?:\/\S*)?$/i.test(trimmed) || /^https?:\/\/\S+$/i.test(trimmed)
    if (address) return fromAddress(trimmed) ?? text
    return isPlacement(trimmed) && !/\s/.test(trimmed) && trimmed.includes("_") ? trimmed.replaceAll("_", " ") : text
}

// A FEN, moves or a game in the parameters of an address, or a FEN or moves in its path.
function fromAddress(text) {
    const url = parse(/^https?:/i.test(text) ? text : `https://${text}`)
    if (!url) return null
    const fragment = url.hash.includes("?") ? url.hash.slice(url.hash.indexOf("?")) : url.hash.slice(1)
    const lists = [url.searchParams, new URLSearchParams(fragment)]
    const find = (name) => lists.map((list) => list.get(name)).find(Boolean)
    const [fen, moves, pgn] = [find("fen"), find("moves"), find("pgn")]
    if (fen || moves) return `position ${fen ? `fen ${spaced(fen)}` : "startpos"}${moves ? ` moves ${spaced(moves)}` : ""}`
    return pgn ?? fromPath(decode(url.pathname))
}

function fromPath(path) {
    const game = /\/pgn\/(.+)$/.exec(path)
    if (game) return spaced(game[1]).replaceAll("+", " ")
    const fen = /\/((?:[1-8pnbrqk]+\/){7}[1-8pnbrqk]+(?:[_ ][^/]*)?)$/i.exec(path)
    return fen && spaced(fen[1])
}

function isPlacement(text) {
    return /^(?:[1-8pnbrqk]+\/){7}[1-8pnbrqk]+/i.test(text)
}

function spaced(text) {
    return text.replaceAll("_", " ").trim()
}

function parse(address) {
    try {
        return new URL(address)
    } catch {
        return null
    }
}

function decode(path) {
    try {
        return decodeURIComponent(path)
    } catch {
        return path
    }
}
