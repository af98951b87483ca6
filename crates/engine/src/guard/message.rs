//! What a guard tells the process that has started it: one line each.

use std::fmt;
use std::str::FromStr;

/// A message of a guard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Message {
    /// The engine runs, as the process with this number.
    Started(i32),
    /// The engine could not be started; the error number of the system, 0 if there is none.
    NotStarted(i32),
    /// The engine has ended; the status as the system encodes it.
    Ended(i32),
    /// The engine and its descendants use more memory than they may, and are killed.
    OutOfMemory,
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Started(id) => write!(f, "started {id}"),
            Self::NotStarted(error) => write!(f, "not-started {error}"),
            Self::Ended(status) => write!(f, "ended {status}"),
            Self::OutOfMemory => f.write_str("out-of-memory"),
        }
    }
}

impl FromStr for Message {
    type Err = ();

    fn from_str(line: &str) -> Result<Self, ()> {
        let (word, number) = line.split_once(' ').unwrap_or((line, "0"));
        let number = number.parse().map_err(drop)?;
        match word {
            "started" => Ok(Self::Started(number)),
            "not-started" => Ok(Self::NotStarted(number)),
            "ended" => Ok(Self::Ended(number)),
            "out-of-memory" => Ok(Self::OutOfMemory),
            _ => Err(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Message;

    #[test]
    fn messages_are_read_as_they_were_written() {
        for message in [
            Message::Started(17),
            Message::NotStarted(2),
            Message::Ended(9),
            Message::OutOfMemory,
        ] {
            assert_eq!(message.to_string().parse(), Ok(message));
        }
        assert_eq!("started soon".parse::<Message>(), Err(()));
        assert_eq!("".parse::<Message>(), Err(()));
    }
}
