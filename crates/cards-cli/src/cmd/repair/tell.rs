//! What a repair did, told.

use std::io::Write as _;
use std::path::Path;

use cards_kit::Repair;
use cards_kit::answer::Change;
use cards_lint::Report;

use crate::cmd::lint::counts;
use crate::failure::Failure;
use crate::input::name;
use crate::next;
use crate::output::{FAINT, GOOD, LABEL, Output, STRONG, output_name};
use crate::plural::plural;
use crate::printable::printable;

/// What became of a file.
pub(super) enum Fate<'a> {
    /// Nothing was written, as was asked for.
    Dry,
    /// There was nothing to repair, and nothing was written.
    Left,
    /// There was nothing to repair, and it was handed on as it is.
    Copied(&'a Path),
    /// It was mended into a file, in which this is left to find.
    Mended(&'a Path, &'a Report),
}

/// Says what was done.
pub(super) fn tell(file: &Path, repair: &Repair, fate: &Fate<'_>, out: &mut Output) -> Result<(), Failure> {
    if out.json() {
        return json(file, repair, fate, out);
    }
    let mended = repair.changes();
    let (file, count) = (name(file), plural(mended.len(), "place"));
    match fate {
        // Standard output holds the file itself.
        Fate::Copied(target) if *target == Path::new("-") => out.note(&format!("{file}: nothing to repair")),
        Fate::Mended(target, left) if *target == Path::new("-") => {
            for Change { rule, place, message, .. } in mended {
                out.note(&format!("{rule} at {place}: {message}"));
            }
            out.note(&format!("repaired {count} in {file}; left in it: {}", in_words(left)));
        }
        Fate::Dry if !mended.is_empty() => {
            changes(mended, out)?;
            writeln!(out.results(), "{FAINT}Would repair {count} in {file}; nothing was written{FAINT:#}")?;
        }
        Fate::Dry | Fate::Left => writeln!(out.results(), "{STRONG}{file}{STRONG:#}: nothing to repair")?,
        Fate::Copied(target) => {
            let copy = output_name(target);
            writeln!(
                out.results(),
                "{STRONG}{file}{STRONG:#}: nothing to repair, wrote {STRONG}{copy}{STRONG:#} as it is"
            )?;
        }
        Fate::Mended(target, left) => {
            changes(mended, out)?;
            let (shown, results) = (output_name(target), out.results());
            writeln!(
                results,
                "{GOOD}Repaired{GOOD:#} {count} in {STRONG}{file}{STRONG:#}, wrote {STRONG}{shown}{STRONG:#}"
            )?;
            writeln!(
                results,
                "{}",
                if left.findings.is_empty() {
                    "Nothing left to repair".to_owned()
                } else {
                    format!("Left in it: {}", in_words(left))
                }
            )?;
            if !left.findings.is_empty() {
                writeln!(results, "{FAINT}run:{FAINT:#} {}", next::lint(target))?;
            }
            writeln!(results, "{FAINT}run:{FAINT:#} {}", next::report(target))?;
        }
    }
    Ok(())
}

fn changes(mended: &[Change], out: &mut Output) -> Result<(), Failure> {
    let results = out.results();
    for Change { rule, place, message, .. } in mended {
        writeln!(results, "{LABEL}{rule}{LABEL:#} at {}: {}", printable(place), printable(message))?;
    }
    Ok(())
}

fn in_words(left: &Report) -> String {
    counts(left).unwrap_or_else(|| "nothing".to_owned())
}

fn json(file: &Path, repair: &Repair, fate: &Fate<'_>, out: &mut Output) -> Result<(), Failure> {
    let (output, left) = match fate {
        Fate::Mended(target, left) => (Some(*target), Some(*left)),
        Fate::Copied(target) => (Some(*target), None),
        Fate::Dry | Fate::Left => (None, None),
    };
    let files = [
        ("file", file.to_string_lossy().into()),
        ("output", output.map(Path::to_string_lossy).into()),
        ("dry_run", matches!(fate, Fate::Dry).into()),
    ];
    out.answer(&files, &repair.answer(left))
}
