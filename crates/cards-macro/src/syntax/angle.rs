//! `<BOT>`, `<<getvar::k>>`: macros in angle brackets.

use std::borrow::Cow;

use crate::profile::{Engine, Syntax};

/// The longest name in single angle brackets is `charifnotgroup`.
const LONGEST: usize = 14;

/// A macro in angle brackets at some place.
pub(super) enum Angle {
    /// `<name>` or `<<name>>`; its name and its length in bytes, brackets included.
    Name { name_start: usize, name_end: usize, end: usize },
    /// `<<name` with arguments to come; behind the name.
    Open { name_start: usize, name_end: usize },
}

/// RisuAI: the macro that angle brackets at this place stand for, and the place behind them.
pub(crate) fn person(text: &str, at: usize) -> Option<(&'static str, usize)> {
    let Some(Angle::Name { name_start, name_end, end }) = read(text, at, Engine::Risu) else {
        return None;
    };
    let name = text.get(name_start..name_end)?;
    Some((if name.eq_ignore_ascii_case("user") { "user" } else { "char" }, end))
}

/// SillyTavern: the first name in angle brackets that begins in a stretch, and the place behind it.
pub(super) fn first_in(text: &str, from: usize, end: usize) -> Option<(usize, usize)> {
    let stretch = text.get(from..end)?;
    stretch.match_indices('<').find_map(|(at, _)| match read(text, from + at, Engine::SillyTavern)? {
        Angle::Name { end, .. } => Some((from + at, end)),
        Angle::Open { .. } => None,
    })
}

/// Reads what is at a `<`.
pub(super) fn read(text: &str, at: usize, profile: Engine) -> Option<Angle> {
    let rules = profile.rules();
    if rules.double_angles && text.as_bytes().get(at + 1) == Some(&b'<') {
        return double(text, at);
    }
    let (name_start, name_end) = (at + 1, letters(text, at + 1));
    if text.as_bytes().get(name_end) != Some(&b'>') {
        return None;
    }
    let name = text.get(name_start..name_end)?;
    rules.angles.iter().any(|known| known.eq_ignore_ascii_case(name)).then_some(Angle::Name {
        name_start,
        name_end,
        end: name_end + 1,
    })
}

/// SillyTavern: a text with the names in angle brackets as the client writes them before it reads anything.
pub(crate) fn in_braces(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut copied = 0;
    for (at, end, braces) in rewritten(text) {
        out.push_str(text.get(copied..at).unwrap_or_default());
        out.push_str(braces);
        copied = end;
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(out)
}

/// SillyTavern: whether a brace comes right before a name in angle brackets and behind braces that open. The client reads three
/// braces there.
pub(crate) fn is_glued(text: &str, profile: Engine) -> bool {
    profile.rules().syntax == Syntax::SillyTavern
        && text.find("{{").is_some_and(|open| {
            let glued = |at: usize| at > open && text.get(..at).is_some_and(|before| before.ends_with('{'));
            text.contains("{<") && rewritten(text).any(|(at, ..)| glued(at))
        })
}

/// SillyTavern: how many UTF-16 units a text has once the client has rewritten the names in angle brackets.
pub(crate) fn units(text: &str) -> usize {
    let written = text.encode_utf16().count();
    let longer = |(at, end, braces): (usize, usize, &str)| braces.len() - (end - at);
    written + rewritten(text).map(longer).sum::<usize>()
}

/// The names in angle brackets of a text: where each begins and ends, and what the client makes of it.
fn rewritten(text: &str) -> impl Iterator<Item = (usize, usize, &'static str)> {
    text.match_indices('<').filter_map(|(at, _)| match read(text, at, Engine::SillyTavern)? {
        Angle::Name { name_start, name_end, end } => Some((at, end, braces(text.get(name_start..name_end)?))),
        Angle::Open { .. } => None,
    })
}

fn braces(name: &str) -> &'static str {
    match name.to_ascii_lowercase().as_str() {
        "user" => "{{user}}",
        "group" => "{{group}}",
        "charifnotgroup" => "{{charIfNotGroup}}",
        _ => "{{char}}",
    }
}

fn double(text: &str, at: usize) -> Option<Angle> {
    let (name_start, name_end) = (at + 2, letters(text, at + 2));
    let name = text.get(name_start..name_end)?;
    let is = |known: &[&str]| known.iter().any(|known| known.eq_ignore_ascii_case(name));
    if text.get(name_end..)?.starts_with(">>") && is(&["char", "bot", "user"]) {
        return Some(Angle::Name { name_start, name_end, end: name_end + 2 });
    }
    if text.get(name_end..)?.starts_with(':') && is(&["getvar", "setvar"]) {
        return Some(Angle::Open { name_start, name_end });
    }
    None
}

/// The end of the letters that start at `from`, as far as a name may reach.
fn letters(text: &str, from: usize) -> usize {
    let rest = text.as_bytes().get(from..).unwrap_or_default();
    from + rest.iter().take(LONGEST + 1).take_while(|byte| byte.is_ascii_alphabetic()).count()
}
