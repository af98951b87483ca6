/*
 * The test of an engine, with passant as the oracle: for each FEN of the input the engine's perft must be the library's. Where
 * it is not, the test goes down to the first position whose moves differ, and prints them.
 */
#include "engine.h"
#include "passant.h"

#include <stdio.h>
#include <string.h>

#define ROOM 1000

/* Says which moves are too many or missing. */
static void compare(const board *engine, const passant_position *position) {
    board_move moves[256];
    passant_move legal[PASSANT_MAX_MOVES], same;
    char text[PASSANT_UCI_SIZE], fen[PASSANT_FEN_SIZE];
    int i, number = board_moves(engine, moves);
    size_t count, j;
    passant_get_fen(position, PASSANT_ALWAYS, fen, sizeof fen, NULL);
    printf("%s\n", fen);
    for (i = 0; i < number; i++) {
        board_write(moves[i], text);
        if (passant_read_move(position, text, strlen(text), &same) != PASSANT_OK) printf("  not legal: %s\n", text);
    }
    passant_list_moves(position, legal, PASSANT_MAX_MOVES, &count);
    for (j = 0; j < count; j++) {
        char own[PASSANT_UCI_SIZE];
        int is_found = 0;
        passant_write_uci(position, legal[j], text, sizeof text, NULL);
        for (i = 0; i < number; i++) {
            board_write(moves[i], own);
            is_found |= strcmp(own, text) == 0;
        }
        if (!is_found) printf("  missing: %s\n", text);
    }
}

/* Returns whether all counts are equal. */
static int check(const board *engine, passant_position *position, int depth) {
    static passant_move room[ROOM];
    board_move moves[256];
    char text[PASSANT_UCI_SIZE];
    uint64_t nodes;
    int i, number;
    passant_perft(position, (uint8_t)depth, room, ROOM, &nodes);
    if (board_perft(engine, depth) == nodes) return 1;
    number = board_moves(engine, moves);
    passant_perft(position, 1, room, ROOM, &nodes);
    if (depth == 1 || (uint64_t)number != nodes) return compare(engine, position), 0;
    for (i = 0; i < number; i++) {
        board after = *engine;
        passant_move move;
        passant_undo undo;
        board_write(moves[i], text);
        if (passant_read_move(position, text, strlen(text), &move) != PASSANT_OK) return compare(engine, position), 0;
        board_play(&after, moves[i]);
        passant_make(position, move, &undo);
        if (!check(&after, position, depth - 1)) return 0;
        passant_unmake(position, &undo);
    }
    return 1;
}

int main(void) {
    char fen[200];
    int number = 0;
    while (fgets(fen, sizeof fen, stdin) != NULL) {
        board engine;
        passant_position position;
        fen[strcspn(fen, "\n")] = 0;
        if (passant_set_fen(&position, fen, strlen(fen), PASSANT_REPAIR) != PASSANT_OK) return 2;
        /* The engine believes every FEN, so it gets what the library has repaired. */
        passant_get_fen(&position, PASSANT_ALWAYS, fen, sizeof fen, NULL);
        if (!board_set(&engine, fen)) return 2;
        if (!check(&engine, &position, 3)) return 1;
        number++;
    }
    printf("%d positions\n", number);
    return 0;
}
