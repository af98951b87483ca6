//! Command lines that work.

/// The placeholders of a command line, each with what stands there.
pub const PLACEHOLDERS: [(&str, &str); 5] = [
    ("{engine}", "the program of both engines"),
    ("{epd}", "the file with an opening in each line"),
    ("{book}", "the file with the openings as games"),
    ("{pgn}", "the file to which the games are saved"),
    ("{games}", "the number of games"),
];

/// A runner whose command line is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Template {
    /// The name of the runner.
    pub name: &'static str,
    /// The command line, with placeholders.
    pub line: &'static str,
    /// The words that are added for Chess960.
    pub chess960: &'static str,
}

impl Template {
    /// The known runners.
    pub const ALL: [Self; 5] = [
        Self {
            name: "fastchess",
            line: "fastchess -engine name=one cmd={engine} -engine name=two cmd={engine} -each tc=60 \
                   -openings file={epd} format=epd order=sequential -rounds {games} -games 1 -concurrency 1 \
                   -pgnout file={pgn}",
            chess960: " -variant fischerandom",
        },
        Self {
            name: "cutechess",
            line: "cutechess-cli -engine name=one cmd={engine} -engine name=two cmd={engine} -each proto=uci tc=60 \
                   -openings file={epd} format=epd order=sequential -rounds {games} -games 1 -concurrency 1 \
                   -pgnout {pgn}",
            chess960: " -variant fischerandom",
        },
        Self {
            name: "c-chess-cli",
            line: "c-chess-cli -engine name=one cmd={engine} -engine name=two cmd={engine} -each tc=60 \
                   -openings file={epd} order=sequential -games {games} -concurrency 1 -pgn {pgn} 1",
            chess960: "",
        },
        Self {
            name: "xboard",
            line: "xvfb-run -a xboard -noGUI -mode TwoMachines -fcp {engine} -scp {engine} -tc 1 -xponder -matchPause 10 -repeatsToDraw 3 \
                   -loadPositionFile {epd} -loadPositionIndex -1 -mg {games} -saveGameFile {pgn}",
            chess960: " -variant fischerandom",
        },
        Self {
            name: "python-chess",
            line: "python3 match.py {engine} {epd} {pgn}",
            chess960: " --chess960",
        },
    ];

    /// Returns the command line.
    #[must_use]
    pub fn text(self, is_chess960: bool) -> String {
        let more = if is_chess960 { self.chess960 } else { "" };
        format!("{}{more}", self.line)
    }
}
