//! Advice about moves, the board and the right.

use super::EngineFault;

pub(super) const ADVICE: &[(EngineFault, &str)] = {
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
            "Look along the rank with only capturer and victim removed, up to the first piece.",
        ),
        (
            AnyPiecePinsOnRank,
            "Of the pieces that both pawns uncover on the rank, only rooks and queens attack along it.",
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
            RankPinIgnored,
            "Remove capturer and victim together, put the capturer on the target, then test whether the king is attacked.",
        ),
        (
            RankQueenIgnored,
            "Test for queens as well as rooks along the rank.",
        ),
        (
            RankRookIgnored,
            "Test for rooks as well as queens along the rank.",
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
            PushCheckOverlooked,
            "Compute all checkers when a FEN is read, pawns included, with the code that runs after a move.",
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
            UnmakeLosesCapture,
            "Save the target in the undo record of a move, and restore it before the next move is tried.",
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
            UnmakeRestoresWrongTarget,
            "Save the target before a move is made, and restore it from the record of this move, not of the one before.",
        ),
        (
            UnmakeClearsRight,
            "Save the target in the undo record of a move, and restore it in unmake instead of clearing it.",
        ),
        (
            UnmakeKeepsRight,
            "Save the target in the undo record of a move, and restore it in unmake.",
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
            LostBesidePinned,
            "Set the target first, and judge each capture when it is generated: a pinned pawn may capture along its pin.",
        ),
        (
            NeverCleared,
            "Clear the target at the start of make, before anything may set a new one.",
        ),
        (
            SetForWestCapturerAlone,
            "If only usable targets are stored, look for a capturer on both sides of the pawn.",
        ),
        (
            SetForEastCapturerAlone,
            "If only usable targets are stored, look for a capturer on both sides of the pawn.",
        ),
        (
            LostForTwoCapturers,
            "Ask whether there is any capturer, not whether there is exactly one.",
        ),
        (
            SetBesideOwnPawn,
            "A capturer has the other color: look for it after the side to move has changed, or name its color.",
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
            A1ReadAsTarget,
            "Test that there is a target before you compare squares with it, also where moves are read from a text.",
        ),
        (
            H1ReadAsTarget,
            "Test that there is a target before you compare squares with it, also where moves are read from a text.",
        ),
        (
            A8ReadAsTarget,
            "Test that there is a target before you compare squares with it, also where moves are read from a text.",
        ),
        (
            H8ReadAsTarget,
            "Test that there is a target before you compare squares with it, also where moves are read from a text.",
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
        (
            CapturesWithoutRight,
            "Test that there is a target before comparing squares with it.",
        ),
    ]
};
