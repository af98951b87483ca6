//! Advice about FENs, keys, repetition, notation and the search.

use super::EngineFault;

pub(super) const ADVICE: &[(EngineFault, &str)] = {
    use EngineFault::*;
    &[
        (FenFieldIgnored, "Read the fourth field of the FEN."),
        (
            FenFieldTrusted,
            "Trust the field only if the target is empty and on the correct rank, and a pawn of the other side stands in front of it.",
        ),
        (
            FenAFileIgnored,
            "The a-file has the number 0, which must not mean that there is no square.",
        ),
        (
            FenRankIgnored,
            "Read both characters of the field and compare the rank with the side to move.",
        ),
        (
            FenRanksSwapped,
            "With White to move the target is on rank 6, with Black to move on rank 3.",
        ),
        (
            FenBlackMisread,
            "Read the rank of the field from its second character, the same way for both sides.",
        ),
        (
            FenPrintsVictim,
            "Print the square that was passed over, not the one where the pawn stands.",
        ),
        (FenPrintsDash, "Print the target in the fourth field."),
        (
            FenPrintsOtherRank,
            "After a push by Black the target is on rank 6, after one by White on rank 3.",
        ),
        (
            FenPrintsAfterCapture,
            "Print the target only after a double push. After an en passant capture there is none.",
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
            "Use eight numbers for the right, one per file.",
        ),
        (
            KeyFileCancels,
            "Remove the old right from the key and add the new one, in separate steps.",
        ),
        (
            KeyRightNotRemoved,
            "Remove the old right from the key whenever the target is cleared.",
        ),
        (
            KeyKeptAfterCapture,
            "Remove the old right from the key before the branches for kinds of moves: captures too.",
        ),
        (
            KeyKeptAfterCastling,
            "Remove the old right from the key before the branches for kinds of moves: castling often returns early.",
        ),
        (
            KeyKeptAfterPromotion,
            "Remove the old right from the key before the branches for kinds of moves: promotion often returns early.",
        ),
        (
            KeyKeptAfterPush,
            "Remove the old right from the key before a new one is added, or none.",
        ),
        (
            KeyRightNotAdded,
            "Add the right to the key whenever a target is set.",
        ),
        (
            KeySetBySinglePush,
            "Add a right to the key only after a double push.",
        ),
        (
            KeyVictimNotRemoved,
            "Remove the victim from the key on the square where it stands.",
        ),
        (
            KeyNotRestored,
            "Save the key in the undo record of a move, or add the right to it again.",
        ),
        (
            KeyOfFen,
            "Compute the key of a FEN with the code that updates it after a move.",
        ),
        (
            KeyWrapsRoundEdge,
            "Look for the capturer on the files beside the victim, on its rank; a square number plus or minus 1 can lie on another rank.",
        ),
        (
            KeyWithAnyPiece,
            "Test that the piece beside the victim is a pawn, where the key is computed too.",
        ),
        (
            KeyWithOwnPawn,
            "Test the color of the pawn beside the victim, where the key is computed too.",
        ),
        (
            KeyWithoutEdgeFile,
            "Use eight numbers for the right, one per file, those at the edge included.",
        ),
        (
            KeyFilesShare,
            "Use eight numbers for the right, one per file.",
        ),
        (
            RepetitionWithoutCapturer,
            "Compare rights only where a capture is legal: FIDE Laws 9.2.3 speaks of possible moves.",
        ),
        (
            RepetitionWithPin,
            "Compare rights only where a capture is legal: a pinned pawn cannot use a right.",
        ),
        (
            RepetitionWithCheck,
            "Compare rights only where a capture is legal: not if the push has uncovered a check.",
        ),
        (
            RepetitionWithAnyPiece,
            "Test that the piece beside the victim is a pawn, and that its capture is legal.",
        ),
        (
            RepetitionBlind,
            "A position in which an en passant capture is legal differs from the same one in which it is not.",
        ),
        (
            RepetitionOfFen,
            "Compare the position of a FEN as all others: by the captures that are legal, not by the text of its field.",
        ),
        (
            SanWithoutFile,
            "Pawn captures begin with the file, en passant captures included: exd6.",
        ),
        (
            SanAsPush,
            "Treat an en passant capture as a capture although the target is empty.",
        ),
        (
            SanWithOrigin,
            "Pawn captures begin with the file alone: exd6.",
        ),
        (
            SanWithEp,
            "Write the capture alone, or with the suffix e.p. and its points.",
        ),
        (
            SanWithoutCheck,
            "Test for check after the whole move has been played, with the victim removed.",
        ),
        (
            CheckOnClosedLine,
            "Test for check after the whole move has been played, with the capturer on the target.",
        ),
        (
            SanPushWithoutCheck,
            "Test for check after every move, double pushes included.",
        ),
        (
            SanMateWithoutCapture,
            "Count the en passant captures of the other side before writing mate.",
        ),
        (
            SanMateDenied,
            "Count only legal en passant captures before writing check.",
        ),
        (
            SanCaptureRefused,
            "Do not require a piece on the square where a pawn captures.",
        ),
        (
            SanNeedsSuffix,
            "Read the capture without the suffix: PGN does not have it.",
        ),
        (SuffixRefused, "Skip the suffix e.p. after the move."),
        (
            SanReadAsQuiet,
            "A pawn that moves diagonally to an empty square captures en passant.",
        ),
        (
            MovesParserLeavesVictim,
            "A pawn that moves diagonally to an empty square captures en passant, also where moves are read.",
        ),
        (
            MovesParserForgetsPush,
            "Make the moves that follow a position as the search makes them, target included.",
        ),
        (
            MovesParserDropsRightLate,
            "Clear the target before each move that follows a position, as the search does.",
        ),
        (
            MovesIgnored,
            "Play the moves after the word moves, also where a FEN comes before it.",
        ),
        (
            MoveToTargetRefused,
            "For pieces other than pawns the target is an empty square like any other, also where moves are read.",
        ),
        (
            VictimOnTarget,
            "The captured pawn is beside the capturer's origin.",
        ),
        (
            CheckFlagWithoutDiscovery,
            "Test for check after the whole move has been played, with the victim removed.",
        ),
        (
            CaptureNotKnown,
            "Look at the kind of the move, not at its destination.",
        ),
        (
            EnPassantFlagOnPush,
            "Flag the capture that lands on the target; the push only sets it.",
        ),
        (
            HashMoveUnchecked,
            "Let the test of a hash move compare the destination of an en passant capture with the target of this position.",
        ),
        (
            SearchKeyWithoutRight,
            "Add the file of the right to the key that the hash table is probed with.",
        ),
        (
            StagedEvasionsMiss,
            "Generate the capture of the checking pawn, and the capture that blocks, in the stage of evasions too.",
        ),
        (
            StagedCapturesMiss,
            "Generate en passant captures in one stage of the move picker: with the captures, or with the quiet moves.",
        ),
        (
            LinePlaysExpiredRight,
            "Test each move that is taken from the hash table for the printed line in the position where it is played.",
        ),
        (
            RepetitionInLineWithUnrealRight,
            "Compare positions of the line as the rules do: a right counts only if an en passant capture is legal.",
        ),
    ]
};
