//! The faults of the families `text` and `search`.

/// Hands the rows of these families on, after those that it is given.
macro_rules! rows {
    ($next:ident $($before:tt)*) => { $next! { $($before)*

Text "text" "Moves are misread, miswritten or misreported." {
    SanWithoutFile {
        name: "san-without-file",
        sentence: "SAN omits the capturer's file: xd6 for exd6.",
        advice: "Pawn captures begin with the file, en passant captures included: exd6.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: san c5d6",
        reports: ["glinscott/leela-chess#179"],
    }
    SanAsPush {
        name: "san-as-push",
        sentence: "SAN writes the capture like a push: d6 for exd6.",
        advice: "Treat an en passant capture as a capture although the target is empty.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: san c5d6",
        reports: ["aperechnev/ChessKit#10", "brozeph/node-chess#43"],
    }
    SanWithOrigin {
        name: "san-with-origin",
        sentence: "SAN names the whole square that the capturer comes from: e5xd6 for exd6.",
        advice: "Pawn captures begin with the file alone: exd6.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: san c5d6",
        reports: [],
    }
    SanWithEp {
        name: "san-with-ep",
        sentence: "SAN ends with ep, without points: cxd6ep for cxd6.",
        advice: "Write the capture alone, or with the suffix e.p. and its points.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: san c5d6",
        reports: [],
    }
    SanWithoutCheck {
        name: "san-without-check",
        sentence: "SAN omits the check sign where the capture uncovers the check.",
        advice: "Test for check after the whole move has been played, with the victim removed.",
        example: "8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1: san c5d6",
        reports: ["aperechnev/ChessKit#17"],
    }
    CheckOnClosedLine {
        name: "check-on-closed-line",
        sentence: "A capture that opens a line to the enemy king and closes it again counts as a check.",
        advice: "Test for check after the whole move has been played, with the capturer on the target.",
        example: "3k4/8/8/3pP3/8/8/8/3RK3 w - d6 0 1: san e5d6",
        reports: [],
    }
    SanPushWithoutCheck {
        name: "san-push-without-check",
        sentence: "SAN omits the check sign behind a double push that gives check.",
        advice: "Test for check after every move, double pushes included.",
        example: "8/8/8/3k4/8/8/4P3/4K3 w - - 0 1: san e2e4",
        reports: [],
    }
    SanMateWithoutCapture {
        name: "san-mate-without-capture",
        sentence: "SAN writes mate behind a double push that only an en passant capture answers.",
        advice: "Count the en passant captures of the other side before writing mate.",
        example: "8/6Q1/2K5/7k/7p/8/6P1/8 w - - 0 1: san g2g4",
        reports: [],
    }
    SanMateDenied {
        name: "san-mate-denied",
        sentence: "SAN writes check behind a double push that mates, because an illegal en passant capture counts as an answer.",
        advice: "Count only legal en passant captures before writing check.",
        example: "8/8/5R2/7k/5K1p/8/6PR/8 w - - 0 1: san g2g4",
        reports: [],
    }
    SanCaptureRefused {
        name: "san-capture-refused",
        sentence: "SAN of an en passant capture is not understood.",
        advice: "Do not require a piece on the square where a pawn captures.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: parse cxd6",
        reports: ["jordanbray/chess#54"],
    }
    SanNeedsSuffix {
        name: "san-needs-suffix",
        sentence: "SAN of an en passant capture is understood only with e.p. after it.",
        advice: "Read the capture without the suffix: PGN does not have it.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: parse cxd6",
        reports: [],
    }
    SuffixRefused {
        name: "suffix-refused",
        sentence: "SAN followed by e.p. is not understood.",
        advice: "Skip the suffix e.p. after the move.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: parse cxd6 e.p.",
        reports: ["glinscott/leela-chess#154", "notnil/chess e1f1251"],
    }
    SanReadAsQuiet {
        name: "san-read-as-quiet",
        sentence: "A capture read from SAN is played as a quiet move: the victim stays.",
        advice: "A pawn that moves diagonally to an empty square captures en passant.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: parse cxd6",
        reports: [],
    }
    MovesParserLeavesVictim {
        name: "moves-parser-leaves-victim",
        sentence: "A capture that follows a position as text is played as a quiet move: the victim stays.",
        advice: "A pawn that moves diagonally to an empty square captures en passant, also where moves are read.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves c5d6: fen",
        reports: ["niklasf/shakmaty#12"],
    }
    MovesParserForgetsPush {
        name: "moves-parser-forgets-push",
        sentence: "A double push that follows a position as text sets no right.",
        advice: "Make the moves that follow a position as the search makes them, target included.",
        example: "3k4/3p4/8/2P5/8/K7/8/8 b - - 0 1 moves d7d5: moves",
        reports: [],
    }
    MovesParserDropsRightLate {
        name: "moves-parser-drops-right-late",
        sentence: "A move that follows a position as text does not clear the right.",
        advice: "Clear the target before each move that follows a position, as the search does.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves a3a4 d8e8: moves",
        reports: [],
    }
    MovesIgnored {
        name: "moves-ignored",
        sentence: "The moves that follow a position as text are not played.",
        advice: "Play the moves after the word moves, also where a FEN comes before it.",
        example: "3k4/3p4/8/2P5/8/K7/8/8 b - - 0 1 moves d7d5: moves",
        reports: [],
    }
    MoveToTargetRefused {
        name: "move-to-target-refused",
        sentence: "A piece other than a pawn may not be played to the target, although its move is listed.",
        advice: "For pieces other than pawns the target is an empty square like any other, also where moves are read.",
        example: "3k4/8/8/3p4/4N3/K7/8/8 w - d6 0 1 moves e4d6: fen",
        reports: [],
    }
    VictimOnTarget {
        name: "victim-on-target",
        sentence: "The target is named as the square of the captured pawn.",
        advice: "The captured pawn is beside the capturer's origin.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: victim c5d6",
        reports: [],
    }
    CheckFlagWithoutDiscovery {
        name: "check-flag-without-discovery",
        sentence: "A check that the capture uncovers is not reported, one by the capturer itself is.",
        advice: "Test for check after the whole move has been played, with the victim removed.",
        example: "8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1: check c5d6",
        reports: [],
    }
    CaptureNotKnown {
        name: "capture-not-known",
        sentence: "An en passant capture is reported to capture nothing.",
        advice: "Look at the kind of the move, not at its destination.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: victim c5d6",
        reports: [],
    }
    EnPassantFlagOnPush {
        name: "en-passant-flag-on-push",
        sentence: "The double push is flagged as en passant instead of the capture.",
        advice: "Flag the capture that lands on the target; the push only sets it.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: ep c5d6",
        reports: [],
    }
}

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
