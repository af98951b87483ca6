//! The pipes of a program, read and written without ever waiting for it: what would wait is
//! [`WouldBlock`](std::io::ErrorKind::WouldBlock).

use std::fmt::Debug;
use std::io::{Read, Write};

/// What a program prints.
pub(super) trait Output: Read + Send + Debug {}

impl<S: Read + Send + Debug> Output for S {}

/// What a program is told.
pub(super) trait Input: Write + Send + Debug {}

impl<S: Write + Send + Debug> Input for S {}

#[cfg(not(unix))]
pub(super) use threads::{input, output};
#[cfg(unix)]
pub(super) use unix::{input, output};

#[cfg(unix)]
mod unix {
    use std::io;
    use std::os::fd::AsFd;

    use nix::fcntl::{FcntlArg, OFlag, fcntl};

    use super::{Input, Output};

    pub(crate) fn output(stream: impl Output + AsFd + 'static) -> io::Result<Box<dyn Output>> {
        unblock(&stream)?;
        Ok(Box::new(stream))
    }

    pub(crate) fn input(stream: impl Input + AsFd + 'static) -> io::Result<Box<dyn Input>> {
        unblock(&stream)?;
        Ok(Box::new(stream))
    }

    /// The program has the other end of the pipe, and notices nothing of this.
    fn unblock(stream: &impl AsFd) -> io::Result<()> {
        let flags = OFlag::from_bits_retain(fcntl(stream, FcntlArg::F_GETFL)?);
        fcntl(stream, FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK))?;
        Ok(())
    }
}

/// Where a pipe cannot be told not to wait, a thread waits in our place.
#[cfg(any(test, not(unix)))]
mod threads {
    use std::io::{self, ErrorKind, Read, Write};
    use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, sync_channel};
    use std::thread;

    use super::{Input, Output};

    /// How many pieces wait to be looked at; the program waits at its pipe then.
    const WAITING: usize = 16;

    pub(crate) fn output(mut stream: impl Output + 'static) -> io::Result<Box<dyn Output>> {
        let (sender, pieces) = sync_channel(WAITING);
        thread::Builder::new().spawn(move || {
            let mut buffer = [0; 8192];
            loop {
                match stream.read(&mut buffer) {
                    Ok(read) if read != 0 => {
                        if sender.send(buffer[..read].to_vec()).is_err() {
                            return;
                        }
                    }
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    // A pipe that breaks ends like one that closes.
                    Ok(_) | Err(_) => return,
                }
            }
        })?;
        let piece = io::Cursor::default();
        Ok(Box::new(ReadAhead { pieces, piece }))
    }

    pub(crate) fn input(mut stream: impl Input + 'static) -> io::Result<Box<dyn Input>> {
        let (sender, pieces) = sync_channel::<Vec<u8>>(WAITING);
        thread::Builder::new().spawn(move || {
            for piece in pieces {
                if stream.write_all(&piece).is_err() || stream.flush().is_err() {
                    return;
                }
            }
        })?;
        Ok(Box::new(WrittenLater { sender }))
    }

    #[derive(Debug)]
    struct ReadAhead {
        pieces: Receiver<Vec<u8>>,
        piece: io::Cursor<Vec<u8>>,
    }

    impl Read for ReadAhead {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let read = self.piece.read(buffer)?;
            if read != 0 {
                return Ok(read);
            }
            match self.pieces.try_recv() {
                Ok(piece) => self.piece = io::Cursor::new(piece),
                Err(TryRecvError::Empty) => return Err(ErrorKind::WouldBlock.into()),
                Err(TryRecvError::Disconnected) => return Ok(0),
            }
            self.piece.read(buffer)
        }
    }

    #[derive(Debug)]
    struct WrittenLater {
        sender: SyncSender<Vec<u8>>,
    }

    impl Write for WrittenLater {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            match self.sender.try_send(bytes.to_vec()) {
                Ok(()) => Ok(bytes.len()),
                Err(TrySendError::Full(_)) => Err(ErrorKind::WouldBlock.into()),
                Err(TrySendError::Disconnected(_)) => Err(ErrorKind::BrokenPipe.into()),
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::{self, ErrorKind, Read, Write};
    use std::process::{ChildStdin, ChildStdout, Command, Stdio};
    use std::thread;
    use std::time::Duration;

    use super::{Input, Output, threads, unix};

    type To = fn(ChildStdin) -> io::Result<Box<dyn Input>>;
    type From = fn(ChildStdout) -> io::Result<Box<dyn Output>>;

    /// Both ways not to wait.
    const WAYS: [(To, From); 2] = [
        (unix::input, unix::output),
        (threads::input, threads::output),
    ];

    /// Does something until it is done without waiting.
    fn done<T>(mut what: impl FnMut() -> io::Result<T>) -> T {
        loop {
            match what() {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    thread::sleep(Duration::from_millis(1));
                }
                outcome => return outcome.unwrap(),
            }
        }
    }

    #[test]
    fn what_is_written_can_be_read_and_the_end_is_seen() {
        for (to, from) in WAYS {
            let mut echo = Command::new("cat")
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let mut input = to(echo.stdin.take().unwrap()).unwrap();
            let mut output = from(echo.stdout.take().unwrap()).unwrap();
            let mut buffer = [0; 10];
            let nothing = output.read(&mut buffer).unwrap_err();
            assert_eq!(nothing.kind(), ErrorKind::WouldBlock);
            assert_eq!(done(|| input.write(b"uci\n")), 4);
            assert_eq!(done(|| output.read(&mut buffer[..3])), 3);
            assert_eq!(done(|| output.read(&mut buffer[3..])), 1);
            assert_eq!(&buffer[..4], b"uci\n");
            drop(input);
            assert_eq!(done(|| output.read(&mut buffer)), 0);
            echo.wait().unwrap();
        }
    }

    #[test]
    fn who_does_not_read_keeps_nobody_waiting() {
        for (to, _) in WAYS {
            let mut deaf = Command::new("sleep")
                .arg("1000")
                .stdin(Stdio::piped())
                .spawn()
                .unwrap();
            let mut input = to(deaf.stdin.take().unwrap()).unwrap();
            let refused = (0..10_000).find_map(|_| input.write(&[b'x'; 4096]).err());
            assert_eq!(refused.unwrap().kind(), ErrorKind::WouldBlock);
            deaf.kill().unwrap();
            deaf.wait().unwrap();
        }
    }
}
