//! What was asked for on the command line.

use crate::contender::Contender;

/// What to measure.
pub(crate) struct Request {
    /// Cozy-chess first.
    pub(crate) contenders: Vec<Contender>,
    /// The positions: all, or those with this in their names.
    pub(crate) place: Option<String>,
    /// By how many plies all depths are reduced.
    pub(crate) shallower: u32,
    pub(crate) rounds: usize,
    pub(crate) json: bool,
}

impl Request {
    pub(crate) fn read(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut only: Vec<String> = Vec::new();
        let mut request = Self {
            contenders: Contender::built_in(),
            place: None,
            shallower: 0,
            rounds: 5,
            json: false,
        };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value"));
            match word.as_str() {
                "--json" => request.json = true,
                "--shallower" => request.shallower = 1,
                "--only" => only.push(value()?),
                "--at" => request.place = Some(value()?),
                "--rounds" => {
                    let text = value()?;
                    let rounds = text.parse().ok().filter(|rounds| 0 < *rounds);
                    request.rounds = rounds.ok_or(format!("{text} is no number of rounds"))?;
                }
                "--peer" => request.contenders.push(Contender::program(&value()?)?),
                // Cargo says this to every benchmark.
                "--bench" => {}
                other => return Err(format!("there is no option {other}")),
            }
        }
        request.keep(&only)?;
        Ok(request)
    }

    /// Whether a position was asked for.
    pub(crate) fn wants(&self, place: &str) -> bool {
        self.place
            .as_deref()
            .is_none_or(|asked| place.contains(asked))
    }

    /// Keeps cozy-chess and those with one of some words in their names.
    fn keep(&mut self, words: &[String]) -> Result<(), String> {
        let names: Vec<String> = self.contenders.iter().map(Contender::name).collect();
        for word in words {
            if !names.iter().any(|name| name.contains(word)) {
                return Err(format!("nobody is called {word}: {}", names.join("; ")));
            }
        }
        let is_kept = |contender: &Contender| {
            matches!(contender, Contender::Cozy)
                || words.is_empty()
                || words.iter().any(|word| contender.name().contains(word))
        };
        self.contenders.retain(is_kept);
        Ok(())
    }
}
