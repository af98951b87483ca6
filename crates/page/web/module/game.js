// A game that is stepped through, and played on from any ply.

export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

export class Game {
    constructor(engine) {
        this.engine = engine
        this.fen = START
        this.moves = []
        this.ply = 0
        // All plies of the game, and the position that is shown.
        this.view = null
    }

    // Loads a game. Returns the diagnostics if there is none, and then the game before stays.
    load(fen, moves = [], ply = moves.length) {
        const {ok, error} = this.engine.ask("game", {fen, moves: moves.join(" "), ply})
        if (error) return error
        Object.assign(this, {fen, moves: ok.plies.map(({uci}) => uci), ply: ok.ply, view: ok})
        return null
    }

    // Shows the position after a number of plies.
    go(ply) {
        this.load(this.fen, this.moves, Math.min(Math.max(0, ply), this.moves.length))
    }

    // The moves up to the position that is shown.
    played() {
        return this.moves.slice(0, this.ply)
    }

    // Plays a legal move; what had been undone is dropped, unless it is that move.
    play(uci) {
        if (this.moves[this.ply] === uci) {
            this.go(this.ply + 1)
            return null
        }
        return this.load(this.fen, [...this.played(), uci])
    }

    // The legal moves between two squares: several if the move promotes.
    between(from, to) {
        return this.view.legal.filter((move) => move.from === from && move.to === to)
    }

    // Where a piece may go.
    targets(from) {
        return [...new Set(this.view.legal.filter((move) => move.from === from).map(({to}) => to))]
    }

    // What is wrong with a move, or its UCI text.
    read(text) {
        return this.engine.ask("move", {fen: this.fen, moves: this.played().join(" "), text})
    }

    parameters() {
        const ply = this.ply === this.moves.length ? null : this.ply
        return {fen: this.fen === START ? null : this.fen, moves: this.moves.join(" "), ply}
    }
}

// The game of an address, as `load` takes it.
export function fromParameters({fen, moves, ply}) {
    const list = (moves ?? "").trim().split(/\s+/).filter(Boolean)
    const number = /^\d{1,4}$/.test(ply ?? "") ? Number(ply) : list.length
    return [fen || START, list, number]
}
