//! A text replaced in all texts of a card.

use std::borrow::Cow;

use regex::{NoExpand, Regex, RegexBuilder};

use super::patch::Patch;
use super::texts::{Text, TextClass};
use crate::error::Error;
use cards_words::setters;

pub use crate::answer::ReplacedText;

/// How a pattern is meant, and where it is looked for.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct PatternOptions {
    /// Whether it is a regular expression and not a text as it is.
    pub regex: bool,
    /// Whether only whole words are found.
    pub word: bool,
    /// Whether capital and small letters are the same.
    pub ignore_case: bool,
    /// The fields whose texts count, as [`Text::is_of`] takes them; without one, all prose.
    pub fields: Vec<String>,
}

setters! {
    PatternOptions:
    /// Takes the pattern for a regular expression, or not.
    with_regex(regex: bool) = regex;
    /// Finds whole words only, or not.
    with_word(word: bool) = word;
    /// Takes capital and small letters for the same, or not.
    with_ignore_case(ignore_case: bool) = ignore_case;
    /// Looks at texts of these fields alone.
    with_fields(fields: Vec<String>) = fields;
}

/// Why a pattern cannot be looked for.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// It is no regular expression.
    #[error("the pattern is no regular expression")]
    Syntax(#[source] regex::Error),
    /// It matches where there is no letter.
    #[error("the pattern fits where there is no text at all; it has to match at least a letter")]
    Empty,
}

/// A pattern that is looked for in the texts of cards.
///
/// ```
/// use cards_kit::{edit::{replace::{Pattern, PatternOptions}, texts::texts}, open, Limits};
/// let file = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Elf","description":"An elf, no elfin."}}"#;
/// let opened = open(&file[..], Limits::default())?;
/// let pattern = Pattern::new("elf", PatternOptions::default().with_word(true))?;
/// let texts = texts(opened.content());
/// let replaced: Vec<_> = texts.iter().filter_map(|text| pattern.replaced(text, "sprite")).collect();
/// assert_eq!((replaced.len(), replaced[0].after.as_str()), (1, "An sprite, no elfin."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pattern {
    pattern: Regex,
    source: String,
    options: PatternOptions,
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// [`PatternError`].
    pub fn new(pattern: &str, options: PatternOptions) -> Result<Self, PatternError> {
        let text = if options.regex { pattern.to_owned() } else { regex::escape(pattern) };
        let source = if options.word { format!(r"\b{{start-half}}(?:{text})\b{{end-half}}") } else { text };
        let ignore_case = options.ignore_case;
        let pattern = RegexBuilder::new(&source).case_insensitive(ignore_case).build().map_err(PatternError::Syntax)?;
        if pattern.is_match("") {
            return Err(PatternError::Empty);
        }
        Ok(Self { pattern, source, options })
    }

    /// Gives the regular expression that it is looked for with.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Gives the spans of its matches in a text; none in a text of a field that does not count.
    #[must_use]
    pub fn spans(&self, text: &Text<'_>) -> Vec<[usize; 2]> {
        if !self.asks(text) {
            return Vec::new();
        }
        self.pattern.find_iter(&text.text).map(|found| [found.start(), found.end()]).collect()
    }

    /// Gives a text with another one in the place of each match; nothing where nothing changes. In the text of a regular
    /// expression, `$1` and `${name}` stand for what its groups match.
    #[must_use]
    pub fn replaced(&self, text: &Text<'_>, by: &str) -> Option<ReplacedText> {
        let count = self.spans(text).len();
        if count == 0 {
            return None;
        }
        let after = match self.options.regex {
            true => self.pattern.replace_all(&text.text, by),
            false => self.pattern.replace_all(&text.text, NoExpand(by)),
        };
        let mut found = ReplacedText::default();
        (found.place, found.pointer, found.count) = (text.place.to_string(), text.pointer.to_string(), count);
        (found.before, found.after) = (text.text.clone().into_owned(), Cow::into_owned(after));
        (found.before != found.after).then_some(found)
    }

    /// Whether a text is one that counts.
    fn asks(&self, text: &Text<'_>) -> bool {
        match self.options.fields.as_slice() {
            [] => text.class == TextClass::Prose,
            fields => fields.iter().any(|field| text.is_of(field)),
        }
    }
}

/// Gives the changes that put replaced texts into their places.
///
/// # Errors
/// [`Error::Place`] for a pointer that is none.
pub fn patches(texts: &[ReplacedText]) -> Result<Vec<Patch>, Error> {
    texts.iter().map(|text| Ok(Patch::Set { path: text.pointer.parse()?, value: text.after.as_str().into() })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_pattern_is_refused() {
        let refused = |pattern: &str, regex: bool| {
            Pattern::new(pattern, PatternOptions::default().with_regex(regex)).map(drop).unwrap_err().to_string()
        };
        assert_eq!(refused("(", true), "the pattern is no regular expression");
        let empty = "the pattern fits where there is no text at all; it has to match at least a letter";
        assert_eq!((refused("", false), refused("a*", true)), (empty.to_owned(), empty.to_owned()));
        assert!(Pattern::new("(", PatternOptions::default()).is_ok());
    }
}
