//! The faults of the families `right`, `storage`, `fen-in` and `fen-out`.

/// Hands the rows of these families on, after those that it is given.
macro_rules! rows {
    ($next:ident $($before:tt)*) => { $next! { $($before)*

Right "right" "The right lasts too long, or arises where it should not." {
    KeptAfterQuiet {
        name: "kept-after-quiet",
        sentence: "A quiet move does not clear the right.",
        advice: "Clear the target at the start of make, before anything may set a new one.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves a3a4: fen",
        reports: [],
    }
    KeptAfterCapture {
        name: "kept-after-capture",
        sentence: "A capture does not clear the right.",
        advice: "Clear the target at the start of make, before anything may set a new one.",
        example: "3k4/8/8/3p4/8/1p6/K7/8 w - d6 0 1 moves a2b3: fen",
        reports: [],
    }
    KeptAfterCastling {
        name: "kept-after-castling",
        sentence: "Castling does not clear the right.",
        advice: "Clear the target at the start of make; castling often has a branch that returns early.",
        example: "3k4/8/8/3p4/8/8/8/4K2R w K d6 0 1 moves e1g1: fen",
        reports: [],
    }
    KeptAfterPromotion {
        name: "kept-after-promotion",
        sentence: "A promotion does not clear the right.",
        advice: "Clear the target at the start of make; promotion often has a branch that returns early.",
        example: "3k4/P7/8/3p4/8/8/8/4K3 w - d6 0 1 moves a7a8q: fen",
        reports: ["LeelaChessZero/lc0 038c6e23"],
    }
    KeptAfterNullMove {
        name: "kept-after-null-move",
        sentence: "A null move does not clear the right.",
        advice: "Clear the target in a null move, and restore it when the null move is undone.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves 0000: fen",
        reports: ["jordanbray/chess#17", "AndyGrant/Ethereal#16"],
    }
    NeverCleared {
        name: "never-cleared",
        sentence: "No move clears the right: only another double push replaces it.",
        advice: "Clear the target at the start of make, before anything may set a new one.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves a3a4: fen",
        reports: [],
    }
    KeptTwoMoves {
        name: "kept-two-moves",
        sentence: "The right can still be used one move later.",
        advice: "The right lasts for one move of the other side, not until the same side has moved again.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves a3a4 d8e8: moves",
        reports: ["AlejoG10/python-chess-ai-yt#4"],
    }
    HiddenForAPly {
        name: "hidden-for-a-ply",
        sentence: "A capture, castling or promotion hides the right for one ply instead of clearing it, so that it comes back with a second one.",
        advice: "Clear the target in every move; that its rank is wrong for the other side does not end it.",
        example: "8/7P/8/2Pp4/8/1k6/p3K3/8 w - d6 0 1 moves h7h8q a2a1q: moves",
        reports: [],
    }
    SetBySinglePush {
        name: "set-by-single-push",
        sentence: "A pawn that moves one square can be captured en passant.",
        advice: "Set the target only if the pawn has moved two ranks.",
        example: "3k4/3p4/8/8/3p4/8/4P3/K7 w - - 0 1 moves e2e3: fen",
        reports: [],
    }
    SetByAnyTwoSteps {
        name: "set-by-any-two-steps",
        sentence: "Any piece that moves two squares straight ahead from its second rank can be captured en passant.",
        advice: "Set the target only if the piece that has moved is a pawn.",
        example: "k7/8/8/8/3p4/8/4R3/K7 w - - 0 1 moves e2e4: fen",
        reports: [],
    }
    LostWithCheck {
        name: "lost-with-check",
        sentence: "A double push that gives check sets no right.",
        advice: "Set the target after a double push whether or not it gives check.",
        example: "8/8/8/2k5/2p5/8/3P4/4K3 w - - 0 1 moves d2d4: fen",
        reports: ["Matthies/RubiChess#491"],
    }
    LostBesidePinned {
        name: "lost-beside-pinned",
        sentence: "A double push sets no right if each capturer is pinned, even where it would capture along its pin.",
        advice: "Set the target first, and judge each capture when it is generated: a pinned pawn may capture along its pin.",
        example: "6k1/8/8/8/2p5/8/BP6/6K1 w - - 0 1 moves b2b4: moves",
        reports: [],
    }
    SetForWestCapturerAlone {
        name: "set-for-west-capturer-alone",
        sentence: "A double push sets a right only if a capturer stands on its a-file side.",
        advice: "If only usable targets are stored, look for a capturer on both sides of the pawn.",
        example: "6k1/8/8/8/2p5/8/1P6/6K1 w - - 0 1 moves b2b4: moves",
        reports: [],
    }
    SetForEastCapturerAlone {
        name: "set-for-east-capturer-alone",
        sentence: "A double push sets a right only if a capturer stands on its h-file side.",
        advice: "If only usable targets are stored, look for a capturer on both sides of the pawn.",
        example: "6k1/8/8/8/p7/8/1P6/6K1 w - - 0 1 moves b2b4: moves",
        reports: [],
    }
    LostForTwoCapturers {
        name: "lost-for-two-capturers",
        sentence: "A double push sets no right if two pawns could capture.",
        advice: "Ask whether there is any capturer, not whether there is exactly one.",
        example: "6k1/8/8/8/p1p5/8/1P6/6K1 w - - 0 1 moves b2b4: moves",
        reports: [],
    }
    SetBesideOwnPawn {
        name: "set-beside-own-pawn",
        sentence: "A double push sets a right only if a pawn of its own color stands beside it.",
        advice: "A capturer has the other color: look for it after the side to move has changed, or name its color.",
        example: "6k1/8/8/8/2p5/8/1P6/6K1 w - - 0 1 moves b2b4: moves",
        reports: [],
    }
    OnlyFromFen {
        name: "only-from-fen",
        sentence: "The right exists only where a FEN says so: a double push that is played sets none.",
        advice: "Set the target in make after every double push, not only when a FEN is read.",
        example: "3k4/3p4/8/2P5/8/K7/8/8 b - - 0 1 moves d7d5: fen",
        reports: ["chesskit-app/chesskit-swift#78"],
    }
}

Storage "storage" "The right is stored in a way that loses or invents it." {
    A8MeansNone {
        name: "a8-means-none",
        sentence: "Square a8 stands for no target, and a pawn on b7 captures there.",
        advice: "Give 'no target' a value that is not a square.",
        example: "7k/1P6/8/8/8/8/8/7K w - - 0 1: moves",
        reports: ["ryanhs/chess.php#1"],
    }
    A1MeansNone {
        name: "a1-means-none",
        sentence: "Square a1 stands for no target, and a pawn on b2 captures there.",
        advice: "Give 'no target' a value that is not a square.",
        example: "7k/8/8/8/8/8/1p6/7K b - - 0 1: moves",
        reports: [],
    }
    A1ReadAsTarget {
        name: "a1-read-as-target",
        sentence: "Square a1 stands for no target: a promotion there that follows a position as text is read as en passant, and a white pawn appears on a2, or vanishes from there.",
        advice: "Test that there is a target before you compare squares with it, also where moves are read from a text.",
        example: "7k/8/8/8/8/8/p3K3/8 b - - 0 1 moves a2a1q: moves",
        reports: ["konsolas/ToppleChess#7"],
    }
    H1ReadAsTarget {
        name: "h1-read-as-target",
        sentence: "Square h1 stands for no target: a promotion there that follows a position as text is read as en passant, and a white pawn appears on h2, or vanishes from there.",
        advice: "Test that there is a target before you compare squares with it, also where moves are read from a text.",
        example: "k7/8/8/8/8/8/3K3p/8 b - - 0 1 moves h2h1q: moves",
        reports: [],
    }
    A8ReadAsTarget {
        name: "a8-read-as-target",
        sentence: "Square a8 stands for no target: a promotion there that follows a position as text is read as en passant, and a black pawn appears on a7, or vanishes from there.",
        advice: "Test that there is a target before you compare squares with it, also where moves are read from a text.",
        example: "8/P3k3/8/8/8/8/8/7K w - - 0 1 moves a7a8q: moves",
        reports: [],
    }
    H8ReadAsTarget {
        name: "h8-read-as-target",
        sentence: "Square h8 stands for no target: a promotion there that follows a position as text is read as en passant, and a black pawn appears on h7, or vanishes from there.",
        advice: "Test that there is a target before you compare squares with it, also where moves are read from a text.",
        example: "8/3k3P/8/8/8/8/8/K7 w - - 0 1 moves h7h8q: moves",
        reports: [],
    }
    AFileMeansNone {
        name: "a-file-means-none",
        sentence: "File 0 stands for no right: a right on the a-file is lost.",
        advice: "Give 'no right' a value that is not a file.",
        example: "7k/8/8/pP6/8/8/8/7K w - a6 0 1: moves",
        reports: [],
    }
    StoresVictimSquare {
        name: "stores-victim-square",
        sentence: "The square of the victim is stored, printed and expected where the target belongs.",
        advice: "Decide which square is stored. A FEN has the one that was passed over.",
        example: "3k4/3p4/8/2P5/8/K7/8/8 b - - 0 1 moves d7d5: fen",
        reports: ["jordanbray/chess#83", "niklasf/shakmaty#71"],
    }
    MarkerBlocksLines {
        name: "marker-blocks-lines",
        sentence: "A marker on the target blocks rooks, bishops and queens.",
        advice: "Keep the target beside the board, not on it.",
        example: "k7/8/8/3p4/8/6B1/8/K7 w - d6 0 1: moves",
        reports: ["commonLuke/chess_engine#13"],
    }
    CopyDropsRight {
        name: "copy-drops-right",
        sentence: "A copy of the position has no right.",
        advice: "Copy the whole position: a copy made field by field forgets the target.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves again: moves",
        reports: [],
    }
    CapturesWithoutRight {
        name: "captures-without-right",
        sentence: "Where there is no right, a pawn on its fifth rank captures on the empty squares diagonally ahead.",
        advice: "Test that there is a target before comparing squares with it.",
        example: "3k4/8/8/2P5/8/K7/8/8 w - - 0 1: moves",
        reports: [],
    }
}

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
    FenLosesRight {
        name: "fen-loses-right",
        sentence: "The FEN names no target if the position was read from a FEN, so that the right is lost when it is written and read again.",
        advice: "Write the field from the right of the position, not from the last move that was played.",
        example: "3k4/3p4/8/2P5/8/K7/8/8 b - - 0 1 moves d7d5 reread: fen",
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
