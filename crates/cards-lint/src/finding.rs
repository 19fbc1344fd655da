//! One thing that is odd about a card.

use std::fmt;
use std::ops::Range;

use cards_container::Place;
use cards_model::Pointer;
use cards_model::rules::{Rule, Severity};

use crate::fix::Fix;

/// One breach of one rule.
///
/// ```
/// use cards_lint::{Input, Options, lint};
/// use cards_model::Document;
/// let document: Document = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"A","first_mes":"Hi {user}!"}}"#.parse()?;
/// let report = lint(&Input { document: &document, facts: None }, &Options::default());
/// let said: Vec<_> = report.findings.iter().map(|finding| finding.to_string()).collect();
/// assert!(said.iter().any(|said| said.contains("[macro-single-brace] /data/first_mes: ")), "{said:?}");
/// # Ok::<(), cards_model::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// Where.
    pub location: Location,
    /// What is odd, for people.
    pub message: String,
    /// The text that is odd, or its surroundings, on one line; absent where there is none to show.
    pub excerpt: Option<String>,
    /// The safe fix, if there is one.
    pub fix: Option<Fix>,
    pub(crate) severity: Severity,
}

impl Finding {
    pub(crate) fn new(rule: &'static Rule, location: Location, message: String) -> Self {
        Self { rule, location, message, excerpt: None, fix: None, severity: rule.severity }
    }

    /// How much it weighs: what its rule says, unless the options say otherwise.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// The id of the rule.
    #[must_use]
    pub fn id(&self) -> &'static str {
        self.rule.id
    }

    /// What to do about it: what `cards repair` does where it has a safe fix, and else what to do by hand.
    #[must_use]
    pub fn help(&self) -> &'static str {
        self.rule.repair.filter(|_| self.fix.is_some()).unwrap_or(self.rule.help)
    }
}

/// Severity, rule, place and message, on one line.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}] {}: {}", self.severity, self.rule.id, self.location, self.message)
    }
}

/// Where in a file something was found.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Location {
    /// The part of the file: a chunk, an archive entry, or the file itself.
    pub place: Place,
    /// Where in the JSON of that part, as a JSON pointer (RFC 6901); absent for what is not about the JSON.
    pub pointer: Option<Pointer>,
    /// Which bytes of the string value there; absent for the whole value.
    pub span: Option<Range<usize>>,
    /// Line and column in a JSON file, each from 1; absent in other containers.
    pub line: Option<LineColumn>,
}

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// Characters of the value; of an object or array, which may go on for many lines, only the bracket that opens it.
    pub width: usize,
}

impl Location {
    pub(crate) fn new(place: Place, pointer: Option<Pointer>) -> Self {
        Self { place, pointer, span: None, line: None }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.pointer {
            Some(pointer) if pointer.is_root() => f.write_str("(whole card)"),
            Some(pointer) => f.write_str(pointer.as_str()),
            None => write!(f, "({})", self.place),
        }
    }
}
