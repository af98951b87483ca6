/*
 * What each function returns, for good and for bad arguments. The expected values are those of the documentation in
 * passant.h, of the Laws of Chess, and of https://www.chessprogramming.org/Perft_Results.
 */
#include "passant.h"

#include <stdio.h>
#include <string.h>

static int failures;

#define EXPECT(condition)                                                  \
    do {                                                                   \
        if (!(condition)) {                                                \
            printf("line %d: expected %s\n", __LINE__, #condition);        \
            failures++;                                                    \
        }                                                                  \
    } while (0)

static void set(passant_position *position, const char *fen) {
    EXPECT(passant_set_fen(position, fen, strlen(fen), PASSANT_STRICT) == PASSANT_OK);
}

static passant_move move_of(const passant_position *position, const char *text) {
    passant_move move = 0;
    EXPECT(passant_read_move(position, text, strlen(text), &move) == PASSANT_OK);
    return move;
}

static void play(passant_position *position, const char *text) {
    EXPECT(passant_make(position, move_of(position, text), NULL) == PASSANT_OK);
}

static void setting_up(void) {
    static const char faulty[] = "4k3/8/8/8/8/8/8/4K3 w K e6 0 1";
    static const char foreign[] = "4k3/8/8/8/8/8/8/4K3 w \xC3\xA9 - 0 1";
    passant_position position;
    passant_setup setup;
    passant_fault fault;
    char fen[PASSANT_FEN_SIZE];
    size_t length = 0;
    memset(&position, 0, sizeof position);
    EXPECT(passant_get_fen(&position, PASSANT_LEGAL, fen, sizeof fen, NULL) == PASSANT_ERROR_POSITION);
    EXPECT(passant_set_initial(NULL) == PASSANT_ERROR_NULL);
    EXPECT(passant_set_initial(&position) == PASSANT_OK);
    EXPECT(passant_get_fen(&position, PASSANT_LEGAL, fen, sizeof fen, &length) == PASSANT_OK);
    EXPECT(length == strlen(fen));
    EXPECT(strcmp(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") == 0);
    EXPECT(passant_get_fen(&position, PASSANT_LEGAL, fen, length, NULL) == PASSANT_ERROR_ROOM);
    EXPECT(passant_get_fen(&position, PASSANT_LEGAL, fen, length + 1, NULL) == PASSANT_OK);
    EXPECT(passant_get_fen(&position, 3, fen, sizeof fen, NULL) == PASSANT_ERROR_RANGE);

    EXPECT(passant_set_fen(&position, faulty, strlen(faulty), PASSANT_STRICT) == PASSANT_ERROR_SETUP);
    EXPECT(passant_explain_fen(faulty, strlen(faulty), &fault) == PASSANT_OK);
    EXPECT(fault.reason == PASSANT_FAULT_CASTLING_ROOK && fault.field == PASSANT_CASTLING);
    EXPECT(fault.start == 22 && fault.length == 1 && fault.square == PASSANT_SQUARE('h', 1));
    EXPECT(strcmp(passant_fault_text(fault.reason), "a castling right without its rook") == 0);
    EXPECT(passant_get_fen(&position, PASSANT_LEGAL, fen, sizeof fen, NULL) == PASSANT_OK && fen[0] == 'r');
    EXPECT(passant_set_fen(&position, faulty, strlen(faulty), PASSANT_REPAIR) == PASSANT_OK);
    EXPECT(passant_set_fen(&position, foreign, strlen(foreign), PASSANT_REPAIR) == PASSANT_ERROR_SETUP);
    EXPECT(passant_explain_fen(foreign, strlen(foreign), &fault) == PASSANT_OK);
    EXPECT(fault.reason == PASSANT_FAULT_CHARACTER && fault.field == PASSANT_CASTLING && fault.start == 22);
    EXPECT(passant_explain_fen("8/8 w", 5, &fault) == PASSANT_OK);
    EXPECT(fault.reason == PASSANT_FAULT_RANKS && fault.field == PASSANT_PLACEMENT);
    EXPECT(passant_set_fen(&position, "8/8 w", 5, PASSANT_STRICT) == PASSANT_ERROR_SETUP);
    EXPECT(passant_set_fen(&position, NULL, 5, PASSANT_STRICT) == PASSANT_ERROR_NULL);
    EXPECT(passant_explain_fen(faulty, strlen(faulty), NULL) == PASSANT_ERROR_NULL);
    EXPECT(passant_set_fen(&position, faulty, strlen(faulty), 2) == PASSANT_ERROR_RANGE);

    /* Pieces out, and in again. */
    set(&position, "3k4/8/8/2Pp4/8/8/8/R3K3 w Q d6 3 7");
    EXPECT(passant_get_pieces(&position, PASSANT_LEGAL, &setup) == PASSANT_OK);
    EXPECT(setup.piece[PASSANT_SQUARE('d', 8)] == PASSANT_KING + PASSANT_BLACK_PIECE);
    EXPECT(setup.piece[PASSANT_SQUARE('c', 5)] == PASSANT_PAWN && setup.piece[0] == PASSANT_ROOK);
    EXPECT(setup.castling_rook[1] == PASSANT_SQUARE('a', 1) && setup.castling_rook[0] == PASSANT_NO_SQUARE);
    EXPECT(setup.side == PASSANT_WHITE && setup.en_passant == PASSANT_SQUARE('d', 6));
    EXPECT(setup.halfmove_clock == 3 && setup.fullmove_number == 7);
    EXPECT(passant_set_pieces(&position, &setup, PASSANT_STRICT) == PASSANT_OK);
    EXPECT(passant_get_fen(&position, PASSANT_LEGAL, fen, sizeof fen, NULL) == PASSANT_OK);
    EXPECT(strcmp(fen, "3k4/8/8/2Pp4/8/8/8/R3K3 w Q d6 3 7") == 0);
    setup.piece[10] = 7;
    EXPECT(passant_set_pieces(&position, &setup, PASSANT_STRICT) == PASSANT_ERROR_SETUP);
    EXPECT(passant_explain_pieces(&setup, &fault) == PASSANT_OK);
    EXPECT(fault.reason == PASSANT_FAULT_NUMBER && fault.field == PASSANT_PLACEMENT);
    setup.piece[10] = PASSANT_NO_PIECE;
    setup.castling_rook[1] = PASSANT_SQUARE('a', 2);
    EXPECT(passant_set_pieces(&position, &setup, PASSANT_STRICT) == PASSANT_ERROR_SETUP);
    EXPECT(passant_explain_pieces(&setup, &fault) == PASSANT_OK);
    EXPECT(fault.reason == PASSANT_FAULT_NUMBER && fault.field == PASSANT_CASTLING);
}

static void looking(void) {
    passant_position position;
    passant_right right;
    uint64_t squares;
    uint8_t byte;
    passant_set_initial(&position);
    EXPECT(passant_get_side(&position, &byte) == PASSANT_OK && byte == PASSANT_WHITE);
    EXPECT(passant_get_side(&position, NULL) == PASSANT_ERROR_NULL);
    EXPECT(passant_get_piece(&position, PASSANT_SQUARE('d', 8), &byte) == PASSANT_OK);
    EXPECT(byte == PASSANT_QUEEN + PASSANT_BLACK_PIECE);
    EXPECT(passant_get_piece(&position, 64, &byte) == PASSANT_ERROR_RANGE);
    EXPECT(passant_get_occupied(&position, &squares) == PASSANT_OK && squares == 0xFFFF00000000FFFFu);
    EXPECT(passant_get_checkers(&position, &squares) == PASSANT_OK && squares == 0);
    EXPECT(passant_get_targets(&position, PASSANT_SQUARE('g', 1), &squares) == PASSANT_OK);
    EXPECT(squares == (PASSANT_BIT(PASSANT_SQUARE('f', 3)) | PASSANT_BIT(PASSANT_SQUARE('h', 3))));
    EXPECT(passant_get_en_passant(&position, &right) == PASSANT_OK && right.target == PASSANT_NO_SQUARE);

    /* Both pawns would leave the rank between a5 and h5. */
    set(&position, "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1");
    EXPECT(passant_get_en_passant(&position, &right) == PASSANT_OK && right.legal == 0);
    EXPECT(right.target == PASSANT_SQUARE('d', 6) && right.victim == PASSANT_SQUARE('d', 5));
    EXPECT(right.capturers == PASSANT_BIT(PASSANT_SQUARE('c', 5)));
    EXPECT(passant_judge(&position, PASSANT_SQUARE('c', 5), &byte) == PASSANT_OK && byte == PASSANT_ILLEGAL_RANK);
    EXPECT(strstr(passant_verdict_text(byte), "both pawns leave the rank") != NULL);
    EXPECT(passant_judge(&position, PASSANT_SQUARE('e', 5), &byte) == PASSANT_OK && byte == PASSANT_NO_CAPTURE);
    EXPECT(strcmp(passant_verdict_text(200), "unknown") == 0);
}

static void moving(void) {
    passant_position position, before;
    passant_move moves[PASSANT_MAX_MOVES], move;
    passant_undo undo, other;
    passant_action action;
    char text[PASSANT_SAN_SIZE];
    size_t count;
    uint64_t nodes;
    passant_sensors seen;
    set(&position, "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1");
    before = position;
    EXPECT(passant_list_moves(&position, moves, 0, &count) == PASSANT_ERROR_ROOM && count == 7);
    EXPECT(passant_list_moves(&position, moves, 7, &count) == PASSANT_OK && count == 7);
    EXPECT(passant_list_moves(&position, (passant_move *)&position, 7, &count) == PASSANT_ERROR_OVERLAP);
    EXPECT(passant_list_moves(&position, (passant_move *)((char *)moves + 1), 7, &count) == PASSANT_ERROR_ALIGNMENT);
    move = move_of(&position, "c5d6");
    EXPECT(PASSANT_FROM(move) == PASSANT_SQUARE('c', 5) && PASSANT_TO(move) == PASSANT_SQUARE('d', 6));
    EXPECT(PASSANT_KIND(move) == PASSANT_EN_PASSANT_CAPTURE);
    EXPECT(passant_get_action(&position, move, &action) == PASSANT_OK);
    EXPECT(action.victim == PASSANT_SQUARE('d', 5) && action.rook_from == PASSANT_NO_SQUARE);
    EXPECT(passant_write_san(&position, move, PASSANT_WITH_EP, text, sizeof text, NULL) == PASSANT_OK);
    EXPECT(strcmp(text, "cxd6 e.p.") == 0);
    EXPECT(passant_write_uci(&position, move, text, PASSANT_UCI_SIZE, NULL) == PASSANT_OK && strcmp(text, "c5d6") == 0);
    EXPECT(passant_make(&position, (passant_move)(move + 1), &undo) == PASSANT_ERROR_ILLEGAL_MOVE);
    EXPECT(passant_make(&position, move, &undo) == PASSANT_OK);
    EXPECT(passant_make(&position, move, NULL) == PASSANT_ERROR_ILLEGAL_MOVE);
    other = undo;
    other.opaque[0] ^= 1;
    EXPECT(passant_unmake(&position, &other) == PASSANT_ERROR_UNDO);
    EXPECT(passant_unmake(&position, &undo) == PASSANT_OK && memcmp(&position, &before, sizeof before) == 0);
    EXPECT(passant_unmake(&position, &undo) == PASSANT_ERROR_UNDO);

    /* The sensors saw c5 and d5 lifted, and now a piece on d6. */
    EXPECT(passant_get_occupied(&position, &seen.occupied) == PASSANT_OK);
    seen.lifted = PASSANT_BIT(PASSANT_SQUARE('c', 5)) | PASSANT_BIT(PASSANT_SQUARE('d', 5));
    seen.occupied = (seen.occupied & ~seen.lifted) | PASSANT_BIT(PASSANT_SQUARE('d', 6));
    EXPECT(passant_infer_moves(&position, &seen, moves, 1, &count) == PASSANT_OK);
    EXPECT(count == 1 && moves[0] == move);
    EXPECT(passant_infer_moves(&position, &seen, NULL, 0, &count) == PASSANT_ERROR_ROOM && count == 1);
    EXPECT(passant_infer_moves(&position, NULL, moves, 1, &count) == PASSANT_ERROR_NULL);

    EXPECT(passant_read_move(&position, "Kxd6", 4, &move) == PASSANT_ERROR_ILLEGAL_MOVE);
    EXPECT(passant_read_move(&position, "c5-d6", 5, &move) == PASSANT_ERROR_TEXT);
    EXPECT(passant_read_move(&position, "Kb4 e.p.", 8, &move) == PASSANT_ERROR_NOT_EN_PASSANT);
    set(&position, "1k6/8/8/8/8/8/4K3/R6R w - - 0 1");
    EXPECT(passant_read_move(&position, "Rd1", 3, &move) == PASSANT_ERROR_AMBIGUOUS);

    /* Kiwipete. */
    set(&position, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    EXPECT(passant_perft(&position, 3, moves, PASSANT_MAX_MOVES, &nodes) == PASSANT_OK && nodes == 97862);
    EXPECT(passant_perft(&position, 3, moves, 90, &nodes) == PASSANT_ERROR_ROOM);
    EXPECT(passant_perft(&position, PASSANT_MAX_DEPTH + 1, moves, 90, &nodes) == PASSANT_ERROR_RANGE);
    EXPECT(passant_get_action(&position, move_of(&position, "O-O-O"), &action) == PASSANT_OK);
    EXPECT(action.rook_from == PASSANT_SQUARE('a', 1) && action.rook_to == PASSANT_SQUARE('d', 1));
}

static void playing_games(void) {
    static const char *const shuffle[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    static const char *const mate[] = {"f3", "e5", "g4", "Qh4"};
    passant_position position;
    uint64_t keys[16], key;
    size_t count = 0, occurrences;
    uint8_t result;
    int i;
    passant_set_initial(&position);
    for (i = 0; i < 16; i++) {
        EXPECT(passant_get_key(&position, &keys[count]) == PASSANT_OK);
        count++;
        play(&position, shuffle[i % 4]);
        EXPECT(passant_get_result(&position, keys, count, &result) == PASSANT_OK);
        EXPECT(result == (i == 15 ? PASSANT_FIVEFOLD_REPETITION : i >= 7 ? PASSANT_THREEFOLD_REPETITION : PASSANT_OPEN));
    }
    EXPECT(passant_get_key(&position, &key) == PASSANT_OK && key == keys[0]);
    EXPECT(passant_count_occurrences(&position, keys, count, &occurrences) == PASSANT_OK && occurrences == 5);
    EXPECT(passant_count_occurrences(&position, NULL, 0, &occurrences) == PASSANT_OK && occurrences == 1);
    passant_set_initial(&position);
    for (i = 0; i < 4; i++) play(&position, mate[i]);
    EXPECT(passant_get_result(&position, NULL, 0, &result) == PASSANT_OK && result == PASSANT_BLACK_MATES);
    EXPECT(strcmp(passant_result_text(result), "checkmate, Black wins") == 0);
    set(&position, "4k3/8/8/8/8/8/8/4K2R w K - 100 80");
    EXPECT(passant_get_result(&position, NULL, 0, &result) == PASSANT_OK && result == PASSANT_FIFTY_MOVES);
    set(&position, "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1");
    EXPECT(passant_get_result(&position, NULL, 0, &result) == PASSANT_OK && result == PASSANT_MATERIAL);
}

static void overwriting(void) {
    passant_position position, damaged;
    uint8_t side;
    size_t word;
    passant_set_initial(&position);
    for (word = 0; word < sizeof position.opaque / sizeof *position.opaque; word++) {
        damaged = position;
        damaged.opaque[word] += 1;
        EXPECT(passant_get_side(&damaged, &side) == PASSANT_ERROR_POSITION);
        damaged.opaque[word] = 0;
        EXPECT(position.opaque[word] == 0 || passant_get_side(&damaged, &side) == PASSANT_ERROR_POSITION);
    }
    EXPECT(strcmp(passant_status_text(PASSANT_ERROR_ROOM), "the buffer is too small") == 0);
}

int main(void) {
    setting_up();
    looking();
    moving();
    playing_games();
    overwriting();
    return failures != 0;
}
