//! The fields of a request.

use std::borrow::Cow;

use crate::field_diagnostic::{FieldDiagnostic, Refusal};

/// A request, of which nothing is known yet: the fields of a form, in the encoding of the
/// [URL standard](https://url.spec.whatwg.org/#application/x-www-form-urlencoded).
pub(crate) struct Request<'a>(Vec<(Cow<'a, str>, Cow<'a, str>)>);

impl<'a> Request<'a> {
    /// Any text is a form. Of several fields with the same name, the last one counts.
    pub(crate) fn new(form: &'a str) -> Self {
        Self(form_urlencoded::parse(form.as_bytes()).collect())
    }

    /// A field that may be there.
    pub(crate) fn optional_text(&self, name: &str) -> Option<&str> {
        let mut fields = self.0.iter().rev();
        fields.find(|(it, _)| it == name).map(|(_, text)| &**text)
    }

    /// A field that must be there.
    pub(crate) fn text(&self, name: &'static str) -> Result<&str, Refusal> {
        let text = self.optional_text(name);
        text.ok_or_else(|| self.refuse(name, "expected a text"))
    }

    /// A field that may be a number from 0 to a limit.
    pub(crate) fn optional_number(
        &self,
        name: &'static str,
        most: u32,
    ) -> Result<Option<u32>, Refusal> {
        let Some(text) = self.optional_text(name) else {
            return Ok(None);
        };
        let number: Option<u32> = text.parse().ok();
        match number.filter(|it| *it <= most) {
            Some(number) => Ok(Some(number)),
            None => Err(self.refuse(name, &format!("expected a number from 0 to {most}"))),
        }
    }

    /// Says what is wrong with a field.
    #[expect(clippy::unused_self, reason = "it is about the field of this request")]
    pub(crate) fn refuse(&self, name: &'static str, message: &str) -> Refusal {
        FieldDiagnostic::error(name, message).alone()
    }
}
