//! The family `search`: the search goes wrong, although counts and lists of moves are correct.

/// Hands the rows of this family on, after those that it is given.
macro_rules! rows {
    ($next:ident $($before:tt)*) => { $next! { $($before)*

Search "search" "The search goes wrong, although counts and lists of moves are correct." {
    HashMoveUnchecked {
        name: "hash-move-unchecked",
        sentence: "The search plays an en passant capture from its hash table without testing whether there is a right.",
        advice: "Let the test of a hash move compare the destination of an en passant capture with the target of this position.",
        example: "8/r7/8/3p2N1/pP1P4/8/K1k5/8 b - - 0 1: search 2 after 8/r7/8/3p2N1/pP1P4/8/K1k5/8 b - b3 0 1",
        reports: ["Matthies/RubiChess#200", "ddugovic/Stockfish#434"],
    }
    SearchKeyWithoutRight {
        name: "search-key-without-right",
        sentence: "The search takes a position with a right and the same one without it for one entry of its hash table.",
        advice: "Add the file of the right to the key that the hash table is probed with.",
        example: "b7/8/8/6q1/3p4/4PK2/3k4/8 w - - 0 1: search 2 after b7/8/8/6q1/3p4/5K2/3kP3/8 w - - 0 1",
        reports: [],
    }
    StagedEvasionsMiss {
        name: "staged-evasions-miss",
        sentence: "Below the root, the search tries no en passant capture while in check, although the complete list has it.",
        advice: "Generate the capture of the checking pawn, and the capture that blocks, in the stage of evasions too.",
        example: "8/6p1/1P2p3/7P/7K/5kr1/8/8 b - - 0 1: search 2",
        reports: [],
    }
    StagedCapturesMiss {
        name: "staged-captures-miss",
        sentence: "Below the root, the search tries no en passant capture unless in check, although the complete list has it.",
        advice: "Generate en passant captures in one stage of the move picker: with the captures, or with the quiet moves.",
        example: "k1K5/1p5p/8/P7/8/R7/5P2/8 b - - 0 1: search 2",
        reports: [],
    }
    LinePlaysExpiredRight {
        name: "line-plays-expired-right",
        sentence: "The printed line goes on with an en passant capture whose right has expired.",
        advice: "Test each move that is taken from the hash table for the printed line in the position where it is played.",
        example: "4R3/4p2k/2K2p1p/6P1/4Q3/8/8/8 b - - 0 1: search 2 after 4R3/4pp1k/2K4p/6P1/4Q3/8/8/8 b - - 0 1",
        reports: [],
    }
    RepetitionInLineWithUnrealRight {
        name: "repetition-in-line-with-unreal-right",
        sentence: "The search takes a position with a right that no pawn can use for another one than without it.",
        advice: "Compare positions of the line as the rules do: a right counts only if an en passant capture is legal.",
        example: "7K/8/8/8/8/8/4kPq1/5r2 w - - 0 1 moves f2f4 e2f2 h8h7 f2e2 h7h8 e2f2 h8h7 f2e2: search 2",
        reports: ["official-stockfish/Stockfish#6211", "Disservin/fastchess#940"],
    }
}

    } };
}
pub(super) use rows;
