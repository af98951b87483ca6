// Connects a library to passant: replace the lines that use Board.
using System;

class Adapter {
    static void Main() {
        Board board = new Board();
        for (string text; (text = Console.ReadLine()) != null;) {
            string[] line = text.Trim().Split(new[] { ' ' }, 2);
            string error = "error unsupported ";
            try {
                switch (line[0]) {
                    case "quit": return;
                    case "passant": Console.WriteLine("passant 1 name \"Board 1.0\" can=moves"); break;
                    case "position":
                        string[] parts = line[1].Split(new[] { " moves" }, StringSplitOptions.None);
                        error = "error badfen ";
                        board = parts[0] == "startpos" ? new Board() : new Board(parts[0].Substring(4));
                        error = "error illegal ";
                        if (parts.Length == 2) foreach (string move in parts[1].Trim().Split(' ')) board.Play(move);
                        break;
                    case "moves": foreach (string move in board.LegalMoves()) Console.WriteLine("move " + move); break;
                    default: throw new ArgumentException(line[0]);
                }
                Console.WriteLine("ok");
            } catch (Exception problem) {
                Console.WriteLine(error + problem.Message);
            }
        }
    }
}
