// Compares the divide of an engine with the counts of the page, move by move.

// The counts in what an engine printed, by move.
export function readDivide(engine, fen, text) {
    const {ok = []} = engine.ask("printed_divide", {fen, text})
    return new Map(ok.map(({uci, nodes}) => [uci, BigInt(nodes)]))
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
