// The board of example/board.cpp, with sensors, lights and a display that this test moves and reads.
#include "../../example/board.cpp"

#include <cstdio>
#include <string>

static uint64_t sensors, lights;
static std::string display;
static int failures;

uint64_t read_sensors() { return sensors; }
void show_lights(uint64_t squares) { lights = squares; }
void show_text(const char *text) { display = text; }

static void expect(bool condition, const char *what) {
    if (!condition) {
        std::printf("expected %s; the display shows %s\n", what, display.c_str());
        failures++;
    }
}

static void lift(uint8_t square) {
    sensors &= ~PASSANT_BIT(square);
    look();
}

static void put(uint8_t square) {
    sensors |= PASSANT_BIT(square);
    look();
}

static void move(char from_file, int from_rank, char to_file, int to_rank) {
    lift(PASSANT_SQUARE(from_file, from_rank));
    put(PASSANT_SQUARE(to_file, to_rank));
}

int main() {
    sensors = 0xFFFF00000000FFFFu;
    start();
    move('e', 2, 'e', 4);
    expect(display == "e4", "e4");
    move('a', 7, 'a', 6);
    move('e', 4, 'e', 5);
    move('d', 7, 'd', 5);
    expect(display == "d5", "d5");
    lift(PASSANT_SQUARE('e', 5));
    expect(lights == (PASSANT_BIT(PASSANT_SQUARE('e', 6)) | PASSANT_BIT(PASSANT_SQUARE('d', 6))), "lights on e6 and d6");
    put(PASSANT_SQUARE('d', 6));
    expect(display == "d5", "no move while the victim stands on its square");
    lift(PASSANT_SQUARE('d', 5));
    expect(display == "exd6 e.p." && lights == 0, "exd6 e.p.");
    // Fool's mate.
    sensors = 0xFFFF00000000FFFFu;
    start();
    move('f', 2, 'f', 3);
    move('e', 7, 'e', 5);
    move('g', 2, 'g', 4);
    move('d', 8, 'h', 4);
    expect(display == "checkmate, Black wins", "mate");
    return failures != 0;
}
