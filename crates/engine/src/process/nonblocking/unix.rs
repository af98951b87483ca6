//! Pipes in non-blocking mode.

use std::io;
use std::os::fd::AsFd;

use nix::fcntl::{FcntlArg, OFlag, fcntl};

use super::pipe::{Input, Output};

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
