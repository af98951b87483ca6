// A position keeps no counters: those of its FEN are always `0 1`. The library reads no FEN without them.
import kokopu from "kokopu";
import { Refusal, serve } from "./core.mjs";

class Adapter {
  constructor(fen) {
    this.position = new kokopu.Position(fen);
    if (!this.position.isLegal()) throw new Refusal("isLegal() is false");
  }
  moves() {
    return this.position.moves().map((move) => {
      const flags = [move.isEnPassant() && "ep", move.isCapture() && "cap"];
      return [this.position.uci(move), ...flags.filter(Boolean)].join(" ");
    });
  }
  play(uci) { this.position.play(this.position.uci(uci)); }
  again() { return new Adapter(this.position); }
  fen() { return this.position.fen(); }
  legal(uci) {
    const found = this.position.isMoveLegal(uci.slice(0, 2), uci.slice(2, 4));
    return found && (found.status === "promotion") === (uci.length === 5);
  }
  victim(uci) {
    const move = this.position.uci(uci);
    if (move.isEnPassant()) return move.enPassantSquare();
    return move.isCapture() ? move.to() : null;
  }
  san(uci) { return this.position.notation(this.position.uci(uci)); }
  parse(text) { return this.position.uci(this.position.notation(text)); }
  pgn(text) {
    const moves = [];
    for (let node = kokopu.pgnRead(text, 0).mainVariation().first(); node; node = node.next()) {
      const before = node.positionBefore();
      moves.push(before.uci(before.notation(node.notation())));
    }
    return moves;
  }
  same(other) { return kokopu.Position.isEqual(this.position, other.position); }
}

await serve(Adapter, { name: "kokopu 4.13.4", flags: "ep,cap" });
