//! What engines leave behind when a run ends, or when `passant` is killed: nothing, on Linux and Windows.

use std::path::Path;

/// Fails if a process whose command line contains this path is still there a minute after the run: one that waits for a
/// busy disk ends when the disk has answered.
#[cfg(target_os = "linux")]
#[track_caller]
pub(crate) fn assert_nothing(sign: &Path, context: &str) {
    let has_ended = || linux::with_argument(sign).is_empty();
    if !has_ended() && !crate::run::within_a_minute(has_ended) {
        let found = linux::with_argument(sign);
        linux::kill(&found);
        panic!("{context}: left behind: {found:?}");
    }
}

/// Fails if a process that has made this file still has it open a minute after the run: nobody else can open it.
#[cfg(windows)]
#[track_caller]
pub(crate) fn assert_nothing(sign: &Path, context: &str) {
    let is_closed = || !sign.exists() || std::fs::File::open(sign).is_ok();
    assert!(
        crate::run::within_a_minute(is_closed),
        "{context}: left behind"
    );
}

/// Other systems promise less, and have no list of processes that a test can read.
#[cfg(not(any(target_os = "linux", windows)))]
pub(crate) fn assert_nothing(_: &Path, _: &str) {}

/// Starts a check of an engine that misbehaves as soon as it is asked, and waits until it does.
#[cfg(any(target_os = "linux", windows))]
fn begun(what: &str, sign: &Path) -> std::process::Child {
    use std::process::Stdio;

    let engine = crate::hostile::engine(what, "perft", sign);
    let mut command = crate::run::passant(&[
        "check",
        &engine,
        "--calibrate",
        "--no-diagnosis",
        "--jobs",
        "1",
    ]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut check = command.spawn().unwrap();
    let has_begun = crate::run::within_a_minute(|| sign.exists());
    if !has_begun {
        check.kill().unwrap();
        panic!("{what}: the engine is not asked");
    }
    check
}

/// The system ends the processes of a job object with the process that has made it.
#[cfg(windows)]
#[test]
fn nothing_is_left_when_passant_is_killed() {
    for what in ["hang", "hog"] {
        let folder = tempfile::tempdir().unwrap();
        let sign = folder.path().join("sign");
        let mut check = begun(what, &sign);
        let held = std::fs::File::open(&sign).unwrap_err();
        assert_eq!(held.raw_os_error(), Some(32), "{what}: {held}");
        check.kill().unwrap();
        check.wait().unwrap();
        assert_nothing(&sign, what);
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;
    use std::time::{Duration, Instant};

    use nix::sys::signal::{self, Signal};
    use nix::unistd::Pid;

    use super::{assert_nothing, begun};
    use crate::run::send;

    /// The processes whose command line contains this path, with their command lines, and what the system says of each: its
    /// state, its parent, its group and its session.
    pub(super) fn with_argument(path: &Path) -> Vec<(i32, String)> {
        let mut found = Vec::new();
        for entry in std::fs::read_dir("/proc").unwrap().flatten() {
            let id = entry.file_name().to_str().and_then(|id| id.parse().ok());
            // A zombie has no command line.
            let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
            let wanted = path.as_os_str().as_bytes();
            if let Some(id) = id
                && line.windows(wanted.len()).any(|part| part == wanted)
            {
                let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
                let line = String::from_utf8_lossy(&line).replace('\0', " ");
                found.push((id, format!("{line}: {stat:.80}")));
            }
        }
        found
    }

    pub(super) fn kill(found: &[(i32, String)]) {
        for (id, _) in found {
            let _ = signal::kill(Pid::from_raw(*id), Signal::SIGKILL);
        }
    }

    /// Tells whether this process, and so what it starts, ignores a signal: shells make programs in the background ignore some.
    fn is_ignored(signal: Signal) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let ignored = u64::from_str_radix(ignored.unwrap().trim(), 16).unwrap();
        ignored >> (signal as u32 - 1) & 1 == 1
    }

    #[test]
    fn nothing_is_left_when_passant_is_killed() {
        let quit = if is_ignored(Signal::SIGQUIT) {
            Signal::SIGABRT
        } else {
            Signal::SIGQUIT
        };
        let signals = [Signal::SIGKILL, quit];
        for what in ["group", "session", "daemon", "stop", "hang"] {
            for signal in signals {
                kill_once(what, signal, &format!("{what}, {signal}"));
            }
        }
    }

    /// What survives one time in many is found by killing more often.
    #[test]
    fn nothing_is_left_however_often_passant_is_killed() {
        let kills = std::env::var("PASSANT_KILLS")
            .map_or(5, |kills| kills.parse().expect("PASSANT_KILLS is a number"));
        for round in 1..=kills {
            kill_once(
                "session",
                Signal::SIGKILL,
                &format!("kill {round} of {kills}"),
            );
        }
    }

    #[track_caller]
    fn kill_once(what: &str, signal: Signal, context: &str) {
        let folder = tempfile::tempdir().unwrap();
        let sign = folder.path().join("sign");
        let mut check = begun(what, &sign);
        send(signal, &check);
        check.wait().unwrap();
        assert_nothing(&sign, context);
    }

    /// Ctrl-C and `kill` end everything before `passant` itself ends.
    #[test]
    fn nothing_is_left_when_a_run_is_interrupted() {
        for what in ["session", "daemon"] {
            for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
                let folder = tempfile::tempdir().unwrap();
                let sign = folder.path().join("sign");
                let mut check = begun(what, &sign);
                let start = Instant::now();
                send(signal, &check);
                assert_eq!(check.wait().unwrap().code(), Some(130), "{what}, {signal}");
                assert!(start.elapsed() < Duration::from_secs(20));
                assert_nothing(&sign, &format!("{what}, {signal}"));
            }
        }
    }
}
