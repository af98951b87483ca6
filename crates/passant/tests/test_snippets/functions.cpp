// The functions that users write for the tests that they paste. Each one sets up a position and asks the engine, which
// is here the program that ENGINE names. It speaks the line protocol.

#undef NDEBUG
#include <algorithm>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

using Texts = std::vector<std::string>;

/// The lines of the last reply, without the first word of each.
static Texts ask(const std::string& fen, const Texts& steps, const std::string& request) {
    std::string requests = "passant 1\\nposition fen " + fen;
    for (const auto& step : steps) requests += step == "undo" ? "\\nundo" : "\\nplay " + step;
    std::string fault = std::getenv("FAULT");
    if (!fault.empty()) fault = " --fault " + fault;
    const auto command = "printf '" + requests + "\\n" + request + "\\nquit\\n' | \"$ENGINE\"" + fault;
    FILE* pipe = popen(command.c_str(), "r");
    assert(pipe);
    std::string output;
    for (int byte; (byte = std::fgetc(pipe)) != EOF;) output += static_cast<char>(byte);
    assert(pclose(pipe) == 0);
    std::istringstream lines(output);
    Texts reply, last;
    for (std::string line; std::getline(lines, line);) {
        assert(line.rfind("error", 0) != 0);
        if (line == "ok") {
            last = reply;
            reply.clear();
        } else {
            reply.push_back(line.substr(line.find(' ') + 1));
        }
    }
    return last;
}

static std::string first_word(const std::string& text) { return text.substr(0, text.find(' ')); }

static Texts legal_moves(const std::string& fen, const Texts& steps) {
    Texts moves = ask(fen, steps, "moves");
    std::transform(moves.begin(), moves.end(), moves.begin(), first_word);
    std::sort(moves.begin(), moves.end());
    return moves;
}

static unsigned long long perft(const std::string& fen, const Texts& steps, int depth) {
    return std::stoull(ask(fen, steps, "divide " + std::to_string(depth)).back());
}

static std::string fen_after(const std::string& fen, const Texts& steps) { return ask(fen, steps, "fen").at(0); }

static bool has_same_key(const std::string& fen, const Texts& steps, const std::string& other_fen,
                         const Texts& other_steps) {
    return ask(fen, steps, "key") == ask(other_fen, other_steps, "key");
}

static bool is_same_position(const std::string& fen, const Texts& steps, const std::string& other_fen,
                             const Texts& other_steps) {
    std::string request = "same fen " + other_fen;
    if (!other_steps.empty()) request += " moves";
    for (const auto& step : other_steps) request += " " + step;
    return ask(fen, steps, request).at(0) == "yes";
}

static int occurrences(const std::string& fen, const Texts& steps) {
    return std::stoi(ask(fen, steps, "occurrences").at(0));
}

static std::string to_san(const std::string& fen, const Texts& steps, const std::string& mv) {
    return ask(fen, steps, "san " + mv).at(0);
}

static std::string fen_after_san(const std::string& fen, Texts steps, const std::string& san) {
    steps.push_back(first_word(ask(fen, steps, "parse " + san).at(0)));
    return fen_after(fen, steps);
}

static std::string captured_square(const std::string& fen, const Texts& steps, const std::string& mv) {
    return ask(fen, steps, "victim " + mv).at(0);
}

