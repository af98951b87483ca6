//! Draws by repetition that a search finds or misses.

use passant_judge::check::Verdict;
use passant_oracle::{EngineFault, Oracle};
use passant_query::{Line, SearchRequest};
use passant_suite::SearchCase;

use crate::search::{Fake, SUITES, check, correct};

fn draws() -> Vec<SearchCase> {
    let cases = SUITES.search_cases().filter(|it| it.draws_by_repetition());
    cases.cloned().collect()
}

/// A search without the positions before sees no draw by repetition, neither after a double push nor after a single one.
#[test]
fn an_engine_that_sees_no_repetition_is_not_judged_by_the_draws_that_it_misses() {
    let forgets = |line: &Line, request: &SearchRequest| {
        let position = line.position().expect("the line is legal");
        correct(&Line::at(&position), request)
    };
    for case in check(Fake(forgets), &draws()) {
        assert_eq!(case.verdict, Verdict::Unsupported, "{case:?}");
    }
}

/// What a FEN says and what a double push leaves behind are stored by different code.
#[test]
fn a_draw_is_asked_for_after_a_fen_with_a_useless_square_too() {
    let verdicts = |fault: EngineFault| -> Vec<Vec<_>> {
        let results = check(Oracle::with(fault), &draws());
        let each = results.iter().map(|case| &case.presentations);
        let words = each.map(|all| {
            let all = all.iter();
            all.map(|it| (it.presentation.word(), it.verdict)).collect()
        });
        words.collect()
    };
    let of_fen = [
        ("moves", Verdict::Pass),
        ("fen", Verdict::Fail),
        ("flipped-moves", Verdict::Pass),
        ("flipped-fen", Verdict::Fail),
    ];
    for shown in verdicts(EngineFault::RepetitionOfFen) {
        assert_eq!(shown, of_fen);
    }
    // An engine that misses the draw after the double push says nothing about FENs.
    let of_push = [("moves", Verdict::Fail), ("flipped-moves", Verdict::Fail)];
    for shown in verdicts(EngineFault::RepetitionInLineWithUnrealRight) {
        assert_eq!(shown, of_push);
    }
}
