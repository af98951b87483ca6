//! The matrix of engines in a browser: it is laid out, readable, and not cut off.

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
  const boards = all('section.failure svg');
  const measured = {
    failures: all('section.failure').length,
    boards: boards.length,
    narrowest: Math.min(...boards.map(board => Math.min(board.getBoundingClientRect().width, board.getBoundingClientRect().height))),
    squares: Math.min(...all('section.failure use').map(use => use.getBBox().width)),
    thinnest: Math.min(...all('section.failure svg text').map(piece => piece.getBBox().width)),
    marks: all('td').every(cell => cell.querySelector('.mark').getBoundingClientRect().width > 5),
    contrast: Math.min(...all('td, .key li, h4').map(contrast)),
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    dangling: all('a').filter(link => !document.getElementById(link.getAttribute('href').slice(1))).length,
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
    let (page, failures) = page(folder.path());
    let measured_page = folder.path().join("measured.html");
    std::fs::write(&measured_page, page.clone() + MEASURE).unwrap();
    for width in [1200, 500] {
        let dom = show(&browser, &measured_page, width, OsStr::new("--dump-dom"));
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
    let plain_page = folder.path().join("matrix.html");
    let picture = folder.path().join("matrix.png");
    let mut screenshot = std::ffi::OsString::from("--screenshot=");
    screenshot.push(&picture);
    show(&browser, &plain_page, 1200, &screenshot);
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

/// The page about two engines with the same name, one of which is wrong; and in how many cases.
fn page(folder: &Path) -> (String, usize) {
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
    (std::fs::read_to_string(page).unwrap(), failures)
}

/// What the browser prints about a page.
fn show(browser: &Path, page: &Path, width: u32, what: &OsStr) -> String {
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
        .args([&profile_option, what, &url].map(|argument| argument as &OsStr))
        .output()
        .expect("the browser starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert!(!errors.contains("CONSOLE"), "the page complains: {errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
