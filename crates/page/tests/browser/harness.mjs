// What the browser tests share: a server in a sub-path, a browser, and a person's hands.

import assert from "node:assert/strict"
import {spawnSync} from "node:child_process"
import {readFile} from "node:fs/promises"
import {createServer} from "node:http"
import {createRequire} from "node:module"
import path from "node:path"
import {fileURLToPath} from "node:url"

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url))
const PAGE = process.env.PASSANT_PAGE ?? path.join(ROOT, "target/page")
const PACKAGES = process.env.PASSANT_PAGE_PACKAGES ?? path.join(ROOT, "target/page-npm")
const CHROMIUM = process.env.PASSANT_CHROMIUM ?? "/usr/bin/chromium"
const ORACLE = process.env.PASSANT_ORACLE ?? path.join(ROOT, "target/debug/passant-oracle")
const PREFIX = "/some/folder/"

const require = createRequire(path.join(PACKAGES, "package.json"))
const {chromium} = require("playwright-core")
export const AXE = require.resolve("axe-core/axe.min.js")

export const PAGE_FOLDER = PAGE
export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
export const RANK_PIN = "8/8/8/K2pP2r/8/8/8/7k w - d6 0 2"
// How long to wait for what comes at once, in milliseconds: machines are shared, and these tests are the last to get a turn.
// `PASSANT_PATIENCE` shortens it while a test is written.
export const PATIENCE = Number(process.env.PASSANT_PATIENCE ?? 120000)
export const PHONE = {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true}

const TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json", ".wasm": "application/wasm"}

// Serves the page below a path, as a folder of a larger site would.
async function serve() {
    const server = createServer(async (request, response) => {
        const {pathname} = new URL(request.url, "http://localhost")
        const name = pathname.startsWith(PREFIX) ? pathname.slice(PREFIX.length) || "index.html" : null
        const file = name && !name.includes("..") ? await readFile(path.join(PAGE, name)).catch(() => null) : null
        response.writeHead(file ? 200 : 404, {"content-type": TYPES[path.extname(name ?? "")] ?? "text/plain"})
        response.end(file)
    })
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))
    return server
}

// A browser and a server for the tests of one file.
export async function start() {
    const server = await serve()
    const browser = await chromium.launch({executablePath: CHROMIUM, args: ["--no-sandbox"], timeout: PATIENCE})
    const base = `http://127.0.0.1:${server.address().port}${PREFIX}`
    return {
        browser, base,
        // Opens the page and waits until the view works. Every error and every refused resource fails `noErrors`.
        async open(address = "", options = {}) {
            const context = await browser.newContext({viewport: {width: 1280, height: 900}, permissions: ["clipboard-read", "clipboard-write"], acceptDownloads: true, ...options})
            context.setDefaultTimeout(PATIENCE)
            const page = await context.newPage()
            page.errors = []
            page.on("console", (message) => message.type() === "error" && page.errors.push(message.text()))
            page.on("pageerror", (error) => page.errors.push(String(error)))
            // A page that is left or loaded again drops what it was loading.
            const isDropped = (request) => request.failure()?.errorText === "net::ERR_ABORTED"
            page.on("requestfailed", (request) => isDropped(request) || page.errors.push(`failed: ${request.url()}`))
            page.on("request", (request) => {
                const {protocol, host} = new URL(request.url())
                if (protocol.startsWith("http") && host !== new URL(base).host) page.errors.push(`elsewhere: ${request.url()}`)
            })
            await page.goto(base + address)
            await isReady(page, /^#(\w+)/.exec(address)?.[1] ?? "explain")
            return page
        },
        async stop() {
            await browser.close()
            server.close()
        },
    }
}

// What an engine prints when it is given a block of questions, with a fault if one is named.
export function answers(block, fault = null) {
    const options = fault ? ["--fault", fault] : []
    const {stdout, status, error} = spawnSync(ORACLE, options, {input: block, encoding: "utf8", maxBuffer: 1 << 26})
    assert.equal(status, 0, `${ORACLE}: ${error ?? "it failed"}`)
    return stdout
}

// The block of questions, as soon as it is there.
export async function block(page) {
    await page.waitForSelector("#judge-copy:not([disabled])")
    return page.inputValue("#judge-block")
}

// Has what an engine printed judged. To type it takes the browser too long.
export async function paste(page, text) {
    await page.evaluate((value) => {
        const field = document.getElementById("judge-text")
        field.value = value
        field.dispatchEvent(new Event("input"))
    }, text)
    await page.click("#judge-start")
}

export async function isReady(page, view) {
    await page.waitForSelector(`body[data-ready="${view}"]`)
}

// Fails if anything went wrong on the page, and closes it.
export async function noErrors(page) {
    assert.deepEqual(page.errors, [])
    await page.context().close()
}

// Opens the editor of a view, and waits until pieces can be moved freely: the browser says later that a fold was opened.
export async function openEditor(page, view, fold) {
    await page.click(`${fold} summary`)
    await page.waitForSelector(`#${view}-board[data-mode="free"]`)
}

// The middle of a square of a board, in the window.
export async function squareAt(page, view, square) {
    return page.evaluate(([name, wanted]) => {
        const rectangle = () => document.querySelector(`#${name}-board rect[data-square="${wanted}"]`)
        rectangle().scrollIntoView({block: "nearest"})
        const {x, y, width, height} = rectangle().getBoundingClientRect()
        return {x: x + width / 2, y: y + height / 2}
    }, [view, square])
}

export async function drag(page, view, from, to) {
    const start = await squareAt(page, view, from)
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    const end = to ? await squareAt(page, view, to) : {x: start.x, y: 2}
    await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, {steps: 4})
    await page.mouse.move(end.x, end.y, {steps: 4})
    await page.mouse.up()
}

export async function tap(page, view, square) {
    const {x, y} = await squareAt(page, view, square)
    await page.touchscreen.tap(x, y)
}

// Goes to a square of the board with arrow keys and presses Enter.
export async function chooseByKeyboard(page, view, square) {
    const cell = page.locator(`#${view}-board [role="gridcell"][tabindex="0"]`)
    await cell.focus()
    const label = await cell.getAttribute("aria-label")
    const [file, rank] = [square.charCodeAt(0) - label.charCodeAt(0), Number(square[1]) - Number(label[1])]
    for (let step = 0; step < Math.abs(file); step += 1) await page.keyboard.press(file > 0 ? "ArrowRight" : "ArrowLeft")
    for (let step = 0; step < Math.abs(rank); step += 1) await page.keyboard.press(rank > 0 ? "ArrowUp" : "ArrowDown")
    await page.keyboard.press("Enter")
}

// Waits until an element contains a text; fails with what it contains.
export async function contains(page, selector, text) {
    const locator = page.locator(selector)
    const holds = () => locator.textContent({timeout: 5000}).then((found) => (found ?? "").includes(text), () => false)
    for (const end = Date.now() + PATIENCE; Date.now() < end; await page.waitForTimeout(50)) {
        if (await holds()) return
    }
    assert.fail(`${selector} should contain “${text}”, but contains “${await locator.textContent().catch(() => "nothing")}”`)
}

// Fails if a part of an element is outside of the window.
export async function isInView(page, selector) {
    const {top, bottom, height} = await page.locator(selector).evaluate((node) => {
        const {top: upper, bottom: lower} = node.getBoundingClientRect()
        return {top: upper, bottom: lower, height: innerHeight}
    })
    assert.ok(top >= -1 && bottom <= height + 1 && top < bottom, `${selector} is from ${top} to ${bottom}, the window from 0 to ${height}`)
}

// Waits until a piece, or none, stands on a square.
export async function stands(page, view, square, piece) {
    const selector = `#${view}-board g.pieces [data-square="${square}"]`
    if (piece) await page.waitForSelector(`${selector}[data-piece="${piece}"]`, {state: "attached"})
    else await page.waitForSelector(selector, {state: "detached"})
}

// Waits until the moves that led to the position of a lesson have been shown.
export async function lessonIsReady(page) {
    await page.waitForSelector("#learn-board[data-mode='legal']")
}

export async function says(page, text) {
    await contains(page, "#announcement", text)
}

// What a cell of the board tells a screen reader.
export function cell(page, view, square) {
    return page.locator(`#${view}-board [role="gridcell"][aria-label^="${square},"]`).getAttribute("aria-label")
}
