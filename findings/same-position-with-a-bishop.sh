#!/usr/bin/env bash
# A good guess: a function that says whether two positions are the same, and looks whether the en passant capture is legal, looks
# at pawns.
#
# What happens: Board::same_position takes every piece on the square of a capturer that may move to the target. After d7-d5, a
# bishop or a queen on c5 can move to d6, so the position with "d6" and the one with "-" are different, although no pawn can
# capture. A knight, which cannot move there, is no capturer, and a rook is none.
#
# Version: cozy-chess 0.3.4 (crates.io), chess 1.11.2 (PyPI) as the second opinion. Date: 2026-11-27.
# Source: FIDE Laws of Chess, 9.2.3; Board::same_position of cozy-chess, whose documentation promises that only legal captures count.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/src"
cat > "$folder/Cargo.toml" <<'TOML'
[package]
name = "same"
version = "0.1.0"
edition = "2021"
[dependencies]
cozy-chess = "=0.3.4"
TOML
cat > "$folder/src/main.rs" <<'RUST'
use cozy_chess::Board;

fn main() {
    for piece in ["P", "N", "B", "R", "Q"] {
        let position = |target| format!("6k1/8/8/2{piece}p4/8/8/8/4K3 w - {target} 0 1");
        let board = |target| Board::from_fen(&position(target), false).expect("a valid position");
        println!("cozy-chess, {piece} on c5: same position with d6 and -: {}", board("d6").same_position(&board("-")));
    }
}
RUST
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --target "$folder/packages" chess==1.11.2
cat > "$folder/same.py" <<'PYTHON'
import chess

for piece in "PNBRQ":
    boards = [chess.Board(f"6k1/8/8/2{piece}p4/8/8/8/4K3 w - {target} 0 1") for target in ("d6", "-")]
    print(f"python-chess, {piece} on c5: same position with d6 and -: {str(boards[0] == boards[1]).lower()}")
PYTHON
seen=$(cd "$folder" && cargo run --quiet && PYTHONPATH=packages python3 same.py)
expected='cozy-chess, P on c5: same position with d6 and -: false
cozy-chess, N on c5: same position with d6 and -: true
cozy-chess, B on c5: same position with d6 and -: false
cozy-chess, R on c5: same position with d6 and -: true
cozy-chess, Q on c5: same position with d6 and -: false
python-chess, P on c5: same position with d6 and -: false
python-chess, N on c5: same position with d6 and -: true
python-chess, B on c5: same position with d6 and -: true
python-chess, R on c5: same position with d6 and -: true
python-chess, Q on c5: same position with d6 and -: true'
echo "$seen"
diff <(echo "$expected") <(echo "$seen") && echo "as described"
