import assert from "node:assert/strict"
import {after, before, test} from "node:test"
import {contains, isReady, noErrors, PHONE, START, start} from "./harness.mjs"

let site
before(async () => { site = await start() })
after(() => site.stop())

// https://www.chessprogramming.org/Perft_Results, position 2.
const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

async function column(page, name) {
    return page.locator(`#count-columns div:has(dt:text-is("${name}")) dd`).textContent()
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
