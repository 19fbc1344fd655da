//! The ten tools, one a file.

mod apply;
mod cast;
mod check;
mod explain;
mod find;
mod guide;
mod library;
mod look;
mod make;
mod plan;
mod planned;
mod read;
mod r#try;

use serde_json::{Map, Value};

use crate::answer::Answer;
use crate::desk::Desk;
use crate::refusal::Refusal;

/// What a tool does to the world, as the protocol says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hints {
    /// It changes no file.
    pub read_only: bool,
    /// It may take something away that was there.
    pub destructive: bool,
    /// A second call of the same arguments does no more than the first.
    pub idempotent: bool,
}

impl Hints {
    /// Of a tool that only looks.
    const LOOKS: Self = Self { read_only: true, destructive: false, idempotent: true };
}

/// A tool.
#[derive(Clone, Copy)]
pub struct Tool {
    /// Its name.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it does, and when to call it.
    pub about: &'static str,
    /// Arguments of calls, as JSON, each with what it is for.
    pub examples: &'static [(&'static str, &'static str)],
    /// What it does to the world.
    pub hints: Hints,
    /// The JSON Schema of its arguments.
    pub input: fn() -> Map<String, Value>,
    /// The JSON Schema of its answers.
    pub output: fn() -> Map<String, Value>,
    pub(crate) run: fn(&mut Desk, Value) -> Result<Answer, Refusal>,
}

impl Tool {
    /// The description that models read: what it does, and examples.
    #[must_use]
    pub fn description(&self) -> String {
        let examples: Vec<String> =
            self.examples.iter().map(|(what, arguments)| format!("- {what}: {arguments}")).collect();
        format!("{}\n\nExamples:\n{}", self.about, examples.join("\n"))
    }
}

/// All tools: those that look, then those that change something.
pub const TOOLS: [Tool; 10] = [
    find::TOOL,
    look::TOOL,
    read::TOOL,
    check::TOOL,
    explain::TOOL,
    r#try::TOOL,
    plan::TOOL,
    apply::TOOL,
    make::TOOL,
    guide::TOOL,
];
