//! Tokens by a counter of the caller's.
//!
//! The module calls nothing outside of it. A text whose count nobody has told yet is counted by the estimate, so that the call goes
//! on much as it will, and is asked for in place of an answer: the caller counts all that were met at once, and makes the call again.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use cards_words::{Estimate, TokenCounter as _};

/// What the caller's counter said of texts.
#[derive(Default)]
pub(crate) struct Counts {
    /// Counts, and the last call that asked for each.
    known: HashMap<Box<str>, (u64, u64)>,
    unknown: Vec<Box<str>>,
    call: u64,
}

impl Counts {
    fn count(&mut self, text: &str) -> u64 {
        if let Some((count, used)) = self.known.get_mut(text) {
            *used = self.call;
            return *count;
        }
        let estimate = Estimate.count(text);
        self.known.insert(text.into(), (estimate, self.call));
        self.unknown.push(text.into());
        estimate
    }

    /// Ends a call: gives the texts that are still to be counted. Once there are none, what this call did not ask for is forgotten, so
    /// that what is held is in proportion to the prompt.
    pub(crate) fn end(counts: &Mutex<Self>) -> Vec<Box<str>> {
        let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
        let unknown = std::mem::take(&mut counts.unknown);
        if unknown.is_empty() {
            let call = counts.call;
            counts.known.retain(|_, (_, used)| *used == call);
            counts.call += 1;
        }
        // A caller that does not tell them is asked again.
        for text in &unknown {
            counts.known.remove(text);
        }
        unknown
    }

    /// Takes what the caller counted.
    pub(crate) fn learn(counts: &Mutex<Self>, told: Vec<(Box<str>, u64)>) {
        let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
        let call = counts.call;
        counts.known.extend(told.into_iter().map(|(text, count)| (text, (count, call))));
    }
}

/// A counter of a session, which asks what is known.
pub(crate) fn asking(counts: std::sync::Arc<Mutex<Counts>>) -> impl FnMut(&str) -> u64 + Send + 'static {
    move |text| counts.lock().unwrap_or_else(PoisonError::into_inner).count(text)
}
