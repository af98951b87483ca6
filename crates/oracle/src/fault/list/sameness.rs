//! The faults of the families `key` and `repetition`.

/// Hands the rows of these families on, after those that it is given.
macro_rules! rows {
    ($next:ident $($before:tt)*) => { $next! { $($before)*

Key "key" "The key of a position is wrong." {
    KeyWithoutCapturer {
        name: "key-without-capturer",
        sentence: "The right changes the key even where no pawn stands beside the victim.",
        advice: "Let the right change the key only if a capture is legal, or at least if a pawn stands beside the victim.",
        example: "3k4/8/8/3p4/8/K7/8/8 w - d6 0 1: key like 3k4/8/8/3p4/8/K7/8/8 w - - 0 1",
        reports: [
            "niklasf/python-chess#6",
            "spamdrew128/Apotheosis#39",
            "bhlangonijr/chesslib#135",
            "AndyGrant/Ethereal#10",
        ],
    }
    KeyWithIllegalCapture {
        name: "key-with-illegal-capture",
        sentence: "The right changes the key even where every capture is illegal.",
        advice: "For repetition, let the right change the key only if a capture is legal.",
        example: "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1: key like 3k4/8/8/K1Pp3r/8/8/8/8 w - - 0 1",
        reports: ["niklasf/python-chess#144"],
    }
    KeyWithoutRight {
        name: "key-without-right",
        sentence: "The right never changes the key.",
        advice: "Add a number for the file of the right to the key.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: key like 3k4/8/8/2Pp4/8/K7/8/8 w - - 0 1",
        reports: ["sotetsuk/pgx#733"],
    }
    KeyWithoutFile {
        name: "key-without-file",
        sentence: "All rights change the key in the same way, whatever their file.",
        advice: "Use eight numbers for the right, one per file.",
        example: "3k4/8/8/1pPp4/8/K7/8/8 w - d6 0 1: key like 3k4/8/8/1pPp4/8/K7/8/8 w - b6 0 1",
        reports: [],
    }
    KeyFileCancels {
        name: "key-file-cancels",
        sentence: "A right that follows one on the same file cancels both in the key.",
        advice: "Remove the old right from the key and add the new one, in separate steps.",
        example: "7k/2p5/8/3P4/1p6/8/2P5/7K w - - 0 1 moves c2c4 c7c5: key like 7k/8/8/2pP4/1pP5/8/8/7K w - c6 0 2",
        reports: ["fairy-stockfish/Fairy-Stockfish#949"],
    }
    KeyRightNotRemoved {
        name: "key-right-not-removed",
        sentence: "The incrementally updated key keeps a right that has expired.",
        advice: "Remove the old right from the key whenever the target is cleared.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves a3a4: key like 3k4/8/8/2Pp4/K7/8/8/8 b - - 1 1",
        reports: [],
    }
    KeyKeptAfterCapture {
        name: "key-kept-after-capture",
        sentence: "The incrementally updated key keeps a right that expires with a capture.",
        advice: "Remove the old right from the key before the branches for kinds of moves: captures too.",
        example: "4k3/8/4r3/2Pp4/3N4/8/8/6K1 w - d6 0 1 moves d4e6: key like 4k3/8/4N3/2Pp4/8/8/8/6K1 b - - 0 1",
        reports: [],
    }
    KeyKeptAfterCastling {
        name: "key-kept-after-castling",
        sentence: "The incrementally updated key keeps a right that expires with castling.",
        advice: "Remove the old right from the key before the branches for kinds of moves: castling often returns early.",
        example: "4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 1 moves e1c1: key like 4k3/8/8/3pP3/8/8/8/2KR4 b - - 1 1",
        reports: [],
    }
    KeyKeptAfterPromotion {
        name: "key-kept-after-promotion",
        sentence: "The incrementally updated key keeps a right that expires with a promotion.",
        advice: "Remove the old right from the key before the branches for kinds of moves: promotion often returns early.",
        example: "8/1k5P/8/3pP3/8/8/8/4K3 w - d6 0 1 moves h7h8q: key like 7Q/1k6/8/3pP3/8/8/8/4K3 b - - 0 1",
        reports: [],
    }
    KeyKeptAfterPush {
        name: "key-kept-after-push",
        sentence: "The incrementally updated key keeps a right that expires with another double push.",
        advice: "Remove the old right from the key before a new one is added, or none.",
        example: "4k3/8/8/3pP3/8/8/P7/4K3 w - d6 0 1 moves a2a4: key like 4k3/8/8/3pP3/P7/8/8/4K3 b - - 0 1",
        reports: [],
    }
    KeyRightNotAdded {
        name: "key-right-not-added",
        sentence: "The incrementally updated key never gains a new right.",
        advice: "Add the right to the key whenever a target is set.",
        example: "3k4/3p4/8/2P5/8/K7/8/8 b - - 0 1 moves d7d5: key like 3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 2",
        reports: ["casanche/casanchess#26"],
    }
    KeySetBySinglePush {
        name: "key-set-by-single-push",
        sentence: "A pawn that arrives beside an enemy pawn on its fourth rank by a single step adds a right to the incrementally updated key.",
        advice: "Add a right to the key only after a double push.",
        example: "4k3/8/8/8/3p4/4P3/8/4K3 w - - 0 1 moves e3e4: key like 4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1",
        reports: [],
    }
    KeyVictimNotRemoved {
        name: "key-victim-not-removed",
        sentence: "The incrementally updated key keeps the victim after the capture.",
        advice: "Remove the victim from the key on the square where it stands.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves c5d6: key like 3k4/8/3P4/8/8/K7/8/8 b - - 0 1",
        reports: [],
    }
    KeyNotRestored {
        name: "key-not-restored",
        sentence: "Taking a move back leaves the right out of the key.",
        advice: "Save the key in the undo record of a move, or add the right to it again.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves a3a4 undo: key like 3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1",
        reports: ["lynx-chess/Lynx#124"],
    }
    KeyOfFen {
        name: "key-of-fen",
        sentence: "The target of a FEN changes the key even where no pawn stands beside the victim.",
        advice: "Compute the key of a FEN with the code that updates it after a move.",
        example: "3k4/8/8/3p4/8/K7/8/8 w - d6 0 1: key like 3k4/8/8/3p4/8/K7/8/8 w - - 0 1",
        reports: [],
    }
    RereadChangesKey {
        name: "reread-changes-key",
        sentence: "The key that is computed when a FEN is read lacks the right, which the key after a double push has.",
        advice: "Set the right before the key is computed, and compute the key of a FEN with the code that updates it after a move.",
        example: "3k4/3p4/8/2P5/8/K7/8/8 b - - 0 1 moves d7d5 reread: key like 3k4/3p4/8/2P5/8/K7/8/8 b - - 0 1 moves d7d5",
        reports: [],
    }
    KeyWrapsRoundEdge {
        name: "key-wraps-round-edge",
        sentence: "A pawn at the other edge of the board counts as a neighbor of the victim where the right enters the key.",
        advice: "Look for the capturer on the files beside the victim, on its rank; a square number plus or minus 1 can lie on another rank.",
        example: "4k3/8/8/p7/7P/8/8/4K3 w - a6 0 1: key like 4k3/8/8/p7/7P/8/8/4K3 w - - 0 1",
        reports: [],
    }
    KeyWithAnyPiece {
        name: "key-with-any-piece",
        sentence: "Any piece of the side to move beside the victim counts as a capturer where the right enters the key.",
        advice: "Test that the piece beside the victim is a pawn, where the key is computed too.",
        example: "6k1/8/8/2Bp4/8/8/8/4K3 w - d6 0 1: key like 6k1/8/8/2Bp4/8/8/8/4K3 w - - 0 1",
        reports: [],
    }
    KeyWithOwnPawn {
        name: "key-with-own-pawn",
        sentence: "A pawn of the side that has pushed beside the victim counts as a capturer where the right enters the key.",
        advice: "Test the color of the pawn beside the victim, where the key is computed too.",
        example: "6k1/8/8/2pp4/8/8/8/4K3 w - d6 0 1: key like 6k1/8/8/2pp4/8/8/8/4K3 w - - 0 1",
        reports: [],
    }
    KeyWithoutEdgeFile {
        name: "key-without-edge-file",
        sentence: "A right on the a- or h-file does not change the key.",
        advice: "Use eight numbers for the right, one per file, those at the edge included.",
        example: "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1: key like 4k3/8/8/pP6/8/8/8/4K3 w - - 0 1",
        reports: [],
    }
    KeyFilesShare {
        name: "key-files-share",
        sentence: "Rights on files that are four apart change the key in the same way.",
        advice: "Use eight numbers for the right, one per file.",
        example: "4k3/8/8/pP2pP2/8/8/8/4K3 w - a6 0 1: key like 4k3/8/8/pP2pP2/8/8/8/4K3 w - e6 0 1",
        reports: [],
    }
}

Repetition "repetition" "Equal positions are taken for different ones, or different ones for equal." {
    RepetitionWithoutCapturer {
        name: "repetition-without-capturer",
        sentence: "A right without a capturer makes a position differ from the same one without it.",
        advice: "Compare rights only where a capture is legal: FIDE Laws 9.2.3 speaks of possible moves.",
        example: "3k4/8/8/3p4/8/K7/8/8 w - d6 0 1 moves a3b3 d8e8 b3a3 e8d8: occurrences",
        reports: ["LeelaChessZero/lc0#209", "CorentinGS/chess#98", "bhlangonijr/chesslib#39"],
    }
    RepetitionWithPin {
        name: "repetition-with-pin",
        sentence: "A right that only pinned pawns could use makes a position differ from the same one without it.",
        advice: "Compare rights only where a capture is legal: a pinned pawn cannot use a right.",
        example: "3k4/8/2r5/2Pp4/8/2K5/8/7N w - d6 0 1 moves h1g3 d8e8 g3h1 e8d8: occurrences",
        reports: [
            "cutechess/cutechess#817",
            "Disservin/fastchess#375",
            "official-stockfish/Stockfish#6138",
            "brighamskarda/chess#2",
        ],
    }
    RepetitionWithCheck {
        name: "repetition-with-check",
        sentence: "A right that is useless because the push uncovered a check makes a position differ from the same one without it.",
        advice: "Compare rights only where a capture is legal: not if the push has uncovered a check.",
        example: "3k4/K6r/8/2Pp4/8/8/8/8 w - d6 0 1 moves a7a6 h7h8 a6a7 h8h7: occurrences",
        reports: ["Matthies/RubiChess#491", "bhlangonijr/chesslib#39"],
    }
    RepetitionWithAnyPiece {
        name: "repetition-with-any-piece",
        sentence: "A right makes a position differ from the same one without it where any piece of the side to move stands beside the victim.",
        advice: "Test that the piece beside the victim is a pawn, and that its capture is legal.",
        example: "6k1/8/8/2Bp4/8/8/8/4K3 w - d6 0 1 moves e1e2 g8g7 e2e1 g7g8: occurrences",
        reports: [],
    }
    RepetitionBlind {
        name: "repetition-blind",
        sentence: "A right that can be used makes no difference between positions.",
        advice: "A position in which an en passant capture is legal differs from the same one in which it is not.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves a3b3 d8e8 b3a3 e8d8: occurrences",
        reports: ["lichess-org/scalachess#56"],
    }
    RepetitionOfFen {
        name: "repetition-of-fen",
        sentence: "The position of a FEN differs from the same one without its target even where no pawn can use it.",
        advice: "Compare the position of a FEN as all others: by the captures that are legal, not by the text of its field.",
        example: "3k4/8/8/3p4/8/K7/8/8 w - d6 0 1 moves a3b3 d8e8 b3a3 e8d8: occurrences",
        reports: [],
    }
}

    } };
}
pub(super) use rows;
