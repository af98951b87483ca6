import assert from "node:assert/strict"
import {readFile} from "node:fs/promises"
import {after, before, test} from "node:test"
import {cell, chooseByKeyboard, contains, drag, isReady, noErrors, openEditor, RANK_PIN, says, squareAt, start} from "./harness.mjs"

let site
before(async () => { site = await start() })
after(() => site.stop())

const RANK_SENTENCE = "both pawns leave the fifth rank at once and uncover the rook on h5, which attacks the king on a5"

test("draws the line that forbids a capture, and says it", async () => {
    const page = await site.open()
    await page.fill("#explain-text", RANK_PIN)
    await contains(page, "#explain-right", RANK_SENTENCE)
    await contains(page, "#explain-entries", RANK_SENTENCE)
    await says(page, RANK_SENTENCE)
    assert.equal(await page.locator("#explain-board .arrow.attack").count(), 1)
    assert.equal(await page.locator("#explain-board .leaving").count(), 2)
    assert.equal(await page.locator("#explain-board .sign.bad").count(), 1)
    for (const [name, value] of [["Target", "d6"], ["Rank", "6"], ["File", "d"], ["Victim", "d5"]]) {
        assert.equal(await page.locator(`#explain-right .facts div:has(dt:text-is("${name}")) dd`).textContent(), value)
    }
    assert.match(await cell(page, "explain", "d6"), /target/)
    assert.match(await cell(page, "explain", "d5"), /black pawn, victim/)
    assert.match(await cell(page, "explain", "e5"), /may not capture on d6/)
    await noErrors(page)
})

test("shows a legal capture, the FEN under three conventions, and copies one", async () => {
    const page = await site.open()
    await page.fill("#explain-text", "position startpos moves e2e4 a7a6 e4e5 h7h5 a2a3 f7f5")
    await contains(page, "#explain-right", "exf6 e.p.")
    assert.equal(await page.locator("#explain-board .sign.good").count(), 1)
    await page.fill("#explain-text", RANK_PIN)
    const fens = await page.locator("#explain-fens code").allTextContents()
    assert.deepEqual(fens, [RANK_PIN, RANK_PIN, RANK_PIN.replace("d6", "-")])
    await page.locator("#explain-fens li:last-child button").click()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), fens[2])
    await noErrors(page)
})

test("reads a game in PGN and steps through it", async () => {
    const page = await site.open()
    await page.fill("#explain-text", "[Event \"?\"]\n\n1. e4 {best} a6 2. e5 (2. d4) d5! 3. exd6 e.p. *")
    await contains(page, "#explain-toolbar", "5 / 5")
    await page.click("#explain-toolbar button[aria-label^='Undo']")
    await contains(page, "#explain-right", "exd6 e.p.")
    assert.match(page.url(), /ply=4/)
    await noErrors(page)
})

test("underlines what is wrong with a FEN, and says what would be right", async () => {
    const page = await site.open()
    await page.fill("#explain-text", "rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    await page.waitForSelector("#explain-text-diagnostics .diagnostic.error mark")
    assert.equal(await page.locator("#explain-text-diagnostics mark").first().textContent(), "x")
    assert.equal(await page.getAttribute("#explain-text", "aria-invalid"), "true")
    await page.fill("#explain-text", RANK_PIN)
    await page.waitForSelector("#explain-text-diagnostics", {state: "hidden"})
    assert.equal(await page.getAttribute("#explain-text", "aria-invalid"), "false")
    await noErrors(page)
})

test("an address is a link to a position, also while the page is open", async () => {
    const page = await site.open(`#explain?fen=${encodeURIComponent(RANK_PIN)}`)
    await contains(page, "#explain-right", RANK_SENTENCE)
    await page.fill("#explain-text", "startpos")
    await contains(page, "#explain-right", "No en passant right")
    const address = page.url()
    await page.evaluate(() => { location.hash = "#explain?moves=e2e4+a7a6+e4e5+d7d5" })
    await contains(page, "#explain-right", "exd6 e.p.")
    await page.goto(address)
    await contains(page, "#explain-right", "No en passant right")
    await noErrors(page)
})

test("a damaged address gives a message, not a dead page", async () => {
    const page = await site.open("#explain?fen=%3Cscript%3Ealert(1)%3C/script%3E&moves=e9&ply=-1")
    await page.waitForSelector("#explain-text-diagnostics .diagnostic.error")
    await page.fill("#explain-text", RANK_PIN)
    await contains(page, "#explain-right", RANK_SENTENCE)
    await noErrors(page)
})

test("saves the board as SVG and as PNG", async () => {
    const page = await site.open(`#explain?fen=${encodeURIComponent(RANK_PIN)}`)
    await page.waitForSelector("#wk", {state: "attached"})
    const [svg] = await Promise.all([page.waitForEvent("download"), page.click("#explain-svg")])
    const text = await readFile(await svg.path(), "utf8")
    assert.match(text, /^<svg [^>]*viewBox="0 0 800 800"/)
    assert.ok((text.match(/<path/g) ?? []).length > 8, "the pieces are part of the picture")
    assert.doesNotMatch(text, /<use|class=|href=/)
    const [png] = await Promise.all([page.waitForEvent("download"), page.click("#explain-png")])
    const bytes = await readFile(await png.path())
    assert.deepEqual([...bytes.subarray(1, 4)], [...Buffer.from("PNG")])
    assert.equal(bytes.readUInt32BE(16), 1200)
    await noErrors(page)
})

test("sets up pieces, side, castling and the right, by mouse and by keyboard", async () => {
    const page = await site.open("#explain?fen=8/8/8/K2pP3/8/8/8/7k+w+-+-+0+2")
    await contains(page, "#explain-right", "No en passant right")
    await openEditor(page, "explain", "#explain-setup")
    await page.selectOption("#explain-target", "d6")
    await contains(page, "#explain-right", "exd6 e.p.")
    await page.click("#explain-editor button[aria-label='Place a black rook']")
    const {x, y} = await squareAt(page, "explain", "h5")
    await page.mouse.click(x, y)
    await contains(page, "#explain-right", RANK_SENTENCE)
    await page.click("#explain-editor button[aria-label='Move pieces']")
    await drag(page, "explain", "h5", "h8")
    await contains(page, "#explain-right", "exd6 e.p.")
    await chooseByKeyboard(page, "explain", "h8")
    await chooseByKeyboard(page, "explain", "h5")
    await contains(page, "#explain-right", RANK_SENTENCE)
    await drag(page, "explain", "h5", null)
    await contains(page, "#explain-right", "exd6 e.p.")
    await page.selectOption("#explain-side", "black")
    await contains(page, "#explain-right", "No en passant right")
    assert.match(await page.inputValue("#explain-text"), / b - - /)
    await noErrors(page)
})

test("a setup without a king gives a message, and goes on", async () => {
    const page = await site.open()
    await openEditor(page, "explain", "#explain-setup")
    await page.click("#explain-editor >> text=Empty board")
    await page.waitForSelector("#explain-editor-diagnostics .diagnostic.error")
    for (const [piece, square] of [["white king", "e1"], ["black king", "e8"]]) {
        await page.click(`#explain-editor button[aria-label='Place a ${piece}']`)
        const {x, y} = await squareAt(page, "explain", square)
        await page.mouse.click(x, y)
    }
    await page.waitForSelector("#explain-editor-diagnostics", {state: "hidden"})
    await noErrors(page)
})

test("hostile text is shown as text, and megabytes are refused", async () => {
    const page = await site.open()
    await page.fill("#explain-text", "<img src=x onerror=alert(1)>\u202e evil \u0007")
    await page.waitForSelector("#explain-text-diagnostics .diagnostic.error")
    assert.equal(await page.locator("#explain-text-diagnostics img").count(), 0)
    assert.doesNotMatch(await page.locator("#explain-text-diagnostics").textContent(), /[\u202e\u0007]/)
    await page.evaluate(() => {
        const field = document.getElementById("explain-text")
        field.value = "8/".repeat(1500000)
        field.dispatchEvent(new Event("input"))
    })
    await contains(page, "#explain-text-diagnostics", "3,000,000 characters")
    await page.fill("#explain-text", RANK_PIN)
    await contains(page, "#explain-right", RANK_SENTENCE)
    await noErrors(page)
})

test("links go on to the other views", async () => {
    const page = await site.open(`#explain?fen=${encodeURIComponent(RANK_PIN)}`)
    await page.click("#explain-play")
    await isReady(page, "play")
    await contains(page, "#play-right", RANK_SENTENCE)
    await page.click("#play-explain")
    await isReady(page, "explain")
    await contains(page, "#explain-right", RANK_SENTENCE)
    await noErrors(page)
})
