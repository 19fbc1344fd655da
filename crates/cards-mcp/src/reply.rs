//! The one shape of every answer, and how it is made to fit.

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::fence;

/// Something worth calling next.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Call {
    /// Why.
    pub why: String,
    /// The tool.
    pub tool: &'static str,
    /// Its arguments.
    pub arguments: Value,
}

/// What an answer has no room for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// What.
    pub what: String,
    /// How to get it.
    pub how: String,
}

/// The answer of a tool: nothing but `data` holds words of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reply {
    /// What was found or done, in a sentence.
    pub summary: String,
    /// What was asked for.
    pub data: Value,
    /// What there was no room or no time for.
    pub left_out: Vec<LeftOut>,
    /// What is worth calling next.
    pub next: Vec<Call>,
    /// Whether the call was refused.
    #[serde(skip)]
    pub is_error: bool,
}

impl Reply {
    /// The answer as structured content.
    #[must_use]
    pub fn to_value(&self) -> Value {
        json!({"summary": self.summary, "data": self.data, "left_out": self.left_out, "next": self.next})
    }

    /// The answer as text, its data behind a fence.
    #[must_use]
    pub fn to_text(&self, salt: u64) -> String {
        let mut text = self.summary.clone();
        for left in &self.left_out {
            text.push_str(&format!("\nLeft out: {} ({})", left.what, left.how));
        }
        for call in &self.next {
            let arguments = fence::visible(&call.arguments.to_string());
            text.push_str(&format!("\nNext: {}: {} {arguments}", call.why, call.tool));
        }
        if !self.data.as_object().is_some_and(Map::is_empty) {
            text.push_str("\n\n");
            text.push_str(&fence::fenced(&fence::lines(&self.data), salt));
        }
        text
    }
}
