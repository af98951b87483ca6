// js-chess-engine 2 as a UCI engine, for `passant check --suite search`: what it plays after a search to a depth, without
// extensions and quiescence. Its line is the move.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const { Game } = createRequire(import.meta.url)("js-chess-engine");
let game = new Game();

const play = (uci) => {
  const side = game.exportJson().turn;
  game.move(uci.slice(0, 2), uci.slice(2, 4));
  const letter = uci[4];
  if (letter) game.setPiece(uci.slice(2, 4).toUpperCase(), side === "white" ? letter.toUpperCase() : letter);
};

const position = (rest) => {
  const [start, moves = ""] = rest.split(/ ?moves /);
  game = start.startsWith("fen ") ? new Game(start.slice(4)) : new Game();
  moves.split(" ").filter(Boolean).forEach(play);
};

const search = (base) => {
  const { move, bestScore } = game.ai({ level: 1, play: false, analysis: true, depth: { base, extended: 0, check: false, quiescence: 0 } });
  const [[from, to]] = Object.entries(move);
  const pawn = "pP".includes(game.exportJson().pieces[from]) && "18".includes(to[1]);
  const uci = (from + to).toLowerCase() + (pawn ? "q" : "");
  console.log(`info depth ${base} score cp ${Math.round(bestScore)} pv ${uci}\nbestmove ${uci}`);
};

for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...words] = line.trim().split(/\s+/);
  if (command === "uci") console.log("id name js-chess-engine\nuciok");
  else if (command === "isready") console.log("readyok");
  else if (command === "position") position(words.join(" "));
  else if (command === "go") search(Number(words[words.indexOf("depth") + 1]) || 2);
  else if (command === "quit") break;
}
