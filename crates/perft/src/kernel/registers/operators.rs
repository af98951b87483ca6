//! The operators of sets, for every vector register.

/// The operators of sets for a register, given what the instruction set calls them. Where it stands, values are only
/// made inside functions that enable these instructions, which is what makes each call safe.
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
                    // SAFETY: a register is only made where its instructions are.
                    Self(unsafe { $instruction(self.0, other.0) })
                }
            }
        )*
    };
}
