#include "answer.h"
#include "passant.h"

/*
 * With SMALL, for a chip with 2 KB of memory, only leaves and verdicts are asked for, and the sum is 0. Three plies of each
 * position of the suites have room.
 */
#ifdef SMALL
#define ROOM 128
#else
#define ROOM 150
#endif

/* Appends to a line. */
static char *put(char *line, const char *text) {
    while (*text != 0) *line++ = *text++;
    *line = 0;
    return line;
}

static char *put_number(char *line, uint32_t number) {
    char digits[11];
    char *first = digits + 10;
    *first = 0;
    do {
        *--first = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    return put(line, first);
}

#ifndef SMALL
/* Counts by making and taking back every move. */
static uint32_t count(passant_position *position, int depth, passant_move *moves, size_t room) {
    size_t number, i;
    uint32_t leaves = 0;
    if (depth == 0) return 1;
    if (passant_list_moves(position, moves, room, &number) != PASSANT_OK) return 0;
    for (i = 0; i < number; i++) {
        passant_undo undo;
        if (passant_make(position, moves[i], &undo) != PASSANT_OK) return 0;
        leaves += count(position, depth - 1, moves + number, room - number);
        if (passant_unmake(position, &undo) != PASSANT_OK) return 0;
    }
    return leaves;
}

/* FNV-1a. */
static uint32_t sum_of(uint32_t sum, const void *data, size_t length) {
    const unsigned char *byte = (const unsigned char *)data;
    while (length-- != 0) sum = (sum ^ *byte++) * 16777619u;
    return sum;
}

/* Whether the board with sensors finds a move: what is occupied after it, and what the player lifted. */
static int is_inferred(passant_position *position, passant_move move, passant_move *room) {
    passant_action action;
    passant_undo undo;
    passant_sensors seen;
    size_t number, i;
    if (passant_get_action(position, move, &action) != PASSANT_OK) return 0;
    seen.lifted = PASSANT_BIT(action.from);
    if (action.victim != PASSANT_NO_SQUARE) seen.lifted |= PASSANT_BIT(action.victim);
    if (action.rook_from != PASSANT_NO_SQUARE) seen.lifted |= PASSANT_BIT(action.rook_from);
    if (passant_make(position, move, &undo) != PASSANT_OK) return 0;
    if (passant_get_occupied(position, &seen.occupied) != PASSANT_OK) return 0;
    if (passant_unmake(position, &undo) != PASSANT_OK) return 0;
    if (passant_infer_moves(position, &seen, room, PASSANT_MAX_MOVES, &number) != PASSANT_OK) return 0;
    for (i = 0; i < number; i++) {
        if (room[i] == move) return 1;
    }
    return 0;
}

/* Adds a move in both notations, which must be read back, to the sum. */
static int add_move(passant_position *position, passant_move move, uint32_t *sum) {
    char text[PASSANT_SAN_SIZE];
    size_t length;
    passant_move same;
    if (passant_write_san(position, move, PASSANT_WITH_EP, text, sizeof text, &length) != PASSANT_OK) return 0;
    *sum = sum_of(*sum, text, length);
    if (passant_read_move(position, text, length, &same) != PASSANT_OK || same != move) return 0;
    if (passant_write_uci(position, move, text, sizeof text, &length) != PASSANT_OK) return 0;
    *sum = sum_of(*sum, text, length);
    return passant_read_move(position, text, length, &same) == PASSANT_OK && same == move;
}

/* Adds the FENs and the key, the lowest byte first. */
static int add_texts(const passant_position *position, uint32_t *sum) {
    char fen[PASSANT_FEN_SIZE];
    uint64_t key;
    size_t length;
    uint8_t convention, byte;
    int i;
    for (convention = PASSANT_ALWAYS; convention <= PASSANT_LEGAL; convention++) {
        if (passant_get_fen(position, convention, fen, sizeof fen, &length) != PASSANT_OK) return 0;
        *sum = sum_of(*sum, fen, length);
    }
    if (passant_get_key(position, &key) != PASSANT_OK) return 0;
    for (i = 0; i < 8; i++) {
        byte = (uint8_t)(key >> (8 * i));
        *sum = sum_of(*sum, &byte, 1);
    }
    return 1;
}

/* Chips have no <string.h>. */
static int is_same(const passant_position *one, const passant_position *other) {
    size_t i;
    for (i = 0; i < PASSANT_POSITION_SIZE / 4; i++) {
        if (one->opaque[i] != other->opaque[i]) return 0;
    }
    return 1;
}

static int add_moves(passant_position *position, uint32_t *sum) {
    passant_move moves[ROOM], room[PASSANT_MAX_MOVES];
    passant_position before = *position;
    size_t number, i;
    if (passant_list_moves(position, moves, ROOM, &number) != PASSANT_OK) return 0;
    for (i = 0; i < number; i++) {
        if (!add_move(position, moves[i], sum) || !is_inferred(position, moves[i], room)) return 0;
    }
    return is_same(position, &before);
}
#endif

/* The leaves, counted by the library and here. */
static char *put_counts(char *line, passant_position *position) {
    passant_move moves[ROOM];
    int depth;
    for (depth = 1; depth <= 3; depth++) {
        uint64_t nodes;
        if (passant_perft(position, (uint8_t)depth, moves, ROOM, &nodes) != PASSANT_OK) return NULL;
#ifndef SMALL
        if (depth <= 2 && count(position, depth, moves, ROOM) != nodes) return NULL;
#endif
        line = put(put_number(line, (uint32_t)nodes), " ");
    }
    return line;
}

int answer(const char *fen, size_t length, char *line) {
    passant_position position;
    passant_right right;
    uint8_t square, verdict;
    uint32_t sum = 0;
    char *end;
    if (passant_set_fen(&position, fen, length, PASSANT_REPAIR) != PASSANT_OK) return put(line, "no position"), 0;
    end = put_counts(line, &position);
    if (end == NULL) return put(line, "counts"), 0;
    if (passant_get_en_passant(&position, &right) != PASSANT_OK) return put(line, "right"), 0;
    for (square = 0; square < 64; square++) {
        if (!PASSANT_HAS(right.capturers, square)) continue;
        if (passant_judge(&position, square, &verdict) != PASSANT_OK) return put(line, "verdict"), 0;
        if ((verdict == PASSANT_LEGAL_CAPTURE) != PASSANT_HAS(right.legal, square)) return put(line, "legal"), 0;
        end = put(put_number(put(put_number(end, square), ":"), verdict), " ");
    }
#ifndef SMALL
    sum = 2166136261u;
    if (!add_texts(&position, &sum)) return put(line, "texts"), 0;
    if (!add_moves(&position, &sum)) return put(line, "moves"), 0;
#endif
    put_number(end, sum);
    return 1;
}
