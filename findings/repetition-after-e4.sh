#!/usr/bin/env bash
# A good guess: a tool for databases of games that finds threefold repetitions finds the one that begins with 1. e4.
#
# What happens: pgn-extract --repetition finds a game whose repeated position came after 1. e3, and misses the same game
# with 1. e4. The square that the pawn passed over counts as a part of the position, although no black pawn stands near, so the
# first occurrence differs from the second and the third.
#
# Version: pgn-extract 19.04-1 (Debian 12), chess 1.11.2 (PyPI) as the second opinion. Date: 2026-11-27.
# Source: FIDE Laws of Chess, 9.2.3; the manual page of pgn-extract on --repetition.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
(cd "$folder" && apt-get download -q pgn-extract=19.04-1 > /dev/null 2>&1 && dpkg -x pgn-extract_*.deb .)
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --target "$folder/packages" chess==1.11.2

# Writes the game that begins with this move.
game() {
    printf '[Event "%s"]\n' "$1"
    printf '[%s "?"]\n' Site Date Round White Black
    printf '[Result "*"]\n\n1. %s Nf6 2. Nf3 Ng8 3. Ng1 Nf6 4. Nf3 Ng8 5. Ng1 *\n' "$1"
}
seen=$(for first in e3 e4; do
    game "$first" > "$folder/$first.pgn"
    found=$("$folder/usr/games/pgn-extract" -s --repetition "$folder/$first.pgn" | grep -c '^\[Event' || true)
    claimed=$(PYTHONPATH=$folder/packages python3 -c '
import sys, chess.pgn
game = chess.pgn.read_game(open(sys.argv[1]))
print(sum(node.board().is_repetition(3) for node in game.mainline()))' "$folder/$first.pgn")
    echo "1. $first: threefold positions by python-chess: $claimed, games found by pgn-extract: $found"
done)
expected='1. e3: threefold positions by python-chess: 1, games found by pgn-extract: 1
1. e4: threefold positions by python-chess: 1, games found by pgn-extract: 0'
echo "$seen"
diff <(echo "$expected") <(echo "$seen") && echo "as described"
