/* Speaks `passant 1` (README.md) for the engine behind engine.h: cc adapter.c your_engine.c -o adapter */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "engine.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
static int played; /* how many moves can be taken back */

static bool play(const char *move) { return engine_play(move) && ++played; }

static const char *fen(void) { char fen[128]; engine_fen(fen); printf("fen %s\n", fen); return "ok"; }

static unsigned long long divide(int depth, const char *line) {
    char moves[256][6];
    unsigned long long total = 0, nodes = 1;
    for (int i = 0, count = engine_moves(moves); i < count; i++, total += nodes) {
        if (depth > 1 && engine_play(moves[i])) { nodes = divide(depth - 1, ""); engine_undo(); }
        printf(line, moves[i], nodes);
    }
    return total;
}

static const char *position(char *text) {
    char *moves = strstr(text, " moves");
    if (moves) *moves++ = 0;
    if (!engine_set(strncmp(text, "fen ", 4) ? START : text + 4)) return "error badfen";
    played = 0;
    if (moves) strtok(moves, " ");
    for (char *move; moves && (move = strtok(NULL, " "));)
        if (!play(move)) return "error illegal";
    return fen();
}

static const char *answer(char *request, char *rest) {
    if (!strcmp(request, "passant") && !strcmp(rest, "1"))
        return "passant 1 name \"example 1.0\" can=moves,divide,play,undo,fen\nok";
    if (!strcmp(request, "moves")) return divide(0, "move %s\n"), "ok";
    if (!strcmp(request, "divide")) return printf("total %llu\n", divide(atoi(rest), "move %s %llu\n")), "ok";
    if (!strcmp(request, "position")) return position(rest);
    if (!strcmp(request, "play")) return play(rest) ? fen() : "error illegal";
    if (!strcmp(request, "undo")) return played ? engine_undo(), played--, fen() : "error usage";
    return strcmp(request, "fen") ? "error unsupported" : fen();
}

int main(void) {
    static char line[1 << 14];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        char *rest = line + strcspn(line, " ");
        if (*rest) *rest++ = 0;
        if (!strcmp(line, "quit")) break;
        puts(answer(line, rest));
        fflush(stdout);
    }
}
