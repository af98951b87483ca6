// Two hints for a position to solve: where to look, and what to ask. Neither is the answer.

const THREEFOLD = "threefold"

// Each hint has a text, and the squares to frame.
export function listHints(view, answers) {
    if (answers.some(({move}) => move === THREEFOLD)) return aboutRepetition(view)
    return view.right ? aboutRight(view, view.right) : aboutNoRight(view)
}

function aboutRight({king}, {origin, victim, target, captures}) {
    const from = captures.map((capture) => capture.from)
    const imagine = from.length === 1
        ? `Imagine the pawn from ${from[0]} on ${target}, and the pawn on ${victim} gone`
        : `Judge ${from.join(" and ")} one by one. Imagine the pawn on ${target}, and the pawn on ${victim} gone`
    return [
        {text: `The pawn has come from ${origin} to ${victim}, and passed over ${target}. Which pawns stand beside it?`, squares: [target]},
        {text: from.length === 0 ? `No pawn stands beside ${victim}.` : `${imagine}: is the king on ${king} attacked?`, squares: [...from, king]},
    ]
}

function aboutNoRight(view) {
    const why = view.no_right
    const last = view.plies.at(-1)?.uci
    return [
        {text: "Look at the last move. Only a pawn that has just moved two squares can be captured in passing.", squares: last ? [last.slice(2, 4)] : []},
        {text: `${why[0].toUpperCase()}${why.slice(1)}.`, squares: []},
    ]
}

function aboutRepetition(view) {
    const pushes = view.plies.filter(({right}) => right === "legal").map(({number, san}) => `${number} ${san}`)
    return [
        {text: "Step back to each time that the picture was there. Was a move possible then that is not possible now?", squares: []},
        {text: `After ${pushes.join(" and ")} a pawn had just moved two squares.`, squares: []},
    ]
}
