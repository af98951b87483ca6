// The library of the short adapter in C++: a class around the engine of tests/adapters/engine.c.
#include <stdexcept>
#include <string>
#include <vector>
extern "C" {
#include "engine.h"
}

class Board {
public:
    explicit Board(const std::string &fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") {
        if (!engine_set(fen.c_str())) throw std::invalid_argument(fen);
    }
    void play(const std::string &move) {
        if (!engine_play(move.c_str())) throw std::invalid_argument(move);
    }
    std::vector<std::string> legal_moves() const {
        char moves[256][6];
        int number = engine_moves(moves);
        return std::vector<std::string>(moves, moves + number);
    }
};
