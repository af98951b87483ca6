//! An engine whose searches find nothing before they are deep: what they then miss is named all the same.

use std::time::{Duration, Instant};

use passant_judge::Connections;
use passant_judge::EnginePool;
use passant_judge::diagnosis::naming::Naming;
use passant_judge::diagnosis::predictions::{Predictions, predict};
use passant_judge::diagnosis::queries::query_of_search;
use passant_judge::diagnosis::questioning::{Questioned, question};
use passant_judge::minimize::Bounds;
use passant_oracle::{EngineFault, FaultSet, Oracle};
use passant_query::{
    Abilities, Answer, EngineError, Feature, Line, Query, RetryLog, SearchLimit, Subject,
};
use passant_suite::Suites;

/// Longer than any diagnosis takes.
const UNLIMITED: Duration = Duration::from_secs(86_400);

/// The depth before which the engine looks one ply ahead.
const LATE: u32 = 8;

/// An engine with faults that says it searches deeper than it does.
#[derive(Clone, Copy)]
struct Late(FaultSet);

impl Subject for Late {
    fn can(&self) -> Abilities {
        Oracle::correct().can()
    }

    fn supports(&mut self, feature: Feature) -> Result<bool, EngineError> {
        Oracle::correct().supports(feature)
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        let Query::Search(request) = query else {
            return Oracle::with(self.0).ask(line, query);
        };
        let SearchLimit::Depth(asked) = request.limit else {
            return Err(EngineError::unsupported("a search by nodes"));
        };
        let mut request = request.clone();
        request.limit = SearchLimit::Depth(if asked < LATE { 1 } else { 3 });
        let mut answer = Oracle::with(self.0).ask(line, &Query::Search(request))?;
        if let Answer::Searched(found) = &mut answer {
            for line in &mut found.lines {
                line.depth = Some(asked);
            }
        }
        Ok(answer)
    }
}

fn naming(questions: &[Predictions], faults: FaultSet) -> Naming {
    let pool = EnginePool::new(move || Connections {
        counts: Box::new(Oracle::correct()),
        game: None,
        cross_check: None,
        search: Some(Box::new(Late(faults))),
        retry_log: RetryLog::default(),
    });
    let end = Instant::now() + UNLIMITED;
    let Questioned { naming, .. } = question(&pool, questions, &Bounds::default(), end);
    naming
}

#[test]
fn a_fault_that_deep_searches_alone_show_is_named() {
    let suites = Suites::builtin().expect("the suites are in order");
    let draws = suites.search_cases().filter(|it| it.draws_by_repetition());
    let questions = predict(draws.map(query_of_search).collect());
    assert_eq!(naming(&questions, FaultSet::NONE), Naming::Sound);
    let faults = EngineFault::RepetitionInLineWithUnrealRight.into();
    let named = naming(&questions, faults);
    assert!(
        matches!(&named, Naming::Named(evidence) if evidence.faults == faults),
        "{named:?}"
    );
}
