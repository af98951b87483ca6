// Connects a library to passant: replace the lines that use Board. Delete what the library cannot answer: the lines that
// are marked as optional, and their words after can=.
using System;

class Adapter {
    const string Hello = "passant 1 name \"Board 1.0\" can=moves,play,undo,reread,fen,legal,san,parse,key,occurrences";

    static void Main() {
        Board board = new Board();
        for (string text; (text = Console.ReadLine()) != null;) {
            string[] line = text.Trim().Split(new[] { ' ' }, 2);
            string rest = line.Length == 2 ? line[1] : "", error = "error illegal ";
            try {
                switch (line[0]) {
                    case "quit": return;
                    case "passant": Console.WriteLine(Hello); break;
                    case "position":
                        string[] parts = rest.Split(new[] { " moves" }, StringSplitOptions.None);
                        error = "error badfen ";
                        board = parts[0] == "startpos" ? new Board() : new Board(parts[0].Substring(4));
                        error = "error illegal ";
                        if (parts.Length == 2) foreach (string move in parts[1].Trim().Split(' ')) board.Play(move);
                        break;
                    case "moves": foreach (string move in board.LegalMoves()) Console.WriteLine("move " + move); break;
                    case "play": board.Play(rest); break; // optional
                    case "undo": error = "error usage "; board.Undo(); break; // optional
                    case "reread": error = "error badfen "; board = new Board(board.Fen()); break; // optional
                    case "fen": error = "error failed "; break; // optional
                    case "legal": Console.WriteLine("legal " + (board.IsLegal(rest) ? "yes" : "no")); break; // optional
                    case "san": Console.WriteLine("san " + board.San(rest)); break; // optional
                    case "parse": Console.WriteLine("move " + board.Parse(rest)); break; // optional
                    case "key": Console.WriteLine("key " + board.Key()); break; // optional
                    case "occurrences": Console.WriteLine("occurrences " + board.Occurrences()); break; // optional
                    default: error = "error unsupported "; throw new ArgumentException(line[0]);
                }
                bool isChanged = " position play undo reread fen ".Contains(" " + line[0] + " "); // optional, with the next line
                if (isChanged) Console.WriteLine("fen " + board.Fen()); // and "fen" above
                Console.WriteLine("ok");
            } catch (Exception problem) {
                Console.WriteLine(error + problem.Message);
            }
        }
    }
}
