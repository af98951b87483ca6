import assert from "node:assert/strict"
import {after, before, test} from "node:test"
import {chooseByKeyboard, contains, drag, isReady, noErrors, PHONE, says, stands, start, tap} from "./harness.mjs"

let site
before(async () => { site = await start() })
after(() => site.stop())

// The lessons in their order, each with the move that solves it; where there is none, with the answer.
const SOLUTIONS = [
    "c5d6", "b4c3", "a4b3", "En passant is not possible here", "En passant is not possible here", "En passant is not possible here",
    "En passant is not possible here", "d5e6", "e4d3", "c5d6", "d5c6", "No, the position has occurred only twice",
]

test("all lessons can be solved in order, and the progress is kept", async () => {
    const page = await site.open("#learn")
    for (const [index, solution] of SOLUTIONS.entries()) {
        await page.waitForSelector(`#learn-list li:nth-child(${index + 1}) [aria-current="true"]`)
        const bottom = ["b4c3", "a4b3", "e4d3"].includes(solution) || [3].includes(index) ? "black" : "white"
        await page.waitForSelector(`#learn-board[data-bottom="${bottom}"]`)
        if (/^[a-h]/.test(solution)) await drag(page, "learn", solution.slice(0, 2), solution.slice(2))
        else await page.click(`#learn-answers >> text=${solution}`)
        await contains(page, "#learn-progress", `${index + 1} of 12 solved`)
        await page.waitForSelector("#learn-feedback.good")
        if (index < 11) await page.click("#learn-next")
    }
    assert.ok(await page.locator("#learn-next").isHidden())
    await page.reload()
    await isReady(page, "learn")
    await contains(page, "#learn-progress", "12 of 12 solved")
    await page.click("#learn-forget")
    await contains(page, "#learn-progress", "0 of 12 solved")
    await noErrors(page)
})

test("a wrong try says why, and the position stays", async () => {
    const page = await site.open("#learn?lesson=both-leave-the-rank")
    await drag(page, "learn", "c5", "d6")
    await contains(page, "#learn-feedback", "uncover the rook on h5")
    await says(page, "Not so. c5xd6 is illegal: both pawns leave the fifth rank")
    await stands(page, "learn", "c5", "wp")
    assert.equal(await page.locator("#learn-board .arrow").count(), 0, "the drawing would give the answer away")
    await page.click("#learn-answers button")
    await page.waitForSelector("#learn-feedback.good")
    await page.waitForSelector("#learn-board .arrow.attack", {state: "attached"})
    await contains(page, "#learn-right", "both pawns leave the fifth rank")
    await noErrors(page)
})

test("lessons are solved by tapping, by keyboard and by typing", async () => {
    const phone = await site.open("#learn?lesson=take-the-pawn", PHONE)
    await tap(phone, "learn", "c5")
    await tap(phone, "learn", "d6")
    await contains(phone, "#learn-progress", "1 of 12")
    await stands(phone, "learn", "d5", null)
    await noErrors(phone)
    const page = await site.open("#learn?lesson=take-the-pawn")
    await chooseByKeyboard(page, "learn", "c5")
    await chooseByKeyboard(page, "learn", "d6")
    await contains(page, "#learn-progress", "1 of 12")
    await page.click("#learn-list li:nth-child(2) button")
    await page.fill("#learn-move", "bxc3")
    await page.keyboard.press("Enter")
    await contains(page, "#learn-progress", "2 of 12")
    await noErrors(page)
})

test("damaged progress and unknown lessons are no obstacle", async () => {
    const page = await site.open("#learn?lesson=%3Cb%3E")
    await contains(page, "#learn-lesson-title", "Take the pawn")
    await page.evaluate(() => localStorage.setItem("passant-lessons", "{\"not\": a list"))
    await page.reload()
    await isReady(page, "learn")
    await contains(page, "#learn-progress", "0 of 12 solved")
    await page.fill("#learn-move", "<b>\u202e")
    await page.keyboard.press("Enter")
    await page.waitForSelector("#learn-feedback.bad")
    assert.equal(await page.locator("#learn-feedback b").count(), 0)
    await noErrors(page)
})
