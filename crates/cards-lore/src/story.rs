//! A chat as one text. De facto: KoboldAI Lite keeps a story, searches the end of it, and cuts nothing at a message.

use std::ops::Range;

use crate::settings::Settings;
use crate::trace::{Cause, KeyMatch, Outcome, Source, Stop, Trace};
use crate::turn::Turn;

/// The end of a chat that is searched.
pub(crate) struct Story {
    pub(crate) text: String,
    /// Bytes of the whole story before the text.
    cut: usize,
    pieces: Vec<Piece>,
}

/// A message in the story.
struct Piece {
    source: Source,
    /// Where its own text is in the whole story, behind the name.
    place: Range<usize>,
    /// Where it has spaces that were written in two bytes, from its start.
    spaces: Vec<usize>,
}

impl Story {
    /// Puts the messages together, each behind a line feed and a name where it has one.
    pub(crate) fn of(turn: &Turn<'_>, settings: &Settings) -> Self {
        let greeting = turn.greeting.as_ref().map(|greeting| (Source::Greeting, None, greeting.text));
        let messages = turn.heard().map(|(place, message)| {
            let name = message.name.as_deref().filter(|_| settings.include_names);
            (Source::Message(place), name, &*message.text)
        });
        let (mut text, mut pieces) = (String::new(), Vec::new());
        for (source, name, written) in greeting.into_iter().chain(messages) {
            if let Some(name) = name {
                text.extend(["\n", name, ": "]);
            }
            let (start, mut spaces) = (text.len(), Vec::new());
            for (number, part) in written.split(HARD_SPACE).enumerate() {
                // The client writes each of them as a space.
                if number > 0 {
                    spaces.push(text.len() - start);
                    text.push(' ');
                }
                text.push_str(part);
            }
            pieces.push(Piece { source, place: start..text.len(), spaces });
        }
        let cut = beginning(&text, settings.scan_depth);
        Self { text: text.split_off(cut), cut, pieces }
    }

    /// Turns the places in the story that a trace names into places of messages.
    pub(crate) fn place(&self, trace: &mut Trace) {
        for outcome in &mut trace.outcomes {
            match outcome {
                Outcome::Fired(fired) => {
                    if let Cause::Key(key) = &mut fired.cause {
                        self.place_key(key);
                    }
                }
                Outcome::Stopped(stopped) => {
                    stopped.key.iter_mut().for_each(|key| self.place_key(key));
                    if let Stop::Secondary { key: Some(key), .. } = &mut stopped.stop {
                        self.place_key(key);
                    }
                }
                Outcome::NoKey => {}
            }
        }
    }

    fn place_key(&self, key: &mut KeyMatch) {
        // What is found anywhere has no place.
        if key.source == Source::Window {
            return;
        }
        let (from, to) = (self.cut + key.offset, self.cut + key.offset + key.length);
        // A match that begins in a name belongs to the message behind it.
        let number = self.pieces.partition_point(|piece| piece.place.end <= from);
        let Some(piece) = self.pieces.get(number) else { return };
        key.source = piece.source;
        key.offset = piece.written(from);
        key.length = piece.written(to) - key.offset;
    }
}

/// A no-break space.
const HARD_SPACE: char = '\u{a0}';

impl Piece {
    /// The byte of the text as it is written that a byte of the story comes from, at most its end.
    fn written(&self, at: usize) -> usize {
        let at = at.clamp(self.place.start, self.place.end) - self.place.start;
        let before = self.spaces.partition_point(|space| *space < at);
        at + before * (HARD_SPACE.len_utf8() - 1)
    }
}

/// Where the last UTF-16 units of a text begin: as many as the depth says, all of them where it is 0 or less. Half a sign is none.
fn beginning(text: &str, depth: f64) -> usize {
    if depth <= 0.0 || depth.is_nan() {
        return 0;
    }
    let mut left = depth;
    for (byte, c) in text.char_indices().rev() {
        left -= c.len_utf16() as f64;
        if left < 0.0 {
            return byte + c.len_utf8();
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turn::Greeting;
    use cards_words::{Message, Profile};

    fn turn() -> Turn<'static> {
        let messages = vec![
            Message::user("The\u{a0}tide\u{a0}turns.").named("Mira"),
            Message::assistant("A gull 😀.").named("Corvin"),
        ];
        Turn { messages, greeting: Some(Greeting { index: 0, text: "Hello." }), ..Turn::default() }
    }

    /// What of which message a part of the story is.
    fn placed(part: &str, depth: f64) -> Option<(Source, String)> {
        let turn = turn();
        let story = Story::of(&turn, &Settings::new(Profile::KoboldCpp).with_scan_depth(depth));
        let offset = story.text.find(part)?;
        let mut key = KeyMatch {
            list: crate::trace::KeyList::Primary,
            number: 0,
            key: part.to_owned(),
            source: Source::Message(0),
            offset,
            length: part.len(),
        };
        story.place_key(&mut key);
        let written = match key.source {
            Source::Message(place) => &*turn.messages[place].text,
            _ => "Hello.",
        };
        Some((key.source, written[key.offset..key.offset + key.length].to_owned()))
    }

    #[test]
    fn a_place_in_the_story_is_one_in_its_message() {
        for (part, source, written) in [
            ("Hello", Source::Greeting, "Hello"),
            ("tide turns", Source::Message(0), "tide\u{a0}turns"),
            ("gull 😀", Source::Message(1), "gull 😀"),
            // From one message into the next, and in a name.
            ("turns.\nCorvin: A", Source::Message(0), "turns."),
            ("Mira", Source::Message(0), ""),
        ] {
            assert_eq!(placed(part, 0.0), Some((source, written.to_owned())), "{part}");
        }
    }

    #[test]
    fn the_depth_is_units_of_the_end() {
        let ends = |depth| Story::of(&turn(), &Settings::new(Profile::KoboldCpp).with_scan_depth(depth)).text;
        assert_eq!((ends(1.0), ends(2.0), ends(3.0)), (".".to_owned(), ".".to_owned(), "😀.".to_owned()));
        assert_eq!(ends(0.0), "Hello.\nMira: The tide turns.\nCorvin: A gull 😀.");
        assert_eq!(ends(1000.0), ends(0.0));
        assert_eq!(placed("gull", 8.0), Some((Source::Message(1), "gull".to_owned())));
    }
}
