//! `cards repair`: mends what can be mended safely, and says what it did.

mod container;

use std::borrow::Cow;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_container::{FileKind, Limits, Source};
use cards_lint::{Facts, Finding, Fix, Input, Options, Report, fix, lint, open_card};
use cards_model::Document;
use serde_json::json;

use crate::cmd::lint::{Settings, rule_pattern};
use crate::failure::Failure;
use crate::input::{is_standard_input, open, read_bytes};
use crate::output::{FAINT, GOOD, LABEL, Output, STRONG};
use crate::printable::{line, printable};
use crate::save::{Staged, refuse_existing, save};

use container::Plan;

/// Rounds of linting and fixing: mending a list shows what is wrong with its elements.
const ROUNDS: usize = 16;

/// Mend what can be mended safely, and name each change.
///
/// Wrong types, absent members, stale twins, bad checksums and the like: what `cards lint` marks as fixable. Nothing else
/// changes: pictures, archive entries and unknown members stay as they are. The result is read again before it gets its
/// name.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without -o or --in-place the result goes to NAME.repaired.EXT beside the file. What `select` and \
    `ignore` in the nearest `cards.toml` say of rules holds here too.\n\nExamples:\n  \
    cards repair aria.png --dry-run\n  cards repair aria.png\n  cards repair aria.png -o fixed/aria.png\n  \
    cards repair --in-place cards/*.png\n  cards repair - -o - < aria.json | cards lint -"
)]
pub(crate) struct Args {
    /// Files to mend; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write the result here; `-` is standard output.
    #[arg(short, long, value_name = "OUT", conflicts_with = "in_place")]
    output: Option<PathBuf>,
    /// Put the result in the place of the file.
    #[arg(long)]
    in_place: bool,
    /// Say what would change, and write nothing.
    #[arg(long)]
    dry_run: bool,
    /// Replace the output file if it exists.
    #[arg(long)]
    force: bool,
    /// Mend what breaks these rules alone; `entry` stands for all whose ids begin with `entry-`.
    #[arg(long, value_name = "IDS", value_delimiter = ',', value_parser = rule_pattern)]
    select: Vec<String>,
    /// Leave what breaks these rules as it is, beside those of `cards.toml`.
    #[arg(long, value_name = "IDS", value_delimiter = ',', value_parser = rule_pattern)]
    ignore: Vec<String>,
    /// Read settings from this file instead of the nearest `cards.toml`.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    if args.output.is_some() && args.files.len() > 1 {
        let message = "--output takes one file; repair several with --in-place, or one after the other".to_owned();
        return Err(Failure::Other { class: "usage", message });
    }
    let start = args.files.first().map(PathBuf::as_path);
    let settings = Settings::find(args.config.as_deref(), start)?.with_rules(&args.select, &args.ignore);
    let mut code = ExitCode::SUCCESS;
    for file in &args.files {
        match mend(file, args, &settings, out) {
            Ok(()) => {}
            // One bad file among many is reported, and the others are mended all the same.
            Err(failure) if args.files.len() > 1 && !failure.is_broken_pipe() => {
                out.failure(&failure);
                code = ExitCode::from(1);
            }
            Err(failure) => return Err(failure),
        }
    }
    Ok(code)
}

/// One thing that was mended.
#[derive(Debug)]
struct Mended {
    rule: &'static str,
    place: String,
    message: String,
}

/// Where the bytes of a file come from. Standard input is read once and kept.
struct Origin<'a> {
    path: &'a Path,
    kept: Option<Vec<u8>>,
}

impl<'a> Origin<'a> {
    fn new(path: &'a Path, limits: &Limits) -> Result<Self, Failure> {
        let kept = if is_standard_input(path) { Some(read_bytes(path, limits)?) } else { None };
        Ok(Self { path, kept })
    }

    fn source(&self) -> Result<Box<dyn Source + '_>, Failure> {
        Ok(match &self.kept {
            Some(bytes) => Box::new(bytes.as_slice()),
            None => Box::new(open(self.path)?),
        })
    }

    fn refused(&self, source: cards_container::Error) -> Failure {
        Failure::Card { path: self.path.to_owned(), source }
    }
}

fn mend(file: &Path, args: &Args, settings: &Settings, out: &mut Output) -> Result<(), Failure> {
    let limits = Limits::default();
    let origin = Origin::new(file, &limits)?;
    let (mut document, facts) = open_card(origin.source()?, &limits).map_err(|error| origin.refused(error))?;
    let options = settings.options();
    let first = findings(&document, &facts, &options);
    let mut mended = mend_document(&mut document, &facts, &first, &options);
    let wanted = |report: &Report| -> Vec<Finding> {
        report.findings.iter().filter(|finding| finding.fix == Some(Fix::Container)).cloned().collect()
    };
    let chosen = wanted(&first);
    let plan = Plan::new(&document, &facts, chosen.iter().any(|finding| finding.id() == "stale-twin"))
        .map_err(|message| content(file, message))?;
    if !mended.is_empty() || !chosen.is_empty() {
        // Writing a picture anew does all of these, whatever was chosen, so all of them are named.
        let all = wanted(&findings(&document, &facts, &Options::default()));
        let done = all.iter().filter(|finding| finding.id() != "stale-twin" || chosen.contains(finding));
        mended.extend(done.map(mended_container));
        mended.extend(plan.dropped.iter().map(|place| Mended {
            rule: "equal-twins",
            place: place.to_string(),
            message: "a second chunk of its keyword is taken out".to_owned(),
        }));
    }
    let target = target(file, args);
    // A result that was asked for by name is there whether or not there was something to mend.
    let unchanged = mended.is_empty() && !args.in_place && (args.output.is_some() || is_standard_input(&target));
    if args.dry_run || (mended.is_empty() && !unchanged) {
        return say(file, &mended, None, args.dry_run, out);
    }
    if unchanged {
        copy(&origin, &target, args, out)?;
        if is_standard_input(&target) && !out.json() {
            out.note(&format!("{}: nothing to mend", line(&file.to_string_lossy(), usize::MAX)));
            return Ok(());
        }
    } else {
        write(&origin, &target, &plan, args, &limits, out)?;
    }
    let shown = if is_standard_input(&target) { None } else { Some(target.as_path()) };
    say(file, &mended, shown, false, out)
}

/// Mends the document, round by round.
fn mend_document(document: &mut Document, facts: &Facts, first: &Report, options: &Options<'_>) -> Vec<Mended> {
    let mut mended = Vec::new();
    let mut last = first.clone();
    for _ in 0..ROUNDS {
        let changes = fix(document, &last.findings);
        if changes.is_empty() {
            break;
        }
        mended.extend(changes.into_iter().map(|change| Mended {
            rule: change.rule,
            place: if change.pointer.is_empty() { "(whole card)".to_owned() } else { change.pointer },
            message: change.message,
        }));
        last = findings(document, facts, options);
    }
    mended
}

fn findings(document: &Document, facts: &Facts, options: &Options<'_>) -> Report {
    lint(&Input { document, facts: Some(facts) }, options)
}

/// What writing the container anew does about a finding.
fn mended_container(finding: &Finding) -> Mended {
    let message = match finding.id() {
        "differing-twins" => "one chunk stays, the others are taken out",
        "equal-twins" => "one chunk stays, its copies are taken out",
        "passed-over" => "the chunk that nobody can read is taken out",
        "twin-unreadable" => "the chunk is taken out",
        "stale-twin" => "`chara` is made anew from the card that counts",
        _ => "the chunk is written anew",
    };
    Mended {
        rule: finding.id(),
        place: finding.location.place.to_string(),
        message: format!("{message} ({})", finding.message),
    }
}

/// Where the result goes.
fn target(file: &Path, args: &Args) -> PathBuf {
    if args.in_place {
        return file.to_owned();
    }
    if let Some(output) = &args.output {
        return output.clone();
    }
    if is_standard_input(file) {
        return file.to_owned();
    }
    let mut name = file.file_stem().unwrap_or_default().to_owned();
    name.push(".repaired");
    if let Some(ext) = file.extension() {
        name.push(".");
        name.push(ext);
    }
    file.with_file_name(name)
}

fn content(path: &Path, message: String) -> Failure {
    Failure::Content { path: path.to_owned(), class: "cannot-repair", message }
}

/// Writes the result, and reads it again before it gets its name.
fn write(
    origin: &Origin<'_>,
    target: &Path,
    plan: &Plan,
    args: &Args,
    limits: &Limits,
    out: &mut Output,
) -> Result<(), Failure> {
    let wrong = |message| content(origin.path, message);
    if is_standard_input(target) {
        let mut bytes = Vec::new();
        plan.write(origin.source()?, limits, &mut bytes).map_err(|error| origin.refused(error))?;
        prove(&bytes[..], plan, limits).map_err(wrong)?;
        return out.raw(&bytes);
    }
    refuse_existing(target, args.force || args.in_place)?;
    let mut staged = Staged::create(target)?;
    plan.write(origin.source()?, limits, staged.writer()).map_err(|error| origin.refused(error))?;
    prove(open(staged.so_far()?)?, plan, limits).map_err(wrong)?;
    staged.commit()
}

/// Hands a file on as it is.
fn copy(origin: &Origin<'_>, target: &Path, args: &Args, out: &mut Output) -> Result<(), Failure> {
    let bytes = match &origin.kept {
        Some(bytes) => Cow::Borrowed(bytes.as_slice()),
        None => Cow::Owned(fs::read(origin.path).map_err(|source| Failure::Read { path: origin.path.into(), source })?),
    };
    save(target, &bytes, args.force, out)
}

/// Whether the written file holds the mended card.
fn prove(source: impl Source, plan: &Plan, limits: &Limits) -> Result<(), String> {
    let (document, _) = open_card(source, limits).map_err(|error| format!("the result cannot be read: {error}"))?;
    if document.content == plan.document.content {
        return Ok(());
    }
    Err("the result would hold another card; nothing was written".to_owned())
}

/// Says what was done.
fn say(file: &Path, mended: &[Mended], target: Option<&Path>, dry: bool, out: &mut Output) -> Result<(), Failure> {
    let name = file.to_string_lossy();
    if out.json() {
        let changes: Vec<_> = mended
            .iter()
            .map(|change| json!({"rule": change.rule, "place": change.place, "message": change.message}))
            .collect();
        let wrote = target.map(Path::to_string_lossy);
        return out.json_line(&json!({"schema": 1, "file": name, "changes": changes, "wrote": wrote, "dry_run": dry}));
    }
    let on_results = target.is_some() || dry || mended.is_empty();
    if !on_results {
        // Standard output holds the file itself.
        for change in mended {
            out.note(&format!("{} at {}: {}", change.rule, change.place, change.message));
        }
        return Ok(());
    }
    let results = out.results();
    let name = line(&name, usize::MAX);
    if mended.is_empty() {
        writeln!(results, "{STRONG}{name}{STRONG:#}: nothing to mend")?;
        return Ok(());
    }
    for change in mended {
        writeln!(
            results,
            "{LABEL}{}{LABEL:#} at {}: {}",
            change.rule,
            printable(&change.place),
            printable(&change.message)
        )?;
    }
    let count = if mended.len() == 1 { "1 place".to_owned() } else { format!("{} places", mended.len()) };
    match target {
        Some(target) => writeln!(
            results,
            "{GOOD}Mended{GOOD:#} {count} in {STRONG}{name}{STRONG:#}, wrote {STRONG}{}{STRONG:#}",
            line(&target.to_string_lossy(), usize::MAX)
        )?,
        None => writeln!(results, "{FAINT}Would mend {count} in {name}; nothing was written{FAINT:#}")?,
    }
    Ok(())
}

/// Whether a kind of file keeps its card in chunks.
fn is_picture(kind: FileKind) -> bool {
    matches!(kind, FileKind::Png | FileKind::Apng)
}
