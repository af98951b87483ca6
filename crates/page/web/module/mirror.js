// The same game with the colors changed: ranks are turned over, and White becomes Black.

export function mirrorFen(fen) {
    const [placement, side, castling = "-", target = "-", ...clocks] = fen.split(" ")
    const rows = placement.split("/").reverse().map(swapCase).join("/")
    // Capital letters come first.
    const rights = swapCase(castling).replace(/^([a-z]+)([A-Z]+)$/, "$2$1")
    return [rows, side === "w" ? "b" : "w", rights, mirrorSquares(target), ...clocks].join(" ")
}

// Mirrors moves in UCI notation, or squares.
export function mirrorSquares(text) {
    return text.replace(/([a-h])([1-8])/g, (_, file, rank) => file + (9 - Number(rank)))
}

function swapCase(text) {
    return text.replace(/[a-z]/gi, (letter) => letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())
}
