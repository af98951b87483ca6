//! The faults that an [`Engine`](crate::Engine) can be made with, each a rule that public engines have broken.

use std::fmt;

mod consulted;
mod list;
mod scope;
mod set;

pub use consulted::record_consulted;
pub use list::{EngineFault, Family};
pub use scope::Scope;
pub use set::FaultSet;

use passant_query::Question;

impl EngineFault {
    /// The fault with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|fault| fault.name() == name)
    }

    /// Tells whether the fault is wrong only together with something else: keys that follow another convention than
    /// repetition are correct, and no engine has to read the suffix `e.p.`.
    #[must_use]
    pub const fn is_convention(self) -> bool {
        matches!(
            self,
            Self::KeyWithoutCapturer | Self::KeyWithIllegalCapture | Self::SuffixRefused
        )
    }

    /// A question that an engine with this fault answers differently from one without.
    ///
    /// # Panics
    ///
    /// Never: a test reads the example of every fault.
    #[must_use]
    pub fn example(self) -> Question {
        let text = self.row().example;
        text.parse().expect("a test reads every example")
    }
}

impl fmt::Display for EngineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
