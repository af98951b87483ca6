//! The family `fen-out`: the en passant field of a FEN is miswritten.

/// Hands the rows of this family on, after those that it is given.
macro_rules! rows {
    ($next:ident $($before:tt)*) => { $next! { $($before)*

FenOut "fen-out" "The en passant field of a FEN is miswritten." {
    FenPrintsVictim {
        name: "fen-prints-victim",
        sentence: "The FEN names the square of the victim instead of the target.",
        advice: "Print the square that was passed over, not the one where the pawn stands.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: fen",
        reports: ["jordanbray/chess#83"],
    }
    FenPrintsDash {
        name: "fen-prints-dash",
        sentence: "The FEN never names a target.",
        advice: "Print the target in the fourth field.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: fen",
        reports: [],
    }
    FenPrintsOtherRank {
        name: "fen-prints-other-rank",
        sentence: "The FEN names the target on the other side's rank: e3 for e6.",
        advice: "After a push by Black the target is on rank 6, after one by White on rank 3.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: fen",
        reports: ["Raptor-Fics-Interface/Raptor#36", "LeelaChessZero/lc0#2301"],
    }
    FenPrintsAfterCapture {
        name: "fen-prints-after-capture",
        sentence: "The FEN after an en passant capture names the target again.",
        advice: "Print the target only after a double push. After an en passant capture there is none.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves c5d6: fen",
        reports: [],
    }
}

    } };
}
pub(super) use rows;
