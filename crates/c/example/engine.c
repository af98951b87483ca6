#include "engine.h"

#include <ctype.h>
#include <string.h>

static const int knight_steps[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
static const int king_steps[8][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

static int is_own(char piece, int is_black) { return piece != '.' && (islower((unsigned char)piece) != 0) == is_black; }

static int is_piece(char piece, char letter, int is_black) { return piece == (is_black ? letter : toupper(letter)); }

/* The square some files and ranks away, or -1. */
static int away(int square, int files, int ranks) {
    int file = square % 8 + files, rank = square / 8 + ranks;
    return file < 0 || 7 < file || rank < 0 || 7 < rank ? -1 : rank * 8 + file;
}

/* Whether a side attacks a square. */
static int attacks(const board *it, int square, int by_black) {
    int i, at;
    for (i = 0; i < 8; i++) {
        int file = king_steps[i][0], rank = king_steps[i][1], distance = 0;
        at = away(square, knight_steps[i][0], knight_steps[i][1]);
        if (at >= 0 && is_piece(it->square[at], 'n', by_black)) return 1;
        for (at = away(square, file, rank); at >= 0; at = away(at, file, rank)) {
            char piece = it->square[at];
            distance++;
            if (piece == '.') continue;
            if (distance == 1 && is_piece(piece, 'k', by_black)) return 1;
            if (distance == 1 && file != 0 && rank == (by_black ? 1 : -1) && is_piece(piece, 'p', by_black)) return 1;
            if (is_piece(piece, 'q', by_black) || is_piece(piece, file == 0 || rank == 0 ? 'r' : 'b', by_black)) return 1;
            break;
        }
    }
    return 0;
}

static int is_check(const board *it, int is_black) {
    int square;
    for (square = 0; square < 64; square++) {
        if (is_piece(it->square[square], 'k', is_black)) return attacks(it, square, !is_black);
    }
    return 0;
}

void board_play(board *it, board_move move) {
    char piece = it->square[move.from];
    int is_pawn = tolower((unsigned char)piece) == 'p';
    int distance = move.to - move.from;
    /* The victim of an en passant capture stands on the rank of the capturer. */
    if (is_pawn && move.to == it->en_passant) it->square[move.from / 8 * 8 + move.to % 8] = '.';
    it->square[move.from] = '.';
    it->square[move.to] = piece;
    if (move.promotion != 0) it->square[move.to] = (char)(it->is_black ? move.promotion : toupper(move.promotion));
    it->en_passant = is_pawn && (distance == 16 || distance == -16) ? move.from + distance / 2 : -1;
    if (tolower((unsigned char)piece) == 'k') {
        it->castling &= it->is_black ? ~12 : ~3;
        if (distance == 2) it->square[move.to - 1] = it->square[move.to + 1], it->square[move.to + 1] = '.';
        if (distance == -2) it->square[move.to + 1] = it->square[move.to - 2], it->square[move.to - 2] = '.';
    }
    if (move.from == 7 || move.to == 7) it->castling &= ~1;
    if (move.from == 0 || move.to == 0) it->castling &= ~2;
    if (move.from == 63 || move.to == 63) it->castling &= ~4;
    if (move.from == 56 || move.to == 56) it->castling &= ~8;
    it->is_black = !it->is_black;
}

/* Adds a move, if the king is not in check after it. */
static int add(const board *it, board_move *moves, int count, int from, int to, char promotion) {
    board after = *it;
    moves[count].from = (uint8_t)from;
    moves[count].to = (uint8_t)to;
    moves[count].promotion = promotion;
    board_play(&after, moves[count]);
    return is_check(&after, it->is_black) ? count : count + 1;
}

static int add_pawn(const board *it, board_move *moves, int count, int from, int to) {
    const char *promotion = "qrbn";
    if (to / 8 != 0 && to / 8 != 7) return add(it, moves, count, from, to, 0);
    for (; *promotion != 0; promotion++) count = add(it, moves, count, from, to, *promotion);
    return count;
}

static int pawn_moves(const board *it, board_move *moves, int count, int from) {
    int forward = it->is_black ? -1 : 1, side;
    int to = away(from, 0, forward);
    if (to >= 0 && it->square[to] == '.') {
        count = add_pawn(it, moves, count, from, to);
        to = away(from, 0, 2 * forward);
        if (from / 8 == (it->is_black ? 6 : 1) && it->square[to] == '.') count = add(it, moves, count, from, to, 0);
    }
    for (side = -1; side <= 1; side += 2) {
        to = away(from, side, forward);
        if (to < 0) continue;
        if (is_own(it->square[to], !it->is_black)) count = add_pawn(it, moves, count, from, to);
        else if (to == it->en_passant) count = add(it, moves, count, from, to, 0);
    }
    return count;
}

static int castling_moves(const board *it, board_move *moves, int count, int from) {
    int rights = it->is_black ? it->castling >> 2 : it->castling;
    const char *row = it->square + from;
    if (rights == 0 || attacks(it, from, !it->is_black)) return count;
    if ((rights & 1) != 0 && row[1] == '.' && row[2] == '.' && !attacks(it, from + 1, !it->is_black))
        count = add(it, moves, count, from, from + 2, 0);
    if ((rights & 2) != 0 && row[-1] == '.' && row[-2] == '.' && row[-3] == '.' && !attacks(it, from - 1, !it->is_black))
        count = add(it, moves, count, from, from - 2, 0);
    return count;
}

static int piece_moves(const board *it, board_move *moves, int count, int from, char kind) {
    int i;
    for (i = 0; i < 8; i++) {
        const int *step = kind == 'n' ? knight_steps[i] : king_steps[i];
        int is_straight = step[0] == 0 || step[1] == 0;
        int to = away(from, step[0], step[1]);
        if ((kind == 'r' && !is_straight) || (kind == 'b' && is_straight)) continue;
        for (; to >= 0 && !is_own(it->square[to], it->is_black); to = away(to, step[0], step[1])) {
            count = add(it, moves, count, from, to, 0);
            if (it->square[to] != '.' || kind == 'n' || kind == 'k') break;
        }
    }
    return kind == 'k' ? castling_moves(it, moves, count, from) : count;
}

int board_moves(const board *it, board_move *moves) {
    int from, count = 0;
    for (from = 0; from < 64; from++) {
        char kind = (char)tolower((unsigned char)it->square[from]);
        if (!is_own(it->square[from], it->is_black)) continue;
        count = kind == 'p' ? pawn_moves(it, moves, count, from) : piece_moves(it, moves, count, from, kind);
    }
    return count;
}

uint64_t board_perft(const board *it, int depth) {
    board_move moves[256];
    uint64_t nodes = 0;
    int i, count;
    if (depth == 0) return 1;
    count = board_moves(it, moves);
    for (i = 0; i < count; i++) {
        board after = *it;
        board_play(&after, moves[i]);
        nodes += board_perft(&after, depth - 1);
    }
    return nodes;
}

void board_write(board_move move, char *text) {
    *text++ = (char)('a' + move.from % 8);
    *text++ = (char)('1' + move.from / 8);
    *text++ = (char)('a' + move.to % 8);
    *text++ = (char)('1' + move.to / 8);
    if (move.promotion != 0) *text++ = move.promotion;
    *text = 0;
}

int board_set(board *it, const char *fen) {
    static const char rights[] = "KQkq";
    int square = 56;
    memset(it->square, '.', sizeof it->square);
    for (; *fen != 0 && *fen != ' '; fen++) {
        if (*fen == '/') square -= 16;
        else if (isdigit((unsigned char)*fen)) square += *fen - '0';
        else if (square < 0 || 63 < square) return 0;
        else it->square[square++] = *fen;
    }
    if (square != 8 || fen[0] == 0 || fen[1] == 0 || fen[2] == 0) return 0;
    it->is_black = fen[1] == 'b';
    it->castling = 0;
    for (fen += 3; *fen != 0 && *fen != ' '; fen++) {
        const char *right = strchr(rights, *fen);
        if (right != NULL) it->castling |= 1 << (right - rights);
    }
    it->en_passant = fen[0] != 0 && fen[1] != 0 && fen[1] != '-' ? (fen[2] - '1') * 8 + fen[1] - 'a' : -1;
    return 1;
}
