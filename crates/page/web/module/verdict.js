// The report on an engine: the object of `passant judge --json`.

import {Board} from "./board.js"
import {copyButton, element} from "./dom.js"
import {describeSquare, marksOf, titleOf} from "./right-panel.js"
import {formatAddress} from "./address.js"

const LANGUAGES = {rust: "Rust", cpp: "C++", python: "Python"}

// The failures that are written out; the others are counted.
const MOST_SHOWN = 12

export function verdictInWords(result) {
    const counts = countVerdicts(result.cases)
    const numbers = [...counts].map(([verdict, number]) => `${number} ${verdict}`).join(", ")
    const named = faultsOf(result).map(({name}) => name)
    const fault = named.length > 0 ? `The answers show the fault ${named.join(" and ")}.` : "No fault is named."
    return `${numbers}. ${fault}`
}

export function showVerdict(host, result, engine) {
    const parts = [summary(result), ...faults(result, engine), classes(result.cases), failures(result.cases)]
    host.replaceChildren(...parts.filter(Boolean))
    const place = host.querySelector(".fault-board")
    if (place) drawCounterexample(place, result.diagnosis.counterexample, engine)
}

function countVerdicts(cases) {
    const counts = new Map()
    for (const {verdict} of cases) counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
    return counts
}

function faultsOf(result) {
    return result.diagnosis?.suspects[0]?.faults ?? []
}

function summary(result) {
    const {calibration, text, cases} = result
    const failed = cases.filter(({verdict}) => verdict === "fail").length
    const isGood = failed === 0 && !result.diagnosis
    const title = isGood ? "No case failed" : failed === 1 ? "1 case failed" : `${failed} cases failed`
    const asked = text ? `${text.answered} of ${text.asked} questions answered` : ""
    const contradicted = text?.contradicted ? `, ${text.contradicted} with answers that contradict each other` : ""
    const name = calibration?.name ? `${calibration.name}: ` : ""
    const counts = [...countVerdicts(cases)].map(([verdict, number]) => `${number} ${verdict}`).join(", ")
    return element("div", {class: `card summary ${isGood ? "usable" : "unusable"}`},
        element("div", {class: "right-heading"},
            element("span", {class: "lamp", "aria-hidden": "true", text: isGood ? "✓" : "✗"}),
            element("div", {}, element("h3", {text: title}), element("p", {text: `${name}${asked}${contradicted}`}), element("p", {class: "quiet", text: counts}))))
}

function faults(result, engine) {
    const {diagnosis} = result
    if (!diagnosis) return []
    const suspects = diagnosis.suspects.map((suspect) => element("div", {class: "suspect"},
        ...suspect.faults.flatMap((fault) => [
            element("h4", {text: fault.name}), element("p", {text: fault.sentence}),
            element("p", {class: "advice"}, element("strong", {text: "Look at: "}), element("span", {text: fault.advice})),
            fault.reports.length > 0 ? element("p", {class: "quiet", text: `Seen in ${fault.reports.join(", ")}`}) : null,
        ]),
        element("p", {class: "quiet", text: `Explains ${suspect.explains} of ${diagnosis.wrong} wrong answers, and agrees with ${suspect.agrees} of ${diagnosis.answered}.`})))
    const title = diagnosis.outcome === "named" ? "The fault" : suspects.length > 0 ? "The suspects" : "No fault fits all answers"
    const card = element("section", {class: "card fault"}, element("h3", {text: title}), ...suspects)
    if (diagnosis.counterexample) card.append(counterexample(diagnosis.counterexample, engine))
    return [card]
}

function counterexample({fen, question, expected, got, rules, tests}, engine) {
    const isGame = Boolean(engine.ask("game", {fen, moves: ""}).ok)
    const rows = [["Asked", question], ["Expected", expected], ["Got", got], ...rules.map((rule) => ["Rules", rule])]
    const list = element("dl", {class: "entries"}, ...rows.flatMap(([name, value]) => [element("dt", {text: name}), element("dd", {text: String(value)})]))
    const link = element("a", {href: formatAddress("explain", {fen}), text: "Explain this position"})
    const snippets = Object.entries(tests ?? {}).filter(([, test]) => test).map(([language, test]) => snippet(LANGUAGES[language] ?? language, test))
    return element("div", {class: "counterexample"},
        isGame ? element("div", {class: "fault-board"}) : null,
        element("div", {}, list, isGame ? link : null, element("h4", {text: "A test to paste"}), ...snippets))
}

function snippet(language, test) {
    return element("details", {open: language === "Rust"}, element("summary", {text: language}),
        element("div", {class: "snippet"}, element("pre", {tabindex: "0", "aria-label": `Test in ${language}`, text: test}), copyButton(() => test, `the test in ${language}`)))
}

function drawCounterexample(place, {fen}, engine) {
    const {ok: view} = engine.ask("game", {fen, moves: ""})
    const board = new Board(place, {name: "Board of the fault"})
    board.flip(view.side === "black")
    board.show({pieces: view.pieces, marks: marksOf(view), describe: describeSquare(view)}, false)
    place.append(element("p", {class: "quiet", text: `${titleOf(view.right)}.`}))
}

function classes(cases) {
    const rows = new Map()
    for (const {class: name, verdict} of cases) {
        const row = rows.get(name) ?? {pass: 0, fail: 0, other: 0}
        row[verdict === "pass" || verdict === "fail" ? verdict : "other"] += 1
        rows.set(name, row)
    }
    const head = ["Class", "Passed", "Failed", "Other"].map((text) => element("th", {scope: "col", text}))
    const body = [...rows].sort(([a], [b]) => a < b ? -1 : 1).map(([name, row]) => element("tr", {class: row.fail > 0 ? "failed" : null},
        element("th", {scope: "row", text: (row.fail > 0 ? "✗ " : "") + name}),
        ...[row.pass, row.fail, row.other].map((number) => element("td", {text: number === 0 ? "–" : String(number)}))))
    return element("section", {class: "card"}, element("h3", {text: "Cases by class"}),
        element("table", {class: "numbers"}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...body)))
}

function failures(cases) {
    const failed = cases.filter(({verdict}) => verdict === "fail")
    if (failed.length === 0) return null
    const more = failed.length - MOST_SHOWN
    return element("section", {class: "card"}, element("h3", {text: "Failed cases"}),
        ...failed.slice(0, MOST_SHOWN).map(failure),
        more > 0 ? element("p", {class: "quiet", text: `and ${more} more`}) : null)
}

function failure({address, why, fen, presentations}) {
    const findings = presentations.filter(({verdict}) => verdict === "fail").flatMap(({presentation, findings: found}) =>
        found.map((finding) => element("li", {text: `${presentation}: ${finding.text}${differenceInWords(finding.difference)}`})))
    return element("details", {}, element("summary", {text: address}), element("p", {text: why}),
        element("ul", {}, ...findings), element("p", {}, element("a", {href: formatAddress("explain", {fen}), text: "Explain this position"})))
}

function differenceInWords(difference) {
    if (!difference) return ""
    const list = (moves) => moves.map(({uci, kind}) => `${uci} (${kind})`).join(", ")
    const parts = [["missing", difference.missing], ["extra", difference.extra]].filter(([, moves]) => moves?.length > 0)
    return parts.map(([name, moves]) => `; ${name} ${list(moves)}`).join("")
}
