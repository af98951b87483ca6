/* The image that is measured: a FEN, a perft, and the stack of a perft to depth 6, as the program `measure` in Rust. */
#include "console.h"
#include "passant.h"

#ifdef __AVR__
#define ROOM 160
#else
#define ROOM 256
#endif

static int passed = 1;

static void print_number(const char *name, uint32_t number) {
    char digits[12];
    char *first = digits + 11;
    *first = 0;
    *--first = '\n';
    do {
        *--first = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    console_print(name);
    console_print(first);
}

static void count(const char *name, const char *fen, size_t length, uint8_t depth, uint32_t expected) {
    passant_position position;
    passant_move moves[ROOM];
    uint64_t nodes = 0;
    passed &= passant_set_fen(&position, fen, length, PASSANT_STRICT) == PASSANT_OK;
    passed &= passant_perft(&position, depth, moves, ROOM, &nodes) == PASSANT_OK && nodes == expected;
    print_number(name, (uint32_t)nodes);
}

static void count_deep(void) {
    static const char fen[] = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    count("perft 6 ", fen, sizeof fen - 1, 6, 764643);
}

int main(void) {
    static const char kiwipete[] = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    count("bulk ", kiwipete, sizeof kiwipete - 1, 3, 97862);
    print_number("stack ", console_stack(count_deep));
    console_end(passed);
    return 0;
}
