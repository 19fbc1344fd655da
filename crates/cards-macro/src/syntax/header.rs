//! The beginning of a macro, read when it opens.

use super::angle;
use super::tree::Operator;
use crate::js;
use crate::vars::Scope;

/// What was read of a macro before its arguments.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Header {
    /// Where parsing goes on.
    pub(super) end: usize,
    /// The name, where the profile reads it at once.
    pub(super) name: Option<(usize, usize)>,
    /// `/`: a closing tag.
    pub(super) closer: bool,
    /// `#`.
    pub(super) keep_space: bool,
    /// Variable shorthand.
    pub(super) shorthand: Option<(Scope, Operator)>,
    /// Where the whole macro ends, if the header has its end in it.
    pub(super) closed: Option<usize>,
    /// `time_UTC+2`: the whole header is a time macro with this argument.
    pub(super) utc: Option<(usize, usize)>,
}

impl Header {
    /// Nothing is read yet.
    pub(super) fn at(end: usize) -> Self {
        Self { end, ..Self::default() }
    }

    /// A name and nothing else.
    pub(super) fn named(start: usize, end: usize) -> Self {
        Self { end, name: Some((start, end)), ..Self::default() }
    }
}

/// Reads SillyTavern's opener behind `{{`: flags, then a name or variable shorthand. `None` where it opens nothing.
///
/// De facto: SillyTavern 1.19.0.
///
/// `no_stop` is the place from which on nothing ends a name; it is kept from call to call, so that the search for an end
/// is made once.
pub(super) fn sillytavern(text: &str, from: usize, no_stop: &mut usize) -> Option<Header> {
    let mut header = Header::at(from);
    let mut at = from;
    loop {
        at = skip_space(text, at);
        let rest = text.get(at..)?;
        // What is in it says whether it closes a comment.
        if rest.starts_with("//") {
            header.name = Some((at, at + 2));
            header.end = at + 2;
            return Some(header);
        }
        match rest.bytes().next()? {
            b'/' => header.closer = true,
            b'#' => header.keep_space = true,
            b'!' | b'?' | b'~' | b'>' => {}
            b'.' => return shorthand(text, at + 1, Scope::Chat, header),
            b'$' => return shorthand(text, at + 1, Scope::Global, header),
            _ => break,
        }
        at += 1;
    }
    let start = at;
    at = identifier_end(text, start);
    if at == start {
        return None;
    }
    header.name = Some((start, at));
    if let Some(end) = utc_offset(text, start, at) {
        header.utc = Some((start + "time_".len(), end));
        at = end;
    }
    if at >= *no_stop {
        return None;
    }
    let end = recover(text, at);
    if let Some((start, closed)) = angle::first_in(text, at, end.unwrap_or(text.len())) {
        // `<USER>` is `{{user}}` to the client, and of what is dropped its braces count.
        header.end = start;
        header.closed = Some(closed);
        return Some(header);
    }
    if end.is_none() {
        *no_stop = at;
    }
    header.end = end?;
    Some(header)
}

/// The end of braces and flags that open nothing; `None` for what is read as something else.
pub(super) fn flags_only(text: &str, from: usize) -> Option<usize> {
    let (mut at, mut end) = (from, from);
    loop {
        at = skip_space(text, at);
        let rest = text.get(at..)?;
        match rest.bytes().next()? {
            b'/' if rest.starts_with("//") => return None,
            b'/' | b'#' | b'!' | b'?' | b'~' | b'>' => at += 1,
            b'.' | b'$' => return None,
            byte => return (!byte.is_ascii_alphabetic()).then_some(end),
        }
        end = at;
    }
}

/// The end of braces, flags and the sigil of a variable without a name; `None` for what is read as something else.
pub(super) fn nameless(text: &str, from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    let at = from + (rest.len() - rest.trim_start_matches(|c: char| js::is_space(c) || "#!?~>".contains(c)).len());
    text.get(at..)?.starts_with(['.', '$']).then_some(at + 1)
}

/// `{{time_UTC+2}}`: the end of the offset, where there is one.
fn utc_offset(text: &str, start: usize, end: usize) -> Option<usize> {
    let name = text.get(start..end)?;
    let bytes = text.as_bytes();
    if !name.get(..8)?.eq_ignore_ascii_case("time_utc") {
        return None;
    }
    // A minus sign belongs to the name already, a plus sign does not.
    let mut at = start + 8;
    if !matches!(bytes.get(at)?, b'+' | b'-') || !bytes.get(at + 1)?.is_ascii_digit() {
        return None;
    }
    at += 1;
    while bytes.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    (at >= end && text.get(at..)?.starts_with("}}")).then_some(at)
}

/// The end of the word at a place, with what is dropped behind it; the place itself where there is none.
fn word_end(text: &str, at: usize) -> Option<usize> {
    let end = identifier_end(text, at);
    if end == at { Some(at) } else { recover(text, end) }
}

/// The end of a name: a letter, then letters, digits, `_` and `-`. The place itself where there is none.
fn identifier_end(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return at;
    }
    let is_more = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    at + (rest.len() - rest.trim_start_matches(is_more).len())
}

/// Behind a name whitespace, `:`, `|` or `}` must follow; anything else is dropped up to the next of these.
fn recover(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    rest.find(|c: char| js::is_space(c) || matches!(c, ':' | '|' | '}')).map(|skip| at + skip)
}

/// Reads `.name op` and `$name op`; the right side is left to be read as an argument.
fn shorthand(text: &str, from: usize, scope: Scope, mut header: Header) -> Option<Header> {
    let bytes = text.as_bytes();
    let mut start = skip_space(text, from);
    // One mark before the name is passed over.
    if bytes.get(start).is_some_and(|byte| b"!?~>#.$".contains(byte)) {
        start = skip_space(text, start + 1);
    }
    let mut end = identifier_end(text, start);
    while end > start && bytes.get(end - 1) == Some(&b'-') {
        end -= 1;
    }
    let at = skip_space(text, end);
    let rest = text.get(at..)?;
    header.name = Some((start, end));
    if rest.starts_with("}}") {
        header.shorthand = Some((scope, Operator::Read));
        header.end = at;
        return Some(header);
    }
    if start == end {
        header.shorthand = Some((scope, Operator::Read));
        header.end = marks_alone(text, from)?;
        return Some(header);
    }
    let Some((spelling, operator)) = first_operator(rest) else {
        header.shorthand = Some((scope, Operator::Read));
        header.end = end_behind(text, at, at > end)?;
        return Some(header);
    };
    header.end = at + spelling.len();
    if matches!(operator, Operator::Increment | Operator::Decrement) {
        // A second operator is passed over.
        let at = skip_space(text, header.end);
        let passed = text.get(at..).and_then(first_operator).map(|(spelling, _)| at + spelling.len());
        header.end = match passed {
            Some(at) => ends_at(text, at)?,
            None => end_behind(text, at, true)?,
        };
    }
    header.shorthand = Some((scope, operator));
    Some(header)
}

/// The end of a shorthand that has marks in place of a name: what is behind them is lost with them, unless braces open in it.
fn marks_alone(text: &str, from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    let behind = rest.trim_start_matches(|c: char| js::is_space(c) || "!?~>#.$/".contains(c));
    let marks = rest.get(..rest.len() - behind.len())?;
    // A slash ends the search for a name at once.
    let enough = marks.contains('/') || marks.chars().filter(|c| !js::is_space(*c)).count() > 1;
    if !enough || !(behind.starts_with("}}") || behind.starts_with(|c: char| c.is_ascii_alphabetic())) {
        return None;
    }
    // The search ends at the next braces, so that it passes over each text once.
    let braces = |at: &usize| behind.get(*at..).is_some_and(|rest| rest.starts_with("{{") || rest.starts_with("}}"));
    let end = behind.match_indices(['{', '}']).map(|(at, _)| at).find(braces)?;
    behind.get(end..)?.starts_with("}}").then(|| from + marks.len() + end)
}

/// The operator at the beginning of a text.
fn first_operator(text: &str) -> Option<(&'static str, Operator)> {
    OPERATORS.into_iter().find(|(spelling, _)| text.starts_with(spelling))
}

/// The end of a shorthand that is complete: one mark before it is passed over, and so is a word where there may be one.
fn end_behind(text: &str, from: usize, word: bool) -> Option<usize> {
    let at = skip_space(text, from);
    let rest = text.get(at..)?;
    let mark = match rest.bytes().next()? {
        b'/' => rest.len() - rest.strip_prefix("//").or(rest.strip_prefix('/'))?.len(),
        b'!' | b'?' | b'~' | b'#' | b'.' | b'$' => 1,
        _ => 0,
    };
    let behind = if mark == 0 && word { word_end(text, at)? } else { at + mark };
    ends_at(text, behind)
}

/// Where the braces close, if there is nothing but white space before.
fn ends_at(text: &str, from: usize) -> Option<usize> {
    let end = skip_space(text, from);
    text.get(end..)?.starts_with("}}").then_some(end)
}

/// Longer spellings are before their own beginnings.
const OPERATORS: [(&str, Operator); 15] = [
    ("||=", Operator::OrElseSet),
    ("??=", Operator::IfMissingSet),
    ("++", Operator::Increment),
    ("--", Operator::Decrement),
    ("+=", Operator::Add),
    ("-=", Operator::Subtract),
    ("||", Operator::OrElse),
    ("??", Operator::IfMissing),
    ("==", Operator::Equal),
    ("!=", Operator::NotEqual),
    (">=", Operator::GreaterOrEqual),
    ("<=", Operator::LessOrEqual),
    (">", Operator::Greater),
    ("<", Operator::Less),
    ("=", Operator::Set),
];

/// Where the arguments go on behind a bar: behind the next word, at what ends it. De facto: SillyTavern 1.18.0.
pub(super) fn behind_filter(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    let word = rest.find(|c: char| c.is_ascii_alphabetic()).and_then(|start| rest.get(start..));
    let ends = |c: char| js::is_space(c) || matches!(c, ':' | '|' | '}');
    let behind = word.and_then(|word| word.find(ends).and_then(|end| word.get(end..)));
    text.len() - behind.map_or(0, str::len)
}

fn skip_space(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    from + (rest.len() - rest.trim_start_matches(js::is_space).len())
}
