//! Progress of anything that takes longer than a moment, on standard error and only on a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use passant_perft::Progress;

/// A bar that fills while something is counted, and is gone when it is dropped.
pub(crate) struct Bar {
    bar: ProgressBar,
}

impl Bar {
    /// Shows nothing yet.
    pub(crate) fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        // The template is constant and well-formed; without it the bar only looks plainer.
        if let Ok(style) = ProgressStyle::with_template("{msg} [{bar:30}] {percent:>3}% {eta:>5}") {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.enable_steady_tick(Duration::from_millis(500));
        Self { bar }
    }

    /// Says what is counted now.
    pub(crate) fn title(&self, title: &str) {
        self.bar.set_message(title.to_owned());
        self.bar.reset_eta();
    }

    /// Says how far it is.
    pub(crate) fn show(&self, progress: Progress) {
        self.bar.set_length(progress.total as u64);
        self.bar.set_position(progress.done as u64);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
