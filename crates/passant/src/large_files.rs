//! Limits on the size of files (`ulimit -f`).

/// Makes a file that grows beyond the limit of the process an error, as a full disk is. By default it ends the process
/// with the signal SIGXFSZ.
///
/// The signal is blocked in the calling thread and in those that it starts, not ignored, because engines would inherit
/// that. To be called first.
#[cfg(unix)]
pub fn report_large_files() {
    use nix::sys::signal::{SigSet, Signal};

    let mut signals = SigSet::empty();
    signals.add(Signal::SIGXFSZ);
    // Blocking a signal that exists does not fail.
    let _ = signals.thread_block();
}

/// Does nothing: there is no such signal.
#[cfg(not(unix))]
pub fn report_large_files() {}
