//! Decorator lines at the head of an entry's content: `@@name value`, and `@@@name value` for a fallback.
//!
//! Syntax only: where the block ends, which lines it has, their names and values, with their places. What a name does
//! is the business of those who ask; how programs differ in finding the block is a [`Syntax`].
//!
//! ```
//! use cards_words::decorators::{Block, Syntax};
//!
//! let block = Block::read("@@depth 4\n@@@role user\nDeep text.", &Syntax::SPEC);
//! let names: Vec<_> = block.lines().map(|line| (line.name, line.value, line.fallback)).collect();
//! assert_eq!(names, [("depth", "4", false), ("role", "user", true)]);
//! assert_eq!(block.text(), "Deep text.");
//! ```

use std::ops::Range;

use crate::javascript;

/// How a program finds the decorator block of a content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Syntax {
    /// Where blanks are passed over.
    pub blanks: Blanks,
    /// What ends the name of a decorator.
    pub name_end: NameEnd,
    /// What is taken off the text behind the block.
    pub text: TextEnds,
}

impl Syntax {
    /// The CCv3 text.
    ///
    /// Spec: CCv3 Decorators. Blanks before `@@` do not count, blank lines inside of the block are passed over, and
    /// line breaks around the text go with the block.
    pub const SPEC: Self = Self { blanks: Blanks::EveryLine, name_end: NameEnd::Blank, text: TextEnds::Lines };

    /// RisuAI.
    ///
    /// De facto: RisuAI 460ecae trims the content as JavaScript does; from there on a line without `@@` at its very
    /// begin ends the block, also a blank one, and only a space ends a name.
    pub const RISU: Self = Self { blanks: Blanks::Around, name_end: NameEnd::Space, text: TextEnds::Blanks };

    /// SillyTavern.
    ///
    /// De facto: SillyTavern 1.19 looks for `@@` at the very begin of the content and compares whole lines, a carriage
    /// return included; a content of nothing but decorators stays as it is.
    pub const SILLY_TAVERN: Self = Self { blanks: Blanks::Count, name_end: NameEnd::Line, text: TextEnds::UnlessAlone };

    /// SillyBunny.
    ///
    /// De facto: SillyBunny 16609ad, as SillyTavern; but a carriage return goes with its line, and a content of nothing but decorators
    /// is no text.
    pub const SILLY_BUNNY: Self = Self { text: TextEnds::Kept, ..Self::SILLY_TAVERN };
}

/// Where blanks are passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blanks {
    /// Before and behind each line, and blank lines.
    EveryLine,
    /// Around the whole content.
    Around,
    /// Nowhere.
    Count,
}

/// What ends the name of a decorator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameEnd {
    /// The first white space.
    Blank,
    /// The first space.
    Space,
    /// The end of the line, so that there is no value.
    Line,
}

/// What is taken off the text behind the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextEnds {
    /// Line breaks on both sides.
    Lines,
    /// White space on both sides, as JavaScript has it.
    Blanks,
    /// Nothing; where no line is behind the block, the block is the text.
    UnlessAlone,
    /// Nothing.
    Kept,
}

/// A content, taken apart at the end of its decorator block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block<'t> {
    content: &'t str,
    syntax: Syntax,
    /// Where the block begins and ends: blank lines before, in and behind it are inside.
    start: usize,
    end: usize,
    /// Lines before the block, which are blank.
    skipped: usize,
}

/// A decorator line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line<'t> {
    /// Its number among the lines of the content, from 1.
    pub number: usize,
    /// Its bytes in the content, from the first `@` on; its line break is not among them, nor are blanks that the syntax
    /// passes over.
    pub span: Range<usize>,
    /// Whether it counts only where the line before was passed over (`@@@`).
    pub fallback: bool,
    /// The name, without its `@`; empty where there is none.
    pub name: &'t str,
    /// What is behind the name, trimmed; empty where there is none.
    pub value: &'t str,
}

impl<'t> Block<'t> {
    /// Finds the block at the head of a content; it may be empty.
    #[must_use]
    pub fn read(content: &'t str, syntax: &Syntax) -> Self {
        let none = Self { content, syntax: *syntax, start: 0, end: 0, skipped: 0 };
        let body = match syntax.blanks {
            Blanks::Around => javascript::trim(content),
            Blanks::EveryLine => content.trim_start(),
            Blanks::Count => content,
        };
        if !body.starts_with("@@") {
            return none;
        }
        let lead = match syntax.blanks {
            Blanks::Around => content.len() - content.trim_start_matches(javascript::is_blank).len(),
            Blanks::EveryLine | Blanks::Count => content.len() - body.len(),
        };
        let skipped = content.get(..lead).unwrap_or_default().bytes().filter(|byte| *byte == b'\n').count();
        let last = match syntax.blanks {
            Blanks::Around => lead + body.len(),
            Blanks::EveryLine | Blanks::Count => content.len(),
        };
        let whole = Self { start: lead, end: last, skipped, ..none };
        let end = whole.every_line().find(|(_, line)| !whole.belongs(line)).map_or(last, |(at, _)| at);
        Self { end, ..whole }
    }

    /// Whether there is not a decorator.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.end == 0
    }

    /// The decorators, in their order.
    pub fn lines(&self) -> impl Iterator<Item = Line<'t>> + use<'t> {
        let this = *self;
        this.every_line().enumerate().filter_map(move |(at, (start, line))| this.line(at, start, line))
    }

    /// The block as it is, without the blanks around it.
    #[must_use]
    pub fn head(&self) -> &'t str {
        self.content.get(self.start..self.end).unwrap_or_default().trim()
    }

    /// All that is behind the block, as it is; without a block, the content.
    #[must_use]
    pub fn rest(&self) -> &'t str {
        self.content.get(self.end..).unwrap_or_default()
    }

    /// The text behind the block, as the program of this syntax sends it.
    #[must_use]
    pub fn text(&self) -> &'t str {
        match self.syntax.text {
            TextEnds::Lines if self.is_empty() => self.content,
            TextEnds::Lines => self.rest().trim_matches(['\n', '\r']),
            TextEnds::Blanks => javascript::trim(self.rest()),
            TextEnds::UnlessAlone if self.end == self.content.len() && !self.content.ends_with('\n') => self.content,
            TextEnds::UnlessAlone | TextEnds::Kept => self.rest(),
        }
    }

    /// The lines of the block with their begins.
    fn every_line(self) -> impl Iterator<Item = (usize, &'t str)> {
        let mut at = self.start;
        self.content.get(self.start..self.end).unwrap_or_default().split_inclusive('\n').map(move |line| {
            let start = at;
            at += line.len();
            (start, line)
        })
    }

    /// Whether a line does not end the block.
    fn belongs(&self, line: &str) -> bool {
        match self.syntax.blanks {
            Blanks::EveryLine => {
                let line = line.trim();
                line.is_empty() || line.starts_with("@@")
            }
            Blanks::Around | Blanks::Count => line.starts_with("@@"),
        }
    }

    fn line(&self, at: usize, start: usize, line: &'t str) -> Option<Line<'t>> {
        let unbroken = line.strip_suffix('\n').unwrap_or(line);
        let lead = unbroken.len() - unbroken.trim_start().len();
        let (start, text) = match self.syntax.blanks {
            Blanks::EveryLine => (start + lead, unbroken.trim()),
            Blanks::Around | Blanks::Count => (start, unbroken),
        };
        let rest = text.strip_prefix("@@")?;
        let fallback = rest.starts_with('@');
        let rest = rest.strip_prefix('@').unwrap_or(rest);
        let named = match self.syntax.name_end {
            NameEnd::Blank => rest.find(char::is_whitespace),
            NameEnd::Space => rest.find(' '),
            NameEnd::Line => None,
        };
        let (name, value) = named.and_then(|at| rest.split_at_checked(at)).unwrap_or((rest, ""));
        let span = start..start + text.len();
        Some(Line { number: self.skipped + at + 1, span, fallback, name, value: value.trim() })
    }
}

impl<'t> Line<'t> {
    /// The value as a number: a full decimal literal, as the values of the spec are written.
    ///
    /// Spec: CCv3 Decorators give numbers without a grammar; `3rd`, `1e3` and `+5` are none.
    #[must_use]
    pub fn as_number(&self) -> Option<f64> {
        let digits = self.value.strip_prefix('-').unwrap_or(self.value);
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let decimal = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if decimal(whole) && decimal(fraction) { self.value.parse().ok() } else { None }
    }

    /// The value as a list: split at commas and trimmed, without what is empty.
    pub fn items(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        self.value.split(',').map(str::trim).filter(|item| !item.is_empty())
    }
}

/// Whether a content begins with a decorator, as the spec reads it.
#[must_use]
pub fn is_decorated(content: &str) -> bool {
    match content.bytes().next() {
        // What most texts begin with.
        Some(first) if first.is_ascii_graphic() => content.starts_with("@@"),
        _ => content.trim_start().starts_with("@@"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The decorators as `number name=value`, with `@` before a fallback, and the text.
    fn read<'t>(content: &'t str, syntax: &Syntax) -> (Vec<String>, &'t str) {
        let block = Block::read(content, syntax);
        let shown = block.lines().map(|line| {
            let Line { number, fallback, name, value, .. } = line;
            format!("{number} {}{name}={value}", if fallback { "@" } else { "" })
        });
        (shown.collect(), block.text())
    }

    #[track_caller]
    fn check(syntax: Syntax, content: &str, lines: &[&str], text: &str) {
        let (found, rest) = read(content, &syntax);
        assert_eq!(
            (found.iter().map(String::as_str).collect::<Vec<_>>().as_slice(), rest),
            (lines, text),
            "{content:?}"
        );
    }

    #[test]
    fn the_spec_passes_over_blanks() {
        check(Syntax::SPEC, "@@depth 4\n@@role user\nDeep.", &["1 depth=4", "2 role=user"], "Deep.");
        check(Syntax::SPEC, "@@aa\n@@@depth 4\n\nDeep.", &["1 aa=", "2 @depth=4"], "Deep.");
        check(Syntax::SPEC, "\n \n  @@depth\t4 \r\n\r\n@@aa\r\nDeep.\r\n", &["3 depth=4", "5 aa="], "Deep.");
        check(Syntax::SPEC, "@@depth 1\nOne.\n\n  Two.", &["1 depth=1"], "One.\n\n  Two.");
        check(Syntax::SPEC, "@@activate", &["1 activate="], "");
        check(Syntax::SPEC, "@@\n@@@@x\nA", &["1 =", "2 @@x="], "A");
    }

    #[test]
    fn text_without_a_block_is_left_alone() {
        for content in ["Text.\n@@depth 4", "", "@ home", "\n Mail me @@home.\n"] {
            check(Syntax::SPEC, content, &[], content);
            check(Syntax::SILLY_TAVERN, content, &[], content);
        }
        check(Syntax::RISU, "\n Mail me @@home.\n", &[], "Mail me @@home.");
    }

    #[test]
    fn risuai_ends_the_block_at_a_blank_line() {
        check(Syntax::RISU, "\n@@depth 1\n\n@@role user\nx ", &["2 depth=1"], "@@role user\nx");
        check(Syntax::RISU, "\u{feff}@@a\tb c\r\n @@d\nx", &["1 a\tb=c"], "@@d\nx");
        check(Syntax::RISU, "@@depth 3rd\n@@@end\r\n", &["1 depth=3rd", "2 @end="], "");
    }

    #[test]
    fn sillytavern_compares_whole_lines() {
        check(Syntax::SILLY_TAVERN, "@@activate\nT", &["1 activate="], "T");
        check(Syntax::SILLY_TAVERN, "@@activate\r\nT", &["1 activate\r="], "T");
        check(Syntax::SILLY_TAVERN, "@@depth 4\n\nT", &["1 depth 4="], "\nT");
        check(Syntax::SILLY_TAVERN, " @@activate\nT", &[], " @@activate\nT");
        check(Syntax::SILLY_TAVERN, "@@activate", &["1 activate="], "@@activate");
        check(Syntax::SILLY_TAVERN, "@@activate\n", &["1 activate="], "");
    }

    #[test]
    fn spans_lead_to_the_lines() {
        let content = "\n  @@depth 4\r\n\r\n@@@x\nText";
        for syntax in [Syntax::SPEC, Syntax::RISU] {
            let block = Block::read(content, &syntax);
            let first = block.lines().next().unwrap();
            assert_eq!(content[first.span].trim_end(), "@@depth 4");
        }
        let block = Block::read(content, &Syntax::SPEC);
        assert_eq!(block.lines().map(|line| &content[line.span]).collect::<Vec<_>>(), ["@@depth 4", "@@@x"]);
        assert_eq!((block.head(), block.rest()), ("@@depth 4\r\n\r\n@@@x", "Text"));
    }

    #[test]
    fn numbers_are_full_decimal_literals() {
        let number = |value: &str| {
            let content = format!("@@depth {value}");
            Block::read(&content, &Syntax::SPEC).lines().next().unwrap().as_number()
        };
        for bad in ["", "3,4", "9x", "soon", "+5", "1e3", ".", "1."] {
            assert_eq!(number(bad), None, "{bad}");
        }
        assert_eq!(number("-2"), Some(-2.0));
        assert_eq!(number("1.5"), Some(1.5));
    }

    #[test]
    fn lists_are_trimmed() {
        let block = Block::read("@@additional_keys  rope, oil ,", &Syntax::SPEC);
        assert_eq!(block.lines().flat_map(|line| line.items()).collect::<Vec<_>>(), ["rope", "oil"]);
    }
}
