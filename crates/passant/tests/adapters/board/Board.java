// The library of the short adapter in Java: it asks another adapter, which the environment variable PASSANT_BOARD names.
import java.util.ArrayList;
import java.util.List;

class Board {
    private static final Process adapter = start();
    private static final java.io.BufferedReader replies = adapter.inputReader();

    Board() {
        this("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    }

    Board(String fen) {
        ask("position fen " + fen);
    }

    void play(String move) {
        ask("play " + move);
    }

    List<String> legalMoves() {
        List<String> moves = new ArrayList<>();
        for (String line : ask("moves")) moves.add(line.split(" ")[1]);
        return moves;
    }

    void undo() {
        ask("undo");
    }

    String fen() {
        return answer("fen");
    }

    boolean isLegal(String move) {
        return answer("legal " + move).equals("yes");
    }

    String san(String move) {
        return answer("san " + move);
    }

    String parse(String text) {
        return answer("parse " + text);
    }

    String key() {
        return answer("key");
    }

    String occurrences() {
        return answer("occurrences");
    }

    private String answer(String request) {
        return ask(request).get(0).split(" ", 2)[1];
    }

    private static Process start() {
        try {
            return new ProcessBuilder(System.getenv("PASSANT_BOARD")).start();
        } catch (java.io.IOException error) {
            throw new IllegalStateException(error);
        }
    }

    private List<String> ask(String request) {
        try {
            adapter.getOutputStream().write((request + "\n").getBytes());
            adapter.getOutputStream().flush();
            List<String> lines = new ArrayList<>();
            for (String line = replies.readLine(); !line.equals("ok"); line = replies.readLine()) {
                if (line.startsWith("error")) throw new IllegalArgumentException(line);
                lines.add(line);
            }
            return lines;
        } catch (java.io.IOException error) {
            throw new IllegalStateException(error);
        }
    }
}
