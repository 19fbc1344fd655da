//! Marks that a merge leaves in texts, and texts with one side taken.

use cards_model::{Json, Pointer};

use crate::options::Take;
use crate::rule::rules;
use crate::sink::Sink;
use crate::subject::Subject;

rules! {
    /// The rule about what merges leave.
    MERGES;
    /// A text holds both sides of a merge.
    MERGE_MARK: "merge-mark", Error, "git merge-file: conflict marks",
        "Texts hold no marks of a merge.",
        "Keep one of the two sides and take the lines with the marks out; `repair --take ours` or `--take theirs` does it in all texts.",
        check: merge_mark;
}

fn merge_mark(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    if subject.may_hold(may_hold_mark)
        && let Some(json) = subject.json()
    {
        look(json, &Pointer::ROOT, subject.options.take, sink);
    }
}

/// What a conflict begins with.
const MARK: &str = "<<<<<<<";

/// Whether a string of a strict JSON text may hold marks: as they are, or with a character of them as a number.
fn may_hold_mark(json: &[u8]) -> bool {
    str::from_utf8(json).map_or(true, |json| json.contains(MARK) || json.contains("\\u003"))
}

/// Looks at every text of a value; marks may be in any.
fn look(json: &Json, at: &Pointer, take: Option<Take>, sink: &mut Sink<'_>) {
    match json {
        Json::String(text) => {
            let Some((first, resolved)) = with_one_side(text, take.unwrap_or(Take::Ours)) else { return };
            let added = sink.value(at.clone(), "the text holds both sides of a merge, between marks").excerpt(&first);
            if take.is_some() {
                added.set(resolved);
            }
        }
        Json::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| look(item, &at.index(index), take, sink))
        }
        Json::Object(object) => object.iter().for_each(|(key, value)| look(value, &at.member(key), take, sink)),
        _ => {}
    }
}

/// Where a line of a text with marks belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Both,
    Ours,
    /// What both sides changed, which git writes on demand.
    Base,
    Theirs,
}

/// The first line between marks, and the text with one side taken; nothing for a text without marks. Marks that do not close
/// are prose.
fn with_one_side(text: &str, take: Take) -> Option<(String, String)> {
    if !text.contains(MARK) {
        return None;
    }
    let (mut out, mut found) = (String::with_capacity(text.len()), None);
    let mut rest = text;
    while !rest.is_empty() {
        if let Some((taken, length)) = conflict(rest, take) {
            let shown = rest.get(..length).unwrap_or_default();
            found.get_or_insert_with(|| shown.to_owned());
            out.push_str(&taken);
            rest = rest.get(length..).unwrap_or_default();
        } else {
            // The marks begin a line, so that the text up to the next line that may hold one is copied.
            let next = rest.find("\n<<<<<<<").map_or(rest.len(), |at| at + 1);
            let (line, behind) = rest.split_at(next);
            out.push_str(line);
            rest = behind;
        }
    }
    Some((found?, out))
}

/// A conflict at the beginning of a text: what one side has, and how many bytes both are.
fn conflict(text: &str, take: Take) -> Option<(String, usize)> {
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().filter(|line| is_mark(line, MARK))?;
    let (mut part, mut length, mut taken) = (Part::Ours, first.len(), String::new());
    let wanted = match take {
        Take::Ours => Part::Ours,
        Take::Theirs => Part::Theirs,
    };
    for line in lines {
        length += line.len();
        let next = match part {
            Part::Ours if is_mark(line, "|||||||") => Part::Base,
            Part::Ours | Part::Base if is_mark(line, "=======") => Part::Theirs,
            Part::Theirs if is_mark(line, ">>>>>>>") => Part::Both,
            // Another conflict begins before this one ends.
            _ if is_mark(line, MARK) => return None,
            same => same,
        };
        if next == Part::Both {
            // Marks that end without a line end are around sides that had none.
            let bare = if line.ends_with('\n') { None } else { taken.strip_suffix('\n') };
            return Some((bare.unwrap_or(&taken).to_owned(), length));
        }
        if next == part && part == wanted {
            taken.push_str(line);
        }
        part = next;
    }
    None
}

fn is_mark(line: &str, mark: &str) -> bool {
    line.strip_prefix(mark).is_some_and(|rest| rest.trim_end().is_empty() || rest.starts_with(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, ours: Option<&str>, theirs: Option<&str>) {
        for (take, wanted) in [(Take::Ours, ours), (Take::Theirs, theirs)] {
            assert_eq!(with_one_side(text, take).map(|(_, text)| text).as_deref(), wanted, "{text}");
        }
    }

    #[test]
    fn one_side_of_each_conflict_is_taken() {
        check("a\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\nd", Some("a\nb\nd"), Some("a\nc\nd"));
        check("<<<<<<< HEAD\n||||||| x\nb\n=======\nc\n>>>>>>> y", Some(""), Some("c"));
        let two = "<<<<<<<\n1\n=======\n2\n>>>>>>>\nmid\n<<<<<<<\n3\n=======\n4\n>>>>>>>\n";
        check(two, Some("1\nmid\n3\n"), Some("2\nmid\n4\n"));
    }

    #[test]
    fn the_text_of_json_says_whether_a_string_may_hold_marks() {
        for (json, wanted) in [
            (r#"{"a":"<START>\n<<a>> \u3042"}"#, false),
            (r#"{"a":"a\n<<<<<<< ours"}"#, true),
            (r#"{"a":"<\u003c<<<<<"}"#, true),
            (r#"{"a":"<\u003C<<<<<"}"#, true),
        ] {
            assert_eq!(may_hold_mark(json.as_bytes()), wanted, "{json}");
        }
    }

    #[test]
    fn what_does_not_close_is_prose() {
        for text in [
            "<<<<<<< love",
            "a\n=======\nb",
            "<<<<<<<<<\n=======\n>>>>>>>",
            "<<<<<<< a\n>>>>>>> b\n",
            " <<<<<<<\n=======\n>>>>>>>",
        ] {
            check(text, None, None);
        }
        check("<<<<<<< a\n<<<<<<< b\n1\n=======\n2\n>>>>>>>", Some("<<<<<<< a\n1"), Some("<<<<<<< a\n2"));
    }
}
