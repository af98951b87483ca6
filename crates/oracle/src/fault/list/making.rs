//! The faults of the families `make` and `unmake`.

/// Hands the rows of these families on, after those that it is given.
macro_rules! rows {
    ($next:ident $($before:tt)*) => { $next! { $($before)*

Make "make" "The board is wrong after the capture." {
    VictimStays {
        name: "victim-stays",
        sentence: "The victim is not removed.",
        advice: "In make, remove the pawn beside the capturer's origin, on the file of the target. Where legality is tested on the \
                 board after the move, this also misjudges checks and pins: mend it first.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves c5d6: fen",
        reports: ["Checkora/Checkora#1572", "brozeph/node-chess#8"],
    }
    WhiteOffsetForBoth {
        name: "white-offset-for-both",
        sentence: "Black removes no victim, as where it is removed one rank below the target for both sides.",
        advice: "The victim is one rank behind the target as the capturer sees it: minus 8 for White, plus 8 for Black.",
        example: "8/8/k7/8/2pP4/8/8/3K4 b - d3 0 1 moves c4d3: fen",
        reports: [],
    }
    BlackOffsetForBoth {
        name: "black-offset-for-both",
        sentence: "White removes no victim, as where it is removed one rank above the target for both sides.",
        advice: "The victim is one rank behind the target as the capturer sees it: minus 8 for White, plus 8 for Black.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves c5d6: fen",
        reports: [],
    }
    OtherNeighborRemoved {
        name: "other-neighbor-removed",
        sentence: "The piece on the other side of the capturer is removed, and the victim stays.",
        advice: "The victim is on the file of the target and the rank of the capturer's origin.",
        example: "k7/8/8/1NPp4/8/8/8/K7 w - d6 0 1 moves c5d6: fen",
        reports: [],
    }
    AnyManRemovesVictim {
        name: "any-man-removes-victim",
        sentence: "Any piece that moves to the target removes the pawn that has passed over it.",
        advice: "Test that a pawn has moved diagonally, not only that a piece has arrived on the target.",
        example: "k7/8/8/3p4/8/6B1/8/K7 w - d6 0 1 moves g3d6: fen",
        reports: ["pensquid/yobmef#1", "LeelaChessZero/lc0 13474cce"],
    }
    LandsOnVictim {
        name: "lands-on-victim",
        sentence: "The capturer moves to the square of the victim instead of the target.",
        advice: "Move the capturer to the target, not to the square of the victim.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: moves",
        reports: [],
    }
    ClockNotReset {
        name: "clock-not-reset",
        sentence: "The halfmove clock is not reset by an en passant capture.",
        advice: "Reset the clock after every capture and pawn move, whichever branch plays it.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves c5d6: fen",
        reports: [],
    }
}

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
