//! Processes that misbehave. Each test bounds how long it waits, and none measures time.

use std::fs;
use std::thread;
use std::time::Duration;

use passant_engine::line_protocol::{Ability, Adapter, Played};
use passant_engine::process::Deadline;
use passant_engine::{Command, Limits, Process, Transcript};
use passant_query::{EngineError, Interrupt, Line};
use passant_test_tools::tool;

/// Short enough for tests to end soon, and long enough for everything that works.
const LIMITS: Limits = Limits {
    start: Duration::from_secs(20),
    reply: Duration::from_millis(300),
    line: 1000,
    output: 10_000,
    memory: 1 << 30,
};

/// The command that runs a script.
pub(crate) fn sh(script: &str) -> Command {
    Command::new(tool("sh"), ["-c", script])
}

fn shell(script: &str) -> Process {
    shell_within(LIMITS, script)
}

fn shell_within(limits: Limits, script: &str) -> Process {
    let command = sh(script);
    Process::start(&command, limits, &Transcript::none(), &Interrupt::default()).unwrap()
}

/// An adapter in a shell, which may answer slowly.
fn adapter(script: &str) -> Adapter {
    let limits = Limits {
        reply: Duration::from_secs(20),
        ..LIMITS
    };
    let command = sh(script);
    Adapter::start(&command, limits, &Transcript::none(), &Interrupt::default()).unwrap()
}

fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(20))
}

#[test]
fn sends_and_receives_lines() {
    let mut process = shell("while read line; do echo \"you said $line\"; done");
    process.send("e2e4").unwrap();
    assert_eq!(process.line(soon()).unwrap(), "you said e2e4");
    process.send("quit").unwrap();
    assert_eq!(process.line(soon()).unwrap(), "you said quit");
    process.close_input();
    assert!(matches!(process.line(soon()), Err(EngineError::Crashed(_))));
}

#[test]
fn reports_silence_as_a_timeout() {
    let mut process = shell("sleep 1000");
    let deadline = process.reply_deadline();
    assert_eq!(
        process.line(deadline),
        Err(EngineError::TimedOut(LIMITS.reply))
    );
}

#[test]
fn reports_a_crash_with_exit_code_and_messages() {
    let mut process = shell("echo 'no net' >&2; exit 7");
    let error = process.line(soon()).unwrap_err();
    let EngineError::Crashed(how) = &error else {
        panic!("{error:?}")
    };
    assert!(how.contains('7') && how.contains("no net"), "{how}");
}

#[test]
fn stops_endless_output() {
    let mut endless_line = shell("while :; do printf aaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done");
    assert!(matches!(
        endless_line.line(soon()),
        Err(EngineError::Flooded(_))
    ));
    let mut endless_lines = shell("yes 'e2e4: 1'");
    let flood = endless_lines.lines_until(soon(), |_| false);
    assert!(matches!(flood, Err(EngineError::Flooded(_))), "{flood:?}");
}

#[test]
fn reads_answers_despite_endless_messages() {
    let mut process = shell("yes complaint >&2 & echo ready; read line; kill $!; echo done");
    assert_eq!(process.line(soon()).unwrap(), "ready");
    process.send("go on").unwrap();
    assert_eq!(process.line(soon()).unwrap(), "done");
    assert!(process.stderr_tail().len() <= 20);
}

#[test]
fn gives_up_on_a_program_that_does_not_read() {
    let mut process = shell("sleep 1000");
    let line = "x".repeat(4000);
    let error = (0..1000).find_map(|_| process.send(&line).err());
    assert_eq!(error, Some(EngineError::TimedOut(LIMITS.reply)));
}

#[test]
fn reads_lines_that_are_not_utf8() {
    let mut process = shell(r"printf 'e2e4\000: \303 \377\nok\n'; sleep 1000");
    let line = process.line(soon()).unwrap();
    assert!(line.starts_with("e2e4"), "{line:?}");
    assert_eq!(process.line(soon()).unwrap(), "ok");
}

#[test]
fn an_interrupt_ends_the_wait() {
    let interrupt = Interrupt::default();
    let command = sh("sleep 1000");
    let mut process = Process::start(&command, LIMITS, &Transcript::none(), &interrupt).unwrap();
    let raiser = thread::spawn(move || interrupt.raise());
    assert_eq!(process.line(soon()), Err(EngineError::Interrupted));
    raiser.join().unwrap();
}

#[test]
fn names_a_program_that_does_not_exist() {
    const PROGRAM: &str = "./no-such-engine";
    let command = Command::new(PROGRAM, ["--uci"]);
    let started = Process::start(&command, LIMITS, &Transcript::none(), &Interrupt::default());
    let Err(EngineError::NotStarted(why)) = started else {
        panic!("{started:?}")
    };
    assert!(why.contains("./no-such-engine --uci"), "{why}");
}

#[cfg(target_os = "linux")]
#[test]
fn ends_the_children_of_a_program() {
    let mut process = shell("sleep 1000 & echo $!; wait");
    let child = process.line(soon()).unwrap();
    let status = std::path::Path::new("/proc")
        .join(child.trim())
        .join("stat");
    assert!(status.exists());
    drop(process);
    // A zombie has the state Z until its new parent collects it.
    let is_dead = || fs::read_to_string(&status).map_or(true, |stat| stat.contains(") Z "));
    let died = (0..1000).any(|_| {
        thread::sleep(Duration::from_millis(10));
        is_dead()
    });
    assert!(died, "the child of the program lives on");
}

#[test]
fn writes_every_line_to_the_transcript() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("transcript.txt");
    let transcript = Transcript::create(&path).unwrap();
    let command = sh("read line; printf 'got\\033[1m %s\\n' $line");
    let mut process = Process::start(&command, LIMITS, &transcript, &Interrupt::default()).unwrap();
    process.send("uci").unwrap();
    process.line(soon()).unwrap();
    drop(process);
    drop(transcript);
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert!(lines[lines.len() - 3].ends_with(" 1 > uci"), "{text}");
    assert!(
        lines[lines.len() - 2].contains(r" 1 < got\u{1b}[1m uci"),
        "{text}"
    );
    // The last event is the end of the process.
    assert!(lines[lines.len() - 1].contains(" 1 = "), "{text}");
}

#[test]
fn speaks_the_line_protocol_with_an_adapter() {
    let script = r#"
while read word rest; do
  case "$word" in
    passant) echo 'passant 1 name "Shell 1" can=moves,divide,fen,legal,play,undo,key chess960=no';;
    position) case "$rest" in *k*) echo "fen $rest";; *) echo 'error badfen no king'; continue;; esac;;
    moves) echo '# thinking'; echo 'move e2e4'; echo 'move e5d6 ep';;
    divide) echo 'move e2e4 2'; echo 'total 2';;
    legal) echo 'legal yes';;
    play) echo "error illegal $rest"; continue;;
    undo) echo 'error unsupported undo'; continue;;
    key) echo 'key 00ff';;
  esac
  echo ok
done"#;
    let mut adapter = adapter(script);
    assert_eq!(adapter.capabilities().name, "Shell 1");
    assert_eq!(adapter.capabilities().can.len(), 7);
    assert!(adapter.capabilities().can.contains(&Ability::Key));
    let refused = adapter.position(&Line::from_fen("8/8/8/8/8/8/8/8 w - - 0 1").unwrap());
    assert_eq!(refused, Err(EngineError::Refused("no king".to_owned())));
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4";
    let fen = adapter.position(&text.parse().unwrap()).unwrap();
    assert_eq!(fen, Some(format!("fen {text}")));
    assert_eq!(adapter.moves().unwrap(), ["e2e4", "e5d6"]);
    assert_eq!(adapter.divide(1).unwrap().moves, [("e2e4".to_owned(), 2)]);
    assert_eq!(adapter.is_legal("e2e4".parse().unwrap()), Ok(true));
    assert_eq!(adapter.play("e2e5".parse().unwrap()), Ok(Played::Illegal));
    assert_eq!(
        adapter.undo(),
        Err(EngineError::Unsupported("undo".to_owned()))
    );
    assert_eq!(adapter.key().as_deref(), Ok("00ff"));
}

/// A window title, colors, a bell and a delete character: none of them reaches the terminal.
#[test]
fn escapes_control_characters_of_an_adapter() {
    let script = r#"
while read word rest; do
  case "$word" in
    passant) printf 'passant 1 name "Evil \033[31mred\033]0;owned\007" can=moves\nok\n';;
    position) printf 'error badfen no \177\033[2J way\n';;
    moves) printf 'move e2\033[2Je4\nok\n';;
    *) printf 'error out of \033[5mmemory\n';;
  esac
done"#;
    let mut adapter = adapter(script);
    assert_eq!(
        adapter.capabilities().name,
        r"Evil \u{1b}[31mred\u{1b}]0;owned\u{7}"
    );
    let refused = adapter.position(&Line::from_fen("8/8/8/8/8/8/8/8 w - - 0 1").unwrap());
    let why = r"no \u{7f}\u{1b}[2J way".to_owned();
    assert_eq!(refused, Err(EngineError::Refused(why)));
    assert_eq!(adapter.moves().unwrap(), [r"e2\u{1b}[2Je4"]);
    let unknown = adapter.ask("hello").unwrap().end.to_string();
    assert_eq!(unknown, r"error out of \u{1b}[5mmemory");
}

/// An answer within the limit of bytes and beyond the limit of lines is not read to its end.
#[test]
fn stops_an_endless_list_of_moves() {
    let script = r#"
while read word rest; do
  case "$word" in
    passant) echo 'passant 1 name "Shell 1" can=moves'; echo ok;;
    moves) yes 'move a1a2' | head -n 5000; sleep 1000;;
  esac
done"#;
    let limits = Limits {
        reply: Duration::from_secs(20),
        output: 1 << 22,
        ..LIMITS
    };
    let command = sh(script);
    let (transcript, interrupt) = (Transcript::none(), Interrupt::default());
    let mut adapter = Adapter::start(&command, limits, &transcript, &interrupt).unwrap();
    let Err(EngineError::Flooded(why)) = adapter.moves() else {
        panic!("the list is read to its end")
    };
    assert!(why.contains("4096"), "{why}");
}
