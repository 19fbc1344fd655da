//! Timing single operations, and what a process took of memory.

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use super::counts;

/// The middle of many timings of one operation, in microseconds.
pub fn median_us<T>(mut operation: impl FnMut() -> T) -> f64 {
    median_of(|| (), |()| operation())
}

/// The same of an operation that takes something, which is made outside of the clock; what it gives is dropped there.
pub fn median_of<T, U>(mut make: impl FnMut() -> T, mut operation: impl FnMut(T) -> U) -> f64 {
    // A round among several; see `crate::ROUNDS`.
    const BUDGET: Duration = Duration::from_millis(100);
    const FEWEST: usize = 3;
    const MOST: usize = 20_000;
    if let Some(number) = counts::next() {
        black_box(operation(make()));
        let mut taken = Some(make());
        let mut given = None;
        counts::counted(&mut || given = taken.take().map(&mut operation));
        drop(black_box(given));
        return number;
    }
    let warm_up = Instant::now();
    while warm_up.elapsed() < BUDGET / 5 {
        black_box(operation(make()));
    }
    let mut times = Vec::new();
    let start = Instant::now();
    while times.len() < FEWEST || (start.elapsed() < BUDGET && times.len() < MOST) {
        let taken = black_box(make());
        let once = Instant::now();
        let given = black_box(operation(taken));
        times.push(once.elapsed().as_nanos() as f64 / 1_000.0);
        drop(given);
    }
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The most memory that a process had so far, in KB, out of its `status` file; nothing where the system has no such file.
pub fn peak_kb(status: impl AsRef<Path>) -> Option<u64> {
    peak_of(&fs::read_to_string(status).ok()?)
}

fn peak_of(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_of_memory_is_read_from_what_the_system_says() {
        assert_eq!(peak_of("Name:\tcards\nVmHWM:\t   2048 kB\nVmRSS:\t 1 kB\n"), Some(2048));
        assert_eq!(peak_of("Name:\tcards\n"), None);
    }
}
