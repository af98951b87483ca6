//! The family `make`: the board is wrong after the capture.

/// Hands the rows of this family on, after those that it is given.
macro_rules! rows {
    ($next:ident $($before:tt)*) => { $next! { $($before)*

Make "make" "The board is wrong after the capture." {
    VictimStays {
        name: "victim-stays",
        sentence: "The victim is not removed.",
        advice: "In make, remove the pawn beside the capturer's origin, on the file of the target.",
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

    } };
}
pub(super) use rows;
