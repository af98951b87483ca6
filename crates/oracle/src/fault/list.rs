//! The list of faults.

use super::family::Family;

/// Declares the faults once: as variants, and as the list of names, families and sentences.
macro_rules! faults {
    ($($name:literal $variant:ident $family:ident $sentence:literal)+) => {
        /// One broken rule.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum EngineFault { $(#[doc = $sentence] $variant),+ }

        impl EngineFault {
            /// All faults, family by family.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// Its name in `--fault` and in reports.
            #[must_use]
            pub const fn name(self) -> &'static str {
                const NAMES: &[&str] = &[$($name),+];
                NAMES[self as usize]
            }

            /// The family it belongs to.
            #[must_use]
            pub const fn family(self) -> Family {
                const FAMILIES: &[Family] = &[$(Family::$family),+];
                FAMILIES[self as usize]
            }

            /// What it does, in a sentence.
            #[must_use]
            pub const fn sentence(self) -> &'static str {
                const SENTENCES: &[&str] = &[$($sentence),+];
                SENTENCES[self as usize]
            }
        }
    };
}

faults! {
    "along-pin-refused" AlongPinRefused Missing
        "A pinned capturer is refused even where it captures along the line of its pin."
    "evasion-missed" EvasionMissed Missing
        "The capture of the pawn that gives check is not generated."
    "block-missed" BlockMissed Missing
        "A capture that answers a check by landing on its line is not generated."
    "reblock-refused" ReblockRefused Missing
        "The capture is refused where the victim shields the king on its file, although the capturer replaces it there."
    "rank-blocker-overlooked" RankBlockerOverlooked Missing
        "The capture is refused because of a rook or queen on the rank, although another piece stands in between."
    "any-piece-pins-on-rank" AnyPiecePinsOnRank Missing
        "The capture is refused because of any piece of the other side on the rank that both pawns uncover, as if it were a rook."
    "second-capturer-missed" SecondCapturerMissed Missing
        "Of two capturers, only the one nearer to the a-file is found."
    "first-capturer-missed" FirstCapturerMissed Missing
        "Of two capturers, only the one nearer to the h-file is found."
    "all-or-nothing" AllOrNothing Missing
        "Where one of two capturers may not capture, the other is refused too."
    "west-capturer-missed" WestCapturerMissed Missing
        "A capturer on the victim's a-file side is never found."
    "east-capturer-missed" EastCapturerMissed Missing
        "A capturer on the victim's h-file side is never found."
    "edge-capturer-missed" EdgeCapturerMissed Missing
        "A capturer on the a- or h-file is never found."
    "edge-victim-missed" EdgeVictimMissed Missing
        "A victim on the a- or h-file is never captured."
    "capture-missed" CaptureMissed Missing
        "No en passant capture is ever generated."
    "white-capture-missed" WhiteCaptureMissed Missing
        "White never captures en passant."
    "black-capture-missed" BlackCaptureMissed Missing
        "Black never captures en passant."
    "checking-capture-missed" CheckingCaptureMissed Missing
        "A capture that gives check is not generated."
    "only-move-missed" OnlyMoveMissed Missing
        "The capture is not generated where it is the only legal move, so that the engine sees mate or stalemate."
    "bulk-count-lacks-captures" BulkCountLacksCaptures Missing
        "The last ply is counted without en passant captures, although they are listed and played."

    "rank-pin-ignored" RankPinIgnored Illegal
        "The capture is played although both pawns leave the rank and uncover a rook or queen."
    "rank-queen-ignored" RankQueenIgnored Illegal
        "A rook that both pawns uncover on the rank is noticed, a queen is not."
    "rank-rook-ignored" RankRookIgnored Illegal
        "A queen that both pawns uncover on the rank is noticed, a rook is not."
    "rank-behind-victim-ignored" RankBehindVictimIgnored Illegal
        "A rook or queen that both pawns uncover is noticed only if the capturer stands nearer to the king."
    "rank-behind-capturer-ignored" RankBehindCapturerIgnored Illegal
        "A rook or queen that both pawns uncover is noticed only if the victim stands nearer to the king."
    "file-pin-ignored" FilePinIgnored Illegal
        "A capturer that is pinned on its file captures anyway."
    "diagonal-pin-ignored" DiagonalPinIgnored Illegal
        "A capturer that is pinned on a diagonal leaves it anyway."
    "victim-diagonal-ignored" VictimDiagonalIgnored Illegal
        "The capture is played although the victim shields the king on a diagonal."
    "check-ignored" CheckIgnored Illegal
        "The capture is played although it does not answer a check."
    "push-check-ignored" PushCheckIgnored Illegal
        "The capture is played although the double push has uncovered a check from behind the victim."
    "first-judged-for-both" FirstJudgedForBoth Illegal
        "Of two capturers, only the one nearer to the a-file is tested, and the result is used for both."
    "second-judged-for-both" SecondJudgedForBoth Illegal
        "Of two capturers, only the one nearer to the h-file is tested, and the result is used for both."
    "never-judged" NeverJudged Illegal
        "No en passant capture is ever tested for legality."
    "push-check-overlooked" PushCheckOverlooked Illegal
        "The check by the pawn that has moved two squares is overlooked where a FEN is read: pieces other than the king ignore it."

    "wraps-to-h-file" WrapsToHFile Geometry
        "A victim on the a-file is captured from the h-file, across the edge of the board."
    "wraps-to-a-file" WrapsToAFile Geometry
        "A victim on the h-file is captured from the a-file, across the edge of the board."
    "cylinder" Cylinder Geometry
        "The a- and the h-file count as adjacent: a pawn at the other end of the rank captures."
    "captures-backwards" CapturesBackwards Geometry
        "A pawn beyond the target captures backwards."
    "any-color-captures" AnyColorCaptures Geometry
        "A pawn of either color beside the victim captures, for the side to move."
    "any-man-captures" AnyManCaptures Geometry
        "Any piece of the side to move beside the victim captures like a pawn."

    "victim-stays" VictimStays Make
        "The victim is not removed."
    "white-offset-for-both" WhiteOffsetForBoth Make
        "Black removes no victim, as where it is removed one rank below the target for both sides."
    "black-offset-for-both" BlackOffsetForBoth Make
        "White removes no victim, as where it is removed one rank above the target for both sides."
    "other-neighbor-removed" OtherNeighborRemoved Make
        "The piece on the other side of the capturer is removed, and the victim stays."
    "any-man-removes-victim" AnyManRemovesVictim Make
        "Any piece that moves to the target removes the pawn that has passed over it."
    "lands-on-victim" LandsOnVictim Make
        "The capturer moves to the square of the victim instead of the target."
    "clock-not-reset" ClockNotReset Make
        "The halfmove clock is not reset by an en passant capture."

    "right-not-restored" RightNotRestored Unmake
        "Taking a move back does not restore the right; a later capture leaves its victim on the board."
    "unmake-loses-capture" UnmakeLosesCapture Unmake
        "Taking a move back loses the right; a later capture is gone."
    "victim-not-restored" VictimNotRestored Unmake
        "Taking a capture back does not restore the victim."
    "victim-restored-on-target" VictimRestoredOnTarget Unmake
        "Taking a capture back puts the victim on the target."
    "victim-restored-as-own" VictimRestoredAsOwn Unmake
        "Taking a capture back restores the victim in the color of the capturer."
    "unmake-restores-wrong-target" UnmakeRestoresWrongTarget Unmake
        "Taking a move back restores the target of the position one move earlier."
    "unmake-clears-right" UnmakeClearsRight Unmake
        "After any move is taken back there is no right."
    "unmake-keeps-right" UnmakeKeepsRight Unmake
        "Taking a move back leaves the right as it was after that move; captures that were listed before are still played rightly."

    "kept-after-quiet" KeptAfterQuiet Right
        "A quiet move does not clear the right."
    "kept-after-capture" KeptAfterCapture Right
        "A capture does not clear the right."
    "kept-after-castling" KeptAfterCastling Right
        "Castling does not clear the right."
    "kept-after-promotion" KeptAfterPromotion Right
        "A promotion does not clear the right."
    "kept-after-null-move" KeptAfterNullMove Right
        "A null move does not clear the right."
    "never-cleared" NeverCleared Right
        "No move clears the right: only another double push replaces it."
    "kept-two-moves" KeptTwoMoves Right
        "The right can still be used one move later."
    "hidden-for-a-ply" HiddenForAPly Right
        "A capture, castling or promotion hides the right for one ply instead of clearing it, so that it comes back with a second one."
    "set-by-single-push" SetBySinglePush Right
        "A pawn that moves one square can be captured en passant."
    "set-by-any-two-steps" SetByAnyTwoSteps Right
        "Any piece that moves two squares straight ahead from its second rank can be captured en passant."
    "lost-with-check" LostWithCheck Right
        "A double push that gives check sets no right."
    "lost-beside-pinned" LostBesidePinned Right
        "A double push sets no right if each capturer is pinned, even where it would capture along its pin."
    "set-for-west-capturer-alone" SetForWestCapturerAlone Right
        "A double push sets a right only if a capturer stands on its a-file side."
    "set-for-east-capturer-alone" SetForEastCapturerAlone Right
        "A double push sets a right only if a capturer stands on its h-file side."
    "lost-for-two-capturers" LostForTwoCapturers Right
        "A double push sets no right if two pawns could capture."
    "set-beside-own-pawn" SetBesideOwnPawn Right
        "A double push sets a right only if a pawn of its own color stands beside it."
    "only-from-fen" OnlyFromFen Right
        "The right exists only where a FEN says so: a double push that is played sets none."

    "a8-means-none" A8MeansNone Storage
        "Square a8 stands for no target, and a pawn on b7 captures there."
    "a1-means-none" A1MeansNone Storage
        "Square a1 stands for no target, and a pawn on b2 captures there."
    "a1-read-as-target" A1ReadAsTarget Storage
        "Square a1 stands for no target: a promotion there that follows a position as text is read as en passant, and a white pawn appears on a2, or vanishes from there."
    "h1-read-as-target" H1ReadAsTarget Storage
        "Square h1 stands for no target: a promotion there that follows a position as text is read as en passant, and a white pawn appears on h2, or vanishes from there."
    "a8-read-as-target" A8ReadAsTarget Storage
        "Square a8 stands for no target: a promotion there that follows a position as text is read as en passant, and a black pawn appears on a7, or vanishes from there."
    "h8-read-as-target" H8ReadAsTarget Storage
        "Square h8 stands for no target: a promotion there that follows a position as text is read as en passant, and a black pawn appears on h7, or vanishes from there."
    "a-file-means-none" AFileMeansNone Storage
        "File 0 stands for no right: a right on the a-file is lost."
    "stores-victim-square" StoresVictimSquare Storage
        "The square of the victim is stored, printed and expected where the target belongs."
    "marker-blocks-lines" MarkerBlocksLines Storage
        "A marker on the target blocks rooks, bishops and queens."
    "captures-without-right" CapturesWithoutRight Storage
        "Where there is no right, a pawn on its fifth rank captures on the empty squares diagonally ahead."

    "fen-field-ignored" FenFieldIgnored FenIn
        "The en passant field of a FEN is ignored."
    "fen-field-trusted" FenFieldTrusted FenIn
        "The en passant field of a FEN is trusted even where no pawn can have passed."
    "fen-a-file-ignored" FenAFileIgnored FenIn
        "An en passant square on the a-file is not read."
    "fen-rank-ignored" FenRankIgnored FenIn
        "Only the file of the en passant field is read; its rank is taken from the side to move."
    "fen-ranks-swapped" FenRanksSwapped FenIn
        "A field on the correct rank is dropped, and one on the other side's rank is trusted."
    "fen-black-misread" FenBlackMisread FenIn
        "With Black to move, the en passant field is read as a square two ranks lower, which is printed and allows nothing."

    "fen-prints-victim" FenPrintsVictim FenOut
        "The FEN names the square of the victim instead of the target."
    "fen-prints-dash" FenPrintsDash FenOut
        "The FEN never names a target."
    "fen-prints-other-rank" FenPrintsOtherRank FenOut
        "The FEN names the target on the other side's rank: e3 for e6."
    "fen-prints-after-capture" FenPrintsAfterCapture FenOut
        "The FEN after an en passant capture names the target again."

    "key-without-capturer" KeyWithoutCapturer Key
        "The right changes the key even where no pawn stands beside the victim."
    "key-with-illegal-capture" KeyWithIllegalCapture Key
        "The right changes the key even where every capture is illegal."
    "key-without-right" KeyWithoutRight Key
        "The right never changes the key."
    "key-without-file" KeyWithoutFile Key
        "All rights change the key in the same way, whatever their file."
    "key-file-cancels" KeyFileCancels Key
        "A right that follows one on the same file cancels both in the key."
    "key-right-not-removed" KeyRightNotRemoved Key
        "The incrementally updated key keeps a right that has expired."
    "key-kept-after-capture" KeyKeptAfterCapture Key
        "The incrementally updated key keeps a right that expires with a capture."
    "key-kept-after-castling" KeyKeptAfterCastling Key
        "The incrementally updated key keeps a right that expires with castling."
    "key-kept-after-promotion" KeyKeptAfterPromotion Key
        "The incrementally updated key keeps a right that expires with a promotion."
    "key-kept-after-push" KeyKeptAfterPush Key
        "The incrementally updated key keeps a right that expires with another double push."
    "key-right-not-added" KeyRightNotAdded Key
        "The incrementally updated key never gains a new right."
    "key-set-by-single-push" KeySetBySinglePush Key
        "A pawn that arrives beside an enemy pawn on its fourth rank by a single step adds a right to the incrementally updated key."
    "key-victim-not-removed" KeyVictimNotRemoved Key
        "The incrementally updated key keeps the victim after the capture."
    "key-not-restored" KeyNotRestored Key
        "Taking a move back leaves the right out of the key."
    "key-of-fen" KeyOfFen Key
        "The target of a FEN changes the key even where no pawn stands beside the victim."
    "key-wraps-round-edge" KeyWrapsRoundEdge Key
        "A pawn at the other edge of the board counts as a neighbor of the victim where the right enters the key."

    "key-with-any-piece" KeyWithAnyPiece Key
        "Any piece of the side to move beside the victim counts as a capturer where the right enters the key."
    "key-with-own-pawn" KeyWithOwnPawn Key
        "A pawn of the side that has pushed beside the victim counts as a capturer where the right enters the key."
    "key-without-edge-file" KeyWithoutEdgeFile Key
        "A right on the a- or h-file does not change the key."
    "key-files-share" KeyFilesShare Key
        "Rights on files that are four apart change the key in the same way."
    "repetition-without-capturer" RepetitionWithoutCapturer Repetition
        "A right without a capturer makes a position differ from the same one without it."
    "repetition-with-pin" RepetitionWithPin Repetition
        "A right that only pinned pawns could use makes a position differ from the same one without it."
    "repetition-with-check" RepetitionWithCheck Repetition
        "A right that is useless because the push uncovered a check makes a position differ from the same one without it."
    "repetition-with-any-piece" RepetitionWithAnyPiece Repetition
        "A right makes a position differ from the same one without it where any piece of the side to move stands beside the victim."
    "repetition-blind" RepetitionBlind Repetition
        "A right that can be used makes no difference between positions."
    "repetition-of-fen" RepetitionOfFen Repetition
        "The position of a FEN differs from the same one without its target even where no pawn can use it."

    "san-without-file" SanWithoutFile Text
        "SAN omits the capturer's file: xd6 for exd6."
    "san-as-push" SanAsPush Text
        "SAN writes the capture like a push: d6 for exd6."
    "san-with-origin" SanWithOrigin Text
        "SAN names the whole square that the capturer comes from: e5xd6 for exd6."
    "san-with-ep" SanWithEp Text
        "SAN ends with ep, without points: cxd6ep for cxd6."
    "san-without-check" SanWithoutCheck Text
        "SAN omits the check sign where the capture uncovers the check."
    "check-on-closed-line" CheckOnClosedLine Text
        "A capture that opens a line to the enemy king and closes it again counts as a check."
    "san-push-without-check" SanPushWithoutCheck Text
        "SAN omits the check sign behind a double push that gives check."
    "san-mate-without-capture" SanMateWithoutCapture Text
        "SAN writes mate behind a double push that only an en passant capture answers."
    "san-mate-denied" SanMateDenied Text
        "SAN writes check behind a double push that mates, because an illegal en passant capture counts as an answer."
    "san-capture-refused" SanCaptureRefused Text
        "SAN of an en passant capture is not understood."
    "san-needs-suffix" SanNeedsSuffix Text
        "SAN of an en passant capture is understood only with e.p. after it."
    "suffix-refused" SuffixRefused Text
        "SAN followed by e.p. is not understood."
    "san-read-as-quiet" SanReadAsQuiet Text
        "A capture read from SAN is played as a quiet move: the victim stays."
    "moves-parser-leaves-victim" MovesParserLeavesVictim Text
        "A capture that follows a position as text is played as a quiet move: the victim stays."
    "moves-parser-forgets-push" MovesParserForgetsPush Text
        "A double push that follows a position as text sets no right."
    "moves-parser-drops-right-late" MovesParserDropsRightLate Text
        "A move that follows a position as text does not clear the right."
    "moves-ignored" MovesIgnored Text
        "The moves that follow a position as text are not played."
    "move-to-target-refused" MoveToTargetRefused Text
        "A piece other than a pawn may not be played to the target, although its move is listed."
    "victim-on-target" VictimOnTarget Text
        "The target is named as the square of the captured pawn."
    "check-flag-without-discovery" CheckFlagWithoutDiscovery Text
        "A check that the capture uncovers is not reported, one by the capturer itself is."
    "capture-not-known" CaptureNotKnown Text
        "An en passant capture is reported to capture nothing."
    "en-passant-flag-on-push" EnPassantFlagOnPush Text
        "The double push is flagged as en passant instead of the capture."

    "hash-move-unchecked" HashMoveUnchecked Search
        "The search plays an en passant capture from its hash table without testing whether there is a right."
    "search-key-without-right" SearchKeyWithoutRight Search
        "The search takes a position with a right and the same one without it for one entry of its hash table."
    "staged-evasions-miss" StagedEvasionsMiss Search
        "Below the root, the search tries no en passant capture while in check, although the complete list has it."
    "staged-captures-miss" StagedCapturesMiss Search
        "Below the root, the search tries no en passant capture unless in check, although the complete list has it."
    "line-plays-expired-right" LinePlaysExpiredRight Search
        "The printed line goes on with an en passant capture whose right has expired."
    "repetition-in-line-with-unreal-right" RepetitionInLineWithUnrealRight Search
        "The search takes a position with a right that no pawn can use for another one than without it."
}
