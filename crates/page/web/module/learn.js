// Learn: twelve positions to solve, in order or freely, then more at random. What was solved is kept in this browser.

import {announce} from "./announce.js"
import {Board} from "./board.js"
import {button, byId, element, visible} from "./dom.js"
import {choosePromotion} from "./promotion.js"
import {describeSquare, isTry, listCaptures, marksOf} from "./right-panel.js"
import {Game} from "./game.js"
import {judgeTry, Practice} from "./practice.js"
import {listFrames} from "./replay.js"
import {listHints} from "./hints.js"
import {read, write} from "./shell.js"
import {replaceAddress} from "./address.js"
import {Steps} from "./steps.js"

const STORED_PROGRESS = "passant-lessons"

// Slow enough to see which pawn moves, in milliseconds.
const MOVE_DURATION = 420

export class Learn {
    constructor(engine) {
        this.engine = engine
        this.game = new Game(engine)
        this.practice = new Practice(engine)
        this.lessons = engine.ask("lessons").ok ?? []
        this.solved = new Set(storedProgress())
        this.board = new Board(byId("learn-board"), {
            name: "Board of the lesson: arrow keys go from square to square, Enter picks a piece up and puts it down",
            move: (from, to, later) => this.move(from, to, later), duration: MOVE_DURATION,
        })
        this.frames = []
        this.frame = 0
        this.turn = 0
        this.steps = new Steps(byId("learn-toolbar"), {
            at: () => this.frame, count: () => Math.max(0, this.frames.length - 1), go: (frame) => this.go(frame), flip: () => this.board.flip(!this.board.isFlipped),
        })
        this.listen()
    }

    listen() {
        byId("learn-typed").addEventListener("submit", (event) => {
            event.preventDefault()
            this.tryMove(byId("learn-move").value.trim())
            byId("learn-move").value = ""
        })
        byId("learn-again").addEventListener("click", () => this.open(this.lesson))
        byId("learn-replay").addEventListener("click", () => this.replay())
        byId("learn-hint").addEventListener("click", () => this.hint())
        byId("learn-next").addEventListener("click", () => this.openNext())
        byId("learn-more").addEventListener("click", () => this.openRandom())
        byId("learn-forget").addEventListener("click", () => this.forget())
    }

    async show({lesson, position}) {
        if (position) {
            await this.practice.load()
            const found = this.practice.find(position)
            if (found) return this.open(found)
        }
        const next = this.lessons.find(({id}) => !this.solved.has(id)) ?? this.lessons[0]
        return this.open(this.lessons.find(({id}) => id === lesson) ?? this.lesson ?? next)
    }

    open(lesson) {
        if (!lesson) return
        this.lesson = lesson
        this.isDone = false
        this.game.load(lesson.fen, listOf(lesson.moves))
        this.asked = this.game.view
        this.hints = listHints(this.asked, lesson.answers)
        this.drawn = {}
        byId("learn-answers").replaceChildren(...lesson.answers.map(({move, label}) => button(label, () => this.tryMove(move))))
        byId("learn-lesson-title").textContent = lesson.title
        byId("learn-text").textContent = lesson.text
        byId("learn-task").textContent = lesson.task
        byId("learn-hint-text").replaceChildren()
        byId("learn-hint").hidden = false
        this.board.flip(lesson.side === "black")
        this.feedback("", null)
        this.showTask()
        this.showList()
        replaceAddress("learn", lesson.isPractice ? {position: lesson.id} : {lesson: lesson.id})
        this.frames = listFrames(this.engine, lesson)
        this.replay()
    }

    openNext() {
        const next = this.lessons[this.lessons.indexOf(this.lesson) + 1]
        if (this.lesson.isPractice || !next) this.openRandom()
        else this.openInView(next)
    }

    async openRandom() {
        try {
            await this.practice.load()
            this.openInView(this.practice.draw())
        } catch (error) {
            this.feedback(String(error.message ?? error), false)
        }
    }

    // On a narrow screen the list is far below the board.
    openInView(lesson) {
        this.open(lesson)
        const {top, bottom} = byId("learn-board").getBoundingClientRect()
        if (top >= 0 && bottom <= innerHeight) return
        byId("learn-lesson-title").scrollIntoView({block: "start"})
        byId("learn-board").scrollIntoView({block: "nearest"})
    }

    // Shows how the position came about, move by move, with the last move marked.
    async replay() {
        this.turn += 1
        const {turn} = this
        if (!this.board.isCalm) {
            this.showFrame(0, false)
            for (let frame = 1; frame < this.frames.length - 1; frame += 1) {
                await this.showFrame(frame)
                if (turn !== this.turn) return
            }
        }
        this.showLast()
    }

    // Shows one of the positions that led to the one in question.
    go(frame) {
        this.turn += 1
        const last = this.frames.length - 1
        const number = Math.min(Math.max(0, frame), last)
        if (number === last) this.showLast()
        else this.showFrame(number)
    }

    showFrame(number, isAnimated = true) {
        this.frame = number
        this.steps.show()
        return this.board.show({...this.frames[number], mode: "none"}, isAnimated)
    }

    // Shows the position to solve or, after that, the position with the answer.
    showLast(isAnimated = true) {
        const {view} = this.game
        this.turn += 1
        this.frame = this.frames.length - 1
        this.steps.show()
        this.board.show({
            // The whole drawing is the solution, so it comes after it.
            pieces: view.pieces, marks: this.isDone ? marksOf(view) : {...marksOf(view), right: null, ...this.drawn}, side: view.side,
            mode: this.isDone ? "none" : "legal", targets: (from) => this.game.targets(from),
            describe: this.isDone ? describeSquare(view) : () => "",
        }, isAnimated)
    }

    // Shows the buttons and sentences of before or after the solution.
    showTask() {
        for (const id of ["learn-answers", "learn-typed", "learn-help"]) byId(id).hidden = this.isDone
    }

    showList() {
        byId("learn-progress").textContent = `${this.solved.size} of ${this.lessons.length} solved`
        byId("learn-meter").max = this.lessons.length
        byId("learn-meter").value = this.solved.size
        byId("learn-list").replaceChildren(...this.lessons.map((lesson, index) => {
            const isSolved = this.solved.has(lesson.id)
            const node = button("", () => this.openInView(lesson), {"aria-current": lesson === this.lesson ? "true" : null})
            node.append(element("span", {class: "number", text: String(index + 1)}), element("span", {text: lesson.title}),
                element("span", {class: "done", text: isSolved ? "✓" : ""}),
                element("span", {class: "visually-hidden", text: isSolved ? " solved" : ""}))
            return element("li", {}, node)
        }))
    }

    hint() {
        const [hint, ...others] = this.hints
        if (!hint) return
        this.hints = others
        byId("learn-hint").hidden = others.length === 0
        byId("learn-hint-text").append(element("li", {text: hint.text}))
        this.drawn = {...this.drawn, hint: hint.squares}
        this.showLast()
        announce(hint.text)
    }

    move(from, to, later) {
        if (!to) return false
        const moves = this.game.between(from, to)
        if (moves.length > 1) choosePromotion(moves, this.game.view.side).then((move) => move && this.tryMove(move.uci))
        else later(() => this.tryMove(from + to))
        return false
    }

    tryMove(text) {
        if (!text || this.isDone) return
        const {ok, error} = this.lesson.isPractice ? {ok: judgeTry(this.game, text)} : this.engine.ask("try", {lesson: this.lesson.id, move: text})
        if (error) {
            this.feedback(error[0].message, false)
            return
        }
        this.feedback(ok.feedback, ok.solved, ok.done ? this.otherCaptures(ok.feedback) : [])
        if (!ok.solved) {
            this.drawn = drawAnswer(this.asked.right, text)
            this.showLast()
            return
        }
        this.isDone = ok.done
        if (ok.done) this.finish()
        // A capture that solves the lesson is played on the board.
        this.game.load(this.lesson.fen, listOf(ok.moves))
        this.showTask()
        this.showLast()
    }

    finish() {
        byId("learn-next").hidden = false
        byId("learn-next").scrollIntoView({block: "nearest"})
        const isLast = this.lesson.isPractice || this.lessons.indexOf(this.lesson) === this.lessons.length - 1
        byId("learn-next").textContent = isLast ? "A position at random" : "Next lesson"
        if (this.lesson.isPractice) {
            byId("learn-text").textContent = this.lesson.lesson
            return
        }
        this.solved.add(this.lesson.id)
        write(STORED_PROGRESS, JSON.stringify([...this.solved]))
        this.showList()
    }

    // The captures that a feedback does not mention, after the solution.
    otherCaptures(feedback) {
        return this.asked.right?.captures.filter(({sentence}) => !feedback.includes(sentence)) ?? []
    }

    feedback(text, isGood, captures = []) {
        const place = byId("learn-feedback")
        place.className = `feedback ${isGood ? "good" : "bad"}`
        place.hidden = isGood === null
        place.replaceChildren()
        byId("learn-next").hidden = true
        if (isGood === null) return
        const word = isGood ? "Correct." : "Not so."
        place.append(element("span", {class: `sign ${isGood ? "good" : "bad"}`, "aria-hidden": "true", text: isGood ? "✓" : "✗"}),
            element("div", {}, element("p", {}, element("strong", {text: word}), ` ${visible(text)}`),
                captures.length > 0 ? listCaptures(captures) : null))
        place.scrollIntoView({block: "nearest"})
        announce(`${word} ${text}`)
    }

    forget() {
        this.solved.clear()
        write(STORED_PROGRESS, "[]")
        this.showList()
    }
}

// Draws after a wrong answer the capture that was tried with the line that forbids it. The feedback to the answer
// that there is no capture names a legal one, so that one is drawn.
function drawAnswer(right, text) {
    const tried = right?.captures.filter((capture) => text === "none" ? capture.legal : isTry(capture, text)) ?? []
    return tried.length > 0 ? {right: {...right, captures: tried.slice(0, 1)}} : {}
}

function listOf(moves) {
    return moves.split(" ").filter(Boolean)
}

function storedProgress() {
    try {
        const stored = JSON.parse(read(STORED_PROGRESS) ?? "[]")
        return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : []
    } catch {
        return []
    }
}
