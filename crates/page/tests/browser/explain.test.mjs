import assert from "node:assert/strict"
import {readFile} from "node:fs/promises"
import {after, before, test} from "node:test"
import {cell, chooseByKeyboard, contains, drag, isInView, isReady, noErrors, openEditor, PHONE, RANK_PIN, says, squareAt, start, tap} from "./harness.mjs"

let site
before(async () => { site = await start() })
after(() => site.stop())

const RANK_SENTENCE = "both pawns leave the fifth rank at once and uncover the rook on h5, which attacks the king on a5"

test("draws the line that forbids a capture, and says it", async () => {
    const page = await site.open()
    await page.fill("#explain-text", RANK_PIN)
    await contains(page, "#explain-right", RANK_SENTENCE)
    await says(page, RANK_SENTENCE)
    assert.equal(await page.locator("#explain-board .arrow.attack").count(), 1)
    assert.equal(await page.locator("#explain-board .leaving").count(), 2)
    assert.equal(await page.locator("#explain-board .sign.bad").count(), 1)
    await page.click("#explain-right summary")
    for (const [name, value] of [["Target", "d6"], ["Rank", "6"], ["File", "d"], ["Victim", "d5"]]) {
        assert.equal(await page.locator(`#explain-right .facts div:has(dt:text-is("${name}")) dd`).textContent(), value)
    }
    assert.match(await cell(page, "explain", "d6"), /passed over/)
    assert.match(await cell(page, "explain", "d5"), /black pawn, moved two squares/)
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
    await page.click("#explain-facts summary")
    await page.locator("#explain-fens li:last-child button").click()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), fens[2])
    await noErrors(page)
})

test("reads a game in PGN and steps through it", async () => {
    const page = await site.open()
    await page.fill("#explain-text", "[Event \"?\"]\n\n1. e4 {best} a6 2. e5 (2. d4) d5! 3. exd6 e.p. *")
    await contains(page, "#explain-toolbar", "4 / 5")
    await contains(page, "#explain-right", "exd6 e.p.")
    assert.match(page.url(), /ply=4/)
    await page.click("#explain-toolbar button[aria-label^='Redo']")
    await contains(page, "#explain-toolbar", "5 / 5")
    await contains(page, "#explain-right", "No pawn can be captured in passing")
    await noErrors(page)
})

test("without a last move, says why there is no right in the words of a player", async () => {
    const page = await site.open()
    await page.click("#explain-start")
    await contains(page, "#explain-right", "No move has been played.")
    await page.fill("#explain-text", "8/8/8/K2pP2r/8/8/8/7k w - - 0 2")
    await contains(page, "#explain-right", "This FEN names no pawn that has just moved two squares.")
    await page.fill("#explain-text", "8/8/8/K2pP2r/8/8/8/7k w - c6 0 2")
    await contains(page, "#explain-right", "c6, which is impossible")
    await noErrors(page)
})

// The moves up to 23. b4 of a game of 1994; the captures are those that the example of the page names.
const ISICHESS = "1. e4 e6 2. d4 d5 3. Nd2 Nf6 4. e5 Nfd7 5. Bd3 b6 6. Ngf3 Ba6 7. O-O Bxd3 8. cxd3 Be7 9. Nb3 O-O 10. Bd2 Na6 11. Qe2 Qc8 12. Rac1 Qb7 13. Rc2 c5 " +
    "14. Rfc1 Rfc8 15. dxc5 bxc5 16. Qe3 Nb4 17. Bxb4 Qxb4 18. Nbd2 a5 19. a3 Qb7 20. Kh1 Ra6 21. d4 c4 22. Qc3 a4 23. b4 axb3"

test("a game shows its moments, the first of them at once", async () => {
    const page = await site.open()
    await page.fill("#explain-text", ISICHESS)
    await contains(page, "#explain-toolbar", "45 / 46")
    await contains(page, "#explain-right h3", "The pawn on b4 can be captured in passing")
    assert.deepEqual(await page.locator("#explain-moments .moments button .move").allTextContents(), ["23. b4"])
    await contains(page, "#explain-moments summary", "double pushes with no pawn beside")
    await page.click("#explain-moments summary")
    await page.click("#explain-moments details button:has-text('1. e4')")
    await contains(page, "#explain-toolbar", "1 / 46")
    await contains(page, "#explain-right", "No pawn stands beside e4")
    assert.equal(await page.locator("#explain-board .sign.idle").count(), 1)
    assert.equal(await page.locator("#explain-board .sign.bad").count(), 0)
    await page.click("#explain-moments .moments button")
    await contains(page, "#explain-right", "axb3 e.p.")
    await page.click("#explain-moves button:has-text('axb3')")
    await contains(page, "#explain-toolbar", "46 / 46")
    await noErrors(page)
})

test("one of several games is chosen", async () => {
    const page = await site.open()
    await page.fill("#explain-text", `[White "Ann"]\n[Black "Bob"]\n\n1. d4 d5 *\n\n[Event "Open"]\n\n1. e4 a6 2. e5 d5 3. exd6 1-0\n`)
    assert.deepEqual(await page.locator("#explain-game option").allTextContents(), ["1. Ann – Bob", "2. Open"])
    await contains(page, "#explain-toolbar", "2 / 2")
    await page.selectOption("#explain-game", "1")
    await contains(page, "#explain-right", "exd6 e.p.")
    await page.fill("#explain-text", RANK_PIN)
    await page.waitForSelector("#explain-games", {state: "hidden"})
    await noErrors(page)
})

test("after an error nothing is said about the text before", async () => {
    const page = await site.open()
    await page.fill("#explain-text", RANK_PIN)
    await contains(page, "#explain-right", RANK_SENTENCE)
    await page.fill("#explain-text", "1. e4 e4")
    for (const part of ["right", "facts"]) await page.waitForSelector(`#explain-${part}`, {state: "hidden"})
    assert.equal(await page.locator("#explain-board .arrow").count(), 0)
    await drag(page, "explain", "a5", "b4")
    await contains(page, "#explain-right", "No pawn can be captured in passing")
    assert.match(await page.inputValue("#explain-text"), /moves a5b4$/)
    await page.waitForSelector("#explain-text-diagnostics", {state: "hidden"})
    await noErrors(page)
})

test("reads FENs with underscores and links of analysis boards", async () => {
    const page = await site.open()
    const underscores = RANK_PIN.replaceAll(" ", "_")
    for (const text of [
        underscores,
        `https://lichess.org/analysis/standard/${underscores}?color=white#0`,
        `lichess.org/editor/${underscores}`,
        `https://www.chess.com/analysis?fen=${encodeURIComponent(RANK_PIN)}&flip=false`,
        `${site.base}#explain?fen=${RANK_PIN.replaceAll(" ", "+")}`,
    ]) {
        await page.fill("#explain-text", "startpos")
        await contains(page, "#explain-right", "No pawn can be captured in passing")
        await page.fill("#explain-text", text)
        await contains(page, "#explain-right", RANK_SENTENCE)
    }
    await page.fill("#explain-text", "https://lichess.org/analysis/pgn/e4_a6_e5_d5")
    await contains(page, "#explain-right", "exd6 e.p.")
    await page.fill("#explain-text", "https://example.org/nothing")
    await page.waitForSelector("#explain-text-diagnostics .diagnostic.error")
    await noErrors(page)
})

test("goes to the start position, and mirrors a game", async () => {
    const page = await site.open()
    await page.fill("#explain-text", "position startpos moves e2e4 a7a6 e4e5 d7d5")
    await page.click("#explain-mirror")
    await contains(page, "#explain-right", "exd3 e.p.")
    assert.match(await page.inputValue("#explain-text"), /^position fen rnbqkbnr\/pppppppp\/8\/8\/8\/8\/PPPPPPPP\/RNBQKBNR b KQkq - 0 1 moves e7e5 a2a3 e5e4 d2d4$/)
    await page.waitForSelector("#explain-board[data-bottom='black']")
    await page.click("#explain-start")
    assert.equal(await page.inputValue("#explain-text"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    await noErrors(page)
})

test("the whole board is in view on a small laptop, and keys step and flip", async () => {
    for (const [view, last] of Object.entries({explain: ".legend", play: "#play-typed", learn: "#learn-typed"})) {
        const page = await site.open(`#${view}`, {viewport: {width: 1366, height: 768}})
        for (const part of [`#${view}-board`, `#${view}-toolbar`, last]) await isInView(page, `#view-${view} .left > ${part}`)
        await noErrors(page)
    }
    const page = await site.open("#explain?moves=e2e4+a7a6+e4e5+d7d5")
    await contains(page, "#explain-toolbar", "4 / 4")
    await page.click("#explain-title")
    await page.keyboard.press("ArrowLeft")
    await contains(page, "#explain-toolbar", "3 / 4")
    await page.keyboard.press("ArrowRight")
    await contains(page, "#explain-toolbar", "4 / 4")
    await page.focus("#explain-text")
    await page.keyboard.press("ArrowLeft")
    await contains(page, "#explain-toolbar", "4 / 4")
    await noErrors(page)
})

test("f flips the board while the board or a button of it has the focus, and nowhere else", async () => {
    const page = await site.open("#explain")
    for (const elsewhere of ["#main-content", "#explain-text", "#explain-link"]) {
        await page.focus(elsewhere)
        await page.keyboard.press("f")
        assert.equal(await page.getAttribute("#explain-board", "data-bottom"), "white", elsewhere)
    }
    await page.focus("#explain-board [role='gridcell'][tabindex='0']")
    await page.keyboard.press("f")
    await page.waitForSelector("#explain-board[data-bottom='black']")
    await page.focus("#explain-toolbar button[aria-label='Flip the board']")
    await page.keyboard.press("f")
    await page.waitForSelector("#explain-board[data-bottom='white']")
    await noErrors(page)
})

test("on a phone, the reason is in view at once and after a wrong try", async () => {
    const page = await site.open(`#explain?fen=${encodeURIComponent(RANK_PIN)}`, PHONE)
    for (const part of ["#explain-board", "#explain-strip", "#explain-right .captures"]) await isInView(page, part)
    assert.equal(await page.locator("#explain-right h3").evaluate((title) => title.getBoundingClientRect().width), 1, "the line above the board says it")
    await tap(page, "explain", "e5")
    await tap(page, "explain", "d6")
    await contains(page, "#explain-right .tried", RANK_SENTENCE)
    await isInView(page, "#explain-right .tried")
    await tap(page, "explain", "a5")
    await tap(page, "explain", "a8")
    await contains(page, "#explain-refusal", "a8")
    await isInView(page, "#explain-refusal")
    assert.equal(await page.locator("#explain-right .tried").count(), 1)
    await tap(page, "explain", "a5")
    await tap(page, "explain", "a6")
    await page.waitForSelector("#explain-refusal", {state: "hidden"})
    await noErrors(page)
})

test("on a phone that lies on its side, the board and its reason are in view together", async () => {
    const page = await site.open(`#explain?fen=${encodeURIComponent(RANK_PIN)}`, {...PHONE, viewport: {width: 844, height: 390}})
    for (const part of ["#explain-board", "#explain-right .captures"]) await isInView(page, part)
    await noErrors(page)
})

test("the letters of the files stand beside the pieces", async () => {
    for (const options of [{}, PHONE]) {
        const page = await site.open("#explain", options)
        // The bases of the pieces are between 15 and 85 percent of a square.
        const overlaps = await page.locator("#explain-board .coordinate.file").evaluateAll((letters) => letters.filter((letter) => {
            const {left, right} = letter.getBoundingClientRect()
            const square = document.querySelector(`#explain-board rect[data-square="${letter.textContent}1"]`).getBoundingClientRect()
            return left < square.left || right > square.left + square.width * 0.18
        }).map(({textContent}) => textContent))
        assert.deepEqual(overlaps, [])
        await noErrors(page)
    }
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
    await contains(page, "#explain-right", "No pawn can be captured in passing")
    const address = page.url()
    await page.evaluate(() => { location.hash = "#explain?moves=e2e4+a7a6+e4e5+d7d5" })
    await contains(page, "#explain-right", "exd6 e.p.")
    await page.goto(address)
    await contains(page, "#explain-right", "No pawn can be captured in passing")
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
    await contains(page, "#explain-right", "No pawn can be captured in passing")
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
    await contains(page, "#explain-right", "No pawn can be captured in passing")
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
