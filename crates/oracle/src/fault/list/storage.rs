//! The family `storage`: the right is stored in a way that loses or invents it.

/// Hands the rows of this family on, after those that it is given.
macro_rules! rows {
    ($next:ident $($before:tt)*) => { $next! { $($before)*

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
    CapturesWithoutRight {
        name: "captures-without-right",
        sentence: "Where there is no right, a pawn on its fifth rank captures on the empty squares diagonally ahead.",
        advice: "Test that there is a target before comparing squares with it.",
        example: "3k4/8/8/2P5/8/K7/8/8 w - - 0 1: moves",
        reports: [],
    }
}

    } };
}
pub(super) use rows;
