//! Hits and token counts of texts seen before.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::failures::Failures;
use crate::matcher::KeyHit;
use crate::span::Span;
use crate::text_hash::{BuildMixer, TextHash};

/// Texts by their hash; a text that was edited is another text, one that was deleted is forgotten in time.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextCache {
    /// The set of keys that the hits belong to.
    keys: u64,
    /// The counter that the token counts belong to; without a name they are those of one turn.
    counter: Option<String>,
    turn: u32,
    numbers: HashMap<TextHash, u32, BuildMixer>,
    texts: Vec<CachedText>,
    /// Patterns that turned out too costly; they would not be tried again on texts seen before.
    failed: Failures,
    /// How many texts the turn before used.
    used_last: usize,
    /// The messages of the turn before and of this one, in the order in which they are searched.
    before: Vec<u32>,
    now: Vec<u32>,
    /// Which of the turn before is expected next.
    next: usize,
    /// Bytes of the messages that are kept to be compared.
    kept: usize,
}

/// A message as it was given.
#[derive(Clone, Debug)]
struct Said {
    name: Option<Box<str>>,
    text: Box<str>,
    /// Which of its turn it was.
    at: usize,
}

/// What is remembered of a text.
#[derive(Clone, Debug, Default)]
pub(crate) struct CachedText {
    hash: TextHash,
    used: u32,
    pub(crate) hits: Option<Box<[KeyHit]>>,
    pub(crate) tokens: Option<u64>,
    /// Keys with macros, by the hash of what they expanded to, and where they occur.
    pub(crate) expanded: Vec<(u64, Option<Span>)>,
    /// The text itself, for a message.
    said: Option<Said>,
}

/// The most bytes of messages that are kept; the rest of a longer chat is known by its hashes alone.
const KEPT_BYTES: usize = 1 << 20;

/// How many turns a text that is not used is kept.
const KEPT_TURNS: u32 = 4;

impl TextCache {
    /// Begins a turn; hits of other keys and counts of another counter, or of one without a name, are thrown away.
    pub(crate) fn begin(&mut self, keys: u64, counter: Option<&str>, limit: usize) {
        if self.keys != keys {
            *self = Self { keys, ..Self::default() };
        }
        if counter.is_none() || self.counter.as_deref() != counter {
            self.counter = counter.map(str::to_owned);
            for text in &mut self.texts {
                text.tokens = None;
            }
        }
        self.before = std::mem::take(&mut self.now);
        self.next = 0;
        let turn = self.turn;
        let crowded = self.texts.len() > 2 * self.used_last + 256 || self.texts.len() > limit;
        if crowded {
            self.retain(|text| turn.saturating_sub(text.used) < KEPT_TURNS);
            if self.texts.len() > limit {
                self.retain(|text| text.used == turn);
            }
            if self.texts.len() > limit {
                self.retain(|_| false);
            }
        }
        self.turn += 1;
        self.used_last = 0;
    }

    /// Finds or makes the place of a text.
    pub(crate) fn place(&mut self, hash: TextHash) -> usize {
        let next = self.texts.len() as u32;
        let number = *self.numbers.entry(hash).or_insert(next);
        if number == next {
            self.texts.push(CachedText { hash, ..CachedText::default() });
        }
        self.use_again(number);
        number as usize
    }

    fn use_again(&mut self, number: u32) {
        let turn = self.turn;
        if let Some(text) = self.texts.get_mut(number as usize)
            && text.used != turn
        {
            text.used = turn;
            self.used_last += 1;
        }
    }

    /// Finds or makes the place of a message. Most messages of a turn are those of the turn before, in their order; to compare them
    /// with those takes a fraction of what their hashes take.
    pub(crate) fn message(&mut self, name: Option<&str>, text: &str, hash: impl FnOnce() -> TextHash) -> usize {
        let expected = self.before.get(self.next).copied();
        let said = expected.and_then(|number| self.texts.get_mut(number as usize)?.said.as_mut());
        if let (Some(number), Some(said)) = (expected, said)
            && *said.text == *text
            && said.name.as_deref() == name
        {
            said.at = self.now.len();
            self.next += 1;
            self.now.push(number);
            self.use_again(number);
            return number as usize;
        }
        let place = self.place(hash());
        let at = self.now.len();
        self.now.push(place as u32);
        if let Some(cached) = self.texts.get_mut(place) {
            match &mut cached.said {
                Some(said) => {
                    if self.before.get(said.at) == Some(&(place as u32)) {
                        self.next = said.at + 1;
                    }
                    said.at = at;
                }
                None if self.kept + text.len() <= KEPT_BYTES => {
                    self.kept += text.len();
                    cached.said = Some(Said { name: name.map(Into::into), text: text.into(), at });
                }
                None => {}
            }
        }
        place
    }

    /// Adds the patterns that this turn gave up, and gives all of them.
    pub(crate) fn note_failed(&mut self, failed: Failures) -> &Failures {
        self.failed.extend(failed);
        &self.failed
    }

    pub(crate) fn get(&self, place: usize) -> Option<&CachedText> {
        self.texts.get(place)
    }

    pub(crate) fn get_mut(&mut self, place: usize) -> Option<&mut CachedText> {
        self.texts.get_mut(place)
    }

    fn retain(&mut self, keep: impl Fn(&CachedText) -> bool) {
        self.texts.retain(keep);
        self.before.clear();
        self.kept = self.texts.iter().filter_map(|text| Some(text.said.as_ref()?.text.len())).sum();
        self.numbers.clear();
        self.numbers.extend(self.texts.iter().enumerate().map(|(number, text)| (text.hash, number as u32)));
    }

    /// Writes the texts for [`State::to_text`](crate::State::to_text), in a fixed order.
    pub(crate) fn write_text(&self, out: &mut String) {
        let mut texts: Vec<&CachedText> = self.texts.iter().filter(|text| text.hits.is_some()).collect();
        // Texts that a costly pattern was given up on are searched again, so that its finding comes again.
        if texts.is_empty() || !self.failed.is_empty() {
            return;
        }
        texts.sort_by_key(|text| text.hash);
        // Writing to a string cannot fail.
        let _ = writeln!(out, "keys\t{:016x}", self.keys);
        for text in texts {
            let TextHash(a, b) = text.hash;
            let _ = write!(out, "text\t{a:016x}{b:016x}\t");
            for hit in text.hits.iter().flatten() {
                let _ = write!(out, "{}:{}+{} ", hit.key, hit.span.at, hit.span.length);
            }
            out.push('\n');
        }
    }

    /// Reads a line that [`TextCache::write_text`] wrote.
    pub(crate) fn read_line(&mut self, fields: &[&str]) -> Option<()> {
        match fields {
            ["keys", keys] => self.keys = u64::from_str_radix(keys, 16).ok()?,
            ["text", hash, hits] => {
                let (a, b) = (hash.get(..16)?, hash.get(16..)?);
                let hash = TextHash(u64::from_str_radix(a, 16).ok()?, u64::from_str_radix(b, 16).ok()?);
                // Without their lengths, as they were written once: the text is searched again.
                if hits.contains(':') && !hits.contains('+') {
                    return Some(());
                }
                let hits = hits.split_whitespace().map(|hit| {
                    let (key, span) = hit.split_once(':')?;
                    let (at, length) = span.split_once('+')?;
                    let span = Span { at: at.parse().ok()?, length: length.parse().ok()? };
                    Some(KeyHit { key: key.parse().ok()?, span })
                });
                let hits: Option<Box<[KeyHit]>> = hits.collect();
                let place = self.place(hash);
                self.get_mut(place)?.hits = Some(hits?);
            }
            _ => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text_hash::TextRole;

    /// Begins a turn that uses the texts of these numbers, and notes something of each.
    fn turn(cache: &mut TextCache, limit: usize, texts: std::ops::Range<u64>) {
        cache.begin(7, Some("words"), limit);
        for number in texts {
            let place = cache.place(TextHash(number, 1));
            let text = cache.get_mut(place).unwrap();
            (text.hits, text.tokens) = (Some(Box::default()), Some(number));
        }
    }

    #[test]
    fn hits_belong_to_a_set_of_keys_and_counts_to_a_counter() {
        let mut cache = TextCache::default();
        turn(&mut cache, 100, 0..2);
        turn(&mut cache, 100, 0..1);
        assert_eq!(cache.texts.len(), 2, "the same keys keep what is known");
        cache.begin(7, Some("letters"), 100);
        assert!(cache.texts.iter().all(|text| text.hits.is_some() && text.tokens.is_none()));
        cache.begin(8, Some("letters"), 100);
        assert!(cache.texts.is_empty());
        cache.place(TextHash(5, 1));
        cache.begin(8, Some("letters"), 100);
        assert_eq!(cache.texts.len(), 1);
    }

    #[test]
    fn texts_past_the_limit_are_forgotten_the_ones_in_use_last() {
        let mut cache = TextCache::default();
        turn(&mut cache, 2, 0..1);
        turn(&mut cache, 2, 1..3);
        cache.begin(7, Some("words"), 2);
        assert_eq!(cache.texts.iter().map(|text| text.tokens).collect::<Vec<_>>(), [Some(1), Some(2)]);
        // They are found again where they stand now.
        assert_eq!((cache.place(TextHash(1, 1)), cache.place(TextHash(2, 1)), cache.texts.len()), (0, 1, 2));
        turn(&mut cache, 2, 0..3);
        cache.begin(7, Some("words"), 2);
        assert!(cache.texts.is_empty(), "more than the limit in use at once");
        turn(&mut cache, 1, 0..1);
        (0..6).for_each(|_| turn(&mut cache, 1, 0..0));
        assert_eq!(cache.texts.len(), 1, "as many as the limit are kept, used or not");
    }

    #[test]
    fn texts_that_are_not_used_go_after_some_turns_where_there_are_many() {
        let kept_of = |limit: usize, texts: u64, used: u64| -> Vec<usize> {
            let mut cache = TextCache::default();
            turn(&mut cache, limit, 0..texts);
            let after = |_| {
                turn(&mut cache, limit, 0..used);
                cache.texts.len()
            };
            (0..6).map(after).collect()
        };
        let kept = |texts, used| kept_of(10_000, texts, used);
        assert_eq!(kept(257, 0), [257, 257, 257, 257, 0, 0]);
        assert_eq!(kept(256, 0), [256; 6]);
        assert_eq!(kept_of(257, 257, 0), kept(257, 0), "as many as the limit go no sooner");
        // A long chat of which each turn sees a part.
        assert_eq!(kept(900, 400), [900; 6]);
    }

    /// Messages newest first, as they are searched; gives how many of them had to be hashed.
    fn hashed(cache: &mut TextCache, messages: &[&str]) -> usize {
        let mut hashed = 0;
        cache.begin(7, Some("words"), 100);
        let places: Vec<_> = messages
            .iter()
            .map(|text| {
                cache.message(None, text, || {
                    hashed += 1;
                    TextHash::of(TextRole::Message, &[text])
                })
            })
            .collect();
        // Whichever way it was found, a place is the one of the hash.
        for (place, text) in places.into_iter().zip(messages) {
            assert_eq!(cache.place(TextHash::of(TextRole::Message, &[text])), place, "{text}");
        }
        hashed
    }

    #[test]
    fn messages_of_the_turn_before_are_known_without_their_hashes() {
        let mut cache = TextCache::default();
        assert_eq!(hashed(&mut cache, &["c", "b", "a"]), 3);
        assert_eq!(hashed(&mut cache, &["c", "b", "a"]), 0);
        assert_eq!(hashed(&mut cache, &["d", "c", "b", "a"]), 1, "one more");
        assert_eq!(hashed(&mut cache, &["e", "c", "b", "a"]), 2, "another in place of the newest");
        assert_eq!(hashed(&mut cache, &["e", "c", "x", "a"]), 2, "one that was edited, and the next");
        assert_eq!(hashed(&mut cache, &["e", "e", "x", "a"]), 2, "one that is there twice, and the next");
        assert_eq!(hashed(&mut cache, &[]), 0);
        assert_eq!(hashed(&mut cache, &["a"]), 1);
    }

    #[test]
    fn a_message_of_another_speaker_is_another_one() {
        let mut cache = TextCache::default();
        let mut place = |name| {
            cache.begin(7, Some("words"), 100);
            cache.message(Some(name), "a", || TextHash::of(TextRole::Message, &[name, "a"]))
        };
        assert_eq!([place("Sam"), place("Sam"), place("Ann"), place("Sam")], [0, 0, 1, 0]);
    }

    #[test]
    fn so_many_bytes_of_messages_are_kept_and_no_more() {
        let mut cache = TextCache::default();
        let long = "x".repeat(KEPT_BYTES - 1);
        assert_eq!(hashed(&mut cache, &["a", &long, "b"]), 3);
        assert_eq!(cache.kept, KEPT_BYTES);
        assert_eq!(hashed(&mut cache, &["a", &long, "b"]), 1);
        cache.begin(7, Some("words"), 2);
        assert_eq!((cache.kept, cache.texts.len()), (0, 0), "what is forgotten is kept no longer");
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut cache = TextCache::default();
        turn(&mut cache, 100, 0..2);
        let hit = KeyHit { key: 3, span: Span { at: 5, length: 4 } };
        cache.get_mut(1).unwrap().hits = Some(Box::new([hit]));
        let (mut written, mut read) = (String::new(), TextCache::default());
        cache.write_text(&mut written);
        for line in written.lines() {
            read.read_line(&line.split('\t').collect::<Vec<_>>()).unwrap();
        }
        read.begin(7, Some("words"), 100);
        let place = read.place(TextHash(1, 1));
        let hits = read.get(place).unwrap().hits.as_deref().unwrap();
        assert_eq!((read.texts.len(), hits.len(), hits[0].key, hits[0].span.at, hits[0].span.length), (2, 1, 3, 5, 4));
        let mut again = String::new();
        read.write_text(&mut again);
        assert_eq!(again, written);
    }
}
