//! Searches of engines with a fault, and what is said about them.

use std::fmt::Write;
use std::sync::LazyLock;
use std::time::Duration;

use passant_count::bulk;
use passant_judge::check::search::SearchRun;
use passant_judge::check::search::flaw::{flaws_of_claim, flaws_of_moves};
use passant_judge::check::{CaseResult, QuestionKind, Verdict};
use passant_oracle::{Engine, EngineFault, Family, Oracle, SearchTable};
use passant_query::{
    Answer, Channel, EngineError, EngineMove, Feature, Interrupt, Line, Query, RetryLog,
    SearchLimit, SearchRequest, SearchScore, Searched, SearchedLine, Step, Subject,
};
use passant_rules::{File, Square, UciMove};
use passant_suite::{SearchCase, SearchClaim, Suites};
use rayon::prelude::*;

use crate::check_snapshot;

pub(crate) static SUITES: LazyLock<Suites> =
    LazyLock::new(|| Suites::builtin().expect("the suites are in order"));

pub(crate) fn check(subject: impl Subject + 'static, cases: &[SearchCase]) -> Vec<CaseResult> {
    let run = SearchRun {
        subject: Box::new(subject),
        retry_log: RetryLog::default(),
        channel: Channel::Library,
        cases,
        time: Duration::from_secs(600),
        interrupt: &Interrupt::default(),
        ends: &|_| false,
    };
    run.run(|_| {}).cases
}

/// All cases of files, and some about lines.
fn cases() -> Vec<SearchCase> {
    let lines = SUITES.line_cases().step_by(60);
    SUITES.search_cases().cloned().chain(lines).collect()
}

fn of_search() -> Vec<EngineFault> {
    let all = EngineFault::ALL.iter().copied();
    all.filter(|fault| fault.family() == Family::Search)
        .collect()
}

#[test]
fn an_engine_without_a_fault_passes_everything() {
    for case in check(Oracle::correct(), &cases()) {
        assert_eq!(
            case.verdict,
            Verdict::Pass,
            "{}: {:?}",
            case.address,
            case.presentations
        );
    }
}

/// Returns what a case says about faults is what the oracle shows, and no other fault of the search shows there at that depth.
#[test]
fn cases_name_the_faults_that_they_show() {
    let cases: Vec<_> = SUITES
        .search_cases()
        .flat_map(SearchCase::as_told)
        .collect();
    cases.par_iter().for_each(|case| {
        let is_named =
            |fault: &EngineFault| case.faults.iter().any(|it| it.as_str() == fault.name());
        let is_asked = |fault: &EngineFault| fault.family() == Family::Search || is_named(fault);
        let asked = EngineFault::ALL.iter().copied().filter(is_asked);
        let shown = asked.filter(|&fault| {
            let deeper = case.depth + 2;
            [case.depth, deeper]
                .iter()
                .all(|&depth| !flaws(case, fault, depth).is_empty())
        });
        let shown: Vec<_> = shown.map(EngineFault::name).collect();
        assert_eq!(shown, case.faults, "{}", case.address);
    });
}

fn flaws(case: &SearchCase, fault: EngineFault, depth: u32) -> Vec<String> {
    let request = case.request(SearchLimit::Depth(depth));
    let searched = Oracle::with(fault)
        .search(&case.line, request)
        .expect("it searches");
    let flaws = flaws_of_moves(&case.line, &searched)
        .of_en_passant
        .into_iter();
    let flaws = flaws.chain(flaws_of_claim(case, &searched));
    flaws.map(|flaw| flaw.kind().to_string()).collect()
}

/// Sunfish 2026 plays the push at depth 4, expects the capture, and does not see that it mates; at depth 5 it plays another move.
#[test]
fn a_search_that_tries_the_capture_is_not_blamed() {
    let case = SUITES
        .search_cases()
        .find(|it| it.address == "search/push-into-mate/g2g4")
        .expect("it is listed");
    let searched = |line: &str| Searched {
        lines: vec![SearchedLine {
            depth: Some(4),
            score: Some(SearchScore::Centipawns(-1738)),
            moves: line.split(' ').map(EngineMove::from_uci).collect(),
        }],
        best: EngineMove::from_uci("g2g4"),
        ponder: None,
    };
    assert!(flaws_of_claim(case, &searched("g2g4 h4g3")).is_empty());
    assert!(!flaws_of_claim(case, &searched("g2g4 c2c1q")).is_empty());
    // The capture after another move shows nothing.
    assert!(!flaws_of_claim(case, &searched("h2h3 h4g3")).is_empty());
}

/// Each fault of the search: how many cases it fails, by which questions, how many nodes the first of these searches takes
/// with the one before it, and whether the leaf counts of all positions are correct.
#[test]
fn searches_catch_what_counts_do_not() {
    let rows: Vec<_> = of_search().par_iter().map(|&fault| row(fault)).collect();
    let mut table = format!(
        "{:36} {:5} {:24} {:>5}  {}\n",
        "fault", "fails", "by", "nodes", "perft"
    );
    for row in rows {
        // Writing to a string cannot fail.
        let _ = writeln!(table, "{row}");
    }
    check_snapshot("search_faults", &table);
}

fn row(fault: EngineFault) -> String {
    let cases: Vec<_> = SUITES.search_cases().cloned().collect();
    let results = check(Oracle::with(fault), &cases);
    let failed: Vec<_> = results
        .iter()
        .filter(|it| it.verdict == Verdict::Fail)
        .collect();
    let findings = failed.iter().flat_map(|it| &it.presentations);
    let findings = findings.flat_map(|it| &it.findings);
    let mut kinds: Vec<_> = findings
        .map(|it| format!("{:?}", it.question).to_lowercase())
        .collect();
    kinds.sort();
    kinds.dedup();
    let first = failed.first().expect("the fault shows");
    let case = cases.iter().find(|it| it.address == first.address);
    let nodes = nodes(case.expect("it was asked"), fault);
    let perft = if counts_are_correct(fault) {
        "pass"
    } else {
        "FAIL"
    };
    format!(
        "{fault:36} {:5} {:24} {nodes:5}  {perft}",
        failed.len(),
        kinds.join(" ")
    )
}

/// The nodes of the search of a case and of the one before it.
fn nodes(case: &SearchCase, fault: EngineFault) -> u64 {
    let limit = SearchLimit::Depth(case.depth);
    let mut table = SearchTable::default();
    let before = case
        .before
        .as_ref()
        .map(|line| played(line, fault))
        .map_or(0, |it| it.search(limit.deeper(), 1, &mut table).nodes);
    before + played(&case.line, fault).search(limit, 1, &mut table).nodes
}

fn played(line: &Line, fault: EngineFault) -> Engine {
    let mut engine = Engine::new(&line.setup, fault.into());
    for step in &line.steps {
        let Step::Move(mv) = step else {
            panic!("{line}")
        };
        let mv = engine.read_uci(&mv.text()).expect("the line is legal");
        engine.follow(mv);
    }
    engine
}

/// Tells whether an engine with a fault counts what the rules count.
fn counts_are_correct(fault: EngineFault) -> bool {
    SUITES.search_cases().all(|case| {
        let mut position = case.position().expect("the line is legal");
        let counted = played(&case.line, fault).perft(3);
        counted == bulk(&mut position, 3)
    })
}

/// A subject that searches as a function does.
pub(crate) struct Fake<F>(pub(crate) F);

impl<F: FnMut(&Line, &SearchRequest) -> Result<Searched, EngineError> + Send> Subject for Fake<F> {
    fn supports(&mut self, feature: Feature) -> Result<bool, EngineError> {
        Ok(feature == Feature::SeveralLines)
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        match query {
            Query::Search(request) => (self.0)(line, request).map(Answer::Searched),
            other => Err(EngineError::unsupported(other.word())),
        }
    }
}

pub(crate) fn correct(line: &Line, request: &SearchRequest) -> Result<Searched, EngineError> {
    Oracle::correct().search(line, request.clone())
}

/// An engine that plays the first legal move, and names no better line.
fn first_move(line: &Line) -> Searched {
    let position = line.position().expect("the line is legal");
    let best = position
        .legal_moves()
        .iter()
        .map(|&mv| position.uci_move(mv))
        .min();
    let mut searched = Oracle::correct()
        .search(line, SearchRequest::to_depth(1))
        .expect("it searches");
    searched.best = EngineMove::Uci(best.unwrap_or(UciMove::NULL));
    for line in &mut searched.lines {
        line.depth = Some(40);
        line.moves = vec![searched.best.clone()];
        line.score = None;
    }
    searched
}

#[test]
fn an_engine_that_finds_no_mates_without_en_passant_is_not_judged_by_what_it_misses() {
    let results = check(
        Fake(|line: &Line, _: &SearchRequest| Ok(first_move(line))),
        &cases(),
    );
    for case in &results {
        let is_about_lines = case.class == "lines";
        let expected = if is_about_lines {
            Verdict::Pass
        } else {
            Verdict::Unsupported
        };
        assert_eq!(case.verdict, expected, "{}", case.address);
    }
}

#[test]
fn an_engine_without_lines_or_too_slow_for_an_answer_is_asked_no_further() {
    let silent = |line: &Line, request: &SearchRequest| {
        let searched = correct(line, request)?;
        Ok(Searched {
            lines: Vec::new(),
            ..searched
        })
    };
    let late = |_: &Line, _: &SearchRequest| Err(EngineError::TimedOut(Duration::from_secs(1)));
    for results in [check(Fake(silent), &cases()), check(Fake(late), &cases())] {
        assert_eq!(results.len(), 3);
        assert!(results.iter().all(|it| it.verdict == Verdict::Unsupported));
    }
}

fn is_capture(case: &SearchCase, mv: UciMove) -> bool {
    let position = case.position().expect("the line is legal");
    position.find(mv).expect("it is legal").is_en_passant()
}

/// The capture by the pawn that may capture en passant, on the other side of it; `None` if there is no such pawn.
fn illegal_capture(line: &Line) -> Option<EngineMove> {
    let position = line.position().expect("the line is legal");
    let moves = position.legal_moves();
    let capture = moves.iter().find(|mv| mv.is_en_passant())?;
    let (from, to) = (capture.from(), capture.to());
    let aside = from.file() as i8 - to.file() as i8;
    let to = to.offset(2 * aside, 0)?;
    Some(EngineMove::Uci(UciMove::new(from, to)))
}

/// Returns what an engine does only once is no failure.
#[test]
fn a_flaw_that_does_not_repeat_is_unknown() {
    let mut asked = 0;
    let once = move |line: &Line, request: &SearchRequest| {
        asked += 1;
        let mut searched = correct(line, request)?;
        if asked == 1 {
            searched.best = illegal_capture(line).expect("there is a capture");
        }
        Ok(searched)
    };
    let has_capture = |case: &SearchCase| case.best.iter().any(|mv| is_capture(case, *mv));
    let cases: Vec<_> = cases().into_iter().filter(has_capture).take(2).collect();
    let verdicts: Vec<_> = check(Fake(once), &cases)
        .iter()
        .map(|it| it.verdict)
        .collect();
    assert_eq!(verdicts, [Verdict::Unknown, Verdict::Pass]);
}

/// A failure names the line, the ply, the position there and why the move is illegal.
#[test]
fn an_illegal_line_is_shown_with_its_place() {
    let cases: Vec<_> = SUITES.search_cases().cloned().collect();
    let is_wanted = |case: &&SearchCase| case.address == "search/single-push/without-e3e4";
    let case: Vec<_> = cases.iter().filter(is_wanted).cloned().collect();
    assert_eq!(case[0].claim, SearchClaim::NoMate);
    let results = check(Oracle::with(EngineFault::LinePlaysExpiredRight), &case);
    let finding = &results[0].presentations[0].findings[0];
    assert_eq!(finding.question, QuestionKind::Line);
    let difference = finding.difference.as_ref().expect("a move is illegal");
    assert_eq!(difference.path, ["e3e4"]);
    assert_eq!(
        difference.setup.fen(),
        "b7/8/8/6q1/3pP3/5K2/3k4/8 b - - 0 1"
    );
    let [extra] = &difference.extra[..] else {
        panic!("{difference:?}")
    };
    assert_eq!(extra.mv.to_string(), "d4e3");
    assert!(
        extra.kind.contains("without an en passant right"),
        "{}",
        extra.kind
    );
    assert!(finding.text.contains("ply 2 of"), "{}", finding.text);
}

/// The case that every line is legal, for a position after a double push.
fn line_case() -> SearchCase {
    SUITES.line_cases().next().expect("there are line cases")
}

/// Returns what a failed case says of the search that has shown the flaw.
fn search_with_flaw(results: &[CaseResult]) -> &str {
    assert_eq!(results[0].verdict, Verdict::Fail, "{results:?}");
    let text = &results[0].presentations[0].findings[0].text;
    text.split_once(':').expect("the search comes first").0
}

#[test]
fn every_line_is_judged_and_not_only_the_best() {
    let second = |line: &Line, request: &SearchRequest| {
        let mut searched = correct(line, request)?;
        if 1 < request.lines && line.setup.en_passant.is_some() && searched.lines.len() != 1 {
            searched.lines[1].moves = illegal_capture(line).into_iter().collect();
        }
        Ok(searched)
    };
    let results = check(Fake(second), &[line_case()]);
    let search = search_with_flaw(&results);
    assert!(
        search.starts_with("go depth 6 with MultiPV 3 after "),
        "{search}"
    );
}

/// Some engines print what is left over from another search, with en passant or without.
#[test]
fn an_engine_whose_lines_are_illegal_without_en_passant_is_not_judged_by_them() {
    let careless = |line: &Line, request: &SearchRequest| {
        let mut searched = correct(line, request)?;
        let king = line
            .position()
            .map(|it| it.king(it.side_to_move()))
            .expect("the line is legal");
        if let Some(illegal) = illegal_capture(line) {
            searched.lines[0].moves = vec![illegal];
        } else if king.file() != File::A {
            searched.lines[0].moves = vec![EngineMove::Uci(UciMove::new(king, Square::A1))];
        }
        Ok(searched)
    };
    let results = check(Fake(careless), &[line_case()]);
    assert_eq!(results[0].verdict, Verdict::Unsupported, "{results:?}");
    let mut findings = results[0].presentations[0].findings.iter();
    assert!(
        findings.any(|it| it.text.contains("legal without en passant")),
        "{results:?}"
    );
}

/// Adds a king's move across the board to the lines that a test chooses.
fn with_tail(
    line: &Line,
    request: &SearchRequest,
    is_chosen: impl Fn(&Line) -> bool,
) -> Result<Searched, EngineError> {
    let mut searched = correct(line, request)?;
    for found in &mut searched.lines {
        let moves = found.moves.iter().filter_map(EngineMove::uci);
        let end = moves.fold(line.clone(), |line, mv| line.then(mv));
        if is_chosen(&end) {
            let king = end
                .position()
                .map(|it| it.king(it.side_to_move()))
                .expect("the line is legal");
            let far = if king.file() <= File::D {
                Square::H4
            } else {
                Square::A5
            };
            found.moves.push(EngineMove::Uci(UciMove::new(king, far)));
        }
    }
    Ok(searched)
}

/// The moves after a mate are left over from another search.
#[test]
fn a_line_is_read_up_to_the_end_of_the_game() {
    let is_over = |end: &Line| end.position().is_some_and(|it| it.count_legal_moves() == 0);
    let stale = move |line: &Line, request: &SearchRequest| with_tail(line, request, is_over);
    for case in check(Fake(stale), &cases()) {
        assert_eq!(case.verdict, Verdict::Pass, "{case:?}");
        let findings = case.presentations.iter().flat_map(|it| &it.findings);
        assert_eq!(findings.count(), 0, "{case:?}");
    }
}

#[test]
fn an_illegal_move_that_has_nothing_to_do_with_en_passant_is_said_and_not_judged() {
    let stale = |line: &Line, request: &SearchRequest| with_tail(line, request, |_| true);
    let results = check(Fake(stale), &[line_case()]);
    assert_eq!(results[0].verdict, Verdict::Pass, "{results:?}");
    let finding = &results[0].presentations[0].findings[0];
    assert!(
        finding.text.contains("something without en passant")
            && finding.text.contains("is illegal"),
        "{}",
        finding.text
    );
}

/// Lines are asked for only where every one of them is judged: the score of the last one is that of a bad move.
#[test]
fn mates_and_only_moves_are_asked_for_with_one_line() {
    let strict = |line: &Line, request: &SearchRequest| {
        assert_eq!(request.lines, 1);
        correct(line, request)
    };
    let cases: Vec<_> = SUITES.search_cases().take(5).cloned().collect();
    for result in check(Fake(strict), &cases) {
        assert_eq!(result.verdict, Verdict::Pass, "{}", result.address);
    }
}

#[test]
fn a_search_that_ends_in_the_middle_of_a_depth_is_judged() {
    let by_nodes = |line: &Line, request: &SearchRequest| {
        let mut searched = correct(line, request)?;
        if request.limit == SearchLimit::Nodes(200) {
            searched.best = illegal_capture(line).unwrap_or(searched.best);
        }
        Ok(searched)
    };
    let results = check(Fake(by_nodes), &[line_case()]);
    let search = search_with_flaw(&results);
    assert!(search.starts_with("go nodes 200 after "), "{search}");
}

/// Glaurung 2.2 plays nothing if its nodes are used up before depth 1 ends.
#[test]
fn a_search_by_nodes_may_have_no_move() {
    let early = |line: &Line, request: &SearchRequest| {
        let mut searched = correct(line, request)?;
        if request.limit == SearchLimit::Nodes(200) {
            searched.best = EngineMove::unreadable("(none)");
        }
        Ok(searched)
    };
    let results = check(Fake(early), &[line_case()]);
    assert_eq!(results[0].verdict, Verdict::Pass, "{results:?}");
}

#[test]
fn an_engine_that_counts_no_nodes_is_judged_by_its_searches_to_a_depth() {
    let to_depth = |line: &Line, request: &SearchRequest| match request.limit {
        SearchLimit::Depth(_) => correct(line, request),
        SearchLimit::Nodes(_) => Err(EngineError::unsupported("a search by nodes")),
    };
    let results = check(Fake(to_depth), &[line_case()]);
    assert_eq!(results[0].verdict, Verdict::Pass, "{results:?}");
}
