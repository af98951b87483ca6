//! A run that knows the results of an earlier one.

use crate::subjects::quiet_run;
use std::collections::HashMap;

use passant_judge::Connections;
use passant_judge::check::plan::Choice;
use passant_judge::check::run::Source;
use passant_judge::check::{CaseResult, Checked, Plan, Run, Verdict};
use passant_judge::diagnosis::predictions::Predictions;
use passant_judge::diagnosis::{OracleThrough, questions_of_failures};
use passant_oracle::EngineFault;
use passant_query::{Abilities, Channel};
use passant_suite::Suites;

/// Cases of each kind.
fn plan() -> Plan {
    let suites = [
        "en-passant/rejected-rank",
        "en-passant/rejected-file",
        "state/after-moves",
        "play",
    ];
    let choice = Choice {
        suites: suites.map(str::to_owned).to_vec(),
        max_nodes: 500,
        shard: Some("1/4".parse().unwrap()),
        ..Choice::default()
    };
    Plan::new(&Suites::builtin().unwrap(), &choice).unwrap()
}

/// Asks an oracle with a fault, and says where each result comes from.
fn checked(plan: &Plan, known: &HashMap<String, CaseResult>) -> (Checked, Vec<Source>) {
    let channel = Channel::Line;
    let fault = EngineFault::RankPinIgnored.into();
    let connect =
        || Connections::through(Box::new(OracleThrough::new(Abilities::of(channel), fault)));
    let run = Run {
        known,
        ..quiet_run(plan, channel, &connect)
    };
    let mut sources = Vec::new();
    let mut checked = run.run(|_, source| sources.push(source));
    for case in &mut checked.cases {
        case.milliseconds = 0;
    }
    (checked, sources)
}

/// An engine is asked again about what a check has found, so that no fault is missed that shows nowhere else.
#[test]
fn asks_about_the_positions_of_failures() {
    let (checked, _) = checked(&plan(), &HashMap::new());
    let questions = questions_of_failures(&checked.cases, Abilities::of(Channel::Line));
    assert!(!questions.is_empty());
    let fault = EngineFault::RankPinIgnored;
    let shows = |it: &&Predictions| *it.reply(fault) != it.expected;
    assert!(0 < questions.iter().filter(shows).count(), "{questions:?}");
    let mut checked = checked;
    checked.cases.retain(|case| case.verdict != Verdict::Fail);
    assert!(questions_of_failures(&checked.cases, Abilities::of(Channel::Line)).is_empty());
}

#[test]
fn a_known_result_that_does_not_fit_its_case_is_asked_again() {
    let plan = plan();
    let (first, sources) = checked(&plan, &HashMap::new());
    assert!(sources.iter().all(|source| *source == Source::Asked));
    let verdicts = |verdict| first.cases.iter().filter(move |it| it.verdict == verdict);
    assert!(0 < verdicts(Verdict::Fail).count());
    assert!(0 < verdicts(Verdict::Pass).count());
    assert!(0 < verdicts(Verdict::Unsupported).count());
    let known = |change: fn(&mut CaseResult)| -> HashMap<_, _> {
        let mut cases = first.cases.clone();
        cases.iter_mut().for_each(change);
        let cases = cases.into_iter();
        cases.map(|case| (case.address.clone(), case)).collect()
    };
    let (again, sources) = checked(&plan, &known(|_| {}));
    assert_eq!(again.cases, first.cases);
    assert!(sources.iter().all(|source| *source == Source::Known));
    let changes: [fn(&mut CaseResult); 7] = [
        |case| case.class = "plain".to_owned(),
        |case| case.fen = "8/8/8/8/8/8/8/K1k5 w - - 0 1".to_owned(),
        |case| case.why = "no reason".to_owned(),
        |case| case.verdict = Verdict::Nonstrict,
        |case| case.channel = Channel::Divide,
        |case| case.presentations[0].line = None,
        |case| case.presentations.clear(),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let (again, sources) = checked(&plan, &known(change));
        assert_eq!(again.cases, first.cases, "{number}");
        let asked = sources.iter().all(|source| *source == Source::AskedAgain);
        assert!(asked, "{number}: {sources:?}");
    }
}

/// Somebody may have changed a verdict and nothing else.
#[test]
fn a_known_verdict_that_contradicts_its_findings_is_asked_again() {
    let plan = plan();
    let (first, _) = checked(&plan, &HashMap::new());
    for (from, to) in [
        (Verdict::Fail, Verdict::Pass),
        (Verdict::Fail, Verdict::Unsupported),
        (Verdict::Fail, Verdict::Xfail),
        (Verdict::Pass, Verdict::Fail),
        (Verdict::Pass, Verdict::Nonstrict),
        (Verdict::Unsupported, Verdict::Xpass),
    ] {
        let mut known = HashMap::new();
        let mut changed = 0;
        for mut case in first.cases.clone() {
            if case.verdict == from {
                changed += 1;
                case.verdict = to;
                for presentation in &mut case.presentations {
                    presentation.verdict = to;
                }
            }
            known.insert(case.address.clone(), case);
        }
        assert_ne!(changed, 0, "{from}");
        let (again, sources) = checked(&plan, &known);
        assert!(again.cases == first.cases, "{from} {to}");
        let is_asked = |source: &&Source| **source == Source::AskedAgain;
        assert_eq!(
            sources.iter().filter(is_asked).count(),
            changed,
            "{from} {to}"
        );
    }
}
