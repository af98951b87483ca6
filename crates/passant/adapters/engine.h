/* The functions that adapter.c calls. Write the first five for your engine, and those of the others that it supports.
   Delete the rest here and in adapter.c. Moves are in UCI notation. */
#include <stdbool.h>

/* Sets up a position. False: the engine refuses it. */
bool engine_set(const char *fen);

/* Writes the legal moves and returns their number. */
int engine_moves(char moves[256][6]);

/* Plays a move. False: the move is illegal. */
bool engine_play(const char *move);

/* Takes back the last move. */
void engine_undo(void);

/* Writes the position as a FEN of at most 127 characters. */
void engine_fen(char *fen);

/* Whether this single move is legal. */
bool engine_legal(const char *move);

/* Writes the square of the piece that a legal move captures, or "none". False: the move is illegal. */
bool engine_victim(const char *move, char square[16]);

/* Writes a legal move in SAN. False: the move is illegal. */
bool engine_san(const char *move, char text[16]);

/* Writes the move that a text in SAN means. False: there is none. */
bool engine_parse(const char *text, char move[16]);

/* A number that is the same for the same position. */
unsigned long long engine_key(void);

/* How many times the position has occurred since the setup, including now. */
int engine_occurrences(void);

/* Switches to the other of two games. */
void engine_swap(void);

/* Whether the engine takes the positions of the two games for the same. */
bool engine_same(void);
