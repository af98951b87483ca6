import assert from "node:assert/strict"
import {after, before, test} from "node:test"
import {contains, isReady, noErrors, PHONE, START, start} from "./harness.mjs"

let site
before(async () => { site = await start() })
after(() => site.stop())

// https://www.chessprogramming.org/Perft_Results, position 2.
const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

async function column(page, name) {
    return page.locator(`#view-count .tally div:has(dt:text-is("${name}")) dd`).textContent()
}

test("counts every column of a published position", async () => {
    const page = await site.open("#count")
    await page.fill("#count-fen", KIWIPETE)
    await page.locator("#count-depth").fill("3")
    await page.click("#count-form button[type=submit]")
    await contains(page, "#count-total", "97,862 nodes at depth 3")
    const published = {captures: "17,102", "en passant": "45", castles: "3,162", promotions: "0"}
    for (const [name, number] of Object.entries(published)) assert.equal(await column(page, name), number, name)
    assert.equal(await page.locator("#count-divide tr").count(), 48)
    assert.match(page.url(), /depth=3/)
    await noErrors(page)
})

test("counts a preset, and folds the columns with nothing in them", async () => {
    const page = await site.open("#count")
    assert.ok(await page.isHidden("#count-result"), "nothing has been counted")
    await page.locator("#count-depth").fill("2")
    await page.click("#count-presets button:has-text('Kiwipete')")
    await contains(page, "#count-total", "2,039 nodes at depth 2")
    const shown = await page.locator("#count-columns dd").allTextContents()
    assert.ok(shown.length > 0 && !shown.includes("0"), shown.join(" "))
    const folded = await page.locator("#count-zeros dd").allTextContents()
    assert.deepEqual([...new Set(folded)], ["0"])
    await contains(page, "#count-zeros-title", `${folded.length} columns with 0`)
    await noErrors(page)
})

// The counts of Stockfish 15.1: "position startpos moves e2e4", "go perft 2".
const AFTER_E4 = "a7a6: 30\nb7b6: 30\nc7c6: 30\nd7d6: 30\ne7e6: 30\nf7f6: 30\ng7g6: 30\nh7h6: 30\na7a5: 30\nb7b5: 29\nc7c5: 30\nd7d5: 31\n" +
    "e7e5: 29\nf7f5: 31\ng7g5: 30\nh7h5: 30\nb8a6: 30\nb8c6: 30\ng8f6: 30\ng8h6: 30\n\nNodes searched: 600\n"

test("compares the divide of an engine move by move", async () => {
    const page = await site.open(`#count?fen=${encodeURIComponent(START)}&depth=3&path=e2e4`)
    await contains(page, "#count-total", "600 nodes at depth 2")
    await page.fill("#count-engine", AFTER_E4)
    await contains(page, "#count-difference", "All moves and counts are the same.")
    await page.fill("#count-engine", AFTER_E4.replace("d7d5: 31", "d7d5: 30").replace("a7a6: 30", "a7a4: 1"))
    await contains(page, "#count-difference", "Other counts: d7d5. Missing: a7a6. Not legal: a7a4.")
    await contains(page, "#count-divide tr:has-text('d7d5')", "✗ 30")
    await contains(page, "#count-divide tr:has-text('a7a6')", "✗ missing")
    await page.fill("#count-engine", "<b>hello</b>")
    await contains(page, "#count-difference", "No line has a move and a number")
    await noErrors(page)
})

test("a click goes down, and the way back is kept", async () => {
    const page = await site.open(`#count?fen=${encodeURIComponent(START)}&depth=3`)
    await contains(page, "#count-total", "8,902 nodes")
    await page.click("#count-divide button:has-text('e2e4')")
    await contains(page, "#count-total", "600 nodes at depth 2")
    await contains(page, "#count-path", "e2e4")
    await page.click("#count-divide button:has-text('e7e5')")
    await contains(page, "#count-total", "29 nodes at depth 1")
    await page.click("#count-path button:has-text('root')")
    await contains(page, "#count-total", "8,902 nodes")
    await page.goto(page.url().replace(/#.*/, `#count?fen=${encodeURIComponent(START)}&depth=3&path=e2e4`))
    await contains(page, "#count-total", "600 nodes at depth 2")
    await noErrors(page)
})

test("a long count shows progress, does not block the page, and stops", async () => {
    const page = await site.open("#count")
    await page.fill("#count-fen", START)
    await page.locator("#count-depth").fill("7")
    await page.click("#count-form button[type=submit]")
    await page.waitForSelector("#count-progress:not([hidden])")
    // While it counts, another view works.
    await page.click("#link-play")
    await isReady(page, "play")
    await page.fill("#play-move", "e4")
    await page.keyboard.press("Enter")
    await contains(page, "#play-moves", "e4")
    await page.click("#link-count")
    await isReady(page, "count")
    await page.click("#count-stop")
    await contains(page, "#count-state", "Stopped after")
    await page.locator("#count-depth").fill("2")
    await page.click("#count-form button[type=submit]")
    await contains(page, "#count-total", "400 nodes at depth 2")
    await noErrors(page)
})

test("marks the moves that capture en passant", async () => {
    const page = await site.open("#count?fen=4k3/8/8/3pP3/8/8/8/4K3+w+-+d6+0+1&depth=2", PHONE)
    await page.waitForSelector("#count-divide tr.en-passant")
    await contains(page, "#count-divide tr.en-passant", "exd6 e.p.")
    await noErrors(page)
})

test("underlines what is wrong with the FEN", async () => {
    const page = await site.open("#count")
    await page.fill("#count-fen", "8/8/8/8/8/8/8/9 w - - 0 1")
    await page.click("#count-form button[type=submit]")
    await page.waitForSelector("#count-fen-diagnostics mark")
    await noErrors(page)
})

test("a checkmate has no moves to count", async () => {
    const page = await site.open("#count?fen=7k/6Q1/6K1/8/8/8/8/8+b+-+-+0+1&depth=3")
    await contains(page, "#count-total", "0 nodes")
    await page.waitForSelector("#count-progress", {state: "hidden"})
    await noErrors(page)
})
