/* A small engine: 8x8 array, moves by trial. It generates moves by rules of its own, which engine_test.c checks. */
#ifndef ENGINE_H
#define ENGINE_H

#include <stdint.h>

typedef struct board {
    char square[64];     /* a1, b1, ... h8: a letter of PNBRQKpnbrqk, or '.' */
    int is_black;        /* who is to move */
    int castling;        /* bits: 1 White kingside, 2 queenside, 4 and 8 the same for Black */
    int en_passant;      /* the square that a pawn has just passed over, or -1 */
} board;

typedef struct board_move {
    uint8_t from, to;
    char promotion; /* one of nbrq, or 0 */
} board_move;

/* Sets up a FEN; returns 0 if it is none. */
int board_set(board *it, const char *fen);

/* Writes the legal moves, at most 256, and returns how many there are. */
int board_moves(const board *it, board_move *moves);

/* Plays a legal move. */
void board_play(board *it, board_move move);

/* Writes a move in UCI notation; room for six characters. */
void board_write(board_move move, char *text);

/* Counts the lines of `depth` moves. */
uint64_t board_perft(const board *it, int depth);

#endif
