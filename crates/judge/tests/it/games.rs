//! Engines that do not set up positions are asked about games, and their faults are named all the same.

use std::collections::BTreeSet;
use std::sync::LazyLock;
use std::time::Duration;

use passant_judge::diagnosis::naming::Naming;
use passant_judge::diagnosis::predictions::Predictions;
use passant_judge::diagnosis::{Diagnosis, OracleThrough, diagnose, questions_for};
use passant_judge::minimize::Bounds;
use passant_judge::{Connections, EnginePool};
use passant_oracle::{EngineFault, FaultSet};
use passant_query::{Abilities, Channel};
use passant_suite::Suites;
use rayon::prelude::*;

static LISTED: LazyLock<Vec<Predictions>> = LazyLock::new(|| questions(Channel::IllegalMove));
static COUNTED: LazyLock<Vec<Predictions>> = LazyLock::new(|| questions(Channel::Total));

/// These engines do not search.
static NO_SEARCHES: LazyLock<Vec<Predictions>> = LazyLock::new(Vec::new);

fn can(channel: Channel) -> Abilities {
    Abilities {
        sets_up: false,
        ..Abilities::of(channel)
    }
}

fn questions(channel: Channel) -> Vec<Predictions> {
    let questions = questions_for(&Suites::builtin().unwrap(), can(channel)).unwrap();
    let lines = questions.iter().map(|it| &it.question.line);
    assert!(
        lines
            .clone()
            .all(passant_query::Line::is_from_initial_position)
    );
    questions
}

fn diagnosed(channel: Channel, faults: FaultSet) -> Diagnosis<'static> {
    let can = can(channel);
    let questions = match channel {
        Channel::Total => &COUNTED,
        _ => &LISTED,
    };
    let pool = EnginePool::new(|| Connections::through(Box::new(OracleThrough::new(can, faults))));
    let bounds = Bounds {
        time: Duration::from_secs(600),
        ..Bounds::default()
    };
    diagnose(&pool, questions, &NO_SEARCHES, &bounds)
}

/// The faults that the table of visible faults has for engines of this kind.
fn visible(word: &str) -> Vec<EngineFault> {
    let table = include_str!("../../../report/src/visible_faults.txt").lines();
    let rows = table
        .filter_map(|row| row.split_once(':'))
        .filter(|(_, kinds)| kinds.split_whitespace().any(|kind| kind == word));
    rows.map(|(name, _)| EngineFault::from_name(name).unwrap())
        .collect()
}

#[test]
fn nothing_is_named_without_a_fault() {
    for channel in [Channel::IllegalMove, Channel::Total] {
        let questioned = diagnosed(channel, FaultSet::NONE).questioned;
        assert_eq!(questioned.naming, Naming::Sound);
        let positions = questioned.observations.iter();
        let positions: BTreeSet<_> = positions
            .map(|it| it.predictions.root.fen().to_string())
            .collect();
        assert!(40 <= positions.len(), "{}", positions.len());
    }
}

/// A fault is named, alone or among those that give the same answers, unless only other games show it: a check asks about
/// these, and the diagnosis then takes them up.
#[test]
fn faults_are_named_by_games_alone() {
    // Not first on a thread of the pool, which would wait for itself.
    LazyLock::force(&LISTED);
    LazyLock::force(&COUNTED);
    for (channel, word, unseen) in [
        (
            Channel::IllegalMove,
            "legality-in-games",
            &[EngineFault::AnyPiecePinsOnRank, EngineFault::Cylinder][..],
        ),
        (
            Channel::Total,
            "counts-in-games",
            &[EngineFault::AnyPiecePinsOnRank][..],
        ),
    ] {
        let suspects = visible(word).into_par_iter().map(|fault| {
            let naming = diagnosed(channel, fault.into()).questioned.naming;
            let sets: Vec<_> = naming.suspects().iter().map(|it| it.faults).collect();
            (fault, sets)
        });
        let suspects: Vec<_> = suspects.collect();
        let is_unnamed =
            |(fault, sets): &&(EngineFault, Vec<FaultSet>)| !sets.contains(&(*fault).into());
        let unnamed: Vec<_> = suspects
            .iter()
            .filter(is_unnamed)
            .map(|(fault, _)| *fault)
            .collect();
        assert_eq!(unnamed, unseen, "{word}");
        let alone = suspects.iter().filter(|(_, sets)| sets.len() == 1).count();
        assert!(
            suspects.len() < 2 * alone,
            "{word}: {alone} of {}",
            suspects.len()
        );
    }
}
