//! Example messages, line by line.

use cards_words::Role;

use super::chat::Line;
use super::preset::NEW_CHAT;
use crate::segment::Source;

/// The messages in the text of examples. A line that names nobody goes on with the message before it, or is lost where there
/// is none; behind a second colon the client loses the rest of a line that names somebody.
pub(super) fn read(text: &str, name: &str) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    if text.is_empty() {
        return lines;
    }
    // Whether a message is open, and in which block it is.
    let (mut open, mut block) = (false, 0);
    for line in text.split('\n') {
        let line = line.trim();
        let lowered = line.to_lowercase();
        let begins = |marks: &[&str]| marks.iter().any(|mark| lowered.starts_with(mark));
        let named = format!("{name}:");
        let role = if lowered == "<start>" {
            block += usize::from(!lines.is_empty());
            lines.push(Line { source: Source::Example(block), role: Role::System, text: NEW_CHAT.to_owned() });
            open = false;
            continue;
        } else if begins(&["{{char}}:", "<bot>:", &named]) {
            Role::Assistant
        } else if begins(&["{{user}}:", "<user>:"]) {
            Role::User
        } else {
            if let Some(last) = lines.last_mut().filter(|_| open) {
                last.text.push('\n');
                last.text.push_str(line);
            }
            continue;
        };
        let text = line.split(':').nth(1).unwrap_or_default().trim_start().to_owned();
        lines.push(Line { source: Source::Example(block), role, text });
        open = true;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str, name: &str) -> Vec<String> {
        read(text, name).into_iter().map(|line| format!("{}: {}", line.role, line.text)).collect()
    }

    #[test]
    fn lines_become_messages() {
        assert!(told("", "aria").is_empty());
        assert_eq!(
            told("lost\n<START>\n{{user}}: Hi\n  there \n{{char}}: Ho: lost\n<BOT>: Again\n<start>\nlost", "Aria"),
            [
                "system: [Start a new chat]",
                "user: Hi\nthere",
                "assistant: Ho",
                "assistant: Again",
                "system: [Start a new chat]"
            ]
        );
        // The line is made small and the name is not.
        assert!(told("Aria: Hi", "Aria").is_empty());
        assert_eq!(told("Aria: Hi", "aria"), ["assistant: Hi"]);
    }
}
