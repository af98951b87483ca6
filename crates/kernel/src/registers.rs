//! The registers that hold the lanes: one for each instruction set, and their plain twin.
//!
//! The plain twin is [`Words`], an array. It is always compiled and always tested.

/// Implements the operators of sets for a register, given the names of the instructions. The macro is used only where
/// values are made inside functions that enable these instructions, which makes each call safe.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! set_operators {
    ($register:ident: $and:ident, $or:ident, $xor:ident) => {
        set_operators!(@each $register: BitAnd::bitand $and, BitOr::bitor $or, BitXor::bitxor $xor);

        impl core::ops::Not for $register {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                self ^ Self::splat(u64::MAX)
            }
        }
    };
    (@each $register:ident: $($operator:ident::$name:ident $instruction:ident),*) => {
        $(
            impl core::ops::$operator for $register {
                type Output = Self;
                #[inline(always)]
                fn $name(self, other: Self) -> Self {
                    // SAFETY: a register value exists only on machines that have its instructions.
                    Self(unsafe { $instruction(self.0, other.0) })
                }
            }
        )*
    };
}

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "x86_64")]
mod sse2;
mod words;

#[cfg(target_arch = "x86_64")]
pub(super) use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub(super) use avx512::Avx512;
#[cfg(target_arch = "aarch64")]
pub(super) use neon::Neon;
#[cfg(target_arch = "x86_64")]
pub(super) use sse2::Sse2;
pub(super) use words::Words;
