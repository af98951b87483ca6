//! The verdicts on all games that a runner has saved.

use std::collections::HashMap;

use passant_pgn::{Finish, read_games};
use passant_query::Escaped;
use passant_rules::{Color, Position};
use passant_suite::{RefereeCase, RefereeEnding};

use crate::game::{Followed, PlayedGame};
use crate::repetition::{Drawn, judge_by_control, judge_control};
use crate::ruling::Ruling;

/// The verdict on a case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged<'a> {
    /// The case.
    pub case: &'a RefereeCase,
    /// The verdict. If there are several games of a case, that on the worst one.
    pub ruling: Ruling,
    /// The number of plies from the opening; `None` without a game of the case.
    pub plies: Option<usize>,
    /// The result; `None` if there is none.
    pub finish: Option<Finish>,
    /// A sentence about what has happened; empty if the game ended as it had to.
    pub found: String,
    /// The explanation of the runner, in its own words.
    pub explanation: String,
}

impl Judged<'_> {
    /// Returns the result that the game must have.
    #[must_use]
    pub fn expected(&self) -> Finish {
        expected(self.case)
    }
}

/// The reason why games cannot be judged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotJudged {
    /// The text has no game. If it cannot be read, the text says why.
    NoGames(Option<String>),
    /// No game has the opening of a case. The text describes the first one.
    OtherGames(String),
}

/// A game of a case, and the position in it.
struct Placed {
    game: PlayedGame,
    followed: Followed,
}

/// Judges the games of a text in PGN. `output` is what the runner printed, if that is known; it shows whether the runner checks the
/// lines of engines.
///
/// # Errors
///
/// If there is no game of these cases.
pub fn judge<'a>(
    cases: &[&'a RefereeCase],
    text: &str,
    output: Option<&[String]>,
) -> Result<Vec<Judged<'a>>, NotJudged> {
    let (games, error) = read_games(text);
    let games: Vec<_> = games
        .iter()
        .map(|game| PlayedGame::new(game, text))
        .collect();
    if games.is_empty() {
        return Err(NotJudged::NoGames(error.map(|error| error.message)));
    }
    let (placed, others) = place(cases, games);
    if placed.is_empty() {
        let described = others.first().map(describe).unwrap_or_default();
        return Err(NotJudged::OtherGames(described));
    }
    let table = Table {
        drawn: drawn(cases, &placed),
        output,
        cases,
    };
    let mut others = others.into_iter();
    let judged = cases
        .iter()
        .map(|&case| match placed.get(case.address.as_str()) {
            Some(games) => table.judge_games(case, games),
            None => without_game(case, others.next()),
        });
    Ok(judged.collect())
}

/// Gives each game to its case. Returns the games by address, and those of no case.
fn place(
    cases: &[&RefereeCase],
    games: Vec<PlayedGame>,
) -> (HashMap<String, Vec<Placed>>, Vec<PlayedGame>) {
    let (mut placed, mut others) = (HashMap::<_, Vec<_>>::new(), Vec::new());
    for game in games {
        let mut starts = cases
            .iter()
            .filter_map(|case| Some((case, game.start_in(case)?)));
        match starts.next() {
            Some((case, start)) => {
                let followed = game.follow(case, start);
                let of_case = placed.entry(case.address.clone()).or_default();
                of_case.push(Placed { game, followed });
            }
            None => others.push(game),
        }
    }
    (placed, others)
}

/// Describes a game of no case.
fn describe(game: &PlayedGame) -> String {
    let from = match &game.fen {
        Some(fen) => format!("from {}", Escaped(fen)),
        None => "from the initial position".to_owned(),
    };
    let mut moves = game.moves.iter().take(4).map(String::as_str);
    let first = moves.by_ref().collect::<Vec<_>>().join(" ");
    if first.is_empty() {
        format!("a game {from} without moves")
    } else {
        format!("a game {from} that begins with {}", Escaped(&first))
    }
}

/// The verdict on a case of which there is no game. A runner plays the openings in order, so that another game stands in the place
/// of one that is missing.
fn without_game(case: &RefereeCase, other: Option<PlayedGame>) -> Judged<'_> {
    let (ruling, found) = match &other {
        Some(game) => (
            Ruling::OtherOpening,
            format!("{} in its place", describe(game)),
        ),
        None => (Ruling::NoGame, "no game of this opening".to_owned()),
    };
    Judged {
        case,
        ruling,
        plies: None,
        finish: other.and_then(|game| game.finish),
        found,
        explanation: String::new(),
    }
}

/// Returns when the controls were drawn, by address.
fn drawn(cases: &[&RefereeCase], placed: &HashMap<String, Vec<Placed>>) -> HashMap<String, Drawn> {
    let repetitions = cases
        .iter()
        .filter(|case| case.ending == RefereeEnding::Threefold);
    let drawn = repetitions.filter_map(|case| {
        let game = placed.get(&case.address)?.first()?;
        Some((case.address.clone(), when_drawn(case, game)?))
    });
    drawn.collect()
}

/// Returns when a game was drawn; `None` if it ended in another way before all its moves were played.
fn when_drawn(case: &RefereeCase, Placed { game, followed }: &Placed) -> Option<Drawn> {
    match game.finish? {
        Finish::Drawn => Some(Drawn::After(
            followed.plies.cast_signed() - case.ply.cast_signed(),
        )),
        Finish::Won(_) if followed.plies == case.moves().len() => Some(Drawn::Never),
        Finish::Won(_) => None,
    }
}

/// The facts about all games by which each is judged.
struct Table<'a> {
    cases: &'a [&'a RefereeCase],
    /// When the repetitions were drawn, by address.
    drawn: HashMap<String, Drawn>,
    output: Option<&'a [String]>,
}

impl Table<'_> {
    /// Returns the worst verdict on the games of a case.
    fn judge_games<'c>(&self, case: &'c RefereeCase, games: &[Placed]) -> Judged<'c> {
        let judged = games.iter().map(|placed| {
            let ruling = self.judge_game(case, placed);
            Judged {
                case,
                ruling,
                plies: Some(placed.followed.plies + usize::from(placed.followed.has_illegal)),
                finish: placed.game.finish,
                found: describe_ruling(case, placed, ruling),
                explanation: placed.game.explanation.clone(),
            }
        });
        let worst = judged.max_by_key(|judged| judged.ruling);
        worst.unwrap_or_else(|| without_game(case, None))
    }

    fn judge_game(&self, case: &RefereeCase, placed: &Placed) -> Ruling {
        let Placed { game, followed } = placed;
        if followed.other.is_some() {
            return Ruling::OtherMoves;
        }
        let Some(finish) = game.finish.filter(|_| !game.ended_by_no_rule()) else {
            return Ruling::Unfinished;
        };
        match case.ending {
            RefereeEnding::Threefold => self.judge_repetition(case, placed, finish),
            _ => match judge_end(case, followed, finish) {
                Ruling::Right if case.pv.is_some() => self.judge_line(case),
                ruling => ruling,
            },
        }
    }

    fn judge_repetition(&self, case: &RefereeCase, placed: &Placed, finish: Finish) -> Ruling {
        let Some(drawn) = when_drawn(case, placed) else {
            return judge_early_end(case, placed.followed.plies, finish);
        };
        match &case.control {
            None => judge_control(drawn),
            Some(control) => {
                let longest = case.moves().len().cast_signed() - case.ply.cast_signed();
                judge_by_control(drawn, self.drawn.get(control).copied(), longest)
            }
        }
    }

    /// Judges whether the runner has warned of the line of a case.
    fn judge_line(&self, case: &RefereeCase) -> Ruling {
        let control = case.control.as_ref();
        let control =
            control.and_then(|address| self.cases.iter().find(|it| it.address == *address));
        let is_checked = control.is_none_or(|control| self.warns_of(control));
        let is_legal = is_line_legal(case);
        match (self.warns_of(case), is_legal) {
            (true, true) => Ruling::RefusedLegal,
            (false, _) if !is_checked || control.is_none() => Ruling::NotTestable,
            (false, false) => Ruling::AcceptedIllegal,
            (true, false) | (false, true) => Ruling::Right,
        }
    }

    /// Tells whether the runner has printed a warning of an illegal move in a line, with the move of a case.
    fn warns_of(&self, case: &RefereeCase) -> bool {
        let Some(pv) = case.pv.map(|pv| pv.to_string()) else {
            return false;
        };
        self.output.into_iter().flatten().any(|line| {
            let line = line.to_lowercase();
            line.contains("illegal") && line.contains("pv") && line.contains(&pv)
        })
    }
}

/// Tells whether the line that is printed with the last move of a case is legal.
fn is_line_legal(case: &RefereeCase) -> bool {
    let before = case.line.split_last().and_then(|(line, _)| line.position());
    let is_legal = |position: Position| case.pv.is_some_and(|pv| position.find(pv).is_ok());
    before.is_some_and(is_legal)
}

/// Judges the end of a game that is not drawn by repetition.
fn judge_end(case: &RefereeCase, followed: &Followed, finish: Finish) -> Ruling {
    if followed.plies < case.ply {
        return judge_early_end(case, followed.plies, finish);
    }
    let loser = side_to_move(case, case.ply);
    let is_accepted = followed.has_illegal && finish != Finish::Won(!loser);
    match finish {
        _ if is_accepted => Ruling::AcceptedIllegal,
        _ if finish == expected(case) => Ruling::Right,
        // The side without a move was asked for one.
        Finish::Won(winner) if case.ending.is_draw() && winner != loser => Ruling::Late,
        Finish::Won(winner) if winner == loser => Ruling::WrongSide,
        _ => Ruling::WrongResult,
    }
}

/// Returns the result that the game of a case must have.
fn expected(case: &RefereeCase) -> Finish {
    if case.ending.is_draw() {
        Finish::Drawn
    } else {
        Finish::Won(!side_to_move(case, case.ply))
    }
}

/// Judges a game that ended before it had to.
fn judge_early_end(case: &RefereeCase, plies: usize, finish: Finish) -> Ruling {
    match finish {
        Finish::Drawn => Ruling::Early,
        Finish::Won(winner) if winner == side_to_move(case, plies) => Ruling::WrongSide,
        Finish::Won(_) => Ruling::RefusedLegal,
    }
}

/// The side to move after some plies of a case.
fn side_to_move(case: &RefereeCase, plies: usize) -> Color {
    let first = case.line.setup.side_to_move;
    if plies.is_multiple_of(2) {
        first
    } else {
        !first
    }
}

/// Says what has happened in a game; nothing if that is right.
fn describe_ruling(
    case: &RefereeCase,
    Placed { game, followed }: &Placed,
    ruling: Ruling,
) -> String {
    let next = case.moves().get(followed.plies).copied();
    let next = next.map_or_else(|| "a move".to_owned(), |mv| mv.to_string());
    let mover = side_to_move(case, followed.plies);
    match ruling {
        Ruling::Right | Ruling::NoGame | Ruling::OtherOpening => String::new(),
        Ruling::NotTestable if case.pv.is_some() => {
            "the runner prints no warning of another illegal move in a line either".to_owned()
        }
        Ruling::NotTestable => {
            "the runner does not draw a repetition without en passant as the rules say".to_owned()
        }
        Ruling::Unfinished if game.finish.is_none() => "the game has no result".to_owned(),
        Ruling::Unfinished => "the game did not end by the rules of chess".to_owned(),
        Ruling::OtherMoves => {
            let other = followed.other.as_deref().unwrap_or_default();
            format!("the game has {} instead of {next}", Escaped(other))
        }
        Ruling::Early => format!("drawn after ply {}", followed.plies),
        Ruling::Late if game.finish == Some(Finish::Drawn) => {
            format!("drawn after ply {}", followed.plies)
        }
        Ruling::Late => "not drawn".to_owned(),
        Ruling::WrongResult => "drawn".to_owned(),
        Ruling::WrongSide => format!("{} has lost, and {mover} is to move", !mover),
        Ruling::RefusedLegal if case.pv.is_some() && followed.plies == case.ply => {
            "the runner calls the line illegal".to_owned()
        }
        Ruling::RefusedLegal => format!("{mover} has lost before {next}, which is legal"),
        Ruling::AcceptedIllegal if case.pv.is_some() => {
            "the runner prints no warning of the line".to_owned()
        }
        Ruling::AcceptedIllegal => {
            let mv = case.illegal.map(|mv| mv.to_string()).unwrap_or_default();
            format!("{mv} was played, which is illegal")
        }
    }
}
