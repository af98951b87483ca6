// The npm package called chess. Its list of moves is by SAN; a promotion has no sign in it.
import chess from "chess";
import { Refusal, serve } from "./core.mjs";

class Adapter {
  constructor(fen) {
    this.client = chess.fromFEN(fen, { PGN: true });
    this.past = [];
  }
  list() {
    return Object.entries(this.client.getStatus().notatedMoves).map(([san, { src, dest }]) => {
      const promotes = src.piece.type === "pawn" && (dest.rank === 1 || dest.rank === 8);
      return { san, uci: `${src.file}${src.rank}${dest.file}${dest.rank}${promotes ? san.at(-1).toLowerCase() : ""}` };
    });
  }
  find(uci) {
    const found = this.list().find((move) => move.uci === uci);
    if (!found) throw new Refusal(uci);
    return found;
  }
  moves() { return this.list().map(({ uci }) => uci); }
  play(uci) { this.past.push(this.client.move(this.find(uci).san)); }
  undo() { this.past.pop().undo(); }
  san(uci) { return this.find(uci).san; }
  occurrences() { return this.client.getStatus().isRepetition ? ">=3" : "<3"; }
}

await serve(Adapter, { name: "chess (npm) 1.5.1" });
