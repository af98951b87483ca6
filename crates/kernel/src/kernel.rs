//! The instruction sets to count with, and what they count.

use core::fmt;

use passant_count::{Count, MoveTally, Tally};
use passant_rules::Position;

use crate::batch::Batches;
use crate::machines;
use crate::root::Root;
use crate::walk::{self, Mode};

/// An instruction set that this machine has, to count with.
///
/// ```
/// use passant_kernel::{Kernel, KernelError};
///
/// assert_eq!(Kernel::by_name("scalar")?.name(), "scalar");
/// assert!(matches!(Kernel::by_name("vector"), Err(KernelError::Unknown { .. })));
/// # Ok::<(), KernelError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Kernel(InstructionSet);

/// The reason why a kernel is not available.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KernelError {
    /// There is no kernel of this name.
    Unknown {
        /// The requested name.
        name: String,
    },
    /// The kernel exists, but this machine lacks the instructions.
    Missing {
        /// The name of the kernel.
        name: &'static str,
        /// The instructions that the kernel needs, in the words of the Rust reference.
        needs: &'static str,
    },
}

/// All kernels, on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum InstructionSet {
    Portable,
    Scalar,
    Neon,
    Avx2,
    Avx512,
}

impl InstructionSet {
    /// All instruction sets, the fastest last.
    const ALL: [Self; 5] = [
        Self::Portable,
        Self::Scalar,
        Self::Neon,
        Self::Avx2,
        Self::Avx512,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Scalar => "scalar",
            Self::Neon => "neon",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    const fn needs(self) -> &'static str {
        match self {
            Self::Portable => "x86-64; on other machines it is the kernel scalar",
            Self::Scalar => "nothing",
            Self::Neon => "AArch64 with neon",
            Self::Avx2 => "x86-64 with avx2, bmi1, bmi2, lzcnt and popcnt",
            Self::Avx512 => {
                "x86-64 with avx512 (f, bw, cd, dq, vl, vbmi, vbmi2, vpopcntdq), gfni, bmi1, bmi2, lzcnt and popcnt"
            }
        }
    }

    #[cfg(target_arch = "x86_64")]
    fn is_available(self) -> bool {
        match self {
            Self::Portable | Self::Scalar => true,
            Self::Neon => false,
            Self::Avx2 => machines::FourLanes::new().is_some(),
            Self::Avx512 => machines::EightLanes::new().is_some(),
        }
    }

    #[cfg(target_arch = "aarch64")]
    fn is_available(self) -> bool {
        match self {
            Self::Scalar => true,
            Self::Neon => machines::TwoLanes::new().is_some(),
            Self::Portable | Self::Avx2 | Self::Avx512 => false,
        }
    }

    #[cfg(not(any(target_arch = "aarch64", target_arch = "x86_64")))]
    fn is_available(self) -> bool {
        self == Self::Scalar
    }
}

impl Kernel {
    /// The kernels that this machine can run, the slowest first. The scalar kernel is always among them.
    pub fn available() -> impl Iterator<Item = Self> {
        InstructionSet::ALL
            .into_iter()
            .filter(|set| set.is_available())
            .map(Self)
    }

    /// The fastest kernel that this machine can run.
    #[must_use]
    pub fn best() -> Self {
        Self::available()
            .last()
            .unwrap_or(Self(InstructionSet::Scalar))
    }

    /// Returns the kernel of this name if this machine can run it.
    pub fn by_name(name: &str) -> Result<Self, KernelError> {
        let Some(set) = InstructionSet::ALL
            .into_iter()
            .find(|set| set.name() == name)
        else {
            return Err(KernelError::Unknown {
                name: name.to_owned(),
            });
        };
        if !set.is_available() {
            return Err(KernelError::Missing {
                name: set.name(),
                needs: set.needs(),
            });
        }
        Ok(Self(set))
    }

    /// The name of the kernel: `portable`, `scalar`, `neon`, `avx2` or `avx512`. On x86-64 the scalar kernel uses the bit
    /// instructions of the machine and SSE2, and the portable one is what it would be on a machine without them.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0.name()
    }
}

/// Returns from the function with the value of an expression for the machine of a kernel: the one place where an instruction
/// set is chosen.
macro_rules! with_machine {
    ($kernel:ident, $machine:ident => $value:expr) => {{
        #[cfg(target_arch = "aarch64")]
        if $kernel.0 == InstructionSet::Neon
            && let Some($machine) = machines::TwoLanes::new()
        {
            return $value;
        }
        #[cfg(target_arch = "x86_64")]
        match $kernel.0 {
            InstructionSet::Portable | InstructionSet::Neon => {}
            InstructionSet::Scalar => {
                if let Some($machine) = machines::Bits::new() {
                    return $value;
                }
            }
            InstructionSet::Avx2 => {
                if let Some($machine) = machines::FourLanes::new() {
                    return $value;
                }
            }
            InstructionSet::Avx512 => {
                if let Some($machine) = machines::EightLanes::new() {
                    return $value;
                }
            }
        }
        let $machine = machines::Portable;
        $value
    }};
}

/// Counts the leaves below a position to a depth in plies, like [`bulk`](passant_count::bulk).
#[must_use]
pub fn count(position: &Position, depth: u32, kernel: Kernel, mode: Mode) -> u64 {
    let counts = count_all(std::slice::from_ref(position), depth, kernel, mode);
    counts.iter().sum()
}

/// Counts the leaves below each of many positions, like [`count`], but sets the kernel up only once.
///
/// ```
/// use passant_kernel::{Kernel, Mode, count_all};
/// use passant_rules::Position;
///
/// let mut after_e4 = Position::initial();
/// let _ = after_e4.make(after_e4.parse_uci("e2e4")?);
/// let counts = count_all(&[Position::initial(), after_e4], 3, Kernel::best(), Mode::Reuse);
/// assert_eq!(counts, [8_902, 13_160]);
/// # Ok::<(), passant_rules::MoveTextError>(())
/// ```
#[must_use]
pub fn count_all(positions: &[Position], depth: u32, kernel: Kernel, mode: Mode) -> Vec<u64> {
    let roots = Root::all(positions);
    count_in(&mut Batches::default(), &roots, depth, kernel, mode)
}

/// Counts like [`count_all`], with batches that the caller keeps.
#[must_use]
pub fn count_in(
    batches: &mut Batches,
    roots: &[Root],
    depth: u32,
    kernel: Kernel,
    mode: Mode,
) -> Vec<u64> {
    with_machine!(kernel, machine => walk::count(machine, roots, depth, mode, batches))
}

/// Counts the leaf moves below a position by kind, like [`tally`](passant_count::tally()).
///
#[must_use]
pub fn tally(position: &Position, depth: u32, kernel: Kernel, mode: Mode) -> Tally {
    let roots = [position.into()];
    let tallies = tally_in(&mut Batches::default(), &roots, depth, kernel, mode);
    tallies.into_iter().next().unwrap_or_default()
}

/// Counts the leaf moves below each of many positions by kind, like [`tally`], with batches that the caller keeps.
#[must_use]
pub fn tally_in(
    batches: &mut Batches,
    roots: &[Root],
    depth: u32,
    kernel: Kernel,
    mode: Mode,
) -> Vec<Tally> {
    with_machine!(kernel, machine => walk::tally(machine, roots, depth, mode, batches))
}

/// Counts the leaf moves below each of many positions by kind, like [`tally_in`], but leaves out the columns that
/// [`MoveTally`](passant_count::MoveTally) does not have, which takes less time.
#[must_use]
pub fn tally_moves_in(
    batches: &mut Batches,
    roots: &[Root],
    depth: u32,
    kernel: Kernel,
    mode: Mode,
) -> Vec<Tally> {
    with_machine!(kernel, machine => walk::tally_moves(machine, roots, depth, mode, batches))
}

/// A count that a kernel can make: nodes (`u64`), a [`Tally`] or a [`MoveTally`].
pub trait KernelCount: Count {
    /// Counts the same trees below many positions.
    fn count_by_kernel(
        roots: &[Root],
        depth: u32,
        kernel: Kernel,
        mode: Mode,
        batches: &mut Batches,
    ) -> Vec<Self>;
}

impl KernelCount for u64 {
    fn count_by_kernel(
        roots: &[Root],
        depth: u32,
        kernel: Kernel,
        mode: Mode,
        batches: &mut Batches,
    ) -> Vec<Self> {
        count_in(batches, roots, depth, kernel, mode)
    }
}

impl KernelCount for Tally {
    fn count_by_kernel(
        roots: &[Root],
        depth: u32,
        kernel: Kernel,
        mode: Mode,
        batches: &mut Batches,
    ) -> Vec<Self> {
        tally_in(batches, roots, depth, kernel, mode)
    }
}

impl KernelCount for MoveTally {
    fn count_by_kernel(
        roots: &[Root],
        depth: u32,
        kernel: Kernel,
        mode: Mode,
        batches: &mut Batches,
    ) -> Vec<Self> {
        let tallies = tally_moves_in(batches, roots, depth, kernel, mode);
        tallies.into_iter().map(Self::of).collect()
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for KernelError {
    /// Says what is wrong, and which names would be accepted.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name } => write!(f, "there is no kernel {name:?}")?,
            Self::Missing { name, needs } => write!(
                f,
                "this machine cannot run the kernel {name}, which needs {needs}"
            )?,
        }
        f.write_str("; it can run ")?;
        for (index, kernel) in Kernel::available().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{kernel}")?;
        }
        Ok(())
    }
}

impl core::error::Error for KernelError {}
