//! Timing single operations.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Time for one row; the bench runs each program several times, by turns with ours.
const BUDGET: Duration = Duration::from_millis(100);

/// Times an operation after a warm-up, again and again, and prints the row: the median and what 95 of 100 stay under, in
/// microseconds.
pub fn row<T>(job: &str, way: &str, mut operation: impl FnMut() -> T) {
    const FEWEST: usize = 3;
    const MOST: usize = 20_000;
    let warm_up = Instant::now();
    while warm_up.elapsed() < BUDGET / 5 {
        black_box(operation());
    }
    let (mut times, start) = (Vec::new(), Instant::now());
    while times.len() < FEWEST || (start.elapsed() < BUDGET && times.len() < MOST) {
        let once = Instant::now();
        let given = black_box(operation());
        times.push(once.elapsed().as_nanos() as f64 / 1_000.0);
        // What it gives is dropped outside of the clock, as for ours.
        drop(given);
    }
    times.sort_by(f64::total_cmp);
    let at = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or_default();
    println!(
        "{}",
        serde_json::json!({ "job": job, "peer": way, "median_us": at(50), "p95_us": at(95), "n": times.len() })
    );
}
