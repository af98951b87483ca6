//! The wheel for Linux on any distribution: that of this host, with a program that contains its C library.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};
use zip::read::ZipArchive;
use zip::write::{SimpleFileOptions, ZipWriter};

use super::contents::LICENSES_OF_PARTS;

/// The ends of the names of the files that are replaced.
const PROGRAM: &str = ".data/scripts/passant";
const TAGS: &str = ".dist-info/WHEEL";
const SUMS: &str = ".dist-info/RECORD";

/// A file in a wheel.
struct Entry {
    name: String,
    mode: u32,
    bytes: Vec<u8>,
}

/// The systems that a program for this target serves, in the words of pip: every Linux that pip knows for the processor, with
/// glibc and with musl. `None` if the program needs a C library.
pub(super) fn platforms(target: &str) -> Option<[String; 3]> {
    let processor = target.strip_suffix("-unknown-linux-musl")?;
    Some(["manylinux2014", "manylinux_2_17", "musllinux_1_1"].map(|it| format!("{it}_{processor}")))
}

/// Writes a wheel with everything that another one has, apart from the program and the licenses of its parts, into a folder.
pub(super) fn build(
    wheel: &Path,
    platforms: &[String],
    program: &Path,
    licenses: &str,
    folder: &Path,
) -> Result<PathBuf> {
    let mut entries = read(wheel)?;
    for entry in &mut entries {
        if entry.name.ends_with(PROGRAM) {
            entry.bytes =
                fs::read(program).with_context(|| format!("cannot read {}", program.display()))?;
        } else if entry.name.ends_with(LICENSES_OF_PARTS) {
            entry.bytes = licenses.as_bytes().to_vec();
        } else if entry.name.ends_with(TAGS) {
            entry.bytes = tags(&entry.bytes, platforms)?;
        }
    }
    for needed in [PROGRAM, LICENSES_OF_PARTS, TAGS, SUMS] {
        let is_there = entries.iter().any(|entry| entry.name.ends_with(needed));
        ensure!(is_there, "{} has no file {needed}", wheel.display());
    }
    let sums = sums(&entries);
    for entry in entries.iter_mut().filter(|it| it.name.ends_with(SUMS)) {
        entry.bytes = sums.clone().into_bytes();
    }
    let name = wheel.file_name().unwrap_or_default().to_string_lossy();
    let (start, _) = name
        .rsplit_once('-')
        .context("the name of a wheel ends with its platforms")?;
    let path = folder.join(format!("{start}-{}.whl", platforms.join(".")));
    write(&path, &entries)?;
    Ok(path)
}

fn read(wheel: &Path) -> Result<Vec<Entry>> {
    let file = File::open(wheel).with_context(|| format!("cannot read {}", wheel.display()))?;
    let mut archive = ZipArchive::new(file)?;
    let mut entries = Vec::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        entries.push(Entry {
            name: file.name()?.into_owned(),
            mode: file.unix_mode().unwrap_or(0o644),
            bytes,
        });
    }
    Ok(entries)
}

/// The bytes depend on names, modes and contents only.
fn write(path: &Path, entries: &[Entry]) -> Result<()> {
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    let mut zip = ZipWriter::new(file);
    for Entry { name, mode, bytes } in entries {
        let options = SimpleFileOptions::DEFAULT.compression_level(Some(9));
        zip.start_file(name.as_str(), options.unix_permissions(*mode))?;
        zip.write_all(bytes)?;
    }
    zip.finish()?;
    Ok(())
}

/// The file with the tags of a wheel, for other platforms.
fn tags(file: &[u8], platforms: &[String]) -> Result<Vec<u8>> {
    let text = std::str::from_utf8(file)?;
    let (others, old): (Vec<_>, Vec<_>) = text
        .lines()
        .filter(|line| !line.is_empty())
        .partition(|line| !line.starts_with("Tag: "));
    let tag = old.first().and_then(|line| line.rsplit_once('-'));
    let (start, _) = tag.context("a wheel has a tag with a platform")?;
    let new = platforms
        .iter()
        .map(|platform| format!("{start}-{platform}"));
    let lines = others.into_iter().map(str::to_owned).chain(new);
    Ok(lines
        .flat_map(|line| [line, "\n".to_owned()])
        .collect::<String>()
        .into_bytes())
}

/// The file with the sums of all files; it has none itself.
fn sums(entries: &[Entry]) -> String {
    let rows = entries.iter().map(|Entry { name, bytes, .. }| {
        if name.ends_with(SUMS) {
            return format!("{name},,\n");
        }
        let sum = base64(&Sha256::digest(bytes));
        format!("{name},sha256={sum},{}\n", bytes.len())
    });
    rows.collect()
}

/// Base64 as in URLs, without padding (RFC 4648, section 5).
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let word = (0..3).fold(0, |word, index| {
            word << 8 | usize::from(chunk.get(index).copied().unwrap_or(0))
        });
        for letter in 0..=chunk.len() {
            text.push(char::from(LETTERS[word >> (18 - 6 * letter) & 63]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From RFC 4648, section 10, and the sum of nothing as `sha256sum | xxd -r -p | base64` writes it.
    #[test]
    fn writes_base64_as_the_standard_does() {
        for (bytes, expected) in [
            ("", ""),
            ("f", "Zg"),
            ("fo", "Zm8"),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), expected);
        }
        let empty = base64(&Sha256::digest(b""));
        assert_eq!(empty, "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU");
    }

    #[test]
    fn a_static_program_serves_every_linux_of_its_processor() {
        assert_eq!(platforms("x86_64-unknown-linux-gnu"), None);
        assert_eq!(platforms("x86_64-pc-windows-gnu"), None);
        let expected = ["manylinux2014", "manylinux_2_17", "musllinux_1_1"];
        let expected = expected.map(|it| format!("{it}_aarch64"));
        assert_eq!(platforms("aarch64-unknown-linux-musl"), Some(expected));
    }

    #[test]
    fn the_program_the_licenses_the_tags_and_the_sums_are_replaced_and_nothing_else() {
        let entry = |name: &str, mode, text: &str| Entry {
            name: name.to_owned(),
            mode,
            bytes: text.as_bytes().to_vec(),
        };
        let licenses = "p-1.dist-info/licenses/licenses/LICENSES-OF-PARTS.txt";
        let old = [
            entry("p/__init__.py", 0o644, "module"),
            entry("p-1.data/scripts/passant", 0o755, "old"),
            entry("p-1.data/scripts/passant-cli", 0o755, "launcher"),
            entry(licenses, 0o644, "old"),
            entry(
                "p-1.dist-info/WHEEL",
                0o644,
                "Root-Is-Purelib: false\nTag: py3-none-linux_x86_64\n",
            ),
            entry("p-1.dist-info/RECORD", 0o644, "old"),
        ];
        let folder = tempfile::tempdir().unwrap();
        let wheel = folder.path().join("p-1-py3-none-linux_x86_64.whl");
        write(&wheel, &old).unwrap();
        let program = folder.path().join("new");
        fs::write(&program, "new").unwrap();
        let platforms = ["a_1".to_owned(), "b_2".to_owned()];
        let built = build(&wheel, &platforms, &program, "parts", folder.path()).unwrap();

        assert!(built.ends_with("p-1-py3-none-a_1.b_2.whl"));
        let new = read(&built).unwrap();
        let modes = |entries: &[Entry]| -> Vec<_> {
            let modes = entries.iter();
            modes.map(|it| (it.name.clone(), it.mode & 0o777)).collect()
        };
        assert_eq!(modes(&new), modes(&old));
        let texts: Vec<_> = new
            .iter()
            .map(|it| String::from_utf8_lossy(&it.bytes))
            .collect();
        assert_eq!(texts[..4], ["module", "new", "launcher", "parts"]);
        let tags = "Root-Is-Purelib: false\nTag: py3-none-a_1\nTag: py3-none-b_2\n";
        assert_eq!(texts[4], tags);
        // The sum of `new`, by `sha256sum`.
        let sum = "EVB6Di9eadXfpApiob17buV-a82FxnybhDGzb_8hxDc";
        let rows: Vec<_> = texts[5].lines().collect();
        let row = format!("p-1.data/scripts/passant,sha256={sum},3");
        assert_eq!(rows.len(), 6);
        assert_eq!(rows[1], row);
        assert_eq!(rows[5], "p-1.dist-info/RECORD,,");
    }
}
