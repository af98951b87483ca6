/*
 * passant.h - the rules of chess for boards and engines, in C99 and C++11
 *
 * No allocation, no global state, no input or output. Link with libpassant.a.
 *
 *     passant_position position;
 *     passant_move moves[PASSANT_MAX_MOVES];
 *     size_t count;
 *     passant_set_initial(&position);
 *     passant_list_moves(&position, moves, PASSANT_MAX_MOVES, &count);
 *
 * Every function that can fail returns a passant_status. After an error nothing has changed, except where the function says
 * so. Null pointers, pointers that are not aligned, buffers that are too short, numbers and texts that mean nothing and
 * illegal moves are errors, never undefined behavior. What the library cannot check, as any library in C: that a pointer
 * which is not null points to as many bytes as its type or length says, and that no other thread uses them meanwhile.
 * There are no locks, so two threads may use two positions at the same time.
 *
 * The copy of a position is a position: use `=` or memcpy. A position carries a checksum of itself. Memory that was never
 * set up, or in which something was overwritten, is refused with PASSANT_ERROR_POSITION: one changed word of 32 bits always,
 * any other damage except for one case in 2^32. On a Cortex-M that takes 400 to 550 instructions for each call. It finds
 * accidents; a checksum that somebody forges leads to wrong answers, but to no access outside of the caller's memory.
 *
 * Texts need no 0 at their end, because their length is passed; texts that are written end in 0. Characters are ASCII.
 *
 * Squares are 0 (a1), 1 (b1), ... 63 (h8). Sets of squares are uint64_t: bit 0 is a1, bit 63 is h8.
 */
#ifndef PASSANT_H
#define PASSANT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------ sizes */

#define PASSANT_POSITION_SIZE 216 /* bytes of a passant_position; its alignment is that of uint32_t */
#define PASSANT_FEN_SIZE 97       /* room for every FEN and its final 0 */
#define PASSANT_SAN_SIZE 17       /* room for every move in SAN, with " e.p.", and its final 0 */
#define PASSANT_UCI_SIZE 6        /* room for every move in UCI notation and its final 0 */
#define PASSANT_MAX_MOVES 218     /* the most legal moves of any position */
#define PASSANT_MAX_DEPTH 32      /* the deepest passant_perft */

/* ----------------------------------------------------------------- status */

typedef enum passant_status {
    PASSANT_OK = 0,
    PASSANT_ERROR_NULL = 1,           /* a pointer is null */
    PASSANT_ERROR_ALIGNMENT = 2,      /* a pointer is not aligned for its type */
    PASSANT_ERROR_ROOM = 3,           /* a buffer is too small */
    PASSANT_ERROR_RANGE = 4,          /* a number is outside of its range, such as a square above 63 */
    PASSANT_ERROR_OVERLAP = 5,        /* a buffer lies in the memory of the position */
    PASSANT_ERROR_POSITION = 6,       /* the memory holds no position: never set up, or overwritten */
    PASSANT_ERROR_SETUP = 7,          /* a FEN or setup is not a position; passant_explain_fen says why */
    PASSANT_ERROR_TEXT = 8,           /* no move can be read from the text */
    PASSANT_ERROR_ILLEGAL_MOVE = 9,   /* the move is not legal in this position */
    PASSANT_ERROR_AMBIGUOUS = 10,     /* more than one legal move could be meant */
    PASSANT_ERROR_NOT_EN_PASSANT = 11, /* the text says "e.p.", but the move is no en passant capture */
    PASSANT_ERROR_UNDO = 12           /* the undo does not belong to the last move of this position */
} passant_status;

/* A sentence about a status, in English. It is a constant, in flash where a chip reads flash like memory. So are the sentences
 * of the other functions with this kind of name; a number that means nothing gives "unknown". */
const char *passant_status_text(uint8_t status);

/* ----------------------------------------------------- squares and pieces */

/* PASSANT_SQUARE('e', 4) is the square e4. */
#define PASSANT_SQUARE(file, rank) ((uint8_t)(((rank) - 1) * 8 + ((file) - 'a')))

/* The set with one square, and whether a square is in a set. */
#define PASSANT_BIT(square) ((uint64_t)1 << (square))
#define PASSANT_HAS(squares, square) (((squares) >> (square) & 1) != 0)

#define PASSANT_NO_SQUARE 64

enum passant_side { PASSANT_WHITE = 0, PASSANT_BLACK = 1 };

/* A piece is its type, plus PASSANT_BLACK_PIECE if it is black: a white pawn is 1, a black king is 14. */
enum passant_piece {
    PASSANT_NO_PIECE = 0,
    PASSANT_PAWN = 1,
    PASSANT_KNIGHT = 2,
    PASSANT_BISHOP = 3,
    PASSANT_ROOK = 4,
    PASSANT_QUEEN = 5,
    PASSANT_KING = 6,
    PASSANT_BLACK_PIECE = 8
};

/* ------------------------------------------------------- setting up a position */

/* A position. The meaning of the words is not for callers. */
typedef struct passant_position {
    uint32_t opaque[PASSANT_POSITION_SIZE / 4];
} passant_position;

/* When a FEN shows an en passant square: the three conventions in use. */
enum passant_convention {
    PASSANT_ALWAYS = 0,       /* after every double push of a pawn (PGN standard) */
    PASSANT_PSEUDO_LEGAL = 1, /* when a pawn of the side to move stands beside the pushed pawn (X-FEN) */
    PASSANT_LEGAL = 2         /* when an en passant capture is legal */
};

/* The treatment of a FEN or setup that no game leads to. */
enum passant_how {
    PASSANT_STRICT = 0, /* it is refused */
    PASSANT_REPAIR = 1  /* impossible castling rights and en passant squares are dropped, impossible checks accepted */
};

/* The field of a FEN in which a fault is. */
enum passant_field {
    PASSANT_PLACEMENT = 0,
    PASSANT_SIDE_TO_MOVE = 1,
    PASSANT_CASTLING = 2,
    PASSANT_EN_PASSANT = 3,
    PASSANT_HALFMOVE_CLOCK = 4,
    PASSANT_FULLMOVE_NUMBER = 5
};

/* Why a FEN or setup is not a position. */
enum passant_reason {
    PASSANT_NO_FAULT = 0,
    /* The text cannot be read. */
    PASSANT_FAULT_MISSING = 1,        /* a field is missing */
    PASSANT_FAULT_TRAILING_TEXT = 2,  /* text after the sixth field */
    PASSANT_FAULT_CHARACTER = 3,      /* a character that means nothing in its field */
    PASSANT_FAULT_RANK_LENGTH = 4,    /* a rank with more or fewer than eight squares */
    PASSANT_FAULT_DIGITS = 5,         /* two digits side by side */
    PASSANT_FAULT_RANKS = 6,          /* more or fewer than eight ranks */
    PASSANT_FAULT_REPEATED_RIGHT = 7, /* a castling right that is repeated */
    PASSANT_FAULT_NOT_A_SIDE = 8,     /* neither w nor b */
    PASSANT_FAULT_NOT_A_SQUARE = 9,   /* neither - nor a square */
    PASSANT_FAULT_NOT_A_NUMBER = 10,  /* not a number from 0 to 65535 */
    /* A number of a passant_setup is no piece, side or square, or a rook is on another rank than its king's home. */
    PASSANT_FAULT_NUMBER = 11,
    /* It can be read, but is no position of a game. */
    PASSANT_FAULT_NO_KING = 12,
    PASSANT_FAULT_MANY_KINGS = 13,
    PASSANT_FAULT_PIECES = 14,            /* a side has more than 16 pieces */
    PASSANT_FAULT_PAWNS = 15,             /* a side has more than 8 pawns */
    PASSANT_FAULT_PROMOTIONS = 16,        /* more promoted pieces than missing pawns, and perhaps too many moves */
    PASSANT_FAULT_BACK_RANK_PAWNS = 17,   /* a pawn on the first or last rank */
    PASSANT_FAULT_OPPONENT_IN_CHECK = 18, /* the side not to move is in check */
    PASSANT_FAULT_CASTLING_KING = 19,     /* a castling right without its king */
    PASSANT_FAULT_CASTLING_ROOK = 20,     /* a castling right without its rook */
    PASSANT_FAULT_IMPOSSIBLE_CHECK = 21,  /* no single move leads to these checks */
    PASSANT_FAULT_EN_PASSANT_RANK = 22,   /* the en passant square is on no rank that pawns pass over */
    PASSANT_FAULT_EN_PASSANT_SIDE = 23,   /* it belongs to a push of the side to move */
    PASSANT_FAULT_EN_PASSANT_OCCUPIED = 24, /* a piece stands on it */
    PASSANT_FAULT_EN_PASSANT_NO_PAWN = 25,  /* no pawn stands where the push must have ended */
    PASSANT_FAULT_EN_PASSANT_ORIGIN = 26,   /* a piece stands where the push must have started */
    PASSANT_FAULT_EN_PASSANT_CHECK = 27,    /* the king was attacked before the push */
    PASSANT_FAULT_EXCESS_PROMOTIONS = 28    /* more promoted pieces than missing pawns, and at most 218 moves */
};

/* The first fault of a FEN or setup. */
typedef struct passant_fault {
    size_t start;   /* of a FEN: the first byte to blame */
    size_t length;  /* of a FEN: how many bytes; 0 where something is missing */
    uint8_t reason; /* enum passant_reason */
    uint8_t field;  /* enum passant_field */
    uint8_t square; /* the square to blame, or PASSANT_NO_SQUARE */
} passant_fault;

/* A position as pieces and numbers, for programs that set positions up without a FEN. */
typedef struct passant_setup {
    uint8_t piece[64];        /* of a1, b1, ... h8 */
    uint8_t castling_rook[4]; /* for White kingside, queenside, Black kingside, queenside: the square of the rook that may
                                 castle (h1, a1, h8, a8 in standard chess), or PASSANT_NO_SQUARE */
    uint8_t side;             /* PASSANT_WHITE or PASSANT_BLACK is to move */
    uint8_t en_passant;       /* the square that a pawn has just passed over, or PASSANT_NO_SQUARE */
    uint16_t halfmove_clock;  /* plies since the last capture or pawn move */
    uint16_t fullmove_number; /* the number of the next move, from 1 */
} passant_setup;

/* Sets up the initial position. */
passant_status passant_set_initial(passant_position *position);

/*
 * Sets up a FEN of six fields; castling rights may also be those of Chess960. `how` is PASSANT_STRICT or PASSANT_REPAIR. What
 * `position` held before does not matter. The error of a FEN that is refused is PASSANT_ERROR_SETUP, and passant_explain_fen
 * says why.
 */
passant_status passant_set_fen(passant_position *position, const char *fen, size_t length, uint8_t how);

/* Sets up pieces, with the same rules. */
passant_status passant_set_pieces(passant_position *position, const passant_setup *setup, uint8_t how);

/*
 * Writes the first fault of a FEN, or PASSANT_NO_FAULT: those that PASSANT_REPAIR does not repair come before the others.
 * A function of its own, because it takes more than a kilobyte of flash.
 */
passant_status passant_explain_fen(const char *fen, size_t length, passant_fault *fault);

/* The same for pieces. */
passant_status passant_explain_pieces(const passant_setup *setup, passant_fault *fault);

/* A sentence about the reason of a fault. */
const char *passant_fault_text(uint8_t reason);

/* Writes the FEN and its length; `length` may be NULL. A buffer of PASSANT_FEN_SIZE is large enough. */
passant_status passant_get_fen(const passant_position *position, uint8_t convention, char *buffer, size_t size,
                               size_t *length);

/* Writes the same as pieces and numbers. */
passant_status passant_get_pieces(const passant_position *position, uint8_t convention, passant_setup *setup);

/* ------------------------------------------------------ looking at a position */

/* The side to move: PASSANT_WHITE or PASSANT_BLACK. */
passant_status passant_get_side(const passant_position *position, uint8_t *side);

/* The piece on a square, or PASSANT_NO_PIECE. */
passant_status passant_get_piece(const passant_position *position, uint8_t square, uint8_t *piece);

/* The squares with a piece: what a board with sensors should see. */
passant_status passant_get_occupied(const passant_position *position, uint64_t *squares);

/* The pieces that give check to the side to move; an empty set if it is not in check. */
passant_status passant_get_checkers(const passant_position *position, uint64_t *squares);

/*
 * Stores the squares to which the piece on a square may legally go: a board with lights shows them. A king that castles goes
 * to the g- or c-file.
 */
passant_status passant_get_targets(const passant_position *position, uint8_t square, uint64_t *squares);

/* ------------------------------------------------------------- en passant */

/* The right to capture en passant. There is one after every double push, whether or not a pawn can use it. */
typedef struct passant_right {
    uint64_t capturers; /* the pawns beside the victim */
    uint64_t legal;     /* those of them whose capture is legal */
    uint8_t target;     /* the square that the pawn passed over, where a capturer lands; PASSANT_NO_SQUARE: there is no right */
    uint8_t victim;     /* the square of the pawn that would be captured */
} passant_right;

/* The verdict of passant_judge on a capture. If several reasons apply, the first is given. */
enum passant_verdict {
    PASSANT_NO_CAPTURE = 0,       /* no pawn on this square could capture en passant */
    PASSANT_LEGAL_CAPTURE = 1,
    PASSANT_ILLEGAL_CHECK = 2,    /* the king is in check, and the capture does not answer it */
    PASSANT_ILLEGAL_FILE = 3,     /* the capturer is pinned on its file */
    PASSANT_ILLEGAL_DIAGONAL = 4, /* the capturer is pinned on a diagonal */
    PASSANT_ILLEGAL_RANK = 5,     /* both pawns leave the rank and uncover the king */
    PASSANT_ILLEGAL_VICTIM = 6    /* the victim shields the king on a diagonal; no game leads there */
};

passant_status passant_get_en_passant(const passant_position *position, passant_right *right);

/* Tells whether the pawn on `capturer` may capture en passant now, and if not, why. */
passant_status passant_judge(const passant_position *position, uint8_t capturer, uint8_t *verdict);

/* A sentence about a verdict. */
const char *passant_verdict_text(uint8_t verdict);

/* ------------------------------------------------------------------ moves */

/* A move: bits 0-5 from, 6-11 to, 12-15 kind. Moves are compared with ==. */
typedef uint16_t passant_move;

#define PASSANT_FROM(move) ((uint8_t)((move) & 63))
#define PASSANT_TO(move) ((uint8_t)((move) >> 6 & 63))
#define PASSANT_KIND(move) ((uint8_t)((move) >> 12 & 15))

enum passant_kind {
    PASSANT_QUIET = 0,
    PASSANT_DOUBLE_PUSH = 1,
    PASSANT_CASTLE_KINGSIDE = 2, /* the king's move, to the g-file */
    PASSANT_CASTLE_QUEENSIDE = 3, /* to the c-file */
    PASSANT_CAPTURE = 4,
    PASSANT_EN_PASSANT_CAPTURE = 5,
    PASSANT_PROMOTE_KNIGHT = 8,
    PASSANT_PROMOTE_BISHOP = 9,
    PASSANT_PROMOTE_ROOK = 10,
    PASSANT_PROMOTE_QUEEN = 11,
    PASSANT_CAPTURE_PROMOTE_KNIGHT = 12,
    PASSANT_CAPTURE_PROMOTE_BISHOP = 13,
    PASSANT_CAPTURE_PROMOTE_ROOK = 14,
    PASSANT_CAPTURE_PROMOTE_QUEEN = 15
};

/* The data that takes a move back. */
typedef struct passant_undo {
    uint32_t opaque[4];
} passant_undo;

/* The action of a player who makes a move by hand. Squares that do not apply are PASSANT_NO_SQUARE. */
typedef struct passant_action {
    uint8_t from;
    uint8_t to;
    uint8_t victim;    /* the piece to take off the board; not `to` for en passant */
    uint8_t rook_from; /* castling: the rook */
    uint8_t rook_to;
    uint8_t promotion; /* the piece that the pawn becomes, or PASSANT_NO_PIECE */
} passant_action;

/*
 * Writes the legal moves and how many there are. With room for fewer, the status is PASSANT_ERROR_ROOM, `count` is the number
 * that is needed, and what `moves` holds means nothing. With `room` 0, `moves` may be NULL.
 */
passant_status passant_list_moves(const passant_position *position, passant_move *moves, size_t room, size_t *count);

/* Plays a move, if it is legal. `undo` may be NULL. */
passant_status passant_make(passant_position *position, passant_move move, passant_undo *undo);

/* Takes back the last move, with the undo that passant_make wrote. Any other undo is PASSANT_ERROR_UNDO. */
passant_status passant_unmake(passant_position *position, const passant_undo *undo);

/* Stores the action that makes a legal move by hand. */
passant_status passant_get_action(const passant_position *position, passant_move move, passant_action *action);

/* The report of a board's sensors since the position. */
typedef struct passant_sensors {
    uint64_t occupied; /* the squares with a piece now */
    uint64_t lifted;   /* the squares from which a piece was lifted, even if one stands there again; more do no harm */
} passant_sensors;

/*
 * The legal moves that explain what sensors saw. Writes every candidate: none while a move is half done, one when it is clear,
 * four for a promotion, the queen first. Room for PASSANT_MAX_MOVES is always enough; with less, as for passant_list_moves.
 */
passant_status passant_infer_moves(const passant_position *position, const passant_sensors *seen, passant_move *moves,
                                   size_t room, size_t *count);

/* The ways in which SAN writes an en passant capture. */
enum passant_suffix {
    PASSANT_PLAIN = 0,  /* exd6 */
    PASSANT_WITH_EP = 1 /* exd6 e.p. */
};

/* Writes a legal move in SAN, such as Nf3 or exd6 e.p., and its length; `length` may be NULL. */
passant_status passant_write_san(const passant_position *position, passant_move move, uint8_t suffix, char *buffer,
                                 size_t size, size_t *length);

/* Writes a legal move in UCI notation, such as g1f3; castling is king takes rook in Chess960 only. */
passant_status passant_write_uci(const passant_position *position, passant_move move, char *buffer, size_t size,
                                 size_t *length);

/* Reads a move in UCI notation or SAN: the legal move that is meant. */
passant_status passant_read_move(const passant_position *position, const char *text, size_t length, passant_move *move);

/* ------------------------------------------------------------------ games */

/* The result of a game. The last two only end it if a player claims the draw. */
enum passant_result {
    PASSANT_OPEN = 0,
    PASSANT_WHITE_MATES = 1,
    PASSANT_BLACK_MATES = 2,
    PASSANT_STALEMATE = 3,
    PASSANT_MATERIAL = 4,
    PASSANT_SEVENTY_FIVE_MOVES = 5,
    PASSANT_FIVEFOLD_REPETITION = 6,
    PASSANT_FIFTY_MOVES = 7,
    PASSANT_THREEFOLD_REPETITION = 8
};

/*
 * The key of a position: equal for positions that are the same by the Laws of Chess (9.2.3), where an en passant right counts
 * only if a capture is legal, and otherwise different but for one pair in 2^64.
 */
passant_status passant_get_key(const passant_position *position, uint64_t *key);

/*
 * Stores the number of times the position has occurred: 1 for a new one. `keys` are those of the earlier positions of the
 * game, oldest first, without this one; those before the last capture or pawn move may be left out. With `count` 0, `keys`
 * may be NULL.
 */
passant_status passant_count_occurrences(const passant_position *position, const uint64_t *keys, size_t count,
                                         size_t *occurrences);

/* Stores how the game has ended, as far as the position and these keys show. */
passant_status passant_get_result(const passant_position *position, const uint64_t *keys, size_t count,
                                  uint8_t *result);

/* A sentence about a result. */
const char *passant_result_text(uint8_t result);

/*
 * Counts the lines of `depth` legal moves. `moves` is memory for the moves of one line, about 40 for each ply but the last; if
 * it is too small, the status is PASSANT_ERROR_ROOM. Takes about 100 bytes of stack for each ply, and as long as the count
 * takes. An archive built without the feature `perft` does not have it.
 */
passant_status passant_perft(passant_position *position, uint8_t depth, passant_move *moves, size_t room,
                             uint64_t *nodes);

#ifdef __cplusplus
}
#endif

/* The sizes on which the library relies. */
typedef char passant_check_position[sizeof(passant_position) == PASSANT_POSITION_SIZE ? 1 : -1];
typedef char passant_check_setup[sizeof(passant_setup) == 74 ? 1 : -1];

#endif
