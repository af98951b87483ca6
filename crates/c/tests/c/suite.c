/* Reads FENs, a line each, and prints a line about each, until an empty line. */
#include "answer.h"
#include "console.h"
#include "passant.h"

int main(void) {
    char fen[PASSANT_FEN_SIZE];
    char line[LINE_SIZE];
    int passed = 1;
    console_print("ready\n");
    for (;;) {
        size_t length = 0;
        int byte = console_read();
        while (byte >= 0 && byte != '\n') {
            if (length < sizeof fen) fen[length++] = (char)byte;
            byte = console_read();
        }
        if (length == 0) break;
        passed &= answer(fen, length, line);
        console_print(line);
        console_print("\n");
    }
    console_end(passed);
    return 0;
}
