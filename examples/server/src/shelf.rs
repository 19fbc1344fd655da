//! Cards that were sent, by their ids.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;

/// So many cards of so many bytes, of which the oldest goes first.
pub(crate) struct Shelf {
    most: usize,
    most_bytes: usize,
    cards: Mutex<Cards>,
}

#[derive(Default)]
struct Cards {
    by_id: HashMap<String, Bytes>,
    order: VecDeque<String>,
    bytes: usize,
}

impl Shelf {
    pub(crate) fn new(most: usize, most_bytes: usize) -> Self {
        Self { most, most_bytes, cards: Mutex::default() }
    }

    pub(crate) fn put(&self, id: String, file: Bytes) {
        let mut cards = self.lock();
        cards.bytes += file.len();
        match cards.by_id.insert(id.clone(), file) {
            Some(before) => cards.bytes -= before.len(),
            None => cards.order.push_back(id),
        }
        while cards.order.len() > self.most || cards.bytes > self.most_bytes {
            let Some(oldest) = cards.order.pop_front() else { break };
            cards.bytes -= cards.by_id.remove(&oldest).map_or(0, |file| file.len());
        }
    }

    pub(crate) fn get(&self, id: &str) -> Option<Bytes> {
        self.lock().by_id.get(id).cloned()
    }

    /// How many cards there are, and how many bytes they have.
    pub(crate) fn held(&self) -> (usize, usize) {
        let cards = self.lock();
        (cards.order.len(), cards.bytes)
    }

    fn lock(&self) -> MutexGuard<'_, Cards> {
        self.cards.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
