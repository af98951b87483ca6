// Connects a library to passant: replace the lines that use Board. Delete what the library cannot answer: the lines that
// are marked as optional, and their words after can=.
#include <algorithm>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include "board.hpp" // the library

static const char *hello = "passant 1 name \"Board 1.0\" can=moves,play,undo,again,reread,fen,legal,san,parse,key,occurrences\n";

int main() {
    Board board;
    for (std::string line, word, request; std::getline(std::cin, line);) {
        line.erase(line.find_last_not_of(" \r") + 1);
        std::istringstream words(line);
        words >> request;
        std::string fen, reply, error = "error illegal ", rest = line.substr(std::min(line.size(), request.size() + 1));
        try {
            if (request == "quit") return 0;
            else if (request == "passant") std::cout << hello;
            else if (request == "position") {
                while (words >> word && word != "moves")
                    if (word != "fen") fen += fen.empty() ? word : " " + word;
                error = "error badfen ";
                board = fen == "startpos" ? Board() : Board(fen);
                error = "error illegal ";
                while (words >> word) board.play(word);
            } else if (request == "moves")
                for (const std::string &move : board.legal_moves()) std::cout << "move " << move << '\n';
            else if (request == "play") board.play(rest);                                               // optional
            else if (request == "undo") error = "error usage ", board.undo();                           // optional
            else if (request == "again") error = "error failed ", board = Board(board);                 // optional
            else if (request == "reread") error = "error badfen ", board = Board(board.fen());          // optional
            else if (request == "fen") error = "error failed ";                                         // optional
            else if (request == "legal") reply = board.is_legal(rest) ? "legal yes\n" : "legal no\n";   // optional
            else if (request == "san") reply = "san " + board.san(rest) + '\n';                         // optional
            else if (request == "parse") reply = "move " + board.parse(rest) + '\n';                    // optional
            else if (request == "key") reply = "key " + std::to_string(board.key()) + '\n';             // optional
            else if (request == "occurrences") reply = "occurrences " + std::to_string(board.occurrences()) + '\n'; // optional
            else error = "error unsupported ", throw std::invalid_argument(request);
            for (std::string changes : {"position", "play", "undo", "again", "reread", "fen"})          // optional, with
                if (request == changes) reply = "fen " + board.fen() + '\n';                            // the line "fen"
            std::cout << reply << "ok" << std::endl;
        } catch (const std::exception &problem) {
            std::cout << error << problem.what() << std::endl;
        }
    }
}
