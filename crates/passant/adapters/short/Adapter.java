// Connects a library to passant: replace the lines that use Board.
import java.util.Scanner;

class Adapter {
    public static void main(String[] arguments) {
        Scanner input = new Scanner(System.in);
        Board board = new Board();
        while (input.hasNextLine()) {
            String[] line = input.nextLine().trim().split(" ", 2);
            String error = "error unsupported ";
            try {
                switch (line[0]) {
                    case "quit" -> System.exit(0);
                    case "passant" -> System.out.println("passant 1 name \"Board 1.0\" can=moves");
                    case "position" -> {
                        String[] parts = line[1].split(" moves ?", 2);
                        error = "error badfen ";
                        board = parts[0].equals("startpos") ? new Board() : new Board(parts[0].substring(4));
                        error = "error illegal ";
                        if (parts.length == 2) for (String move : parts[1].split(" ")) board.play(move);
                    }
                    case "moves" -> { for (String move : board.legalMoves()) System.out.println("move " + move); }
                    default -> throw new IllegalArgumentException(line[0]);
                }
                System.out.println("ok");
            } catch (RuntimeException problem) {
                System.out.println(error + problem.getMessage());
            }
        }
    }
}
