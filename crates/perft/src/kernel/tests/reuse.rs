//! The number of replies that mode `Reuse` derives for a child is the number of its moves.

use passant_rules::{EnPassantMode, Position};
use proptest::prelude::*;

use super::play::{cases, endings, in_a_game, random_board};
use crate::kernel::attacks::each;
use crate::kernel::batch::Batch;
use crate::kernel::generate::{Visitor, generate};
use crate::kernel::planes::{Castling, Castlings, Code, Planes};
use crate::kernel::reuse::LaneReplyInfo;
use crate::kernel::scalar::Portable;
use crate::kernel::sliders::Lines;
use crate::kernel::walk::Machine;

/// Compares each child whose replies are known with the count of that child.
struct Compared<'a> {
    parent: &'a Planes,
    reply_info: LaneReplyInfo<'a>,
    others: &'a Castlings,
    differences: Vec<String>,
}

impl Compared<'_> {
    fn compare(&mut self, from: u64, to: u64, child: Planes) {
        let mut batch = Batch::new();
        batch.push(child);
        let counted = Portable.count(&batch, 0..1, self.others);
        let change = self.reply_info.changes(from | to);
        let noted = self.reply_info.replies.wrapping_add_signed(change);
        if counted != noted {
            let (from, to) = (from.trailing_zeros(), to.trailing_zeros());
            self.differences
                .push(format!("{from} to {to}: {noted} instead of {counted}"));
        }
    }
}

impl Visitor for Compared<'_> {
    fn piece(&mut self, code: Code, from: u64, targets: u64) {
        let quiet = targets & !self.parent.occupied();
        for to in each(quiet & self.reply_info.known_targets(code, from)) {
            self.compare(from, to, self.parent.moved(from, to, code));
        }
    }

    fn pawns(&mut self, step: u32, targets: u64) {
        if step == 8 {
            for to in each(targets & self.reply_info.known_pushes(8)) {
                let child = self.parent.moved(to >> 8, to, Code::PAWN);
                self.compare(to >> 8, to, child);
            }
        }
    }

    fn double_pushes(&mut self, targets: u64) {
        for to in each(targets & self.reply_info.known_pushes(16)) {
            let child = self.parent.pushed_twice(to);
            // A pawn that may be captured en passant is never looked up.
            if child.rights & crate::kernel::planes::RANK_6 == 0 {
                self.compare(to >> 16, to, child);
            }
        }
    }

    fn promotions(&mut self, _: u32, _: u64) {}

    fn en_passant(&mut self, _: u64, _: u64) {}

    fn castling(&mut self, _: &Castling) {}
}

fn check(machine: impl Machine, position: &Position) -> Result<(), TestCaseError> {
    let us = position.side_to_move();
    let (castlings, others) = (Castlings::new(position, us), Castlings::new(position, !us));
    let parent = Planes::new(position);
    let mut parents = Batch::new();
    parents.push(parent);
    parents.pad();
    let reply_info = machine.reply_info(&parents, 0, [&castlings, &others]);
    let Some(reply_info) = reply_info.of_lane(0) else {
        prop_assert!(position.is_check());
        return Ok(());
    };
    prop_assert!(!position.is_check());
    let mut compared = Compared {
        parent: &parent,
        reply_info,
        others: &others,
        differences: Vec::new(),
    };
    generate(Lines, &parent, &castlings, &mut compared);
    prop_assert!(
        compared.differences.is_empty(),
        "{}: {:?}",
        &position.fen(EnPassantMode::Always)[..],
        compared.differences
    );
    Ok(())
}

fn check_all(position: &Position) -> Result<(), TestCaseError> {
    check(Portable, position)?;
    #[cfg(target_arch = "aarch64")]
    if let Some(machine) = crate::kernel::vector::TwoLanes::new() {
        check(machine, position)?;
    }
    #[cfg(target_arch = "x86_64")]
    {
        use crate::kernel::vector::{EightLanes, FourLanes};
        if let Some(machine) = FourLanes::new() {
            check(machine, position)?;
        }
        if let Some(machine) = EightLanes::new() {
            check(machine, position)?;
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(4_000))]

    #[test]
    fn derives_replies_in_games(position in in_a_game()) {
        check_all(&position)?;
    }

    #[test]
    fn derives_replies_on_random_boards(position in random_board()) {
        check_all(&position)?;
    }

    #[test]
    fn derives_replies_in_endings(position in endings()) {
        check_all(&position)?;
    }
}
