//! Timing single operations.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Time for one row.
const BUDGET: Duration = Duration::from_millis(700);

/// Times an operation after a warm-up, again and again, and prints the row: the median and what 95 of 100 stay under, in
/// microseconds.
pub fn row<T>(job: &str, way: &str, mut operation: impl FnMut() -> T) {
    const FEWEST: usize = 9;
    const MOST: usize = 20_000;
    let warm_up = Instant::now();
    while warm_up.elapsed() < BUDGET / 5 {
        black_box(operation());
    }
    let (mut times, start) = (Vec::new(), Instant::now());
    while times.len() < FEWEST || (start.elapsed() < BUDGET && times.len() < MOST) {
        let once = Instant::now();
        black_box(operation());
        times.push(once.elapsed().as_nanos() as f64 / 1_000.0);
    }
    times.sort_by(f64::total_cmp);
    let at = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or_default();
    println!(
        "{}",
        serde_json::json!({ "job": job, "peer": way, "median_us": at(50), "p95_us": at(95), "n": times.len() })
    );
}
