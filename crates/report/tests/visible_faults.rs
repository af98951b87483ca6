//! Which faults each channel can show.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::Path;
use std::time::Duration;

use passant_judge::Connections;
use passant_judge::check::plan::Choice;
use passant_judge::check::questions::Conventions;
use passant_judge::check::{Plan, Run, Verdict};
use passant_judge::diagnosis::OracleThrough;
use passant_oracle::{EngineFault, FaultSet};
use passant_query::{Abilities, Channel, Interrupt};
use passant_suite::{SearchCase, Suites};
use passant_test_tools::{assert_generated, is_blessing};
use rayon::prelude::*;

/// Tells whether a check through a channel finds a fault.
fn is_found(plan: &Plan, (channel, sets_up): (Channel, bool), faults: FaultSet) -> bool {
    let can = Abilities {
        sets_up,
        ..Abilities::of(channel)
    };
    let connect = || Connections::through(Box::new(OracleThrough::new(can, faults)));
    let run = Run {
        connect: &connect,
        channel,
        plan,
        conventions: Conventions::default(),
        jobs: 1,
        reply: Duration::from_secs(60),
        time: Duration::from_secs(3600),
        for_diagnosis: Duration::ZERO,
        interrupt: &Interrupt::default(),
        known: &HashMap::new(),
        ends: &|result| result.verdict == Verdict::Fail,
    };
    let checked = run.run(|_, _| {});
    checked
        .cases
        .iter()
        .any(|case| case.verdict == Verdict::Fail)
}

/// The channels of each kind that can be asked least, with the words of the table, and whether positions are set up.
/// Without that only engines that speak xboard can be asked: through their own counts, or for the legality of moves.
const KINDS: [((Channel, bool), &str); 6] = [
    ((Channel::Total, true), "counts"),
    ((Channel::MultiPv, true), "moves"),
    ((Channel::IllegalMove, true), "legality"),
    ((Channel::BestMove, true), "play"),
    ((Channel::Total, false), "counts-in-games"),
    ((Channel::IllegalMove, false), "legality-in-games"),
];

fn plan(shard: Option<&str>) -> Plan {
    let choice = Choice {
        max_nodes: 1_000,
        shard: shard.map(|shard| shard.parse().unwrap()),
        ..Choice::default()
    };
    Plan::new(&Suites::builtin().unwrap(), &choice).unwrap()
}

/// The word for the faults that a case of `suites/search` names.
const SEARCH: &str = "search";

/// Returns what the table has is found. What it does not have is not found in a part of the cases: all of them take minutes.
#[test]
fn the_table_of_visible_faults_is_that_of_the_oracle() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/visible_faults.txt");
    let table = fs::read_to_string(&path).unwrap();
    let (all, part) = (plan(None), plan(Some("1/8")));
    let suites = Suites::builtin().unwrap();
    let searched: BTreeSet<String> = suites
        .search_cases()
        .flat_map(SearchCase::as_told)
        .flat_map(|case| case.faults)
        .collect();
    let row = |fault: EngineFault| {
        let listed = table.lines().find_map(|row| {
            let (name, words) = row.split_once(':')?;
            (name == fault.name()).then(|| words.split_whitespace().collect::<Vec<_>>())
        });
        let found = KINDS.into_iter().filter(|(kind, word)| {
            let is_listed = listed.as_ref().is_some_and(|words| words.contains(word));
            let plan = if is_blessing() || is_listed {
                &all
            } else {
                &part
            };
            is_found(plan, *kind, fault.into())
        });
        let is_searched = searched.contains(fault.name()).then_some(SEARCH);
        let words: Vec<_> = found.map(|(_, word)| word).chain(is_searched).collect();
        let row = format!("{}: {}", fault.name(), words.join(" "));
        row.trim_end().to_owned()
    };
    let rows: Vec<_> = EngineFault::ALL
        .par_iter()
        .map(|&fault| row(fault))
        .collect();
    assert_generated(&path, rows.join("\n") + "\n");
}

#[test]
fn no_channel_finds_a_fault_in_an_engine_without_one() {
    let all = plan(None);
    for (kind, word) in KINDS {
        assert!(!is_found(&all, kind, FaultSet::NONE), "{word}");
    }
}
