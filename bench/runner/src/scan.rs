//! `cards scan`, `lint` and `report` as their users start them: whole processes, from the first instruction to the last row.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::Row;
use super::limits::Limits;
use super::timing::median_us;
use xtask::failure::Failure;

/// The baseline's own threads; the scan gets as many.
const THREADS: &str = "2";

/// Goes through the 1,000 cards of the bench folder.
pub(super) fn run(data: &Path, limits: &Limits) -> Result<Vec<Row>, Failure> {
    let cards = build()?;
    let folder = data.join("folder");
    let scan = |times: usize| {
        let mut scan = Command::new(&cards);
        scan.args(["scan", "--quiet", "--threads", THREADS]).args(std::iter::repeat_n(&folder, times));
        move || scan.stdout(Stdio::null()).status().map(|status| status.success())
    };
    // These take as many threads as there are cores, and so does a scan that is not told.
    let whole = |verb: &[&str]| {
        let mut run = Command::new(&cards);
        run.args(verb).arg(&folder).stdout(Stdio::null()).stderr(Stdio::null());
        median_us(|| run.status().map(|status| status.success()))
    };
    let page = crate::root().join("target/bench-report.html");
    let page = page.to_string_lossy();
    if !scan(1)()? {
        return Err(Failure::new("`cards scan` of the bench folder failed"));
    }
    let (all, lint) = (whole(&["scan", "--quiet"]), whole(&["lint", "--quiet"]));
    let report = whole(&["report", "--most", "10", "--quiet", "--force", "--output", &page]);
    let (once, five) = (median_us(scan(1)), median_us(scan(5)));
    let baseline =
        || ("headers and text, SIMD JSON value, in process", limits.get("d_folder", "limit: same, 2 threads"));
    Ok(vec![
        // The baseline is timed within its process, and so is what each round more takes.
        Row {
            job: "scan of each 1,000 cards more".to_owned(),
            ours: (five - once) / 4.0,
            baseline: baseline(),
            target: Some(1.3),
        },
        Row {
            job: "scan of 1,000 cards, whole process".to_owned(),
            ours: once,
            baseline: baseline(),
            target: Some(1.6),
        },
        Row {
            job: "lint of 1,000 cards".to_owned(),
            ours: lint,
            baseline: ("our scan of them", Some(all)),
            target: Some(5.0),
        },
        Row {
            job: "report of 10 of 1,000 cards".to_owned(),
            ours: report,
            baseline: ("our scan of them", Some(all)),
            target: Some(2.0),
        },
    ])
}

/// Builds the tool for speed, beside this program.
pub(super) fn build() -> Result<PathBuf, Failure> {
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--quiet", "--profile", super::PROFILE, "--package", "cards-cli", "--features", "mimalloc"]);
    if !build.current_dir(crate::root()).status()?.success() {
        return Err(Failure::new("the tool could not be built"));
    }
    Ok(std::env::current_exe()?.with_file_name("cards"))
}
