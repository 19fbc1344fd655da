//! `cards conform`: how a program answers the conformance suite.

mod program;
mod rows;

use std::io::{self, BufRead as _, Read as _, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use cards_json::Limits;
use cards_suite::{Class, Judged, Report, Results, Row, explain, judge_line, reply};
use serde_json::json;

use crate::failure::Failure;
use crate::output::{BAD, FAINT, GOOD, Output};
use crate::plural::plural;
use crate::status::Status;
use program::Program;

/// Ids that the table names below it; the others are in `--json`.
const NAMED: usize = 40;

/// Run the conformance suite: what specs and clients answer, asked of any program or of this library
///
/// A program gets a question a line on standard input and writes an answer a line; `suite/PROTOCOL.md` says what these
/// are. Without --program this library answers. Rows of level must, should and client that are answered otherwise fail;
/// what a program says it does not do is counted apart.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  cards conform\n  cards conform --program 'python3 mine.py' --kind macro\n  \
    cards conform --program 'node adapter.mjs' --explain sillytavern/mac-0002\n  \
    cards conform --profile risu --json | jq '.failed'\n  \
    cards conform --program 'python3 mine.py' --badge > conformance.svg")]
pub(crate) struct Args {
    /// The program to ask, as a command line of the shell; this library unless given.
    #[arg(long, value_name = "CMD")]
    program: Option<String>,
    /// Folder of the suite; `suite` here or in a folder above unless given.
    #[arg(long, value_name = "DIR")]
    suite: Option<PathBuf>,
    /// Only rows of this kind: read, keep, macro, lore …; may be given more than once.
    #[arg(long, value_name = "KIND")]
    kind: Vec<String>,
    /// Only rows of this profile: spec, sillytavern, risu@2026-01-12 …; with a version, as sillytavern@1.18, all rows that hold
    /// for it, asked of it.
    #[arg(long, value_name = "PROFILE")]
    profile: Vec<String>,
    /// Ask one row only, and show what was expected and what came.
    #[arg(long, value_name = "ID")]
    explain: Option<String>,
    /// Seconds that the program has for an answer.
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    time_limit: u64,
    /// Print the results under this name of the program, as `suite/results` keeps them.
    #[arg(long, value_name = "NAME", requires_all = ["program_version", "date"])]
    record: Option<String>,
    /// Version of the program, for --record.
    #[arg(long, requires = "record", value_name = "VERSION")]
    program_version: Option<String>,
    /// Day of the run, for --record.
    #[arg(long, requires = "record", value_name = "YYYY-MM-DD")]
    date: Option<String>,
    /// Print a badge (SVG) with how many rows are answered the same, for a README.
    #[arg(long, conflicts_with_all = ["explain", "record"])]
    badge: bool,
    /// Answer questions from standard input with this library, as a program under test does.
    #[arg(long, conflicts_with_all = ["program", "suite", "kind", "profile", "explain", "record", "badge"])]
    serve: bool,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    if args.serve {
        return serve(out);
    }
    if args.badge && out.json() {
        let message = "--badge prints a picture (SVG) and no JSON; leave one of --badge and --json out".to_owned();
        return Err(Failure::Other { class: "usage", message });
    }
    let suite = rows::find(args.suite.as_deref())?;
    let rows = rows::choose(rows::read(&suite)?, &args.kind, &args.profile, args.explain.as_deref())?;
    let mut asked = match &args.program {
        Some(line) => Asked::Program(Program::new(line, Duration::from_secs(args.time_limit))),
        None => Asked::Ours,
    };
    let mut report = Report::default();
    for row in &rows {
        let judged = asked.judge(row)?;
        report.add(row, &judged);
        if args.explain.is_some() && !out.json() {
            out.raw(explain(row, &judged).as_bytes())?;
        }
    }
    tell(args, &report, out)?;
    Ok(if report.failed.is_empty() { Status::Fine } else { Status::Found }.into())
}

/// Who answers.
enum Asked {
    Ours,
    Program(Program),
}

impl Asked {
    fn judge(&mut self, row: &Row) -> Result<Judged, Failure> {
        match self {
            Self::Ours => Ok(judge_line(row, &reply(&row.question()))),
            Self::Program(program) => program.judge(row),
        }
    }
}

fn tell(args: &Args, report: &Report, out: &mut Output) -> Result<(), Failure> {
    if let (Some(name), Some(version), Some(date)) = (&args.record, &args.program_version, &args.date) {
        let results = Results::new(name, version, date, report);
        return out.raw(results.to_text().as_bytes());
    }
    if args.badge {
        return out.raw(report.to_badge().as_bytes());
    }
    if out.json() {
        let mut value = report.to_json();
        if let Some(value) = value.as_object_mut() {
            value.insert("program".to_owned(), json!(args.program));
        }
        return out.json_line(&value);
    }
    if args.explain.is_some() {
        return Ok(());
    }
    let table = report.to_table();
    let (head, body) = table.split_once('\n').unwrap_or((&table, ""));
    writeln!(out.results(), "{FAINT}{head}{FAINT:#}\n{body}")?;
    let told = [("failed", &report.failed, BAD), ("other answers where no spec decides", &report.unlike, FAINT)];
    for (word, ids, style) in told.into_iter().filter(|(_, ids, _)| !ids.is_empty()) {
        writeln!(out.results(), "{style}{} {word}{style:#}", plural(ids.len(), "row"))?;
        for id in ids.iter().take(NAMED) {
            writeln!(out.results(), "  {id}")?;
        }
        if ids.len() > NAMED {
            writeln!(out.results(), "  {FAINT}… and {} more; --json has them all{FAINT:#}", ids.len() - NAMED)?;
        }
    }
    let (same, rows) = (report.of(Class::Same), plural(report.rows(), "row"));
    let not = report.of(Class::Unsupported);
    let style = if report.failed.is_empty() { GOOD } else { BAD };
    writeln!(
        out.results(),
        "{style}{rows}: {same} the same, {} failed, {not} not supported{style:#}",
        report.failed.len()
    )?;
    Ok(())
}

/// Answers line by line until the input ends. Of a line that is past the limit on JSON no more is read than that takes to see.
fn serve(out: &mut Output) -> Result<ExitCode, Failure> {
    let (mut input, mut line) = (io::stdin().lock(), Vec::new());
    let most = Limits::default().bytes;
    loop {
        line.clear();
        if input.by_ref().take(most + 1).read_until(b'\n', &mut line)? == 0 {
            return Ok(Status::Fine.into());
        }
        if !line.ends_with(b"\n") {
            input.skip_until(b'\n')?;
        }
        let answer = match str::from_utf8(&line) {
            Ok(question) => reply(question),
            Err(error) => json!({ "error": format!("the question is not UTF-8: {error}") }).to_string(),
        };
        let results = out.results();
        writeln!(results, "{answer}")?;
        results.flush()?;
    }
}
