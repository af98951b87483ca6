// Connects a library to passant: replace the lines that use Board.
#include <iostream>
#include <sstream>
#include <stdexcept>
#include "board.hpp" // the library

int main() {
    Board board;
    for (std::string line, word, request; std::getline(std::cin, line);) {
        std::string fen, error = "ok";
        std::istringstream words(line);
        words >> request;
        try {
            if (request == "quit") return 0;
            else if (request == "passant") std::cout << "passant 1 name \"Board 1.0\" can=moves\n";
            else if (request == "position") {
                while (words >> word && word != "moves")
                    if (word != "fen") fen += fen.empty() ? word : " " + word;
                error = "error badfen ";
                board = fen == "startpos" ? Board() : Board(fen);
                error = "error illegal ";
                while (words >> word) board.play(word);
            } else if (request == "moves")
                for (const std::string &move : board.legal_moves()) std::cout << "move " << move << '\n';
            else throw std::invalid_argument("error unsupported " + request);
            std::cout << "ok" << std::endl;
        } catch (const std::exception &problem) {
            std::cout << (error == "ok" ? "" : error) << problem.what() << std::endl;
        }
    }
}
