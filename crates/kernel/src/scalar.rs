//! The scalar machines: most positions one at a time, on any processor, or with the bit instructions of x86-64. What is asked of
//! sets is asked of two positions at a time.

use core::ops::Range;

use super::batch::{Batch, Parents};
use super::children::Children;
use super::generate::{CheckInfo, CheckInfos, Visitor, generate, generate_for};
use super::lanes::{Lanes, MOST_LANES};
use super::planes::{Castling, Castlings, Code};
#[cfg(target_arch = "x86_64")]
use super::registers::Sse2;
use super::registers::Words;
use super::reuse::{self, ReplyInfo};
use super::sliders::{Lines, Sliders};
use super::tally::{CandidateGroups, PendingChildren, tally_candidates, tally_moves, tally_sets};
use super::walk::Machine;
use passant_count::Tally;

/// The machine that needs no special instructions.
#[derive(Clone, Copy)]
pub(super) struct Portable;

#[cfg(target_arch = "aarch64")]
impl Portable {
    /// The slider code of this machine, which needs no tables.
    #[expect(
        clippy::unused_self,
        reason = "the sliders of other machines have tables"
    )]
    #[inline(always)]
    pub(super) fn sliders(self) -> Lines {
        Lines
    }
}

impl Machine for Portable {
    fn check_infos(self, parents: &Batch, at: usize) -> CheckInfos {
        check_infos::<Words>(Lines, parents, at)
    }

    fn make_children(
        self,
        parents: &Parents<'_>,
        check_infos: &CheckInfos,
        castlings: &Castlings,
        children: &mut Batch,
    ) -> usize {
        make_children::<Words>(Lines, parents, check_infos, castlings, children)
    }

    fn count(self, batch: &Batch, positions: Range<usize>, castlings: &Castlings) -> u64 {
        count(Lines, batch, positions, castlings)
    }

    fn count_lanes(self, batch: &Batch, at: usize, castlings: &Castlings) -> [u64; MOST_LANES] {
        count_lanes::<Words>(|position| count(Lines, batch, position, castlings), at)
    }

    fn tally_moves(
        self,
        batch: &Batch,
        positions: Range<usize>,
        castlings: &Castlings,
        tally: &mut Tally,
    ) {
        tally_moves::<Words>(Lines, batch, &positions, castlings, tally);
    }

    fn tally_sets(
        self,
        batch: &Batch,
        positions: Range<usize>,
        castlings: &Castlings,
        candidates: &mut CandidateGroups,
        tally: &mut Tally,
    ) {
        tally_sets::<Words>(batch, &positions, castlings, candidates, tally);
    }

    fn tally_candidates(
        self,
        batch: &Batch,
        candidates: &CandidateGroups,
        castlings: [&Castlings; 2],
        children: &mut PendingChildren,
        tallies: &mut [Tally],
    ) {
        let [castlings, others] = castlings;
        let settle_children = |children: &mut PendingChildren, tallies: &mut [Tally]| {
            self.settle(children, others, tallies);
        };
        tally_candidates(
            Lines,
            batch,
            candidates,
            castlings,
            children,
            tallies,
            settle_children,
        );
    }

    fn settle(self, children: &mut PendingChildren, others: &Castlings, tallies: &mut [Tally]) {
        children.settle::<Words>(others, tallies);
    }
    fn reply_info(self, parents: &Batch, at: usize, castlings: [&Castlings; 2]) -> ReplyInfo {
        ReplyInfo::of::<Words>(parents, at, castlings)
    }

    fn count_children(
        self,
        parents: &Parents<'_>,
        reply_info: &ReplyInfo,
        castlings: &Castlings,
        children: &mut Batch,
    ) -> (usize, u64) {
        reuse::count_children::<Words>(Lines, parents, reply_info, castlings, children)
    }

    const LANES: usize = Words::NUMBER;
}

/// The machine with the bit manipulation instructions BMI1, BMI2, LZCNT and POPCNT, and the registers of two lanes that every
/// processor of x86-64 has.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(super) struct Bits {
    sliders: super::sliders::Pext,
}

#[cfg(target_arch = "x86_64")]
impl Bits {
    /// Returns the machine if this processor has the instructions.
    pub(super) fn new() -> Option<Self> {
        let has_all = std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("lzcnt")
            && std::arch::is_x86_feature_detected!("popcnt");
        let sliders = super::sliders::Pext::new().filter(|_| has_all)?;
        Some(Self { sliders })
    }

    /// The slider code of this machine: tables.
    #[inline(always)]
    pub(super) fn sliders(self) -> super::sliders::Pext {
        self.sliders
    }
}

#[cfg(target_arch = "x86_64")]
impl Machine for Bits {
    fn check_infos(self, parents: &Batch, at: usize) -> CheckInfos {
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
        fn run(machine: Bits, parents: &Batch, at: usize) -> CheckInfos {
            check_infos::<Sse2>(machine.sliders, parents, at)
        }
        // SAFETY: `new` is the only way to this value, and it has found the instructions.
        unsafe { run(self, parents, at) }
    }

    fn make_children(
        self,
        parents: &Parents<'_>,
        check_infos: &CheckInfos,
        castlings: &Castlings,
        children: &mut Batch,
    ) -> usize {
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
        fn run(
            machine: Bits,
            parents: &Parents<'_>,
            check_infos: &CheckInfos,
            castlings: &Castlings,
            children: &mut Batch,
        ) -> usize {
            let sliders = machine.sliders;
            make_children::<Sse2>(sliders, parents, check_infos, castlings, children)
        }
        // SAFETY: `new` is the only way to this value, and it has found the instructions.
        unsafe { run(self, parents, check_infos, castlings, children) }
    }

    fn count(self, batch: &Batch, positions: Range<usize>, castlings: &Castlings) -> u64 {
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
        fn run(
            machine: Bits,
            batch: &Batch,
            positions: Range<usize>,
            castlings: &Castlings,
        ) -> u64 {
            count(machine.sliders, batch, positions, castlings)
        }
        // SAFETY: `new` is the only way to this value, and it has found the instructions.
        unsafe { run(self, batch, positions, castlings) }
    }

    fn count_lanes(self, batch: &Batch, at: usize, castlings: &Castlings) -> [u64; MOST_LANES] {
        count_lanes::<Sse2>(|position| self.count(batch, position, castlings), at)
    }

    fn tally_moves(
        self,
        batch: &Batch,
        positions: Range<usize>,
        castlings: &Castlings,
        tally: &mut Tally,
    ) {
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
        fn run(
            machine: Bits,
            batch: &Batch,
            positions: &Range<usize>,
            castlings: &Castlings,
            tally: &mut Tally,
        ) {
            tally_moves::<Sse2>(machine.sliders, batch, positions, castlings, tally);
        }
        // SAFETY: `new` is the only way to this value, and it has found the instructions.
        unsafe { run(self, batch, &positions, castlings, tally) }
    }

    fn tally_sets(
        self,
        batch: &Batch,
        positions: Range<usize>,
        castlings: &Castlings,
        candidates: &mut CandidateGroups,
        tally: &mut Tally,
    ) {
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
        fn run(
            batch: &Batch,
            positions: &Range<usize>,
            castlings: &Castlings,
            candidates: &mut CandidateGroups,
            tally: &mut Tally,
        ) {
            tally_sets::<Sse2>(batch, positions, castlings, candidates, tally);
        }
        // SAFETY: `new` is the only way to this value, and it has found the instructions.
        unsafe { run(batch, &positions, castlings, candidates, tally) }
    }

    fn tally_candidates(
        self,
        batch: &Batch,
        candidates: &CandidateGroups,
        castlings: [&Castlings; 2],
        children: &mut PendingChildren,
        tallies: &mut [Tally],
    ) {
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
        fn run(
            machine: Bits,
            batch: &Batch,
            candidates: &CandidateGroups,
            castlings: [&Castlings; 2],
            children: &mut PendingChildren,
            tallies: &mut [Tally],
        ) {
            let [castlings, others] = castlings;
            let settle_children = |children: &mut PendingChildren, tallies: &mut [Tally]| {
                machine.settle(children, others, tallies);
            };
            let sliders = machine.sliders;
            tally_candidates(
                sliders,
                batch,
                candidates,
                castlings,
                children,
                tallies,
                settle_children,
            );
        }
        // SAFETY: `new` is the only way to this value, and it has found the instructions.
        unsafe { run(self, batch, candidates, castlings, children, tallies) }
    }

    fn settle(self, children: &mut PendingChildren, others: &Castlings, tallies: &mut [Tally]) {
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
        fn run(children: &mut PendingChildren, others: &Castlings, tallies: &mut [Tally]) {
            children.settle::<Sse2>(others, tallies);
        }
        // SAFETY: `new` is the only way to this value, and it has found the instructions.
        unsafe { run(children, others, tallies) }
    }
    fn reply_info(self, parents: &Batch, at: usize, castlings: [&Castlings; 2]) -> ReplyInfo {
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
        fn run(parents: &Batch, at: usize, castlings: [&Castlings; 2]) -> ReplyInfo {
            ReplyInfo::of::<Sse2>(parents, at, castlings)
        }
        // SAFETY: `new` is the only way to this value, and it has found the instructions.
        unsafe { run(parents, at, castlings) }
    }

    fn count_children(
        self,
        parents: &Parents<'_>,
        reply_info: &ReplyInfo,
        castlings: &Castlings,
        children: &mut Batch,
    ) -> (usize, u64) {
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
        fn run(
            machine: Bits,
            parents: &Parents<'_>,
            reply_info: &ReplyInfo,
            castlings: &Castlings,
            children: &mut Batch,
        ) -> (usize, u64) {
            let sliders = machine.sliders;
            reuse::count_children::<Sse2>(sliders, parents, reply_info, castlings, children)
        }
        // SAFETY: `new` is the only way to this value, and it has found the instructions.
        unsafe { run(self, parents, reply_info, castlings, children) }
    }

    const LANES: usize = Sse2::NUMBER;
}

/// Makes all children of some positions, until the batch is full. Returns the lane where it stopped.
#[inline(always)]
pub(super) fn make_children<L: Lanes>(
    sliders: impl Sliders,
    parents: &Parents<'_>,
    check_infos: &CheckInfos,
    castlings: &Castlings,
    children: &mut Batch,
) -> usize {
    for lane in parents.lanes.clone() {
        if children.is_full() {
            return lane;
        }
        let (parent, check_info) = (parents.get(lane), check_infos.of_lane(lane));
        let mut made = Children::<L>::new(&parent, children);
        generate_for(
            sliders,
            &parent,
            parent.own,
            &check_info,
            castlings,
            &mut made,
        );
        made.finish();
    }
    parents.lanes.end
}

/// The check info of some positions of a batch.
#[inline(always)]
fn check_infos<L: Lanes>(sliders: impl Sliders, batch: &Batch, at: usize) -> CheckInfos {
    let mut infos = CheckInfos {
        answers: [0; MOST_LANES],
        pinned: [0; MOST_LANES],
        danger: [0; MOST_LANES],
    };
    for lane in 0..L::NUMBER {
        let info = CheckInfo::of(sliders, &batch.get(at + lane));
        infos.answers[lane] = info.answers;
        infos.pinned[lane] = info.pinned;
        infos.danger[lane] = info.danger;
    }
    infos
}

#[inline(always)]
pub(super) fn count(
    sliders: impl Sliders,
    batch: &Batch,
    positions: Range<usize>,
    castlings: &Castlings,
) -> u64 {
    let mut counted = Counted(0);
    for at in positions {
        generate(sliders, &batch.get(at), castlings, &mut counted);
    }
    counted.0
}

/// Counts the positions of one group of lanes, each by itself.
fn count_lanes<L: Lanes>(count: impl Fn(Range<usize>) -> u64, at: usize) -> [u64; MOST_LANES] {
    let mut counts = [0; MOST_LANES];
    for (lane, sum) in counts[..L::NUMBER].iter_mut().enumerate() {
        *sum = count(at + lane..at + lane + 1);
    }
    counts
}

/// Counts the generated moves.
struct Counted(u64);

impl Counted {
    #[inline(always)]
    fn add(&mut self, targets: u64) {
        self.0 += u64::from(targets.count_ones());
    }
}

impl Visitor for Counted {
    #[inline(always)]
    fn piece(&mut self, _: Code, _: u64, targets: u64) {
        self.add(targets);
    }

    #[inline(always)]
    fn pawns(&mut self, _: u32, targets: u64) {
        self.add(targets);
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: u64) {
        self.add(targets);
    }

    #[inline(always)]
    fn promotions(&mut self, _: u32, targets: u64) {
        self.0 += 4 * u64::from(targets.count_ones());
    }

    #[inline(always)]
    fn en_passant(&mut self, _: u64, _: u64) {
        self.0 += 1;
    }

    #[inline(always)]
    fn castling(&mut self, _: &Castling) {
        self.0 += 1;
    }
}
