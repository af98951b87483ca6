// Asks for the piece to which a pawn is promoted.

import {button, byId, pieceIcon, pieceName} from "./dom.js"

// The move that was chosen; null if the dialog was closed.
export function choosePromotion(moves, side) {
    const dialog = byId("promotion")
    const choices = byId("promotion-choices")
    return new Promise((resolve) => {
        let chosen = null
        choices.replaceChildren(...moves.map((move) => {
            const piece = side === "white" ? move.promotion.toUpperCase() : move.promotion
            const choice = button("", () => { chosen = move; dialog.close() }, {"aria-label": pieceName(piece)})
            choice.append(pieceIcon(piece))
            return choice
        }))
        dialog.addEventListener("close", () => resolve(chosen), {once: true})
        dialog.showModal()
    })
}
