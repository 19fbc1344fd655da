//! A list of changes for people.

use std::io::Write as _;
use std::path::Path;

use cards_container::Loaded;
use cards_kit::answer::{Difference, What};
use cards_model::Json;

use super::words::{Piece, pieces};
use crate::failure::Failure;
use crate::input::name;
use crate::output::{BAD, FAINT, GOOD, LABEL, Output, STRONG};
use crate::plural::plural;
use crate::printable::{columns, line, printable};

/// Unchanged characters kept on each side of a change.
const AROUND: usize = 48;
/// Texts up to this many characters without a line break are shown on one line.
const SHORT: usize = 60;
/// Texts that share less than this part of the longer one (1 in so many) are shown as replaced as a whole.
const LITTLE: usize = 3;
/// Characters shown of a text that was replaced as a whole, where not all of it is.
const WHOLE: usize = 160;

pub(super) fn show(
    a: (&Path, &Loaded),
    b: (&Path, &Loaded),
    changes: &[Difference],
    full: bool,
    out: &mut Output,
) -> Result<(), Failure> {
    let whole = full || out.is_piped();
    let width = if whole { usize::MAX / 2 } else { out.columns() };
    let results = out.results();
    for (mark, style, (path, loaded)) in [("---", BAD, a), ("+++", GOOD, b)] {
        let form = loaded.document.content.form();
        let file = name(path);
        writeln!(results, "{style}{mark}{style:#} {file}  {FAINT}{form} in {}{FAINT:#}", loaded.kind.as_str())?;
    }
    for change in changes {
        one(change, width, whole, results)?;
    }
    let count = changes.len();
    writeln!(results, "{STRONG}{}{STRONG:#}", plural(count, "difference"))?;
    Ok(())
}

fn one(change: &Difference, width: usize, whole: bool, out: &mut impl std::io::Write) -> Result<(), Failure> {
    let path = line(&change.path, width.max(40));
    // Behind the mark, the path and the colon; where the path leaves little, a line is longer.
    let left = width.saturating_sub(columns(&path) + 4).max(40);
    match (change.change, &change.before, &change.after) {
        (What::Changed, Some(Json::String(a)), Some(Json::String(b))) => {
            if is_short(a) && is_short(b) {
                writeln!(out, "{LABEL}~ {path}{LABEL:#}: {BAD}{}{BAD:#} -> {GOOD}{}{GOOD:#}", quoted(a), quoted(b))?;
            } else {
                writeln!(out, "{LABEL}~ {path}{LABEL:#}")?;
                write_words(a, b, whole, out)?;
            }
        }
        (What::Changed, Some(a), Some(b)) => {
            writeln!(
                out,
                "{LABEL}~ {path}{LABEL:#}: {BAD}{}{BAD:#} -> {GOOD}{}{GOOD:#}",
                brief(a, left / 2),
                brief(b, left / 2)
            )?;
        }
        (What::Reordered, _, Some(after)) => {
            writeln!(out, "{LABEL}~ {path}{LABEL:#}: another order: {}", brief(after, left.saturating_sub(15)))?;
        }
        (What::Removed, Some(value), _) => writeln!(out, "{BAD}- {path}{BAD:#}: {}", brief(value, left))?,
        (_, _, value) => {
            let value = value.as_ref().map(|value| brief(value, left)).unwrap_or_default();
            writeln!(out, "{GOOD}+ {path}{GOOD:#}: {value}")?;
        }
    }
    Ok(())
}

fn is_short(text: &str) -> bool {
    text.chars().count() <= SHORT && !text.contains('\n')
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", printable(text))
}

/// A value on one line.
fn brief(value: &Json, width: usize) -> String {
    match value {
        Json::String(text) => format!("\"{}\"", line(text, width.saturating_sub(2))),
        Json::Object(object) if object.get("content").is_some() => {
            let text = object.get("content").and_then(Json::as_str).unwrap_or_default();
            format!("\"{}\"", line(text, width.saturating_sub(2)))
        }
        Json::Array(items) => {
            let items: Vec<_> =
                items.iter().map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_owned)).collect();
            line(&items.join(", "), width)
        }
        other => line(&other.to_string(), width),
    }
}

/// Writes the changed words with some of what is around them, `[-gone-]` and `{+new+}`.
pub(crate) fn write_words(
    before: &str,
    after: &str,
    whole: bool,
    out: &mut impl std::io::Write,
) -> Result<(), Failure> {
    let pieces = pieces(before, after);
    let shared: usize =
        pieces.iter().map(|piece| if let Piece::Same(text) = piece { text.trim().len() } else { 0 }).sum();
    if shared * LITTLE < before.len().max(after.len()) {
        let shown = |text: &str| if whole { printable(text).into_owned() } else { line(text, WHOLE) };
        let (before, after) = (shown(before), shown(after));
        let sides = format!("{BAD}[-{before}-]{BAD:#}\n{GOOD}{{+{after}+}}{GOOD:#}");
        for line in sides.split('\n') {
            writeln!(out, "    {line}")?;
        }
        return Ok(());
    }
    let last = pieces.len().saturating_sub(1);
    let mut text = String::new();
    for (index, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Same(same) => push_context(&mut text, same, index == 0, index == last),
            Piece::Gone(gone) => text.push_str(&format!("{BAD}[-{}-]{BAD:#}", printable(gone))),
            Piece::New(new) => text.push_str(&format!("{GOOD}{{+{}+}}{GOOD:#}", printable(new))),
        }
    }
    for line in text.split('\n') {
        writeln!(out, "    {line}")?;
    }
    Ok(())
}

/// Appends unchanged text, its middle left out when it is long; at the ends of the text only the side of the change.
fn push_context(text: &mut String, same: &str, first: bool, last: bool) {
    let shown = printable(same);
    let count = shown.chars().count();
    let (head, tail) = (if first { 0 } else { AROUND }, if last { 0 } else { AROUND });
    if count <= head + tail + 8 {
        text.push_str(&shown);
        return;
    }
    text.extend(shown.chars().take(head));
    text.push_str(&format!("{FAINT} … {FAINT:#}"));
    text.extend(shown.chars().skip(count - tail));
}
