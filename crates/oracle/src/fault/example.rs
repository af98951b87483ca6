//! For each fault a question that reveals it, with a small position.

use super::list::EngineFault;
use passant_query::Question;

pub(super) fn of(fault: EngineFault) -> Question {
    let text = EXAMPLES
        .iter()
        .find_map(|&(of, text)| (of == fault).then_some(text))
        .unwrap_or_default();
    text.parse()
        .expect("a test reads the examples of all faults")
}

const EXAMPLES: &[(EngineFault, &str)] = {
    use EngineFault::*;
    &[
        (RankRookIgnored, "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1: moves"),
        (
            AnyPiecePinsOnRank,
            "3k4/8/8/K1Pp3b/8/8/8/8 w - d6 0 1: moves",
        ),
        (
            LostBesidePinned,
            "6k1/8/8/8/2p5/8/BP6/6K1 w - - 0 1 moves b2b4: moves",
        ),
        (
            UnmakeLosesCapture,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: count 2",
        ),
        (
            CheckFlagWithoutDiscovery,
            "8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1: check c5d6",
        ),
        (SanWithEp, "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: san c5d6"),
        (
            SanNeedsSuffix,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: parse cxd6",
        ),
        (
            EnPassantFlagOnPush,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: ep c5d6",
        ),
        (AlongPinRefused, "6k1/8/8/8/1Pp5/8/B7/6K1 b - b3 0 1: moves"),
        (EvasionMissed, "3k4/8/8/2Pp4/2K5/8/8/8 w - d6 0 1: moves"),
        (BlockMissed, "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1: moves"),
        (ReblockRefused, "4r2k/8/8/3Pp3/8/8/8/4K3 w - e6 0 1: moves"),
        (
            RankBlockerOverlooked,
            "7k/8/8/K1Pp1N1r/8/8/8/8 w - d6 0 1: moves",
        ),
        (
            SecondCapturerMissed,
            "7k/8/8/PpP5/8/8/8/7K w - b6 0 1: moves",
        ),
        (
            FirstCapturerMissed,
            "7k/8/8/PpP5/8/8/8/7K w - b6 0 1: moves",
        ),
        (AllOrNothing, "7k/b7/8/2PpP3/8/4K3/8/8 w - d6 0 1: moves"),
        (
            WestCapturerMissed,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: moves",
        ),
        (
            EastCapturerMissed,
            "3k4/8/8/3pP3/8/K7/8/8 w - d6 0 1: moves",
        ),
        (EdgeCapturerMissed, "7k/8/8/Pp6/8/8/8/7K w - b6 0 1: moves"),
        (EdgeVictimMissed, "7k/8/8/pP6/8/8/8/7K w - a6 0 1: moves"),
        (CaptureMissed, "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: moves"),
        (
            WhiteCaptureMissed,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: moves",
        ),
        (
            BlackCaptureMissed,
            "8/8/k7/8/2pP4/8/8/3K4 b - d3 0 1: moves",
        ),
        (
            CheckingCaptureMissed,
            "8/1k6/8/pP6/8/8/8/3K4 w - a6 0 1: moves",
        ),
        (
            OnlyMoveMissed,
            "8/4B3/8/8/2pP4/2B5/k1K5/8 b - d3 0 1: moves",
        ),
        (
            BulkCountLacksCaptures,
            "3k4/3p4/8/2P5/8/K7/8/8 b - - 0 1: count 2",
        ),
        (
            PushCheckOverlooked,
            "7k/8/8/3Pp3/3K4/8/8/8 w - e6 0 1: moves",
        ),
        (
            UnmakeRestoresWrongTarget,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves a3a4 undo: fen",
        ),
        (
            UnmakeClearsRight,
            "3k4/8/8/2Pp4/8/K7/4P3/8 w - d6 0 1 moves e2e4 d8d7 undo: fen",
        ),
        (
            UnmakeKeepsRight,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves a3a4 undo: fen",
        ),
        (
            MoveToTargetRefused,
            "3k4/8/8/3p4/4N3/K7/8/8 w - d6 0 1 moves e4d6: fen",
        ),
        (
            CapturesWithoutRight,
            "3k4/8/8/2P5/8/K7/8/8 w - - 0 1: moves",
        ),
        (FenBlackMisread, "8/8/k7/8/2pP4/8/8/3K4 b - d3 0 1: moves"),
        (
            FenPrintsAfterCapture,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves c5d6: fen",
        ),
        (
            KeyOfFen,
            "3k4/8/8/3p4/8/K7/8/8 w - d6 0 1: key like 3k4/8/8/3p4/8/K7/8/8 w - - 0 1",
        ),
        (
            KeyWrapsRoundEdge,
            "4k3/8/8/p7/7P/8/8/4K3 w - a6 0 1: key like 4k3/8/8/p7/7P/8/8/4K3 w - - 0 1",
        ),
        (
            RepetitionOfFen,
            "3k4/8/8/3p4/8/K7/8/8 w - d6 0 1 moves a3b3 d8e8 b3a3 e8d8: occurrences",
        ),
        (SanWithOrigin, "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: san c5d6"),
        (RankPinIgnored, "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1: moves"),
        (RankQueenIgnored, "3k4/8/8/K1Pp3q/8/8/8/8 w - d6 0 1: moves"),
        (
            RankBehindVictimIgnored,
            "3k4/8/8/r1Pp3K/8/8/8/8 w - d6 0 1: moves",
        ),
        (
            RankBehindCapturerIgnored,
            "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1: moves",
        ),
        (FilePinIgnored, "3k4/8/2r5/2Pp4/8/2K5/8/8 w - d6 0 1: moves"),
        (
            DiagonalPinIgnored,
            "8/8/4k3/8/2pP4/8/B5K1/8 b - d3 0 1: moves",
        ),
        (
            VictimDiagonalIgnored,
            "4k3/2b5/8/3Pp3/8/6K1/8/8 w - e6 0 1: moves",
        ),
        (CheckIgnored, "k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1: moves"),
        (PushCheckIgnored, "3k4/K6r/8/2Pp4/8/8/8/8 w - d6 0 1: moves"),
        (
            FirstJudgedForBoth,
            "7k/6b1/8/2PpP3/3K4/8/8/8 w - d6 0 1: moves",
        ),
        (
            SecondJudgedForBoth,
            "k7/1b6/8/3PpP2/4K3/8/8/8 w - e6 0 1: moves",
        ),
        (NeverJudged, "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1: moves"),
        (WrapsToHFile, "8/8/2k5/8/P7/7p/4K3/8 b - a3 0 1: moves"),
        (WrapsToAFile, "8/3K4/8/p7/6kP/8/8/8 b - h3 0 1: moves"),
        (Cylinder, "8/8/2k5/8/P6p/8/4K3/8 b - a3 0 1: moves"),
        (CapturesBackwards, "k7/2P5/8/3p4/8/8/8/K7 w - d6 0 1: moves"),
        (AnyColorCaptures, "k7/8/8/2pp4/8/8/8/K7 w - d6 0 1: moves"),
        (AnyManCaptures, "k7/8/8/2Np4/8/8/8/K7 w - d6 0 1: moves"),
        (
            VictimStays,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves c5d6: fen",
        ),
        (
            WhiteOffsetForBoth,
            "8/8/k7/8/2pP4/8/8/3K4 b - d3 0 1 moves c4d3: fen",
        ),
        (
            BlackOffsetForBoth,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves c5d6: fen",
        ),
        (
            OtherNeighborRemoved,
            "k7/8/8/1NPp4/8/8/8/K7 w - d6 0 1 moves c5d6: fen",
        ),
        (
            AnyManRemovesVictim,
            "k7/8/8/3p4/8/6B1/8/K7 w - d6 0 1 moves g3d6: fen",
        ),
        (LandsOnVictim, "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: moves"),
        (
            ClockNotReset,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves c5d6: fen",
        ),
        (
            RightNotRestored,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves a3a4 undo: fen",
        ),
        (
            VictimNotRestored,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves c5d6 undo: fen",
        ),
        (
            VictimRestoredOnTarget,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves c5d6 undo: fen",
        ),
        (
            VictimRestoredAsOwn,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves c5d6 undo: fen",
        ),
        (
            KeptAfterQuiet,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves a3a4: fen",
        ),
        (
            KeptAfterCapture,
            "3k4/8/8/3p4/8/1p6/K7/8 w - d6 0 1 moves a2b3: fen",
        ),
        (
            KeptAfterCastling,
            "3k4/8/8/3p4/8/8/8/4K2R w K d6 0 1 moves e1g1: fen",
        ),
        (
            KeptAfterPromotion,
            "3k4/P7/8/3p4/8/8/8/4K3 w - d6 0 1 moves a7a8q: fen",
        ),
        (
            KeptAfterNullMove,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves 0000: fen",
        ),
        (
            KeptTwoMoves,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves a3a4 d8e8: moves",
        ),
        (
            HiddenForAPly,
            "8/7P/8/2Pp4/8/1k6/p3K3/8 w - d6 0 1 moves h7h8q a2a1q: moves",
        ),
        (
            SetBySinglePush,
            "3k4/3p4/8/8/3p4/8/4P3/K7 w - - 0 1 moves e2e3: fen",
        ),
        (
            SetByAnyTwoSteps,
            "k7/8/8/8/3p4/8/4R3/K7 w - - 0 1 moves e2e4: fen",
        ),
        (
            LostWithCheck,
            "8/8/8/2k5/2p5/8/3P4/4K3 w - - 0 1 moves d2d4: fen",
        ),
        (
            OnlyFromFen,
            "3k4/3p4/8/2P5/8/K7/8/8 b - - 0 1 moves d7d5: fen",
        ),
        (
            NeverCleared,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves a3a4: fen",
        ),
        (
            SetForWestCapturerAlone,
            "6k1/8/8/8/2p5/8/1P6/6K1 w - - 0 1 moves b2b4: moves",
        ),
        (
            SetForEastCapturerAlone,
            "6k1/8/8/8/p7/8/1P6/6K1 w - - 0 1 moves b2b4: moves",
        ),
        (
            LostForTwoCapturers,
            "6k1/8/8/8/p1p5/8/1P6/6K1 w - - 0 1 moves b2b4: moves",
        ),
        (
            SetBesideOwnPawn,
            "6k1/8/8/8/2p5/8/1P6/6K1 w - - 0 1 moves b2b4: moves",
        ),
        (A8MeansNone, "7k/1P6/8/8/8/8/8/7K w - - 0 1: moves"),
        (A1MeansNone, "7k/8/8/8/8/8/1p6/7K b - - 0 1: moves"),
        (
            A1ReadAsTarget,
            "7k/8/8/8/8/8/p3K3/8 b - - 0 1 moves a2a1q: moves",
        ),
        (
            H1ReadAsTarget,
            "k7/8/8/8/8/8/3K3p/8 b - - 0 1 moves h2h1q: moves",
        ),
        (
            A8ReadAsTarget,
            "8/P3k3/8/8/8/8/8/7K w - - 0 1 moves a7a8q: moves",
        ),
        (
            H8ReadAsTarget,
            "8/3k3P/8/8/8/8/8/K7 w - - 0 1 moves h7h8q: moves",
        ),
        (AFileMeansNone, "7k/8/8/pP6/8/8/8/7K w - a6 0 1: moves"),
        (
            StoresVictimSquare,
            "3k4/3p4/8/2P5/8/K7/8/8 b - - 0 1 moves d7d5: fen",
        ),
        (MarkerBlocksLines, "k7/8/8/3p4/8/6B1/8/K7 w - d6 0 1: moves"),
        (FenFieldIgnored, "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: moves"),
        (FenFieldTrusted, "3k4/8/8/2P5/8/K7/8/8 w - d6 0 1: moves"),
        (FenAFileIgnored, "7k/8/8/pP6/8/8/8/7K w - a6 0 1: moves"),
        (FenRankIgnored, "3k4/8/8/2Pp4/8/K7/8/8 w - d3 0 1: moves"),
        (FenRanksSwapped, "3k4/8/8/2Pp4/8/K7/8/8 w - d3 0 1: moves"),
        (FenPrintsVictim, "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: fen"),
        (FenPrintsDash, "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: fen"),
        (FenPrintsOtherRank, "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: fen"),
        (
            KeyWithoutCapturer,
            "3k4/8/8/3p4/8/K7/8/8 w - d6 0 1: key like 3k4/8/8/3p4/8/K7/8/8 w - - 0 1",
        ),
        (
            KeyWithIllegalCapture,
            "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1: key like 3k4/8/8/K1Pp3r/8/8/8/8 w - - 0 1",
        ),
        (
            KeyWithoutRight,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: key like 3k4/8/8/2Pp4/8/K7/8/8 w - - 0 1",
        ),
        (
            KeyWithoutFile,
            "3k4/8/8/1pPp4/8/K7/8/8 w - d6 0 1: key like 3k4/8/8/1pPp4/8/K7/8/8 w - b6 0 1",
        ),
        (
            KeyFileCancels,
            "7k/2p5/8/3P4/1p6/8/2P5/7K w - - 0 1 moves c2c4 c7c5: key like 7k/8/8/2pP4/1pP5/8/8/7K w - c6 0 2",
        ),
        (
            KeyRightNotRemoved,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves a3a4: key like 3k4/8/8/2Pp4/K7/8/8/8 b - - 1 1",
        ),
        (
            KeyKeptAfterCapture,
            "4k3/8/4r3/2Pp4/3N4/8/8/6K1 w - d6 0 1 moves d4e6: key like 4k3/8/4N3/2Pp4/8/8/8/6K1 b - - 0 1",
        ),
        (
            KeyKeptAfterCastling,
            "4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 1 moves e1c1: key like 4k3/8/8/3pP3/8/8/8/2KR4 b - - 1 1",
        ),
        (
            KeyKeptAfterPromotion,
            "8/1k5P/8/3pP3/8/8/8/4K3 w - d6 0 1 moves h7h8q: key like 7Q/1k6/8/3pP3/8/8/8/4K3 b - - 0 1",
        ),
        (
            KeyKeptAfterPush,
            "4k3/8/8/3pP3/8/8/P7/4K3 w - d6 0 1 moves a2a4: key like 4k3/8/8/3pP3/P7/8/8/4K3 b - - 0 1",
        ),
        (
            KeyRightNotAdded,
            "3k4/3p4/8/2P5/8/K7/8/8 b - - 0 1 moves d7d5: key like 3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 2",
        ),
        (
            KeySetBySinglePush,
            "4k3/8/8/8/3p4/4P3/8/4K3 w - - 0 1 moves e3e4: key like 4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1",
        ),
        (
            KeyVictimNotRemoved,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves c5d6: key like 3k4/8/3P4/8/8/K7/8/8 b - - 0 1",
        ),
        (
            KeyNotRestored,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves a3a4 undo: key like 3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1",
        ),
        (
            KeyWithAnyPiece,
            "6k1/8/8/2Bp4/8/8/8/4K3 w - d6 0 1: key like 6k1/8/8/2Bp4/8/8/8/4K3 w - - 0 1",
        ),
        (
            KeyWithOwnPawn,
            "6k1/8/8/2pp4/8/8/8/4K3 w - d6 0 1: key like 6k1/8/8/2pp4/8/8/8/4K3 w - - 0 1",
        ),
        (
            KeyWithoutEdgeFile,
            "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1: key like 4k3/8/8/pP6/8/8/8/4K3 w - - 0 1",
        ),
        (
            KeyFilesShare,
            "4k3/8/8/pP2pP2/8/8/8/4K3 w - a6 0 1: key like 4k3/8/8/pP2pP2/8/8/8/4K3 w - e6 0 1",
        ),
        (
            RepetitionWithoutCapturer,
            "3k4/8/8/3p4/8/K7/8/8 w - d6 0 1 moves a3b3 d8e8 b3a3 e8d8: occurrences",
        ),
        (
            RepetitionWithPin,
            "3k4/8/2r5/2Pp4/8/2K5/8/7N w - d6 0 1 moves h1g3 d8e8 g3h1 e8d8: occurrences",
        ),
        (
            RepetitionWithCheck,
            "3k4/K6r/8/2Pp4/8/8/8/8 w - d6 0 1 moves a7a6 h7h8 a6a7 h8h7: occurrences",
        ),
        (
            RepetitionWithAnyPiece,
            "6k1/8/8/2Bp4/8/8/8/4K3 w - d6 0 1 moves e1e2 g8g7 e2e1 g7g8: occurrences",
        ),
        (
            RepetitionBlind,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves a3b3 d8e8 b3a3 e8d8: occurrences",
        ),
        (SanWithoutFile, "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: san c5d6"),
        (SanAsPush, "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: san c5d6"),
        (
            SanWithoutCheck,
            "8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1: san c5d6",
        ),
        (
            CheckOnClosedLine,
            "3k4/8/8/3pP3/8/8/8/3RK3 w - d6 0 1: san e5d6",
        ),
        (
            SanPushWithoutCheck,
            "8/8/8/3k4/8/8/4P3/4K3 w - - 0 1: san e2e4",
        ),
        (
            SanMateWithoutCapture,
            "8/6Q1/2K5/7k/7p/8/6P1/8 w - - 0 1: san g2g4",
        ),
        (SanMateDenied, "8/8/5R2/7k/5K1p/8/6PR/8 w - - 0 1: san g2g4"),
        (
            SanCaptureRefused,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: parse cxd6",
        ),
        (
            SuffixRefused,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: parse cxd6 e.p.",
        ),
        (
            SanReadAsQuiet,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: parse cxd6",
        ),
        (
            MovesParserLeavesVictim,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves c5d6: fen",
        ),
        (
            MovesParserForgetsPush,
            "3k4/3p4/8/2P5/8/K7/8/8 b - - 0 1 moves d7d5: moves",
        ),
        (
            MovesParserDropsRightLate,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves a3a4 d8e8: moves",
        ),
        (
            MovesIgnored,
            "3k4/3p4/8/2P5/8/K7/8/8 b - - 0 1 moves d7d5: moves",
        ),
        (
            VictimOnTarget,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: victim c5d6",
        ),
        (
            CaptureNotKnown,
            "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: victim c5d6",
        ),
        (
            HashMoveUnchecked,
            "8/r7/8/3p2N1/pP1P4/8/K1k5/8 b - - 0 1: search 2 after 8/r7/8/3p2N1/pP1P4/8/K1k5/8 b - b3 0 1",
        ),
        (
            SearchKeyWithoutRight,
            "b7/8/8/6q1/3p4/4PK2/3k4/8 w - - 0 1: search 2 after b7/8/8/6q1/3p4/5K2/3kP3/8 w - - 0 1",
        ),
        (
            StagedEvasionsMiss,
            "8/6p1/1P2p3/7P/7K/5kr1/8/8 b - - 0 1: search 2",
        ),
        (
            StagedCapturesMiss,
            "k1K5/1p5p/8/P7/8/R7/5P2/8 b - - 0 1: search 2",
        ),
        (
            LinePlaysExpiredRight,
            "4R3/4p2k/2K2p1p/6P1/4Q3/8/8/8 b - - 0 1: search 2 after 4R3/4pp1k/2K4p/6P1/4Q3/8/8/8 b - - 0 1",
        ),
        (
            RepetitionInLineWithUnrealRight,
            "7K/8/8/8/8/8/4kPq1/5r2 w - - 0 1 moves f2f4 e2f2 h8h7 f2e2 h7h8 e2f2 h8h7 f2e2: search 2",
        ),
    ]
};
