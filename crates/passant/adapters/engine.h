/* What adapter.c wants of an engine: write the first five in terms of yours, and of the others those that it has an
   answer of its own for; what it has not, delete here and in adapter.c. Moves are in UCI notation. */
#include <stdbool.h>

/* Sets up a position. False: the engine refuses it. */
bool engine_set(const char *fen);

/* Writes the legal moves and gives their number. */
int engine_moves(char moves[256][6]);

/* Plays a move. False: it is not legal here. */
bool engine_play(const char *move);

/* Takes back the last move that was played. */
void engine_undo(void);

/* Writes the position as FEN, at most 127 characters. */
void engine_fen(char *fen);

/* Whether a move is legal, when it is asked about this one. */
bool engine_legal(const char *move);

/* Where the man stands that a legal move takes: a square, or "none". False: the move is not legal. */
bool engine_victim(const char *move, char square[16]);

/* A legal move in SAN. False: the move is not legal. */
bool engine_san(const char *move, char text[16]);

/* The move that a text in SAN means. False: none. */
bool engine_parse(const char *text, char move[16]);

/* The same number for the same position. */
unsigned long long engine_key(void);

/* How many times the position has occurred since it was set up, now included. */
int engine_occurrences(void);

/* Goes on with the other of two games. */
void engine_swap(void);

/* Whether the positions of the two games are taken for the same. */
bool engine_same(void);
