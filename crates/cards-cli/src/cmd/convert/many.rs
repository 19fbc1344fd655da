//! The cards of folders in another form.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cards_kit::answer::Conversion;
use cards_kit::{Error, Limits, container_of, convert_file, convert_foreign_file, open};
use cards_library::files::{Choice, Found, PassedOver};
use cards_model::convert::{Goal, WrittenForm};
use cards_model::id::RandomIds;
use cards_model::{Form, Loss};

use super::{Args, answered_one, options, random_bits};
use crate::failure::Failure;
use crate::input::{file_name, read_bytes};
use crate::journal::{Journal, journal};
use crate::library::{Done, Foot, change_each, refuse_absent, refuse_unless_said};
use crate::output::{LABEL, Output, STRONG, output_name};
use crate::printable::line;
use crate::save::{Staged, Stamp, hold, make_folder_of, put, refuse_existing, refuse_stream};

/// Kinds of files that are read and never written, by their ends: those with a picture in them, and those without.
const ONLY_READ: [(&[&str], &str); 2] =
    [(&["jpg", "jpeg", "webp", "gif", "byaf"], "png"), (&["yaml", "yml", "risum"], "json")];

pub(super) fn run(args: &Args, out: &mut Output) -> Result<ExitCode, Failure> {
    refuse_absent(&args.files)?;
    let usage = |message: &str| Failure::Other { class: "usage", message: message.to_owned() };
    let folder = args.output.as_deref();
    if let Some(folder) = folder {
        refuse_stream(folder)?;
        if folder.is_file() {
            return Err(usage("several files go into a folder, and what -o names is a file"));
        }
    } else {
        refuse_unless_said(args.in_place, args.dry_run)?;
    }
    if args.in_place && matches!(args.to, Goal::Foreign(_)) {
        return Err(usage("a form of another program goes into files of its own; give -o FOLDER"));
    }
    let (passed, journal) = (PassedOver::default(), journal(out.command()));
    let counts = change_each(&args.files, (Choice::default(), args.threads), &passed, out, |found, out| {
        one(args, folder, found, &journal, out)
    })?;
    let what = counts.of_cards();
    let foot = Foot {
        did: ("convert", "converted"),
        what: &what,
        without: "left as they are, since what they hold cannot become this form in a file of their kind:",
        dry_run: args.dry_run,
        undo: args.in_place,
    };
    counts.end(&args.files, &foot, &passed, out)
}

/// A file in another form.
struct Made {
    bytes: Vec<u8>,
    answer: Conversion,
    loss: Vec<Loss>,
    findings: Vec<cards_container::Finding>,
}

fn one(
    args: &Args,
    folder: Option<&Path>,
    found: &Found,
    journal: &Journal,
    out: &mut Output,
) -> Result<Done, Failure> {
    let (path, limits) = (&found.path, Limits::default());
    let was = Stamp::of(path).ok();
    let old = read_bytes(path, &limits.files)?;
    let refused = |error: Error| Failure::of(path, error);
    let opened = open(old.as_slice(), &limits).map_err(refused)?;
    let form = opened.loaded.document.content.form();
    let target = target(args.to, folder, found);
    // Without a folder for the results, a preview is that of a change in place.
    if folder.is_none() && args.to == Goal::Own(form) {
        return Ok(Done::Same);
    }
    if folder.is_none() && matches!(args.to, Goal::Own(_)) && opened.loaded.document.origin().is_some() {
        return Err(refused(Error::OnlyRead { found: "a file of another program".to_owned() }));
    }
    if folder.is_some() {
        refuse_existing(&target, args.force)?;
    }
    let made = match made(args, &target, &old, &limits) {
        Ok(made) => made,
        // It was read: a folder has lorebooks beside cards, and containers that not every form fits into.
        Err(error) if !found.named && cannot_become(&error) => return Ok(Done::Without),
        Err(error) => return Err(refused(error)),
    };
    if !args.dry_run {
        write(args, &target, was, &made.bytes, journal, out)?;
    }
    for finding in &made.findings {
        out.warn(&format!("{}: {finding}", output_name(path)));
    }
    let output = (!args.dry_run).then_some(target.as_path());
    if !out.json() {
        let to = if args.in_place { String::new() } else { format!(" -> {STRONG}{}{STRONG:#}", output_name(&target)) };
        writeln!(out.results(), "{LABEL}{}{LABEL:#}{to}", line(&path.to_string_lossy(), usize::MAX))?;
    }
    answered_one(args, (path, output), made.answer, &made.loss, out)?;
    Ok(Done::Changed)
}

/// Where the new file goes: under the same path in another folder, or where the old one is.
fn target(goal: Goal, folder: Option<&Path>, found: &Found) -> PathBuf {
    let Some(folder) = folder else { return found.path.clone() };
    let path = folder.join(found.inside());
    let end = path.extension().map(|end| end.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    let other = match goal {
        Goal::Foreign(WrittenForm::Byaf) => Some("byaf"),
        Goal::Foreign(WrittenForm::TextGen) => Some("yaml"),
        Goal::Foreign(_) => Some("json"),
        Goal::Own(form) if is_book(form) => Some("json"),
        Goal::Own(_) => ONLY_READ.iter().find(|(ends, _)| ends.contains(&end.as_str())).map(|(_, other)| *other),
    };
    let Some(other) = other.filter(|other| *other != end) else { return path };
    // Cards of one name in several kinds of files go into as many; those keep their whole names.
    let is_alone = !KINDS.iter().any(|kind| *kind != end && found.path.with_extension(kind).exists());
    if is_alone {
        return path.with_extension(other);
    }
    let mut name = path.into_os_string();
    name.push(format!(".{other}"));
    name.into()
}

/// The ends of files that hold cards.
const KINDS: [&str; 15] = [
    "png", "apng", "json", "charx", "zip", "lorebook", "risum", "byaf", "voxpkg", "kaistory", "jpg", "jpeg", "webp",
    "yaml", "yml",
];

/// Whether a form is that of a lorebook, which is JSON alone.
fn is_book(form: Form) -> bool {
    container_of("x.png", form).is_err()
}

fn made(args: &Args, target: &Path, old: &[u8], limits: &Limits) -> Result<Made, Error> {
    let options = options(args);
    match args.to {
        Goal::Own(form) => {
            let container = container_of(&file_name(target).unwrap_or_default(), form)?;
            let made = convert_file(old, form, container, &options, &mut RandomIds::new(random_bits), limits)?;
            let findings = made.packed.map(|packed| packed.findings).unwrap_or_default();
            let answer = made.conversion.answer_without_result();
            Ok(Made { bytes: made.bytes, answer, loss: made.conversion.loss, findings })
        }
        Goal::Foreign(form) => {
            let made = convert_foreign_file(old, form, &options, limits)?;
            let (findings, losses) = made.packed.map(|packed| (packed.findings, packed.loss)).unwrap_or_default();
            let answer = made.conversion.answer_without_result();
            let loss = made.conversion.loss.into_iter().chain(losses).collect();
            Ok(Made { bytes: made.bytes, answer, loss, findings })
        }
    }
}

/// Whether the content of a file, which was read, is none that becomes the wanted form, or its kind of file cannot hold that.
fn cannot_become(error: &Error) -> bool {
    matches!(error.class(), "usage" | "not-a-card" | "unsupported-container")
}

fn write(
    args: &Args,
    target: &Path,
    was: Option<Stamp>,
    bytes: &[u8],
    journal: &Journal,
    out: &mut Output,
) -> Result<(), Failure> {
    if !args.in_place {
        make_folder_of(target)?;
    }
    let mut staged = Staged::create(target)?;
    staged.write(bytes)?;
    if args.in_place {
        hold(&mut staged, target, was)?;
        journal.keep(target, staged.so_far()?)?;
    }
    put(staged, target, out)
}
