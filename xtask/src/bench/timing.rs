//! Timing single operations.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The middle of many timings of one operation, in microseconds.
pub fn median_us<T>(mut operation: impl FnMut() -> T) -> f64 {
    const BUDGET: Duration = Duration::from_millis(700);
    const FEWEST: usize = 9;
    const MOST: usize = 20_000;
    let warm_up = Instant::now();
    while warm_up.elapsed() < BUDGET / 5 {
        black_box(operation());
    }
    let mut times = Vec::new();
    let start = Instant::now();
    while times.len() < FEWEST || (start.elapsed() < BUDGET && times.len() < MOST) {
        let once = Instant::now();
        black_box(operation());
        times.push(once.elapsed().as_nanos() as f64 / 1_000.0);
    }
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
