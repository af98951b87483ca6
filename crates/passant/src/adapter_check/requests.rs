//! The requests that check the form of the replies of an adapter.

use passant_engine::line_protocol::{Ability, Capabilities, ErrorKind, ReplyForm};
use passant_query::{AnswerKind, MoveQuery};

/// A request, and the form that its reply must have.
pub(super) struct Request {
    pub(super) text: String,
    pub(super) form: ReplyForm,
    /// The request that sets up the position for this one.
    pub(super) position: Option<String>,
}

/// The position before Black's double push, and after it. One en passant capture is then legal.
const ROOT: &str = "fen 4k3/3p4/8/2P5/8/8/8/4K2R b K - 0 1";
const AFTER: &str = "fen 4k3/3p4/8/2P5/8/8/8/4K2R b K - 0 1 moves d7d5";
const CAPTURE: &str = "c5d6";

/// A game, with the end of each line as `\n`.
const GAME: &str =
    r#"[Event "?"]\n[Result "*"]\n\n1. e4 {a comment} a6 2. e5 d5 (2... e6)\n3. exd6 $1 *\n"#;

/// A position in which White can promote with and without a capture.
const PROMOTIONS: &str = "fen 1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";

/// Returns all requests, in order.
pub(super) fn requests(capabilities: &Capabilities) -> Vec<Request> {
    let mut list = RequestList {
        capabilities,
        requests: Vec::new(),
        position: None,
    };
    list.add("frobnicate", ReplyForm::Error(ErrorKind::Unsupported));
    list.add(
        "position fen 8/8/8/8 w - - 0 1",
        ReplyForm::MayRefuse(ErrorKind::BadFen),
    );
    list.set_position("startpos");
    list.add_contents();
    list.set_position(PROMOTIONS);
    list.add_contents();
    list.set_position(ROOT);
    list.add_if(Ability::Occurrences, "occurrences", ReplyForm::Occurrences);
    list.set_position(AFTER);
    list.add_contents();
    list.add_single_moves();
    list.add_round_trips();
    list.add_packing();
    list.add_undo();
    list.add_unannounced();
    list.requests
}

struct RequestList<'a> {
    capabilities: &'a Capabilities,
    requests: Vec<Request>,
    position: Option<String>,
}

impl RequestList<'_> {
    fn add(&mut self, text: impl Into<String>, form: ReplyForm) {
        self.requests.push(Request {
            text: text.into(),
            form,
            position: self.position.clone(),
        });
    }

    fn can(&self, ability: Ability) -> bool {
        self.capabilities.can.contains(&ability)
    }

    fn add_if(&mut self, ability: Ability, text: impl Into<String>, form: ReplyForm) {
        if self.can(ability) {
            self.add(text, form);
        }
    }

    /// Returns the form of the reply to a change of the position.
    fn change_form(&self) -> ReplyForm {
        if self.can(Ability::Fen) {
            ReplyForm::Fen
        } else {
            ReplyForm::Nothing
        }
    }

    fn set_position(&mut self, line: &str) {
        let request = format!("position {line}");
        self.position = Some(request.clone());
        self.add(request, self.change_form());
    }

    /// The requests about a position.
    fn add_contents(&mut self) {
        self.add_if(Ability::Moves, "moves", ReplyForm::Moves);
        self.add_if(Ability::Divide, "divide 1", ReplyForm::Divide(1));
        self.add_if(Ability::Divide, "divide 2", ReplyForm::Divide(2));
        self.add_if(Ability::Fen, "fen", ReplyForm::Fen);
        self.add_if(
            Ability::Key,
            "key",
            ReplyForm::Key(self.capabilities.has_polyglot_keys),
        );
        self.add_if(Ability::Occurrences, "occurrences", ReplyForm::Occurrences);
    }

    fn add_single_moves(&mut self) {
        for mv in [CAPTURE, "c5b6"] {
            let form = ReplyForm::YesOrNo("legal");
            self.add_if(Ability::Legal, format!("legal {mv}"), form);
        }
        for asked in MoveQuery::requests() {
            self.add_about(asked);
        }
        self.add_if(Ability::Parse, "parse cxd6", ReplyForm::OneMove);
        self.add_if(
            Ability::Parse,
            "parse Qxa9",
            ReplyForm::Error(ErrorKind::Illegal),
        );
        self.add_if(Ability::Pgn, format!("pgn {GAME}"), ReplyForm::Game);
        self.add_if(
            Ability::Pgn,
            "pgn 1. e5 *",
            ReplyForm::Error(ErrorKind::Illegal),
        );
        if self.can(Ability::Pgn) {
            self.set_position(AFTER);
        }
        self.add_if(
            Ability::Same,
            format!("same {AFTER}"),
            ReplyForm::YesOrNo("same"),
        );
    }

    /// A question about the capture, and about a move without a square or one that cannot be written.
    fn add_about(&mut self, asked: MoveQuery) {
        let (ability, form) = (Ability::About(asked), ReplyForm::about(asked));
        self.add_if(ability, format!("{asked} {CAPTURE}"), form);
        match asked.answer_kind() {
            AnswerKind::Square | AnswerKind::YesOrNo => {
                self.add_if(ability, format!("{asked} c5c6"), form);
            }
            AnswerKind::San => {
                let form = ReplyForm::Error(ErrorKind::Illegal);
                self.add_if(ability, format!("{asked} c5b6"), form);
            }
        }
    }

    /// Copies, and FENs that are read back, each before a request that needs the position.
    fn add_round_trips(&mut self) {
        for ability in [Ability::Again, Ability::Reread] {
            if self.can(ability) {
                self.add(ability.word(), self.change_form());
                self.add_contents();
                self.set_position(AFTER);
            }
        }
    }

    /// The position in the format of the library. What it unpacks is judged by `passant check --packed`.
    fn add_packing(&mut self) {
        self.add_if(Ability::Pack, "pack", ReplyForm::Packed);
    }

    fn add_undo(&mut self) {
        self.add_if(Ability::Undo, "undo", self.change_form());
        self.set_position(AFTER);
        self.add_if(
            Ability::Play,
            "play c5b6",
            ReplyForm::Error(ErrorKind::Illegal),
        );
        self.set_position(AFTER);
        self.add_if(Ability::Play, format!("play {CAPTURE}"), self.change_form());
        if self.can(Ability::Play) {
            self.add_if(Ability::Undo, "undo", self.change_form());
        }
        self.set_position(ROOT);
        self.add_if(Ability::Undo, "undo", ReplyForm::Error(ErrorKind::Usage));
        self.add_null_moves();
        self.set_position("startpos");
        self.add(
            format!("position {ROOT} moves d7d4"),
            ReplyForm::MayRefuse(ErrorKind::Illegal),
        );
        self.set_position(AFTER);
    }

    /// Null moves in `position`, `play` and `undo`.
    fn add_null_moves(&mut self) {
        if !self.capabilities.has_null_moves {
            return;
        }
        self.set_position(&format!("{AFTER} 0000"));
        self.add_if(Ability::Undo, "undo", self.change_form());
        self.set_position(AFTER);
        self.add_if(Ability::Play, "play 0000", self.change_form());
    }

    /// Requests that are not announced, which must be refused.
    fn add_unannounced(&mut self) {
        for ability in Ability::all() {
            let argument = match ability {
                Ability::Divide => " 1",
                Ability::Play | Ability::Legal | Ability::About(_) => " c5c6",
                Ability::Parse => " c6",
                Ability::Unpack => " 00",
                Ability::Pgn => " 1. e4 *",
                Ability::Same => " startpos",
                _ => "",
            };
            if !self.can(ability) {
                let text = format!("{}{argument}", ability.word());
                self.add(text, ReplyForm::Error(ErrorKind::Unsupported));
            }
        }
    }
}
