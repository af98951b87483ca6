//! Pipes that are read and written by a thread, for systems on which a pipe cannot be made non-blocking.

use std::io::{self, ErrorKind, Read, Write};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, sync_channel};
use std::thread;
use std::time::Duration;

use super::pipe::{Input, Output};

/// How many chunks are queued. When the queue is full, the program waits at its pipe.
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
    /// Ends when there is something: a short sleep takes some systems 16 milliseconds, and the thread that reads wakes up for
    /// every line anyway.
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
