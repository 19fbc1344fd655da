//! `cargo xtask bench`: our times beside the limit programs, as ratios within one run.

#![expect(clippy::print_stdout, reason = "a program for developers that prints what it measures")]
#![expect(clippy::indexing_slicing, reason = "medians and made texts, over lists whose length is beside them")]
#![expect(unreachable_pub, reason = "a program: nothing outside can reach in, and plain `pub` reads better")]

mod commands;
mod counts;
mod curves;
mod jobs;
mod library;
mod limits;
mod million;
mod prompts;
mod record;
mod rounds;
mod scan;
mod timing;

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use clap::Parser as _;
use xtask::failure::{self, Failure};
use xtask::root;

/// What to time.
#[derive(Debug, clap::Parser)]
#[command(name = "cargo xtask bench")]
struct Options {
    /// Jobs to run, by the first letters of their names; unless given, all but `k library`, which makes 45 KB a card.
    /// `curves` alone says what a hundred times as much costs, and `counts` alone how many instructions small inputs take.
    jobs: Vec<String>,
    /// Folder with the inputs of `bench/inputs.py`; made under `target/` unless given.
    #[arg(long)]
    data: Option<PathBuf>,
    /// Cards of the largest library of `curves`, 2000 unless given, or of `k library`, 20000 unless given; those of 200000
    /// take a while to make.
    #[arg(long)]
    cards: Option<usize>,
    /// Folder for the cards of `k library`, and where they are from the last time; under `target/` unless given.
    #[arg(long)]
    room: Option<PathBuf>,
    /// The `cards` of `k library`, with tables; built here unless given.
    #[arg(long)]
    tool: Option<PathBuf>,
    /// A Python with the package `cards`, built for speed, and what `k library` times beside it; for `--record`, with the packages
    /// of `bench/peers.py`.
    #[arg(long, default_value = "python3")]
    python: PathBuf,
    /// Keep what is measured in `bench/results` and make the tables of `docs/performance.md` from it: all jobs beside limit
    /// programs, with other programs beside them, or with `curves` the curves.
    #[arg(long)]
    record: bool,
    /// Folder with the packages of Node of `bench/peers.mjs`, for what `--record` runs beside ours.
    #[arg(long, default_value = ".")]
    peers: PathBuf,
    /// One size of one curve, as the chore starts itself for its memory.
    #[arg(long, hide = true)]
    one: Option<String>,
}

/// One line of the table, of one round.
struct Row {
    /// What was timed.
    pub job: String,
    /// Our median in microseconds.
    pub ours: f64,
    /// The baseline's name and its median in microseconds.
    pub baseline: (&'static str, Option<f64>),
    /// The most that the ratio should be, where there is a target.
    pub target: Option<f64>,
}

/// How what is measured is built: as what is handed out.
const PROFILE: &str = "dist";

/// Letters of inputs that programs of others take too.
const LETTERS: &[&str] = &["a", "b", "c", "d", "e", "f"];

fn main() -> ExitCode {
    failure::exit(run(&Options::parse()))
}

/// Times every job and prints the table.
fn run(options: &Options) -> Result<(), Failure> {
    if let Some(asked) = &options.one {
        return match &options.data {
            Some(data) if asked == counts::NAME => counts::one(data),
            _ => curves::one(asked),
        };
    }
    let alone = |name: &str| options.jobs == [name];
    let is_apart = [curves::NAME, counts::NAME].into_iter().any(alone);
    if !is_apart {
        refuse_unknown(&options.jobs)?;
        if options.record && !options.jobs.is_empty() {
            let (curves, counts) = (curves::NAME, counts::NAME);
            return Err(Failure::new(format!("--record takes all jobs, or {curves} or {counts} alone")));
        }
    }
    if cfg!(debug_assertions) {
        return Err(Failure::new("the benchmarks are not built for speed; `cargo xtask bench` does that"));
    }
    if alone(curves::NAME) {
        return curves::run(options.cards.unwrap_or(2_000), options.record);
    }
    if alone(counts::NAME) {
        let data = options.data.clone().map_or_else(|| make_data(&["--small"]), Ok)?;
        return counts::run(&data, options.record);
    }
    let wanted = |name: &str| match options.jobs.is_empty() {
        // The table has one row a job beside a baseline; these print their own.
        true if options.record => !jobs::CURVES.contains(&name) && name != million::NAME,
        true => name != million::NAME,
        false => options.jobs.iter().any(|job| name.starts_with(job.as_str())),
    };
    let data = match &options.data {
        // These need neither inputs nor limit programs.
        _ if jobs::ALL.iter().all(|job| jobs::ALONE.contains(&job.name) || !wanted(job.name)) => PathBuf::default(),
        Some(data) => data.clone(),
        None => make_data(&[])?,
    };
    let others = rounds::Others::since_now();
    println!(
        "{:<40} {:>12} {:>12} {:>7} {:>15} {:>7}  baseline",
        "job", "ours (us)", "base (us)", "ratio", "least to most", "target"
    );
    let mut lines = Vec::new();
    for job in jobs::ALL {
        if !wanted(job.name) {
            continue;
        }
        for line in rounds::run(job, &data)? {
            print_line(&line);
            lines.push(line);
        }
    }
    let how = others.map_or_else(|| "how much others used is not known here".to_owned(), |others| others.said());
    println!("{how}");
    if options.record {
        let peers = record::peers(&data, &options.peers, &options.python)?;
        return record::jobs(&lines, &peers, &options.python, &how);
    }
    if wanted(million::NAME) {
        let room = options.room.clone().unwrap_or_else(|| root().join("target/bench-many"));
        let cards = options.cards.unwrap_or(million::CARDS);
        let (tool, python) = (options.tool.clone(), options.python.clone());
        for line in rounds::together(vec![million::run(&million::How { cards, room, tool, python })?]) {
            print_line(&line);
        }
    }
    Ok(())
}

/// A word that begins no job would print a table without rows.
fn refuse_unknown(asked: &[String]) -> Result<(), Failure> {
    let names = || jobs::ALL.iter().map(|job| job.name).chain([million::NAME]);
    match asked.iter().find(|word| !names().any(|name| name.starts_with(word.as_str()))) {
        None => Ok(()),
        Some(word) if [curves::NAME, counts::NAME].contains(&word.as_str()) => {
            Err(Failure::new(format!("{word} runs alone, without other jobs")))
        }
        Some(word) => {
            let known: Vec<_> = names().collect();
            Err(Failure::new(format!(
                "there is no job `{word}`; there are {}, {} and {}",
                known.join(", "),
                curves::NAME,
                counts::NAME
            )))
        }
    }
}

fn print_line(line: &rounds::Line) {
    let row = &line.row;
    let (name, baseline) = row.baseline;
    let ratio = line.ratio.map(|[middle, ..]| middle);
    let verdict = match ratio {
        Some(ratio) if row.target.is_some_and(|target| ratio > target) => "  OVER",
        Some(_) => "",
        None => "  no baseline",
    };
    let show = |number: Option<f64>| number.map_or("-".to_owned(), |number| format!("{number:.2}"));
    let spread = match line.ratio {
        Some([_, least, most]) if line.rounds > 1 => format!("{least:.2} to {most:.2}"),
        _ => "-".to_owned(),
    };
    let (job, ours) = (&row.job, row.ours);
    println!(
        "{job:<40} {ours:>12.2} {:>12} {:>7} {spread:>15} {:>7}  {name}{verdict}",
        show(baseline),
        show(ratio),
        show(row.target)
    );
}

/// Makes the inputs once, with the script that the peers were measured with.
fn make_data(how: &[&str]) -> Result<PathBuf, Failure> {
    let data = root().join(if how.is_empty() { "target/bench-data" } else { "target/bench-small" });
    if !data.join("f.json").exists() {
        let script = root().join("bench/inputs.py");
        let status =
            Command::new("python3").arg(script).arg(&data).args(how).stdout(std::process::Stdio::null()).status()?;
        if !status.success() {
            return Err(Failure::new("the bench inputs could not be made"));
        }
    }
    Ok(data)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_that_are_not_there_are_refused() {
        let asked = |words: &[&str]| refuse_unknown(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
        assert!(asked(&[]).is_ok() && asked(&["a", "k library"]).is_ok());
        assert!(asked(&["nobody"]).is_err_and(|failure| failure.to_string().contains("a small PNG")));
        assert!(asked(&["a", curves::NAME]).is_err_and(|failure| failure.to_string().contains("alone")));
    }
}
