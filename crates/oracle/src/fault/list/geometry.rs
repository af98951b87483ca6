//! The family `geometry`: pieces capture from squares where no capturer stands.

/// Hands the rows of this family on, after those that it is given.
macro_rules! rows {
    ($next:ident $($before:tt)*) => { $next! { $($before)*

Geometry "geometry" "Pieces capture from squares where no capturer stands." {
    WrapsToHFile {
        name: "wraps-to-h-file",
        sentence: "A victim on the a-file is captured from the h-file, across the edge of the board.",
        advice: "Mask the a-file before the shift that would leave the board on the left.",
        example: "8/8/2k5/8/P7/7p/4K3/8 b - a3 0 1: moves",
        reports: [],
    }
    WrapsToAFile {
        name: "wraps-to-a-file",
        sentence: "A victim on the h-file is captured from the a-file, across the edge of the board.",
        advice: "Mask the h-file before the shift that would leave the board on the right.",
        example: "8/3K4/8/p7/6kP/8/8/8 b - h3 0 1: moves",
        reports: [],
    }
    Cylinder {
        name: "cylinder",
        sentence: "The a- and the h-file count as adjacent: a pawn at the other end of the rank captures.",
        advice: "Compare files, not square numbers modulo the width of the board.",
        example: "8/8/2k5/8/P6p/8/4K3/8 b - a3 0 1: moves",
        reports: [],
    }
    CapturesBackwards {
        name: "captures-backwards",
        sentence: "A pawn beyond the target captures backwards.",
        advice: "Find the capturers with the attack table of the other color from the target, and with no other table.",
        example: "k7/2P5/8/3p4/8/8/8/K7 w - d6 0 1: moves",
        reports: ["kevinAlbs/Chess#6"],
    }
    AnyColorCaptures {
        name: "any-color-captures",
        sentence: "A pawn of either color beside the victim captures, for the side to move.",
        advice: "Test the color of the piece beside the victim.",
        example: "k7/8/8/2pp4/8/8/8/K7 w - d6 0 1: moves",
        reports: [],
    }
    AnyManCaptures {
        name: "any-man-captures",
        sentence: "Any piece of the side to move beside the victim captures like a pawn.",
        advice: "Test that the piece beside the victim is a pawn.",
        example: "k7/8/8/2Np4/8/8/8/K7 w - d6 0 1: moves",
        reports: ["bhlangonijr/chesslib#20"],
    }
}

    } };
}
pub(super) use rows;
