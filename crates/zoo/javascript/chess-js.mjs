// All versions of the library, of which the older have no hash and no null moves.
import { readFileSync } from "node:fs";
import { Chess } from "chess.js";
import { Refusal, serve } from "./core.mjs";

const { version } = JSON.parse(readFileSync(new URL("node_modules/chess.js/package.json", import.meta.url)));

class Adapter {
  constructor(fen) { this.chess = new Chess(fen); }
  list() { return this.chess.moves({ verbose: true }); }
  moves() {
    return this.list().map((move) => {
      const flags = [move.isEnPassant() && "ep", (move.isCapture() || move.isEnPassant()) && "cap"];
      return [move.lan, ...flags.filter(Boolean)].join(" ");
    });
  }
  play(uci) {
    this.chess.move(uci === "0000" ? "--" : { from: uci.slice(0, 2), to: uci.slice(2, 4), promotion: uci[4] });
  }
  undo() { this.chess.undo(); }
  fen() { return this.chess.fen(); }
  san(uci) {
    const found = this.list().find((move) => move.lan === uci);
    if (!found) throw new Refusal(uci);
    return found.san;
  }
  parse(text) {
    const { lan } = this.chess.move(text);
    this.chess.undo();
    return lan;
  }
  pgn(text) {
    const game = new Chess();
    game.loadPgn(text);
    return game.history({ verbose: true }).map((move) => move.lan);
  }
  key() { return this.chess.hash(); }
  occurrences() { return this.chess.isThreefoldRepetition() ? ">=3" : "<3"; }
}

if (!Chess.prototype.hash) delete Adapter.prototype.key;
const hasNullMoves = (() => {
  try { return new Chess().move("--") !== null; } catch { return false; }
})();
await serve(Adapter, { name: `chess.js ${version}`, flags: "ep,cap", hasNullMoves });
