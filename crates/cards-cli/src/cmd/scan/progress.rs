//! How far a scan is, on a terminal only.

use std::fmt::Write;
use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::thread;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use cards_library::files::{Choice, Walk};

/// A bar on standard error, or nothing where nobody looks.
pub(crate) struct Progress(Option<ProgressBar>);

/// Redraws a second; a scan that ends sooner shows next to nothing.
const HERTZ: u8 = 4;

impl Progress {
    /// Starts a bar. The files are counted beside the scan, so that the time left is known before long.
    pub(crate) fn start(quiet: bool, paths: &[PathBuf], choice: Choice) -> Self {
        if quiet || !std::io::stderr().is_terminal() {
            return Self(None);
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(HERTZ));
        let template = "{pos} of {len} files  {rate}  [{bar:24}] {percent}%  {eta} left";
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let rate = |state: &ProgressState, out: &mut dyn Write| {
            // Writing to the bar's own buffer does not fail.
            let _ = write!(out, "{:.0}/s", state.per_sec());
        };
        bar.set_style(style.with_key("rate", rate));
        let (counter, paths) = (bar.clone(), paths.to_vec());
        thread::spawn(move || {
            let mut count = 0;
            for _ in Walk::new(&paths, Choice { sorted: false, ..choice }) {
                count += 1;
            }
            counter.set_length(count);
        });
        Self(Some(bar))
    }

    /// One file more is done; gives its answer on.
    pub(crate) fn step<T>(&self, answer: T) -> T {
        if let Some(bar) = &self.0 {
            bar.inc(1);
        }
        answer
    }

    /// Writes results beside the bar, which makes room for them.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Takes the bar off the screen.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
