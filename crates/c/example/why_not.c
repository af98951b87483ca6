/* Why may the pawn on c5 not capture en passant? Both pawns would leave the rank of the king on a5 and the rook on h5. */
#include <passant.h>

#include <stdio.h>
#include <string.h>

int main(void) {
    static const char fen[] = "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1";
    passant_position position;
    uint8_t verdict = PASSANT_NO_CAPTURE;
    if (passant_set_fen(&position, fen, strlen(fen), PASSANT_STRICT) != PASSANT_OK) return 1;
    if (passant_judge(&position, PASSANT_SQUARE('c', 5), &verdict) != PASSANT_OK) return 1;
    printf("cxd6 e.p.: %s\n", passant_verdict_text(verdict));
    return 0;
}
