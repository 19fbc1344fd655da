//! What tests have to say: the words of every error, and the name of every limit.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::source::{bare, without_tests, words};
use crate::failure::Failure;

/// Errors whose words no test says, and limits that no test names.
pub fn problems() -> Result<Vec<String>, Failure> {
    let root = crate::root();
    let mut said = String::new();
    for folder in ["crates", "fixtures", "tests"] {
        said_by_tests(&root.join(folder), &mut said)?;
    }
    let mut problems = Vec::new();
    let mut counts = (0, 0);
    let mut folders: Vec<_> = fs::read_dir(root.join("crates"))?.collect::<Result<_, _>>()?;
    folders.sort_by_key(fs::DirEntry::file_name);
    for folder in folders {
        let name = folder.file_name().to_string_lossy().into_owned();
        // A limit is tested in its own crate; the words of an error may be pinned by what the tool prints.
        let mut own = String::new();
        said_by_tests(&folder.path(), &mut own)?;
        said_by_tests(&root.join("fixtures"), &mut own)?;
        let named: BTreeSet<&str> = words(&own).into_iter().collect();
        for (file, text) in sources(&folder.path().join("src"))? {
            let place = file.strip_prefix(&root).unwrap_or(&file).display().to_string();
            for message in messages(&text) {
                counts.0 += 1;
                if !is_said(&said, &message) {
                    problems.push(format!("{place}: no test says \"{message}\""));
                }
            }
            for limit in limits(&text) {
                counts.1 += 1;
                if !named.contains(&*limit) && !named.contains(&*format!("with_{limit}")) {
                    problems.push(format!("{place}: no test of {name} names the limit `{limit}`"));
                }
            }
        }
    }
    println!("tidy: {} texts of errors and {} limits have a test each, but for those named", counts.0, counts.1);
    Ok(problems)
}

/// Everything that tests say: files of tests, their data, and what is behind `#[cfg(test)]` in sources.
fn said_by_tests(path: &Path, out: &mut String) -> Result<(), Failure> {
    if path.is_dir() {
        let mut entries: Vec<_> = fs::read_dir(path)?.collect::<Result<_, _>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries.iter().filter(|entry| entry.file_name() != "target") {
            said_by_tests(&entry.path(), out)?;
        }
        return Ok(());
    }
    let Ok(text) = fs::read_to_string(path) else { return Ok(()) };
    let is_source = path.components().any(|part| part.as_os_str() == "src");
    if !is_source || path.file_stem().is_some_and(|stem| stem == "tests") {
        // Long texts of tests go over several lines.
        out.push_str(&joined(&text));
    } else if path.extension().is_some_and(|ext| ext == "rs") {
        let (_, tests) = without_tests(&bare(&text));
        // The tests with their texts: what is blank there and not in the source is built.
        let from = tests.find(|c: char| !c.is_whitespace()).unwrap_or(tests.len());
        out.push_str(&joined(text.get(from..).unwrap_or_default()));
    }
    out.push('\n');
    Ok(())
}

/// A source whose texts go on where a backslash ends a line.
fn joined(source: &str) -> String {
    let mut pieces = source.split("\\\n");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |so_far, piece| so_far + piece.trim_start())
}

/// The sources below a folder.
pub(super) fn sources(folder: &Path) -> Result<Vec<(std::path::PathBuf, String)>, Failure> {
    let mut out = Vec::new();
    if !folder.is_dir() {
        return Ok(out);
    }
    let mut entries: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if path.is_dir() {
            out.extend(sources(&path)?);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            out.push((path.clone(), fs::read_to_string(&path)?));
        }
    }
    Ok(out)
}

/// The texts of errors in a source: those of `#[error("…")]`, and those that an `impl Display for …Error` writes.
fn messages(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    for (at, _) in text.match_indices("#[error(") {
        out.extend(literal(&text[at + "#[error(".len()..]));
    }
    for (at, head) in text.match_indices("Display for ") {
        let after = &text[at + head.len()..];
        let name = after.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        if !name.ends_with("Error") {
            continue;
        }
        let body = after.split("\n}").next().unwrap_or_default();
        for (at, call) in body.match_indices("write!(f, ").chain(body.match_indices("write!(\n")) {
            let rest = body[at + call.len()..].trim_start();
            out.extend(literal(rest.strip_prefix("f,").unwrap_or(rest)));
        }
        for (at, call) in body.match_indices("write_str(") {
            out.extend(literal(&body[at + call.len()..]));
        }
    }
    // A text of nothing but values has no words to pin.
    out.retain(|message| pieces(message).iter().any(|piece| piece.chars().any(char::is_alphabetic)));
    out
}

/// The text literal that a piece of source begins with, as it is in memory but for rarer escapes.
fn literal(source: &str) -> Option<String> {
    let inside = source.trim_start().strip_prefix('"')?;
    let mut out = String::new();
    let mut chars = inside.chars();
    loop {
        match chars.next()? {
            '"' => return Some(out),
            '\\' => match chars.next()? {
                '\n' => {
                    let rest = chars.as_str().trim_start();
                    chars = rest.chars();
                }
                'n' => out.push('\n'),
                other => out.push(other),
            },
            other => out.push(other),
        }
    }
}

/// The fixed pieces of a format.
fn pieces(format: &str) -> Vec<String> {
    let plain = format.replace("{{", "\u{1}").replace("}}", "\u{2}");
    let pieces = plain.split('{').enumerate().map(|(i, part)| {
        let fixed = if i == 0 { part } else { part.split_once('}').map_or("", |(_, fixed)| fixed) };
        fixed.replace('\u{1}', "{").replace('\u{2}', "}")
    });
    pieces.filter(|piece| !piece.trim().is_empty()).collect()
}

/// Whether the fixed pieces of a format are in a text one after the other, close to each other.
fn is_said(said: &str, format: &str) -> bool {
    /// As long as a value between two pieces may be.
    const VALUE: usize = 300;
    let pieces = pieces(format);
    let longest = pieces.iter().enumerate().max_by_key(|(_, piece)| piece.len()).map_or(0, |(at, _)| at);
    let Some(anchor) = pieces.get(longest) else { return true };
    // In a source or in JSON, quotes and line ends are escaped.
    let spellings = |piece: &str| [piece.to_owned(), piece.replace('"', "\\\"")];
    spellings(anchor.trim_end()).iter().any(|anchor| {
        said.match_indices(anchor.as_str()).any(|(at, _)| {
            let mut from = at + anchor.len();
            let after = pieces[longest + 1..].iter().all(|piece| {
                let end = said.len().min(from + VALUE);
                let window = said.get(from..end).or_else(|| said.get(from..)).unwrap_or_default();
                let found =
                    spellings(piece.trim()).iter().find_map(|piece| Some(window.find(piece.as_str())? + piece.len()));
                found.inspect(|found| from += found).is_some()
            });
            let mut to = at;
            after
                && pieces[..longest].iter().rev().all(|piece| {
                    let begin = (to.saturating_sub(VALUE)..=to).find(|at| said.is_char_boundary(*at)).unwrap_or(to);
                    let found = spellings(piece.trim()).iter().find_map(|piece| said[begin..to].rfind(piece.as_str()));
                    found.inspect(|found| to = begin + found).is_some()
                })
        })
    })
}

/// The fields of a `pub struct Limits`.
fn limits(text: &str) -> Vec<String> {
    let Some((_, body)) = text.split_once("pub struct Limits {") else { return Vec::new() };
    let body = body.split("\n}").next().unwrap_or_default();
    let fields = body.lines().filter_map(|line| {
        let (name, _) = line
            .trim()
            .strip_prefix("pub(crate) ")
            .or(line.trim().strip_prefix("pub "))
            .unwrap_or(line.trim())
            .split_once(": ")?;
        name.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c.is_ascii_digit()).then(|| name.to_owned())
    });
    fields.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_said_when_its_pieces_stand_in_order() {
        assert!(is_said(
            "x: chunk `chara` at byte 12 is not base64",
            "chunk `{keyword}` at byte {offset} is not base64"
        ));
        assert!(!is_said("chunk `chara` is not base64", "chunk `{keyword}` at byte {offset} is not base64"));
        assert!(!is_said("at byte 3 is not base64", "chunk `{keyword}` at byte {offset} is not base64"));
    }

    #[test]
    fn texts_and_limits_are_found_in_a_source() {
        let text = "#[error(\"a {b} \\\n   c\")] X, #[error(\n  \"{0}\"\n)] Y";
        assert_eq!(messages(text), ["a {b} c"]);
        let text = "pub struct Limits {\n    /// Bytes: many.\n    pub bytes: u64,\n    depth: u32,\n}\n";
        assert_eq!(limits(text), ["bytes", "depth"]);
    }
}
