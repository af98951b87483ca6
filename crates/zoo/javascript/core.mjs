// The line protocol for any library that is wrapped in a class:
//   constructor(fen)   throws what the library throws, or `Refusal` where it only says no
//   moves()            moves in UCI notation, perhaps with flags behind
//   play(uci)          throws if the library refuses
// and, where the library has an answer of its own: undo(), fen(), legal(uci), victim(uci), san(uci), parse(text), pgn(text), key(),
// same(other), occurrences(), and again(), which returns a copy that the library has made. A class with fen() is also asked to
// read what it has written.
import { createInterface } from "node:readline";

export class Refusal extends Error {}

const OPTIONAL = ["undo", "again", "reread", "fen", "legal", "victim", "san", "parse", "pgn", "key", "same", "occurrences"];

export async function serve(Library, { name, flags = "", keys = "own", hasNullMoves = false }) {
  const offered = OPTIONAL.filter((request) => Library.prototype[request === "reread" ? "fen" : request]);
  const handshake = `passant 1 name "${name}" can=${["moves", "divide", "play", ...offered]}${flags && ` flags=${flags}`} keys=${keys}${hasNullMoves ? " null=yes" : ""}`;
  let now, root, played;

  const read = (text) => {
    const [position, moves = ""] = text.split(/ moves ?/);
    const fen = position === "startpos" ? "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" : position.slice(4);
    return [fen, moves.split(" ").filter(Boolean)];
  };
  const at = (fen, moves) => {
    const position = refusing("badfen", () => new Library(fen));
    for (const move of moves) refusing("illegal", () => position.play(move));
    return position;
  };
  const list = (position) => position.moves().map((line) => line.split(" ")[0]);
  const leaves = (moves, depth) => {
    if (depth === 0) return 1;
    const replies = list(at(root, moves));
    return depth === 1 ? replies.length : replies.reduce((sum, move) => sum + leaves([...moves, move], depth - 1), 0);
  };
  const held = () => (offered.includes("fen") ? [`fen ${now.fen()}`] : []);
  const yesOrNo = (answer) => (answer ? "yes" : "no");
  const answers = {
    passant: (version) => (version === "1" ? [handshake] : fail(`unsupported passant ${version}`)),
    position: (text) => {
      [root, played] = read(text);
      now = at(root, played);
      return held();
    },
    moves: () => now.moves().map((line) => `move ${line}`),
    divide: (depth) => {
      const counts = list(now).map((move) => [move, leaves([...played, move], depth - 1)]);
      const total = counts.reduce((sum, [, nodes]) => sum + nodes, 0);
      return [...counts.map(([move, nodes]) => `move ${move} ${nodes}`), `total ${total}`];
    },
    play: (move) => {
      refusing("illegal", () => now.play(move));
      played = [...played, move];
      return held();
    },
    undo: () => {
      if (played.length === 0) fail("usage no move to take back");
      now.undo();
      played = played.slice(0, -1);
      return held();
    },
    again: () => {
      now = now.again();
      return held();
    },
    reread: () => {
      const fen = now.fen();
      now = at(fen, []);
      [root, played] = [fen, []];
      return held();
    },
    fen: held,
    legal: (move) => [`legal ${yesOrNo(now.legal(move))}`],
    victim: (move) => [`victim ${now.victim(move) ?? "none"}`],
    san: (move) => [`san ${refusing("illegal", () => now.san(move))}`],
    parse: (text) => [`move ${refusing("illegal", () => now.parse(text))}`],
    pgn: (text) => refusing("illegal", () => now.pgn(text.replaceAll("\\n", "\n"))).map((move) => `move ${move}`),
    key: () => [`key ${now.key()}`],
    same: (text) => [`same ${yesOrNo(now.same(at(...read(text))))}`],
    occurrences: () => [`occurrences ${now.occurrences()}`],
  };
  const offers = (request) => !OPTIONAL.includes(request) || offered.includes(request);

  for await (const line of createInterface({ input: process.stdin })) {
    const [, request, rest] = line.trim().match(/^(\S*) ?(.*)$/);
    if (request === "quit") process.exit(0);
    try {
      if (!Object.hasOwn(answers, request) || !offers(request)) fail(`unsupported ${request}`);
      console.log([...answers[request](rest), "ok"].join("\n"));
    } catch (error) {
      const text = error instanceof ProtocolError ? error.message : `failed ${error}`;
      console.log(`error ${text.replace(/\s+/g, " ").slice(0, 400)}`);
    }
  }
}

class ProtocolError extends Error {}

function fail(text) {
  throw new ProtocolError(text);
}

/// What the library throws on purpose is a refusal; what JavaScript throws by itself is a crash.
function refusing(kind, action) {
  try {
    return action();
  } catch (error) {
    const isAccident = error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
    throw error instanceof ProtocolError || isAccident ? error : new ProtocolError(`${kind} ${error.message ?? error}`);
  }
}
