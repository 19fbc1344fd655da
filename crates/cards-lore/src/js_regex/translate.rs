//! One walk over a JavaScript pattern that checks it and writes it for the engines.

use std::fmt::Write as _;

use super::class::Class;
use super::escape::{Cursor, Escape};
use super::literal::Required;
use super::{Flags, PatternError};

/// A translated pattern.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Translated {
    /// The pattern as `regex` and `fancy-regex` write it.
    pub(crate) source: String,
    /// Whether look-around or back-references need the backtracking engine.
    pub(crate) backtracks: bool,
    /// Texts of which every match holds one, as the pattern writes them.
    pub(crate) required: Option<Vec<String>>,
    /// Whether the pattern asks for the start or end of the text, or looks around.
    pub(crate) looks_outside: bool,
    /// Whether a match may hold both a line feed and U+0001, and so may run from one message into the next.
    pub(crate) may_cross: bool,
}

/// The word set of `\b`, for look-around.
const WORD: &str = "[0-9A-Za-z_]";
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
    names: Vec<String>,
    required: Required,
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

pub(super) fn translate(pattern: &str, flags: Flags, max_depth: usize) -> Result<Translated, PatternError> {
    let (groups, names) = count_groups(pattern);
    let backtracks = needs_backtracking(pattern, groups, !names.is_empty() || flags.unicode);
    let mut walk = Walk {
        cursor: Cursor { pattern, at: 0, unicode: flags.unicode },
        flags,
        out: String::with_capacity(pattern.len() + 16),
        frames: Vec::new(),
        max_depth,
        groups,
        names,
        required: Required::new(),
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
        required: walk.required.finish(),
        looks_outside: walk.looks_outside || backtracks,
        may_cross: walk.holds_line_feed && walk.holds_mark,
    })
}

/// Counts capture groups and collects their names, which decides what `\1` and `\k` mean.
fn count_groups(pattern: &str) -> (u32, Vec<String>) {
    let (mut groups, mut names) = (0, Vec::new());
    let mut in_class = false;
    let mut rest = pattern.char_indices();
    while let Some((at, c)) = rest.next() {
        match c {
            '\\' => {
                rest.next();
            }
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => {
                let after = pattern.get(at + 1..).unwrap_or_default();
                if let Some(name) = after.strip_prefix("?<").filter(|name| !name.starts_with(['=', '!'])) {
                    groups += 1;
                    names.extend(name.split_once('>').map(|(name, _)| name.to_owned()));
                } else if !after.starts_with('?') {
                    groups += 1;
                }
            }
            _ => {}
        }
    }
    (groups, names)
}

/// Looks ahead for look-around and back-references, since they decide how `\b` and `^` are written.
fn needs_backtracking(pattern: &str, groups: u32, names_count: bool) -> bool {
    let mut in_class = false;
    let mut rest = pattern.char_indices();
    while let Some((at, c)) = rest.next() {
        let after = pattern.get(at + 1..).unwrap_or_default();
        match c {
            '\\' => {
                if !in_class {
                    let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
                    let number = digits.parse::<u32>().unwrap_or(u32::MAX);
                    let reference = !digits.is_empty() && number > 0 && number <= groups;
                    // The linear engine refuses an ASCII `\B` in text, since it might split a character.
                    if reference || after.starts_with('B') || (names_count && after.starts_with("k<")) {
                        return true;
                    }
                }
                rest.next();
            }
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class && ["?=", "?!", "?<=", "?<!"].iter().any(|look| after.starts_with(look)) => {
                return true;
            }
            _ => {}
        }
    }
    false
}

impl Walk<'_> {
    fn run(&mut self) -> Result<(), PatternError> {
        while let Some(c) = self.cursor.bump() {
            match c {
                '|' => {
                    self.out.push('|');
                    self.atom = None;
                    self.required.next_alternative();
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

    fn open_group(&mut self) -> Result<(), PatternError> {
        if self.frames.len() >= self.max_depth {
            return Err(PatternError::TooLarge { what: "groups inside groups past the limit" });
        }
        let flags = self.flags;
        let start = self.out.len();
        self.required.open_group();
        // Look-around gets a group around it, so that a quantifier repeats the whole.
        let (kind, opening) = if self.cursor.eat("?:") {
            (FrameKind::Group, "(?:")
        } else if self.cursor.eat("?=") {
            (FrameKind::LookAhead, "(?:(?=")
        } else if self.cursor.eat("?!") {
            (FrameKind::LookAhead, "(?:(?!")
        } else if self.cursor.eat("?<=") {
            (FrameKind::LookBehind, "(?:(?<=")
        } else if self.cursor.eat("?<!") {
            (FrameKind::LookBehind, "(?:(?<!")
        } else if self.cursor.eat("?<") {
            self.group_name()?;
            // Groups are referred to by number.
            (FrameKind::Group, "(")
        } else if self.cursor.eat("?") {
            (FrameKind::Group, self.modifiers()?)
        } else {
            (FrameKind::Group, "(")
        };
        self.looks_outside |= kind != FrameKind::Group;
        self.frames.push(Frame { kind, flags, start });
        self.out.push_str(opening);
        self.atom = None;
        Ok(())
    }

    fn group_name(&mut self) -> Result<(), PatternError> {
        let name = self.cursor.rest().split_once('>').map(|(name, _)| name).unwrap_or_default();
        let first = |c: char| c.is_alphabetic() || c == '$' || c == '_';
        let valid = name.chars().next().is_some_and(first) && name.chars().all(|c| first(c) || c.is_alphanumeric());
        if !valid {
            return Err(self.cursor.error("group name"));
        }
        if self.names.iter().filter(|known| *known == name).count() > 1 {
            return Err(self.cursor.error("group name given twice"));
        }
        self.cursor.at += name.len() + 1;
        Ok(())
    }

    /// Reads `(?ims-ims:`.
    fn modifiers(&mut self) -> Result<&'static str, PatternError> {
        let mut on = true;
        let mut seen = String::new();
        loop {
            let Some(c) = self.cursor.bump() else { return Err(self.cursor.error("group without end")) };
            let flag = match c {
                'i' => &mut self.flags.ignore_case,
                'm' => &mut self.flags.multi_line,
                's' => &mut self.flags.dot_all,
                '-' if on => {
                    on = false;
                    continue;
                }
                ':' if !seen.is_empty() => break,
                _ => return Err(self.cursor.error("invalid group")),
            };
            if seen.contains(c) {
                return Err(self.cursor.error("modifier given twice"));
            }
            seen.push(c);
            *flag = on;
        }
        Ok(if self.flags.ignore_case { "(?i:" } else { "(?-i:" })
    }

    fn close_group(&mut self) -> Result<(), PatternError> {
        let Some(frame) = self.frames.pop() else { return Err(self.cursor.error("unmatched parenthesis")) };
        self.flags = frame.flags;
        self.required.close_group(frame.kind == FrameKind::Group);
        self.out.push_str(if frame.kind == FrameKind::Group { ")" } else { "))" });
        let repeatable = match frame.kind {
            FrameKind::Group => true,
            FrameKind::LookAhead => !self.flags.unicode,
            FrameKind::LookBehind => false,
        };
        self.atom = repeatable.then_some(frame.start);
        self.atom_is_char = false;
        self.atom_is_look = frame.kind == FrameKind::LookAhead;
        Ok(())
    }

    fn quantifier(&mut self, c: char) -> Result<(), PatternError> {
        let at_least_one = c == '+';
        self.repeat(at_least_one, |out| out.push(c))
    }

    /// Reads what follows `{`: a quantifier, or the brace itself.
    fn brace(&mut self) -> Result<(), PatternError> {
        let mut ahead = self.cursor;
        let low = ahead.number();
        let comma = low.is_some() && ahead.eat(",");
        let high = if comma { ahead.number() } else { low };
        let (Some(low), true) = (low, ahead.eat("}")) else {
            if self.flags.unicode {
                return Err(self.cursor.error("incomplete quantifier"));
            }
            self.character(u32::from('{'));
            return Ok(());
        };
        self.cursor = ahead;
        if high.is_some_and(|high| high < low) {
            return Err(self.cursor.error("numbers out of order in quantifier"));
        }
        if low == u32::MAX || high == Some(u32::MAX) {
            return Err(PatternError::TooLarge { what: "repetition count past the limit" });
        }
        self.repeat(low > 0, |out| {
            // Writing to a string cannot fail.
            let _ = match (comma, high) {
                (false, _) => write!(out, "{{{low}}}"),
                (true, None) => write!(out, "{{{low},}}"),
                (true, Some(high)) => write!(out, "{{{low},{high}}}"),
            };
        })
    }

    fn repeat(&mut self, required: bool, write: impl FnOnce(&mut String)) -> Result<(), PatternError> {
        if self.atom.take().is_none() {
            return Err(self.cursor.error("nothing to repeat"));
        }
        let lazy = self.cursor.eat("?");
        if std::mem::take(&mut self.atom_is_look) {
            // The engine repeats no look-ahead; doing it once, or not needing to, comes to the same.
            if !required {
                self.out.pop();
                self.out.push_str("|)");
            }
            return Ok(());
        }
        write(&mut self.out);
        if lazy {
            self.out.push('?');
        }
        if self.atom_is_char && !required {
            self.required.last_char_is_optional();
        } else if self.atom_is_char {
            self.required.end_run();
        } else if !required {
            self.required.last_group_is_optional();
        }
        self.atom_is_char = false;
        Ok(())
    }

    fn class(&mut self) -> Result<(), PatternError> {
        let negated = self.cursor.eat("^");
        let mut class = Class::default();
        loop {
            let Some(c) = self.cursor.bump() else { return Err(self.cursor.error("class without end")) };
            if c == ']' {
                break;
            }
            let from = self.class_atom(c)?;
            let mut ahead = self.cursor;
            let range = ahead.eat("-") && ahead.peek().is_some_and(|c| c != ']');
            if !range {
                add(&mut class, from);
                continue;
            }
            self.cursor = ahead;
            let Some(c) = self.cursor.bump() else { return Err(self.cursor.error("class without end")) };
            let to = self.class_atom(c)?;
            match (from, to) {
                (Escape::Char(from), Escape::Char(to)) if from <= to => class.add_range(from, to),
                (Escape::Char(_), Escape::Char(_)) => return Err(self.cursor.error("range out of order")),
                _ if self.flags.unicode => return Err(self.cursor.error("range with a set")),
                (from, to) => {
                    add(&mut class, from);
                    class.add_range(0x2d, 0x2d);
                    add(&mut class, to);
                }
            }
        }
        self.set(class, negated);
        Ok(())
    }

    fn class_atom(&mut self, c: char) -> Result<Escape, PatternError> {
        if c != '\\' {
            return Ok(Escape::Char(u32::from(c)));
        }
        if self.cursor.eat("b") {
            return Ok(Escape::Char(8));
        }
        if self.flags.unicode && self.cursor.eat("-") {
            return Ok(Escape::Char(0x2d));
        }
        self.cursor.escape()
    }

    fn backslash(&mut self) -> Result<(), PatternError> {
        match self.cursor.peek() {
            Some('b') => {
                self.cursor.at += 1;
                self.word_edge(true);
                return Ok(());
            }
            Some('B') => {
                self.cursor.at += 1;
                self.word_edge(false);
                return Ok(());
            }
            Some('1'..='9') => {
                let mut ahead = self.cursor;
                let number = ahead.number().unwrap_or(u32::MAX);
                if number <= self.groups {
                    self.cursor = ahead;
                    self.reference(number);
                    return Ok(());
                }
                if self.flags.unicode {
                    return Err(self.cursor.error("reference to a group that is not there"));
                }
            }
            Some('k') if self.flags.unicode || !self.names.is_empty() => return self.named_reference(),
            _ => {}
        }
        match self.cursor.escape()? {
            Escape::Char(code) => self.character(code),
            Escape::Set(class) => self.set(class, false),
        }
        Ok(())
    }

    fn named_reference(&mut self) -> Result<(), PatternError> {
        let name = self.cursor.rest().strip_prefix("k<").and_then(|rest| rest.split_once('>'));
        let Some((name, _)) = name else { return Err(self.cursor.error("reference without name")) };
        let number = self.number_of(name);
        let Some(number) = number else { return Err(self.cursor.error("reference to a name that is not there")) };
        self.cursor.at += name.len() + 3;
        self.reference(number);
        Ok(())
    }

    /// Finds the number of a named group.
    fn number_of(&self, wanted: &str) -> Option<u32> {
        let at = self.cursor.pattern.find(&format!("(?<{wanted}>"))?;
        let (before, _) = count_groups(self.cursor.pattern.get(..at)?);
        Some(before + 1)
    }

    /// A group that took no part matches the empty text in JavaScript.
    fn reference(&mut self, number: u32) {
        self.required.end_run();
        self.atom = Some(self.out.len());
        self.atom_is_char = false;
        self.atom_is_look = false;
        // Writing to a string cannot fail.
        let _ = write!(self.out, "(?({number})\\{number})");
        self.holds_line_feed = true;
        self.holds_mark = true;
    }

    fn word_edge(&mut self, at_edge: bool) {
        match (self.backtracks, at_edge) {
            (false, _) => self.out.push_str("(?-u:\\b)"),
            (true, true) => {
                let _ = write!(self.out, "(?:(?<={WORD})(?!{WORD})|(?<!{WORD})(?={WORD}))");
            }
            (true, false) => {
                let _ = write!(self.out, "(?:(?<={WORD})(?={WORD})|(?<!{WORD})(?!{WORD}))");
            }
        }
        self.atom = None;
    }

    fn line_start(&mut self) {
        if !self.flags.multi_line {
            self.looks_outside = true;
            self.out.push_str("\\A");
        } else if self.backtracks {
            let _ = write!(self.out, "(?<!{NOT_LINE_END})");
        } else {
            self.out.push_str("(?mR:^)");
        }
        self.atom = None;
    }

    fn line_end(&mut self) {
        if !self.flags.multi_line {
            self.looks_outside = true;
            self.out.push_str("\\z");
        } else if self.backtracks {
            let _ = write!(self.out, "(?!{NOT_LINE_END})");
        } else {
            self.out.push_str("(?mR:$)");
        }
        self.atom = None;
    }

    fn set(&mut self, class: Class, negated: bool) {
        self.required.end_run();
        self.holds_line_feed |= class.may_hold('\n', negated);
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
            self.atom_is_char = false;
            self.out.push_str("[^\\x{0}-\\x{10ffff}]");
            return;
        };
        self.holds_line_feed |= c == '\n';
        self.holds_mark |= c == '\u{1}';
        self.required.push(c, self.flags);
        self.atom_is_char = true;
        let tricky = self.flags.ignore_case && !self.flags.unicode && matches!(c, 's' | 'S' | 'k' | 'K');
        if tricky {
            let _ = write!(self.out, "(?-i:[{}{}])", c.to_ascii_lowercase(), c.to_ascii_uppercase());
        } else if c.is_ascii_alphanumeric() || !c.is_ascii() || c == '_' {
            self.out.push(c);
        } else {
            let _ = write!(self.out, "\\x{{{code:x}}}");
        }
    }
}

fn add(class: &mut Class, item: Escape) {
    match item {
        Escape::Char(code) => class.add_range(code, code),
        Escape::Set(set) => class.add(set),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::js_regex;

    fn translated(pattern: &str, flags: &str) -> Result<Translated, PatternError> {
        js_regex::translate(pattern, Flags::read(flags).unwrap(), 100)
    }

    #[track_caller]
    fn check(pattern: &str, flags: &str, text: &str, expected: bool) {
        let t = translated(pattern, flags).unwrap_or_else(|error| panic!("{pattern}: {error}"));
        let found = if t.backtracks {
            fancy_regex::Regex::new(&t.source).unwrap_or_else(|e| panic!("{}: {e}", t.source)).is_match(text).unwrap()
        } else {
            regex::Regex::new(&t.source).unwrap_or_else(|e| panic!("{}: {e}", t.source)).is_match(text)
        };
        assert_eq!(found, expected, "/{pattern}/{flags} on {text:?} as {}", t.source);
        if let Some(required) = t.required
            && expected
        {
            let text = text.to_lowercase();
            assert!(required.iter().any(|one| text.contains(&one.to_lowercase())), "{required:?} of {pattern}");
        }
    }

    #[test]
    fn classes_mean_what_javascript_means() {
        check("\\bcaf\\b", "", "café", true);
        check("\\w", "", "é猫", false);
        check("\\W", "", "é", true);
        check("\\d", "", "٣", false);
        check("\\s", "", "\u{feff}", true);
        check("[\\b]", "", "\u{8}", true);
        check("[^]", "", "\n", true);
        check("[]", "", "anything", false);
        check("a[\\w-]c", "", "a-c", true);
        check("[\\w-a]", "", "-", true);
        check("c.*t", "", "c\nt", false);
        check("c.*t", "s", "c\nt", true);
        check("c.t", "", "c\rt", false);
    }

    #[test]
    fn without_the_u_flag_odd_text_stands_for_itself() {
        check("\\p{Lu}{3}", "", "see ABC", false);
        check("\\p{Lu}{3}", "", "p{Lu}}}", true);
        check("\\p{Lu}{3}", "u", "see ABC", true);
        check("{{x}}", "", "a {{x}} b", true);
        check("a{,2}", "", "a{,2}", true);
        check("x{1", "", "x{1", true);
        check("]}", "", "]}", true);
        check("\\8\\101\\x4z\\u12\\cé", "", "8Ax4zu12\\cé", true);
        check("\\ud83d\\udc09", "", "🐉", true);
    }

    #[test]
    fn references_and_look_around_work() {
        check("(a)\\1", "", "xaax", true);
        check("(?:(a)|b)\\1c", "", "bc", true);
        check("(?<x>.)\\k<x>", "", "abba", true);
        check("(?<=red )cat", "", "a red cat", true);
        check("(?<!red )cat", "", "a red cat", false);
        check("(?<=r\\w+ )cat", "", "a red cat", true);
        check("cat(?!s)", "", "cats", false);
        check("(?=a)*b", "", "b", true);
        check("a\\Bb", "", "ab", true);
        check("a\\Bé", "", "aé", false);
        check("^b$(?=\\n)", "m", "a\r\nb\nc", true);
    }

    #[test]
    fn case_is_ignored_as_javascript_does() {
        check("ask", "i", "ASK", true);
        check("s", "i", "ſ", false);
        check("[a-z]", "i", "\u{212a}", false);
        check("s", "iu", "ſ", true);
        check("É", "i", "é", true);
        check("[^a-z]", "i", "Q", false);
        check("(?i:a)b", "", "Ab", true);
        check("(?i:a)b", "", "AB", false);
    }

    #[test]
    fn anchors_hold() {
        check("^cat", "m", "dog\rcat", true);
        check("cat$", "", "cat\n", false);
        check("cat$", "m", "cat\n", true);
        check("cat", "y", "a cat", false);
        check("cat|dog", "y", "dog", true);
    }

    #[test]
    fn bad_patterns_are_refused() {
        for pattern in ["(", ")", "*", "a**", "a{2}{3}", "[b-a]", "[", "\\", "(?", "(?a)", "(?<1>a)", "a{2,1}", "?"] {
            assert!(translated(pattern, "").is_err(), "{pattern}");
        }
        for pattern in ["]", "}", "{", "\\c", "\\1", "\\-", "(?=a)*", "(?<=a)*", "\\p{}", "\\k", "[\\w-a]"] {
            assert!(translated(pattern, "u").is_err(), "{pattern}");
        }
        assert!(matches!(translated(&"(".repeat(101), ""), Err(PatternError::TooLarge { .. })));
    }

    #[test]
    fn required_text_is_found() {
        let required = |pattern: &str, flags: &str| translated(pattern, flags).unwrap().required;
        let one = |text: &str| Some(vec![text.to_owned()]);
        assert_eq!(required("\\bold\\s+lamp(?:s|es)?\\b", "i"), one("lamp"));
        assert_eq!(required("colou?r", ""), one("colo"));
        assert_eq!(required("a|b*", ""), None);
        assert_eq!(required("(?:abc)", ""), one("abc"));
        assert_eq!(required("x(?:abc|de)y", ""), Some(vec!["abc".to_owned(), "de".to_owned()]));
        assert_eq!(required("x(?:abc|de)*", ""), one("x"));
        assert_eq!(required("(?:a(?:bc|d)+)?x", ""), one("x"));
        assert_eq!(required("(?=abc)x", ""), one("x"));
        assert_eq!(required("ab+c", ""), one("ab"));
    }
}
