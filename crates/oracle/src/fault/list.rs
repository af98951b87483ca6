//! The list of faults. A fault is a row in the file of its family, and a row that lacks a part does not compile.

mod generation;
mod making;
mod output;
mod right;
mod sameness;

/// All that is said about a fault.
pub(super) struct Row {
    name: &'static str,
    family: Family,
    sentence: &'static str,
    advice: &'static str,
    pub(super) example: &'static str,
    reports: &'static [&'static str],
}

/// Declares the families and the faults from their rows.
macro_rules! declare {
    ($($family:ident $family_name:literal $family_sentence:literal { $($variant:ident {
        name: $name:literal,
        sentence: $sentence:literal,
        advice: $advice:literal,
        example: $example:literal,
        reports: [$($report:literal),* $(,)?],
    })+ })+) => {
        /// The part of an engine that a fault is in, and so where it shows.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Family { $(#[doc = $family_sentence] $family),+ }

        impl Family {
            /// All families, in the order of their faults.
            pub const ALL: [Self; [$($family_name),+].len()] = [$(Self::$family),+];

            /// Returns its name in lists.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$family => $family_name),+ }
            }

            /// Returns its subject, in a sentence.
            #[must_use]
            pub const fn sentence(self) -> &'static str {
                match self { $(Self::$family => $family_sentence),+ }
            }
        }

        /// One broken rule.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum EngineFault { $($(#[doc = $sentence] $variant,)+)+ }

        impl EngineFault {
            /// All faults, family by family.
            pub const ALL: &[Self] = &[$($(Self::$variant,)+)+];
        }

        /// The rows of all faults, in the order of [`EngineFault::ALL`].
        const ROWS: &[Row] = &[$($(Row {
            name: $name,
            family: Family::$family,
            sentence: $sentence,
            advice: $advice,
            example: $example,
            reports: &[$($report),*],
        },)+)+];
    };
}

/// Collects the rows of all files.
macro_rules! collect {
    ([] $($rows:tt)*) => { declare! { $($rows)* } };
    ([$file:ident $($later:ident)*] $($rows:tt)*) => {
        $file::rows! { collect [$($later)*] $($rows)* }
    };
}

collect! {
    [generation making right sameness output]
}

impl EngineFault {
    /// Returns the row of the fault.
    pub(super) const fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// Returns its name in `--fault` and in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The family it belongs to.
    #[must_use]
    pub const fn family(self) -> Family {
        self.row().family
    }

    /// Returns what it does, in a sentence.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        self.row().sentence
    }

    /// Returns advice for the author of an engine with this fault.
    #[must_use]
    pub const fn advice(self) -> &'static str {
        self.row().advice
    }

    /// Returns public reports of engines and libraries that had it, as `owner/repository#number` or with a commit;
    /// empty if none is known. A fault without one is a variation of others, one slip away from them.
    #[must_use]
    pub const fn reports(self) -> &'static [&'static str] {
        self.row().reports
    }
}
