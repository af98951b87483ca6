// The library lists moves of both sides that may leave the king in check. What is legal is decided as its own rule for the
// end of a game does: a move after which no move of the other side goes to the king's square.
import { createRequire } from "node:module";
import { Refusal, serve } from "./core.mjs";

const chess = createRequire(import.meta.url)("node-chess");
const name = ({ file, rank }) => "abcdefgh"[file - 1] + rank;
const square = (text) => ({ file: text.charCodeAt(0) - 96, rank: Number(text[1]) });

class Adapter {
  constructor(fen) {
    this.engine = chess.classic.engine();
    this.engine.positionParser(fen);
  }
  squares(state) { return state.ranks.flatMap(({ squares }) => squares); }
  isLegal(move) {
    const isWhite = this.engine.boardState.whitesTurn;
    const next = this.engine.movePiece(move, this.engine.boardState);
    if (!next) return false;
    const king = this.squares(next).find(({ piece }) => piece?.name === "King" && piece.isWhite === isWhite);
    // A double push may land on its own king.
    return king !== undefined && !next.moves.some(({ to, isWhite: mover }) => mover !== isWhite && name(to) === name(king));
  }
  list() {
    const { moves, whitesTurn } = this.engine.boardState;
    return moves.filter((move) => move.isWhite === whitesTurn && this.isLegal(move));
  }
  moves() {
    const texts = this.list().flatMap(({ from, to }) => {
      const isPawn = this.engine.getSquare(from).piece.name === "Pawn";
      const letters = isPawn && (to.rank === 1 || to.rank === 8) ? ["q", "r", "b", "n"] : [""];
      return letters.map((letter) => name(from) + name(to) + letter);
    });
    return [...new Set(texts)];
  }
  play(uci) {
    const [from, to, letter] = [square(uci), square(uci.slice(2)), uci[4]];
    if (!this.moves().includes(uci)) throw new Refusal(uci);
    const { whitesTurn } = this.engine.boardState;
    this.engine.movePiece({ from, to });
    // It promotes to queens, and not when the pawn captures: the piece is put there.
    if (letter) {
      this.engine.getSquare(to).piece = this.engine.createPiece(whitesTurn ? letter.toUpperCase() : letter, to);
      this.engine.populateAvailableMoves();
    }
  }
}

await serve(Adapter, { name: "node-chess 1.3.1" });
