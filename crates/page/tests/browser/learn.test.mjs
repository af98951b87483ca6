import assert from "node:assert/strict"
import {after, before, test} from "node:test"
import {chooseByKeyboard, contains, drag, isInView, isReady, lessonIsReady, noErrors, PHONE, says, stands, start, tap} from "./harness.mjs"

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
        await lessonIsReady(page)
        if (/^[a-h]/.test(solution)) await drag(page, "learn", solution.slice(0, 2), solution.slice(2))
        else await page.click(`#learn-answers >> text=${solution}`)
        await contains(page, "#learn-progress", `${index + 1} of 12 solved`)
        await page.waitForSelector("#learn-feedback.good")
        if (index < 11) await page.click("#learn-next")
    }
    await contains(page, "#learn-next", "A position at random")
    await page.reload()
    await isReady(page, "learn")
    await contains(page, "#learn-progress", "12 of 12 solved")
    await page.click("#learn-forget")
    await contains(page, "#learn-progress", "0 of 12 solved")
    await noErrors(page)
})

test("a wrong try says why, and the position stays", async () => {
    const page = await site.open("#learn?lesson=both-leave-the-rank")
    await lessonIsReady(page)
    assert.equal(await page.locator("#learn-board .arrow").count(), 0, "the drawing would give the answer away")
    await drag(page, "learn", "c5", "d6")
    await contains(page, "#learn-feedback", "uncover the rook on h5")
    await says(page, "Not so. c5xd6 is illegal: both pawns leave the fifth rank")
    await stands(page, "learn", "c5", "wp")
    await page.waitForSelector("#learn-board .arrow.attack", {state: "attached"})
    await page.click("#learn-again")
    await lessonIsReady(page)
    assert.equal(await page.locator("#learn-board .arrow").count(), 0, "a new try begins without the drawing")
    await page.fill("#learn-move", "cxd6")
    await page.keyboard.press("Enter")
    await page.waitForSelector("#learn-board .arrow.attack", {state: "attached"})
    await page.click("#learn-answers button")
    await page.waitForSelector("#learn-feedback.good")
    await page.waitForSelector("#learn-board .arrow.attack", {state: "attached"})
    await contains(page, "#learn-feedback", "both pawns leave the fifth rank")
    assert.equal(await page.locator("#view-learn .captures").count(), 0, "no reason is said twice")
    await noErrors(page)
})

test("the solution says why the other pawn may not capture", async () => {
    const page = await site.open("#learn?lesson=two-capturers-one-may")
    await lessonIsReady(page)
    await drag(page, "learn", "e4", "d3")
    await contains(page, "#learn-feedback.good", "e4xd3 is legal")
    await contains(page, "#learn-feedback .captures li.illegal", "c4xd3")
    assert.equal(await page.locator("#learn-feedback .captures li").count(), 1)
    await page.setViewportSize(PHONE.viewport)
    await page.click("#learn-again")
    await lessonIsReady(page)
    await drag(page, "learn", "e4", "d3")
    await contains(page, "#learn-feedback.good", "e4xd3 is legal")
    for (const part of ["#learn-board", "#learn-feedback", "#learn-next"]) await isInView(page, part)
    await noErrors(page)
})

test("on a phone, the task, the board, a wrong try and the answers are in view together", async () => {
    const page = await site.open("#learn?lesson=both-leave-the-rank", PHONE)
    await lessonIsReady(page)
    const {y} = await page.locator("#learn-board").boundingBox()
    assert.ok(y < 200, `the board begins at ${y}`)
    for (const part of ["#learn-task", "#learn-board", "#learn-answers"]) await isInView(page, part)
    await tap(page, "learn", "c5")
    await tap(page, "learn", "d6")
    await contains(page, "#learn-feedback", "both pawns leave the fifth rank")
    for (const part of ["#learn-task", "#learn-board", "#learn-feedback", "#learn-answers"]) await isInView(page, part)
    await page.locator("#learn-answers button").tap()
    await page.waitForSelector("#learn-feedback.good")
    for (const part of ["#learn-board", "#learn-feedback", "#learn-next"]) await isInView(page, part)
    await noErrors(page)
})

test("lessons are solved by tapping, by keyboard and by typing", async () => {
    const phone = await site.open("#learn?lesson=take-the-pawn", PHONE)
    await lessonIsReady(phone)
    await tap(phone, "learn", "c5")
    await tap(phone, "learn", "d6")
    await contains(phone, "#learn-progress", "1 of 12")
    await stands(phone, "learn", "d5", null)
    await noErrors(phone)
    const page = await site.open("#learn?lesson=take-the-pawn")
    await lessonIsReady(page)
    await chooseByKeyboard(page, "learn", "c5")
    await chooseByKeyboard(page, "learn", "d6")
    await contains(page, "#learn-progress", "1 of 12")
    await page.click("#learn-list li:nth-child(2) button")
    await page.fill("#learn-move", "bxc3")
    await page.keyboard.press("Enter")
    await contains(page, "#learn-progress", "2 of 12")
    await noErrors(page)
})

// The squares of the last move, as the tasks of the lessons and the lines of the suites name them.
const LAST_MOVES = {
    "take-the-pawn": ["d7", "d5"], "black-too": ["c2", "c4"], "two-may": ["b2", "b4"], "two-squares-only": ["e2", "e3"], "at-once": ["f6", "g8"],
    "two-capturers-one-may": ["d2", "d4"], "out-of-check": ["d7", "d5"], "the-only-move": ["c7", "c5"], "not-threefold": ["c6", "b8"],
}

test("every lesson shows the last move, and marks it", async () => {
    for (const [lesson, squares] of Object.entries(LAST_MOVES)) {
        const page = await site.open(`#learn?lesson=${lesson}`)
        await lessonIsReady(page)
        const places = await page.locator("#learn-board .tint.last-move").evaluateAll((tints) => tints.map((tint) => [tint.getAttribute("x"), tint.getAttribute("y")]))
        const isFlipped = await page.getAttribute("#learn-board", "data-bottom") === "black"
        const expected = squares.map(([file, rank]) => {
            const [x, y] = ["abcdefgh".indexOf(file), 8 - Number(rank)]
            return [isFlipped ? 7 - x : x, isFlipped ? 7 - y : y].map((number) => String(number * 100))
        })
        assert.deepEqual(places, expected, lesson)
        await noErrors(page)
    }
})

test("steps back to before the double push, and shows it again", async () => {
    const page = await site.open("#learn?lesson=at-once")
    await lessonIsReady(page)
    await contains(page, "#learn-toolbar .place", "3 / 3")
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("ArrowLeft")
    await contains(page, "#learn-toolbar .place", "0 / 3")
    await stands(page, "learn", "g7", "bp")
    await stands(page, "learn", "g5", null)
    await page.click("#learn-toolbar button[aria-label^='Redo']")
    await stands(page, "learn", "g5", "bp")
    await page.click("#learn-replay")
    await lessonIsReady(page)
    await contains(page, "#learn-toolbar .place", "3 / 3")
    // The focus is on a button of the board.
    await page.keyboard.press("f")
    await page.waitForSelector("#learn-board[data-bottom='black']")
    await noErrors(page)
})

test("gives two hints, and neither is the answer", async () => {
    const page = await site.open("#learn?lesson=both-leave-the-rank")
    await page.click("#learn-hint")
    await contains(page, "#learn-hint-text", "come from d7 to d5, and passed over d6")
    await page.click("#learn-hint")
    await contains(page, "#learn-hint-text", "is the king on a5 attacked?")
    await page.waitForSelector("#learn-hint", {state: "hidden"})
    assert.equal(await page.locator("#learn-board .arrow").count(), 0)
    await page.click("#learn-list li:nth-child(4) button")
    assert.equal(await page.textContent("#learn-hint-text"), "")
    await page.click("#learn-hint")
    await page.click("#learn-hint")
    await contains(page, "#learn-hint-text", "1. e3, was not a double push")
    await page.click("#learn-list li:nth-child(12) button")
    await page.click("#learn-hint")
    await page.click("#learn-hint")
    await contains(page, "#learn-hint-text", "After 2... d5 a pawn had just moved two squares")
    await noErrors(page)
})

test("on a phone, a lesson that is tapped comes into view with its board", async () => {
    const page = await site.open("#learn", PHONE)
    await page.locator("#learn-list li:nth-child(7) button").tap()
    await contains(page, "#learn-lesson-title", "Both pawns leave the rank")
    const {y, height} = await page.locator("#learn-board").boundingBox()
    assert.ok(y >= 0 && y + height <= PHONE.viewport.height, `the board is at ${y}`)
    await noErrors(page)
})

test("more positions are drawn at random, and judged", async () => {
    const page = await site.open("#learn")
    const seen = new Set()
    for (let turn = 0; turn < 5; turn += 1) {
        await page.click("#learn-more")
        await contains(page, "#learn-lesson-title", "A position at random")
        seen.add(new URLSearchParams(page.url().split("?")[1]).get("position"))
    }
    assert.equal(seen.size, 5, "no position comes twice before all have been shown")
    // The class of a case says whether a capture is legal.
    await page.goto(`${site.base}#learn?position=en-passant/two-capturers-both/a5-c5-on-b6`)
    await contains(page, "#learn-task", "Black has just played b7-b5")
    await page.click("#learn-answers button")
    await contains(page, "#learn-feedback", "En passant is possible: ")
    await page.waitForSelector("#learn-board .arrow.legal", {state: "attached"})
    await page.fill("#learn-move", "axb6")
    await page.keyboard.press("Enter")
    await page.waitForSelector("#learn-feedback.good")
    await contains(page, "#learn-next", "A position at random")
    await contains(page, "#learn-progress", "0 of 12")
    await page.goto(`${site.base}#learn?position=en-passant/rejected-rank/queen-b4-king-h4`)
    await contains(page, "#learn-task", "Capture en passant, or say that it is not possible.")
    await page.click("#learn-answers button")
    await page.waitForSelector("#learn-feedback.good")
    await contains(page, "#learn-text", "rejected rank")
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
