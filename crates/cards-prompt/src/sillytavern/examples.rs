//! Example dialogues: blocks, and the messages in them.

use cards_model::json::javascript;
use cards_words::Role;

use crate::segment::Source;

/// One block of examples.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExampleBlock {
    /// The text without its heading, macros expanded, trimmed.
    pub text: String,
    /// Where it comes from.
    pub source: Source,
}

const START: &str = "<START>";

/// Splits examples at every `<START>`, in any letter case; what is before the first is a block only if the text does
/// not begin with `<START>` in capitals.
///
/// De facto: SillyTavern 1.19.0.
pub(crate) fn blocks(text: &str, source: impl Fn(usize) -> Source) -> Vec<ExampleBlock> {
    if text.is_empty() || text == START {
        return Vec::new();
    }
    let mut parts = Vec::new();
    let mut part = (!text.starts_with(START)).then(String::new);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let head = rest.get(..START.len()).filter(|head| head.eq_ignore_ascii_case(START));
        let length = head.map_or(c.len_utf8(), str::len);
        match (head, &mut part) {
            (Some(_), _) => parts.extend(part.replace(String::new())),
            (None, Some(part)) => part.push(c),
            (None, None) => {}
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    parts.extend(part);
    let block = |(number, text): (usize, String)| ExampleBlock {
        text: javascript::trim(&text).to_owned(),
        source: source(number),
    };
    parts.into_iter().enumerate().map(block).collect()
}

/// Who may speak in examples.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExampleNames {
    /// The user.
    pub user: String,
    /// The speaking character.
    pub character: String,
    /// The members of the group; `None` in a chat of two.
    pub members: Option<Vec<String>>,
}

/// One message of an example block.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExampleMessage {
    /// Whose it is: the user's or the assistant's.
    pub role: Role,
    /// Who speaks it.
    pub name: String,
    /// The text; in groups the name is in front.
    pub text: String,
}

impl ExampleNames {
    /// Splits a block into messages at the lines that begin with a name and a colon.
    ///
    /// Lines before the first name go into the first message; a block without any name has no messages.
    ///
    /// De facto: SillyTavern 1.19.0.
    #[must_use]
    pub fn messages(&self, block: &ExampleBlock) -> Vec<ExampleMessage> {
        let text = block.text.replace('\r', "");
        let mut found =
            Found { names: self, messages: Vec::new(), lines: Vec::new(), assistant: self.character.clone() };
        let mut speaking = None;
        // Behind the block stands one more line feed, which trimming takes off again.
        for line in text.split('\n') {
            let next = if begins_with(line, &self.user) {
                Some(Role::User)
            } else if begins_with(line, &self.character) {
                Some(Role::Assistant)
            } else if self.members.iter().flatten().any(|name| begins_with(line, name)) {
                line.split(':').next().unwrap_or_default().clone_into(&mut found.assistant);
                Some(Role::Assistant)
            } else {
                None
            };
            let last = next.and_then(|next| speaking.replace(next).filter(|last| *last != next));
            if let Some(last) = last {
                found.end(last);
            }
            found.lines.push(line);
        }
        if let Some(last) = speaking {
            found.end(last);
        }
        found.messages
    }
}

/// The messages so far, and the lines of the next.
struct Found<'f> {
    names: &'f ExampleNames,
    messages: Vec<ExampleMessage>,
    lines: Vec<&'f str>,
    assistant: String,
}

impl Found<'_> {
    fn end(&mut self, role: Role) {
        let name = if role == Role::User { &self.names.user } else { &self.assistant };
        let whole = self.lines.join("\n").replacen(&format!("{name}:"), "", 1);
        let said = javascript::trim(&whole);
        let text = if self.names.members.is_some() { format!("{name}: {said}") } else { said.to_owned() };
        self.messages.push(ExampleMessage { role, name: name.clone(), text });
        self.lines.clear();
    }
}

fn begins_with(line: &str, name: &str) -> bool {
    line.strip_prefix(name).is_some_and(|rest| rest.starts_with(':'))
}
