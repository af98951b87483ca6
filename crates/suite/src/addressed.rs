//! The parts that all cases have: an address, and twins if the rules are the same for them.

use crate::{Case, FenCase, PlayCase, SearchCase, StateCase, Suite};

/// A case of any kind.
pub(crate) trait Addressed: Clone {
    /// Returns folder, file and name.
    fn address(&self) -> &str;

    /// Returns all twins; none for a case without.
    fn every_twin(&self) -> Vec<Self>;
}

macro_rules! addressed {
    ($case:ty, $twins:expr) => {
        impl Addressed for $case {
            fn address(&self) -> &str {
                &self.address
            }

            fn every_twin(&self) -> Vec<Self> {
                $twins(self)
            }
        }
    };
}

addressed!(Case, |case: &Self| case.twins().collect());
addressed!(StateCase, |case: &Self| case.twins().collect());
addressed!(PlayCase, |case: &Self| case.twins().collect());
addressed!(SearchCase, |case: &Self| case.twins().collect());
addressed!(FenCase, |_: &Self| Vec::new());

/// The addresses of cases.
pub(crate) fn addresses<T: Addressed>(cases: &[T]) -> impl Iterator<Item = &str> {
    cases.iter().map(Addressed::address)
}

/// The names of suites, and then the addresses of their cases.
pub(crate) fn names<T: Addressed>(suites: &[Suite<T>]) -> impl Iterator<Item = &str> {
    let cases = suites.iter().flat_map(|suite| addresses(&suite.cases));
    suites.iter().map(|suite| suite.name.as_str()).chain(cases)
}
