//! Answers as plain data, by the names that the protocol of editors gives them.

use cards_lint::Severity;
use serde::{Deserialize, Serialize};

use crate::lines::Range;

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Diagnostic {
    /// Where.
    pub range: Range,
    /// 1 for an error, 2 for a warning, 3 for a note.
    pub severity: u8,
    /// The id of the rule.
    pub code: String,
    /// The page of the rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code_description: Option<CodeDescription>,
    /// Who says so: `cards`.
    pub source: String,
    /// What is wrong, and what to do about it.
    pub message: String,
    /// What a later answer needs to know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<DiagnosticData>,
}

/// Where more is said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeDescription {
    /// The address.
    pub href: String,
}

/// What is kept with a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiagnosticData {
    /// Whether `cards repair` has something to do about it.
    pub fixable: bool,
    /// Where, as a JSON pointer.
    pub pointer: Option<String>,
}

/// The severity of a rule, as a number of the protocol.
pub(crate) fn severity(severity: Severity) -> u8 {
    match severity {
        Severity::Error => 1,
        Severity::Warning => 2,
        Severity::Note => 3,
    }
}

/// A change of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextEdit {
    /// What goes.
    pub range: Range,
    /// What comes.
    pub new_text: String,
}

/// Something that can be done about a text.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Action {
    /// What it does.
    pub title: String,
    /// Its kind in the protocol: `quickfix` or `source.fixAll.cards`.
    pub kind: &'static str,
    /// The ids of the rules that it is about; all where the list is empty.
    pub rules: Vec<String>,
    /// The changes, where they are known already; else [`crate::repair`] makes them.
    pub edits: Option<Vec<TextEdit>>,
}

/// What is shown beside a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Hover {
    /// What it is about.
    pub range: Range,
    /// The words, as Markdown.
    pub markdown: String,
}

/// One way to go on with what is being typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Completion {
    /// What is shown in the list.
    pub label: String,
    /// The number of its kind in the protocol.
    pub kind: u8,
    /// What it makes, in a few words.
    pub detail: String,
    /// More about it, as Markdown.
    pub markdown: String,
    /// What is typed.
    pub edit: TextEdit,
    /// Where it goes in the list.
    pub sort: String,
}

/// How a macro is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Signature {
    /// The whole of it.
    pub label: String,
    /// Each argument, as bytes of the label.
    pub parameters: Vec<(usize, usize)>,
    /// The argument that is being typed.
    pub active: usize,
    /// More about it, as Markdown.
    pub markdown: String,
}

/// A word at the end of something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Hint {
    /// Where it is shown.
    pub position: crate::lines::Position,
    /// The words.
    pub label: String,
    /// More, for who looks closer.
    pub tooltip: String,
}

/// Words above something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Lens {
    /// What it is about.
    pub range: Range,
    /// The words.
    pub title: String,
    /// The command behind it, by its name; empty for none.
    pub command: &'static str,
    /// The pointer of what it is about.
    pub pointer: String,
}

/// A part of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// More about it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// The number of its kind in the protocol.
    pub kind: u8,
    /// All of it.
    pub range: Range,
    /// Its name in the text.
    pub selection_range: Range,
    /// What is in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<Symbol>,
    /// The value that it is.
    #[serde(skip)]
    pub(crate) node: usize,
}

/// Lines that can be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Fold {
    /// The first line.
    pub start_line: u32,
    /// The last line.
    pub end_line: u32,
}
