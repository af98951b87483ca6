//! What others say, made harmless wherever it is shown.
//!
//! Others are engines, files and their names, and the command line. Their words are data, so none of them may move a
//! cursor, hide or turn around the text beside it, begin a line of its own, command a CI runner, or become markup. This
//! table says where they are shown, and what is done about it. A unit test sends every character through every form; the
//! test `escapes.rs` of the crate `passant` sends some of each kind through the outputs.
//!
//! | output | form | and then |
//! | --- | --- | --- |
//! | standard output and standard error (`report::print`, `report::warn`) | [`Log`](Syntax::Log) for the whole text | colors are removed unless a terminal reads |
//! | lines of engines, as they are read (`process/line_splitter.rs`) | [`invisible`](escape_invisible) characters alone, because dialects are read from the line | `dialect::clean` removes control characters |
//! | lines of adapters, names in EPD files and descriptors, titles of the progress bar | [`Line`](Syntax::Line) | |
//! | `--transcript` | [`Line`](Syntax::Line), after the time and the direction | |
//! | JSON: reports, the journal of `--resume` | [`Json`](Syntax::Json) for the whole text; readers get the original | |
//! | list of expected failures | [`Toml`](Syntax::Toml) | |
//! | JUnit | [`Log`](Syntax::Log) | the library escapes XML |
//! | HTML pages of `matrix` and `--html` | [`Line`](Syntax::Line) for every value | the template escapes HTML |
//! | TAP | [`Tap`](Syntax::Tap) | [`Log`](Syntax::Log), as standard output |
//! | annotations of GitHub | [`WorkflowText`](Syntax::WorkflowText), [`WorkflowProperty`](Syntax::WorkflowProperty) | the only workflow commands that are printed |
//! | summary of GitHub | [`Markdown`](Syntax::Markdown) | |
//! | commands to repeat a case | [`Shell`](Syntax::Shell) for each word, on Windows [`Cmd`](Syntax::Cmd) | |
//! | scripts of `--reproduce` | the same, or [`Batch`](Syntax::Batch); [`Line`](Syntax::Line) in comments | |
//! | tests to paste | [`Rust`](Syntax::Rust), [`Cpp`](Syntax::Cpp), [`Python`](Syntax::Python) | |

use std::borrow::Cow;
use std::fmt::{self, Write};
use std::ops::{Range, RangeInclusive};

/// Returns the beginning of a text: all of it if it has at most so many characters, otherwise these and `…`.
///
/// ```
/// use passant_query::shorten;
///
/// assert_eq!(shorten("bestmove e2e4", 20), "bestmove e2e4");
/// assert_eq!(shorten("bestmove e2e4", 8), "bestmove…");
/// ```
#[must_use]
pub fn shorten(text: &str, characters: usize) -> Cow<'_, str> {
    match text.char_indices().nth(characters) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// The syntax of the place where a text is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Syntax {
    /// One line for people. What cannot be seen, line ends and the start of a workflow command become `\u{…}`.
    Line,
    /// Lines for people, which a CI runner may read: like [`Line`](Self::Line), but line ends, tabs and colors stay, and
    /// no line begins with `::`.
    Log,
    /// JSON text: what is escaped in it becomes `\u…`, and a reader of JSON gets the original.
    Json,
    /// A string in TOML, with its quotation marks.
    Toml,
    /// A span of code in Markdown, in which nothing means anything, be it in a paragraph or in a cell of a table.
    Markdown,
    /// A description in the Test Anything Protocol.
    Tap,
    /// A word for a POSIX shell.
    Shell,
    /// A word for a command line of Windows: for `cmd` and `PowerShell`, which understand double quotes alike. What cannot be
    /// seen becomes `\u{…}`, because neither has an escape for it.
    Cmd,
    /// A word in a batch file of Windows: like [`Cmd`](Self::Cmd), without variables.
    Batch,
    /// The message of a workflow command of GitHub, in which lines may end.
    WorkflowText,
    /// The value of a property of a workflow command of GitHub.
    WorkflowProperty,
    /// A string literal in Rust.
    Rust,
    /// A string literal in C++.
    Cpp,
    /// A string literal in Python.
    Python,
}

impl Syntax {
    /// The syntax of a word for the shell of this system.
    pub const LOCAL_SHELL: Self = if cfg!(windows) {
        Self::Cmd
    } else {
        Self::Shell
    };
}

/// A text that is displayed as [`Syntax::Line`].
///
/// ```
/// use passant_query::Escaped;
///
/// assert_eq!(Escaped("a\u{1b}[31mb").to_string(), "a\\u{1b}[31mb");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&escape(self.0, Syntax::Line))
    }
}

/// Text of others as it is shown in a syntax.
///
/// ```
/// use passant_query::{Syntax, escape};
///
/// assert_eq!(escape("::error::\u{202e}no", Syntax::Log), "\\u{3a}:error::\\u{202e}no");
/// assert_eq!(escape("[a](http://b)", Syntax::Markdown), "`[a](http://b)`");
/// assert_eq!(escape("it's", Syntax::Shell), r"'it'\''s'");
/// ```
#[must_use]
pub fn escape(text: &str, syntax: Syntax) -> String {
    match syntax {
        Syntax::Line => visible(text, |letter| letter == '\t', brace),
        Syntax::Log => log(text),
        Syntax::Json => visible(text, |letter| letter == '\n', utf16),
        Syntax::Toml | Syntax::Python => quote(text, four_or_eight),
        Syntax::Markdown => code_span(&escape(text, Syntax::Line)),
        Syntax::Tap => escape(text, Syntax::Line)
            .replace('\\', "\\\\")
            .replace('#', "\\#"),
        Syntax::Shell => shell_word(text),
        Syntax::Cmd => cmd_word(text),
        Syntax::Batch => cmd_word(text).replace('%', "%%"),
        Syntax::WorkflowText => escape(text, Syntax::Log)
            .replace('%', "%25")
            .replace('\n', "%0A"),
        Syntax::WorkflowProperty => escape(text, Syntax::Line)
            .replace('%', "%25")
            .replace(':', "%3A")
            .replace(',', "%2C"),
        Syntax::Rust => quote(text, brace),
        Syntax::Cpp => quote(text, octal),
    }
}

/// The text with characters that have no width or turn text around as `\u{…}`. Control characters stay.
#[must_use]
pub fn escape_invisible(text: &str) -> Cow<'_, str> {
    if !text.is_ascii() && text.contains(is_invisible) {
        visible(text, char::is_control, brace).into()
    } else {
        text.into()
    }
}

/// The characters that Unicode calls default-ignorable, and those that end lines or mark annotations: bidirectional controls, characters
/// without width, fillers, variation selectors, tags.
///
/// Source: `Default_Ignorable_Code_Point` in `DerivedCoreProperties.txt` of Unicode 16, with U+2028, U+2029 and
/// U+FFF9 to U+FFFB.
const INVISIBLE: [RangeInclusive<char>; 18] = [
    '\u{ad}'..='\u{ad}',
    '\u{34f}'..='\u{34f}',
    '\u{61c}'..='\u{61c}',
    '\u{115f}'..='\u{1160}',
    '\u{17b4}'..='\u{17b5}',
    '\u{180b}'..='\u{180f}',
    '\u{200b}'..='\u{200f}',
    '\u{2028}'..='\u{202e}',
    '\u{2060}'..='\u{206f}',
    '\u{3164}'..='\u{3164}',
    '\u{fe00}'..='\u{fe0f}',
    '\u{feff}'..='\u{feff}',
    '\u{ffa0}'..='\u{ffa0}',
    '\u{fff0}'..='\u{fffb}',
    '\u{1bca0}'..='\u{1bca3}',
    '\u{1d173}'..='\u{1d17a}',
    '\u{e0000}'..='\u{e0fff}',
    '\u{10fffe}'..='\u{10ffff}',
];

fn is_invisible(letter: char) -> bool {
    !letter.is_ascii() && INVISIBLE.iter().any(|range| range.contains(&letter))
}

/// The words after `##` that `GitHub`, `Azure` and `TeamCity` obey, wherever in a line they stand.
const COMMANDS: [&str; 3] = ["[", "vso[", "teamcity["];

/// The numbers in colors that stay: bold, dimmed and underlined text, the colors of the foreground except black, and the end
/// of all of them. Others hide text.
const COLORS: [&str; 22] = [
    "", "0", "1", "2", "4", "22", "24", "39", "31", "32", "33", "34", "35", "36", "37", "91", "92",
    "93", "94", "95", "96", "97",
];

/// The text with everything escaped that cannot be seen, unless it is kept, and the second `#` of a workflow command.
fn visible(text: &str, keep: impl Fn(char) -> bool, write: impl Fn(&mut String, char)) -> String {
    let mut escaped = String::with_capacity(text.len());
    add_visible(&mut escaped, text, 0..text.len(), keep, write);
    escaped
}

/// Adds a part of a text. A workflow command may begin before it or end after it.
fn add_visible(
    escaped: &mut String,
    text: &str,
    part: Range<usize>,
    keep: impl Fn(char) -> bool,
    write: impl Fn(&mut String, char),
) {
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && byte != b'#';
    let mut rest = &text[part.clone()];
    loop {
        // Nearly all text is plain, and whole reports pass through here.
        let end = rest.bytes().position(|byte| !is_plain(byte));
        let (plain, other) = rest.split_at(end.unwrap_or(rest.len()));
        *escaped += plain;
        let mut letters = other.chars();
        let Some(letter) = letters.next() else {
            return;
        };
        rest = letters.as_str();
        let (at, next) = (part.end - other.len(), part.end - rest.len());
        let is_command = || {
            text[..at].ends_with('#') && COMMANDS.iter().any(|word| text[next..].starts_with(word))
        };
        if letter == '#' && is_command()
            || (letter.is_control() || is_invisible(letter)) && !keep(letter)
        {
            write(escaped, letter);
        } else {
            escaped.push(letter);
        }
    }
}

/// Lines of which none begins with a workflow command, whether their colors stay or are removed.
fn log(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (words, colors) = without_colors(line);
        let start = words.len() - words.trim_start().len();
        let command = words[start..].starts_with("::").then_some(start);
        let mut from = 0;
        for (at, color) in colors.into_iter().chain([(words.len(), "")]) {
            add_log(&mut escaped, &words, from..at, command);
            escaped += color;
            from = at;
        }
    }
    escaped
}

/// Adds a part of a line, at this place of which a workflow command would begin.
fn add_log(escaped: &mut String, words: &str, part: Range<usize>, command: Option<usize>) {
    let add = |escaped: &mut String, part| {
        add_visible(
            escaped,
            words,
            part,
            |letter| matches!(letter, '\n' | '\t'),
            brace,
        );
    };
    match command.filter(|at| part.contains(at)) {
        Some(at) => {
            add(escaped, part.start..at);
            brace(escaped, ':');
            add(escaped, at + 1..part.end);
        }
        None => add(escaped, part),
    }
}

/// A line without its colors, and these with their places in it.
fn without_colors(line: &str) -> (Cow<'_, str>, Vec<(usize, &str)>) {
    let (mut words, mut colors) = (String::new(), Vec::new());
    let mut rest = line;
    while let Some(at) = rest.find('\u{1b}') {
        let color = color_length(&rest[at..]);
        words += &rest[..at + usize::from(color == 0)];
        if color != 0 {
            colors.push((words.len(), &rest[at..at + color]));
        }
        rest = &rest[at + color.max(1)..];
    }
    if colors.is_empty() {
        return (line.into(), colors);
    }
    words += rest;
    (words.into(), colors)
}

/// The length of the color that a text begins with: ESC, `[`, numbers, `m`. Text of this color can be read on any terminal.
fn color_length(text: &str) -> usize {
    let Some(rest) = text.strip_prefix("\u{1b}[") else {
        return 0;
    };
    let is_number = |letter: char| letter.is_ascii_digit() || letter == ';';
    let end = rest.trim_start_matches(is_number);
    let numbers = &rest[..rest.len() - end.len()];
    if end.starts_with('m') && numbers.split(';').all(|number| COLORS.contains(&number)) {
        text.len() - end.len() + 1
    } else {
        0
    }
}

/// A span of code between as many backticks as the text does not have. In tables `|` would end a cell.
fn code_span(text: &str) -> String {
    let runs = text.split(|letter| letter != '`').map(str::len);
    let fence = "`".repeat(runs.max().unwrap_or(0) + 1);
    let is_padded = text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']);
    let space = if is_padded || text.is_empty() {
        " "
    } else {
        ""
    };
    let text = text.replace('|', "\\|");
    format!("{fence}{space}{text}{space}{fence}")
}

/// A word in quotation marks if it needs them; one that would do harm in them is written by `printf`.
fn shell_word(text: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_/,.+@:^".contains(letter);
    if visible(text, |_| false, brace) != text {
        let bytes = text.bytes().map(|byte| match byte {
            b'\'' | b'\\' | b'#' | 0..=31 | 127.. => format!("\\0{byte:03o}"),
            byte => char::from(byte).to_string(),
        });
        format!("\"$(printf %b '{}')\"", bytes.collect::<String>())
    } else if !text.is_empty() && text.chars().all(is_plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

/// A word in double quotes if it needs them. A quote within is doubled: to `cmd` the word then ends and begins again, and
/// what follows stays quoted. Programs read backslashes before a quote in pairs.
fn cmd_word(text: &str) -> String {
    let text = visible(text, |_| false, brace);
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_/.+:\\".contains(letter);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text;
    }
    let mut word = "\"".to_owned();
    let mut backslashes = 0;
    for letter in text.chars().chain(['"']) {
        if letter == '"' {
            word.extend(std::iter::repeat_n('\\', backslashes));
            word.push('"');
        }
        backslashes = if letter == '\\' { backslashes + 1 } else { 0 };
        word.push(letter);
    }
    // The quote at the end is not doubled.
    word.pop();
    word
}

/// A string literal.
fn quote(text: &str, write: fn(&mut String, char)) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", visible(&text, |_| false, write))
}

/// `\u{202e}`: Rust, and people. Line ends have names.
fn brace(text: &mut String, letter: char) {
    text.extend(match letter {
        '\n' | '\r' | '\t' => letter.escape_default(),
        _ => return text.extend(letter.escape_unicode()),
    });
}

/// `\u202e`, in two parts where a character needs them: JSON.
fn utf16(text: &mut String, letter: char) {
    for unit in letter.encode_utf16(&mut [0; 2]) {
        // Writing to a string cannot fail.
        let _ = write!(text, "\\u{unit:04x}");
    }
}

/// `\u202e` or `\U000e0041`: TOML and Python.
fn four_or_eight(text: &mut String, letter: char) {
    let number = u32::from(letter);
    let _ = match number {
        ..=0xffff => write!(text, "\\u{number:04x}"),
        _ => write!(text, "\\U{number:08x}"),
    };
}

/// `\342\200\256`, byte by byte: C++, in which other escapes take more digits than they should, or refuse some
/// characters.
fn octal(text: &mut String, letter: char) {
    for byte in letter.encode_utf8(&mut [0; 4]).bytes() {
        let _ = write!(text, "\\{byte:03o}");
    }
}

#[cfg(test)]
mod tests;
