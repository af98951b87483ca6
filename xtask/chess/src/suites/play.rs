//! The suites below `play/`, verified with the oracle's search.

use passant_oracle::{EngineFault, Oracle};
use passant_query::{EngineMove, Subject};
use passant_suite::PlayCase;

use super::verifier::Verifier;

/// The deepest search that must find the best move, in plies.
const DEEPEST: u32 = 3;

/// Faults that concern one color, or one side of the board, and may therefore not show in a twin.
const ONE_SIDED: [EngineFault; 19] = [
    EngineFault::WestCapturerMissed,
    EngineFault::EastCapturerMissed,
    EngineFault::WhiteCaptureMissed,
    EngineFault::BlackCaptureMissed,
    EngineFault::SecondCapturerMissed,
    EngineFault::FirstCapturerMissed,
    EngineFault::FirstJudgedForBoth,
    EngineFault::SecondJudgedForBoth,
    EngineFault::WrapsToHFile,
    EngineFault::WrapsToAFile,
    EngineFault::WhiteOffsetForBoth,
    EngineFault::BlackOffsetForBoth,
    EngineFault::A8MeansNone,
    EngineFault::A1MeansNone,
    EngineFault::AFileMeansNone,
    EngineFault::A1ReadAsTarget,
    EngineFault::H1ReadAsTarget,
    EngineFault::A8ReadAsTarget,
    EngineFault::H8ReadAsTarget,
];

impl Verifier {
    /// Verifies a case and its twins: without a fault the best move is played, by deeper searches too, and with each
    /// fault it is not.
    pub(super) fn verify_play_case(&mut self, case: &PlayCase) {
        self.cases += 1;
        for depth in case.depth..=DEEPEST {
            self.verify_best_move(case, depth);
        }
        for name in &case.faults {
            let Some(fault) = EngineFault::from_name(name) else {
                self.difference(&case.address, "oracle", &"the name of a fault", name);
                continue;
            };
            self.verify_wrong_move(case, fault);
            if !ONE_SIDED.contains(&fault) {
                for twin in case.twins() {
                    self.verify_wrong_move(&twin, fault);
                }
            }
        }
        for twin in case.twins() {
            self.verify_best_move(&twin, twin.depth);
        }
    }

    /// Verifies that a search without a fault plays the best move.
    fn verify_best_move(&mut self, case: &PlayCase, depth: u32) {
        let what = format!("{} depth {depth}", case.address);
        let played = play(Oracle::correct(), case, depth);
        let best = Some(EngineMove::Uci(case.best));
        self.compare(&what, "oracle", [best, played]);
    }

    /// Verifies that a search with a fault plays one of the wrong moves; or anything but the best move where none is
    /// listed.
    fn verify_wrong_move(&mut self, case: &PlayCase, fault: EngineFault) {
        let played = play(Oracle::with(fault), case, case.depth);
        let is_wrong = match &played {
            _ if case.wrong.is_empty() => played != Some(EngineMove::Uci(case.best)),
            Some(EngineMove::Uci(mv)) => case.wrong.contains(mv),
            _ => false,
        };
        if !is_wrong {
            let who = format!("oracle with {fault}");
            self.difference(&case.address, &who, &case.wrong, &played);
        }
    }
}

/// Returns the move that is played; `None` if the line is refused.
fn play(mut oracle: Oracle, case: &PlayCase, depth: u32) -> Option<EngineMove> {
    oracle.best_move(&case.line, depth).ok()
}
