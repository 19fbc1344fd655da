//! Example conversations: one text of `<START>` blocks, or lists of messages.

use crate::document::{Keyed, TextMap, open_words, spec_object};

spec_object! {
    /// One message of the example conversation.
    ///
    /// Spec: Prom V3.1 `CharacterExampleMessage`.
    #[none_is_object = true]
    pub struct ExampleMessage {
        /// Who speaks.
        /// Clause: Prom V3.1 `role`: MUST and SHOULD (`prom-role`, `prom-role-macros`, `prom-role-system`).
        pub role: Role,
        /// What is said.
        /// Clause: Prom V3.1 `content`: its type, and no keyword.
        pub content: String,
    }
}

open_words! {
    /// Who speaks an example message.
    pub enum Role {
        /// The user.
        User = "user",
        /// The character.
        Assistant = "assistant",
        /// Neither.
        System = "system",
    }
    numbers: []
}

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

/// Example messages of a Prom card as one text: in one block, but that what nobody speaks begins another one, or it would be the
/// second line of who spoke before.
pub(crate) fn text_of_prom(messages: &[ExampleMessage]) -> String {
    let mut out = String::new();
    for (number, message) in messages.iter().enumerate() {
        if number == 0 || !matches!(meant(&message.role), Role::User | Role::Assistant) {
            begin_block(&mut out);
        }
        push_message(&mut out, &message.role, &message.content);
    }
    out
}

/// The speaker that a role stands for.
///
/// De facto: the example bot published beside Prom V3.1 has its own lines under `char`, which the text does not name.
pub(crate) fn meant(role: &Role) -> &Role {
    match role {
        Role::Other(word) if word == "char" => &Role::Assistant,
        other => other,
    }
}

fn begin_block(out: &mut String) {
    if !out.is_empty() {
        out.push('\n');
    }
    out.push_str(START);
}

fn push_message(out: &mut String, role: &Role, content: &str) {
    out.push('\n');
    out.push_str(match meant(role) {
        Role::User => "{{user}}: ",
        Role::Assistant => "{{char}}: ",
        Role::System | Role::Other(_) => "",
    });
    out.push_str(content);
}

/// One text as the conversations that it holds.
///
/// Lines that begin with `<START>` separate conversations; what is behind it is the first line of the next. In a conversation, lines that begin with `{{user}}:` or
/// `{{char}}:` (or the character's name, or the older spellings of the two) begin a message; what is before the
/// first of them is a message of neither.
pub(crate) fn blocks_of_text(text: &str, name: &str) -> Vec<Vec<ExampleMessage>> {
    let mut blocks = Vec::new();
    let mut block: Option<Vec<ExampleMessage>> = None;
    let mut started = false;
    for line in text.split('\n') {
        let mut line = line.strip_suffix('\r').unwrap_or(line);
        if let Some(rest) = after_start(line) {
            blocks.extend(block.replace(Vec::new()).filter(|messages| !messages.is_empty() || started));
            started = true;
            line = rest.trim_start();
            if line.is_empty() {
                continue;
            }
        }
        let messages = block.get_or_insert_default();
        match (speaker(line, name), messages.last_mut()) {
            (Some((role, said)), _) => messages.push(message(role, said)),
            (None, Some(last)) => {
                last.content.push('\n');
                last.content.push_str(line);
            }
            (None, None) if line.trim().is_empty() => {}
            (None, None) => messages.push(message(Role::System, line)),
        }
    }
    // A text without any line to speak of is no conversation.
    blocks.extend(block.filter(|messages| !messages.is_empty() || started));
    blocks
}

/// One text as CCv3L keeps it: conversations of messages.
pub(crate) fn v3l_of_text(text: &str, name: &str) -> Vec<Vec<TextMap>> {
    blocks_of_text(text, name).into_iter().map(|block| block.into_iter().map(map_of).collect()).collect()
}

/// One text as Prom keeps it: the messages of one conversation.
pub(crate) fn prom_of_text(text: &str, name: &str) -> Vec<ExampleMessage> {
    blocks_of_text(text, name).into_iter().flatten().collect()
}

/// A message as CCv3L keeps it.
pub(crate) fn map_of(message: ExampleMessage) -> TextMap {
    let members = [("role", meant(&message.role).as_str().to_owned()), ("content", message.content)];
    Keyed(members.map(|(name, value)| (name.to_owned(), value)).into())
}

/// What is behind `<START>` in a line that begins with it.
fn after_start(line: &str) -> Option<&str> {
    let (start, rest) = line.trim_start().split_at_checked(START.len())?;
    start.eq_ignore_ascii_case(START).then_some(rest)
}

fn message(role: Role, content: &str) -> ExampleMessage {
    ExampleMessage { role, content: content.to_owned(), ..ExampleMessage::default() }
}

/// Who begins to speak in a line, and what is said there.
fn speaker<'a>(line: &'a str, name: &str) -> Option<(Role, &'a str)> {
    let (who, said) = line.split_once(':').filter(|(who, _)| !who.is_empty())?;
    let said = said.strip_prefix(' ').unwrap_or(said);
    let is = |words: &[&str]| words.iter().any(|word| who.eq_ignore_ascii_case(word));
    // A name may hold a colon, so it is looked for as a whole.
    let named = || line.strip_prefix(name).filter(|_| !name.is_empty()).and_then(|rest| rest.strip_prefix(':'));
    if is(&["{{user}}", "<user>"]) {
        Some((Role::User, said))
    } else if is(&["{{char}}", "<bot>", "<char>"]) {
        Some((Role::Assistant, said))
    } else {
        named().map(|said| (Role::Assistant, said.strip_prefix(' ').unwrap_or(said)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&[(&str, &str)]]) {
        let blocks = blocks_of_text(text, "Mira: the Second");
        let blocks: Vec<Vec<_>> =
            blocks.iter().map(|b| b.iter().map(|m| (m.role.as_str(), m.content.as_str())).collect()).collect();
        let expected: Vec<Vec<_>> = expected.iter().map(|block| block.to_vec()).collect();
        assert_eq!(blocks, expected);
    }

    #[test]
    fn conversations_and_messages_are_told_apart() {
        check("", &[]);
        check("<START>\n{{user}}: hi\n{{char}}: hello", &[&[("user", "hi"), ("assistant", "hello")]]);
        check("{{user}}: a\nb\n<start>\n<BOT>:c", &[&[("user", "a\nb")], &[("assistant", "c")]]);
        check("<START>\nScene.\nMira: the Second: hm", &[&[("system", "Scene."), ("assistant", "hm")]]);
        check("\n  \n", &[]);
    }

    #[test]
    fn what_nobody_speaks_stays_apart() {
        let said = [(Role::Assistant, "Hello."), (Role::System, "Rain falls."), (Role::User, "Yes.")];
        let messages: Vec<_> = said.iter().map(|(role, text)| message(role.clone(), text)).collect();
        let text = text_of_prom(&messages);
        assert_eq!(text, "<START>\n{{char}}: Hello.\n<START>\nRain falls.\n{{user}}: Yes.");
        let back: Vec<_> = blocks_of_text(&text, "").into_iter().flatten().collect();
        assert_eq!(back, messages);
    }

    #[test]
    fn the_usual_layout_comes_back() {
        let text = "<START>\n{{user}}: hi\n{{char}}: hello\n<START>\nScene.\n{{user}}: x\ny";
        let blocks: Vec<Vec<_>> = blocks_of_text(text, "")
            .into_iter()
            .map(|block| {
                block
                    .into_iter()
                    .map(|m| {
                        Keyed(vec![("role".to_owned(), m.role.as_str().to_owned()), ("content".to_owned(), m.content)])
                    })
                    .collect()
            })
            .collect();
        assert_eq!(text_of_v3l(&blocks), text);
    }
}
