//! The pages in a browser: they are laid out, readable, and not cut off.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

use passant_needs::needs;
use passant_test_tools::tool;
use serde_json::Value;

use crate::json::{Engine, Report};
use crate::oracle::oracle;
use crate::run::run_with;

/// A case that a fault fails.
const RANK: &str = "en-passant/rejected-rank/rook-h5-king-a5-on-c6";

/// Measures the page, which has no script of its own.
const MEASURE: &str = r"<script>
const all = selector => [...document.querySelectorAll(selector)];
const luminance = color => {
  const [r, g, b] = color.match(/[\d.]+/g).map(value => value / 255)
    .map(value => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = element => {
  const [a, b] = [getComputedStyle(element).color, getComputedStyle(document.body).backgroundColor].map(luminance);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};
window.onload = () => {
  for (const details of all('details')) details.open = true;
  const boards = all('.failure > svg');
  const measured = {
    failures: all('.failure').length,
    boards: boards.length,
    narrowest: Math.min(...boards.map(board => Math.min(board.getBoundingClientRect().width, board.getBoundingClientRect().height))),
    squares: Math.min(...all('.failure use').map(use => use.getBBox().width)),
    thinnest: Math.min(...all('.failure svg text').map(piece => piece.getBBox().width)),
    marks: all('#matrix td').every(cell => cell.querySelector('.mark').getBoundingClientRect().width > 5),
    contrast: Math.min(...all('td, dt, .key li, h4, .verdict, .counts li').map(contrast)),
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    dangling: all('a').filter(link => link.hash && !document.getElementById(link.getAttribute('href').slice(1))).length,
  };
  document.body.innerHTML = '';
  document.title = JSON.stringify(measured);
};
</script>";

#[needs("chromium")]
#[test]
fn shows_the_matrix_in_a_browser() {
    let browser = tool("chromium");
    let folder = tempfile::tempdir().unwrap();
    let failures = write_matrix(folder.path());
    is_readable(&browser, &folder.path().join("matrix.html"), failures);
    let plain_page = folder.path().join("matrix.html");
    let picture = folder.path().join("matrix.png");
    let mut screenshot = std::ffi::OsString::from("--screenshot=");
    screenshot.push(&picture);
    show(&browser, &plain_page, 1200, LIGHT_SCHEME, &screenshot);
    let shares = shares(&picture);
    // Boards are a good part of the first screen, half of each square color, and verdicts have colors of their own.
    for (what, color, least) in [
        ("light", LIGHT, 0.01),
        ("dark", DARK, 0.01),
        ("fail", FAIL, 0.000_1),
    ] {
        let share = shares.get(&color).copied().unwrap_or(0.0);
        assert!(least < share, "{what}: {share}");
    }
}

/// The options for a page in the light and in the dark.
const LIGHT_SCHEME: &str = "--blink-settings=preferredColorScheme=1";
const DARK_SCHEME: &str = "--blink-settings=preferredColorScheme=0";

/// Asserts that a page draws its failures, and that it can be read at any width, in the light and in the dark.
#[track_caller]
fn is_readable(browser: &Path, page: &Path, failures: usize) {
    let measured_page = page.with_extension("measured.html");
    let text = std::fs::read_to_string(page).unwrap();
    std::fs::write(&measured_page, text + MEASURE).unwrap();
    for (width, scheme) in [(1200, LIGHT_SCHEME), (500, DARK_SCHEME)] {
        let what = OsStr::new("--dump-dom");
        let dom = show(browser, &measured_page, width, scheme, what);
        let title = dom
            .split_once("<title>")
            .and_then(|(_, rest)| rest.split_once("</title>"));
        let measured: Value = serde_json::from_str(title.expect("a title").0).expect(&dom);
        let number = |key: &str| measured[key].as_f64().unwrap_or(f64::NAN);
        assert_eq!(measured["failures"], failures, "{measured}");
        assert_eq!(measured["boards"], failures, "{measured}");
        assert!(
            200.0 <= number("narrowest") && 200.0 <= number("squares"),
            "{measured}"
        );
        assert!(5.0 < number("thinnest"), "a piece is not drawn: {measured}");
        assert!(4.5 <= number("contrast"), "{measured}");
        assert_eq!(
            (&measured["marks"], &measured["dangling"]),
            (&true.into(), &0.into()),
            "{measured}"
        );
        assert_eq!(measured["overflow"], 0, "at {width}: {measured}");
    }
}

/// The counterexample of the diagnosis is drawn like a failure.
#[needs("chromium")]
#[test]
fn shows_the_report_of_a_check_in_a_browser() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("check.html");
    let faulty = format!("'{}' --fault rank-pin-ignored", oracle().display());
    let mut words = vec!["check", &faulty, "--html", page.to_str().unwrap()];
    words.extend(["--suite", RANK, "--search", "0"]);
    run_with(&words).exits_with(1);
    let failures = std::fs::read_to_string(&page)
        .unwrap()
        .matches("class=\"failure\"")
        .count();
    assert_eq!(failures, 2);
    is_readable(&tool("chromium"), &page, failures);
}

/// Colors of the page: the squares, and verdicts that are bad.
const LIGHT: [u8; 3] = [0xf0, 0xe4, 0xcf];
const DARK: [u8; 3] = [0xc9, 0xa8, 0x83];
const FAIL: [u8; 3] = [0xc6, 0x28, 0x28];

/// The share of each color in a picture.
fn shares(picture: &Path) -> HashMap<[u8; 3], f64> {
    let file = std::io::BufReader::new(std::fs::File::open(picture).expect("a picture"));
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let size = info.color_type.samples();
    let part = 1.0 / f64::from(info.width) / f64::from(info.height);
    let mut shares = HashMap::new();
    for pixel in pixels[..info.buffer_size()].chunks_exact(size) {
        *shares.entry([pixel[0], pixel[1], pixel[2]]).or_default() += part;
    }
    shares
}

/// Writes the page about two engines with the same name, one of which is wrong, and returns in how many cases.
fn write_matrix(folder: &Path) -> usize {
    let (report, page) = (folder.join("report.json"), folder.join("matrix.html"));
    let (report, page) = (report.to_str().unwrap(), page.to_str().unwrap());
    let oracle = format!("'{}'", oracle().display());
    let faulty = format!("{oracle} --fault rank-pin-ignored");
    let run = run_with(&[
        "check",
        &oracle,
        &faulty,
        "true",
        "--json",
        "--max-nodes",
        "200",
        "--class",
        "rejected-rank",
        "--class",
        "edge-file",
    ]);
    std::fs::write(report, &run.stdout).unwrap();
    let drawn = run_with(&["matrix", report, "-o", page]);
    assert_eq!(drawn.code, Some(0), "{}", drawn.stderr);
    let report = Report::of(&run);
    let cases = report.engines().flat_map(Engine::cases);
    let drawn = cases.filter(|case| !matches!(case.verdict(), "pass" | "unsupported"));
    let failures = drawn.count();
    assert!(0 < failures);
    failures
}

/// What the browser prints about a page.
fn show(browser: &Path, page: &Path, width: u32, scheme: &str, what: &OsStr) -> String {
    let profile = page.with_extension(format!("profile-{width}"));
    let mut url = std::ffi::OsString::from("file://");
    url.push(page);
    let mut profile_option = std::ffi::OsString::from("--user-data-dir=");
    profile_option.push(&profile);
    let output = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--enable-logging=stderr",
        ])
        .arg(format!("--window-size={width},1600"))
        .arg(scheme)
        .args([&profile_option, what, &url].map(|argument| argument as &OsStr))
        .output()
        .expect("the browser starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert!(!errors.contains("CONSOLE"), "the page complains: {errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
