// Compares the divide of an engine with the counts of the page, move by move.

// A line such as `e2e4: 600`, `e2e4 600` or `1. e2e4 - 600`.
const LINE = /(?:^|\s)([a-h][1-8][a-h][1-8][qrbn]?)\b\W*?(\d[\d,.' _]*)\s*$/i

// The counts in what an engine printed, by move. Lines that are not of this form are passed over.
export function readDivide(text) {
    const counts = new Map()
    for (const line of text.split("\n")) {
        const found = LINE.exec(line.slice(0, 200).trimEnd())
        if (found) counts.set(found[1].toLowerCase(), BigInt(found[2].replace(/\D/g, "")))
    }
    return counts
}

// The moves on which the engine and the page differ: `missing` moves of the engine, `extra` ones, and `other` counts.
export function compareDivides(counts, rows) {
    const expected = new Map(rows.map(({uci, nodes}) => [uci, BigInt(nodes)]))
    return {
        missing: [...expected.keys()].filter((uci) => !counts.has(uci)),
        extra: [...counts.keys()].filter((uci) => !expected.has(uci)),
        other: [...expected].filter(([uci, nodes]) => counts.has(uci) && counts.get(uci) !== nodes).map(([uci]) => uci),
    }
}

export function differenceInWords({missing, extra, other}) {
    const parts = [["Other counts", other], ["Missing", missing], ["Not legal", extra]].filter(([, moves]) => moves.length > 0)
    return parts.length === 0 ? "All moves and counts are the same." : `${parts.map(([name, moves]) => `${name}: ${moves.join(", ")}`).join(". ")}.`
}
