//! A frontier that does not fit into memory, or is kept in files, leads to the same counts.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use passant_count::{Tally, bulk, tally};
use passant_kernel::KernelCount;
use passant_perft::{
    Counter, DistinctCount, DistinctRun, FrontierSummary, Progress, Resources, Run, RunError,
    Runner,
};
use passant_rules::Position;
use passant_test_tools::bit_flips;

/// Both colors castle, capture en passant and promote.
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Less than any ply needs: the plies are divided into as many parts as possible.
const NO_MEMORY: u64 = 0;

fn kiwipete() -> Position {
    Position::from_fen(KIWIPETE).unwrap()
}

fn runner() -> Runner {
    Runner::new(None).unwrap()
}

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// The files of positions in a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let is_positions = |path: &PathBuf| path.extension().is_some_and(|end| end == "positions");
    let mut paths: Vec<_> = paths.filter(is_positions).collect();
    paths.sort();
    paths
}

/// The rules are slow, so that a run of theirs is laid out further than that of a kernel.
fn no_memory<'a>() -> Resources<'a> {
    Resources::default().memory(NO_MEMORY)
}

fn deep<C: KernelCount>(depth: u32) -> Run<'static, C> {
    Run::new(Position::initial(), depth).counter(Counter::Rules)
}

fn last(layout: &FrontierSummary) -> (u32, u64, u128) {
    let last = layout.plies.last().unwrap();
    (last.ply, last.positions, last.lines)
}

/// The number of positions is that of OEIS A083276, that of the lines the perft of the chess programming wiki.
#[test]
fn parts_of_a_ply_are_counted_in_turn_where_there_is_no_memory() {
    let in_turn = runner().run(&deep::<u64>(5).with(no_memory())).unwrap();
    assert_eq!(in_turn.total, 4_865_609);
    let layout = in_turn.layout.unwrap();
    assert_eq!(last(&layout), (3, 5_362, 8_902));
    assert_eq!(layout.bytes_in_files, 0);

    let expected = tally(&mut kiwipete(), 4);
    let run = Run::<Tally>::new(kiwipete(), 4)
        .counter(Counter::Rules)
        .divide();
    let result = runner().run(&run.with(no_memory())).unwrap();
    assert_eq!(result.total, expected.into());
    assert_eq!(result.divide.len(), 48);
}

#[test]
fn files_are_written_for_what_does_not_fit_and_removed_at_the_end() {
    let folder = folder("scratch");
    let resources = || no_memory().scratch(&folder);
    let run = || deep::<u64>(5).with(resources());
    let seen = AtomicUsize::new(0);
    let look = |progress: Progress| {
        if matches!(progress, Progress::Counting { .. }) {
            seen.fetch_max(files(&folder).len(), Ordering::Relaxed);
        }
    };
    let result = runner()
        .run(&run().with(resources().progress(&look)))
        .unwrap();
    assert_eq!(result.total, 4_865_609);
    let layout = result.layout.unwrap();
    assert_eq!(last(&layout), (3, 5_362, 8_902));
    assert!(1 < seen.into_inner());
    // Files of 5,362 positions, each with its first line.
    let bytes = layout.bytes_in_files;
    assert!((5_362 * 8..5_362 * 32).contains(&bytes), "{bytes}");
    assert_eq!(files(&folder), Vec::<PathBuf>::new());

    // The checkpoint in the folder knows the result.
    let again = runner().run(&run()).unwrap();
    assert_eq!((again.total, again.resumed), (result.total, 5_362));
}

#[test]
fn an_interrupted_run_goes_on_with_its_parts() {
    for (name, in_files) in [("parts-in-turn", false), ("parts-in-files", true)] {
        let folder = folder(name);
        let run = || {
            let run = Run::<Tally>::new(Position::initial(), 5).counter(Counter::Rules);
            run.divide().checkpoint(&folder.join("checkpoint"))
        };
        let resources = || {
            let resources = no_memory();
            if in_files {
                resources.scratch(&folder)
            } else {
                resources
            }
        };
        let mut interrupted = 0;
        let mut reports = 3;
        let result = loop {
            let stop = Arc::new(AtomicBool::new(false));
            let seen = AtomicUsize::new(0);
            let tell = |_: Progress| {
                if seen.fetch_add(1, Ordering::Relaxed) == reports {
                    stop.store(true, Ordering::Relaxed);
                }
            };
            let resources = resources().stop(stop.clone()).progress(&tell);
            match runner().run(&run().with(resources)) {
                Err(RunError::Interrupted) => interrupted += 1,
                result => break result.unwrap(),
            }
            reports += 5;
        };
        assert!(5 < interrupted, "{name}: {interrupted}");
        assert_eq!(
            result.total,
            tally(&mut Position::initial(), 5).into(),
            "{name}"
        );
        assert_ne!(result.resumed, 0, "{name}");
    }
}

/// A run whose positions lie in files of a folder.
fn run_with_files(folder: &Path) -> Run<'_, u64> {
    deep::<u64>(5).with(no_memory().scratch(folder))
}

/// Stops such a run when it begins to count, and returns the first file that it leaves.
fn first_file(folder: &Path) -> PathBuf {
    let stop = Arc::new(AtomicBool::new(false));
    let tell = |progress: Progress| {
        if matches!(progress, Progress::Counting { .. }) {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let stopped = no_memory().scratch(folder).stop(stop.clone());
    let result = runner().run(&deep::<u64>(5).with(stopped.progress(&tell)));
    assert!(matches!(result, Err(RunError::Interrupted)));
    files(folder).swap_remove(0)
}

/// A position that is lost or changed makes a count that looks like a right one: only the checksums tell.
#[test]
fn no_file_of_positions_with_a_flipped_bit_is_counted() {
    let folder = folder("flipped");
    let run = || run_with_files(&folder);
    let damaged = &first_file(&folder);
    let whole = fs::read(damaged).unwrap();
    let mut counted = Vec::new();
    for (place, bytes) in bit_flips(&whole, 200) {
        fs::write(damaged, bytes).unwrap();
        match runner().run(&run()) {
            Err(RunError::Frontier(error)) => {
                assert!(
                    error.to_string().contains(damaged.to_str().unwrap()),
                    "{error}"
                );
            }
            other => counted.push((place, other.map(|result| result.total))),
        }
    }
    assert!(counted.is_empty(), "{counted:?}");
    fs::write(damaged, &whole[..whole.len() - 9]).unwrap();
    let error = runner().run(&run()).unwrap_err().to_string();
    assert!(error.contains("it ends too early, in its piece"), "{error}");

    fs::remove_file(damaged).unwrap();
    assert_eq!(runner().run(&run()).unwrap().total, 4_865_609);
}

/// The first entry has no pieces, and the checksum of its piece fits: 4 bytes each with the numbers of entries and bytes and with
/// the checksum, then the entries. The first four bytes of an entry say which of its bytes follow.
#[test]
fn an_entry_that_is_no_position_is_refused() {
    let folder = folder("no-position");
    let file = first_file(&folder);
    let mut bytes = fs::read(&file).unwrap();
    let header = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let (numbers, piece) = bytes[header..].split_first_chunk_mut::<8>().unwrap();
    let (checksum, entries) = piece.split_first_chunk_mut().unwrap();
    let occupied = entries[0].count_ones() as usize;
    entries[4..4 + occupied].fill(0);
    let length = u32::from_le_bytes(*numbers.last_chunk().unwrap()) as usize;
    let checked = [numbers.as_slice(), &entries[..length]].concat();
    *checksum = crc32fast::hash(&checked).to_le_bytes();
    fs::write(&file, bytes).unwrap();
    let error = runner()
        .run(&run_with_files(&folder))
        .unwrap_err()
        .to_string();
    assert!(error.contains(file.to_str().unwrap()), "{error}");
    assert!(
        error.contains("an entry of its piece 1 is no position"),
        "{error}"
    );
}

/// The first line of a file before formats had numbers, and of one that is made by a later version.
#[test]
fn a_file_of_another_format_is_refused_by_the_number_of_the_format() {
    let folder = folder("other-format");
    let file = first_file(&folder);
    let bytes = fs::read(&file).unwrap();
    let header = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let line: serde_json::Value = passant_files::record::of_file(&bytes[..header]).unwrap();
    let mut later = line.clone();
    later["format"] = 3.into();
    for (line, format) in [(&line["file"], 1), (&later, 3)] {
        let line = passant_files::record::to_line(line).unwrap();
        fs::write(&file, [line.as_bytes(), &bytes[header..]].concat()).unwrap();
        let error = runner()
            .run(&run_with_files(&folder))
            .unwrap_err()
            .to_string();
        assert!(error.contains(file.to_str().unwrap()), "{error}");
        let expected = format!("has format {format}, and this version reads format 2");
        assert!(error.contains(&expected), "{error}");
    }
}

#[test]
fn files_of_another_run_are_refused() {
    let folder = folder("foreign-positions");
    let stop = Arc::new(AtomicBool::new(false));
    let tell = |progress: Progress| {
        if matches!(progress, Progress::Counting { .. }) {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let resources = || no_memory().scratch(&folder);
    let here = |position: Position| Run::<u64>::new(position, 5).counter(Counter::Rules);
    let stopped = resources().stop(stop.clone()).progress(&tell);
    let first = runner().run(&here(Position::initial()).with(stopped));
    assert!(matches!(first, Err(RunError::Interrupted)));
    fs::remove_file(folder.join("checkpoint.json")).unwrap();
    let kept = files(&folder);
    let other = Position::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
    let run = here(other.unwrap()).with(resources());
    let error = runner().run(&run).unwrap_err().to_string();
    assert!(
        error.contains("has the positions of another run"),
        "{error}"
    );
    assert_eq!(files(&folder), kept);
}

/// Ten million billion lines of two kings: more than 64 bits can count.
#[test]
fn sums_are_larger_than_64_bits() {
    let kings = Position::from_fen("k7/8/8/8/8/8/8/K7 w - - 0 1").unwrap();
    let depth = 26;
    // Each position is counted once and multiplied by its lines, ply by ply.
    let mut positions = HashMap::from([(kings.clone(), 1_u128)]);
    for _ in 0..depth {
        let mut next = HashMap::new();
        for (position, lines) in &positions {
            for mv in position.legal_moves() {
                let mut child = position.clone();
                let _ = child.make(mv);
                *next.entry(child).or_insert(0) += lines;
            }
        }
        positions = next;
    }
    let expected: u128 = positions.values().sum();
    assert!(u128::from(u64::MAX) < expected);
    let total = runner().run(&Run::<u64>::new(kings, depth)).unwrap().total;
    assert_eq!(total, expected);
}

fn distinct(run: &DistinctRun<'_>) -> Vec<DistinctCount> {
    let mut counts = Vec::new();
    runner()
        .distinct(run, &mut |count| counts.push(count))
        .unwrap();
    counts
}

/// OEIS A083276; the first plies of A057745 are the same. After one ply, each of eight double pushes and, after two, each
/// of Black's, is told apart by *always*.
#[test]
fn distinct_positions_are_those_of_the_encyclopedia() {
    let counts = distinct(&DistinctRun::new(Position::initial(), 5));
    let legal: Vec<_> = counts.iter().map(|count| count.legal).collect();
    assert_eq!(legal, [20, 400, 5_362, 72_078, 822_518]);
    let pseudo_legal: Vec<_> = counts.iter().map(|count| count.pseudo_legal).collect();
    assert_eq!(pseudo_legal, [20, 400, 5_362, 72_078, 822_518]);
    let lines: Vec<_> = counts.iter().map(|count| count.lines).collect();
    assert_eq!(lines, [20, 400, 8_902, 197_281, 4_865_609]);
    assert!(
        counts
            .iter()
            .all(|count| count.pseudo_legal <= count.always)
    );

    let folder = folder("distinct");
    let divided = DistinctRun::new(Position::initial(), 4);
    let divided = distinct(&divided.with(no_memory().scratch(&folder)));
    let facts =
        |count: &DistinctCount| (count.lines, count.always, count.pseudo_legal, count.legal);
    let expected: Vec<_> = counts.iter().take(4).map(facts).collect();
    assert_eq!(divided.iter().map(facts).collect::<Vec<_>>(), expected);
    assert_eq!(files(&folder), Vec::<PathBuf>::new());
}

/// A mebibyte is a small part of what ply 5 takes. In each pass the whole of ply 4 is read and its moves are generated, so the
/// number of passes is what a small memory costs.
#[test]
fn a_ply_takes_few_passes_however_little_memory_there_is() {
    let folder = folder("passes");
    for memory in [NO_MEMORY, 1 << 20] {
        let begun = Mutex::new(Vec::new());
        let tell = |progress: Progress| {
            if let Progress::LayingOut { ply, pass, passes } = progress {
                begun.lock().unwrap().push((ply, pass, passes));
            }
        };
        let resources = Resources::default().memory(memory).scratch(&folder);
        let run = DistinctRun::new(Position::initial(), 5).with(resources.progress(&tell));
        let counts = distinct(&run);
        let legal: Vec<_> = counts.iter().map(|count| count.legal).collect();
        // OEIS A083276.
        assert_eq!(legal, [20, 400, 5_362, 72_078, 822_518]);
        let begun = begun.into_inner().unwrap();
        for count in &counts {
            let passes = count.passes;
            let expected: Vec<_> = (1..=passes).map(|pass| (count.ply, pass, passes)).collect();
            let of_ply = begun.iter().filter(|(ply, ..)| *ply == count.ply);
            assert_eq!(of_ply.copied().collect::<Vec<_>>(), expected);
            assert!((1..=16).contains(&passes), "{passes} passes");
        }
        assert!(1 < counts[4].passes, "there was room for all of ply 5");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }
}

/// The positions of a small tree are compared as FENs.
#[test]
fn distinct_positions_are_different_fens() {
    use std::collections::HashSet;

    use passant_rules::EnPassantMode;

    // Many captures on the fourth and fifth rank, some of them illegal because of a rook or a bishop.
    let root = Position::from_fen("8/2p1p3/3p4/KP3P1r/1R1p1p1k/8/4P1P1/8 w - - 0 1").unwrap();
    let mut tree = vec![root.clone()];
    for count in distinct(&DistinctRun::new(root, 4)) {
        let mut next = Vec::new();
        for position in &tree {
            for mv in position.legal_moves() {
                let mut child = position.clone();
                let _ = child.make(mv);
                next.push(child);
            }
        }
        tree = next;
        let by = |mode| {
            let fens = tree.iter().map(|position| {
                let fen = position.fen(mode).to_string();
                fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
            });
            fens.collect::<HashSet<_>>().len() as u64
        };
        let found = (count.always, count.pseudo_legal, count.legal);
        let expected = (
            by(EnPassantMode::Always),
            by(EnPassantMode::PseudoLegal),
            by(EnPassantMode::Legal),
        );
        assert_eq!(found, expected, "ply {}", count.ply);
        for position in &count.only_pseudo_legal {
            let right = position.en_passant().unwrap();
            assert!(
                !right.capturers().is_empty() && right.legal().is_empty(),
                "{position:?}"
            );
        }
    }
}

#[test]
fn more_positions_than_fit_need_a_folder() {
    let run = DistinctRun::new(Position::initial(), 5).with(no_memory());
    let outcome = runner().distinct(&run, &mut |_| {});
    assert!(
        matches!(outcome, Err(RunError::Memory(NO_MEMORY))),
        "{outcome:?}"
    );
}

#[test]
fn unmerged_runs_count_each_line() {
    let run = Run::<u64>::new(kiwipete(), 4).without_merging().divide();
    let result = runner().run(&run.counter(Counter::Rules)).unwrap();
    let expected = bulk(&mut kiwipete(), 4);
    assert_eq!(result.total, expected.into());
    let layout = result.layout.unwrap();
    let (_, positions, lines) = last(&layout);
    assert_eq!(u128::from(positions), lines);
}
