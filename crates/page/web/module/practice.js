// More positions to solve: cases of the suites, drawn by class.

const ADDRESS = new URL("../cases.txt", import.meta.url)

const NONE = "none"
const ANSWERS = [{move: NONE, label: "En passant is not possible here"}]

export class Practice {
    constructor(engine) {
        this.engine = engine
        this.seen = new Set()
        this.cases = null
    }

    // All cases with a right and a pawn that may ask for it.
    async load() {
        if (this.cases) return
        const response = await fetch(ADDRESS)
        if (!response.ok) throw new Error(`${ADDRESS.pathname} cannot be read: status ${response.status}`)
        const rows = (await response.text()).split("\n").map((line) => line.split("\t"))
        const cases = rows.map(([address, fen, name, , , , why]) => ({address, fen, name, why}))
        this.cases = cases.filter(({fen}) => fen && this.engine.ask("game", {fen, moves: ""}).ok?.right?.captures.length > 0)
    }

    // Draws a class, then a position of it, among those that were not shown yet.
    draw() {
        const unseen = this.cases.filter(({address}) => !this.seen.has(address))
        if (unseen.length === 0) this.seen.clear()
        const left = unseen.length > 0 ? unseen : this.cases
        const name = pick([...new Set(left.map((one) => one.name))])
        return this.lesson(pick(left.filter((one) => one.name === name)))
    }

    find(address) {
        const found = this.cases.find((one) => one.address === address)
        return found && this.lesson(found)
    }

    lesson({address, fen, name, why}) {
        this.seen.add(address)
        const {side, right} = this.engine.ask("game", {fen, moves: ""}).ok
        const color = side === "white" ? "Black" : "White"
        return {
            id: address, title: "A position at random", text: "", moves: "", fen, side, answers: ANSWERS, isPractice: true,
            task: `${color} has just played ${right.origin}-${right.victim}. Capture en passant, or say that it is not possible.`,
            lesson: `${name.replaceAll("-", " ")}: ${why}`,
        }
    }
}

function pick(list) {
    return list[Math.floor(Math.random() * list.length)]
}

// The reply to a try, in the form of the request `try`.
export function judgeTry(game, text) {
    const {captures} = game.view.right
    const legal = captures.find((capture) => capture.legal)
    if (text === NONE) {
        const sentences = captures.map(({sentence}) => sentence).join("; ")
        return legal ? reply(false, `En passant is possible: ${legal.sentence}.`) : reply(true, `${sentences}.`)
    }
    const {ok, error} = game.read(text)
    if (error) return reply(false, error[0].message)
    const capture = captures.find(({uci}) => uci === ok.uci)
    if (capture) return reply(true, `${capture.sentence}.`, ok.uci)
    return reply(false, legal ? `${text} is legal, but then the right expires.` : `${text} is legal, but it is no en passant capture.`)
}

function reply(isSolved, feedback, moves = "") {
    return {solved: isSolved, done: isSolved, feedback, moves}
}
