//! Joining system messages that follow one another.

use cards_words::{Role, TokenCounter};

use super::completion::cost;
use super::output::Draft;

/// Messages that are never joined.
const APART: [&str; 3] = ["newMainChat", "newChat", "groupNudge"];

fn joins(message: &Draft) -> bool {
    let apart = message.label.as_deref().is_some_and(|label| APART.contains(&label));
    message.role == Role::System && message.name.is_none() && !apart
}

/// Joins system messages without a name by a line feed under the label of the first; empty ones go and break no run.
pub(super) fn squash(messages: Vec<Draft>, tokens: &mut dyn TokenCounter) -> Vec<Draft> {
    let mut out: Vec<Draft> = Vec::new();
    for message in messages {
        if message.role == Role::System && message.content.is_empty() {
            continue;
        }
        match out.last_mut().filter(|last| joins(last) && joins(&message)) {
            Some(last) => {
                last.content.push_str("\n");
                last.content.push(&message.content);
            }
            None => out.push(message),
        }
    }
    for message in out.iter_mut().filter(|message| joins(message)) {
        message.tokens = cost(message.role, message.content.text(), None, tokens);
    }
    out
}
