//! Token counts that are kept between turns.

use std::collections::HashMap;
use std::fmt;

use cards_words::{Estimate, TokenCounter};

/// Bytes of texts whose counts are kept; a prompt of a million tokens has less.
const KEPT_BYTES: usize = 64 << 20;

/// A counter that is asked once for each text, as long as turns go on using the text.
///
/// Counts of this turn and of the last one are kept, so that what is held is in proportion to the prompt; of a counter
/// without a name those of this turn alone, as what it answers may change with a model behind it.
pub(crate) struct Counted {
    counter: Box<dyn TokenCounter + Send>,
    now: HashMap<Box<str>, u64>,
    before: HashMap<Box<str>, u64>,
    bytes: usize,
}

impl Counted {
    pub(crate) fn new(counter: impl TokenCounter + Send + 'static) -> Self {
        Self { counter: Box::new(counter), now: HashMap::new(), before: HashMap::new(), bytes: 0 }
    }

    /// Begins a turn: what the last but one counted is forgotten, and without a name what the last one counted.
    pub(crate) fn begin(&mut self) {
        self.before = std::mem::take(&mut self.now);
        if self.name().is_none() {
            self.before.clear();
        }
        self.bytes = 0;
    }
}

impl Default for Counted {
    fn default() -> Self {
        Self::new(Estimate)
    }
}

impl fmt::Debug for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Counted").field(&self.counter.name()).finish()
    }
}

impl TokenCounter for Counted {
    fn name(&self) -> Option<&str> {
        self.counter.name()
    }

    fn count(&mut self, text: &str) -> u64 {
        if let Some(count) = self.now.get(text) {
            return *count;
        }
        let (text, count) = match self.before.remove_entry(text) {
            Some(known) => known,
            None => (Box::from(text), self.counter.count(text)),
        };
        if self.bytes + text.len() <= KEPT_BYTES {
            self.bytes += text.len();
            self.now.insert(text, count);
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn a_text_is_counted_once_while_turns_use_it() {
        let asked = Arc::new(AtomicUsize::new(0));
        let seen = Arc::clone(&asked);
        let mut counted = Counted::new(cards_words::Named::new("bytes", move |text: &str| {
            seen.fetch_add(1, Ordering::Relaxed);
            text.len() as u64
        }));
        for turn in 0..4 {
            counted.begin();
            assert_eq!((counted.count("toll"), counted.count("toll"), counted.name()), (4, 4, Some("bytes")));
            assert_eq!(asked.load(Ordering::Relaxed), 1, "turn {turn}");
        }
        counted.begin();
        counted.begin();
        assert_eq!(counted.count("toll"), 4);
        assert_eq!(asked.load(Ordering::Relaxed), 2);
        // A text that is too long to keep is counted each time.
        let long = "x".repeat(KEPT_BYTES + 1);
        assert_eq!(counted.count(&long), counted.count(&long));
        assert_eq!(asked.load(Ordering::Relaxed), 4);
    }

    #[test]
    fn a_counter_without_a_name_is_asked_again_in_each_turn() {
        let each = Arc::new(AtomicUsize::new(1));
        let of_now = Arc::clone(&each);
        let mut counted = Counted::new(move |text: &str| (text.len() * of_now.load(Ordering::Relaxed)) as u64);
        counted.begin();
        assert_eq!(counted.count("toll"), 4);
        each.store(2, Ordering::Relaxed);
        assert_eq!(counted.count("toll"), 4, "a turn counts a text once");
        counted.begin();
        assert_eq!(counted.count("toll"), 8);
    }
}
