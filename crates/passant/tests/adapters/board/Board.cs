// The library of the short adapter in C#: it asks another adapter, which the environment variable PASSANT_BOARD names.
using System;
using System.Collections.Generic;
using System.Diagnostics;

class Board {
    static readonly Process Adapter = Process.Start(new ProcessStartInfo(Environment.GetEnvironmentVariable("PASSANT_BOARD")) {
        RedirectStandardInput = true, RedirectStandardOutput = true, UseShellExecute = false });

    public Board(string fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") { Ask("position fen " + fen); }

    public void Play(string move) { Ask("play " + move); }

    public List<string> LegalMoves() { return Ask("moves"); }

    static List<string> Ask(string request) {
        Adapter.StandardInput.Write(request + "\n");
        Adapter.StandardInput.Flush();
        var lines = new List<string>();
        for (string line = Adapter.StandardOutput.ReadLine(); line != "ok"; line = Adapter.StandardOutput.ReadLine()) {
            if (line.StartsWith("error")) throw new ArgumentException(line);
            lines.Add(line.Split(' ')[1]);
        }
        return lines;
    }
}
