/* A small engine to test adapter.c with. The board is a mailbox of 16 × 8 cells, positions are copied, and a move is legal
   if no piece can take the king after it. Written for this test, it shares nothing with the other generators. */
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

/* Two games; each is a stack of positions. */
static Board games[2][1024], *stack = games[0], *now = games[0], *other = games[1];

static const int KNIGHT[] = {33, 31, 18, 14, -14, -18, -31, -33, 0}, KING[] = {1, -1, 16, -16, 17, 15, -15, -17, 0};
static const int ROOK[] = {1, -1, 16, -16, 0}, BISHOP[] = {17, 15, -15, -17, 0};

static const int *steps(char piece) {
    switch (tolower(piece)) {
    case 'n': return KNIGHT;
    case 'b': return BISHOP;
    case 'r': return ROOK;
    default: return KING;
    }
}

static bool slides(char piece) { return strchr("bBrRqQ", piece) != NULL; }

static bool is_of(char piece, bool white) { return piece && !isupper(piece) == !white; }

static bool attacked(const Board *board, int square, bool by_white) {
    for (int from = 0; from < 128; from++) {
        char piece = from & 0x88 ? 0 : board->cell[from];
        if (!is_of(piece, by_white)) continue;
        int forward = by_white ? 16 : -16;
        if (tolower(piece) == 'p') {
            if (square == from + forward + 1 || square == from + forward - 1) return true;
            continue;
        }
        for (const int *step = steps(piece); *step; step++)
            for (int to = from + *step; !(to & 0x88); to += *step) {
                if (to == square) return true;
                if (board->cell[to] || !slides(piece)) break;
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
    char piece = board->cell[from], taken = board->cell[to];
    bool pawn = tolower(piece) == 'p';
    if (pawn && to == board->target) board->cell[to + (board->white ? -16 : 16)] = 0, taken = 'x';
    if (tolower(piece) == 'k' && abs(to - from) == 2) {
        int rook = to > from ? from + 3 : from - 4;
        board->cell[(from + to) / 2] = board->cell[rook];
        board->cell[rook] = 0;
    }
    board->cell[to] = promotion ? (board->white ? toupper(promotion) : promotion) : piece;
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
        char piece = from & 0x88 ? 0 : now->cell[from];
        if (!is_of(piece, now->white)) continue;
        if (tolower(piece) == 'p') { count = pawn_moves(moves, count, from); continue; }
        if (tolower(piece) == 'k') count = castling_moves(moves, count, from);
        for (const int *step = steps(piece); *step; step++)
            for (int to = from + *step; !(to & 0x88) && !is_of(now->cell[to], now->white); to += *step) {
                count = add(moves, count, from, to);
                if (now->cell[to] || !slides(piece)) break;
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
    char placement[80], side, target[3];
    if (sscanf(fen, "%79s %c %4s %2s %d %d", placement, &side, now->castling, target, &now->halfmoves, &now->number) != 6)
        return false;
    int square = 0x70;
    for (const char *c = placement; *c && !(square & 0x08 && *c != '/'); c++) {
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
            char piece = now->cell[16 * rank + file];
            empty += !piece;
            if (empty && (piece || file == 7)) *fen++ = '0' + empty, empty = 0;
            if (piece) *fen++ = piece;
        }
        *fen++ = rank ? '/' : ' ';
    }
    char target[3] = {'a' + (now->target & 7), '1' + (now->target >> 4), 0};
    sprintf(fen, "%c %s %s %d %d", now->white ? 'w' : 'b', *now->castling ? now->castling : "-",
            now->target < 0 ? "-" : target, now->halfmoves, now->number);
}

/* Whether a legal move captures en passant. */
static bool is_en_passant(const char *move) {
    int from = move[0] - 'a' + 16 * (move[1] - '1'), to = move[2] - 'a' + 16 * (move[3] - '1');
    return tolower(now->cell[from]) == 'p' && to == now->target && move[0] != move[2];
}

static bool is_listed(const char *move) {
    char moves[256][6];
    for (int i = 0, count = engine_moves(moves); i < count; i++)
        if (!strcmp(moves[i], move)) return true;
    return false;
}

/* A board as FIDE Laws 9.2.3 compares it: the target only if it can be captured on, and no clocks. */
static Board compared(Board *board) {
    Board *last = now, bare = *board;
    char moves[256][6];
    bool is_used = false;
    now = board;
    for (int i = 0, count = engine_moves(moves); i < count; i++) is_used = is_used || is_en_passant(moves[i]);
    now = last;
    if (!is_used) bare.target = -1;
    bare.halfmoves = bare.number = 0;
    return bare;
}

static bool is_same(const Board *one, const Board *other) {
    return !memcmp(one->cell, other->cell, sizeof one->cell) && one->white == other->white &&
           one->target == other->target && !strcmp(one->castling, other->castling);
}

bool engine_legal(const char *move) { return is_listed(move); }

bool engine_victim(const char *move, char square[16]) {
    if (!is_listed(move)) return false;
    int to = move[2] - 'a' + 16 * (move[3] - '1');
    if (is_en_passant(move)) sprintf(square, "%c%c", move[2], move[1]);
    else if (now->cell[to]) sprintf(square, "%.2s", move + 2);
    else strcpy(square, "none");
    return true;
}

/* The letters that tell a piece from others of its type with the same target. */
static void distinguish(const char *move, char piece, char *letters) {
    char moves[256][6];
    bool rival = false, same_file = false, same_rank = false;
    for (int i = 0, count = engine_moves(moves); i < count; i++) {
        int from = moves[i][0] - 'a' + 16 * (moves[i][1] - '1');
        if (now->cell[from] != piece || strncmp(moves[i] + 2, move + 2, 2) || !strncmp(moves[i], move, 2)) continue;
        rival = true;
        same_file = same_file || moves[i][0] == move[0];
        same_rank = same_rank || moves[i][1] == move[1];
    }
    if (rival && (!same_file || same_rank)) *letters++ = move[0];
    if (rival && same_file) *letters++ = move[1];
    *letters = 0;
}

bool engine_san(const char *move, char text[16]) {
    if (!is_listed(move)) return false;
    int from = move[0] - 'a' + 16 * (move[1] - '1'), to = move[2] - 'a' + 16 * (move[3] - '1');
    char piece = now->cell[from], who[4] = "", sign[2] = "", promotion[3] = "", moves[256][6];
    bool takes = now->cell[to] || is_en_passant(move);
    if (tolower(piece) == 'p') sprintf(who, "%.*s", takes, move);
    else who[0] = toupper(piece), distinguish(move, piece, who + 1);
    if (move[4]) sprintf(promotion, "=%c", toupper(move[4]));
    if (tolower(piece) == 'k' && abs(to - from) == 2) strcpy(text, to > from ? "O-O" : "O-O-O");
    else sprintf(text, "%s%s%.2s%s", who, takes ? "x" : "", move + 2, promotion);
    engine_play(move);
    if (attacked(now, king(now, now->white), !now->white)) strcpy(sign, engine_moves(moves) ? "+" : "#");
    engine_undo();
    strcat(text, sign);
    return true;
}

bool engine_parse(const char *text, char move[16]) {
    char moves[256][6], san[16];
    size_t length = strcspn(text, "+#!?");
    for (int i = 0, count = engine_moves(moves); i < count; i++)
        if (engine_san(moves[i], san) && strcspn(san, "+#") == length && !strncmp(san, text, length)) {
            strcpy(move, moves[i]);
            return true;
        }
    return false;
}

/* FNV-1a over what is compared. */
unsigned long long engine_key(void) {
    Board board = compared(now);
    unsigned long long key = 14695981039346656037ULL;
    for (int i = 0; i < 128; i++) key = (key ^ (unsigned char)board.cell[i]) * 1099511628211ULL;
    for (const char *c = board.castling; *c; c++) key = (key ^ (unsigned char)*c) * 1099511628211ULL;
    return (key ^ (unsigned)(board.target + 1) ^ (board.white ? 1u << 20 : 0)) * 1099511628211ULL;
}

int engine_occurrences(void) {
    int times = 0;
    Board here = compared(now);
    for (Board *board = stack; board <= now; board++) {
        Board then = compared(board);
        times += is_same(&here, &then);
    }
    return times;
}

void engine_swap(void) {
    Board *last = now;
    now = other;
    other = last;
    stack = stack == games[0] ? games[1] : games[0];
}

bool engine_same(void) {
    Board here = compared(now), there = compared(other);
    return is_same(&here, &there);
}
