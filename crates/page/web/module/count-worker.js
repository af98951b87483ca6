// Counts root move by root move, so that progress can be shown.

import {loadEngine} from "./engine.js"

onmessage = async ({data: {fen, depth}}) => {
    try {
        count(await loadEngine(), fen, depth)
    } catch (error) {
        postMessage({error: [{severity: "error", message: String(error.message ?? error), field: null, span: null}]})
    }
}

function count(engine, fen, depth) {
    const started = engine.ask("divide_start", {fen, depth})
    if (started.error) {
        postMessage(started)
        return
    }
    const {moves} = started.ok
    postMessage({start: moves})
    for (const uci of moves) {
        const reply = engine.ask("divide_next", {fen, uci, depth})
        if (reply.error) {
            postMessage(reply)
            return
        }
        postMessage({uci, ...reply.ok})
    }
    postMessage({end: true})
}
