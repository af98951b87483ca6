//! What an adapter is asked, to see whether it answers in form.

use super::Form;
use passant_engine::line_protocol::{Ability, Capabilities, ErrorKind};

/// A request, and the form that its reply must have.
pub(super) struct Request {
    pub(super) text: String,
    pub(super) form: Form,
    /// The request that sets up the position that this one is about.
    pub(super) position: Option<String>,
}

/// Before Black's double push; there is one capture en passant after it.
const ROOT: &str = "fen 4k3/3p4/8/2P5/8/8/8/4K2R b K - 0 1";
const AFTER: &str = "fen 4k3/3p4/8/2P5/8/8/8/4K2R b K - 0 1 moves d7d5";
const CAPTURE: &str = "c5d6";

/// A position in which White promotes with and without capture.
const PROMOTIONS: &str = "fen 1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";

/// Everything that is asked, in order.
pub(super) fn requests(capabilities: &Capabilities) -> Vec<Request> {
    let mut list = List {
        capabilities,
        requests: Vec::new(),
        position: None,
    };
    list.add("frobnicate", Form::Error(ErrorKind::Unsupported));
    list.add(
        "position fen 8/8/8/8 w - - 0 1",
        Form::MayRefuse(ErrorKind::BadFen),
    );
    list.position("startpos");
    list.contents();
    list.position(PROMOTIONS);
    list.contents();
    list.position(ROOT);
    list.when(Ability::Occurrences, "occurrences", Form::Occurrences);
    list.position(AFTER);
    list.contents();
    list.single_moves();
    list.takes_back();
    list.unannounced();
    list.requests
}

struct List<'a> {
    capabilities: &'a Capabilities,
    requests: Vec<Request>,
    position: Option<String>,
}

impl List<'_> {
    fn add(&mut self, text: impl Into<String>, form: Form) {
        self.requests.push(Request {
            text: text.into(),
            form,
            position: self.position.clone(),
        });
    }

    fn can(&self, ability: Ability) -> bool {
        self.capabilities.can.contains(&ability)
    }

    fn when(&mut self, ability: Ability, text: impl Into<String>, form: Form) {
        if self.can(ability) {
            self.add(text, form);
        }
    }

    /// What follows a change of the position.
    fn changed(&self) -> Form {
        if self.can(Ability::Fen) {
            Form::Fen
        } else {
            Form::Nothing
        }
    }

    fn position(&mut self, place: &str) {
        let request = format!("position {place}");
        self.position = Some(request.clone());
        self.add(request, self.changed());
    }

    /// What a position holds.
    fn contents(&mut self) {
        self.when(Ability::Moves, "moves", Form::Moves);
        self.when(Ability::Divide, "divide 1", Form::Divide(1));
        self.when(Ability::Divide, "divide 2", Form::Divide(2));
        self.when(Ability::Fen, "fen", Form::Fen);
        self.when(
            Ability::Key,
            "key",
            Form::Key(self.capabilities.has_polyglot_keys),
        );
        self.when(Ability::Occurrences, "occurrences", Form::Occurrences);
    }

    fn single_moves(&mut self) {
        let of_capture = |word: &str| format!("{word} {CAPTURE}");
        self.when(Ability::Legal, of_capture("legal"), Form::YesOrNo("legal"));
        self.when(Ability::Legal, "legal c5b6", Form::YesOrNo("legal"));
        self.when(Ability::Victim, of_capture("victim"), Form::Victim);
        self.when(Ability::Victim, "victim c5c6", Form::Victim);
        self.when(Ability::San, of_capture("san"), Form::Text("san"));
        self.when(Ability::San, "san c5b6", Form::Error(ErrorKind::Illegal));
        self.when(Ability::Parse, "parse cxd6", Form::OneMove);
        self.when(
            Ability::Parse,
            "parse Qxa9",
            Form::Error(ErrorKind::Illegal),
        );
        self.when(
            Ability::Same,
            format!("same {AFTER}"),
            Form::YesOrNo("same"),
        );
    }

    fn takes_back(&mut self) {
        self.when(Ability::Undo, "undo", self.changed());
        self.position(AFTER);
        self.when(Ability::Play, "play c5b6", Form::Error(ErrorKind::Illegal));
        self.position(AFTER);
        self.when(Ability::Play, format!("play {CAPTURE}"), self.changed());
        if self.can(Ability::Play) {
            self.when(Ability::Undo, "undo", self.changed());
        }
        self.position(ROOT);
        self.when(Ability::Undo, "undo", Form::Error(ErrorKind::Usage));
        self.null_moves();
        self.position("startpos");
        self.add(
            format!("position {ROOT} moves d7d4"),
            Form::MayRefuse(ErrorKind::Illegal),
        );
        self.position(AFTER);
    }

    /// A null move among those of a position and as one that is played, and taken back.
    fn null_moves(&mut self) {
        if !self.capabilities.has_null_moves {
            return;
        }
        self.position(&format!("{AFTER} 0000"));
        self.when(Ability::Undo, "undo", self.changed());
        self.position(AFTER);
        self.when(Ability::Play, "play 0000", self.changed());
    }

    /// What is not announced is not known.
    fn unannounced(&mut self) {
        for ability in Ability::ALL {
            let argument = match ability {
                Ability::Divide => " 1",
                Ability::Play | Ability::Legal | Ability::Victim | Ability::San => " c5c6",
                Ability::Parse => " c6",
                Ability::Same => " startpos",
                _ => "",
            };
            if !self.can(ability) {
                let text = format!("{}{argument}", ability.word());
                self.add(text, Form::Error(ErrorKind::Unsupported));
            }
        }
    }
}
