// Squares as a person sees them: ranks from top to bottom, files from left to right.

const FILES = "abcdefgh"

// The 64 squares, row by row from the top left of the board.
export function squaresFromTop(isFlipped) {
    const squares = []
    for (let row = 0; row < 8; row += 1) {
        for (let column = 0; column < 8; column += 1) squares.push(squareAt(row, column, isFlipped))
    }
    return squares
}

export function squareAt(row, column, isFlipped) {
    const file = isFlipped ? 7 - column : column
    const rank = isFlipped ? row + 1 : 8 - row
    return FILES[file] + rank
}

// The row and the column of a square, counted from the top left.
export function placeOf(square, isFlipped) {
    const file = FILES.indexOf(square[0])
    const rank = Number(square[1])
    return isFlipped ? {row: rank - 1, column: 7 - file} : {row: 8 - rank, column: file}
}

// The first field of a FEN. `pieces` maps squares to FEN letters.
export function placement(pieces) {
    const rows = []
    for (let row = 0; row < 8; row += 1) {
        let text = ""
        for (let column = 0; column < 8; column += 1) text += pieces[squareAt(row, column, false)] ?? "1"
        rows.push(text.replace(/1+/g, (empty) => String(empty.length)))
    }
    return rows.join("/")
}
