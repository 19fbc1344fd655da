//! Why a story string cannot be read.

use std::fmt;

/// A template that the client cannot read either, or that asks for more than is read here.
///
/// The client gives up the whole prompt then. De facto: SillyTavern 1.19.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct TemplateError {
    /// Where the tag begins, in bytes.
    pub at: usize,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What is wrong with a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Problem {
    /// The text ends inside the tag, or the tag holds what no tag can hold.
    Unreadable,
    /// A block is closed or has an `{{else}}` where none is open.
    NotOpen(String),
    /// A block is never closed.
    NotClosed(String),
    /// A block is closed by the name of another.
    Crossed {
        /// The block that is open.
        open: String,
        /// The name that closes it.
        close: String,
    },
    /// `{{#if}}` and `{{#unless}}` want exactly one name.
    Arguments(String),
    /// A text of the story string has arguments as if it were a function.
    NoFunction(String),
    /// Handlebars knows it, story strings do not use it, and it is not read here.
    Feature(String),
    /// Blocks stand deeper in one another than so many.
    TooDeep(usize),
}

impl TemplateError {
    pub(super) fn new(at: usize, problem: Problem) -> Self {
        Self { at, problem }
    }
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.at;
        match &self.problem {
            Problem::Unreadable => write!(f, "the tag at byte {at} is not one that Handlebars reads"),
            Problem::NotOpen(name) => write!(f, "`{{{{{name}}}}}` at byte {at} is in no block"),
            Problem::NotClosed(name) => write!(f, "the block `{name}` at byte {at} is not closed"),
            Problem::Crossed { open, close } => {
                write!(f, "`{{{{/{close}}}}}` at byte {at} is where the block `{open}` is open")
            }
            Problem::Arguments(name) => write!(f, "`{name}` at byte {at} wants exactly one name"),
            Problem::NoFunction(name) => write!(f, "`{name}` at byte {at} is a text and takes no arguments"),
            Problem::Feature(what) => write!(f, "{what} at byte {at}: Handlebars knows it, story strings have none"),
            Problem::TooDeep(limit) => write!(f, "the block at byte {at} is in more than {limit} others"),
        }
    }
}

impl std::error::Error for TemplateError {}
