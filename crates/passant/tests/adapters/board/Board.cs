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

    public void Undo() { Lines("undo"); }

    public string Fen() { return Answer("fen"); }

    public bool IsLegal(string move) { return Answer("legal " + move) == "yes"; }

    public string San(string move) { return Answer("san " + move); }

    public string Parse(string text) { return Answer("parse " + text); }

    public string Key() { return Answer("key"); }

    public string Occurrences() { return Answer("occurrences"); }

    static string Answer(string request) { return Lines(request)[0].Split(new[] { ' ' }, 2)[1]; }

    static List<string> Ask(string request) {
        return Lines(request).ConvertAll(line => line.Split(' ')[1]);
    }

    static List<string> Lines(string request) {
        Adapter.StandardInput.Write(request + "\n");
        Adapter.StandardInput.Flush();
        var lines = new List<string>();
        for (string line = Adapter.StandardOutput.ReadLine(); line != "ok"; line = Adapter.StandardOutput.ReadLine()) {
            if (line.StartsWith("error")) throw new ArgumentException(line);
            lines.Add(line);
        }
        return lines;
    }
}
