// The list of moves belongs to the FEN that an object was made from: a new object is made after each move.
import { createRequire } from "node:module";
import { serve } from "./core.mjs";

const { default: Game } = createRequire(import.meta.url)("chess-legal-moves");

class Adapter {
  constructor(fen) { this.game = new Game(fen); }
  moves() {
    const { fenBoard } = this.game.state;
    const rows = fenBoard.split("/").map((row) => row.replace(/\d/g, (digit) => ".".repeat(digit)));
    const at = (square) => rows[8 - square[1]][square.charCodeAt(0) - 97];
    return this.game.scan.legalMoves.flatMap(({ from, quietMoves, killMoves }) =>
      [...quietMoves, ...killMoves].flatMap((to) => {
        const promotes = "pP".includes(at(from)) && "18".includes(to[1]);
        return (promotes ? ["q", "r", "b", "n"] : [""]).map((letter) => from + to + letter);
      }));
  }
  play(uci) { this.game = new Game(this.game.addMove(uci)); }
  fen() { return this.game.fen; }
}

await serve(Adapter, { name: "chess-legal-moves 2.3.2" });
