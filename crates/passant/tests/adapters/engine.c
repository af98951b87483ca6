/* A small engine for adapter.c, to test the adapter with: a mailbox of 16 × 8 cells, positions are copied, a move is
   legal if nobody can take the king afterwards. Written for this test and sharing nothing with the other generators. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"

typedef struct {
    char cell[128]; /* FEN letters, 0 where empty; square = 16 * rank + file */
    bool white;     /* to move */
    char castling[5];
    int target; /* of en passant, or -1 */
    int halfmoves, number;
} Board;

static Board stack[1024], *now = stack;

static const int KNIGHT[] = {33, 31, 18, 14, -14, -18, -31, -33, 0}, KING[] = {1, -1, 16, -16, 17, 15, -15, -17, 0};
static const int ROOK[] = {1, -1, 16, -16, 0}, BISHOP[] = {17, 15, -15, -17, 0};

static const int *steps(char man) {
    switch (tolower(man)) {
    case 'n': return KNIGHT;
    case 'b': return BISHOP;
    case 'r': return ROOK;
    default: return KING;
    }
}

static bool slides(char man) { return strchr("bBrRqQ", man) != NULL; }

static bool is_of(char man, bool white) { return man && !isupper(man) == !white; }

static bool attacked(const Board *board, int square, bool by_white) {
    for (int from = 0; from < 128; from++) {
        char man = from & 0x88 ? 0 : board->cell[from];
        if (!is_of(man, by_white)) continue;
        int forward = by_white ? 16 : -16;
        if (tolower(man) == 'p') {
            if (square == from + forward + 1 || square == from + forward - 1) return true;
            continue;
        }
        for (const int *step = steps(man); *step; step++)
            for (int to = from + *step; !(to & 0x88); to += *step) {
                if (to == square) return true;
                if (board->cell[to] || !slides(man)) break;
            }
    }
    return false;
}

static int king(const Board *board, bool white) {
    for (int square = 0; square < 128; square++)
        if (!(square & 0x88) && board->cell[square] == (white ? 'K' : 'k')) return square;
    return -1;
}

static void drop_right(Board *board, int square) {
    static const struct { int square; const char *rights; } HOMES[] = {
        {0x00, "Q"}, {0x04, "KQ"}, {0x07, "K"}, {0x70, "q"}, {0x74, "kq"}, {0x77, "k"}};
    for (int i = 0; i < 6; i++)
        for (const char *right = HOMES[i].rights; HOMES[i].square == square && *right; right++) {
            char *found = strchr(board->castling, *right);
            if (found) memmove(found, found + 1, strlen(found));
        }
}

/* Plays a pseudo-legal move. False: it leaves the king in check. */
static bool make(Board *board, int from, int to, char promotion) {
    char man = board->cell[from], taken = board->cell[to];
    bool pawn = tolower(man) == 'p';
    if (pawn && to == board->target) board->cell[to + (board->white ? -16 : 16)] = 0, taken = 'x';
    if (tolower(man) == 'k' && abs(to - from) == 2) {
        int rook = to > from ? from + 3 : from - 4;
        board->cell[(from + to) / 2] = board->cell[rook];
        board->cell[rook] = 0;
    }
    board->cell[to] = promotion ? (board->white ? toupper(promotion) : promotion) : man;
    board->cell[from] = 0;
    board->target = pawn && abs(to - from) == 32 ? (from + to) / 2 : -1;
    drop_right(board, from);
    drop_right(board, to);
    board->halfmoves = pawn || taken ? 0 : board->halfmoves + 1;
    board->number += !board->white;
    board->white = !board->white;
    return !attacked(board, king(board, !board->white), board->white);
}

static int add(char moves[256][6], int count, int from, int to) {
    bool promotes = tolower(now->cell[from]) == 'p' && (to < 0x08 || to >= 0x70);
    for (const char *piece = promotes ? "qrbn" : " "; *piece; piece++) {
        Board after = *now;
        char promotion = promotes ? *piece : 0;
        if (make(&after, from, to, promotion))
            snprintf(moves[count++], 6, "%c%c%c%c%c", 'a' + (from & 7), '1' + (from >> 4), 'a' + (to & 7),
                     '1' + (to >> 4), promotion);
    }
    return count;
}

static int pawn_moves(char moves[256][6], int count, int from) {
    int forward = now->white ? 16 : -16, home = now->white ? 1 : 6;
    if (!now->cell[from + forward]) {
        count = add(moves, count, from, from + forward);
        if (from >> 4 == home && !now->cell[from + 2 * forward]) count = add(moves, count, from, from + 2 * forward);
    }
    for (int side = -1; side <= 1; side += 2) {
        int to = from + forward + side;
        if (!(to & 0x88) && (is_of(now->cell[to], !now->white) || to == now->target)) count = add(moves, count, from, to);
    }
    return count;
}

static int castling_moves(char moves[256][6], int count, int from) {
    for (int side = 1; side >= -1; side -= 2) {
        char right = side > 0 ? 'k' : 'q';
        if (!strchr(now->castling, now->white ? toupper(right) : right)) continue;
        bool open = !attacked(now, from, !now->white) && !attacked(now, from + side, !now->white);
        for (int i = 1; i <= (side > 0 ? 2 : 3); i++) open = open && !now->cell[from + i * side];
        if (open) count = add(moves, count, from, from + 2 * side);
    }
    return count;
}

int engine_moves(char moves[256][6]) {
    int count = 0;
    for (int from = 0; from < 128; from++) {
        char man = from & 0x88 ? 0 : now->cell[from];
        if (!is_of(man, now->white)) continue;
        if (tolower(man) == 'p') { count = pawn_moves(moves, count, from); continue; }
        if (tolower(man) == 'k') count = castling_moves(moves, count, from);
        for (const int *step = steps(man); *step; step++)
            for (int to = from + *step; !(to & 0x88) && !is_of(now->cell[to], now->white); to += *step) {
                count = add(moves, count, from, to);
                if (now->cell[to] || !slides(man)) break;
            }
    }
    return count;
}

bool engine_play(const char *move) {
    char moves[256][6];
    for (int i = 0, count = engine_moves(moves); i < count; i++)
        if (!strcmp(moves[i], move) && now < stack + 1023) {
            now[1] = *now;
            now++;
            return make(now, move[0] - 'a' + 16 * (move[1] - '1'), move[2] - 'a' + 16 * (move[3] - '1'), move[4]);
        }
    return false;
}

void engine_undo(void) { now--; }

bool engine_set(const char *fen) {
    now = stack;
    memset(now, 0, sizeof *now);
    char men[80], side, target[3];
    if (sscanf(fen, "%79s %c %4s %2s %d %d", men, &side, now->castling, target, &now->halfmoves, &now->number) != 6)
        return false;
    int square = 0x70;
    for (const char *c = men; *c && !(square & 0x08 && *c != '/'); c++) {
        if (*c == '/') square = (square & 0x70) - 16;
        else if (isdigit(*c)) square += *c - '0';
        else now->cell[square++] = *c;
        if (square < 0) return false;
    }
    now->white = side == 'w';
    now->target = *target == '-' ? -1 : target[0] - 'a' + 16 * (target[1] - '1');
    if (*now->castling == '-') *now->castling = 0;
    return king(now, true) >= 0 && king(now, false) >= 0 && !attacked(now, king(now, !now->white), now->white);
}

void engine_fen(char *fen) {
    for (int rank = 7; rank >= 0; rank--) {
        for (int file = 0, empty = 0; file < 8; file++) {
            char man = now->cell[16 * rank + file];
            empty += !man;
            if (empty && (man || file == 7)) *fen++ = '0' + empty, empty = 0;
            if (man) *fen++ = man;
        }
        *fen++ = rank ? '/' : ' ';
    }
    char target[3] = {'a' + (now->target & 7), '1' + (now->target >> 4), 0};
    sprintf(fen, "%c %s %s %d %d", now->white ? 'w' : 'b', *now->castling ? now->castling : "-",
            now->target < 0 ? "-" : target, now->halfmoves, now->number);
}
