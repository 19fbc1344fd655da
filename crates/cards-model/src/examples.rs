//! Example conversations: one text of `<START>` blocks, or lists of messages.

use crate::document::TextMap;
use crate::prom::{ExampleMessage, Role};

/// The line that begins a new conversation.
pub const START: &str = "<START>";

/// Example messages of a CCv3L card as one text.
pub(crate) fn text_of_v3l(blocks: &[Vec<TextMap>]) -> String {
    let mut out = String::new();
    for block in blocks {
        begin_block(&mut out);
        for message in block {
            let role = Role::from(message.get("role").map_or("", String::as_str));
            push_message(&mut out, &role, message.get("content").map_or("", String::as_str));
        }
    }
    out
}

/// Example messages of a Prom card as one text, all in one block.
pub(crate) fn text_of_prom(messages: &[ExampleMessage]) -> String {
    let mut out = String::new();
    if !messages.is_empty() {
        begin_block(&mut out);
    }
    for message in messages {
        push_message(&mut out, &message.role, &message.content);
    }
    out
}

fn begin_block(out: &mut String) {
    if !out.is_empty() {
        out.push('\n');
    }
    out.push_str(START);
}

fn push_message(out: &mut String, role: &Role, content: &str) {
    out.push('\n');
    out.push_str(match role {
        Role::User => "{{user}}: ",
        Role::Assistant => "{{char}}: ",
        Role::System | Role::Other(_) => "",
    });
    out.push_str(content);
}
