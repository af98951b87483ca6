/*
 * Random and hostile calls: null pointers, pointers that are not aligned, buffers of every size and in the memory of the
 * position, foreign bytes, positions that were overwritten, and positions with a forged checksum. The first argument is the
 * number of calls, the second the seed.
 */
#include "passant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORDS (PASSANT_POSITION_SIZE / 4)
#define GUARD 32

static uint64_t state;
static unsigned long calls;

static uint32_t random_number(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32);
}

static uint32_t below(uint32_t limit) { return random_number() % limit; }

static void demand(int condition, const char *what) {
    if (!condition) {
        printf("call %lu: %s\n", calls, what);
        exit(1);
    }
}

/* Memory between guards, which are looked at after each call. */
struct guarded {
    unsigned char *all;
    size_t size;
};

static struct guarded guarded_new(size_t size) {
    struct guarded it;
    it.size = size;
    it.all = (unsigned char *)malloc(size + 2 * GUARD);
    if (it.all == NULL) exit(2);
    memset(it.all, 0xA5, size + 2 * GUARD);
    return it;
}

static void guarded_check(const struct guarded *it) {
    size_t i;
    for (i = 0; i < GUARD; i++) {
        demand(it->all[i] == 0xA5 && it->all[GUARD + it->size + i] == 0xA5, "wrote outside of a buffer");
    }
}

/* What the calls use: positions, of which some are damaged, and a buffer. */
static struct guarded positions[4];
static struct guarded buffer;
static passant_undo undo;
static passant_move last_move;

/* Whether checksums are forged, after which errors may leave anything; whether the results of a call are in the buffer. */
static int is_forging, is_apart;

/* The checksum of src/stored.rs. */
static void forge(passant_position *position) {
    uint32_t seal = 0x70617373u;
    int i;
    for (i = 0; i < WORDS - 1; i++) {
        seal = (seal ^ position->opaque[i]) * 0x9E3779B1u;
        seal = seal << 13 | seal >> 19;
    }
    position->opaque[WORDS - 1] = seal;
}

static const char *const fens[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1",
    "8/8/8/8/1k1PpN1R/8/8/4K3 b - d3 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 99 50",
    "4k3/P6P/8/8/8/8/p6p/4K3 w - - 149 65535",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w K e6 0 1",
    "7k/8/8/8/8/8/8/K6R w - - 65535 1",
    "1k6/8/8/8/8/8/4K3/R6R w - - 0 1",
};
#define FENS (sizeof fens / sizeof *fens)

static const char *const texts[] = {"e2e4", "Nf3", "exd6 e.p.", "O-O-O", "Rd1", "e4 e.p.", "0000", "a7a8q", "c5d6", "cxd6 e.p.", "e1g1", "", "e", "x"};
#define TEXTS (sizeof texts / sizeof *texts)

/* A position: usually one that was set up, else null, not aligned, or in the middle of the buffer. */
static passant_position *any_position(void) {
    uint32_t kind = below(64);
    if (kind == 0) return NULL;
    if (kind == 1) return (passant_position *)(void *)(positions[0].all + GUARD + 1);
    return (passant_position *)(void *)(positions[below(4)].all + GUARD);
}

/* Memory for `size` bytes of a result: usually in the buffer, else null or in the memory of a position. */
static void *any_place(size_t size) {
    uint32_t kind = below(32);
    if (kind == 0) return NULL;
    if (kind == 1 && size <= PASSANT_POSITION_SIZE) {
        is_apart = 0;
        return positions[below(4)].all + GUARD + below((uint32_t)(PASSANT_POSITION_SIZE - size + 1));
    }
    return buffer.all + GUARD + (below(8) == 0 ? below(8) : 8 * below(4));
}

static uint8_t any_byte(uint32_t usual) { return (uint8_t)(below(16) == 0 ? below(256) : below(usual)); }

static uint64_t any_set(void) { return (uint64_t)random_number() << 32 | random_number(); }

static passant_move any_move(const passant_position *position) {
    passant_move moves[PASSANT_MAX_MOVES];
    size_t count;
    if (below(4) == 0) return (passant_move)random_number();
    if (below(4) == 0) return last_move;
    if (passant_list_moves(position, moves, PASSANT_MAX_MOVES, &count) != PASSANT_OK || count == 0) return 0;
    return moves[below((uint32_t)count)];
}

/* A text of its exact length, so that the sanitizer notices a read behind its end; perhaps with foreign bytes. */
static char *any_text(const char *const *some, size_t number, size_t *length) {
    const char *text = some[below((uint32_t)number)];
    char *copy;
    size_t i;
    *length = strlen(text);
    if (below(8) == 0) *length = below((uint32_t)*length + 1);
    copy = (char *)malloc(*length + 1);
    if (copy == NULL) exit(2);
    copy = (char *)realloc(copy, *length == 0 ? 1 : *length);
    memcpy(copy, text, *length);
    for (i = below(8); i < 2 && *length != 0; i++) copy[below((uint32_t)*length)] = (char)random_number();
    return copy;
}

/* Damages a position, in one word in a way that must be noticed, or in any way with a forged checksum. */
static void damage(void) {
    passant_position *position = (passant_position *)(void *)(positions[below(4)].all + GUARD);
    uint8_t side;
    uint32_t times = 1 + below(8);
    passant_status before = passant_get_side(position, &side);
    if (!is_forging || below(2) == 0) {
        position->opaque[below(WORDS)] ^= 1u << below(32);
        demand(before != PASSANT_OK || passant_get_side(position, &side) == PASSANT_ERROR_POSITION, "damage is not noticed");
        return;
    }
    if (below(4) == 0) times = WORDS;
    while (times-- != 0) position->opaque[below(WORDS)] = below(2) ? random_number() : below(256);
    forge(position);
    demand(passant_get_side(position, &side) == PASSANT_OK, "the forged checksum is not that of the library");
}

static int set_up(passant_position *position) {
    passant_fault *fault = (passant_fault *)any_place(sizeof(passant_fault));
    uint8_t how = any_byte(2);
    size_t length;
    int status;
    if (below(4) == 0) {
        passant_setup setup;
        size_t i;
        if (passant_get_pieces(position, any_byte(3), &setup) != PASSANT_OK) memset(&setup, (int)below(16), sizeof setup);
        for (i = below(4); i < 3; i++) ((unsigned char *)&setup)[below(sizeof setup)] = any_byte(65);
        if (below(4) == 0) return (int)passant_explain_pieces(&setup, fault);
        return (int)passant_set_pieces(position, below(32) ? &setup : (passant_setup *)any_place(sizeof setup), how);
    }
    if (below(64) == 0) return (int)passant_set_fen(position, (const char *)any_place(60), 60, how);
    {
        char *fen = any_text(fens, FENS, &length);
        status = below(8) ? (int)passant_set_fen(position, fen, length, how) : (int)passant_explain_fen(fen, length, fault);
        free(fen);
    }
    return status;
}

static int look(passant_position *position) {
    uint8_t square = any_byte(64);
    switch (below(8)) {
    case 0: return (int)passant_get_side(position, (uint8_t *)any_place(1));
    case 1: return (int)passant_get_piece(position, square, (uint8_t *)any_place(1));
    case 2: return (int)passant_get_occupied(position, (uint64_t *)any_place(8));
    case 3: return (int)passant_get_checkers(position, (uint64_t *)any_place(8));
    case 4: return (int)passant_get_targets(position, square, (uint64_t *)any_place(8));
    case 5: return (int)passant_get_en_passant(position, (passant_right *)any_place(sizeof(passant_right)));
    case 6: return (int)passant_judge(position, square, (uint8_t *)any_place(1));
    default: return (int)passant_get_pieces(position, any_byte(3), (passant_setup *)any_place(sizeof(passant_setup)));
    }
}

static int infer(const passant_position *position, passant_move *moves, size_t room, size_t *count) {
    passant_sensors seen;
    seen.occupied = any_set();
    seen.lifted = any_set();
    if (below(2) && passant_get_occupied(position, &seen.occupied) == PASSANT_OK) seen.occupied ^= PASSANT_BIT(below(64));
    return (int)passant_infer_moves(position, below(32) ? &seen : (passant_sensors *)any_place(sizeof seen), moves, room, count);
}

static int play(passant_position *position) {
    passant_move move = any_move(position);
    size_t room = below(PASSANT_MAX_MOVES + 1);
    passant_move *moves = (passant_move *)any_place(2 * room);
    size_t *count = (size_t *)any_place(sizeof(size_t));
    last_move = move;
    switch (below(8)) {
    case 0: return (int)passant_list_moves(position, moves, room, count);
    case 1: case 2: return (int)passant_make(position, move, below(16) ? &undo : (passant_undo *)any_place(sizeof undo));
    case 3: case 4:
        if (below(16) == 0) undo.opaque[below(4)] ^= 1u << below(32);
        return (int)passant_unmake(position, below(32) ? &undo : (passant_undo *)any_place(sizeof undo));
    case 5: return (int)passant_get_action(position, move, (passant_action *)any_place(sizeof(passant_action)));
    case 6: return (int)infer(position, moves, room, count);
    default: return (int)passant_perft(position, below(8) ? (uint8_t)below(3) : (uint8_t)(33 + below(200)), moves, room, (uint64_t *)any_place(8));
    }
}

static int write_or_read(passant_position *position) {
    size_t size = below(120), length;
    char *text;
    char *out = (char *)any_place(size);
    size_t *written = (size_t *)any_place(sizeof(size_t));
    int status;
    switch (below(4)) {
    case 0: return (int)passant_get_fen(position, any_byte(3), out, size, written);
    case 1: return (int)passant_write_san(position, any_move(position), any_byte(2), out, size, written);
    case 2: return (int)passant_write_uci(position, any_move(position), out, size, written);
    default:
        text = any_text(texts, TEXTS, &length);
        status = (int)passant_read_move(position, text, length, (passant_move *)any_place(2));
        free(text);
        return status;
    }
}

static int game(passant_position *position) {
    size_t count = below(20);
    uint64_t *keys = (uint64_t *)any_place(8 * count);
    switch (below(4)) {
    case 0: return (int)passant_get_key(position, (uint64_t *)any_place(8));
    case 1: return (int)passant_count_occurrences(position, keys, below(16) ? count : SIZE_MAX / 4, (size_t *)any_place(sizeof(size_t)));
    case 2: return (int)passant_get_result(position, keys, below(16) ? count : SIZE_MAX, (uint8_t *)any_place(1));
    default: return passant_status_text(any_byte(13)) == NULL || passant_fault_text(any_byte(28)) == NULL ||
                    passant_verdict_text(any_byte(7)) == NULL || passant_result_text(any_byte(9)) == NULL;
    }
}

int main(int argc, char **argv) {
    unsigned long wanted = argc > 1 ? strtoul(argv[1], NULL, 10) : 100000;
    unsigned long seen[13] = {0};
    int i;
    state = 0x9E3779B97F4A7C15u + (argc > 2 ? strtoul(argv[2], NULL, 10) : 0);
    for (i = 0; i < 4; i++) {
        positions[i] = guarded_new(PASSANT_POSITION_SIZE);
        passant_set_initial((passant_position *)(void *)(positions[i].all + GUARD));
    }
    buffer = guarded_new(8 * PASSANT_MAX_MOVES);
    for (calls = 0; calls < wanted; calls++) {
        passant_position *position = any_position();
        unsigned char before[4][PASSANT_POSITION_SIZE];
        int status;
        is_forging = wanted / 2 < calls;
        is_apart = 1;
        for (i = 0; i < 4; i++) memcpy(before[i], positions[i].all + GUARD, PASSANT_POSITION_SIZE);
        switch (below(8)) {
        case 0: status = set_up(position); break;
        case 1: status = below(8) ? set_up(position) : (int)passant_set_initial(position); break;
        case 2: status = look(position); break;
        case 3: status = write_or_read(position); break;
        case 4: status = game(position); break;
        default: status = play(position); break;
        }
        demand(0 <= status && status <= PASSANT_ERROR_UNDO, "returned a number that is no status");
        seen[status]++;
        for (i = 0; i < 4 && is_apart && !is_forging && status != PASSANT_OK; i++) {
            demand(memcmp(before[i], positions[i].all + GUARD, PASSANT_POSITION_SIZE) == 0, "an error changed a position");
        }
        if (below(16) == 0) damage();
        for (i = 0; i < 4; i++) guarded_check(&positions[i]);
        guarded_check(&buffer);
    }
    for (i = 0; i <= PASSANT_ERROR_UNDO; i++) {
        printf("%lu %s\n", seen[i], passant_status_text((uint8_t)i));
        demand(seen[i] != 0 || wanted < 100000, "one status was never returned");
    }
    for (i = 0; i < 4; i++) free(positions[i].all);
    free(buffer.all);
    return 0;
}
