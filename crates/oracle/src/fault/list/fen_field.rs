//! The families `fen-in` and `fen-out`.
//!
//! `fen-in`: the en passant field of a FEN is misread.
//!
//! `fen-out`: the en passant field of a FEN is miswritten.

/// Hands the rows of these families on, after those that it is given.
macro_rules! rows {
    ($next:ident $($before:tt)*) => { $next! { $($before)*

FenIn "fen-in" "The en passant field of a FEN is misread." {
    FenFieldIgnored {
        name: "fen-field-ignored",
        sentence: "The en passant field of a FEN is ignored.",
        advice: "Read the fourth field of the FEN.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: moves",
        reports: [
            "freeeve/pgn#22",
            "josefjadrny/js-chess-engine#11",
            "bhlangonijr/chesslib#14",
            "glinscott/Garbochess-JS#3",
        ],
    }
    FenFieldTrusted {
        name: "fen-field-trusted",
        sentence: "The en passant field of a FEN is trusted even where no pawn can have passed.",
        advice: "Trust the field only if the target is empty and on the correct rank, and a pawn of the other side stands in front of it.",
        example: "3k4/8/8/2P5/8/K7/8/8 w - d6 0 1: moves",
        reports: ["rosenthj/Winter#12", "analog-hors/cozy-chess 3f54026"],
    }
    FenAFileIgnored {
        name: "fen-a-file-ignored",
        sentence: "An en passant square on the a-file is not read.",
        advice: "The a-file has the number 0, which must not mean that there is no square.",
        example: "7k/8/8/pP6/8/8/8/7K w - a6 0 1: moves",
        reports: [],
    }
    FenRankIgnored {
        name: "fen-rank-ignored",
        sentence: "Only the file of the en passant field is read; its rank is taken from the side to move.",
        advice: "Read both characters of the field and compare the rank with the side to move.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d3 0 1: moves",
        reports: ["jordanbray/chess#83"],
    }
    FenRanksSwapped {
        name: "fen-ranks-swapped",
        sentence: "A field on the correct rank is dropped, and one on the other side's rank is trusted.",
        advice: "With White to move the target is on rank 6, with Black to move on rank 3.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d3 0 1: moves",
        reports: ["rudzen/ChessLib#44"],
    }
    FenBlackMisread {
        name: "fen-black-misread",
        sentence: "With Black to move, the en passant field is read as a square two ranks lower, which is printed and allows nothing.",
        advice: "Read the rank of the field from its second character, the same way for both sides.",
        example: "8/8/k7/8/2pP4/8/8/3K4 b - d3 0 1: moves",
        reports: [],
    }
}

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
