#!/usr/bin/env bash
# A good guess: Polyglot finds a position in a book that it has made itself, whether the moves are played or the position is set up:
# its format counts an en passant square only if a pawn stands beside the pushed pawn, and the FEN standard names the square after
# every double push.
#
# What happens: after 1.e4 it plays the reply of its book. After setboard with the FEN of the same position, which names e3, it
# searches: it counts the square that the FEN names without looking for a pawn. With "-" in place of e3 it plays the reply again.
#
# Version: polyglot 2.0.4+git20210322-1, stockfish 15.1-4 (Debian 12). Date: 2026-11-29. Source: the format at
# hgm.nubati.net/book_format.html, the standard of PGN of 1994, section 16.1.3.4.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -q polyglot=2.0.4+git20210322-1 stockfish=15.1-4 > /dev/null 2>&1
for package in *.deb; do dpkg -x "$package" .; done

# A book with a reply that no search would choose.
printf '[Event "?"]\n[Result "1-0"]\n\n1. e4 h5 1-0\n\n[Event "?"]\n[Result "0-1"]\n\n1. e4 h5 0-1\n' > games.pgn
usr/games/polyglot make-book -pgn games.pgn -bin book.bin -min-game 1 > /dev/null

# Prints the reply to 1.e4 that is played after some commands.
reply() {
    (printf 'xboard\nprotover 2\n'; sleep 2; printf 'option Polyglot Book=1\noption Polyglot BookFile=book.bin\nnew\nsd 1\n'; sleep 1
        printf '%s\n' "$@"; sleep 3; echo quit) | usr/games/polyglot -noini -ec usr/games/stockfish 2> /dev/null |
        sed -n 's/^move //p' | head -1
}
board=rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR
seen=$(echo "played: $(reply 'usermove e2e4')"
    for square in - e3; do
        played=$(reply force "setboard $board b KQkq $square 0 1" go)
        echo "FEN with $square: $([ "$played" = h7h5 ] && echo "$played" || echo 'another move')"
    done)
expected='played: h7h5
FEN with -: h7h5
FEN with e3: another move'
echo "$seen"
diff <(echo "$expected") <(echo "$seen") && echo "as described"
