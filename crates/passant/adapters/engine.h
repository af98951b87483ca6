/* What adapter.c wants of an engine: write these five in terms of yours. Moves are in UCI notation. */
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
