// A board with sensors and lights. `Hardware` is the part that differs between boards: the functions declared first.
#include <passant.h>

uint64_t read_sensors();              // the squares with a piece, bit 0 is a1
void show_lights(uint64_t squares);   // the squares to light
void show_text(const char *text);     // a line on the display

static passant_position position;
static uint64_t seen, lifted;

static void start() {
    passant_set_initial(&position);
    passant_get_occupied(&position, &seen);
    lifted = 0;
}

static void play(passant_move move) {
    char text[PASSANT_SAN_SIZE];
    uint8_t result;
    passant_write_san(&position, move, PASSANT_WITH_EP, text, sizeof text, nullptr); // "exd6 e.p."
    passant_make(&position, move, nullptr);
    show_text(text);
    show_lights(0);
    lifted = 0;
    passant_get_result(&position, nullptr, 0, &result);
    if (result != PASSANT_OPEN) show_text(passant_result_text(result));
}

// Call this again and again.
static void look() {
    passant_move moves[4]; // a promotion has four: the queen is the first
    size_t count = 0;
    uint64_t now = read_sensors(), targets = 0;
    if (now == seen) return;
    for (uint8_t square = 0; square < 64; square++) {
        if (!PASSANT_HAS(seen & ~now, square)) continue;
        lifted |= PASSANT_BIT(square);
        passant_get_targets(&position, square, &targets);
        show_lights(targets); // where the lifted piece may go, the en passant square included
    }
    seen = now;
    const passant_sensors sensors = {now, lifted};
    if (passant_infer_moves(&position, &sensors, moves, 4, &count) == PASSANT_OK && count != 0) play(moves[0]);
}
