#!/usr/bin/env bash
# A good guess: the standard of PGN has two kinds of text that go on to the end of the line, comments after ";" and lines that begin
# with "%", and whoever reads PGN at all skips both.
#
# What happens: of seven readers, two skip both. kokopu and cm-pgn refuse a game that has either, chess.js and pgn-parser one with a
# "%" line. pgn-extract knows no ";": it takes letters of the comment for moves, finds three games in a file that has one, prints two
# of them, both without a move, and ends with status 0.
#
# Version: chess.js 1.4.0, chessops 0.15.1, @mliebelt/pgn-parser 1.4.19, kokopu 4.13.4, cm-pgn 5.0.0 (npm), chess 1.11.2 (PyPI),
# pgn-extract 19.04-1 (Debian 12). Date: 2026-11-29. Source: the standard of PGN, 5 (comments) and 6 (escape mechanism).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-save --prefix "$folder" chess.js@1.4.0 chessops@0.15.1 @mliebelt/pgn-parser@1.4.19 kokopu@4.13.4 \
    cm-pgn@5.0.0 > /dev/null
python3 -m pip install --quiet --root-user-action ignore --target "$folder/python" chess==1.11.2
(cd "$folder" && apt-get download -q pgn-extract=19.04-1 > /dev/null 2>&1 && dpkg -x pgn-extract_*.deb .)

cat > "$folder/read.mjs" <<'JAVASCRIPT'
import { writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { Chess } from "chess.js";
import { parsePgn } from "chessops/pgn";
import parser from "@mliebelt/pgn-parser";
import { pgnRead } from "kokopu";
import { Pgn } from "cm-pgn/src/Pgn.js";

const PYTHON = `
import sys
import chess.pgn

game = chess.pgn.read_game(sys.stdin)
print(*(node.san() for node in game.mainline()))
`;
const output = (program, words, input) => spawnSync(program, words, { input, encoding: "utf8" }).stdout;
const extract = (pgn) => {
    writeFileSync("game.pgn", pgn);
    return output("usr/games/pgn-extract", ["-s", "game.pgn"]);
};
const readers = {
    "chess.js": (pgn) => {
        const game = new Chess();
        game.loadPgn(pgn);
        return game.history();
    },
    chessops: (pgn) => [...parsePgn(pgn)[0].moves.mainline()].map((node) => node.san),
    "pgn-parser": (pgn) => parser.parse(pgn, { startRule: "game" }).moves.map((move) => move.notation.notation),
    kokopu: (pgn) => pgnRead(pgn).game(0).mainVariation().nodes().map((node) => node.notation()),
    "cm-pgn": (pgn) => new Pgn(pgn).history.moves.map((move) => move.san),
    "python-chess": (pgn) => output("python3", ["-c", PYTHON], pgn).trim().split(" "),
    "pgn-extract": (pgn) => extract(pgn).replace(/\[.*\]|\d+\.|\*/g, " ").trim().split(/\s+/),
};
const texts = {
    neither: "1. e4 c5 *",
    ";": "1. e4 ; better than d4\n1... c5 *",
    "%": "1. e4\n% better than d4\n1... c5 *",
};
for (const [name, text] of Object.entries(texts)) {
    const pgn = `[Event "?"]\n[Result "*"]\n\n${text}\n`;
    const verdict = ([reader, read]) => {
        try {
            return `${reader} ${read(pgn).join(" ") === "e4 c5" ? "reads" : "loses moves"}`;
        } catch {
            return `${reader} refuses`;
        }
    };
    console.log(`${name}: ${Object.entries(readers).map(verdict).join(", ")}`);
}
const games = extract(`[Event "?"]\n[Result "*"]\n\n${texts[";"]}\n`).match(/\[Event /g).length;
console.log(`pgn-extract prints ${games} games for the one with ;`);
JAVASCRIPT
seen=$(cd "$folder" && PYTHONPATH=python node read.mjs)
expected='neither: chess.js reads, chessops reads, pgn-parser reads, kokopu reads, cm-pgn reads, python-chess reads, pgn-extract reads
;: chess.js reads, chessops reads, pgn-parser reads, kokopu refuses, cm-pgn refuses, python-chess reads, pgn-extract loses moves
%: chess.js refuses, chessops reads, pgn-parser refuses, kokopu refuses, cm-pgn refuses, python-chess reads, pgn-extract reads
pgn-extract prints 2 games for the one with ;'
echo "$seen"
diff <(echo "$expected") <(echo "$seen") && echo "as described"
