//! What to look at in an engine that has a fault.

use super::list::EngineFault;

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
            RankRookIgnored,
            "Test for rooks as well as queens along the rank.",
        ),
        (
            AnyPiecePinsOnRank,
            "Of the pieces that both pawns uncover on the rank, only rooks and queens attack along it.",
        ),
        (
            LostBesidePinned,
            "Set the target first, and judge each capture when it is generated: a pinned pawn may capture along its pin.",
        ),
        (
            UnmakeLosesCapture,
            "Save the target in the undo record of a move, and restore it before the next move is tried.",
        ),
        (
            CheckFlagWithoutDiscovery,
            "Test for check after the whole move has been played, with the victim removed.",
        ),
        (
            SanWithEp,
            "Write the capture alone, or with the suffix e.p. and its points.",
        ),
        (
            SanNeedsSuffix,
            "Read the capture without the suffix: PGN does not have it.",
        ),
        (
            EnPassantFlagOnPush,
            "Flag the capture that lands on the target; the push only sets it.",
        ),
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
            "Look along the rank with only capturer and victim removed, up to the first piece.",
        ),
        (
            SecondCapturerMissed,
            "Loop over both squares beside the victim; do not stop at the first capture.",
        ),
        (
            FirstCapturerMissed,
            "Loop over both squares beside the victim; do not stop at the first capture.",
        ),
        (
            AllOrNothing,
            "Test each capturer separately: what pins one may leave the other free.",
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
            "Apply the mask against wrapping to the square after the shift, not to the one before it.",
        ),
        (
            EdgeVictimMissed,
            "An edge file has one neighbor, not none: mask each of the two shifts separately.",
        ),
        (
            CaptureMissed,
            "Generate the captures: pawns beside the victim move diagonally to the empty target.",
        ),
        (
            WhiteCaptureMissed,
            "Compare the capture code of both sides; the rank or the direction is wrong for White.",
        ),
        (
            BlackCaptureMissed,
            "Compare the capture code of both sides; the rank or the direction is wrong for Black.",
        ),
        (
            CheckingCaptureMissed,
            "Test only whether the own king is attacked after the capture, not the other one.",
        ),
        (
            OnlyMoveMissed,
            "Include en passant captures in the test for mate and stalemate: it must use the complete list of moves.",
        ),
        (
            BulkCountLacksCaptures,
            "Count the moves of the last ply with the generator that lists them, or add en passant captures to the count.",
        ),
        (
            PushCheckOverlooked,
            "Compute all checkers when a FEN is read, pawns included, with the code that runs after a move.",
        ),
        (
            UnmakeRestoresWrongTarget,
            "Save the target before a move is made, and restore it from the record of this move, not of the one before.",
        ),
        (
            MoveToTargetRefused,
            "For pieces other than pawns the target is an empty square like any other, also where moves are read.",
        ),
        (
            CapturesWithoutRight,
            "Test that there is a target before comparing squares with it.",
        ),
        (
            FenBlackMisread,
            "Read the rank of the field from its second character, the same way for both sides.",
        ),
        (
            FenPrintsAfterCapture,
            "Print the target only after a double push. After an en passant capture there is none.",
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
            RepetitionOfFen,
            "Compare the position of a FEN as all others: by the captures that are legal, not by the text of its field.",
        ),
        (
            SanWithOrigin,
            "Pawn captures begin with the file alone: exd6.",
        ),
        (
            RankPinIgnored,
            "Remove capturer and victim together, put the capturer on the target, then test whether the king is attacked.",
        ),
        (
            RankQueenIgnored,
            "Test for queens as well as rooks along the rank.",
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
            "Apply pins to en passant captures as to all other moves of the capturer.",
        ),
        (
            DiagonalPinIgnored,
            "Apply pins to en passant captures as to all other moves of the capturer.",
        ),
        (
            VictimDiagonalIgnored,
            "Test diagonals through the victim too. No game needs it, but FENs may.",
        ),
        (
            CheckIgnored,
            "In check, an en passant capture must take the checker or land on its line, like every other move.",
        ),
        (
            PushCheckIgnored,
            "A double push can uncover a check. Capturing the pawn answers a check only if the pawn itself gives it.",
        ),
        (
            FirstJudgedForBoth,
            "Test each capturer separately: what leaves one free may pin the other.",
        ),
        (
            SecondJudgedForBoth,
            "Test each capturer separately: what leaves one free may pin the other.",
        ),
        (
            NeverJudged,
            "Test the legality of en passant captures as of all other moves.",
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
            "Find the capturers with the attack table of the other color from the target, and with no other table.",
        ),
        (
            AnyColorCaptures,
            "Test the color of the piece beside the victim.",
        ),
        (
            AnyManCaptures,
            "Test that the piece beside the victim is a pawn.",
        ),
        (
            VictimStays,
            "In make, remove the pawn beside the capturer's origin, on the file of the target.",
        ),
        (
            WhiteOffsetForBoth,
            "The victim is one rank behind the target as the capturer sees it: minus 8 for White, plus 8 for Black.",
        ),
        (
            BlackOffsetForBoth,
            "The victim is one rank behind the target as the capturer sees it: minus 8 for White, plus 8 for Black.",
        ),
        (
            OtherNeighborRemoved,
            "The victim is on the file of the target and the rank of the capturer's origin.",
        ),
        (
            AnyManRemovesVictim,
            "Test that a pawn has moved diagonally, not only that a piece has arrived on the target.",
        ),
        (
            LandsOnVictim,
            "Move the capturer to the target, not to the square of the victim.",
        ),
        (
            ClockNotReset,
            "Reset the clock after every capture and pawn move, whichever branch plays it.",
        ),
        (
            RightNotRestored,
            "Save the target in the undo record of a move, and restore it from there.",
        ),
        (
            VictimNotRestored,
            "In unmake, put the victim back on the file of the target and the rank of the capturer's origin.",
        ),
        (
            VictimRestoredOnTarget,
            "The victim of an en passant capture is not on the square where the capturer lands.",
        ),
        (
            VictimRestoredAsOwn,
            "The victim has the color of the other side.",
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
            "Clear the target in a null move, and restore it when the null move is undone.",
        ),
        (
            KeptTwoMoves,
            "The right lasts for one move of the other side, not until the same side has moved again.",
        ),
        (
            HiddenForAPly,
            "Clear the target in every move; that its rank is wrong for the other side does not end it.",
        ),
        (
            SetBySinglePush,
            "Set the target only if the pawn has moved two ranks.",
        ),
        (
            SetByAnyTwoSteps,
            "Set the target only if the piece that has moved is a pawn.",
        ),
        (
            LostWithCheck,
            "Set the target after a double push whether or not it gives check.",
        ),
        (
            OnlyFromFen,
            "Set the target in make after every double push, not only when a FEN is read.",
        ),
        (
            A8MeansNone,
            "Give 'no target' a value that is not a square.",
        ),
        (
            A1MeansNone,
            "Give 'no target' a value that is not a square.",
        ),
        (
            AFileMeansNone,
            "Give 'no right' a value that is not a file.",
        ),
        (
            StoresVictimSquare,
            "Decide which square is stored. A FEN has the one that was passed over.",
        ),
        (
            MarkerBlocksLines,
            "Keep the target beside the board, not on it.",
        ),
        (FenFieldIgnored, "Read the fourth field of the FEN."),
        (
            FenFieldTrusted,
            "Trust the field only if the target is empty and on the correct rank, and a pawn of the other side stands in front of it.",
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
            FenPrintsVictim,
            "Print the square that was passed over, not the one where the pawn stands.",
        ),
        (FenPrintsDash, "Print the target in the fourth field."),
        (
            FenPrintsOtherRank,
            "After a push by Black the target is on rank 6, after one by White on rank 3.",
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
            SanWithoutFile,
            "Pawn captures begin with the file, en passant captures included: exd6.",
        ),
        (
            SanAsPush,
            "Treat an en passant capture as a capture although the target is empty.",
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
            VictimOnTarget,
            "The captured pawn is beside the capturer's origin.",
        ),
        (
            CaptureNotKnown,
            "Look at the kind of the move, not at its destination.",
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
