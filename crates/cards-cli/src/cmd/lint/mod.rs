//! `cards lint`: what is wrong with cards, and what to do about it.

mod baseline;
mod changed;
mod check;
mod github;
mod human;
mod sarif;
mod settings;
mod statistics;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use cards_kit::Linted;
use cards_lint::{Severity, client_named};
use cards_model::rules::{Letter, Reader};
use cards_words::Profile;
use clap::ValueEnum as _;

use crate::failure::Failure;
use crate::input::{is_standard_input, name, refuse_two_dashes};
use crate::output::Output;
use crate::plural::plural;
use crate::status::Status;

use crate::library::{Threads, note_passed};
use baseline::Baseline;
use cards_library::files::PassedOver;
use changed::Changed;
pub(crate) use check::no_card_in;
use check::{Checked, Scope, Verdict, check};
pub(crate) use human::{counts, style};
pub(crate) use settings::{Settings, rule_pattern};
use statistics::Statistics;

/// Find what is wrong with cards, and say what to do about it.
///
/// One report over the rules of the specs, the containers, macros, lorebooks and what authors get wrong. An error is what
/// makes a program refuse the file or lose a part of it, a warning what keeps the author or the reader from what the card
/// promises, a note what hurts no chat program that is known. Nothing in a card is run or fetched.
#[derive(Debug, clap::Args)]
#[command(after_help = "Settings come from the nearest `cards.toml`, looked for from the first path up:\n  \
    [lint]\n  select = [\"entry-*\", \"macro-*\"]\n  ignore = [\"macro-clients\"]\n  fail-on = \"warning\"\n  \
    portrait-side = 2048\n  [lint.severity]\n  entry-position = \"note\"\n  entry-key-broad = \"off\"\n  [lint.per-file-ignores]\n  \"drafts/*\" = [\"greeting-blank\"]\n\
    `docs/rules.md` lists all settings.\n\nExit status: 0 when nothing as heavy as --fail-on was found, 1 when something was, 2 when a \
    file could not be read or a folder holds no card.\n\nExamples:\n  cards lint aria.png\n  cards lint cards/ --fail-on error --ignore 'macro-*'\n  cards lint aria.png --for sillytavern,risu\n  \
    cards lint cards/ --format sarif > cards.sarif\n  cards lint cards/ --write-baseline known.json   # then: cards lint cards/ --baseline known.json\n  \
    cards lint . --since origin/main --min warning\n  cards lint - --stdin-name aria.card.json < aria.card.json\n  \
    cards lint aria.png --json | jq '.findings[].rule'\n  \
    cards rule entry-key-broad")]
pub(crate) struct Args {
    /// Files and folders; of folders, the cards in them; `-` is standard input. A file that is named may hold regex scripts, a
    /// preset, templates, personas or a chat too.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Check only these rules; `entry` stands for all whose ids begin with `entry-`. Repeat, or separate by commas.
    #[arg(long, value_name = "IDS", value_delimiter = ',', value_parser = rule_pattern)]
    select: Vec<String>,
    /// Leave these rules out, beside those of `cards.toml`.
    #[arg(long, value_name = "IDS", value_delimiter = ',', value_parser = rule_pattern)]
    ignore: Vec<String>,
    /// Only what hurts these programs. Repeat, or separate by commas.
    #[arg(long = "for", value_name = "PROGRAMS", value_delimiter = ',', value_enum)]
    readers: Vec<Program>,
    /// List every finding; otherwise, in text for people, the first ten of each rule and file.
    #[arg(long)]
    all: bool,
    /// Print how often each rule is broken, and in how many files, instead of the findings.
    #[arg(long, conflicts_with = "all")]
    statistics: bool,
    /// Leave lighter findings out, as if they were not there.
    #[arg(long, value_name = "SEVERITY")]
    min: Option<Least>,
    /// Leave out the findings of this file, which --write-baseline made: only new ones are reported, and count.
    #[arg(long, value_name = "FILE", conflicts_with = "write_baseline")]
    baseline: Option<PathBuf>,
    /// Write every finding into this file instead of reporting it.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["statistics", "all", "fail_on", "format"])]
    write_baseline: Option<PathBuf>,
    /// Check only files that git says differ from this revision, from where the branch left it, and new ones.
    #[arg(long, value_name = "REV")]
    since: Option<String>,
    /// The name that `-` has in the report and in the settings.
    #[arg(long, value_name = "NAME", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    stdin_name: Option<String>,
    /// Pass over named files that are no cards, as those of folders are: for hooks, which name every file.
    #[arg(long)]
    cards_only: bool,
    /// Exit with 1 when a finding is at least this severe, or, with `must`, when a MUST of a spec is broken; `warning` unless
    /// `cards.toml` says otherwise.
    #[arg(long, value_name = "SEVERITY")]
    fail_on: Option<FailOn>,
    /// How to print; `human` unless --json says `json`.
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    /// Read settings from this file instead of the nearest `cards.toml`.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

/// A program that reads cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Program {
    /// SillyTavern.
    #[value(aliases = ["st", "tavern", "silly", "silly-tavern"])]
    Sillytavern,
    /// RisuAI.
    #[value(aliases = ["risuai", "risu-ai"])]
    Risu,
    /// Agnai: it counts among the others, and what it passes over of the lorebook of a card is said.
    #[value(aliases = ["agnaistic"])]
    Agnai,
    /// KoboldCpp, likewise.
    #[value(aliases = ["kobold", "koboldai-lite"])]
    Koboldcpp,
    /// Marinara, likewise.
    #[value(aliases = ["marinara-engine"])]
    Marinara,
    /// SillyBunny, likewise.
    Sillybunny,
    /// TauriTavern, likewise.
    Tauritavern,
    /// Programs beside these: strict libraries, editors, card sites.
    Others,
}

impl From<Program> for Reader {
    fn from(program: Program) -> Self {
        match program {
            Program::Sillytavern => Self::SillyTavern,
            Program::Risu => Self::Risu,
            Program::Agnai
            | Program::Koboldcpp
            | Program::Marinara
            | Program::Sillybunny
            | Program::Tauritavern
            | Program::Others => Self::Others,
        }
    }
}

impl Program {
    /// The client of which it is said what it passes over.
    fn client(self) -> Option<Profile> {
        client_named(self.to_possible_value()?.get_name())
    }
}

/// The lightest finding that is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Least {
    /// Errors alone.
    Error,
    /// Warnings and errors.
    Warning,
    /// All of them.
    Note,
}

impl From<Least> for Severity {
    fn from(least: Least) -> Self {
        match least {
            Least::Error => Self::Error,
            Least::Warning => Self::Warning,
            Least::Note => Self::Note,
        }
    }
}

/// The lightest finding that makes a run fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum FailOn {
    /// Errors.
    Error,
    /// Warnings and errors.
    Warning,
    /// Anything.
    Note,
    /// What breaks a MUST of a spec by its letter, whether it hurts a known program or not: strict reading.
    Must,
    /// Nothing.
    Never,
}

impl FailOn {
    /// The lightest finding that may fail a run; nothing where none does. A MUST may be broken by a finding of any weight.
    fn least(self) -> Option<Severity> {
        match self {
            Self::Error => Some(Severity::Error),
            Self::Warning => Some(Severity::Warning),
            Self::Note | Self::Must => Some(Severity::Note),
            Self::Never => None,
        }
    }

    fn is_reached(self, tally: &Tally) -> bool {
        if self == Self::Must {
            return tally.breaks_must;
        }
        self.least().is_some_and(|least| tally.heaviest.is_some_and(|heaviest| heaviest >= least))
    }
}

/// How to print findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Text for people.
    Human,
    /// One JSON object a file.
    Json,
    /// Workflow commands that GitHub shows beside the files.
    Github,
    /// SARIF 2.1.0 for code scanning.
    Sarif,
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    refuse_two_dashes(args.paths.iter().map(PathBuf::as_path))?;
    let usage = |message: &str| Failure::Other { class: "usage", message: message.to_owned() };
    let stdin_name = args.stdin_name.as_deref().map(Path::new);
    if stdin_name.is_some() && !args.paths.iter().any(|path| is_standard_input(path)) {
        return Err(usage("--stdin-name names what standard input gives; write - for that among the paths"));
    }
    let start = stdin_name.or(args.paths.first().map(PathBuf::as_path));
    let settings = Settings::find(args.config.as_deref(), start)?.with_rules(&args.select, &args.ignore).with_readers(
        args.readers.iter().copied().map(Reader::from).collect(),
        args.readers.iter().filter_map(|program| program.client()).collect(),
    );
    let fail_on = args.fail_on.or(settings.fail_on()).unwrap_or(FailOn::Warning);
    let format = match (args.format, out.json()) {
        (Some(format), true) if format != Format::Json => {
            let message = "--json and --format ask for two kinds of output; leave out one of them".to_owned();
            return Err(Failure::Other { class: "usage", message });
        }
        (format, json) => format.unwrap_or(if json { Format::Json } else { Format::Human }),
    };

    if args.statistics && format != Format::Human {
        return Err(usage("--statistics are for people; leave out --format and --json"));
    }
    if args.write_baseline.is_some() && out.json() {
        return Err(usage("--write-baseline reports nothing; leave out --json"));
    }
    if args.min.zip(args.fail_on.and_then(FailOn::least)).is_some_and(|(min, fail_on)| fail_on < Severity::from(min)) {
        return Err(usage("--min leaves out what --fail-on asks for; give both the same severity, or leave out one"));
    }
    let mut known = Known {
        baseline: args.baseline.as_deref().map(Baseline::read).transpose()?,
        written: args.write_baseline.as_deref().map(Baseline::empty).transpose()?,
        left_out: 0,
    };
    let mut scope = Scope::new(args.cards_only, stdin_name);
    if let (Some(revision), Some(start)) = (&args.since, start) {
        scope.changed = Some(Changed::since(revision, start)?);
    }

    let passed = PassedOver::default();
    let mut statistics = Statistics::default();
    let mut tally = Tally::default();
    let mut sarif = sarif::Log::default();
    let mut shown = 0;
    check(&args.paths, &settings, &scope, args.threads, out.quiet(), &passed, |checked| {
        if let Verdict::Linted(linted) = &mut checked.verdict {
            known.leave_out(&checked.path, args.min.map(Severity::from), linted);
        }
        let checked = &*checked;
        tally.add(checked);
        if let Verdict::Refused(failure) = &checked.verdict {
            out.complain(failure);
        }
        statistics.add(checked);
        if args.statistics || known.written.is_some() {
            return Ok(());
        }
        match format {
            Format::Human if args.all || shown < human::LISTED => shown += human::show(checked, args.all, out)?,
            Format::Human => {}
            Format::Json => {
                let file = checked.path.to_string_lossy();
                match &checked.verdict {
                    Verdict::Linted(linted) => out.answer(&[("file", file.into())], &linted.answer())?,
                    Verdict::Refused(failure) => out.refusal(Some(&checked.path), failure)?,
                }
            }
            Format::Github => github::show(checked, out)?,
            Format::Sarif => sarif.add(checked, out)?,
        }
        out.finish()
    })?;
    if let Some(baseline) = &known.written {
        baseline.write()?;
        let findings = plural(baseline.count(), "finding");
        out.note(&format!("wrote {findings} of {} to {}", plural(tally.files, "file"), name(&baseline.file)));
        note_passed(&passed, out);
        return Ok(if tally.refused > 0 { Status::Refused } else { Status::Fine }.into());
    }
    if shown >= human::LISTED && !args.all && !args.statistics {
        writeln!(out.results(), "The list ends here, after {}; --all goes on\n", plural(shown, "finding"))?;
    }
    if args.statistics || (format == Format::Human && shown >= human::LONG) {
        statistics.show(out)?;
    }
    match format {
        Format::Human => human::summary(&tally, &args.paths, out)?,
        Format::Sarif => sarif.finish(out)?,
        Format::Json | Format::Github => {}
    }
    if known.left_out > 0 {
        out.note(&format!("left out: {} of the baseline", plural(known.left_out, "finding")));
    }
    if args.since.is_some() {
        let unchanged = scope.unchanged.load(Ordering::Relaxed);
        out.note(&format!(
            "not changed since {}: {}",
            args.since.as_deref().unwrap_or_default(),
            plural(unchanged, "file")
        ));
    }
    note_passed(&passed, out);
    let status = match fail_on.is_reached(&tally) {
        _ if tally.refused > 0 => Status::Refused,
        true => Status::Found,
        false => Status::Fine,
    };
    Ok(status.into())
}

/// Findings that are not reported.
struct Known {
    /// Those that were there before.
    baseline: Option<Baseline>,
    /// Those that are written down.
    written: Option<Baseline>,
    left_out: usize,
}

impl Known {
    /// Takes what is not reported out of the findings of a file.
    fn leave_out(&mut self, file: &Path, min: Option<Severity>, linted: &mut Linted) {
        if let Some(min) = min {
            linted.report.findings.retain(|finding| finding.severity() >= min);
        }
        if let Some(baseline) = &self.baseline {
            self.left_out += baseline.leave_out(file, linted);
        }
        if let Some(written) = &mut self.written {
            written.add(file, linted);
        }
    }
}

/// What all files come to.
#[derive(Debug, Default)]
struct Tally {
    /// Files that were read.
    files: usize,
    /// Those among them that hold no card and are kept beside cards, for which no other verb goes on.
    beside: usize,
    /// Files that `cards repair` can do something about.
    fixable_files: Vec<PathBuf>,
    /// Files that were not, and folders without a card.
    refused: usize,
    fixable: usize,
    heaviest: Option<Severity>,
    /// Whether a MUST of a spec is broken.
    breaks_must: bool,
    /// For each severity: findings, and files that have one.
    by_severity: [(usize, usize); 3],
}

impl Tally {
    fn add(&mut self, checked: &Checked) {
        let Verdict::Linted(linted) = &checked.verdict else {
            self.refused += 1;
            return;
        };
        let report = &linted.report;
        self.files += 1;
        self.beside += usize::from(linted.is_beside);
        self.fixable += report.fixable();
        if report.fixable() > 0 {
            self.fixable_files.push(checked.path.clone());
        }
        self.heaviest = self.heaviest.max(report.heaviest());
        self.breaks_must |= report.findings.iter().any(|finding| finding.rule.letter == Letter::Must);
        for (slot, severity) in self.by_severity.iter_mut().zip(Severity::ALL.iter().copied()) {
            let count = report.count(severity);
            slot.0 += count;
            slot.1 += usize::from(count > 0);
        }
    }
}
