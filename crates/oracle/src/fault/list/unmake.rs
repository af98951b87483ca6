//! The family `unmake`: the board or the right is wrong after a move is taken back.

/// Hands the rows of this family on, after those that it is given.
macro_rules! rows {
    ($next:ident $($before:tt)*) => { $next! { $($before)*

Unmake "unmake" "The board or the right is wrong after a move is taken back." {
    RightNotRestored {
        name: "right-not-restored",
        sentence: "Taking a move back does not restore the right; a later capture leaves its victim on the board.",
        advice: "Save the target in the undo record of a move, and restore it from there.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves a3a4 undo: fen",
        reports: ["nvzqz/Sage#15"],
    }
    UnmakeLosesCapture {
        name: "unmake-loses-capture",
        sentence: "Taking a move back loses the right; a later capture is gone.",
        advice: "Save the target in the undo record of a move, and restore it before the next move is tried.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: count 2",
        reports: [],
    }
    VictimNotRestored {
        name: "victim-not-restored",
        sentence: "Taking a capture back does not restore the victim.",
        advice: "In unmake, put the victim back on the file of the target and the rank of the capturer's origin.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves c5d6 undo: fen",
        reports: ["niklasf/python-chess 3b85a911"],
    }
    VictimRestoredOnTarget {
        name: "victim-restored-on-target",
        sentence: "Taking a capture back puts the victim on the target.",
        advice: "The victim of an en passant capture is not on the square where the capturer lands.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves c5d6 undo: fen",
        reports: [],
    }
    VictimRestoredAsOwn {
        name: "victim-restored-as-own",
        sentence: "Taking a capture back restores the victim in the color of the capturer.",
        advice: "The victim has the color of the other side.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves c5d6 undo: fen",
        reports: [],
    }
    UnmakeRestoresWrongTarget {
        name: "unmake-restores-wrong-target",
        sentence: "Taking a move back restores the target of the position one move earlier.",
        advice: "Save the target before a move is made, and restore it from the record of this move, not of the one before.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves a3a4 undo: fen",
        reports: [],
    }
    UnmakeClearsRight {
        name: "unmake-clears-right",
        sentence: "After any move is taken back there is no right.",
        advice: "Save the target in the undo record of a move, and restore it in unmake instead of clearing it.",
        example: "3k4/8/8/2Pp4/8/K7/4P3/8 w - d6 0 1 moves e2e4 d8d7 undo: fen",
        reports: [],
    }
    UnmakeKeepsRight {
        name: "unmake-keeps-right",
        sentence: "Taking a move back leaves the right as it was after that move; captures that were listed before are still played rightly.",
        advice: "Save the target in the undo record of a move, and restore it in unmake.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves a3a4 undo: fen",
        reports: [],
    }
}

    } };
}
pub(super) use rows;
