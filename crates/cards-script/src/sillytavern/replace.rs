//! What is put in the place of a match.

use std::borrow::Cow;

use cards_macro::{Engine, Host};
use cards_pattern::{Match, Pattern};

use super::script::Script;
use crate::aside::{expand, with_speaker};
use crate::finding::FindingKind;
use crate::limits::Limits;

/// A match with what the client's call hands around beside it.
pub(super) struct Hit<'h> {
    pub(super) text: &'h str,
    pub(super) pattern: &'h Pattern,
    pub(super) found: Match,
}

/// What a reference stands for.
enum Part<'h> {
    Nothing,
    Text(&'h str),
    /// The accident of the client: a number behind the last group is the place of the match, a number.
    Place(usize),
    /// And the one behind the text is the object of the named groups.
    Names,
}

/// Writes the replacement of one match.
pub(super) fn replacement(
    script: &Script,
    hit: &Hit<'_>,
    speaker: Option<&str>,
    host: &mut dyn Host,
    limits: &Limits,
) -> Result<String, FindingKind> {
    let Some(replace) = &script.replace else {
        return Err(FindingKind::Breaks { reason: "the script has no `replaceString`" });
    };
    let replace = with_match(replace);
    let mut out = String::new();
    let mut rest = &*replace;
    while let Some(at) = rest.find('$') {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let Some((reference, length)) = reference(from) else {
            out.push('$');
            rest = from.get(1..).unwrap_or_default();
            continue;
        };
        insert(script, hit.part(&reference), speaker, host, limits, &mut out)?;
        rest = from.get(length..).unwrap_or_default();
    }
    out.push_str(rest);
    expand(&out, Engine::SillyTavern, host, limits).map_err(|error| FindingKind::Macro { reason: error.to_string() })
}

enum Reference<'r> {
    Number(Option<usize>),
    Name(&'r str),
}

/// Writes `{{match}}`, in any letter case, as `$0`; a digit behind it then counts to the number, as in the client.
pub(crate) fn with_match(replace: &str) -> Cow<'_, str> {
    const MATCH: &str = "{{match}}";
    let mut out = String::new();
    let mut done = 0;
    for (at, _) in replace.match_indices("{{") {
        let found = replace.get(at..at + MATCH.len()).is_some_and(|found| found.eq_ignore_ascii_case(MATCH));
        if found && at >= done {
            out.push_str(replace.get(done..at).unwrap_or_default());
            out.push_str("$0");
            done = at + MATCH.len();
        }
    }
    if done == 0 {
        return Cow::Borrowed(replace);
    }
    out.push_str(replace.get(done..).unwrap_or_default());
    Cow::Owned(out)
}

/// Reads `$12` or `$<name>` at the start of a text, with its length in bytes.
fn reference(text: &str) -> Option<(Reference<'_>, usize)> {
    let behind = text.strip_prefix('$')?;
    let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        return Some((Reference::Number(behind.get(..digits)?.parse().ok()), digits + 1));
    }
    let name = behind.strip_prefix('<')?.split_once('>')?.0;
    (!name.is_empty()).then_some((Reference::Name(name), name.len() + 3))
}

impl<'h> Hit<'h> {
    fn part(&self, reference: &Reference<'_>) -> Part<'h> {
        let number = match reference {
            Reference::Number(number) => *number,
            Reference::Name(name) => {
                let named = self.pattern.names().iter().find(|(known, _)| known == name);
                let Some(&(_, number)) = named else { return Part::Nothing };
                Some(number as usize)
            }
        };
        let groups = self.found.group_count();
        let text =
            |(start, end)| self.text.get(start..end).filter(|text| !text.is_empty()).map_or(Part::Nothing, Part::Text);
        match number {
            Some(number) if number < groups => self.found.group(number).map_or(Part::Nothing, text),
            Some(number) if number == groups => {
                let before = self.text.get(..self.found.start()).unwrap_or_default();
                match before.encode_utf16().count() {
                    0 => Part::Nothing,
                    place => Part::Place(place),
                }
            }
            Some(number) if number == groups + 1 => text((0, self.text.len())),
            Some(number) if number == groups + 2 && !self.pattern.names().is_empty() => Part::Names,
            _ => Part::Nothing,
        }
    }
}

/// Appends a part of the match, trimmed.
fn insert(
    script: &Script,
    part: Part<'_>,
    speaker: Option<&str>,
    host: &mut dyn Host,
    limits: &Limits,
    out: &mut String,
) -> Result<(), FindingKind> {
    let text = match part {
        Part::Nothing => return Ok(()),
        Part::Text(text) => text.to_owned(),
        Part::Names => return Err(FindingKind::Breaks { reason: "the groups' names have no text" }),
        Part::Place(place) => {
            if script.trim.as_ref().is_some_and(|trim| !trim.is_empty()) {
                return Err(FindingKind::Breaks { reason: "the place of a match cannot be trimmed" });
            }
            place.to_string()
        }
    };
    let Some(trim) = &script.trim else {
        return Err(FindingKind::Breaks { reason: "the script has no `trimStrings`" });
    };
    let mut text = text;
    for unwanted in trim {
        let mut aside = with_speaker(host, speaker);
        let unwanted = expand(unwanted, Engine::SillyTavern, &mut aside, limits)
            .map_err(|error| FindingKind::Macro { reason: error.to_string() })?;
        if !unwanted.is_empty() {
            text = text.replace(&unwanted, "");
        }
    }
    out.push_str(&text);
    Ok(())
}
