import assert from "node:assert/strict"
import {after, before, test} from "node:test"
import {answers, block, contains, isReady, noErrors, paste, PHONE, says, start} from "./harness.mjs"

let site
before(async () => { site = await start() })
after(() => site.stop())

test("names the fault of an engine, with its board, advice and a test to paste", async () => {
    const page = await site.open("#judge")
    await paste(page, answers(await block(page), "rank-pin-ignored"))
    await page.waitForSelector("#judge-verdict .fault h4")
    assert.equal(await page.textContent("#judge-verdict .fault h4"), "rank-pin-ignored")
    assert.equal(await page.evaluate(() => document.activeElement.id), "judge-verdict")
    await contains(page, "#judge-verdict .summary", "failed")
    await contains(page, "#judge-verdict .advice", "Look at")
    await page.waitForSelector("#judge-verdict .fault-board .target-frame", {state: "attached"})
    const rust = await page.locator("#judge-verdict .snippet pre").first().textContent()
    assert.match(rust, /#\[test\]\nfn /)
    await page.locator("#judge-verdict .snippet button").first().click()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), rust)
    await page.locator("#judge-verdict a:has-text('Explain this position')").first().click()
    await isReady(page, "explain")
    await noErrors(page)
})

test("finds nothing wrong with an engine that is correct", async () => {
    const page = await site.open("#judge", PHONE)
    await paste(page, answers(await block(page)))
    await page.waitForSelector("#judge-verdict .summary")
    await contains(page, "#judge-verdict .summary", "No case failed")
    assert.equal(await page.locator("#judge-verdict .fault").count(), 0)
    await noErrors(page)
})

test("copies the questions of each protocol", async () => {
    const page = await site.open("#judge")
    const uci = await block(page)
    assert.match(uci, /^uci\nisready\n/)
    await page.click("#judge-copy")
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), uci)
    await page.fill("#judge-perft", "perft {depth}")
    await page.locator("#judge-perft").blur()
    assert.match(await block(page), /^perft 2$/m)
    await page.selectOption("#judge-protocol", "xboard")
    assert.match(await block(page), /^xboard\n/)
    await page.selectOption("#judge-protocol", "fen")
    assert.doesNotMatch(await block(page), /position/)
    assert.match(page.url(), /protocol=fen/)
    await noErrors(page)
})

test("a text without answers gives a message", async () => {
    const page = await site.open("#judge")
    await block(page)
    await page.click("#judge-start")
    await contains(page, "#judge-text-diagnostics", "nothing to judge")
    for (const text of ["hello", "<script>alert(1)</script>\u202e\u0000", "1 ".repeat(2 << 20)]) {
        await paste(page, text)
        await page.waitForSelector("#judge-stop", {state: "hidden"})
        await page.waitForSelector("#judge-text-diagnostics .diagnostic.error")
        assert.equal(await page.locator("#judge-text-diagnostics script").count(), 0)
    }
    await noErrors(page)
})

test("opens a file, and stops", async () => {
    const page = await site.open("#judge")
    const text = answers(await block(page))
    await page.setInputFiles("#judge-file", {name: "answers.txt", mimeType: "text/plain", buffer: Buffer.from(text)})
    await page.waitForSelector("#judge-verdict .summary")
    // Both clicks in one turn: the answer cannot come between them.
    await page.evaluate(() => {
        document.getElementById("judge-start").click()
        document.getElementById("judge-stop").click()
    })
    assert.ok(await page.locator("#judge-progress").isHidden())
    await says(page, "Stopped.")
    assert.equal(await page.locator("#judge-verdict .summary").count(), 0)
    await page.click("#judge-start")
    await page.waitForSelector("#judge-verdict .summary")
    await noErrors(page)
})
