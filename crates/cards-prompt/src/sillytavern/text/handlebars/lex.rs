//! From a template to texts and tags.

use cards_model::json::javascript::is_blank;

use super::error::{Problem, TemplateError};
use super::tree::{Operand, Strip};

/// A text or a tag.
#[derive(Debug)]
pub(super) enum Piece<'t> {
    Text(&'t str),
    Comment(Strip),
    Tag(Tag),
}

/// Words of one tag that are kept: a name, what it is about, and one more, which is one too many in any tag.
const WORDS: usize = 3;

/// A tag with its words, the first ones where there are many.
#[derive(Debug)]
pub(super) struct Tag {
    pub(super) kind: Kind,
    pub(super) at: usize,
    pub(super) strip: Strip,
    pub(super) words: Vec<Operand>,
    /// Whether one of the words is the value of a named argument.
    pub(super) named: bool,
}

/// What a tag begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `{{x}}`, `{{&x}}`.
    Value,
    /// `{{{x}}}`.
    Triple,
    /// `{{#x}}`.
    Open,
    /// `{{^x}}`; inside a block it continues that block.
    Inverse,
    /// `{{else x}}`.
    ElseChain,
    /// `{{else}}`, `{{^}}`.
    Else,
    /// `{{/x}}`.
    Close,
}

/// Walks over a template.
pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    /// Whether a backslash made a text of the braces that come now.
    escaped: bool,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0, escaped: false }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn eat(&mut self, head: &str) -> bool {
        let there = self.rest().starts_with(head);
        self.at += if there { head.len() } else { 0 };
        there
    }

    /// The next piece; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Piece<'t>>, TemplateError> {
        if self.escaped {
            self.escaped = false;
            return Ok(Some(Piece::Text(self.escaped_text())));
        }
        let rest = self.rest();
        if rest.is_empty() {
            return Ok(None);
        }
        let Some(found) = rest.find("{{") else {
            self.at = self.text.len();
            return Ok(Some(Piece::Text(rest)));
        };
        let before = rest.get(..found).unwrap_or_default();
        if before.is_empty() {
            return self.tag().map(Some);
        }
        self.at += found;
        // One backslash makes a text of the braces, two are one backslash in front of a tag.
        let text = match before.strip_suffix('\\') {
            Some(text) => {
                self.escaped = !text.ends_with('\\');
                text
            }
            None => before,
        };
        if text.is_empty() { self.next() } else { Ok(Some(Piece::Text(text))) }
    }

    /// Braces behind a backslash, as far as the next braces or the backslashes in front of them.
    fn escaped_text(&mut self) -> &'t str {
        let rest = self.rest();
        let end = match rest.get(2..).and_then(|rest| rest.find("{{")) {
            Some(found) => {
                let text = rest.get(..found + 2).unwrap_or(rest);
                let slashes = text.bytes().rev().take(2).take_while(|&byte| byte == b'\\').count();
                (text.len() - slashes).max(2)
            }
            None => rest.len(),
        };
        self.at += end;
        rest.get(..end).unwrap_or(rest)
    }

    fn tag(&mut self) -> Result<Piece<'t>, TemplateError> {
        let at = self.at;
        let fault = |problem| Err(TemplateError::new(at, problem));
        let feature = |what: &str| fault(Problem::Feature(what.to_owned()));
        if self.eat("{{{{") {
            return feature("a raw block");
        }
        self.at += 2;
        let before = self.eat("~");
        if self.rest().starts_with('!') {
            return self.comment(at, before);
        }
        for (head, what) in [("#>", "a partial"), (">", "a partial"), ("#*", "a decorator"), ("*", "a decorator")] {
            if self.eat(head) {
                return feature(what);
            }
        }
        let kind = self.kind();
        let mut tag = Tag { kind, at, strip: Strip { before, behind: false }, words: Vec::new(), named: false };
        if matches!(kind, Kind::Inverse | Kind::ElseChain) {
            let start = self.at;
            if let Some(behind) = self.end() {
                tag.kind = Kind::Else;
                tag.strip.behind = behind;
                return Ok(Piece::Tag(tag));
            }
            self.at = start;
        }
        self.words(&mut tag)?;
        Ok(Piece::Tag(tag))
    }

    fn kind(&mut self) -> Kind {
        for (head, kind) in
            [("#", Kind::Open), ("/", Kind::Close), ("^", Kind::Inverse), ("{", Kind::Triple), ("&", Kind::Value)]
        {
            if self.eat(head) {
                return kind;
            }
        }
        let start = self.at;
        self.blanks();
        if self.eat("else") {
            return Kind::ElseChain;
        }
        self.at = start;
        Kind::Value
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(is_blank).len();
    }

    /// The end of a tag, and whether it takes the blanks behind it along.
    fn end(&mut self) -> Option<bool> {
        self.blanks();
        self.braces()
    }

    fn braces(&mut self) -> Option<bool> {
        let behind = self.eat("~");
        self.eat("}}").then_some(behind)
    }

    /// A comment: `{{! to the next braces }}` or `{{!-- to the next two strokes with braces --}}`.
    fn comment(&mut self, at: usize, before: bool) -> Result<Piece<'t>, TemplateError> {
        let rest = self.rest();
        let long = rest.starts_with("!--");
        let end = if long {
            let short = rest.find("--}}").map(|found| (found + 4, false));
            let tilde = rest.find("--~}}").map(|found| (found + 5, true));
            short.into_iter().chain(tilde).min()
        } else {
            rest.find("}}").map(|found| (found + 2, rest.get(..found).is_some_and(|text| text.ends_with('~'))))
        };
        let Some((end, behind)) = end else { return Err(TemplateError::new(at, Problem::Unreadable)) };
        self.at += end;
        Ok(Piece::Comment(Strip { before, behind }))
    }

    /// The words of a tag up to its end.
    fn words(&mut self, tag: &mut Tag) -> Result<(), TemplateError> {
        let at = tag.at;
        let fault = |problem| Err(TemplateError::new(at, problem));
        loop {
            let start = self.at;
            self.blanks();
            let triple = tag.kind == Kind::Triple;
            // Three braces close what three braces opened, and nothing else; four close nothing that is read here.
            let three = self.rest().starts_with("}}}") || self.rest().starts_with("}~}}");
            if self.rest().starts_with("}}}}") || (three && !triple) {
                return fault(Problem::Unreadable);
            }
            let closed = if triple { self.eat("}").then(|| self.braces()).flatten() } else { self.end() };
            if let Some(behind) = closed {
                tag.strip.behind = behind;
                return if tag.words.is_empty() { fault(Problem::Unreadable) } else { Ok(()) };
            }
            self.at = start;
            self.blanks();
            match self.word() {
                // Behind a named argument there are only named ones.
                Some(Word::Operand(operand)) if !tag.named => {
                    if tag.words.len() < WORDS {
                        tag.words.push(operand);
                    }
                }
                Some(Word::Named) if !tag.words.is_empty() => tag.named = true,
                Some(Word::Feature(what)) => return fault(Problem::Feature(what.to_owned())),
                _ => return fault(Problem::Unreadable),
            }
        }
    }

    fn word(&mut self) -> Option<Word> {
        let rest = self.rest();
        let first = rest.chars().next()?;
        match first {
            '"' | '\'' => return self.quoted(first).map(|text| Word::Operand(Operand::Quoted(text))),
            '[' => {
                let end = rest.find(']')?;
                self.at += end + 1;
                return Some(self.path_or(Operand::Name(rest.get(1..end)?.to_owned())));
            }
            '(' => return Some(Word::Feature("a subexpression")),
            '@' => return Some(Word::Feature("a name with `@`")),
            '.' => {
                self.at += 1;
                let alone = self.rest().starts_with(|c: char| is_blank(c) || "=~}|)]".contains(c));
                return Some(if alone { Word::Operand(Operand::This) } else { Word::Feature("a path") });
            }
            _ => {}
        }
        let end = rest.find(|c: char| !is_name(c))?;
        let name = rest.get(..end).filter(|name| !name.is_empty())?;
        self.at += end;
        let next = rest.get(end..)?.chars().next()?;
        if !(is_blank(next) || "=~}/.)|]".contains(next)) {
            return None;
        }
        if next == '|' || (name == "as" && self.rest().trim_start_matches(is_blank).starts_with('|')) {
            return Some(Word::Feature("a block parameter"));
        }
        if next == '=' || self.rest().trim_start_matches(is_blank).starts_with('=') {
            self.blanks();
            self.at += 1;
            self.blanks();
            return match self.word()? {
                Word::Operand(_) => Some(Word::Named),
                other => Some(other),
            };
        }
        let literal = is_blank(next) || "~})]".contains(next);
        Some(match name {
            "this" => self.path_or(Operand::This),
            "true" if literal => Word::Operand(Operand::Word("true")),
            "false" if literal => Word::Operand(Operand::Word("false")),
            "null" if literal => Word::Operand(Operand::Word("null")),
            "undefined" if literal => Word::Operand(Operand::Word("undefined")),
            _ => match self.number(name, rest) {
                Some(number) => Word::Operand(Operand::Number(number)),
                None => self.path_or(Operand::Name(name.to_owned())),
            },
        })
    }

    /// A name, unless a path goes on behind it.
    fn path_or(&mut self, operand: Operand) -> Word {
        if self.rest().starts_with(['.', '/']) { Word::Feature("a path") } else { Word::Operand(operand) }
    }

    /// A number, whose point is no part of a name.
    fn number(&mut self, name: &str, rest: &str) -> Option<f64> {
        let digits = name.strip_prefix('-').unwrap_or(name);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let tail = rest.get(name.len()..)?;
        let fraction = tail.strip_prefix('.').map_or(0, |tail| {
            let length = tail.bytes().take_while(u8::is_ascii_digit).count();
            if length > 0 { length + 1 } else { 0 }
        });
        let ends = tail.get(fraction..)?.starts_with(|c: char| is_blank(c) || "~})]".contains(c));
        let number = rest.get(..name.len() + fraction)?.parse().ok().filter(|_| ends)?;
        self.at += fraction;
        Some(number)
    }

    /// A text in quotes; a backslash lets it hold its own quotes.
    fn quoted(&mut self, quote: char) -> Option<String> {
        let rest = self.rest();
        let mut text = String::new();
        let mut chars = rest.char_indices().skip(1).peekable();
        while let Some((at, c)) = chars.next() {
            match c {
                '\\' if chars.peek().is_some_and(|(_, next)| *next == quote) => {
                    text.push(quote);
                    chars.next();
                }
                c if c == quote => {
                    self.at += at + 1;
                    return Some(text);
                }
                c => text.push(c),
            }
        }
        None
    }
}

enum Word {
    Operand(Operand),
    /// A named argument, whose value says nothing here.
    Named,
    Feature(&'static str),
}

/// Whether a character may be in a name.
fn is_name(c: char) -> bool {
    !is_blank(c)
        && !matches!(c, '!' | '"' | '#' | '%'..=',' | '.' | '/' | ';'..='>' | '@' | '['..='^' | '`' | '{'..='~')
}
