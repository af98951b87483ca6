//! The progress of a long task, on standard error and only on a terminal.

use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use passant_perft::Progress;
use passant_query::Escaped;

/// A bar that fills while a task runs. Dropping it removes it from the terminal.
pub(crate) struct Bar {
    bar: ProgressBar,
    is_new: AtomicBool,
}

impl Bar {
    /// Creates a bar for a task, which is not visible yet.
    pub(crate) fn new(title: &str) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        // The template is constant and well-formed; without it the bar only looks plainer.
        if let Ok(style) =
            ProgressStyle::with_template("{prefix}{msg} [{bar:30}] {percent:>3}% {eta:>5}")
        {
            bar.set_style(style.progress_chars("=> "));
        }
        let bar = Self {
            bar,
            is_new: AtomicBool::new(true),
        };
        bar.title(title);
        bar
    }

    /// Names the task that runs now.
    pub(crate) fn title(&self, title: &str) {
        self.bar.set_prefix(Escaped(title).to_string());
        self.is_new.store(true, Ordering::Relaxed);
    }

    /// Shows how much of the task is done.
    ///
    /// The first call for a title restarts the estimate of the remaining time, because the part that is done by then
    /// was done earlier, for example by a run that was interrupted.
    pub(crate) fn show(&self, done: u64, total: u64) {
        self.bar.set_length(total);
        self.bar.set_position(done);
        if self.is_new.swap(false, Ordering::Relaxed) {
            self.bar.reset_eta();
        }
    }

    /// Shows how far a run of perft has come.
    pub(crate) fn show_run(&self, progress: Progress) {
        match progress {
            Progress::LayingOut { ply, pass, passes } => {
                self.bar.set_message(match passes {
                    1 => format!(", laying out ply {ply}"),
                    _ => format!(", laying out ply {ply}, pass {pass} of {passes}"),
                });
                self.is_new.store(true, Ordering::Relaxed);
            }
            Progress::Counting { done, total } => {
                if self.is_new.load(Ordering::Relaxed) {
                    self.bar.set_message("");
                }
                self.show(done, total);
            }
        }
    }

    /// Returns the share that is done, in percent; 0 before the first call of [`show`](Self::show).
    pub(crate) fn percent(&self) -> u64 {
        let total = self.bar.length().unwrap_or(0).max(1);
        self.bar.position() * 100 / total
    }
}

/// A sign that something is being done, of which nobody knows how long it takes. Dropping it removes it from the
/// terminal.
pub(crate) struct Spinner(ProgressBar);

impl Spinner {
    /// Draws a spinner with a message, whose words of others are escaped.
    pub(crate) fn new(message: &str) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        // The template is constant and well-formed; without it the spinner only looks plainer.
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}") {
            bar.set_style(style);
        }
        bar.set_message(message.to_owned());
        Self(bar)
    }

    /// Draws the next sign.
    pub(crate) fn tick(&self) {
        self.0.tick();
    }

    /// Removes the spinner while a function prints.
    pub(crate) fn suspend(&self, print: impl FnOnce()) {
        self.0.suspend(print);
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::Bar;

    #[test]
    fn a_title_holds_no_character_that_moves_the_cursor() {
        let bar = Bar::new("a\u{1b}[2J\u{9b}1A\r\n\u{202e}b");
        assert_eq!(bar.bar.prefix(), "a\\u{1b}[2J\\u{9b}1A\\r\\n\\u{202e}b");
    }
}
