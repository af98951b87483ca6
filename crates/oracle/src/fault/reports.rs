//! Public reports of each fault.

use super::list::EngineFault;

pub(super) fn of(fault: EngineFault) -> &'static [&'static str] {
    REPORTS
        .iter()
        .find_map(|&(of, reports)| (of == fault).then_some(reports))
        .unwrap_or_default()
}

/// Reports that tell both symptom and cause. A fault that is missing here is a variation of others: no report of it is
/// known, but it is one slip away.
const REPORTS: &[(EngineFault, &[&str])] = {
    use EngineFault::*;
    &[
        (
            AlongPinRefused,
            &[
                "dylhunn/dragontoothmg#4",
                "dylhunn/dragontoothmg#5",
                "nkarve/surge#6",
            ],
        ),
        (
            EvasionMissed,
            &[
                "ryancookdev/canvas-chess#6",
                "Geras1mleo/Chess#18",
                "douglasbagnall/p4wn#2",
                "ddugovic/Stockfish#249",
            ],
        ),
        (
            BlockMissed,
            &[
                "official-stockfish/Stockfish#3270",
                "official-stockfish/Stockfish#3292",
            ],
        ),
        (ReblockRefused, &["casanche/casanchess#82"]),
        (
            RankBlockerOverlooked,
            &["niklasf/python-chess 0a60f4a0 (fixed there)"],
        ),
        (
            SecondCapturerMissed,
            &["IsiChess, 1994 (chessprogramming.org/En_passant)"],
        ),
        (OnlyMoveMissed, &["Geras1mleo/Chess#23"]),
        (
            RankPinIgnored,
            &[
                "niklasf/python-chess#70",
                "stannous/shatranj#4",
                "alex65536/owlchess#6",
                "chesskit-app/chesskit-swift#18",
                "rpeck34/ChessProject#1",
            ],
        ),
        (VictimDiagonalIgnored, &["niklasf/python-chess#70"]),
        (
            CheckIgnored,
            &["niklasf/shakmaty#53", "lichess-org/lila#19199"],
        ),
        (PushCheckIgnored, &["TheBlackPlague/StockNemo#89"]),
        (CapturesBackwards, &["kevinAlbs/Chess#6"]),
        (AnyManCaptures, &["bhlangonijr/chesslib#20"]),
        (
            VictimStays,
            &["Checkora/Checkora#1572", "brozeph/node-chess#8"],
        ),
        (
            AnyManRemovesVictim,
            &["pensquid/yobmef#1", "LeelaChessZero/lc0 13474cce"],
        ),
        (RightNotRestored, &["nvzqz/Sage#15"]),
        (VictimNotRestored, &["niklasf/python-chess 3b85a911"]),
        (KeptAfterPromotion, &["LeelaChessZero/lc0 038c6e23"]),
        (
            KeptAfterNullMove,
            &["jordanbray/chess#17", "AndyGrant/Ethereal#16"],
        ),
        (KeptTwoMoves, &["AlejoG10/python-chess-ai-yt#4"]),
        (LostWithCheck, &["Matthies/RubiChess#491"]),
        (OnlyFromFen, &["chesskit-app/chesskit-swift#78"]),
        (A8MeansNone, &["ryanhs/chess.php#1"]),
        (A1ReadAsTarget, &["konsolas/ToppleChess#7"]),
        (
            StoresVictimSquare,
            &["jordanbray/chess#83", "niklasf/shakmaty#71"],
        ),
        (MarkerBlocksLines, &["commonLuke/chess_engine#13"]),
        (
            FenFieldIgnored,
            &[
                "freeeve/pgn#22",
                "josefjadrny/js-chess-engine#11",
                "bhlangonijr/chesslib#14",
                "glinscott/Garbochess-JS#3",
            ],
        ),
        (
            FenFieldTrusted,
            &["rosenthj/Winter#12", "analog-hors/cozy-chess 3f54026"],
        ),
        (FenRankIgnored, &["jordanbray/chess#83"]),
        (FenRanksSwapped, &["rudzen/ChessLib#44"]),
        (FenPrintsVictim, &["jordanbray/chess#83"]),
        (
            FenPrintsOtherRank,
            &["Raptor-Fics-Interface/Raptor#36", "LeelaChessZero/lc0#2301"],
        ),
        (
            KeyWithoutCapturer,
            &[
                "niklasf/python-chess#6",
                "spamdrew128/Apotheosis#39",
                "bhlangonijr/chesslib#135",
                "AndyGrant/Ethereal#10",
            ],
        ),
        (KeyWithIllegalCapture, &["niklasf/python-chess#144"]),
        (KeyWithoutRight, &["sotetsuk/pgx#733"]),
        (KeyFileCancels, &["fairy-stockfish/Fairy-Stockfish#949"]),
        (KeyRightNotAdded, &["casanche/casanchess#26"]),
        (KeyNotRestored, &["lynx-chess/Lynx#124"]),
        (
            RepetitionWithoutCapturer,
            &[
                "LeelaChessZero/lc0#209",
                "CorentinGS/chess#98",
                "bhlangonijr/chesslib#39",
            ],
        ),
        (
            RepetitionWithPin,
            &[
                "cutechess/cutechess#817",
                "Disservin/fastchess#375",
                "official-stockfish/Stockfish#6138",
                "brighamskarda/chess#2",
            ],
        ),
        (
            RepetitionWithCheck,
            &["Matthies/RubiChess#491", "bhlangonijr/chesslib#39"],
        ),
        (RepetitionBlind, &["lichess-org/scalachess#56"]),
        (SanWithoutFile, &["glinscott/leela-chess#179"]),
        (
            SanAsPush,
            &["aperechnev/ChessKit#10", "brozeph/node-chess#43"],
        ),
        (SanWithoutCheck, &["aperechnev/ChessKit#17"]),
        (SanCaptureRefused, &["jordanbray/chess#54"]),
        (
            SuffixRefused,
            &["glinscott/leela-chess#154", "notnil/chess e1f1251"],
        ),
        (MovesParserLeavesVictim, &["niklasf/shakmaty#12"]),
        (
            HashMoveUnchecked,
            &["Matthies/RubiChess#200", "ddugovic/Stockfish#434"],
        ),
        (
            RepetitionInLineWithUnrealRight,
            &[
                "official-stockfish/Stockfish#6211",
                "Disservin/fastchess#940",
            ],
        ),
    ]
};
