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

static const char *set(char *text) {
    char *moves = strstr(text, " moves");
    if (moves) *moves++ = 0;
    if (!engine_set(strncmp(text, "fen ", 4) ? START : text + 4)) return "error badfen";
    played = 0;
    if (moves) strtok(moves, " ");
    for (char *move; moves && (move = strtok(NULL, " "));)
        if (!play(move)) return "error illegal";
    return "ok";
}

static const char *position(char *text) {
    const char *end = set(text);
    return strcmp(end, "ok") ? end : fen();
}

static char answered[16];

static const char *text(const char *word, bool is_known) {
    return is_known ? printf("%s %s\n", word, answered), "ok" : "error illegal";
}

/* The other position is set up in the other game. */
static const char *same(char *other) {
    int before = played;
    engine_swap();
    const char *end = set(other);
    if (!strcmp(end, "ok")) printf("same %s\n", engine_same() ? "yes" : "no");
    engine_swap();
    return played = before, end;
}

static const char *answer(char *request, char *rest) {
    if (!strcmp(request, "passant") && !strcmp(rest, "1"))
        return "passant 1 name \"example 1.0\" can=moves,divide,play,undo,fen,legal,victim,san,parse,key,same,occurrences\nok";
    if (!strcmp(request, "moves")) return divide(0, "move %s\n"), "ok";
    if (!strcmp(request, "divide")) return printf("total %llu\n", divide(atoi(rest), "move %s %llu\n")), "ok";
    if (!strcmp(request, "position")) return position(rest);
    if (!strcmp(request, "play")) return play(rest) ? fen() : "error illegal";
    if (!strcmp(request, "undo")) return played ? engine_undo(), played--, fen() : "error usage";
    if (!strcmp(request, "legal")) return printf("legal %s\n", engine_legal(rest) ? "yes" : "no"), "ok";
    if (!strcmp(request, "victim")) return text("victim", engine_victim(rest, answered));
    if (!strcmp(request, "san")) return text("san", engine_san(rest, answered));
    if (!strcmp(request, "parse")) return text("move", engine_parse(rest, answered));
    if (!strcmp(request, "key")) return printf("key %016llx\n", engine_key()), "ok";
    if (!strcmp(request, "same")) return same(rest);
    if (!strcmp(request, "occurrences")) return printf("occurrences %d\n", engine_occurrences()), "ok";
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
