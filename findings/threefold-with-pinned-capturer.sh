#!/usr/bin/env bash
# A good guess: where a library prints the same FEN three times in a game, clocks aside, it also reports a threefold repetition.
#
# What happens: after a double push beside a pinned pawn, fen() names no square, because nobody can capture, but the
# positions are counted by a key that keeps the square. The third occurrence is not noticed. By the Laws of Chess (9.2.3) the
# position is the same, since the capture was never possible.
#
# Version: chess.js 1.4.0 (npm), chess 1.11.2 (PyPI) as the second opinion. Date: 2026-11-27. Source: FIDE Laws of Chess, 9.2.3.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-save --prefix "$folder" chess.js@1.4.0 > /dev/null
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --target "$folder/packages" chess==1.11.2

cat > "$folder/count.mjs" <<'JAVASCRIPT'
import { Chess } from "chess.js";

for (const [name, fen, push] of [
    ["pinned", "k3r3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d5"],
    ["no pawn beside", "k3r3/7p/8/4P3/8/8/8/4K3 b - - 0 1", "h5"],
]) {
    const game = new Chess(fen);
    const seen = new Map();
    for (const move of [push, "Kf1", "Kb8", "Ke1", "Ka8", "Kf1", "Kb8", "Ke1", "Ka8"]) {
        game.move(move);
        const position = game.fen().split(" ").slice(0, 4).join(" ");
        seen.set(position, (seen.get(position) ?? 0) + 1);
    }
    console.log(`chess.js, ${name}: the last FEN was printed ${Math.max(...seen.values())} times, threefold: ${game.isThreefoldRepetition()}`);
}
JAVASCRIPT
cat > "$folder/count.py" <<'PYTHON'
import chess

for name, fen, push in [
    ("pinned", "k3r3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d5"),
    ("no pawn beside", "k3r3/7p/8/4P3/8/8/8/4K3 b - - 0 1", "h5"),
]:
    board = chess.Board(fen)
    for move in [push, "Kf1", "Kb8", "Ke1", "Ka8", "Kf1", "Kb8", "Ke1", "Ka8"]:
        board.push_san(move)
    print(f"python-chess, {name}: threefold: {str(board.is_repetition(3)).lower()}")
PYTHON
seen=$(cd "$folder" && node count.mjs && PYTHONPATH=$folder/packages python3 count.py)
expected='chess.js, pinned: the last FEN was printed 3 times, threefold: false
chess.js, no pawn beside: the last FEN was printed 3 times, threefold: true
python-chess, pinned: threefold: true
python-chess, no pawn beside: threefold: true'
echo "$seen"
diff <(echo "$expected") <(echo "$seen") && echo "as described"
