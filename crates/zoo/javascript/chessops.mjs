import { Chess } from "chessops/chess";
import { makeFen, parseFen } from "chessops/fen";
import { parsePgn, startingPosition } from "chessops/pgn";
import { makeSan, parseSan } from "chessops/san";
import { makeUci, parseUci } from "chessops";
import { Refusal, serve } from "./core.mjs";

class Adapter {
  constructor(fen) { this.position = Chess.fromSetup(parseFen(fen).unwrap()).unwrap(); }
  moves() {
    const moves = [];
    for (const [from, targets] of this.position.allDests()) {
      const isPawn = this.position.board.getRole(from) === "pawn";
      for (const to of targets) {
        const promotes = isPawn && (to < 8 || to >= 56);
        const roles = promotes ? ["queen", "rook", "bishop", "knight"] : [undefined];
        moves.push(...roles.map((promotion) => this.uci({ from, to, promotion })));
      }
    }
    return moves;
  }
  // The library's castling move is king takes rook.
  uci(move) {
    const isCastling = this.position.board.getRole(move.from) === "king" && this.position.board[this.position.turn].has(move.to);
    return isCastling ? makeUci({ from: move.from, to: move.from + (move.to > move.from ? 2 : -2) }) : makeUci(move);
  }
  read(uci) {
    const move = parseUci(uci);
    if (!move || !this.position.isLegal(move)) throw new Refusal(uci);
    return move;
  }
  play(uci) { this.position.play(this.read(uci)); }
  again() { return Object.assign(Object.create(Adapter.prototype), { position: this.position.clone() }); }
  fen() { return makeFen(this.position.toSetup()); }
  legal(uci) { return this.position.isLegal(parseUci(uci)); }
  san(uci) { return makeSan(this.position, this.read(uci)); }
  parse(text) {
    const move = parseSan(this.position, text);
    if (!move) throw new Refusal(text);
    return this.uci(move);
  }
  pgn(text) {
    const [game] = parsePgn(text);
    const reader = Object.assign(Object.create(Adapter.prototype), { position: startingPosition(game.headers).unwrap() });
    return [...game.moves.mainline()].map(({ san }) => {
      const uci = reader.parse(san);
      reader.play(uci);
      return uci;
    });
  }
}

await serve(Adapter, { name: "chessops 0.15.1" });
