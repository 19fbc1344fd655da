//! What a run came to.

use crate::finding::Finding;

/// A text after scripts ran over it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Ran {
    /// The text.
    pub text: String,
    /// The scripts that found something, in the order in which they ran.
    pub steps: Vec<Step>,
    /// What was odd.
    pub findings: Vec<Finding>,
    /// Emotions that were switched on, in order (RisuAI's `@@emo`).
    pub emotions: Vec<String>,
    /// What the stored message becomes (RisuAI's `inject`).
    pub stored: Option<String>,
}

/// One script that found something.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Step {
    /// The place of the script in the list that ran, from 0.
    pub script: usize,
    /// How often its pattern was found.
    pub hits: usize,
    /// Whether the text is another one now.
    pub changed: bool,
}
