//! What to look at in a generator that has a fault.

use super::EngineFault;

pub(super) fn of(fault: EngineFault) -> &'static str {
    ADVICE
        .iter()
        .find_map(|&(of, advice)| (of == fault).then_some(advice))
        .unwrap_or_default()
}

const ADVICE: &[(EngineFault, &str)] = {
    use EngineFault::*;
    &[
        (
            AlongPinRefused,
            "Test whether the target lies on the line of king and pinner before refusing a pinned capturer.",
        ),
        (
            EvasionMissed,
            "Let the target count as an answer to a check when the checker is the pawn that has just moved two squares.",
        ),
        (
            BlockMissed,
            "Let the target count as an answer to a check when it lies between checker and king.",
        ),
        (
            ReblockRefused,
            "Put the capturer on the target before looking along the victim's file.",
        ),
        (
            RankBlockerOverlooked,
            "Look along the rank with only capturer and victim removed, up to the first man.",
        ),
        (
            SecondCapturerMissed,
            "Loop over both squares beside the victim; do not stop at the first capture.",
        ),
        (
            AllOrNothing,
            "Judge each capturer by itself: what pins one leaves the other free.",
        ),
        (
            WestCapturerMissed,
            "Compare the two shifts from the target to its capturers; one mask or sign is wrong.",
        ),
        (
            EastCapturerMissed,
            "Compare the two shifts from the target to its capturers; one mask or sign is wrong.",
        ),
        (
            EdgeCapturerMissed,
            "The mask against wrapping belongs to the square after the shift, not to the one before it.",
        ),
        (
            EdgeVictimMissed,
            "Edge files have one neighbour, not none: mask each of the two shifts by itself.",
        ),
        (
            CaptureMissed,
            "Look for the captures at all: pawns beside the victim go diagonally to the empty target.",
        ),
        (
            WhiteCaptureMissed,
            "Compare the capture code of both sides; rank or direction is wrong for White.",
        ),
        (
            BlackCaptureMissed,
            "Compare the capture code of both sides; rank or direction is wrong for Black.",
        ),
        (
            OnlyMoveMissed,
            "Let the test for mate and stalemate see captures en passant: it must use the complete list of moves.",
        ),
        (
            RankPinIgnored,
            "Remove capturer and victim together, put the capturer on the target, then see whether the king is attacked.",
        ),
        (
            RankQueenIgnored,
            "Let the test along the rank ask for queens as well as rooks.",
        ),
        (
            RankBehindVictimIgnored,
            "Look along the rank in both directions; king and rook may stand on either side of the two pawns.",
        ),
        (
            RankBehindCapturerIgnored,
            "Look along the rank in both directions; king and rook may stand on either side of the two pawns.",
        ),
        (
            FilePinIgnored,
            "Apply pins to captures en passant as to all other moves of the capturer.",
        ),
        (
            DiagonalPinIgnored,
            "Apply pins to captures en passant as to all other moves of the capturer.",
        ),
        (
            VictimDiagonalIgnored,
            "Test diagonals through the victim as well. No game needs it, but FENs may.",
        ),
        (
            CheckIgnored,
            "In check, a capture en passant must take the checker or land on its line, like every other move.",
        ),
        (
            PushCheckIgnored,
            "A double push can uncover a check; only if the pawn itself gives check does its capture answer it.",
        ),
        (
            FirstJudgedForBoth,
            "Judge each capturer by itself: what leaves one free may pin the other.",
        ),
        (
            NeverJudged,
            "Send captures en passant through the same test for legality as all other moves.",
        ),
        (
            WrapsToHFile,
            "Mask the a-file before the shift that would leave the board on the left.",
        ),
        (
            WrapsToAFile,
            "Mask the h-file before the shift that would leave the board on the right.",
        ),
        (
            Cylinder,
            "Compare files, not square numbers modulo the width of the board.",
        ),
        (
            CapturesBackwards,
            "Use the attack table of the other colour to find capturers from the target, and only that.",
        ),
        (
            AnyColourCaptures,
            "Test the colour of the man beside the victim.",
        ),
        (
            AnyManCaptures,
            "Test that the man beside the victim is a pawn.",
        ),
        (
            VictimStays,
            "In make, remove the pawn beside the capturer's first square, on the file of the target.",
        ),
        (
            WhiteOffsetForBoth,
            "The victim stands one step behind the target as the capturer sees it: minus 8 for White, plus 8 for Black.",
        ),
        (
            OtherNeighbourRemoved,
            "The victim stands on the file of the target and the rank of the capturer's first square.",
        ),
        (
            AnyManRemovesVictim,
            "Test that a pawn has moved diagonally, not only that a man has arrived on the target.",
        ),
        (
            LandsOnVictim,
            "Move the capturer to the target, not to the square of the victim.",
        ),
        (
            ClockNotReset,
            "Reset the clock for every capture and pawn move, whichever branch plays it.",
        ),
        (
            RightNotRestored,
            "Save the target in the record that undoes a move, and put it back from there.",
        ),
        (
            VictimNotRestored,
            "In unmake, put the victim back on the file of the target and the rank of the capturer's first square.",
        ),
        (
            VictimRestoredOnTarget,
            "The victim of a capture en passant does not stand where the capturer lands.",
        ),
        (
            VictimRestoredAsOwn,
            "The victim has the colour of the other side.",
        ),
        (
            KeptAfterQuiet,
            "Clear the target at the start of make, before anything may set a new one.",
        ),
        (
            KeptAfterCapture,
            "Clear the target at the start of make, before anything may set a new one.",
        ),
        (
            KeptAfterCastling,
            "Clear the target at the start of make; castling often has a branch that returns early.",
        ),
        (
            KeptAfterPromotion,
            "Clear the target at the start of make; promotion often has a branch that returns early.",
        ),
        (
            KeptAfterNullMove,
            "Clear the target in a null move, and put it back when that is undone.",
        ),
        (
            KeptTwoMoves,
            "The right lasts for one move of the other side, not until the same side has moved again.",
        ),
        (
            SetBySinglePush,
            "Set the target only if the pawn has moved two ranks.",
        ),
        (
            SetByAnyTwoSteps,
            "Set the target only if the man that has moved is a pawn.",
        ),
        (
            LostWithCheck,
            "Set the target after a double push whether or not it gives check.",
        ),
        (
            OnlyFromFen,
            "Set the target in make after every double push, not only when a FEN is read.",
        ),
        (A8MeansNone, "Give 'no target' a value that is no square."),
        (A1MeansNone, "Give 'no target' a value that is no square."),
        (AFileMeansNone, "Give 'no right' a value that is no file."),
        (
            StoresVictimSquare,
            "Decide which square is stored. FEN has the one that was passed over.",
        ),
        (
            MarkerBlocksLines,
            "Keep the target beside the board, not on it.",
        ),
        (FenFieldIgnored, "Read the fourth field of the FEN."),
        (
            FenFieldTrusted,
            "Believe the field only if the target is empty, on the right rank, and a pawn of the other side stands ahead of it.",
        ),
        (
            FenRankIgnored,
            "Read both characters of the field and compare the rank with the side to move.",
        ),
        (
            FenRanksSwapped,
            "With White to move the field stands on rank 6, with Black to move on rank 3.",
        ),
        (
            FenPrintsVictim,
            "Print the square that was passed over, not the one where the pawn stands.",
        ),
        (FenPrintsDash, "Print the target in the fourth field."),
        (
            FenPrintsOtherRank,
            "After a push of Black the field stands on rank 6, after one of White on rank 3.",
        ),
        (
            KeyWithoutCapturer,
            "Let the right change the key only if a capture is legal, or at least if a pawn stands beside the victim.",
        ),
        (
            KeyWithIllegalCapture,
            "For repetition, let the right change the key only if a capture is legal.",
        ),
        (
            KeyWithoutRight,
            "Add a number for the file of the right to the key.",
        ),
        (
            KeyWithoutFile,
            "Use eight numbers for the right, one a file.",
        ),
        (
            KeyFileCancels,
            "Remove the old right from the key and add the new one, each by itself.",
        ),
        (
            KeyRightNotRemoved,
            "Remove the old right from the key whenever the target is cleared.",
        ),
        (
            KeyRightNotAdded,
            "Add the right to the key whenever a target is set.",
        ),
        (
            KeyVictimNotRemoved,
            "Remove the victim from the key on the square where it stands.",
        ),
        (
            KeyNotRestored,
            "Save the key in the record that undoes a move, or put the right back into it.",
        ),
        (
            RepetitionWithoutCapturer,
            "Compare rights only where a capture is legal: FIDE Laws 9.2.3 speaks of possible moves.",
        ),
        (
            RepetitionWithPin,
            "Compare rights only where a capture is legal: a pinned pawn cannot make use of one.",
        ),
        (
            RepetitionWithCheck,
            "Compare rights only where a capture is legal: not if the push has uncovered a check.",
        ),
        (
            RepetitionBlind,
            "A position in which a capture en passant is legal differs from the same one in which it is not.",
        ),
        (
            SanWithoutFile,
            "Pawn captures begin with the file, captures en passant included: exd6.",
        ),
        (
            SanAsPush,
            "Treat a capture en passant as a capture although the target is empty.",
        ),
        (
            SanWithoutCheck,
            "Look for check after the move has been played in full, victim removed.",
        ),
        (
            SanCaptureRefused,
            "Do not ask that a man stands on the square where a pawn captures.",
        ),
        (SuffixRefused, "Skip a suffix e.p. after the move."),
        (
            SanReadAsQuiet,
            "A pawn that goes diagonally to an empty square captures en passant.",
        ),
        (
            UciReadAsQuiet,
            "A pawn that goes diagonally to an empty square captures en passant.",
        ),
        (
            VictimOnTarget,
            "The captured pawn stands beside the capturer's first square.",
        ),
        (
            CaptureNotKnown,
            "Ask the kind of the move, not the square where it ends.",
        ),
    ]
};
