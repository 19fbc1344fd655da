//! One walk over a JavaScript pattern that checks it and writes it for the engines.

mod ahead;
mod backslash;
mod edge;
mod group;
#[cfg(test)]
mod oracle;
#[cfg(test)]
mod pieces;
mod quantifier;
mod set;
mod sets;
mod tail;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;

use super::case;
use super::class::Class;
use super::escape::Cursor;
use super::literal::Required;
use super::{Error, Flags, Limits};
use ahead::{count_groups, needs_backtracking};
use tail::Tail;

/// A translated pattern.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Translated {
    /// The pattern as `regex` writes it, with look-around, and `(?(1)\1)` for a reference to a group.
    pub source: String,
    /// Whether look-around or back-references need the backtracking engine.
    pub backtracks: bool,
    /// How many capture groups there are.
    pub groups: u32,
    /// The names of capture groups, with their numbers.
    pub names: Vec<(String, u32)>,
    /// Texts of which every match holds one, as the pattern writes them.
    pub required: Option<Vec<String>>,
    /// Whether the pattern asks for the start or end of the text, or looks around.
    pub looks_outside: bool,
    /// Whether a match may hold both a line feed and U+0001, and so may run from one message into the next.
    pub may_cross: bool,
    /// Whether a match may end on a line feed, and so on the one between two messages.
    pub ends_on_line_feed: bool,
    /// Whether the flag `u` says which letters count as one.
    pub(crate) unicode: bool,
}

impl Translated {
    /// Writes a text that stands for itself, in letters of either case or as a whole word of ASCII if that is asked.
    ///
    /// It may match across texts that are joined.
    #[must_use]
    pub fn plain(text: &str, ignore_case: bool, whole_word: bool) -> Self {
        let escaped = regex::escape(text);
        let cased = if ignore_case { format!("(?i:{escaped})") } else { escaped };
        let source = if whole_word { format!("(?:\\A|[^0-9A-Za-z_]){cased}(?:\\z|[^0-9A-Za-z_])") } else { cased };
        Self {
            source,
            backtracks: false,
            groups: 0,
            names: Vec::new(),
            required: None,
            looks_outside: true,
            may_cross: true,
            ends_on_line_feed: true,
            unicode: false,
        }
    }
}

/// The word set of `\b`, for look-around: with the flags `i` and `u` the engine adds the letters that fold into it, as
/// JavaScript does.
const FOLDED_WORD: &str = "[0-9A-Za-z_]";
/// The same set as every other flag leaves it.
const WORD: &str = "(?-i:[0-9A-Za-z_])";
/// What `^` and `$` stop at with the `m` flag, for look-around.
const NOT_LINE_END: &str = "[^\\n\\r\\x{2028}\\x{2029}]";

struct Frame {
    kind: FrameKind,
    /// Flags to return to.
    flags: Flags,
    /// Where in the output the group starts.
    start: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FrameKind {
    Group,
    LookAhead,
    LookBehind,
}

struct Walk<'p> {
    cursor: Cursor<'p>,
    flags: Flags,
    out: String,
    frames: Vec<Frame>,
    max_depth: usize,
    groups: u32,
    names: Vec<(String, u32)>,
    required: Required,
    tail: Tail,
    backtracks: bool,
    looks_outside: bool,
    holds_line_feed: bool,
    holds_mark: bool,
    /// Where in the output the last atom starts, if a quantifier may follow it.
    atom: Option<usize>,
    /// Whether that atom was a single character.
    atom_is_char: bool,
    /// Whether that atom was a look-ahead.
    atom_is_look: bool,
}

/// Checks a pattern and writes it for the engines.
///
/// # Errors
///
/// [`Error::Syntax`] for what JavaScript refuses, [`Error::TooLarge`] past [`Limits::depth`].
pub fn translate(pattern: &str, flags: Flags, limits: &Limits) -> Result<Translated, Error> {
    let max_depth = limits.depth;
    let (groups, names) = count_groups(pattern);
    let names_count = !names.is_empty() || flags.unicode;
    let backtracks = needs_backtracking(pattern, groups, names_count, flags.ignore_case && flags.unicode);
    let mut walk = Walk {
        cursor: Cursor { pattern, at: 0, unicode: flags.unicode },
        flags,
        out: String::with_capacity(pattern.len() + 16),
        frames: Vec::new(),
        max_depth,
        groups,
        names,
        required: Required::new(),
        tail: Tail::new(),
        backtracks,
        looks_outside: flags.sticky,
        holds_line_feed: false,
        holds_mark: false,
        atom: None,
        atom_is_char: false,
        atom_is_look: false,
    };
    if flags.sticky {
        walk.out.push_str("\\A(?:");
    }
    if flags.ignore_case {
        walk.out.push_str("(?i:");
    }
    walk.run()?;
    if flags.ignore_case {
        walk.out.push(')');
    }
    if flags.sticky {
        walk.out.push(')');
    }
    Ok(Translated {
        source: walk.out,
        backtracks,
        groups: walk.groups,
        names: walk.names,
        required: walk.required.finish(),
        looks_outside: walk.looks_outside || backtracks,
        may_cross: walk.holds_line_feed && walk.holds_mark,
        ends_on_line_feed: walk.tail.may_end_on_line_feed(),
        unicode: flags.unicode,
    })
}

impl Walk<'_> {
    fn run(&mut self) -> Result<(), Error> {
        while let Some(c) = self.cursor.bump() {
            match c {
                '|' => {
                    self.out.push('|');
                    self.atom = None;
                    self.required.next_alternative();
                    self.tail.next_alternative();
                }
                '(' => self.open_group()?,
                ')' => self.close_group()?,
                '*' | '+' | '?' => self.quantifier(c)?,
                '{' => self.brace()?,
                '[' => self.class()?,
                '.' => {
                    let class = if self.flags.dot_all { Class::any() } else { Class::not_line_end() };
                    self.set(class, false);
                }
                '^' => self.line_start(),
                '$' => self.line_end(),
                '\\' => self.backslash()?,
                ']' | '}' if self.flags.unicode => return Err(self.cursor.error("lone bracket")),
                c => self.character(u32::from(c)),
            }
        }
        if self.frames.is_empty() { Ok(()) } else { Err(self.cursor.error("group without end")) }
    }

    fn set(&mut self, class: Class, negated: bool) {
        self.required.end_run();
        let line_feed = class.may_hold('\n', negated);
        self.holds_line_feed |= line_feed;
        self.tail.push(line_feed);
        self.holds_mark |= class.may_hold('\u{1}', negated);
        self.atom = Some(self.out.len());
        self.atom_is_char = false;
        self.atom_is_look = false;
        class.write(&mut self.out, negated, self.flags.ignore_case, self.flags.unicode);
    }

    fn character(&mut self, code: u32) {
        self.atom_is_look = false;
        self.atom = Some(self.out.len());
        let Some(c) = char::from_u32(code) else {
            // A lone surrogate: no text holds it.
            self.required.end_run();
            self.tail.push(false);
            self.atom_is_char = false;
            self.out.push_str("[^\\x{0}-\\x{10ffff}]");
            return;
        };
        self.holds_line_feed |= c == '\n';
        self.holds_mark |= c == '\u{1}';
        self.required.push(c, self.flags);
        self.tail.push(c == '\n');
        self.atom_is_char = true;
        let tricky = self.flags.ignore_case && !self.flags.unicode && matches!(c, 's' | 'S' | 'k' | 'K');
        if tricky {
            let _ = write!(self.out, "(?-i:[{}{}])", c.to_ascii_lowercase(), c.to_ascii_uppercase());
        } else if self.flags.ignore_case && !self.flags.unicode && !c.is_ascii() {
            // The engine knows more letters as one than JavaScript does.
            self.out.push_str("(?-i:[");
            for code in case::group_of(c).unwrap_or(&[code]) {
                let _ = write!(self.out, "\\x{{{code:x}}}");
            }
            self.out.push_str("])");
        } else if c.is_ascii_alphanumeric() || !c.is_ascii() || c == '_' {
            self.out.push(c);
        } else {
            let _ = write!(self.out, "\\x{{{code:x}}}");
        }
    }
}
