//! The attribute of tests that need a program which may not be installed.
//!
//! ```ignore
//! #[needs("python3", "python-chess")]
//! #[test]
//! fn answers_correctly() {}
//! ```
//!
//! If one of them is missing when the tests are built, the test is ignored, and says how it is installed. With `CI=true` it is
//! run and fails, but for tools that continuous integration does not install.

use proc_macro::TokenStream;

/// The tools that are missing, each with the command that installs it.
const MISSING: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/missing.rs"));

/// Ignores a test if a tool is missing: see the top of this page.
///
/// # Panics
///
/// Never: the attribute that it adds is always one.
#[proc_macro_attribute]
pub fn needs(names: TokenStream, test: TokenStream) -> TokenStream {
    let names: Vec<_> = names.into_iter().map(|it| it.to_string()).collect();
    let is_needed = |tool: &str| names.iter().any(|name| name.trim_matches('"') == tool);
    let ignore = match MISSING.iter().find(|(tool, _)| is_needed(tool)) {
        Some((tool, install)) => {
            format!("#[ignore = {:?}]", format!("needs {tool}: {install}"))
        }
        // A test for another system runs where nobody has looked for the tool.
        None => format!(
            "#[cfg_attr(not(target_os = {:?}), ignore = {:?})]",
            std::env::consts::OS,
            format!("needs {}", names.join(", "))
        ),
    };
    let ignore: TokenStream = ignore.parse().expect("it is an attribute");
    ignore.into_iter().chain(test).collect()
}
