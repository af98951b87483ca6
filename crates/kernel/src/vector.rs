//! The vector machines: many positions at a time.

use core::ops::Range;

use super::axes::KingView;
use super::batch::{Batch, Parents};
use super::generate::CheckInfos;
use super::lanes::{Lanes, MOST_LANES};
use super::planes::Castlings;
#[cfg(target_arch = "aarch64")]
use super::registers::Neon;
#[cfg(target_arch = "x86_64")]
use super::registers::{Avx2, Avx512};
use super::reuse::{self, ReplyInfo};
use super::scalar;
#[cfg(target_arch = "x86_64")]
use super::scalar::Bits;
#[cfg(target_arch = "aarch64")]
use super::scalar::Portable;
use super::setwise::{self, Board};
use super::tally::{CandidateGroups, PendingChildren, tally_candidates, tally_moves, tally_sets};
use super::walk::Machine;
use passant_count::Tally;

/// The machine with registers of two lanes.
#[cfg(target_arch = "aarch64")]
#[derive(Clone, Copy)]
pub(super) struct TwoLanes(Portable);

/// The machine with bit instructions and registers of four lanes.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(super) struct FourLanes(Bits);

/// The machine with bit instructions and registers of eight lanes.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(super) struct EightLanes(Bits);

#[cfg(target_arch = "aarch64")]
impl TwoLanes {
    /// Returns the machine if this processor has the instructions.
    pub(super) fn new() -> Option<Self> {
        std::arch::is_aarch64_feature_detected!("neon").then_some(Self(Portable))
    }
}

#[cfg(target_arch = "x86_64")]
impl FourLanes {
    /// Returns the machine if this processor has the instructions.
    pub(super) fn new() -> Option<Self> {
        Bits::new()
            .filter(|_| std::arch::is_x86_feature_detected!("avx2"))
            .map(Self)
    }
}

#[cfg(target_arch = "x86_64")]
impl EightLanes {
    /// Returns the machine if this processor has the instructions.
    pub(super) fn new() -> Option<Self> {
        let has_all = std::arch::is_x86_feature_detected!("avx512f")
            && std::arch::is_x86_feature_detected!("avx512bw")
            && std::arch::is_x86_feature_detected!("avx512cd")
            && std::arch::is_x86_feature_detected!("avx512dq")
            && std::arch::is_x86_feature_detected!("avx512vl")
            && std::arch::is_x86_feature_detected!("avx512vbmi")
            && std::arch::is_x86_feature_detected!("avx512vbmi2")
            && std::arch::is_x86_feature_detected!("avx512vpopcntdq")
            && std::arch::is_x86_feature_detected!("gfni");
        Bits::new().filter(|_| has_all).map(Self)
    }
}

/// Makes the compiler align the stack of the calling function for whole registers.
///
/// It does so only if a variable asks for it. Otherwise registers are spilled to any multiple of 16 bytes, and most of
/// them are then read and written across two cache lines, which costs a tenth of the time.
#[inline(always)]
fn align_stack() {
    #[repr(align(64))]
    struct CacheLine(#[expect(dead_code, reason = "only its size matters")] [u8; 64]);
    core::hint::black_box(&core::mem::MaybeUninit::<CacheLine>::uninit());
}

/// Implements a machine. Each function is entered once for many positions, with the instructions enabled.
macro_rules! machine {
    ($machine:ident, $lanes:ident, $features:literal) => {
        impl Machine for $machine {
            fn check_infos(self, parents: &Batch, at: usize) -> CheckInfos {
                #[target_feature(enable = $features)]
                fn run(parents: &Batch, at: usize) -> CheckInfos {
                    align_stack();
                    setwise::check_infos::<$lanes>(parents, at)
                }
                // SAFETY: `new` is the only way to this value, and it has found the instructions.
                unsafe { run(parents, at) }
            }

            fn make_children(
                self,
                parents: &Parents<'_>,
                check_infos: &CheckInfos,
                castlings: &Castlings,
                children: &mut Batch,
            ) -> usize {
                #[target_feature(enable = $features)]
                fn run(
                    machine: $machine,
                    parents: &Parents<'_>,
                    check_infos: &CheckInfos,
                    castlings: &Castlings,
                    children: &mut Batch,
                ) -> usize {
                    let sliders = machine.0.sliders();
                    scalar::make_children::<$lanes>(
                        sliders,
                        parents,
                        check_infos,
                        castlings,
                        children,
                    )
                }
                // SAFETY: `new` is the only way to this value, and it has found the instructions.
                unsafe { run(self, parents, check_infos, castlings, children) }
            }

            fn count(self, batch: &Batch, positions: Range<usize>, castlings: &Castlings) -> u64 {
                #[target_feature(enable = $features)]
                fn run(batch: &Batch, positions: Range<usize>, castlings: &Castlings) -> u64 {
                    align_stack();
                    setwise::count::<$lanes>(batch, positions, castlings)
                }
                // SAFETY: `new` is the only way to this value, and it has found the instructions.
                unsafe { run(batch, positions, castlings) }
            }

            fn count_lanes(
                self,
                batch: &Batch,
                at: usize,
                castlings: &Castlings,
            ) -> [u64; MOST_LANES] {
                #[target_feature(enable = $features)]
                fn run(batch: &Batch, at: usize, castlings: &Castlings) -> [u64; MOST_LANES] {
                    align_stack();
                    let board = Board::<$lanes>::load(batch, at);
                    let king_view = KingView::of(board.king());
                    setwise::count_moves(&board, &king_view, castlings).to_array()
                }
                // SAFETY: `new` is the only way to this value, and it has found the instructions.
                unsafe { run(batch, at, castlings) }
            }

            fn tally_moves(
                self,
                batch: &Batch,
                positions: Range<usize>,
                castlings: &Castlings,
                tally: &mut Tally,
            ) {
                #[target_feature(enable = $features)]
                fn run(
                    machine: $machine,
                    batch: &Batch,
                    positions: &Range<usize>,
                    castlings: &Castlings,
                    tally: &mut Tally,
                ) {
                    align_stack();
                    let sliders = machine.0.sliders();
                    tally_moves::<$lanes>(sliders, batch, positions, castlings, tally);
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
                #[target_feature(enable = $features)]
                fn run(
                    batch: &Batch,
                    positions: &Range<usize>,
                    castlings: &Castlings,
                    candidates: &mut CandidateGroups,
                    tally: &mut Tally,
                ) {
                    align_stack();
                    tally_sets::<$lanes>(batch, positions, castlings, candidates, tally);
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
                #[target_feature(enable = $features)]
                fn run(
                    machine: $machine,
                    batch: &Batch,
                    candidates: &CandidateGroups,
                    castlings: [&Castlings; 2],
                    children: &mut PendingChildren,
                    tallies: &mut [Tally],
                ) {
                    let [castlings, others] = castlings;
                    let settle_children =
                        |children: &mut PendingChildren, tallies: &mut [Tally]| {
                            machine.settle(children, others, tallies);
                        };
                    let sliders = machine.0.sliders();
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

            fn settle(
                self,
                children: &mut PendingChildren,
                others: &Castlings,
                tallies: &mut [Tally],
            ) {
                #[target_feature(enable = $features)]
                #[inline(never)]
                fn run(children: &mut PendingChildren, others: &Castlings, tallies: &mut [Tally]) {
                    align_stack();
                    children.settle::<$lanes>(others, tallies);
                }
                // SAFETY: `new` is the only way to this value, and it has found the instructions.
                unsafe { run(children, others, tallies) }
            }
            fn reply_info(
                self,
                parents: &Batch,
                at: usize,
                castlings: [&Castlings; 2],
            ) -> ReplyInfo {
                #[target_feature(enable = $features)]
                fn run(parents: &Batch, at: usize, castlings: [&Castlings; 2]) -> ReplyInfo {
                    align_stack();
                    ReplyInfo::of::<$lanes>(parents, at, castlings)
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
                #[target_feature(enable = $features)]
                fn run(
                    machine: $machine,
                    parents: &Parents<'_>,
                    reply_info: &ReplyInfo,
                    castlings: &Castlings,
                    children: &mut Batch,
                ) -> (usize, u64) {
                    let sliders = machine.0.sliders();
                    reuse::count_children::<$lanes>(
                        sliders, parents, reply_info, castlings, children,
                    )
                }
                // SAFETY: `new` is the only way to this value, and it has found the instructions.
                unsafe { run(self, parents, reply_info, castlings, children) }
            }

            const LANES: usize = $lanes::NUMBER;
        }
    };
}

#[cfg(target_arch = "aarch64")]
machine!(TwoLanes, Neon, "neon");
#[cfg(target_arch = "x86_64")]
machine!(FourLanes, Avx2, "avx2,bmi1,bmi2,lzcnt,popcnt");
#[cfg(target_arch = "x86_64")]
machine!(
    EightLanes,
    Avx512,
    "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt"
);
