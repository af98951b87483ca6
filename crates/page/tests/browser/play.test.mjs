import assert from "node:assert/strict"
import {after, before, test} from "node:test"
import {chooseByKeyboard, contains, drag, noErrors, openEditor, PHONE, says, squareAt, stands, start, tap} from "./harness.mjs"

let site
before(async () => { site = await start() })
after(() => site.stop())

async function capturesBy(page, move) {
    await move("e2", "e4")
    await contains(page, "#play-log", "e3")
    await move("a7", "a6")
    await move("e4", "e5")
    await move("d7", "d5")
    await contains(page, "#play-right", "exd6 e.p.")
    await contains(page, "#play-right h3", "The pawn on d5 can be captured in passing")
    await says(page, "e5xd6 is legal")
    await move("e5", "d6")
    await contains(page, "#play-moves", "exd6 e.p.")
    await contains(page, "#play-captured", "black pawn")
    await contains(page, "#play-right h3", "No pawn can be captured in passing")
    await stands(page, "play", "d5", null)
    await stands(page, "play", "d6", "wp")
}

test("captures en passant by dragging", async () => {
    const page = await site.open("#play")
    await capturesBy(page, async (from, to) => {
        await drag(page, "play", from, to)
        await page.waitForTimeout(50)
    })
    await noErrors(page)
})

test("captures en passant by tapping", async () => {
    const page = await site.open("#play", PHONE)
    let ply = 0
    await capturesBy(page, async (from, to) => {
        await tap(page, "play", from)
        await tap(page, "play", to)
        ply += 1
        await contains(page, "#play-toolbar .place", `${ply} / ${ply}`)
        await page.waitForTimeout(250)
    })
    assert.match(await page.textContent("#play-strip"), /No pawn can be captured/)
    const buttons = await page.locator("#play-toolbar button").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    assert.equal(new Set(buttons).size, 1, "the buttons of the board are in one row")
    await page.locator("#play-examples").scrollIntoViewIfNeeded()
    const {y} = await page.locator("#play-strip").boundingBox()
    assert.equal(y, 0, "the state of the right stays in view")
    await noErrors(page)
})

test("captures en passant by keyboard alone", async () => {
    const page = await site.open("#play")
    await capturesBy(page, async (from, to) => {
        await chooseByKeyboard(page, "play", from)
        await chooseByKeyboard(page, "play", to)
    })
    await noErrors(page)
})

test("captures en passant by typing moves", async () => {
    const page = await site.open("#play")
    await capturesBy(page, async (from, to) => {
        await page.fill("#play-move", from + to)
        await page.keyboard.press("Enter")
    })
    await noErrors(page)
})

test("a move that is not legal says why, and the board stays", async () => {
    const page = await site.open("#play?fen=8/8/8/K2pP2r/8/8/8/7k+w+-+d6+0+2")
    await drag(page, "play", "e5", "d6")
    await contains(page, "#play-right .tried", "rook on h5")
    await page.waitForSelector("#play-refusal", {state: "hidden"})
    await says(page, "rook on h5")
    await stands(page, "play", "e5", "wp")
    await drag(page, "play", "a5", "a7")
    await contains(page, "#play-refusal", "a7")
    await contains(page, "#play-refusal", "legal moves of the king on a5")
    assert.doesNotMatch(await page.textContent("#play-refusal"), /position 8/, "the board shows it")
    await page.fill("#play-move", "<b>Qh8</b>\u202e")
    await page.keyboard.press("Enter")
    await page.waitForSelector("#play-refusal")
    assert.equal(await page.locator("#play-refusal b").count(), 0)
    await noErrors(page)
})

test("the log names what a pawn could ask for, and folds the other rights", async () => {
    const page = await site.open("#play?moves=e2e4+a7a6+e4e5+d7d5+h2h4")
    const entries = await page.locator("#play-log > ol > li").allTextContents()
    assert.equal(entries.length, 2, entries.join("; "))
    assert.match(entries[0], /2\.\.\. d5.*e5xd6 is legal/)
    assert.match(entries[1], /Right on d6 expires unused/)
    const folded = await page.locator("#play-log details li").allTextContents()
    assert.deepEqual(folded.map((text) => text.slice(0, 5)), ["1. e4", "1... ", "3. h4"])
    await contains(page, "#play-right .lamp", "–")
    await noErrors(page)
})

test("undo and redo keep the moves; another move begins another line", async () => {
    const page = await site.open("#play?moves=e2e4+a7a6+e4e5+d7d5+e5d6")
    await page.click("#play-toolbar button[aria-label^='Undo']")
    await contains(page, "#play-right", "exd6 e.p.")
    await page.click("#play-toolbar button[aria-label^='Redo']")
    await contains(page, "#play-toolbar .place", "5 / 5")
    await page.click("#play-moves button:has-text('d5')")
    await contains(page, "#play-toolbar .place", "4 / 5")
    await page.waitForSelector("#play-captured", {state: "hidden"})
    await page.fill("#play-move", "Nf3")
    await page.keyboard.press("Enter")
    await contains(page, "#play-toolbar .place", "5 / 5")
    await contains(page, "#play-log", "expire")
    await page.reload()
    await contains(page, "#play-moves", "Nf3")
    await noErrors(page)
})

test("a pawn is promoted to the piece that is chosen", async () => {
    const page = await site.open("#play?fen=7k/P7/8/8/8/8/8/K7+w+-+-+0+1")
    await drag(page, "play", "a7", "a8")
    await page.click("#promotion button[aria-label='white knight']")
    await contains(page, "#play-moves", "a8=N")
    await noErrors(page)
})

test("every example can be stepped through to its end", async () => {
    const page = await site.open("#play")
    const examples = page.locator("#play-examples button")
    assert.equal(await examples.count(), 8)
    for (let index = 0; index < 8; index += 1) {
        await examples.nth(index).click()
        await contains(page, "#play-toolbar .place", "0 / ")
        const last = page.locator("#play-toolbar button[aria-label='Last position']")
        if (await last.isEnabled()) await last.click()
        const [shown, all] = (await page.textContent("#play-toolbar .place")).split(" / ")
        assert.equal(shown, all)
        await page.waitForTimeout(20)
    }
    await noErrors(page)
})

test("says why a position is not the same as one before", async () => {
    // The right exists after the double push alone: the position that comes back lacks it.
    const page = await site.open("#play?fen=4k3/3p4/8/4P3/8/8/8/4K3+b+-+-+0+1&moves=d7d5+e1e2+e8e7+e2e1+e7e8")
    await contains(page, "#play-result", "e5xd6")
    await noErrors(page)
})

test("in free mode either side moves, and pieces go anywhere", async () => {
    const page = await site.open("#play?fen=4k3/3p4/8/4P3/8/8/8/4K3+w+-+-+0+1")
    await openEditor(page, "play", "#play-free")
    // It is White's turn, but Black's double push gives the right.
    await drag(page, "play", "d7", "d5")
    await contains(page, "#play-right", "exd6 e.p.")
    await drag(page, "play", "e5", "d6")
    await contains(page, "#play-moves", "exd6 e.p.")
    await drag(page, "play", "e1", "a8")
    await contains(page, "#play-moves", "No moves yet")
    await stands(page, "play", "a8", "wk")
    await page.click("#play-editor button[aria-label='Place a white queen']")
    const {x, y} = await squareAt(page, "play", "h1")
    await page.mouse.click(x, y)
    await stands(page, "play", "h1", "wq")
    await noErrors(page)
})

test("flips the board", async () => {
    const page = await site.open("#play")
    const before = await squareAt(page, "play", "a1")
    await page.click("#play-toolbar button[aria-label='Flip the board']")
    await page.waitForSelector("#play-board[data-bottom='black']")
    const flipped = await squareAt(page, "play", "a1")
    assert.ok(flipped.y < before.y)
    await drag(page, "play", "e2", "e4")
    await contains(page, "#play-moves", "e4")
    await noErrors(page)
})
