// Judge: a block of questions to copy, and the verdict on what the engine printed.

import {announce} from "./announce.js"
import {byId, copy} from "./dom.js"
import {Job} from "./job.js"
import {fault, showDiagnostics, tooLong} from "./field.js"
import {replaceAddress} from "./address.js"
import {showVerdict, verdictInWords} from "./verdict.js"

// The most of an engine's output that is judged.
const MOST_OUTPUT = 64 << 20

// More than this makes a field slow; a file of any length up to the bound can be opened.
const MOST_SHOWN = 4 << 20

export class Judge {
    constructor(engine) {
        this.engine = engine
        this.text = null
        this.asking = new Job("judge-worker.js", (reply) => this.showBlock(reply), (message) => this.failed("judge-block", message))
        this.judging = new Job("judge-worker.js", (reply) => this.showReport(reply), (message) => this.failed("judge-text", message))
        this.listen()
    }

    listen() {
        for (const id of ["judge-protocol", "judge-perft"]) byId(id).addEventListener("change", () => this.ask())
        byId("judge-copy").addEventListener("click", (event) => copy(byId("judge-block").value, event.currentTarget))
        byId("judge-start").addEventListener("click", () => this.judge())
        byId("judge-stop").addEventListener("click", () => this.stop())
        byId("judge-file").addEventListener("change", (event) => this.open(event.target.files[0]))
        byId("judge-text").addEventListener("input", () => { this.text = null })
    }

    show({protocol}) {
        const field = byId("judge-protocol")
        if ([...field.options].some(({value}) => value === protocol)) field.value = protocol
        if (!byId("judge-block").value) this.ask()
    }

    ask() {
        const protocol = byId("judge-protocol").value
        const perft = byId("judge-perft").value.trim() || null
        byId("judge-perft").disabled = protocol === "fen"
        byId("judge-copy").disabled = true
        byId("judge-block").placeholder = "The questions are being put together …"
        byId("judge-block").value = ""
        showDiagnostics("judge-block", [])
        replaceAddress("judge", {protocol: protocol === "uci" ? null : protocol})
        this.asking.start({ask: "block", protocol, perft: protocol === "fen" ? null : perft})
    }

    showBlock({ok, error}) {
        this.asking.stop()
        byId("judge-block").placeholder = ""
        if (error) {
            showDiagnostics("judge-block", error, {perft: byId("judge-perft").value})
            return
        }
        byId("judge-block").value = ok.block
        byId("judge-copy").disabled = false
        const lines = ok.block.split("\n").length - 1
        byId("judge-size").textContent = `${lines.toLocaleString("en")} lines`
    }

    async open(file) {
        if (!file) return
        if (file.size > MOST_OUTPUT) {
            showDiagnostics("judge-text", [fault(`the file has ${file.size.toLocaleString("en")} bytes, and at most 64 MiB are read`)])
            return
        }
        const text = await file.text()
        byId("judge-text").value = text.length > MOST_SHOWN ? text.slice(0, MOST_SHOWN) : text
        this.text = text
        this.judge()
    }

    judge() {
        const text = this.text ?? byId("judge-text").value
        const refused = text.trim() === "" ? fault("there is nothing to judge", "give the block to the engine, and paste all that it prints") : tooLong(text, MOST_OUTPUT)
        showDiagnostics("judge-text", refused ? [refused] : [])
        if (refused) {
            announce(refused.message)
            return
        }
        this.setRunning(true)
        byId("judge-verdict").replaceChildren()
        this.judging.start({ask: "judge", text, protocol: null})
    }

    showReport({ok, error}) {
        this.setRunning(false)
        this.judging.stop()
        if (error) {
            showDiagnostics("judge-text", error, {text: byId("judge-text").value})
            announce(error[0].message)
            return
        }
        const [result] = ok.report.engines
        showVerdict(byId("judge-verdict"), result, this.engine)
        announce(verdictInWords(result))
        byId("judge-verdict").focus()
    }

    stop() {
        this.judging.stop()
        this.setRunning(false)
        announce("Stopped.")
    }

    failed(id, message) {
        this.setRunning(false)
        showDiagnostics(id, [fault(message)])
    }

    setRunning(isRunning) {
        byId("judge-start").disabled = isRunning
        byId("judge-stop").hidden = !isRunning
        byId("judge-progress").hidden = !isRunning
    }
}
