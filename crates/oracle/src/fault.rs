//! The faults that an [`Engine`](crate::Engine) can be made with, each a rule that public engines have broken.

use std::fmt;

mod advice;
mod consulted;
mod example;
mod family;
mod list;
mod reports;
mod scope;
mod set;

pub use consulted::consulted;
pub use family::Family;
pub use list::EngineFault;
pub use scope::Scope;
pub use set::FaultSet;

use passant_query::Question;

impl EngineFault {
    /// The fault with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|fault| fault.name() == name)
    }

    /// Whether it is wrong only together with something else: keys that follow another convention than repetition are
    /// right, and no engine has to read the suffix `e.p.`.
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
        example::of(self)
    }

    /// Advice for the author of an engine with this fault.
    #[must_use]
    pub fn advice(self) -> &'static str {
        advice::of(self)
    }

    /// Public reports of engines and libraries that had it, as `owner/repository#number` or with a commit; empty if
    /// none is known.
    #[must_use]
    pub fn reports(self) -> &'static [&'static str] {
        reports::of(self)
    }
}

impl fmt::Display for EngineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
