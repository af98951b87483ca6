#!/usr/bin/env bash
# A good guess: a position that was written as a FEN and read again has the same Polyglot key, because both are made by the
# same library, which calls the two positions equal.
#
# What happens: the keys differ after a double push beside a pawn that may not capture because it is pinned. The key counts a
# pawn that stands beside, as the Polyglot format says. fen() names the square only for a legal capture, so the
# position that was read has lost what the key counts. A book that is asked after a FEN has no move there.
#
# Version: chess 1.11.2 (PyPI). Date: 2026-11-27. Source: the format at hgm.nubati.net/book_format.html, Board.fen of python-chess.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --target "$folder/packages" chess==1.11.2

cat > "$folder/keys.py" <<'PYTHON'
import chess
import chess.polyglot

print("chess", chess.__version__)
for name, fen in [("pinned", "k3r3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"), ("free", "k7/3p4/8/4P3/8/8/8/4K3 b - - 0 1")]:
    board = chess.Board(fen)
    board.push_uci("d7d5")
    again = chess.Board(board.fen())
    same = chess.polyglot.zobrist_hash(board) == chess.polyglot.zobrist_hash(again)
    print(f"{name}: FEN {again.fen()}, equal: {board == again}, same Polyglot key: {same}")
PYTHON
seen=$(PYTHONPATH=$folder/packages python3 "$folder/keys.py")
expected='chess 1.11.2
pinned: FEN k3r3/8/8/3pP3/8/8/8/4K3 w - - 0 2, equal: True, same Polyglot key: False
free: FEN k7/8/8/3pP3/8/8/8/4K3 w - d6 0 2, equal: True, same Polyglot key: True'
echo "$seen"
diff <(echo "$expected") <(echo "$seen") && echo "as described"
