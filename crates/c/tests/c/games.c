/*
 * Reads games, a line each, until an empty line: a FEN and perhaps `moves` with moves in UCI notation and `undo`. Prints the
 * FENs under the three conventions, how many times the last position has occurred, and its key in two halves.
 */
#include "console.h"
#include "passant.h"

#define PLIES 256

static passant_position position;
static passant_undo undos[PLIES];
static uint64_t keys[PLIES];

static int is_end; /* of a line */

/* Reads a word of at most 95 characters; returns its length. */
static size_t read_word(char *word) {
    size_t length = 0;
    int byte = console_read();
    while (byte >= 0 && byte != '\n' && byte != ' ') {
        if (length < PASSANT_FEN_SIZE - 2) word[length++] = (char)byte;
        byte = console_read();
    }
    word[length] = 0;
    is_end = byte != ' ';
    return length;
}

static int is_word(const char *word, const char *other) {
    while (*word != 0 && *word == *other) word++, other++;
    return *word == *other;
}

static void print_number(uint32_t number) {
    char digits[12];
    char *first = digits + 11;
    *first = 0;
    do {
        *--first = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    console_print(" ");
    console_print(first);
}

/* Reads and sets up the FEN, up to the end of the line or the word `moves`; returns how long it was, or -1 if it is none. */
static int read_fen(void) {
    char fen[PASSANT_FEN_SIZE], word[PASSANT_FEN_SIZE];
    size_t length = 0, i;
    do {
        size_t more = read_word(word);
        if (is_word(word, "moves")) break;
        if (length + more + 1 >= sizeof fen) return -1;
        if (length != 0) fen[length++] = ' ';
        for (i = 0; i < more; i++) fen[length++] = word[i];
    } while (!is_end);
    if (length == 0) return 0;
    return passant_set_fen(&position, fen, length, PASSANT_REPAIR) == PASSANT_OK ? (int)length : -1;
}

/* Plays the rest of the line; returns how many moves lead to its end, or -1 if one is not legal. */
static int play_line(void) {
    int plies = 0;
    while (!is_end) {
        char word[PASSANT_FEN_SIZE];
        passant_move move;
        size_t length = read_word(word);
        if (is_word(word, "undo")) {
            if (plies == 0 || passant_unmake(&position, &undos[--plies]) != PASSANT_OK) return -1;
            continue;
        }
        if (plies == PLIES || passant_get_key(&position, &keys[plies]) != PASSANT_OK) return -1;
        if (passant_read_move(&position, word, length, &move) != PASSANT_OK) return -1;
        if (passant_make(&position, move, &undos[plies++]) != PASSANT_OK) return -1;
    }
    return plies;
}

static int print_answer(int plies) {
    char fen[PASSANT_FEN_SIZE];
    size_t occurrences;
    uint64_t key;
    uint8_t convention;
    for (convention = PASSANT_ALWAYS; convention <= PASSANT_LEGAL; convention++) {
        if (passant_get_fen(&position, convention, fen, sizeof fen, NULL) != PASSANT_OK) return 0;
        console_print(fen);
        console_print(";");
    }
    if (passant_count_occurrences(&position, keys, (size_t)plies, &occurrences) != PASSANT_OK) return 0;
    if (passant_get_key(&position, &key) != PASSANT_OK) return 0;
    print_number((uint32_t)occurrences);
    print_number((uint32_t)(key >> 32));
    print_number((uint32_t)key);
    console_print("\n");
    return 1;
}

int main(void) {
    console_print("ready\n");
    for (;;) {
        int plies, length = read_fen();
        if (length == 0) break;
        plies = length < 0 ? -1 : play_line();
        if (plies < 0 || !print_answer(plies)) {
            console_print("wrong\n");
            console_end(0);
        }
    }
    console_end(1);
    return 0;
}
