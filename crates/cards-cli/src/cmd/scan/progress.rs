//! How far a scan is, on a terminal only.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use cards_library::files::{Choice, Walk};

/// A bar on standard error, or nothing where nobody looks.
pub(crate) struct Progress(Option<Arc<Bar>>);

/// Time between two drawings; a scan that ends sooner shows nothing.
const PAUSE: Duration = Duration::from_millis(250);

struct Bar {
    begun: Instant,
    done: AtomicU64,
    /// How many there are; 0 while they are counted.
    all: AtomicU64,
    shown: Mutex<Shown>,
}

/// What is on the screen.
struct Shown {
    at: Instant,
    /// Characters of the line, which the next one has to cover: escapes that delete are not everywhere.
    width: usize,
}

impl Progress {
    /// Starts a bar. The files are counted beside the scan, so that the time left is known before long.
    pub(crate) fn start(quiet: bool, paths: &[PathBuf], choice: Choice) -> Self {
        let this = Self::of(quiet, 0);
        if let Some(bar) = &this.0 {
            let (counter, paths) = (bar.clone(), paths.to_vec());
            thread::spawn(move || {
                let count = Walk::new(&paths, Choice { sorted: false, ..choice }).count();
                counter.all.store(count as u64, Ordering::Relaxed);
            });
        }
        this
    }

    /// Starts a bar for so many files; 0 where that is not known.
    pub(crate) fn of(quiet: bool, files: usize) -> Self {
        if quiet || !io::stderr().is_terminal() {
            return Self(None);
        }
        let begun = Instant::now();
        let (done, all) = (AtomicU64::new(0), AtomicU64::new(files as u64));
        Self(Some(Arc::new(Bar { begun, done, all, shown: Mutex::new(Shown { at: begun, width: 0 }) })))
    }

    /// One file more is done; gives its answer on.
    pub(crate) fn step<T>(&self, answer: T) -> T {
        if let Some(bar) = &self.0 {
            let done = bar.done.fetch_add(1, Ordering::Relaxed) + 1;
            // Whoever comes while another thread draws has nothing newer to say.
            if let Ok(mut shown) = bar.shown.try_lock()
                && shown.at.elapsed() >= PAUSE
            {
                let columns =
                    terminal_size::terminal_size_of(io::stderr()).map_or(80, |(width, _)| usize::from(width.0));
                let text = text(done, bar.all.load(Ordering::Relaxed), bar.begun.elapsed());
                shown.draw(&text.chars().take(columns.saturating_sub(1)).collect::<String>());
            }
        }
        answer
    }

    /// Writes results beside the bar, which makes room for them.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        let Some(bar) = &self.0 else { return write() };
        let mut shown = bar.shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.clear();
        write()
    }

    /// Takes the bar off the screen.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.0 {
            bar.shown.lock().unwrap_or_else(PoisonError::into_inner).clear();
        }
    }
}

/// What ends before its end, with an error, leaves no bar behind either.
impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}

impl Shown {
    fn draw(&mut self, text: &str) {
        // A terminal that takes no more is no reason to end the scan.
        let _ = write!(io::stderr(), "\r{text:width$}\r", width = self.width);
        (self.at, self.width) = (Instant::now(), text.chars().count());
    }

    fn clear(&mut self) {
        if self.width > 0 {
            self.draw("");
        }
    }
}

/// The line of a bar.
fn text(done: u64, all: u64, passed: Duration) -> String {
    /// Characters of the bar between its brackets.
    const WIDE: u64 = 24;
    let rate = done as f64 / passed.as_secs_f64().max(0.001);
    if all == 0 {
        return format!("{done} files  {rate:.0}/s");
    }
    // Files may come while others are counted.
    let all = all.max(done);
    let full = usize::try_from(done * WIDE / all).unwrap_or_default();
    let left = ((all - done) as f64 / rate.max(0.001)).ceil() as u64;
    let left = if left < 60 { format!("{left}s") } else { format!("{}m {}s", left / 60, left % 60) };
    let (bar, percent) = ("█".repeat(full), done * 100 / all);
    format!("{done} of {all} files  {rate:.0}/s  [{bar:░<24}] {percent}%  {left} left")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_it_is_and_how_long_it_takes() {
        let after = |done, all, seconds| text(done, all, Duration::from_secs(seconds));
        assert_eq!(after(30, 0, 3), "30 files  10/s");
        assert_eq!(
            after(50, 100, 10),
            format!("50 of 100 files  5/s  [{}{}] 50%  10s left", "█".repeat(12), "░".repeat(12))
        );
        assert_eq!(after(1, 121, 1), format!("1 of 121 files  1/s  [{}] 0%  2m 0s left", "░".repeat(24)));
        assert_eq!(after(7, 5, 1), format!("7 of 7 files  7/s  [{}] 100%  0s left", "█".repeat(24)));
    }
}
