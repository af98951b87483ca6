//! The fields of a request.

use std::borrow::Cow;

use passant_report::{FenReading, fen_error};
use passant_suite::{Diagnostic, Severity};
use serde::{Serialize, Serializer};

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

/// The messages in place of an answer; never empty.
pub(crate) type Refusal = Vec<FieldDiagnostic>;

/// One thing that is wrong with a field of a request, or worth knowing about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct FieldDiagnostic {
    severity: &'static str,
    message: String,
    /// The field of the request.
    field: &'static str,
    /// The units of UTF-16 in the text of the field, because JavaScript counts so.
    span: Option<[usize; 2]>,
    label: Option<String>,
    note: Option<String>,
    hint: Option<String>,
}

impl FieldDiagnostic {
    /// An error that is about a whole field.
    pub(crate) fn error(field: &'static str, message: &str) -> Self {
        Self::new(field, Diagnostic::error(message))
    }

    /// A diagnostic about the text of a field.
    pub(crate) fn new(field: &'static str, diagnostic: Diagnostic) -> Self {
        let units = |text: &str| text.encode_utf16().count();
        let span = diagnostic.place.as_ref().and_then(|place| {
            let start = units(place.text.get(..place.span.start)?);
            Some([start, start + units(diagnostic.excerpt()?)])
        });
        Self {
            severity: match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            message: diagnostic.message,
            field,
            span,
            label: diagnostic.label,
            note: diagnostic.note,
            hint: diagnostic.hint,
        }
    }

    /// The same without a place, for a text that was put together from several fields.
    pub(crate) fn of_field(field: &'static str, diagnostic: Diagnostic) -> Self {
        let span = None;
        Self {
            span,
            ..Self::new(field, diagnostic)
        }
    }

    /// Adds what would be right.
    pub(crate) fn with_hint(self, hint: &str) -> Self {
        let hint = Some(hint.to_owned());
        Self { hint, ..self }
    }

    /// Diagnostics about the text of one field.
    pub(crate) fn list(
        field: &'static str,
        diagnostics: impl IntoIterator<Item = Diagnostic>,
    ) -> Vec<Self> {
        let diagnostics = diagnostics.into_iter();
        diagnostics.map(|it| Self::new(field, it)).collect()
    }

    /// This one and no other.
    pub(crate) fn alone(self) -> Vec<Self> {
        vec![self]
    }
}

/// Reads the FEN in a field, or says everything that is wrong with it.
pub(crate) fn read_fen(field: &'static str, fen: &str) -> Result<FenReading, Refusal> {
    FenReading::new(fen)
        .map_err(|error| FieldDiagnostic::list(field, fen_error::diagnostics(fen, &error)))
}

/// The entries of an object, in their order. No key is there twice.
pub(crate) struct Entries<T>(pub(crate) Vec<(String, T)>);

impl<T: Serialize> Serialize for Entries<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// A reply as JSON.
pub(crate) fn json(reply: &impl Serialize) -> String {
    // No reply refuses to be written, and every key is a text.
    serde_json::to_string(reply).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use passant_suite::Diagnostic;

    use super::FieldDiagnostic;

    #[test]
    fn spans_count_as_javascript_does() {
        // One unit, two units, two bytes.
        let text = "a\u{1f600}é!";
        let span =
            |range| FieldDiagnostic::new("fen", Diagnostic::error("").in_text(text, range)).span;
        assert_eq!(span(0..1), Some([0, 1]));
        assert_eq!(span(1..5), Some([1, 3]));
        assert_eq!(span(5..7), Some([3, 4]));
        assert_eq!(span(8..8), Some([5, 5]));
    }
}
