/* Connects the engine of engine.h to passant; see README.md. cc adapter.c your_engine.c -o adapter */
#include <stdio.h>
#include <string.h>
#include "engine.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
static int played; /* the number of moves that can be taken back */

static bool play(const char *move) { return engine_play(move) && ++played; }

static const char *fen(void) { char fen[128]; engine_fen(fen); printf("fen %s\n", fen); return "ok"; }

static const char *moves(void) {
    char moves[256][6];
    for (int i = 0, count = engine_moves(moves); i < count; i++) printf("move %s\n", moves[i]);
    return "ok";
}

static const char *set(char *text) {
    char *moves = strstr(text, " moves");
    if (moves) *moves++ = 0;
    if (!engine_set(strncmp(text, "fen ", 4) ? START : text + 4)) return "error badfen";
    played = 0;
    for (char *move = moves ? strtok(moves, " ") : NULL; move && (move = strtok(NULL, " "));)
        if (!play(move)) return "error illegal";
    return "ok";
}

static const char *position(char *text) {
    const char *end = set(text);
    return strcmp(end, "ok") ? end : fen();
}

static const char *reread(void) {
    char written[128];
    engine_fen(written);
    played = 0;
    return engine_set(written) ? fen() : "error badfen";
}

static const char *text(const char *word, bool ask(const char *, char *), const char *asked) {
    char answer[16];
    return ask(asked, answer) ? printf("%s %s\n", word, answer), "ok" : "error illegal";
}

/* Sets up the other position in the other game. */
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
        return "passant 1 name \"example 1.0\" can=moves,play,undo,reread,fen,legal,victim,san,parse,key,same,occurrences\nok";
    if (!strcmp(request, "moves")) return moves();
    if (!strcmp(request, "position")) return position(rest);
    if (!strcmp(request, "play")) return play(rest) ? fen() : "error illegal";
    if (!strcmp(request, "undo")) return played ? engine_undo(), played--, fen() : "error usage";
    if (!strcmp(request, "reread")) return reread();
    if (!strcmp(request, "legal")) return printf("legal %s\n", engine_legal(rest) ? "yes" : "no"), "ok";
    if (!strcmp(request, "victim")) return text("victim", engine_victim, rest);
    if (!strcmp(request, "san")) return text("san", engine_san, rest);
    if (!strcmp(request, "parse")) return text("move", engine_parse, rest);
    if (!strcmp(request, "key")) return printf("key %016llx\n", engine_key()), "ok";
    if (!strcmp(request, "same")) return same(rest);
    if (!strcmp(request, "occurrences")) return printf("occurrences %d\n", engine_occurrences()), "ok";
    return strcmp(request, "fen") ? printf("error unsupported "), request : fen();
}

int main(void) {
    static char line[1 << 14];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        char *rest = line + strcspn(line, " ");
        if (*rest) *rest++ = 0;
        if (!strcmp(line, "quit")) break;
        puts(answer(line, rest)), fflush(stdout);
    }
}
