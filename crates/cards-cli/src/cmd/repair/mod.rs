//! `cards repair`: mends what can be mended safely, and says what it did.

mod tell;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_kit::{Error, Limits, Repair};
use cards_lint::{Report, Take};

use crate::cmd::lint::{Settings, rule_pattern};
use crate::cmd::pack::write::no_place;
use crate::failure::Failure;
use crate::input::{alert, file_name, is_read_once, is_standard_input, open, refuse_two_dashes};
use crate::journal::{Journal, journal};
use crate::library::{Done, Foot, Threads, change_each, is_no_card};
use crate::origin::Origin;
use crate::output::Output;
use crate::save::{Staged, put, refuse_existing, save};
use crate::status::Status;
use cards_library::files::{Choice, Found, PassedOver};

use tell::{Fate, tell};

/// Repair what can be repaired safely, and name each change.
///
/// Wrong types, absent members, stale twins, bad checksums and the like: what `cards lint` marks as fixable. Nothing else
/// changes: pictures, archive entries and unknown members stay as they are. The result is read again before it gets its
/// name.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without -o or --in-place the result goes to NAME.repaired.EXT beside the file. What `select` and \
    `ignore` in the nearest `cards.toml` say of rules holds here too.\n\n\
    Exit status: 0 when everything that is safe to repair was repaired, whatever is left to find; 2 when a file could not be \
    read or written. `cards lint` is the check.\n\nExamples:\n  \
    cards repair aria.png --dry-run\n  cards repair aria.png\n  cards repair aria.png -o fixed/aria.png\n  \
    cards repair aria.png --take ours --in-place\n  \
    cards repair --in-place cards/\n  cards repair - -o - < aria.json | cards lint -"
)]
pub(crate) struct Args {
    /// Files and folders; of folders, the cards in them are repaired; `-` is standard input.
    #[arg(required = true, value_name = "PATH")]
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
    #[arg(long, conflicts_with = "in_place")]
    force: bool,
    /// Take this side of each text that holds both sides of a merge between marks (`merge-mark`); without it those stay.
    #[arg(long, value_name = "SIDE")]
    take: Option<Side>,
    /// Repair only what breaks these rules; `entry` stands for all whose ids begin with `entry-`.
    #[arg(long, value_name = "IDS", value_delimiter = ',', value_parser = rule_pattern)]
    select: Vec<String>,
    /// Leave what breaks these rules as it is, beside those of `cards.toml`.
    #[arg(long, value_name = "IDS", value_delimiter = ',', value_parser = rule_pattern)]
    ignore: Vec<String>,
    /// Read settings from this file instead of the nearest `cards.toml`.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Pass over named files that are no cards, as those of folders are: for hooks, which name every file.
    #[arg(long)]
    cards_only: bool,
    #[command(flatten)]
    threads: Threads,
}

/// A side of a merge.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Side {
    /// What is first between the marks.
    Ours,
    /// What is last.
    Theirs,
}

impl From<Side> for Take {
    fn from(side: Side) -> Self {
        match side {
            Side::Ours => Self::Ours,
            Side::Theirs => Self::Theirs,
        }
    }
}

/// Runs the verb.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    if args.output.is_some() && (args.files.len() > 1 || args.files.iter().any(|path| path.is_dir())) {
        let message = "--output takes one file; repair several with --in-place, or leave out -o".to_owned();
        return Err(Failure::Other { class: "usage", message });
    }
    refuse_two_dashes(args.files.iter().map(PathBuf::as_path))?;
    if let Some(file) = args.files.iter().find(|file| args.in_place && is_read_once(file)) {
        return Err(no_place(file));
    }
    let start = args.files.first().map(PathBuf::as_path);
    let settings = Settings::find(args.config.as_deref(), start)?.with_rules(&args.select, &args.ignore);
    match args.files.as_slice() {
        [file] if !file.is_dir() && !args.cards_only => {
            mend(file, true, args, &settings, None, out)?;
            Ok(Status::Fine.into())
        }
        files => mend_many(files, args, &settings, out),
    }
}

/// Mends files and the cards of folders; those of folders with nothing to repair are counted and not named.
fn mend_many(files: &[PathBuf], args: &Args, settings: &Settings, out: &mut Output) -> Result<ExitCode, Failure> {
    let (passed, journal) = (PassedOver::default(), journal(out.command()));
    let done = change_each(
        files,
        (Choice::default(), args.threads),
        &passed,
        out,
        |Found { path, named, .. }, out| match mend(
            path,
            *named && !args.cards_only,
            args,
            settings,
            Some(&journal),
            out,
        ) {
            Ok(true) => Ok(Done::Changed),
            Ok(false) => Ok(Done::Same),
            Err(failure) if args.cards_only && is_no_card(path, &failure) => Ok(Done::NoCard),
            Err(failure) => Err(failure),
        },
    )?;
    let what = done.of_cards();
    let did = ("repair", "repaired");
    let foot = Foot { did, what: &what, without: "nothing to repair in", dry_run: args.dry_run, undo: args.in_place };
    done.end(files, &foot, &passed, out)
}

/// Mends a file, and says whether there was something to mend. One of a folder is named only where there was; the journal keeps what a
/// file of a run over many loses.
fn mend(
    file: &Path,
    named: bool,
    args: &Args,
    settings: &Settings,
    journal: Option<&Journal>,
    out: &mut Output,
) -> Result<bool, Failure> {
    let limits = Limits::default();
    let origin = Origin::new(file, &limits)?;
    let refused = |error: Error| origin.refused(error);
    let options = settings.options(file).with_take(args.take.map(Take::from));
    let repair = Repair::plan(origin.source()?, &options, &limits).map_err(refused)?;
    alert(file, repair.document(), out);
    let any = !repair.changes().is_empty();
    let target = target(file, args);
    refuse_lying(&repair, args)?;
    if !args.dry_run {
        out.refuse_two_on_stdout(&target)?;
    }
    // A result that was asked for by name is there whether or not there was something to mend.
    let handed_on = !args.in_place && (args.output.is_some() || is_standard_input(&target));
    let left;
    let fate = if args.dry_run {
        Fate::Dry
    } else if any {
        left = write(&origin, &target, &repair, (args, journal), &limits, out)?;
        Fate::Mended(&target, &left)
    } else if handed_on {
        copy(&origin, &target, args, out)?;
        Fate::Copied(&target)
    } else {
        Fate::Left
    };
    if named || any {
        tell(file, &repair, &fate, out)?;
    }
    Ok(any)
}

/// Refuses a name that promises another container: a repair changes none.
fn refuse_lying(repair: &Repair, args: &Args) -> Result<(), Failure> {
    let name = args.output.as_deref().and_then(file_name);
    let Some(end) = name.and_then(|name| repair.kind().belied_by(&name)) else { return Ok(()) };
    let kind = repair.kind();
    let message = format!("a repair leaves the container as it is, and `.{end}` is no {kind}; `cards pack` changes it");
    Err(Failure::Other { class: "usage", message })
}

/// Where the result goes.
fn target(file: &Path, args: &Args) -> PathBuf {
    if args.in_place {
        return file.to_owned();
    }
    if let Some(output) = &args.output {
        return output.clone();
    }
    if is_read_once(file) {
        return PathBuf::from("-");
    }
    let mut name = file.file_stem().unwrap_or_default().to_owned();
    name.push(".repaired");
    if let Some(ext) = file.extension() {
        name.push(".");
        name.push(ext);
    }
    file.with_file_name(name)
}

/// Writes the result, and reads it again before it gets its name; gives what is left to find in it.
fn write(
    origin: &Origin<'_>,
    target: &Path,
    repair: &Repair,
    (args, journal): (&Args, Option<&Journal>),
    limits: &Limits,
    out: &mut Output,
) -> Result<Report, Failure> {
    let refused = |error| origin.refused(error);
    if is_standard_input(target) {
        let mut bytes = Vec::new();
        repair.write(origin.source()?, limits, &mut bytes).map_err(refused)?;
        let left = repair.prove(&bytes[..], limits).map_err(refused)?;
        out.raw(&bytes)?;
        return Ok(left);
    }
    refuse_existing(target, args.force || args.in_place)?;
    let mut staged = Staged::create(target)?;
    repair.write(origin.source()?, limits, staged.writer()).map_err(refused)?;
    let left = repair.prove(open(staged.so_far()?)?, limits).map_err(refused)?;
    if args.in_place {
        origin.hold(&mut staged)?;
    }
    if let Some(journal) = journal.filter(|_| args.in_place) {
        journal.keep(target, staged.so_far()?)?;
    }
    put(staged, target, out)?;
    Ok(left)
}

/// Hands a file on as it is.
fn copy(origin: &Origin<'_>, target: &Path, args: &Args, out: &mut Output) -> Result<(), Failure> {
    save(target, &origin.bytes()?, args.force, out)
}
