/* What is asked about a position. A test writes the same line with the library in Rust. */
#ifndef ANSWER_H
#define ANSWER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Room for a line and its final 0. */
#define LINE_SIZE 64

/*
 * Writes a line about a FEN: the leaves at depth 1, 2 and 3, the verdict about each capturer, and a sum over the moves in
 * both notations, the FENs under the three conventions and the key. Returns 0 if the library contradicts itself; the line
 * then says where.
 */
int answer(const char *fen, size_t length, char *line);

#ifdef __cplusplus
}
#endif

#endif
