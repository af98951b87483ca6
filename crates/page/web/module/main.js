// The page: one document, five views, chosen by the address.

import {byId} from "./dom.js"
import {loadEngine} from "./engine.js"
import {readAddress, VIEWS} from "./address.js"
import {startTheme} from "./shell.js"

// What a view shows is made when it is first opened.
const MODULES = {
    explain: () => import("./explain.js").then(({Explain}) => Explain),
    play: () => import("./play.js").then(({Play}) => Play),
    learn: () => import("./learn.js").then(({Learn}) => Learn),
    judge: () => import("./judge.js").then(({Judge}) => Judge),
    count: () => import("./count.js").then(({Count}) => Count),
}

const made = {}

async function open(engine) {
    const {view, parameters} = readAddress()
    for (const name of VIEWS) {
        byId(`view-${name}`).hidden = name !== view
        const link = byId(`link-${name}`)
        if (name === view) link.setAttribute("aria-current", "page")
        else link.removeAttribute("aria-current")
    }
    document.title = `${byId(`link-${view}`).textContent} – passant`
    made[view] ??= MODULES[view]().then((View) => new View(engine))
    const shown = await made[view]
    shown.show(parameters)
    document.body.dataset.ready = view
}

async function start() {
    startTheme()
    const {view} = readAddress()
    for (const name of VIEWS) byId(`view-${name}`).hidden = name !== view
    // The code of the view is loaded while the rules are compiled.
    const [engine] = await Promise.all([loadEngine(), MODULES[view]()])
    byId("skip").addEventListener("click", (event) => { event.preventDefault(); byId("main-content").focus() })
    addEventListener("hashchange", () => open(engine).catch(fail))
    await open(engine)
    performance.mark("shown")
}

function fail(error) {
    const place = byId("failure")
    place.hidden = false
    place.textContent = `The page could not be started: ${error.message ?? error}`
}

start().catch(fail)
