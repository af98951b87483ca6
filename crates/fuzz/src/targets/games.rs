//! Files of games.

use passant_pgn::{Audit, AuditCounts, FindingKind, PgnChunks, fix_games};
use passant_rules::EnPassantMode;

/// Examines bytes as a file of games. In parts of any length there are the same games as in the whole; what is fixed needs no fix, and
/// has the same moves and no mark that is reported.
pub fn pgn_file(bytes: &[u8]) {
    let whole = count(bytes);
    for usual in [1, 50] {
        let mut chunks = PgnChunks::with_lengths(bytes, usual, 1 << 20);
        let (mut parts, mut audit) = (AuditCounts::default(), Audit::default());
        while let Some(chunk) = chunks.read_next().expect("bytes can be read") {
            audit.examine_chunk(&chunk, &mut parts, &mut |_| {});
        }
        assert_eq!(parts, whole);
    }
    for convention in EnPassantMode::ALL {
        let (fixed, places) = fix_games(bytes, convention);
        assert!(places != 0 || fixed == bytes);
        let (again, places) = fix_games(&fixed, convention);
        assert_eq!((again, places), (fixed.clone(), 0));
        let counts = count(&fixed);
        assert_eq!(counts.plies, whole.plies);
        assert_eq!(counts.en_passant, whole.en_passant);
        let (after, before) = (counts.variations, whole.variations);
        // A capture in a variation may have had a mark and captured nothing en passant; now it can be played.
        assert!(before.plies <= after.plies);
        assert_eq!(after.plies + after.skipped, before.plies + before.skipped);
        assert_eq!(counts.of(FindingKind::Mark), 0);
    }
}

fn count(bytes: &[u8]) -> AuditCounts {
    let mut counts = AuditCounts::default();
    Audit::default().examine(bytes, &mut counts, &mut |finding| {
        assert!(finding.at <= bytes.len());
        assert!(finding.game_lines_before <= finding.lines_before);
    });
    counts
}
