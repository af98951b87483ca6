// Connects chess.js to passant. For another library replace the lines that use `chess`. Each entry of `answer` answers the
// request with its name: delete those, below `moves`, that the library cannot answer, and the flags that `line` lacks.
import { createInterface } from "node:readline";
import { Chess, SQUARES } from "chess.js";

class Refusal extends Error {}
let chess = new Chess();
const legalMoves = () => chess.moves({ verbose: true });
const refuse = (kind, error) => { throw new Refusal(`${kind} ${error.message ?? error}`); };
const attempt = (kind, action) => { try { return action(); } catch (error) { refuse(kind, error); } };
const play = (uci) => attempt("illegal", () => chess.move({ from: uci.slice(0, 2), to: uci.slice(2, 4), promotion: uci[4] }));
const find = (uci) => legalMoves().find((move) => move.lan === uci) ?? refuse("illegal", uci);
function* flags(move) {
  if (move.isEnPassant()) yield "ep";
  if (move.isCapture() || move.isEnPassant()) yield "cap";
  if (move.isKingsideCastle() || move.isQueensideCastle()) yield "castle";
  if (move.isPromotion()) yield "promo";
}
const line = (move) => ["move", move.lan, ...flags(move)].join(" ");
function attempted(uci, ask) {
  try { play(uci); } catch { return ask(false); }
  const answer = ask(true);
  chess.undo();
  return answer;
}
const squaresOf = (color) => SQUARES.filter((square) => chess.get(square)?.color === color);
const shown = () => answer.fen?.() ?? [];
const answer = {
  position(text) {
    const [root, played = ""] = text.split(/ moves ?/);
    chess = attempt("badfen", () => (root === "startpos" ? new Chess() : new Chess(root.slice(4))));
    for (const uci of played.split(" ").filter(Boolean)) play(uci);
    return shown();
  },
  moves: () => legalMoves().map(line),
  play(uci) { play(uci); return shown(); },
  undo() { if (!chess.undo()) refuse("usage", "no move to take back"); return shown(); },
  reread() { chess = new Chess(chess.fen()); return shown(); },
  fen: () => [`fen ${chess.fen()}`],
  san: (uci) => [`san ${find(uci).san}`],
  legal: (uci) => attempted(uci, (isLegal) => [`legal ${isLegal ? "yes" : "no"}`]),
  victim(uci) {
    const them = chess.turn() === "w" ? "b" : "w";
    const before = squaresOf(them);
    const after = attempted(uci, (isLegal) => isLegal ? squaresOf(them) : refuse("illegal", uci));
    return [`victim ${before.find((square) => !after.includes(square)) ?? "none"}`];
  },
  parse(text) { const move = attempt("illegal", () => chess.move(text)); chess.undo(); return [line(move)]; },
  pgn(text) {
    const game = new Chess();
    attempt("illegal", () => game.loadPgn(text.replaceAll("\\n", "\n")));
    return game.history({ verbose: true }).map((move) => `move ${move.lan}`);
  },
  key: () => [`key ${chess.hash()}`],
  occurrences: () => [`occurrences ${chess.isThreefoldRepetition() ? ">=3" : "<3"}`],
};
const reply = (line) => {
  const [, request, rest] = line.trim().match(/^(\S*) ?(.*)$/);
  if (line.trim() === "passant 1")
    return [`passant 1 name "chess.js" can=${Object.keys(answer).slice(1)} flags=ep,cap,castle,promo`];
  return Object.hasOwn(answer, request) ? answer[request](rest) : refuse("unsupported", line);
};
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === "quit") process.exit(0);
  try { console.log([...reply(line), "ok"].join("\n")); }
  catch (error) { console.log(`error ${error instanceof Refusal ? error.message : `failed ${error}`}`.replaceAll("\n", " ")); }
}
