//! `cargo xtask bench counts`: the instructions of each job over small inputs, beside those that were recorded.
//!
//! A time says little on a machine that others use; instructions are nearly the same everywhere, so that what a change costs is
//! seen at once. More than a twentieth above the record fails. Valgrind counts them, one job after the other, each once after
//! one that warms its caches of memory. Those of the C library differ from one system to the next, and are left out.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use xtask::failure::Failure;

use super::jobs;
use super::limits::Limits;

/// What the chore calls them.
pub(super) const NAME: &str = "counts";
/// The record.
const FILE: &str = "bench/results/counts.tsv";
/// The letters of the inputs that are small, and of their jobs.
pub(super) const SMALL: &str = "abefk";
/// How many hundredths above the record is too much.
const MARGIN: u64 = 5;
/// The function whose instructions are counted, as callgrind shows its name.
const COUNTED: &str = "bench::counts::counted";

/// Set in the process that is counted: how many operations were so far.
static SO_FAR: OnceLock<AtomicU32> = OnceLock::new();

/// The number of the next operation where operations are counted; it takes the place of its time.
pub(super) fn next() -> Option<f64> {
    SO_FAR.get().map(|so_far| f64::from(so_far.fetch_add(1, Ordering::Relaxed)))
}

/// What is between the two ends of this is counted.
#[inline(never)]
pub(super) fn counted(operation: &mut dyn FnMut()) {
    operation();
}

/// Runs each operation of the small jobs twice, the second time to be counted, and prints which number is which job.
pub(super) fn one(data: &Path) -> Result<(), Failure> {
    SO_FAR.get_or_init(AtomicU32::default);
    for job in jobs::ALL.iter().filter(|job| is_small(job.name)) {
        for row in (job.run)(data, &Limits::default())? {
            println!("{}\t{}", row.ours, row.job);
        }
    }
    Ok(())
}

fn is_small(job: &str) -> bool {
    job.split_once(' ').is_some_and(|(letter, _)| SMALL.contains(letter)) && job != super::million::NAME
}

/// Counts, and holds each job against the record; with `record`, keeps what was counted.
pub(super) fn run(data: &Path, record: bool) -> Result<(), Failure> {
    if Command::new("valgrind").arg("--version").stdout(Stdio::null()).status().is_err() {
        println!("counts: nothing was counted, valgrind is not at hand");
        return Ok(());
    }
    let counted = count(data)?;
    let kept = fs::read_to_string(crate::root().join(FILE)).unwrap_or_default();
    if record {
        fs::write(crate::root().join(FILE), text(&counted))?;
    }
    let said = compared(&counted, &kept);
    for line in &said.lines {
        println!("{line}");
    }
    if record || said.over == 0 {
        return Ok(());
    }
    let with = recorded_with(&kept);
    Err(Failure::new(format!(
        "{} above the record by more than a twentieth; it was made with {}, this with {}. Where the cost is meant, \
         `cargo xtask bench counts --record` keeps it",
        said.over,
        with.unwrap_or("another compiler"),
        compiler()
    )))
}

/// The instructions of each job, from a run of this program under callgrind.
fn count(data: &Path) -> Result<BTreeMap<String, u64>, Failure> {
    let room = crate::root().join("target/counts");
    let _ = fs::remove_dir_all(&room);
    fs::create_dir_all(&room)?;
    let out = room.join("out");
    let mut run = Command::new("valgrind");
    run.args(["--tool=callgrind", "--collect-atstart=no"]);
    run.arg(format!("--toggle-collect={COUNTED}")).arg(format!("--dump-after={COUNTED}"));
    run.arg(format!("--callgrind-out-file={}", out.display()));
    let program = std::env::current_exe()?.to_string_lossy().into_owned();
    run.arg(&program).args(["--one", NAME, "--data"]).arg(data);
    let output = run.output()?;
    if !output.status.success() {
        return Err(Failure::new(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let mut counted = BTreeMap::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Some((number, job)) = line.split_once('\t') else { continue };
        let number: u32 = number.parse().map_err(|_| Failure::new(format!("{job} has no number, but {number}")))?;
        let dump = fs::read_to_string(room.join(format!("out.{}", number + 1)))?;
        let total = cost(&dump, &program).filter(|total| *total > 0);
        counted.insert(job.to_owned(), total.ok_or_else(|| Failure::new(format!("{job}: nothing was counted")))?);
    }
    Ok(counted)
}

/// The instructions of a program in a file of callgrind, without those of the libraries that it calls.
fn cost(dump: &str, program: &str) -> Option<u64> {
    let (mut names, mut total) = (BTreeMap::new(), 0);
    let (mut is_ours, mut is_call) = (false, false);
    for line in dump.lines() {
        if let Some((number, name)) =
            line.strip_prefix("ob=").or(line.strip_prefix("cob=")).and_then(|said| said.split_once(')'))
        {
            // An object has a number, and a name where it comes first: `ob=(1) /bin/program`.
            if !name.is_empty() {
                names.insert(number.to_owned(), name.trim() == program);
            }
            if line.starts_with("ob=") {
                is_ours = *names.get(number)?;
            }
        } else if line.starts_with("calls=") {
            is_call = true;
        } else if line.starts_with(|first: char| first.is_ascii_digit() || "+-*".contains(first)) {
            // What a call costs is in a line of its own, and counts where it was called.
            if !std::mem::take(&mut is_call) && is_ours {
                total += line.split_whitespace().nth(1)?.parse::<u64>().ok()?;
            }
        }
    }
    Some(total)
}

/// The record as text.
fn text(counted: &BTreeMap<String, u64>) -> String {
    let mut out = format!("with\t{}\n", compiler());
    for (job, count) in counted {
        let _ = writeln!(out, "{job}\t{count}");
    }
    out
}

fn recorded_with(kept: &str) -> Option<&str> {
    kept.lines().find_map(|line| line.strip_prefix("with\t"))
}

/// The compiler that is at hand.
fn compiler() -> String {
    let output = Command::new("rustc").arg("--version").output();
    let said = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    said.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
}

/// Lines to print, and how many jobs are too far above the record, not in it, or in it and gone.
struct Compared {
    lines: Vec<String>,
    over: usize,
}

fn compared(counted: &BTreeMap<String, u64>, kept: &str) -> Compared {
    let kept: BTreeMap<&str, u64> = kept
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .filter_map(|(job, count)| Some((job, count.parse().ok()?)))
        .collect();
    let mut said = Compared { lines: Vec::new(), over: 0 };
    for (job, count) in counted {
        let was = kept.get(job.as_str()).copied();
        let (mark, is_over) = match was {
            None => ("NOT RECORDED", true),
            Some(was) if *count * 100 > was * (100 + MARGIN) => ("OVER", true),
            Some(was) if *count * 100 < was * (100 - MARGIN) => ("less; record it", false),
            Some(_) => ("", false),
        };
        said.over += usize::from(is_over);
        let was = was.map_or("-".to_owned(), |was| was.to_string());
        said.lines.push(format!("{job:<44} {count:>12} {was:>12}  {mark}").trim_end().to_owned());
    }
    for job in kept.keys().filter(|job| !counted.contains_key(**job)) {
        said.over += 1;
        said.lines.push(format!("{job:<44} {:>12}  NOT COUNTED", "-"));
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_a_twentieth_above_its_record_is_over() {
        let counted = |count: u64| BTreeMap::from([("a job".to_owned(), count)]);
        let over = |count, kept| compared(&counted(count), kept).over;
        assert_eq!([105, 106, 10].map(|count| over(count, "with\trustc 1.0\na job\t100\n")), [0, 1, 0]);
        assert_eq!(over(1, ""), 1, "a job without a record is not let pass");
        assert_eq!(over(100, "a job\t100\nanother\t5\n"), 1, "nor is a record without its job");
    }

    #[test]
    fn what_the_program_itself_takes_is_counted_and_its_libraries_are_not() {
        let dump = "version: 1\ncmd: /bin/p\npositions: line\nevents: Ir\n\nob=(1) /bin/p\nfl=(1) a.rs\nfn=(1) one\n\
            10 5\n+1 2\ncob=(2) /lib/c\ncfn=(2) malloc\ncalls=3 0\n* 900\ncfn=(3) two\ncalls=1 0\n* 70\n\n\
            ob=(2)\nfn=(2)\n0 900\n\nob=(1)\nfn=(3)\n-4 70\n\ntotals: 977\n";
        assert_eq!(cost(dump, "/bin/p"), Some(77));
        assert_eq!(cost(dump, "/bin/q"), Some(0));
    }

    #[test]
    fn the_record_is_read_as_it_was_written() {
        let counted = BTreeMap::from([("e macros".to_owned(), 7)]);
        let kept = text(&counted);
        assert_eq!(compared(&counted, &kept).over, 0);
        assert!(recorded_with(&kept).is_some_and(|with| with.starts_with("rustc")));
        let kept = fs::read_to_string(crate::root().join(FILE)).expect("the record is in the tree");
        assert!(kept.lines().count() > 5);
    }
}
