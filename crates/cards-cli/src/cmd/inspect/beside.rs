//! Files that are no cards, and that clients keep beside them: regex scripts, chats, presets, templates.

use std::io::Write as _;
use std::path::Path;

use cards_container::Limits;
use cards_kit::Beside;

use super::Args;
use crate::failure::Failure;
use crate::input::{name, read_bytes};
use crate::output::{FAINT, Output};

/// Shows such a file; says whether it is one.
pub(super) fn show(path: &Path, args: &Args, out: &mut Output) -> Result<bool, Failure> {
    let bytes = read_bytes(path, &Limits::default())?;
    let Some(beside) = Beside::read(&bytes, &cards_kit::Limits::default()) else { return Ok(false) };
    for (option, given) in [("--art", args.art), ("--all", args.all), ("--locale", args.locale.is_some())] {
        if given {
            out.note(&format!("{option} does nothing here: {} is no card", name(path)));
        }
    }
    if out.json() {
        out.answer(&[("file", path.to_string_lossy().into())], &beside.inspection())?;
        return Ok(true);
    }
    let said = beside.answer();
    let results = out.results();
    writeln!(results, "{}: {}", name(path), said.what)?;
    for line in &said.lines {
        writeln!(results, "  {line}")?;
    }
    writeln!(results, "  {FAINT}taken by: {}{FAINT:#}", said.taken_by)?;
    Ok(true)
}
