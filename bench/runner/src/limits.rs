//! The limit programs: the least work we know for a job, run beside ours.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use xtask::failure::Failure;

/// Medians of the limit programs in microseconds, by job and what was timed.
#[derive(Default)]
pub struct Limits(BTreeMap<(String, String), f64>);

impl Limits {
    /// Builds the limit programs and runs those of a letter on the bench data.
    pub fn measure(data: &Path, letter: &str) -> Result<Self, Failure> {
        let manifest = crate::root().join("bench/Cargo.toml");
        let target = crate::root().join("target/limits");
        let mut run = Command::new(env!("CARGO"));
        run.args(["run", "--quiet", "--release", "--manifest-path"]).arg(&manifest);
        run.arg("--target-dir").arg(&target).arg("--").arg(letter).arg(data);
        let output = run.output()?;
        if !output.status.success() {
            return Err(Failure::new(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        let mut medians = BTreeMap::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let row: Value = serde_json::from_str(line)?;
            let text = |key: &str| row.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
            if let Some(median) = row.get("median_us").and_then(Value::as_f64) {
                medians.insert((text("job"), text("peer")), median);
            }
        }
        Ok(Self(medians))
    }

    /// The median of the row of a job whose name begins so.
    pub fn get(&self, job: &str, begins: &str) -> Option<f64> {
        self.0.iter().find(|((j, peer), _)| j == job && peer.starts_with(begins)).map(|(_, median)| *median)
    }
}
