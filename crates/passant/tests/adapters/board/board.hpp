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
        played++;
    }
    void undo() {
        if (!played) throw std::out_of_range("no move to take back");
        engine_undo();
        played--;
    }
    std::string fen() const {
        char fen[128];
        engine_fen(fen);
        return fen;
    }
    bool is_legal(const std::string &move) const { return engine_legal(move.c_str()); }
    std::string san(const std::string &move) const {
        char text[16];
        if (!engine_san(move.c_str(), text)) throw std::invalid_argument(move);
        return text;
    }
    std::string parse(const std::string &text) const {
        char move[16];
        if (!engine_parse(text.c_str(), move)) throw std::invalid_argument(text);
        return move;
    }
    unsigned long long key() const { return engine_key(); }
    int occurrences() const { return engine_occurrences(); }
    std::vector<std::string> legal_moves() const {
        char moves[256][6];
        int number = engine_moves(moves);
        return std::vector<std::string>(moves, moves + number);
    }

private:
    int played = 0;
};
