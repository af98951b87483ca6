// Connects a library to passant: replace the lines that use Board. Delete what the library cannot answer: the lines that
// are marked as optional, and their words after can=.
import java.util.Scanner;

class Adapter {
    static final String HELLO = "passant 1 name \"Board 1.0\" can=moves,play,undo,reread,fen,legal,san,parse,key,occurrences";

    public static void main(String[] arguments) {
        Scanner input = new Scanner(System.in);
        Board board = new Board();
        while (input.hasNextLine()) {
            String[] line = input.nextLine().trim().split(" ", 2);
            String rest = line.length == 2 ? line[1] : "", error = "error illegal ";
            try {
                switch (line[0]) {
                    case "quit" -> System.exit(0);
                    case "passant" -> System.out.println(HELLO);
                    case "position" -> {
                        String[] parts = rest.split(" moves ?", 2);
                        error = "error badfen ";
                        board = parts[0].equals("startpos") ? new Board() : new Board(parts[0].substring(4));
                        error = "error illegal ";
                        if (parts.length == 2) for (String move : parts[1].split(" ")) board.play(move);
                    }
                    case "moves" -> { for (String move : board.legalMoves()) System.out.println("move " + move); }
                    case "play" -> board.play(rest); // optional
                    case "undo" -> { error = "error usage "; board.undo(); } // optional
                    case "reread" -> { error = "error badfen "; board = new Board(board.fen()); } // optional
                    case "fen" -> error = "error failed "; // optional
                    case "legal" -> System.out.println("legal " + (board.isLegal(rest) ? "yes" : "no")); // optional
                    case "san" -> System.out.println("san " + board.san(rest)); // optional
                    case "parse" -> System.out.println("move " + board.parse(rest)); // optional
                    case "key" -> System.out.println("key " + board.key()); // optional
                    case "occurrences" -> System.out.println("occurrences " + board.occurrences()); // optional
                    default -> { error = "error unsupported "; throw new IllegalArgumentException(line[0]); }
                }
                boolean isChanged = line[0].matches("position|play|undo|reread|fen"); // optional, with the next line and "fen" above
                if (isChanged) System.out.println("fen " + board.fen());
                System.out.println("ok");
            } catch (RuntimeException problem) {
                System.out.println(error + problem.getMessage());
            }
        }
    }
}
