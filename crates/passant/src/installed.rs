//! What was installed with the program: pages to read, and the page for a browser.

use std::env;
use std::path::{Path, PathBuf};

/// The folder of what was installed, from the folder of the program: the number of folders up, and the way from there. In an
/// archive, in an installation by pip, and in one by npm.
const FOLDERS: [(usize, &str); 3] = [(0, ""), (1, "share/doc/passant"), (2, "passant-cli")];

/// Returns the first of the pages to read.
pub(crate) fn find_pages() -> Option<PathBuf> {
    // Beside a program that was copied, `docs` is about something else.
    Some(find("docs/first-check.md")?.with_file_name("README.md"))
}

/// Returns the folder of the page for a browser.
pub(crate) fn find_page() -> Option<PathBuf> {
    Some(find("page/passant_page.wasm")?.parent()?.to_owned())
}

/// Returns the path of an installed file.
fn find(file: &str) -> Option<PathBuf> {
    let program = env::current_exe().ok()?;
    // Tools that install for one user link to the program.
    let linked = program.canonicalize().ok()?;
    find_beside(&program, file).or_else(|| find_beside(&linked, file))
}

fn find_beside(program: &Path, file: &str) -> Option<PathBuf> {
    let mut places = FOLDERS.iter().filter_map(|(up, way)| {
        let start = program.parent()?.ancestors().nth(*up)?;
        Some(start.join(way).join(file))
    });
    places.find(|path| path.is_file())
}
