// Connects a library to passant: replace the lines that use chess (here chess.js).
import { createInterface } from "node:readline";
import { Chess } from "chess.js";

let chess, error;
const requests = {
  quit: () => process.exit(0),
  passant: () => ['passant 1 name "chess.js" can=moves'],
  position(text) {
    const [start, moves = ""] = text.split(" moves");
    error = "error badfen";
    chess = start === "startpos" ? new Chess() : new Chess(start.slice(4));
    error = "error illegal";
    for (const move of moves.split(" ").filter(Boolean))
      chess.move({ from: move.slice(0, 2), to: move.slice(2, 4), promotion: move[4] });
    return [];
  },
  moves: () => chess.moves({ verbose: true }).map((move) => `move ${move.lan}`),
};
for await (const line of createInterface({ input: process.stdin })) {
  const [, request, rest] = line.trim().match(/^(\S*) ?(.*)$/);
  error = "error unsupported";
  try { console.log([...requests[request](rest), "ok"].join("\n")); }
  catch (problem) { console.log(error, request, problem.message.split("\n")[0]); }
}
