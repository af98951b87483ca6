use std::path::{Path, PathBuf};
use std::time::Duration;

use passant_query::Channel;
use passant_test_tools::bit_flips;

use super::engine_hash::SETTLED;
use super::{Cache, Calibration, Command, EngineHasher};
use crate::calibration::Protocol;

/// A program that exists. It is not started.
fn program() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")
}

fn calibration(channel: Channel) -> Calibration {
    Calibration {
        command: Some("perft {depth}".to_owned()),
        ..Calibration::plain("Engine", Protocol::Uci, channel)
    }
}

#[test]
fn an_unconfirmed_calibration_is_kept_once_two_runs_agree() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache {
        folder: folder.path().to_owned(),
        hasher: EngineHasher {
            folder: None,
            settled: SETTLED,
        },
    };
    let command = Command::new(program(), [""; 0]);
    let found = |channel| {
        cache.store_if_confirmed(&command, "", &calibration(channel));
        cache.find(&command, "")
    };
    assert_eq!(found(Channel::MultiPv), None);
    assert_eq!(found(Channel::Divide), None);
    assert_eq!(found(Channel::Divide), Some(calibration(Channel::Divide)));
}

/// A calibration is found as long as the bytes of the engine are the same.
fn check_changes(settled: Duration) {
    let folder = tempfile::tempdir().unwrap();
    let engine = folder.path().join("engine.sh");
    std::fs::write(&engine, "one").unwrap();
    let cache = Cache {
        folder: folder.path().join("cache"),
        hasher: EngineHasher {
            folder: Some(folder.path().join("cache")),
            settled,
        },
    };
    let command = Command::new(program(), [&engine]);
    let calibration = calibration(Channel::Divide);
    assert_eq!(cache.find(&command, "uci"), None);
    cache.store(&command, "uci", &calibration);
    assert_eq!(cache.find(&command, "uci").as_ref(), Some(&calibration));
    assert_eq!(cache.find(&command, "xboard"), None);
    // A new file with the same bytes is the same engine.
    std::fs::remove_file(&engine).unwrap();
    std::fs::write(&engine, "one").unwrap();
    assert_eq!(cache.find(&command, "uci"), Some(calibration));
    // The clock of the file system ticks slowly.
    std::thread::sleep(Duration::from_millis(50));
    std::fs::write(&engine, "two").unwrap();
    assert_eq!(cache.find(&command, "uci"), None);
}

#[test]
fn a_change_of_a_recent_file_is_noticed_by_its_bytes() {
    check_changes(SETTLED);
}

#[test]
fn a_change_of_a_file_is_noticed_by_its_time() {
    check_changes(Duration::ZERO);
}

/// A cache in a folder, the command of an engine there, and the file of the engine's calibration.
fn stored(folder: &Path) -> (Cache, Command, PathBuf) {
    let engine = folder.join("engine.sh");
    std::fs::write(&engine, "one").unwrap();
    let cache = Cache {
        folder: folder.join("cache"),
        hasher: EngineHasher {
            folder: None,
            settled: SETTLED,
        },
    };
    let command = Command::new(program(), [&engine]);
    cache.store(&command, "", &calibration(Channel::Divide));
    let mut files = cache.folder.read_dir().unwrap();
    let file = files.next().unwrap().unwrap().path();
    assert!(files.next().is_none());
    (cache, command, file)
}

#[test]
fn no_calibration_with_a_flipped_bit_is_believed() {
    let folder = tempfile::tempdir().unwrap();
    let (cache, command, file) = stored(folder.path());
    assert!(cache.find(&command, "").is_some());
    let whole = std::fs::read(&file).unwrap();
    let mut believed = Vec::new();
    for (place, damaged) in bit_flips(&whole, 1000) {
        std::fs::write(&file, damaged).unwrap();
        if cache.find(&command, "").is_some() {
            believed.push(place);
        }
    }
    assert!(believed.is_empty(), "{believed:?}");
}

/// A link in the cache may lead to a file of somebody else.
#[cfg(unix)]
#[test]
fn links_in_the_cache_are_neither_read_nor_followed() {
    let folder = tempfile::tempdir().unwrap();
    let (cache, command, file) = stored(folder.path());
    let other = folder.path().join("other");
    std::fs::rename(&file, &other).unwrap();
    std::os::unix::fs::symlink(&other, &file).unwrap();
    assert_eq!(cache.find(&command, ""), None);
    let before = std::fs::read(&other).unwrap();
    cache.store(&command, "", &calibration(Channel::MultiPv));
    assert_eq!(std::fs::read(&other).unwrap(), before);
    assert_eq!(
        cache.find(&command, ""),
        Some(calibration(Channel::MultiPv))
    );
}

/// The hash of an engine is kept for many engines to come: a damaged one would give them the calibration of another.
#[cfg(unix)]
#[test]
fn no_hash_with_a_flipped_bit_is_believed() {
    let folder = tempfile::tempdir().unwrap();
    let engine = folder.path().join("engine.sh");
    std::fs::write(&engine, "one").unwrap();
    let kept = folder.path().join("cache");
    let hasher = EngineHasher {
        folder: Some(kept.clone()),
        settled: Duration::ZERO,
    };
    let command = Command::new(&engine, [""; 0]);
    let hash = hasher.hash(&command);
    let file = kept.read_dir().unwrap().next().unwrap().unwrap().path();
    let whole = std::fs::read(&file).unwrap();
    for (place, damaged) in bit_flips(&whole, 200) {
        std::fs::write(&file, damaged).unwrap();
        assert_eq!(hasher.hash(&command), hash, "byte {place}");
    }
}
