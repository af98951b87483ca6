// Answers the questions of suites/state with chess.js.
//
// Reads one question a line, as JSON, and writes a line for each: the address, and `ok`, what is different, or `not
// asked` with the reason. Needs the package `chess.js` in the version that the cases name.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

// Packages are looked up where the command is called, not where this file lies.
const require = createRequire(join(process.cwd(), "package.json"));
const { Chess } = require("chess.js");
const { version } = JSON.parse(
  readFileSync(join(process.cwd(), "node_modules/chess.js/package.json"), "utf8"),
);

const MEN = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

class NotAsked extends Error {}

/** The game at the start of a line; what the library does not have is not asked of it. */
function begin(line) {
  if (line.chess960) throw new NotAsked("it has no Chess960");
  if (line.moves.includes("0000")) throw new NotAsked("it has no null moves");
  return new Chess(line.fen);
}

function move(game, uci) {
  return game.move({ from: uci.slice(0, 2), to: uci.slice(2, 4), promotion: uci[4] });
}

function play(line) {
  const game = begin(line);
  for (const uci of line.moves) move(game, uci);
  return game;
}

/** What FIDE 9.2.3 compares: its FEN has the square only where a capture is legal. */
function identity(game) {
  return game.fen().split(" ").slice(0, 4).join(" ");
}

/** A move that is meant by a text, in UCI; null if there is none. The game is left as it was. */
function read(game, text) {
  try {
    const { lan } = game.move(text, { strict: true });
    game.undo();
    return lan;
  } catch {
    return null;
  }
}

function* afterMoves({ line, after }) {
  const game = begin(line);
  const fens = [game.fen()];
  for (const uci of line.moves) {
    move(game, uci);
    fens.push(game.fen());
  }
  for (const row of after) yield [`ply ${row.ply}`, row.legal, fens[row.ply]];
  for (let ply = line.moves.length; 0 <= ply; ply--) {
    for (const row of after.filter((row) => row.ply === ply)) {
      yield [`ply ${ply} taken back`, row.legal, game.fen()];
    }
    game.undo();
  }
}

function* roundTrip({ line, after }) {
  const last = after.at(-1);
  for (const { ply } of after) {
    const { moves } = line;
    const fen = play({ ...line, moves: moves.slice(0, ply) }).fen();
    const game = play({ ...line, fen, moves: moves.slice(ply, last.ply) });
    yield [`ply ${last.ply}, read after ply ${ply}`, last.legal, game.fen()];
  }
}

function* samePosition({ one, other, same }) {
  yield ["same", same, identity(play(one)) === identity(play(other))];
}

function* repetition({ line, second, third, fifth }) {
  const game = begin(line);
  const seen = [identity(game)];
  let own = null;
  line.moves.forEach((uci, index) => {
    move(game, uci);
    seen.push(identity(game));
    if (own === null && game.isThreefoldRepetition()) own = index + 1;
  });
  const times = (ply) => seen.slice(0, ply + 1).filter((then) => then === seen[ply]).length;
  const first = (number) => {
    const ply = seen.findIndex((_, ply) => times(ply) === number);
    return ply < 0 ? null : ply;
  };
  yield ["second", second, first(2)];
  yield ["third", third, first(3)];
  yield ["fifth", fifth, first(5)];
  yield ["third by isThreefoldRepetition", third, own];
}

function* text({ line, written, refused }) {
  const game = play(line);
  for (const { uci, san, tolerated } of written) {
    const found = game.moves({ verbose: true }).find((found) => found.lan === uci);
    yield [uci, san, found?.san];
    yield [san, uci, read(game, san)];
    for (const text of tolerated) yield [text, uci, read(game, text) ?? uci];
  }
  for (const text of refused) yield [text, null, read(game, text)];
}

function* queries({ line, asked }) {
  const game = play(line);
  for (const { uci, legal, takes = null, check } of asked) {
    const found = game.moves({ verbose: true }).find((found) => found.lan === uci);
    yield [uci, legal, found !== undefined];
    if (!found) continue;
    const at = found.flags.includes("e") ? found.to[0] + found.from[1] : found.to;
    yield [`${uci} takes`, takes, found.captured ? `${MEN[found.captured]} on ${at}` : null];
    move(game, uci);
    yield [`${uci} check`, check, game.inCheck()];
    game.undo();
  }
}

function* games({ line, san, "en-passant": enPassant, pgn }) {
  const game = begin(line);
  const captures = [];
  for (const [index, uci] of line.moves.entries()) {
    yield [san[index], uci, read(game, san[index])];
    if (move(game, uci).flags.includes("e")) captures.push(index + 1);
  }
  yield ["en passant", enPassant, captures];
  const loaded = new Chess();
  loaded.loadPgn(`[SetUp "1"]\n[FEN "${line.fen}"]\n\n${pgn}`, { strict: true });
  yield ["loadPgn", game.fen(), loaded.fen()];
}

const KINDS = {
  "after-moves": afterMoves,
  "round-trip": roundTrip,
  "same-position": samePosition,
  repetition,
  text,
  queries,
  games,
};

function answer(question) {
  try {
    for (const [what, want, got] of KINDS[question.kind](question)) {
      if (JSON.stringify(want) !== JSON.stringify(got)) {
        return `${what}: expected ${JSON.stringify(want)}, found ${JSON.stringify(got)}`;
      }
    }
    return "ok";
  } catch (error) {
    if (error instanceof NotAsked) return `not asked: ${error.message}`;
    return `${error}`;
  }
}

console.log(`chess.js ${version}`);
for (const line of readFileSync(0, "utf8").split("\n").filter((line) => line !== "")) {
  const question = JSON.parse(line);
  console.log(`${question.address}\t${answer(question)}`);
}
