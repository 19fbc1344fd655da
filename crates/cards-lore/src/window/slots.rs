//! For each key that was found in this turn: where.

use crate::cache::TextCache;
use crate::keys::KeyId;
use crate::lore::Compiled;
use crate::span::Span;

use super::View;

/// A kind of text, with its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A message, by its distance from the newest.
    Message(usize),
    /// A field, by its place among the fields.
    Field(usize),
    /// An injection.
    Injection(usize),
    /// A text that was inserted in this turn.
    Inserted(usize),
    /// None of these: the window as a whole.
    Window,
}

/// Where a key stands; of each kind the first place in search order.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    message: Option<(u32, Span)>,
    fields: u8,
    field_spans: [Span; 6],
    injection: Option<(u32, Span)>,
    inserted: Option<(u32, Span)>,
}

/// Slots of the keys that were found; the others have none.
#[derive(Debug)]
pub(super) struct Slots {
    /// For each key the number of its slot, plus one.
    numbers: Vec<u32>,
    slots: Vec<Slot>,
}

impl Slots {
    pub(super) fn new(keys: u32) -> Self {
        Self { numbers: vec![0; keys as usize], slots: Vec::new() }
    }

    /// Notes the keys of a text, and wakes the plans of those that are new in this kind of text.
    pub(super) fn add(&mut self, cache: &TextCache, place: usize, kind: Kind, lore: &Compiled, woken: &mut Vec<u32>) {
        let hits = cache.get(place).and_then(|text| text.hits.as_deref()).unwrap_or_default();
        for hit in hits {
            let Some(number) = self.numbers.get_mut(hit.key as usize) else { continue };
            if *number == 0 {
                self.slots.push(Slot::default());
                *number = self.slots.len() as u32;
            }
            let Some(slot) = self.slots.get_mut(*number as usize - 1) else { continue };
            let new = match kind {
                Kind::Message(distance) => set(&mut slot.message, distance, hit.span),
                Kind::Injection(injection) => set(&mut slot.injection, injection, hit.span),
                Kind::Inserted(inserted) => set(&mut slot.inserted, inserted, hit.span),
                Kind::Field(field) => {
                    slot.fields |= 1 << field;
                    if let Some(span) = slot.field_spans.get_mut(field) {
                        *span = hit.span;
                    }
                    true
                }
                // Only patterns that run over the window are found there, and they have no hits.
                Kind::Window => false,
            };
            if new {
                woken.extend_from_slice(lore.postings(hit.key));
            }
        }
    }

    /// Finds the nearest place of a key within a view.
    pub(super) fn find(&self, key: KeyId, view: View) -> Option<(Kind, Span)> {
        let slot = self.slot(key)?;
        if let Some((distance, span)) = slot.message
            && (distance as usize) < view.depth
        {
            return Some((Kind::Message(distance as usize), span));
        }
        let fields = slot.fields & view.fields;
        if fields != 0 {
            let field = fields.trailing_zeros() as usize;
            let span = slot.field_spans.get(field).copied().unwrap_or_default();
            return Some((Kind::Field(field), span));
        }
        if let Some((injection, span)) = slot.injection {
            return Some((Kind::Injection(injection as usize), span));
        }
        let (inserted, span) = slot.inserted.filter(|_| view.inserted)?;
        Some((Kind::Inserted(inserted as usize), span))
    }

    /// Tells whether a key was found anywhere.
    pub(super) fn is_known(&self, key: KeyId) -> bool {
        self.slot(key).is_some()
    }

    /// Gives the distance of the nearest message with the key.
    pub(super) fn distance(&self, key: KeyId) -> Option<usize> {
        self.slot(key)?.message.map(|(distance, _)| distance as usize)
    }

    fn slot(&self, key: KeyId) -> Option<&Slot> {
        let number = *self.numbers.get(key as usize)?;
        self.slots.get((number as usize).checked_sub(1)?)
    }
}

fn set(slot: &mut Option<(u32, Span)>, number: usize, span: Span) -> bool {
    let new = slot.is_none();
    if new {
        *slot = Some((number as u32, span));
    }
    new
}
