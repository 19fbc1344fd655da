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
    let bytes = text.as_bytes();
    let start = at;
    if !bytes.get(at)?.is_ascii_alphabetic() {
        return None;
    }
    while bytes.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')) {
        at += 1;
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
    let mut end = start;
    if bytes.get(start).is_some_and(u8::is_ascii_alphabetic) {
        while bytes.get(end).is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')) {
            end += 1;
        }
        while end > start && bytes.get(end - 1) == Some(&b'-') {
            end -= 1;
        }
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
        return None;
    }
    let Some((spelling, operator)) = OPERATORS.iter().find(|(spelling, _)| rest.starts_with(spelling)) else {
        header.shorthand = Some((scope, Operator::Read));
        header.end = end_behind(text, at, at > end)?;
        return Some(header);
    };
    header.end = at + spelling.len();
    if matches!(operator, Operator::Increment | Operator::Decrement) {
        header.end = end_behind(text, header.end, true)?;
    }
    header.shorthand = Some((scope, *operator));
    Some(header)
}

/// The end of a shorthand that is complete: one mark before it is passed over, and so are words where there may be any.
fn end_behind(text: &str, from: usize, words: bool) -> Option<usize> {
    let at = skip_space(text, from);
    let rest = text.get(at..)?;
    let mark = match rest.bytes().next()? {
        b'/' => rest.len() - rest.strip_prefix("//").or(rest.strip_prefix('/'))?.len(),
        b'!' | b'?' | b'~' | b'#' | b'.' | b'$' => 1,
        _ => 0,
    };
    if mark > 0 {
        let end = skip_space(text, at + mark);
        return text.get(end..)?.starts_with("}}").then_some(end);
    }
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-') || js::is_space(c);
    let left = if words { rest.trim_start_matches(is_word) } else { rest };
    left.starts_with("}}").then_some(at + rest.len() - left.len())
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

fn skip_space(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    from + (rest.len() - rest.trim_start_matches(js::is_space).len())
}
