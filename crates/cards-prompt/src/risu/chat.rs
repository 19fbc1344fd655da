//! The messages of the chat.

use cards_macro::Error;
use cards_script::risu::{Call, Mode, run};
use cards_words::Role;

use super::input::RisuInput;
use super::item::Item;
use crate::expand::Expander;
use crate::segment::Source;

/// A line of somebody.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) source: Source,
    pub(super) role: Role,
    pub(super) text: String,
}

impl Line {
    pub(super) fn into_item(self) -> Item {
        Item::new(self.source, self.role, self.text)
    }
}

/// The messages, the card's scripts for the prompt run over them, without what is sent as a picture or kept back.
pub(super) fn messages(input: &RisuInput<'_>, expander: &mut Expander<'_>) -> Result<Vec<Item>, Error> {
    let history = input.prompt.history;
    let mut items = Vec::new();
    let mut limits = input.script_limits.clone();
    for (message, place) in history.messages.iter().zip(&history.places) {
        let (source, index) = match place {
            Some(place) => (Source::Message(*place), Some(*place)),
            None => (Source::Greeting(history.greeting.unwrap_or_default()), None),
        };
        let call = Call::new(Mode::EditProcess).with_index(index);
        let ran = run(&message.text, input.scripts, &call, expander.host, &limits);
        limits.scan_bytes = limits.scan_bytes.saturating_sub(ran.scanned);
        let role = if message.role == Role::User { Role::User } else { Role::Assistant };
        items.push(Item::new(source, role, sent(&ran.text)));
    }
    Ok(items)
}

/// A message without thoughts and the names of pictures.
fn sent(text: &str) -> String {
    let mut text = text.to_owned();
    if let (Some(start), Some(end)) = (text.find(THOUGHTS.0), text.rfind(THOUGHTS.1))
        && end > start + THOUGHTS.0.len()
    {
        text.replace_range(start..end + THOUGHTS.1.len(), "");
    }
    for name in ["inlay", "inlayed", "inlayeddata", "assetprompt", "asset_prompt"] {
        text = without(&text, &format!("{{{{{name}::"));
    }
    text
}

/// The marks around what a model thought.
const THOUGHTS: (&str, &str) = ("<Thoughts>", "</Thoughts>");

/// A text without the macros that begin so.
fn without(text: &str, beginning: &str) -> String {
    let mut left = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(beginning) {
        let inside = rest.get(at + beginning.len()..).unwrap_or_default();
        // At least one character is the name.
        let first = inside.chars().next().map_or(0, char::len_utf8);
        let Some(end) = inside.get(first..).and_then(|inside| inside.find("}}")) else { break };
        left.push_str(rest.get(..at).unwrap_or_default());
        rest = inside.get(first + end + 2..).unwrap_or_default();
    }
    left.push_str(rest);
    left
}

/// The place that JavaScript's `splice` takes for a number: below 0 it counts from the end, what is no number is 0.
pub(super) fn spliced(at: f64, length: usize) -> usize {
    if at.is_nan() {
        return 0;
    }
    // A cast from a float saturates, and below 0 it is 0.
    let from_end = |at: f64| (length as f64 + at).max(0.0) as usize;
    let at = if at < 0.0 { from_end(at.trunc()) } else { at as usize };
    at.min(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_splice() {
        let places: Vec<usize> =
            [0.0, 2.0, 9.0, -1.0, -9.0, 1.7, -0.5, f64::NAN].into_iter().map(|at| spliced(at, 3)).collect();
        assert_eq!(places, [0, 2, 3, 2, 0, 1, 3, 0]);
    }

    #[test]
    fn thoughts_and_pictures_are_not_sent() {
        assert_eq!(sent("a<Thoughts>b</Thoughts>c"), "ac");
        assert_eq!(sent("<Thoughts></Thoughts>"), "<Thoughts></Thoughts>");
        assert_eq!(sent("a {{inlay::x}}b{{asset_prompt::icon}}{{inlay::"), "a b{{inlay::");
    }
}
