// Both versions of the library, which have one interface. It promotes to queens only: the other three are listed and
// played by this adapter, by putting the piece on the board.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { serve } from "./core.mjs";

const { Game } = createRequire(import.meta.url)("js-chess-engine");
const { version } = JSON.parse(readFileSync(new URL("node_modules/js-chess-engine/package.json", import.meta.url)));

class Adapter {
  constructor(fen) { this.game = new Game(fen); }
  promotes(from, to) { return "pP".includes(this.game.exportJson().pieces[from]) && "18".includes(to[1]); }
  moves() {
    return Object.entries(this.game.moves()).flatMap(([from, targets]) =>
      [...new Set(targets)].flatMap((to) => {
        const letters = this.promotes(from, to) ? ["q", "r", "b", "n"] : [""];
        return letters.map((letter) => (from + to).toLowerCase() + letter);
      }));
  }
  play(uci) {
    const isWhite = this.game.exportJson().turn === "white";
    this.game.move(uci.slice(0, 2), uci.slice(2, 4));
    const letter = uci[4];
    if (letter) this.game.setPiece(uci.slice(2, 4).toUpperCase(), isWhite ? letter.toUpperCase() : letter);
  }
  fen() { return this.game.exportFEN(); }
}

await serve(Adapter, { name: `js-chess-engine ${version}` });
