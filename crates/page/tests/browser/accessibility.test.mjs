import assert from "node:assert/strict"
import {after, before, test} from "node:test"
import {answers, AXE, block, contains, drag, isReady, lessonIsReady, noErrors, paste, PHONE, RANK_PIN, start} from "./harness.mjs"

let site
before(async () => { site = await start() })
after(() => site.stop())

// The content security policy of the page lets no tool add a script, so this context of the browser does without it.
async function findings(page, options = {}) {
    await page.addScriptTag({path: AXE})
    const {violations} = await page.evaluate((some) => globalThis.axe.run(document, {...some, resultTypes: ["violations"]}), options)
    return violations.map(({id, nodes}) => `${id}: ${nodes.map(({target}) => target.join(" ")).join(", ")}`)
}

const VIEWS = {
    // A game, so that its moments are there too.
    explain: "#explain?fen=8/3p4/8/K3P2r/8/8/8/7k+b+-+-+0+1&moves=d7d5",
    play: "#play?moves=e2e4+a7a6+e4e5+d7d5+e5d6",
    learn: "#learn", judge: "#judge", count: "#count?depth=2",
}
const LAPTOP = {viewport: {width: 1366, height: 768}}
// Dark differs from light by its colors alone.
const RULES = {dark: {runOnly: ["color-contrast"]}}
const KINDS = {light: {...LAPTOP, colorScheme: "light"}, dark: {...LAPTOP, colorScheme: "dark"}, phone: PHONE, "narrow and dark": {...PHONE, viewport: {width: 320, height: 640}, colorScheme: "dark"}}

for (const [kind, options] of Object.entries(KINDS)) {
    for (const [view, address] of Object.entries(VIEWS)) {
        test(`axe finds nothing in ${view}, ${kind}`, async () => {
            const page = await site.open(address, {...options, bypassCSP: true})
            await page.waitForTimeout(300)
            // What shows when nothing is unfolded shows afterwards too.
            if (kind === "light") assert.deepEqual(await findings(page), [])
            for (const summary of await page.locator(`#view-${view} details > summary`).all()) await summary.click()
            assert.deepEqual(await findings(page, RULES[kind]), [], "with everything unfolded")
            await isNarrowEnough(page)
            await noErrors(page)
        })
    }
}

async function isNarrowEnough(page) {
    const width = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    assert.ok(width <= 0, `the page is ${width} pixels too wide`)
}

const PIN = `fen=${encodeURIComponent(RANK_PIN)}`

// What a person does to a view, beginning with its address.
const STATES = {
    "a FEN with an error": ["#explain", async (page) => {
        await page.fill("#explain-text", "rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
        await page.waitForSelector("#explain-text-diagnostics mark")
    }],
    "two games that were pasted": ["#explain", async (page) => {
        await page.fill("#explain-text", "[White \"Ann\"]\n\n1. e4 a6 2. e5 d5 3. exd6 *\n\n[White \"Bob\"]\n\n1. d4 d5 *\n")
        await contains(page, "#explain-moments", "2... d5")
    }],
    "a capture that was tried in vain": [`#explain?${PIN}`, async (page) => {
        await drag(page, "explain", "e5", "d6")
        await page.waitForSelector("#explain-right .tried")
    }],
    "a move that is not legal": [`#play?${PIN}`, async (page) => {
        await drag(page, "play", "a5", "a8")
        await page.waitForSelector("#play-refusal")
    }],
    "a wrong answer to a lesson": ["#learn?lesson=two-capturers-one-may", async (page) => {
        await lessonIsReady(page)
        await page.click("#learn-hint")
        await drag(page, "learn", "c4", "d3")
        await page.waitForSelector("#learn-feedback.bad")
    }],
    "a lesson that was solved": ["#learn?lesson=two-capturers-one-may", async (page) => {
        await lessonIsReady(page)
        await drag(page, "learn", "e4", "d3")
        await page.waitForSelector("#learn-feedback.good")
    }],
    "a verdict on an engine": ["#judge", async (page) => {
        await paste(page, answers(await block(page), "rank-pin-ignored"))
        await page.waitForSelector("#judge-verdict .fault-board .board-frame")
    }],
    "nothing counted yet": ["#count", async () => {}],
}

for (const [state, [address, act]] of Object.entries(STATES)) {
    test(`axe finds nothing in ${state}, on a laptop and on a phone`, async () => {
        const page = await site.open(address, {...LAPTOP, colorScheme: "light", bypassCSP: true})
        await act(page)
        for (const {viewport} of [LAPTOP, PHONE]) {
            await page.setViewportSize(viewport)
            for (const colorScheme of ["light", "dark"]) {
                await page.emulateMedia({colorScheme})
                assert.deepEqual(await findings(page, RULES[colorScheme]), [], `${viewport.width} pixels, ${colorScheme}`)
            }
            await isNarrowEnough(page)
        }
        await noErrors(page)
    })
}

test("the names of the views and the switch do not cover each other on narrow screens", async () => {
    const page = await site.open("#explain", PHONE)
    for (const width of [320, 360, 390, 430, 600]) {
        await page.setViewportSize({width, height: 800})
        const boxes = await page.locator(".masthead :is(h1, nav a, button)").evaluateAll((all) => all.map((one) => {
            const {left, right, top, bottom} = one.getBoundingClientRect()
            return {left, right, top, bottom}
        }))
        const covers = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
        const covered = boxes.filter((one, index) => boxes.slice(index + 1).some((other) => covers(one, other)))
        assert.deepEqual(covered, [], `${width} pixels`)
        await isNarrowEnough(page)
    }
    await noErrors(page)
})

test("the switch turns light into dark, and the choice is kept", async () => {
    const page = await site.open("#explain", {colorScheme: "light"})
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await paper()
    await page.click("#theme")
    const dark = await paper()
    assert.notEqual(dark, light)
    await page.reload()
    await isReady(page, "explain")
    assert.equal(await paper(), dark)
    await noErrors(page)
})

test("the keyboard reaches everything from the top of the page", async () => {
    const page = await site.open("#explain")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    assert.equal(await page.evaluate(() => document.activeElement.id), "main-content")
    assert.match(page.url(), /#explain/)
    await page.keyboard.press("Tab")
    assert.equal(await page.evaluate(() => document.activeElement.id), "explain-text")
    await page.keyboard.press("Tab")
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("role")), "gridcell")
    await noErrors(page)
})

test("nothing moves where reduced motion is preferred", async () => {
    const page = await site.open("#play", {reducedMotion: "reduce"})
    await page.fill("#play-move", "e4")
    await page.keyboard.press("Enter")
    await contains(page, "#play-moves", "e4")
    await page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)) }))
    assert.equal(await page.locator("#play-board g.pieces [data-square='e4']").count(), 1)
    await noErrors(page)
})
