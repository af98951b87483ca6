// Sizes, what is loaded and when, and any input. Times are printed as figures: how long something takes is never a failure.

import assert from "node:assert/strict"
import {readFile} from "node:fs/promises"
import path from "node:path"
import {after, before, test} from "node:test"
import {gzipSync} from "node:zlib"
import {contains, noErrors, PAGE_FOLDER, PATIENCE, RANK_PIN, start} from "./harness.mjs"

let site
before(async () => { site = await start() })
after(() => site.stop())

// The library of rustup was built for speed, and has the messages of panics: with it, the module is larger than with Debian's.
const MOST_BYTES = 400000

test("the module of WebAssembly does not grow", async (t) => {
    const size = gzipSync(await readFile(path.join(PAGE_FOLDER, "passant_page.wasm")), {level: 9}).length
    t.diagnostic(`${size} bytes, compressed`)
    assert.ok(size < MOST_BYTES, `${size} bytes, compressed`)
})

test("what the first view needs is loaded at once, not module after module", async (t) => {
    const context = await site.browser.newContext({viewport: {width: 1280, height: 900}})
    context.setDefaultTimeout(PATIENCE)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send("Emulation.setCPUThrottlingRate", {rate: 4})
    await page.goto(`${site.base}#explain`)
    await page.waitForFunction(() => performance.getEntriesByName("shown").length > 0)
    const {paint, board, preloaded, loaded} = await page.evaluate(() => ({
        paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
        board: performance.getEntriesByName("shown")[0].startTime,
        preloaded: [...document.querySelectorAll("link[rel=modulepreload]")].map(({href}) => href),
        loaded: performance.getEntriesByType("resource").map(({name}) => name).filter((name) => name.endsWith(".js") && !name.endsWith("/main.js")),
    }))
    t.diagnostic(`on a processor of a quarter: first paint after ${Math.round(paint)} ms, the board with its explanation after ${Math.round(board)} ms`)
    assert.deepEqual([...new Set(loaded)].sort(), preloaded.sort())
    await context.close()
})

test("explaining needs no second turn: the drawing follows each key at once", async (t) => {
    const page = await site.open()
    const {times, late} = await page.evaluate(async (fen) => {
        const field = document.getElementById("explain-text")
        const entries = document.getElementById("explain-right")
        const [times, late] = [[], []]
        let before = entries.textContent
        for (let turn = 0; turn < 60; turn += 1) {
            field.value = turn % 2 ? fen : fen.replace("K2pP2r", "K2pP3")
            const began = performance.now()
            field.dispatchEvent(new Event("input"))
            times.push(performance.now() - began)
            if (entries.textContent === before) late.push(turn)
            before = entries.textContent
            await new Promise(requestAnimationFrame)
        }
        return {times: times.sort((a, b) => a - b), late}
    }, RANK_PIN)
    t.diagnostic(`from the text to the drawing: ${times[30].toFixed(1)} ms (median), ${times[57].toFixed(1)} ms (19 of 20)`)
    assert.deepEqual(late, [])
    await noErrors(page)
})

// A generator with a seed, so that a failure can be repeated.
function* randomNumbers(seed) {
    let state = seed
    for (;;) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0
        yield state / 2 ** 32
    }
}

// Texts from valid to absurd: positions with a right, damaged ones, and noise.
function randomTexts(count) {
    const numbers = randomNumbers(17)
    const next = (bound) => Math.floor(numbers.next().value * bound)
    const pick = (list) => list[next(list.length)]
    const row = (_, index) => {
        const pieces = index === 0 || index === 7 ? "NnBbRr" : "PPPpppNnBbRrQq"
        let text = ""
        for (let left = 8; left > 0;) {
            const gap = Math.min(left, 1 + next(6))
            if (next(4)) { text += gap; left -= gap } else { text += pick([...pieces]); left -= 1 }
        }
        return text.replace(/(\d)(\d+)/g, (gaps) => [...gaps].reduce((sum, gap) => sum + Number(gap), 0))
    }
    const noise = ["\u202e", "\u0000", "<b>", "é", "𝄞", "/", " ", "9", "K", "-"]
    const texts = []
    for (let index = 0; index < count; index += 1) {
        const rows = Array.from({length: 8}, row)
        rows[next(3)] = "4k3"
        rows[5 + next(3)] = "4K3"
        const side = pick(["w", "b"])
        if (next(2)) rows[side === "w" ? 3 : 4] = pick(["2pP4", "PpP5", "6Pp", "1pPp3r"]).replace(/[Pp]/g, (piece) => side === "w" ? piece : piece === "P" ? "p" : "P")
        const target = pick(["-", pick([..."abcdefgh"]) + (side === "w" ? 6 : 3), "e4"])
        let fen = `${rows.join("/")} ${side} ${pick(["-", "KQkq", "K", "HAha"])} ${target} ${next(120)} ${1 + next(200)}`
        if (!next(3)) {
            const at = next(fen.length)
            fen = fen.slice(0, at) + pick(noise) + fen.slice(at + next(3))
        }
        texts.push(fen)
    }
    return texts
}

test("10,000 random FENs leave the page alive, and each is explained or refused", {timeout: 600000}, async (t) => {
    const page = await site.open()
    const texts = randomTexts(10000)
    const [explained, refused, neither] = await page.evaluate(async (list) => {
        const field = document.getElementById("explain-text")
        const errors = document.getElementById("explain-text-diagnostics")
        const counts = [0, 0, []]
        for (const [index, text] of list.entries()) {
            field.value = text
            field.dispatchEvent(new Event("input"))
            if (field.getAttribute("aria-invalid") === "true" && errors.textContent.length > 10) counts[1] += 1
            else if (document.getElementById("explain-entries").textContent.includes("to move")) counts[0] += 1
            else counts[2].push(text)
            if (index % 50 === 0) await new Promise((resolve) => setTimeout(resolve))
        }
        return counts
    }, texts)
    t.diagnostic(`${explained} explained, ${refused} refused`)
    assert.deepEqual(neither, [])
    assert.ok(explained > 500 && refused > 500, `${explained} explained, ${refused} refused`)
    assert.equal(await page.locator("#explain-text-diagnostics b").count(), 0)
    await page.fill("#explain-text", RANK_PIN)
    await contains(page, "#explain-right", "rook on h5")
    await noErrors(page)
})
