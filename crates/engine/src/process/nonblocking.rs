//! Pipes to and from a program that never block. A read or write that would block fails with
//! [`WouldBlock`](std::io::ErrorKind::WouldBlock).

mod pipe;
#[cfg(any(test, not(unix)))]
mod threads;
#[cfg(unix)]
mod unix;

pub(super) use pipe::{Input, Output};
#[cfg(not(unix))]
pub(super) use threads::{input, output};
#[cfg(unix)]
pub(super) use unix::{input, output};

#[cfg(all(test, unix))]
mod tests {
    use std::io::{self, ErrorKind, Read, Write};
    use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
    use std::thread;
    use std::time::Duration;

    use super::{Input, Output, threads, unix};

    type OpenInput = fn(ChildStdin) -> io::Result<Box<dyn Input>>;
    type OpenOutput = fn(ChildStdout) -> io::Result<Box<dyn Output>>;

    /// Both implementations.
    const IMPLEMENTATIONS: [(OpenInput, OpenOutput); 2] = [
        (unix::input, unix::output),
        (threads::input, threads::output),
    ];

    /// A program that prints what it reads.
    fn echo() -> Child {
        let mut echo = Command::new("cat");
        echo.stdin(Stdio::piped()).stdout(Stdio::piped());
        echo.spawn().unwrap()
    }

    /// Tries an operation until it does not block.
    fn retry<T>(mut operation: impl FnMut() -> io::Result<T>) -> T {
        loop {
            match operation() {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    thread::sleep(Duration::from_millis(1));
                }
                outcome => return outcome.unwrap(),
            }
        }
    }

    #[test]
    fn reads_back_what_was_written_up_to_the_end_of_the_output() {
        for (open_input, open_output) in IMPLEMENTATIONS {
            let mut echo = echo();
            let mut input = open_input(echo.stdin.take().unwrap()).unwrap();
            let mut output = open_output(echo.stdout.take().unwrap()).unwrap();
            let mut buffer = [0; 10];
            let empty = output.read(&mut buffer).unwrap_err();
            assert_eq!(empty.kind(), ErrorKind::WouldBlock);
            assert_eq!(retry(|| input.write(b"uci\n")), 4);
            assert_eq!(retry(|| output.read(&mut buffer[..3])), 3);
            assert_eq!(retry(|| output.read(&mut buffer[3..])), 1);
            assert_eq!(&buffer[..4], b"uci\n");
            drop(input);
            assert_eq!(retry(|| output.read(&mut buffer)), 0);
            echo.wait().unwrap();
        }
    }

    #[test]
    fn a_thread_tells_at_once_that_there_is_something_to_read() {
        const HOUR: Duration = Duration::from_secs(3600);
        let mut echo = echo();
        let mut input = threads::input(echo.stdin.take().unwrap()).unwrap();
        let mut output = threads::output(echo.stdout.take().unwrap()).unwrap();
        let mut buffer = [0; 3];
        output.wait(Duration::ZERO);
        let empty = output.read(&mut buffer).unwrap_err();
        assert_eq!(empty.kind(), ErrorKind::WouldBlock);
        assert_eq!(retry(|| input.write(b"uciok\n")), 6);
        for part in [b"uci", b"ok\n"] {
            output.wait(HOUR);
            assert_eq!(output.read(&mut buffer).unwrap(), 3);
            assert_eq!(&buffer, part);
        }
        drop(input);
        output.wait(HOUR);
        assert_eq!(output.read(&mut buffer).unwrap(), 0);
        echo.wait().unwrap();
    }

    #[test]
    fn writing_to_a_program_that_does_not_read_fails_instead_of_blocking() {
        for (open_input, _) in IMPLEMENTATIONS {
            let mut deaf = Command::new("sleep")
                .arg("1000")
                .stdin(Stdio::piped())
                .spawn()
                .unwrap();
            let mut input = open_input(deaf.stdin.take().unwrap()).unwrap();
            let refused = (0..10_000).find_map(|_| input.write(&[b'x'; 4096]).err());
            assert_eq!(refused.unwrap().kind(), ErrorKind::WouldBlock);
            deaf.kill().unwrap();
            deaf.wait().unwrap();
        }
    }
}
