// Learn: twelve positions to solve, in order or freely. What was solved is kept in this browser.

import {announce} from "./announce.js"
import {Board} from "./board.js"
import {button, byId, element, visible} from "./dom.js"
import {choosePromotion} from "./promotion.js"
import {describeSquare, marksOf, showRight} from "./right-panel.js"
import {Game} from "./game.js"
import {read, write} from "./shell.js"
import {replaceAddress} from "./address.js"

const STORED_PROGRESS = "passant-lessons"

export class Learn {
    constructor(engine) {
        this.engine = engine
        this.game = new Game(engine)
        this.lessons = engine.ask("lessons").ok ?? []
        this.solved = new Set(storedProgress())
        this.board = new Board(byId("learn-board"), {
            name: "Board of the lesson: arrow keys go from square to square, Enter picks a piece up and puts it down",
            move: (from, to, later) => this.move(from, to, later),
        })
        byId("learn-typed").addEventListener("submit", (event) => {
            event.preventDefault()
            this.tryMove(byId("learn-move").value.trim())
            byId("learn-move").value = ""
        })
        byId("learn-again").addEventListener("click", () => this.open(this.lesson))
        byId("learn-next").addEventListener("click", () => this.open(this.lessons[this.lessons.indexOf(this.lesson) + 1]))
        byId("learn-forget").addEventListener("click", () => this.forget())
    }

    show({lesson}) {
        const next = this.lessons.find(({id}) => !this.solved.has(id)) ?? this.lessons[0]
        this.open(this.lessons.find(({id}) => id === lesson) ?? this.lesson ?? next)
    }

    open(lesson) {
        if (!lesson) return
        this.lesson = lesson
        this.isDone = false
        this.game.load(lesson.fen, listOf(lesson.moves))
        byId("learn-answers").replaceChildren(...lesson.answers.map(({move, label}) => button(label, () => this.tryMove(move))))
        byId("learn-lesson-title").textContent = lesson.title
        byId("learn-text").textContent = lesson.text
        byId("learn-task").textContent = lesson.task
        this.board.flip(lesson.side === "black")
        this.feedback("", null)
        this.showPosition(false)
        this.showList()
        replaceAddress("learn", {lesson: lesson.id})
    }

    showPosition(isAnimated = true) {
        const {view} = this.game
        this.board.show({
            // The drawing is the solution, so it comes after it.
            pieces: view.pieces, marks: this.isDone ? marksOf(view) : {...marksOf(view), right: null}, side: view.side,
            mode: this.isDone ? "none" : "legal", targets: (from) => this.game.targets(from),
            describe: this.isDone ? describeSquare(view) : () => "",
        }, isAnimated)
        for (const id of ["learn-answers", "learn-typed"]) byId(id).hidden = this.isDone
        const panel = byId("learn-right")
        panel.hidden = !this.isDone
        if (this.isDone) showRight(panel, this.asked)
    }

    showList() {
        byId("learn-progress").textContent = `${this.solved.size} of ${this.lessons.length} solved`
        byId("learn-meter").max = this.lessons.length
        byId("learn-meter").value = this.solved.size
        byId("learn-list").replaceChildren(...this.lessons.map((lesson, index) => {
            const isSolved = this.solved.has(lesson.id)
            const node = button("", () => this.open(lesson), {"aria-current": lesson === this.lesson ? "true" : null})
            node.append(element("span", {class: "number", text: String(index + 1)}), element("span", {text: lesson.title}),
                element("span", {class: "done", text: isSolved ? "✓" : ""}),
                element("span", {class: "visually-hidden", text: isSolved ? " solved" : ""}))
            return element("li", {}, node)
        }))
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
        const {ok, error} = this.engine.ask("try", {lesson: this.lesson.id, move: text})
        if (error) {
            this.feedback(error[0].message, false)
            return
        }
        this.feedback(ok.feedback, ok.solved)
        if (!ok.solved) {
            this.showPosition()
            return
        }
        this.isDone = ok.done
        this.asked = this.game.view
        if (ok.done) this.finish()
        // A capture that solves the lesson is played on the board. What is said about the right is about the position before.
        this.game.load(this.lesson.fen, listOf(ok.moves))
        this.showPosition()
    }

    finish() {
        this.solved.add(this.lesson.id)
        write(STORED_PROGRESS, JSON.stringify([...this.solved]))
        this.showList()
        const isLast = this.lessons.indexOf(this.lesson) === this.lessons.length - 1
        byId("learn-next").hidden = isLast
    }

    feedback(text, isGood) {
        const place = byId("learn-feedback")
        place.className = `feedback ${isGood === null ? "" : isGood ? "good" : "bad"}`
        place.replaceChildren()
        byId("learn-next").hidden = true
        if (isGood === null) return
        const word = isGood ? "Correct." : "Not so."
        place.append(element("span", {class: `sign ${isGood ? "good" : "bad"}`, "aria-hidden": "true", text: isGood ? "✓" : "✗"}),
            element("p", {}, element("strong", {text: word}), ` ${visible(text)}`))
        announce(`${word} ${text}`)
    }

    forget() {
        this.solved.clear()
        write(STORED_PROGRESS, "[]")
        this.showList()
    }
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
