#!/usr/bin/env bash
# A good guess: an engine handles "isready" after the commands before it, so the lines of a perft end before "readyok", and a
# program that sends ten positions ahead can tell their answers apart by it.
#
# What happens: Stockfish counts in a thread of its own and says "readyok" at once; the total comes after it. Ethereal counts before
# it reads on. A reader has to end an answer at its total.
#
# Version: stockfish 15.1-4, ethereal-chess 12.00+ds1-1 (Debian 12). Date: 2026-11-28. Source: the UCI protocol of April 2006, by which
# isready is also answered during a calculation, and of which perft is no part.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -q stockfish=15.1-4 ethereal-chess=12.00+ds1-1 > /dev/null 2>&1
for package in *.deb; do dpkg -x "$package" .; done

# Prints the order in which an engine answers a perft command and isready. Perft of the initial position to depth 5 is 4865609.
order() {
    (printf 'uci\nposition startpos\n%s\nisready\n' "$2"; sleep 8; echo quit) | "usr/games/$1" 2> /dev/null |
        sed -nE 's/^(readyok)$/\1/p; s/^(Nodes searched: )?4865609$/total/p' | paste -sd ' '
}
seen="stockfish: $(order stockfish 'go perft 5')
ethereal: $(order ethereal-chess 'perft 5')"
expected='stockfish: readyok total
ethereal: total readyok'
echo "$seen"
diff <(echo "$expected") <(echo "$seen") && echo "as described"
