#!/usr/bin/env bash
# A good guess: the FIDE Laws allow "e.p." after an en passant capture, so a reader of PGN accepts at least one spelling of the
# mark, and there is a spelling that all accept.
#
# What happens: each of five readers accepts another set of spellings, two accept none, and the only text that all read is the
# one without a mark. pgn-extract goes on after "exd6 e.p." with a warning, and loses the move of "exd6e.p."
# and the moves around "exd6/ep".
#
# Version: chess.js 1.4.0, @mliebelt/pgn-parser 1.4.19, kokopu 4.13.4, cm-pgn 5.0.0 (npm), pgn-extract 19.04-1 (Debian 12).
# Date: 2026-11-27. Source: FIDE Laws of Chess, C.10; the standard of PGN, 8.2.3, which has no mark.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-save --prefix "$folder" chess.js@1.4.0 @mliebelt/pgn-parser@1.4.19 kokopu@4.13.4 cm-pgn@5.0.0 > /dev/null
(cd "$folder" && apt-get download -q pgn-extract=19.04-1 > /dev/null 2>&1 && dpkg -x pgn-extract_*.deb .)

cat > "$folder/read.mjs" <<'JAVASCRIPT'
import { writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { Chess } from "chess.js";
import parser from "@mliebelt/pgn-parser";
import { pgnRead } from "kokopu";
import { Pgn } from "cm-pgn/src/Pgn.js";

const readers = {
    "chess.js": (pgn) => {
        const game = new Chess();
        game.loadPgn(pgn);
        return game.history();
    },
    "pgn-parser": (pgn) => parser.parse(pgn, { startRule: "game" }).moves.map((move) => move.notation.notation),
    kokopu: (pgn) => pgnRead(pgn).game(0).mainVariation().nodes().map((node) => node.notation()),
    "cm-pgn": (pgn) => new Pgn(pgn).history.moves.map((move) => move.san),
    "pgn-extract": (pgn) => {
        writeFileSync("game.pgn", pgn);
        const run = spawnSync("usr/games/pgn-extract", ["--notags", "-s", "game.pgn"], { encoding: "utf8" });
        return run.stdout.replace(/\d+\.|\*/g, " ").trim().split(/\s+/);
    },
};
const rest = "e4 a6 e5 d5 exd6 Nf6 Nf3";
for (const capture of ["exd6", "exd6ep", "exd6 ep", "exd6e.p.", "exd6 e.p.", "exd6/ep"]) {
    const pgn = `[Event "?"]\n[Result "*"]\n\n1. e4 a6 2. e5 d5 3. ${capture} Nf6 4. Nf3 *\n`;
    const verdict = ([name, read]) => {
        try {
            return `${name} ${read(pgn).join(" ") === rest ? "reads" : "loses moves"}`;
        } catch {
            return `${name} refuses`;
        }
    };
    console.log(`${capture}: ${Object.entries(readers).map(verdict).join(", ")}`);
}
JAVASCRIPT
seen=$(cd "$folder" && node read.mjs)
expected='exd6: chess.js reads, pgn-parser reads, kokopu reads, cm-pgn reads, pgn-extract reads
exd6ep: chess.js reads, pgn-parser refuses, kokopu refuses, cm-pgn refuses, pgn-extract reads
exd6 ep: chess.js refuses, pgn-parser refuses, kokopu refuses, cm-pgn refuses, pgn-extract reads
exd6e.p.: chess.js refuses, pgn-parser reads, kokopu refuses, cm-pgn refuses, pgn-extract loses moves
exd6 e.p.: chess.js refuses, pgn-parser reads, kokopu refuses, cm-pgn refuses, pgn-extract reads
exd6/ep: chess.js refuses, pgn-parser refuses, kokopu refuses, cm-pgn refuses, pgn-extract loses moves'
echo "$seen"
diff <(echo "$expected") <(echo "$seen") && echo "as described"
