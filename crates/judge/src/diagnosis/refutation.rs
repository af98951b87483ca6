//! The proof of a name: questions that are chosen to refute it are asked after it is found.
//!
//! They are about the examples of its faults, about those of their neighbors in the list, and about positions of the suites, with
//! colors swapped and files mirrored. The faults change the answers to some. To the others a neighbor answers differently,
//! and most of them are answered correctly by an engine with these faults.

use std::collections::{BTreeMap, HashMap, HashSet};

use passant_oracle::{EngineFault, Family, FaultSet};
use passant_query::{Query, Question};
use passant_rules::Setup;

use super::accepted_convention::depends_on_convention;
use super::evidence::Comparison;
use super::further::{Further, differ};
use super::naming::{Naming, Observation, is_name, name_faults, one_or_several};
use super::predictions::{Predictions, reply_of_oracle};
use super::queries::{PositionQuery, keys_after_push, queries_about};
use super::query_role::{QueryKind, QueryRole};
use super::reply::Reply;
use super::variants::twins;
use crate::parallel;

/// Another name is looked for this often after one was refuted.
const ROUNDS: usize = 3;

/// Number of questions asked that the faults change.
const CHANGED: usize = 40;

/// Greatest number of them about the same file and the same side to move, of the same role, or about one position; also the
/// number of questions that show a neighbor.
const ALIKE: usize = 2;

/// Number of positions that are looked at to find them.
const TRIED: usize = 400;

/// The depths of the counts that are asked where counts have shown the faults.
const DEPTHS: [u32; 2] = [1, 2];

/// A step between positions of the suites, because those of one class are beside each other.
const STEP: usize = 101;

/// Without further answers, a name needs as many wrong ones.
const FEW: usize = 2;

/// Asks questions that are chosen to refute the names, and keeps the names that no answer refutes. Where all are refuted, looks
/// for another name that explains these answers too.
pub(super) fn refute_names(
    mut naming: Naming,
    observations: &[Observation<'_>],
    further: &Further<'_>,
) -> Naming {
    let mut answered = Answered::default();
    for _ in 0..ROUNDS {
        let sets: Vec<_> = naming.names().iter().map(|it| it.faults).collect();
        if sets.is_empty() {
            return naming;
        }
        answered.challenge(&sets, observations, further);
        let all = answered.with(observations);
        let case = Comparison::new(&all);
        let left: Vec<_> = sets
            .into_iter()
            .filter(|&it| is_name(&case.weigh(it)))
            .collect();
        if !left.is_empty() {
            return name_after_proof(&left, observations, &answered);
        }
        naming = match name_faults(&all) {
            Naming::InPart(all) => {
                let sets = all.iter().map(|it| it.faults).collect();
                return Naming::InPart(Comparison::new(observations).evidence_for(sets));
            }
            other => other,
        };
    }
    Naming::Unknown
}

/// The names that further answers have not refuted. Without any such answer, few wrong answers are no proof.
fn name_after_proof(
    sets: &[FaultSet],
    observations: &[Observation<'_>],
    answered: &Answered,
) -> Naming {
    let mut evidence = Comparison::new(observations).evidence_for(sets.to_vec());
    for it in &mut evidence {
        it.confirmed_by = answered.all.len();
    }
    let is_proved = sets.iter().any(|&it| answered.confirm(it));
    if is_proved || !answered.is_short && evidence.iter().all(|it| FEW <= it.explains) {
        one_or_several(evidence)
    } else {
        Naming::InPart(evidence)
    }
}

/// Tells whether the answer to a question that is chosen to refute faults speaks against them, where they are known to be a part
/// of what is wrong.
pub(super) fn is_contradicted(
    faults: FaultSet,
    observations: &[Observation<'_>],
    further: &Further<'_>,
) -> bool {
    let mut answered = Answered::default();
    answered.challenge(&[faults], observations, further);
    let wrong = observations.iter().filter(|it| it.is_wrong());
    let topics: HashSet<_> = wrong.map(Observation::topic).collect();
    let all = answered.with(&[]);
    let mut on_topic = all.iter().filter(|it| topics.contains(&it.topic()));
    on_topic.any(|it| it.contradicts(faults, FaultSet::NONE))
}

/// The answers to questions that were chosen to refute names.
#[derive(Default)]
struct Answered {
    all: Vec<(Predictions, Reply)>,
    /// Tells whether there was no time for some of the questions.
    is_short: bool,
}

impl Answered {
    /// Asks questions that are chosen to refute sets of faults, and have not been asked.
    fn challenge(
        &mut self,
        sets: &[FaultSet],
        observations: &[Observation<'_>],
        further: &Further<'_>,
    ) {
        let mut chosen: Vec<PositionQuery> = Vec::new();
        for &faults in sets {
            chosen.extend(questions_changed_by(
                faults,
                &kinds(faults, observations),
                further.positions,
            ));
            chosen.extend(neighboring(faults, further.positions));
        }
        let asked = observations
            .iter()
            .map(|it| it.predictions)
            .chain(self.all.iter().map(|(it, _)| it));
        let mut seen: HashSet<String> = asked.map(|it| it.question.to_string()).collect();
        chosen.retain(|it| {
            let is_judged = !further.follows_convention || !depends_on_convention(&it.question);
            is_judged
                && !is_beside_the_point(&it.question, sets)
                && seen.insert(it.question.to_string())
        });
        let replies = parallel::map(chosen, |query| {
            let predictions = Predictions::new(query);
            let reply = (further.ask)(&predictions);
            reply.map(|reply| (predictions, reply))
        });
        self.all.extend(replies.into_iter().flatten());
        self.is_short |= (further.is_over)();
    }

    /// These answers after others.
    fn with<'a>(&'a self, observations: &[Observation<'a>]) -> Vec<Observation<'a>> {
        let answered = self.all.iter().map(|(predictions, reply)| Observation {
            predictions,
            reply: reply.clone(),
        });
        observations.iter().cloned().chain(answered).collect()
    }

    /// Tells whether an answer is wrong in the way of these faults.
    fn confirm(&self, faults: FaultSet) -> bool {
        let all = self.with(&[]);
        all.iter().any(|it| it.is_wrong() && it.agrees(faults))
    }
}

/// Tells whether a question compares positions after a move that an engine with the faults does not play: what it then says of
/// them proves nothing.
fn is_beside_the_point(question: &Question, sets: &[FaultSet]) -> bool {
    let compares = matches!(
        question.query,
        Query::SameKey(_) | Query::Same(_) | Query::Occurrences
    );
    let is_refused =
        |&faults: &FaultSet| matches!(reply_of_oracle(question, None, faults), Reply::NotTaken(_));
    compares && sets.iter().any(is_refused)
}

/// The kinds of the questions to which faults give the wrong answers, and questions for moves, which every engine with the faults
/// answers as they do.
fn kinds(faults: FaultSet, observations: &[Observation<'_>]) -> HashSet<QueryKind> {
    let explained = observations
        .iter()
        .filter(|it| it.is_wrong() && it.agrees(faults));
    let roles = explained.map(|it| it.predictions.role);
    let elsewhere = roles.filter(|it| it.can_be_asked_elsewhere());
    let kinds = elsewhere.map(|it| it.kind);
    kinds.chain([QueryKind::MOVES]).collect()
}

/// Questions of these kinds to which an engine with the faults gives wrong answers, about both sides and all files, and for the
/// moves of the same positions, which may still be right.
fn questions_changed_by(
    faults: FaultSet,
    kinds: &HashSet<QueryKind>,
    positions: fn() -> Vec<Setup>,
) -> Vec<PositionQuery> {
    let (mut chosen, mut must_be_right) = (Vec::new(), Vec::new());
    let mut of_file: BTreeMap<_, usize> = BTreeMap::new();
    let mut of_role: HashMap<QueryRole, usize> = HashMap::new();
    let examples: Vec<_> = faults.iter().flat_map(examples).collect();
    let roots = examples
        .into_iter()
        .chain(std::iter::once_with(|| mix(&positions())).flatten());
    for root in roots.take(TRIED) {
        if CHANGED <= chosen.len() {
            break;
        }
        let file = of_file.entry((
            root.side_to_move.index(),
            root.en_passant.map(|it| it.file().index()),
        ));
        let file = file.or_default();
        let telling = questions(&root, &DEPTHS).into_iter().filter(|it| {
            let is_new =
                *file < ALIKE || of_role.get(&it.role).is_none_or(|&number| number < ALIKE);
            is_new && kinds.contains(&it.role.kind) && differ(&[FaultSet::NONE, faults], it)
        });
        let telling: Vec<_> = telling.take(ALIKE).collect();
        for query in telling {
            *file += 1;
            *of_role.entry(query.role).or_default() += 1;
            must_be_right.extend(query.about_moves());
            chosen.push(query);
        }
    }
    chosen.extend(must_be_right);
    chosen
}

/// Positions of the suites, those of one class apart from each other, some of them as a twin.
fn mix(positions: &[Setup]) -> Vec<Setup> {
    let number = positions.len();
    let mixed = (0..number).filter_map(|place| {
        let root = positions.get(place * STEP % number)?;
        let twins = twins(root);
        twins.into_iter().cycle().nth(place)
    });
    mixed.collect()
}

/// Questions that neighbors of faults answer differently from them, and these faults outside of their scope, about the examples of these neighbors, and about moves in
/// positions of the suites.
fn neighboring(faults: FaultSet, positions: fn() -> Vec<Setup>) -> Vec<PositionQuery> {
    let families: Vec<_> = faults.iter().map(EngineFault::family).collect();
    let is_neighbor = |fault: &EngineFault| {
        let family = fault.family();
        family != Family::Search && families.contains(&family) && !faults.contains(*fault)
    };
    let neighbors = EngineFault::ALL
        .iter()
        .copied()
        .filter(is_neighbor)
        .map(|fault| (FaultSet::from(fault), vec![fault]));
    let wider = faults.everywhere();
    let wider = (wider != faults).then(|| (wider, faults.iter().collect()));
    let about_moves: Vec<_> = mix(&positions())
        .iter()
        .flat_map(|root| questions(root, &[]))
        .filter(|it| it.role == QueryRole::MOVES)
        .collect();
    let neighbors: Vec<_> = neighbors.chain(wider).collect();
    let telling = parallel::map(neighbors, |(neighbor, shown_by): (FaultSet, Vec<_>)| {
        let tells = |it: &PositionQuery| differ(&[neighbor, faults], it);
        let first = |root: Setup| questions(&root, &[]).into_iter().find(tells);
        let shown_by = shown_by.into_iter().flat_map(examples);
        let mut found: Vec<_> = shown_by.filter_map(first).collect();
        found.truncate(ALIKE);
        found.extend(
            about_moves
                .iter()
                .filter(|it| tells(it))
                .take(ALIKE)
                .cloned(),
        );
        found
    });
    telling.into_iter().flatten().collect()
}

/// The position of the example of a fault, and its twins; nothing if no game reaches it.
fn examples(fault: EngineFault) -> Vec<Setup> {
    let root = fault.example().line.setup;
    if root.validate().is_err() {
        return Vec::new();
    }
    twins(&root)
}

/// All questions about a position, with counts to these depths.
fn questions(root: &Setup, depths: &[u32]) -> Vec<PositionQuery> {
    let mut questions = queries_about(root, depths.iter().copied());
    questions.extend(keys_after_push(root));
    questions
}
