//! The account of a rendering: what each macro became.

use std::ops::Range;

use crate::vars::{Scope, Value};

/// One expanded macro.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Step {
    /// Where the macro is in the template, in bytes.
    pub span: Range<usize>,
    /// How many macros are around it.
    pub depth: usize,
    /// What it became.
    pub became: String,
    /// Whether it stayed as text.
    pub kept: bool,
    /// Variables that it wrote, inner macros not counted.
    pub changes: Vec<Change>,
}

/// A variable written or deleted.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Change {
    /// The store.
    pub scope: Scope,
    /// The name.
    pub name: String,
    /// The value before.
    pub before: Option<Value>,
    /// The value after; `None` is deleted.
    pub after: Option<Value>,
}

/// The account while it is being written.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    pub(crate) steps: Vec<Step>,
    /// Changes that no step has taken yet.
    pub(crate) changes: Vec<Change>,
}

/// A finished macro, before its changes are taken.
pub(crate) struct Note {
    pub(crate) span: Range<usize>,
    pub(crate) became: String,
    pub(crate) kept: bool,
    pub(crate) depth: usize,
    /// How many changes were waiting when the macro began.
    pub(crate) changes: usize,
}

impl Trace {
    /// All changes, those of the steps and those that no step has taken.
    pub(crate) fn into_changes(self) -> Vec<Change> {
        self.steps.into_iter().flat_map(|step| step.changes).chain(self.changes).collect()
    }

    pub(crate) fn note(&mut self, note: Note) {
        let changes = self.changes.split_off(note.changes.min(self.changes.len()));
        self.steps.push(Step { span: note.span, depth: note.depth, became: note.became, kept: note.kept, changes });
    }
}
