//! The fields of a request.

use serde_json::Value;

use crate::field_diagnostic::{FieldDiagnostic, Refusal};

/// A request, of which nothing is known yet.
#[derive(Clone, Copy)]
pub(crate) struct Request<'a>(&'a Value);

impl<'a> Request<'a> {
    pub(crate) fn new(value: &'a Value) -> Self {
        Self(value)
    }

    /// A field; `None` if it is missing or `null`.
    pub(crate) fn field(self, name: &str) -> Option<&'a Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// A field that must be a text.
    pub(crate) fn text(self, name: &'static str) -> Result<&'a str, Refusal> {
        let text = self.field(name).and_then(Value::as_str);
        text.ok_or_else(|| self.refuse(name, "expected a text"))
    }

    /// A field that may be a text.
    pub(crate) fn optional_text(self, name: &'static str) -> Result<Option<&'a str>, Refusal> {
        self.field(name).map(|_| self.text(name)).transpose()
    }

    /// A field that may be a number from 0 to a limit.
    pub(crate) fn optional_number(
        self,
        name: &'static str,
        most: u32,
    ) -> Result<Option<u32>, Refusal> {
        let Some(value) = self.field(name) else {
            return Ok(None);
        };
        let number = value.as_u64().and_then(|it| u32::try_from(it).ok());
        match number.filter(|it| *it <= most) {
            Some(number) => Ok(Some(number)),
            None => Err(self.refuse(name, &format!("expected a number from 0 to {most}"))),
        }
    }

    /// Says what is wrong with a field.
    #[expect(clippy::unused_self, reason = "it is about the field of this request")]
    pub(crate) fn refuse(self, name: &'static str, message: &str) -> Refusal {
        FieldDiagnostic::error(name, message).alone()
    }
}
