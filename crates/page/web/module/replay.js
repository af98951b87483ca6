// The positions of a lesson, one after the other: from before the double push to the position in question.

import {marksOf} from "./right-panel.js"

// Each frame has its pieces, the squares of the move that led there, and the king in check.
export function listFrames(engine, {fen, moves}) {
    const played = moves.split(" ").filter(Boolean)
    const views = Array.from({length: played.length + 1}, (_, ply) => engine.ask("game", {fen, moves, ply}).ok).filter(Boolean)
    const frames = views.map((view) => ({pieces: view.pieces, marks: {...marksOf(view), right: null}}))
    const right = views[0]?.right
    return right ? [{pieces: beforePush(views[0].pieces, right), marks: {}}, ...frames] : frames
}

// A FEN with a target says which pawn has moved last, and from where.
function beforePush(pieces, {origin, victim}) {
    const {[victim]: pawn, ...others} = pieces
    return {...others, [origin]: pawn}
}
