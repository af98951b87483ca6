//! The machines. The scalar ones count most positions one at a time, on any processor, or with the bit instructions of x86-64;
//! what is asked of sets is asked of two positions at a time. The vector machines do all with many positions at a time.

use core::ops::Range;

use passant_count::Tally;

#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
use super::axes::KingView;
use super::batch::{Batch, Parents};
use super::children::Children;
use super::generate::{CheckInfo, CheckInfos, Visitor, generate, generate_for};
use super::lanes::{Lanes, MOST_LANES};
use super::planes::{Castling, Castlings, Code, Planes};
#[cfg(target_arch = "aarch64")]
use super::registers::Neon;
use super::registers::Words;
#[cfg(target_arch = "x86_64")]
use super::registers::{Avx2, Avx512, Sse2};
use super::reuse::{self, CheckSensitive, CheckingSide, KnownChecks, ReplyInfo, TypedReplyInfo};
#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
use super::setwise::{self, Board};
#[cfg(target_arch = "x86_64")]
use super::sliders::Pext;
use super::sliders::{Lines, Sliders};
use super::tally::{CandidateGroups, PendingChildren, tally_candidates, tally_moves, tally_sets};
use super::walk::Machine;

/// The machine that needs no special instructions.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Portable {
    /// The slider code of this machine, which needs no tables.
    #[expect(
        clippy::unused_self,
        reason = "the sliders of other machines have tables"
    )]
    #[inline(always)]
    fn sliders(self) -> Lines {
        Lines
    }
}

/// The machine with the bit manipulation instructions BMI1, BMI2, LZCNT and POPCNT, and the registers of two lanes that every
/// processor of x86-64 has.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(super) struct Bits(Pext);

#[cfg(target_arch = "x86_64")]
impl Bits {
    /// Returns the machine if this processor has the instructions.
    pub(super) fn new() -> Option<Self> {
        let has_all = std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("lzcnt")
            && std::arch::is_x86_feature_detected!("popcnt");
        Pext::new().filter(|_| has_all).map(Self)
    }

    /// The slider code of this machine: tables.
    #[inline(always)]
    fn sliders(self) -> Pext {
        self.0
    }
}

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

/// Implements functions of a machine. Each is entered once for many positions, with the instructions enabled.
macro_rules! enter {
    (
        $machine:ident: $type:ident, #[$instructions:meta];
        $($(#[$attribute:meta])? fn $name:ident($($argument:ident: $of:ty),* $(,)?) $(-> $result:ty)? $body:block)+
    ) => {$(
        #[allow(unused_unsafe, reason = "one machine needs no instructions")]
        fn $name(self, $($argument: $of),*) $(-> $result)? {
            #[$instructions]
            $(#[$attribute])?
            #[allow(unused_variables, reason = "not every function needs the machine")]
            fn run($machine: $type, $($argument: $of),*) $(-> $result)? $body
            // SAFETY: a machine is made only where its instructions were found.
            unsafe { run(self, $($argument),*) }
        }
    )+};
}

/// Implements a machine, given the functions in which it differs from others, and what each function begins with.
macro_rules! machine {
    ($machine:ident: $type:ident, $lanes:ident, #[$instructions:meta], $begin:expr, $sliders:expr; $($functions:tt)+) => {
        impl Machine for $type {
            const LANES: usize = $lanes::NUMBER;

            enter! { $machine: $type, #[$instructions]; $($functions)+ }

            enter! { $machine: $type, #[$instructions];
                fn make_children(
                    parents: &Parents<'_>,
                    check_infos: &CheckInfos,
                    castlings: &Castlings,
                    children: &mut Batch,
                ) -> usize {
                    make_children::<$lanes>($sliders, parents, check_infos, castlings, children)
                }

                fn tally_moves(
                    batch: &Batch,
                    positions: Range<usize>,
                    castlings: &Castlings,
                    tally: &mut Tally,
                ) {
                    $begin;
                    tally_moves::<$lanes>($sliders, batch, &positions, castlings, tally);
                }

                fn tally_sets(
                    batch: &Batch,
                    positions: Range<usize>,
                    castlings: &Castlings,
                    candidates: &mut CandidateGroups,
                    tally: &mut Tally,
                ) {
                    $begin;
                    tally_sets::<$lanes>(batch, &positions, castlings, candidates, tally);
                }

                fn tally_candidates(
                    batch: &Batch,
                    candidates: &CandidateGroups,
                    castlings: [&Castlings; 2],
                    children: &mut PendingChildren,
                    tallies: &mut [Tally],
                ) {
                    let [own, others] = castlings;
                    let settle = |children: &mut PendingChildren, tallies: &mut [Tally]| {
                        $machine.settle(children, others, tallies);
                    };
                    tally_candidates($sliders, batch, candidates, own, children, tallies, settle);
                }

                #[inline(never)]
                fn settle(children: &mut PendingChildren, others: &Castlings, tallies: &mut [Tally]) {
                    $begin;
                    children.settle::<$lanes>(others, tallies);
                }

                fn reply_info(parents: &Batch, at: usize, castlings: [&Castlings; 2]) -> ReplyInfo<1> {
                    $begin;
                    ReplyInfo::of::<$lanes>(parents, at, castlings)
                }

                fn count_children(
                    parents: &Parents<'_>,
                    reply_info: &ReplyInfo<1>,
                    castlings: &Castlings,
                    children: &mut Batch,
                ) -> (usize, u64) {
                    reuse::count_children::<$lanes>($sliders, parents, reply_info, castlings, children)
                }

                fn check_sensitive(
                    parents: &Batch,
                    at: usize,
                    castlings: &Castlings,
                ) -> Option<CheckSensitive> {
                    $begin;
                    CheckSensitive::of::<$lanes>(parents, at, castlings)
                }

                fn known_checks(parents: &Batch, at: usize, sensitive: &CheckSensitive) -> KnownChecks {
                    KnownChecks::of::<{ $lanes::NUMBER }>($sliders, parents, at, sensitive)
                }

                fn typed_reply_info(
                    parents: &Batch,
                    at: usize,
                    castlings: [&Castlings; 2],
                    checks: &KnownChecks,
                ) -> TypedReplyInfo {
                    $begin;
                    TypedReplyInfo::of::<$lanes>(parents, at, castlings, checks)
                }

                fn tally_children(
                    parents: &Parents<'_>,
                    typed: &TypedReplyInfo,
                    castlings: &Castlings,
                    children: &mut Batch,
                    tally: &mut Tally,
                ) -> usize {
                    let checks_after = |after: &Planes, replies: CheckingSide| {
                        $machine.checks_after(after, replies)
                    };
                    reuse::tally_children::<$lanes>(
                        $sliders, parents, typed, castlings, children, tally, checks_after,
                    )
                }

                #[inline(never)]
                fn checks_after(after: &Planes, replies: CheckingSide) -> Option<[u64; 2]> {
                    reuse::checks_after($sliders, after, replies)
                }
            }
        }
    };
}

/// Implements a machine that counts most positions one at a time.
macro_rules! scalar_machine {
    ($type:ident, $lanes:ident, #[$instructions:meta]) => {
        machine! { machine: $type, $lanes, #[$instructions], (), machine.sliders();
            fn check_infos(parents: &Batch, at: usize) -> CheckInfos {
                check_infos::<$lanes>(machine.sliders(), parents, at)
            }

            fn count(batch: &Batch, positions: Range<usize>, castlings: &Castlings) -> u64 {
                count(machine.sliders(), batch, positions, castlings)
            }

            fn count_lanes(batch: &Batch, at: usize, castlings: &Castlings) -> [u64; MOST_LANES] {
                count_lanes::<$lanes>(|position| machine.count(batch, position, castlings), at)
            }
        }
    };
}

/// Implements a machine that counts many positions at a time.
#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
macro_rules! vector_machine {
    ($type:ident, $lanes:ident, #[$instructions:meta]) => {
        machine! { machine: $type, $lanes, #[$instructions], align_stack(), machine.0.sliders();
            fn check_infos(parents: &Batch, at: usize) -> CheckInfos {
                align_stack();
                setwise::check_infos::<$lanes>(parents, at)
            }

            fn count(batch: &Batch, positions: Range<usize>, castlings: &Castlings) -> u64 {
                align_stack();
                setwise::count::<$lanes>(batch, positions, castlings)
            }

            fn count_lanes(batch: &Batch, at: usize, castlings: &Castlings) -> [u64; MOST_LANES] {
                align_stack();
                let board = Board::<$lanes>::load(batch, at);
                let king_view = KingView::of(board.king());
                setwise::count_moves(&board, &king_view, castlings).to_array()
            }
        }
    };
}

// No instructions are to be enabled for it.
scalar_machine!(Portable, Words, #[cfg(true)]);
#[cfg(target_arch = "x86_64")]
scalar_machine!(Bits, Sse2, #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]);
#[cfg(target_arch = "aarch64")]
vector_machine!(TwoLanes, Neon, #[target_feature(enable = "neon")]);
#[cfg(target_arch = "x86_64")]
vector_machine!(FourLanes, Avx2, #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]);
#[cfg(target_arch = "x86_64")]
vector_machine!(
    EightLanes,
    Avx512,
    #[target_feature(
        enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt"
    )]
);

/// Makes all children of some positions, until the batch is full. Returns the lane where it stopped.
#[inline(always)]
fn make_children<L: Lanes>(
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
fn count(
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
