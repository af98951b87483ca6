//! Pipes to and from a program that never block. A read or write that would block fails with
//! [`WouldBlock`](std::io::ErrorKind::WouldBlock).

use std::fmt::Debug;
use std::io::{Cursor, Read, Write};
use std::process::{ChildStderr, ChildStdout};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

#[cfg(not(unix))]
pub(super) use threads::{input, output};
#[cfg(unix)]
pub(super) use unix::{input, output};

/// The pipe from the output of a program.
pub(crate) trait Output: Read + Send + Debug {
    /// Waits for something to read, at most for a time.
    ///
    /// A pipe sleeps the whole time. Engines flush each line, and waking up for every flushed line costs more than
    /// reading it.
    fn wait(&mut self, at_most: Duration) {
        thread::sleep(at_most);
    }
}

impl Output for ChildStdout {}

impl Output for ChildStderr {}

/// Recorded output is always ready.
impl Output for Cursor<Arc<[u8]>> {
    fn wait(&mut self, _: Duration) {}
}

/// The pipe to the input of a program.
pub(crate) trait Input: Write + Send + Debug {}

impl<S: Write + Send + Debug> Input for S {}

/// Pipes in non-blocking mode.
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

    /// Makes this end of the pipe non-blocking. The program has the other end, which does not change.
    fn unblock(stream: &impl AsFd) -> io::Result<()> {
        let flags = OFlag::from_bits_retain(fcntl(stream, FcntlArg::F_GETFL)?);
        fcntl(stream, FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK))?;
        Ok(())
    }
}

/// Pipes that are read and written by a thread, for systems on which a pipe cannot be made non-blocking.
#[cfg(any(test, not(unix)))]
mod threads {
    use std::io::{self, ErrorKind, Read, Write};
    use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, sync_channel};
    use std::thread;
    use std::time::Duration;

    use super::{Input, Output};

    /// The length of the queue, in chunks. When the queue is full, the program waits at its pipe.
    const QUEUE: usize = 16;

    pub(crate) fn output(mut stream: impl Read + Send + 'static) -> io::Result<Box<dyn Output>> {
        let (sender, chunks) = sync_channel(QUEUE);
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
        let chunk = io::Cursor::default();
        Ok(Box::new(ReadAhead { chunks, chunk }))
    }

    pub(crate) fn input(mut stream: impl Input + 'static) -> io::Result<Box<dyn Input>> {
        let (sender, chunks) = sync_channel::<Vec<u8>>(QUEUE);
        thread::Builder::new().spawn(move || {
            for chunk in chunks {
                if stream.write_all(&chunk).is_err() || stream.flush().is_err() {
                    return;
                }
            }
        })?;
        Ok(Box::new(WriteBehind { sender }))
    }

    #[derive(Debug)]
    struct ReadAhead {
        chunks: Receiver<Vec<u8>>,
        /// The chunk that is being read.
        chunk: io::Cursor<Vec<u8>>,
    }

    impl ReadAhead {
        /// Tells whether every byte of the chunk was read.
        fn is_read(&self) -> bool {
            self.chunk.position() == self.chunk.get_ref().len() as u64
        }
    }

    impl Output for ReadAhead {
        /// Ends when there is something: a short sleep takes some systems 16 milliseconds, and the thread that reads
        /// wakes up for every line anyway.
        fn wait(&mut self, at_most: Duration) {
            if self.is_read()
                && let Ok(chunk) = self.chunks.recv_timeout(at_most)
            {
                self.chunk = io::Cursor::new(chunk);
            }
        }
    }

    impl Read for ReadAhead {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if !self.is_read() {
                return self.chunk.read(buffer);
            }
            match self.chunks.try_recv() {
                Ok(chunk) => self.chunk = io::Cursor::new(chunk),
                Err(TryRecvError::Empty) => return Err(ErrorKind::WouldBlock.into()),
                Err(TryRecvError::Disconnected) => return Ok(0),
            }
            self.chunk.read(buffer)
        }
    }

    #[derive(Debug)]
    struct WriteBehind {
        sender: SyncSender<Vec<u8>>,
    }

    impl Write for WriteBehind {
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
