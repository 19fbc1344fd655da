//! `<BOT>`, `<<getvar::k>>`: macros in angle brackets.

use crate::profile::Engine;

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

/// Reads what stands at a `<`.
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
