//! The command line.

use crate::contender::Contender;

/// The things to measure.
pub(crate) struct Request {
    /// The contenders, cozy-chess first.
    pub(crate) contenders: Vec<Contender>,
    /// The positions: those whose names contain this, or all.
    pub(crate) position: Option<String>,
    /// By how many plies all depths are reduced.
    pub(crate) shallower: u32,
    pub(crate) rounds: usize,
    pub(crate) json: bool,
}

impl Request {
    pub(crate) fn read(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut only: Vec<String> = Vec::new();
        let mut request = Self {
            contenders: Contender::all_built_in(),
            position: None,
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
                "--at" => request.position = Some(value()?),
                "--rounds" => {
                    let text = value()?;
                    let rounds = text.parse().ok().filter(|rounds| 0 < *rounds);
                    request.rounds = rounds.ok_or(format!("{text} is not a number of rounds"))?;
                }
                "--pattern" => Contender::set_pattern(&mut request.contenders, &value()?)?,
                "--peer" => request.contenders.push(Contender::program(&value()?)?),
                "--uci" => {
                    let front_ends = Contender::front_ends(&value()?);
                    request.contenders.extend(front_ends);
                }
                // Cargo passes this option to every benchmark.
                "--bench" => {}
                other => return Err(format!("there is no option {other}")),
            }
        }
        request.keep(&only)?;
        Ok(request)
    }

    /// Tells whether a position is requested.
    pub(crate) fn includes(&self, position: &str) -> bool {
        self.position
            .as_deref()
            .is_none_or(|requested| position.contains(requested))
    }

    /// Keeps all builds of cozy-chess, and the contenders whose names contain one of some words.
    fn keep(&mut self, words: &[String]) -> Result<(), String> {
        let names: Vec<String> = self.contenders.iter().map(Contender::name).collect();
        for word in words {
            if !names.iter().any(|name| name.contains(word)) {
                return Err(format!(
                    "no contender is called {word}; there are: {}",
                    names.join("; ")
                ));
            }
        }
        let is_kept = |contender: &Contender| {
            contender.name().starts_with("cozy-chess")
                || words.is_empty()
                || words.iter().any(|word| contender.name().contains(word))
        };
        self.contenders.retain(is_kept);
        Ok(())
    }
}
