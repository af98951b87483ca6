//! The operators of sets, for every vector register.

/// Implements the operators of sets for a register, given the names of the instructions. The macro is used only where
/// values are made inside functions that enable these instructions, which makes each call safe.
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
