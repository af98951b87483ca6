//! Hunts among fresh positions, with subjects whose faults are known.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use passant_judge::Connections;
use passant_judge::check::Verdict;
use passant_judge::check::hunt::{Hunt, Hunted};
use passant_oracle::{EngineFault, FaultSet, Oracle};
use passant_query::{Abilities, Answer, Channel, EngineError, Interrupt, Line, Query, Subject};
use passant_sampler::Sampler;

/// More time than any of these hunts needs.
const HOUR: Duration = Duration::from_secs(3600);

/// Hunts among this number of positions.
fn hunt(number: u64, keeps_going: bool, make: &(dyn Fn() -> Box<dyn Subject> + Sync)) -> Hunted {
    let hunt = Hunt {
        connect: &|| Connections::through(make()),
        jobs: 1,
        number: Some(number),
        time: HOUR,
        reply: HOUR,
        keeps_going,
        interrupt: &Interrupt::default(),
    };
    hunt.run(&mut Sampler::new(1), &|_| {})
}

fn with_fault(fault: EngineFault) -> impl Fn() -> Box<dyn Subject> + Sync {
    move || Box::new(Oracle::with(fault))
}

fn verdicts(hunted: &Hunted) -> BTreeSet<Verdict> {
    hunted.cases.iter().map(|case| case.verdict).collect()
}

#[test]
fn a_sound_subject_is_asked_everything_and_blamed_for_nothing() {
    let hunted = hunt(500, true, &|| Box::new(Oracle::with(FaultSet::NONE)));
    assert_eq!(hunted.cases, []);
    assert_eq!((hunted.answered, hunted.unsupported), (500, 0));
    assert!(1000 < hunted.coverage.pairs());
}

#[test]
fn a_hunt_ends_with_the_first_failure() {
    let hunted = hunt(5000, false, &with_fault(EngineFault::RankPinIgnored));
    let [case] = &hunted.cases[..] else {
        panic!("{:?}", hunted.cases)
    };
    assert_eq!(
        (case.verdict, case.class.as_str()),
        (Verdict::Fail, "rejected-rank")
    );
    assert!(hunted.answered < 300);
    // The line repeats the failure by itself.
    let line = hunted.items[0].line.as_ref().unwrap();
    let moves = Oracle::with(EngineFault::RankPinIgnored)
        .moves(line)
        .unwrap();
    assert_ne!(
        moves.len() as u32,
        line.position().unwrap().count_legal_moves()
    );
}

#[test]
fn a_hunt_that_goes_on_reports_few_of_a_kind() {
    let hunted = hunt(2000, true, &with_fault(EngineFault::NeverCleared));
    assert_eq!(verdicts(&hunted), [Verdict::Fail].into());
    assert_eq!(hunted.answered, 2000);
    assert!(hunted.cases.len() < 200);
    assert!(hunted.alike as usize > hunted.cases.len());
}

/// Answers every 50th question as if the position had no moves.
struct Flaky {
    oracle: Oracle,
    asked: Arc<AtomicUsize>,
}

impl Subject for Flaky {
    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        match self.oracle.ask(line, query)? {
            Answer::Counts(mut counts) if asked % 50 == 49 => {
                counts.moves.clear();
                counts.total = 1000;
                Ok(Answer::Counts(counts))
            }
            answer => Ok(answer),
        }
    }
}

/// A wrong answer that a new process does not repeat is no failure, and the hunt asks about all other positions.
#[test]
fn a_wrong_answer_that_is_not_repeated_is_no_failure() {
    let asked = Arc::default();
    let hunted = hunt(1000, true, &|| {
        Box::new(Flaky {
            oracle: Oracle::with(FaultSet::NONE),
            asked: Arc::clone(&asked),
        })
    });
    assert!(
        !verdicts(&hunted).contains(&Verdict::Fail),
        "{:?}",
        hunted.cases
    );
    assert_eq!(hunted.answered, 1000);
}

/// Ends at every position in which an en passant capture is legal.
struct Crashing(Oracle);

impl Subject for Crashing {
    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        let position = line.position();
        let right = position
            .as_ref()
            .and_then(passant_rules::Position::en_passant);
        if right.is_some_and(|right| !right.legal().is_empty()) {
            return Err(EngineError::Crashed("ended".to_owned()));
        }
        self.0.ask(line, query)
    }
}

#[test]
fn a_crash_is_reported_as_a_crash() {
    let hunted = hunt(300, false, &|| {
        Box::new(Crashing(Oracle::with(FaultSet::NONE)))
    });
    assert_eq!(verdicts(&hunted), [Verdict::Crash].into());
}

/// Notes the lines that it is asked about.
struct Noting {
    oracle: Oracle,
    lines: Arc<Mutex<Vec<String>>>,
}

impl Subject for Noting {
    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        self.lines.lock().unwrap().push(format!("{line}: {query}"));
        self.oracle.ask(line, query)
    }
}

#[test]
fn a_seed_repeats_a_hunt() {
    let questions = || {
        let lines = Arc::default();
        hunt(200, true, &|| {
            Box::new(Noting {
                oracle: Oracle::with(FaultSet::NONE),
                lines: Arc::clone(&lines),
            })
        });
        let lines = lines.lock().unwrap();
        lines.clone()
    };
    let first = questions();
    assert_eq!(first.len(), 200);
    assert_eq!(first, questions());
}

/// Answers questions about single moves alone.
struct Legality(Oracle);

impl Subject for Legality {
    fn can(&self) -> Abilities {
        Abilities::of(Channel::SearchMoves)
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        match query {
            Query::Legal(_) | Query::BestMove(_) => self.0.ask(line, query),
            other => Err(EngineError::unsupported(other.word())),
        }
    }
}

/// Each position is asked about in full, and what passes is not counted with what fails.
#[test]
fn a_channel_of_single_moves_counts_only_wrong_answers() {
    let fault = EngineFault::RankPinIgnored;
    let hunted = hunt(400, true, &|| Box::new(Legality(Oracle::with(fault))));
    let wrong = Sampler::new(1).take(400).filter(|sample| {
        let moves = Oracle::with(fault).moves(&sample.line).unwrap();
        moves.len() as u32 != sample.position.count_legal_moves()
    });
    let (found, wrong) = (hunted.cases.len() + hunted.alike as usize, wrong.count());
    assert!(0 < found && found <= wrong, "{found} of {wrong}");
}
