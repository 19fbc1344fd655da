//! Cards that were sent, by their ids.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;

/// So many cards, of which the oldest goes first.
pub(crate) struct Shelf {
    most: usize,
    cards: Mutex<Cards>,
}

#[derive(Default)]
struct Cards {
    by_id: HashMap<String, Bytes>,
    order: VecDeque<String>,
}

impl Shelf {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, cards: Mutex::default() }
    }

    pub(crate) fn put(&self, id: String, file: Bytes) {
        let mut cards = self.lock();
        if cards.by_id.insert(id.clone(), file).is_none() {
            cards.order.push_back(id);
        }
        while cards.order.len() > self.most {
            if let Some(oldest) = cards.order.pop_front() {
                cards.by_id.remove(&oldest);
            }
        }
    }

    pub(crate) fn get(&self, id: &str) -> Option<Bytes> {
        self.lock().by_id.get(id).cloned()
    }

    fn lock(&self) -> MutexGuard<'_, Cards> {
        self.cards.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
