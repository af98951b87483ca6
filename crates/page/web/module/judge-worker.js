// Makes the block of questions and judges what an engine printed, beside the page.

import {loadEngine} from "./engine.js"

const CASES = new URL("../cases.txt", import.meta.url)

// Each message is a request; the reply is that of the rules.
onmessage = async ({data: {ask, ...fields}}) => {
    try {
        const [engine, response] = await Promise.all([loadEngine(), fetch(CASES)])
        const taken = engine.ask("cases", {cases: await response.text()})
        postMessage(taken.error ? taken : engine.ask(ask, fields))
    } catch (error) {
        postMessage({error: [{severity: "error", message: String(error.message ?? error), field: null, span: null}]})
    }
}
