//! The lorebook of a program that has a head and a list of entries, as a lorebook of the specs and back: part by part.
//!
//! Of world info, the head alone: its entries have numbers, and what an entry becomes depends on those of the others.

use super::losses::{Losses, entry_at, objects};
use super::stash;
use crate::Form;
use crate::document::{Field, SpecObject};
use crate::json::Pointer;
use crate::spec::content::ClientBook;
use crate::spec::lorebook::{self, Lorebook};
use crate::terms::loss::Converted;

/// The lorebook of a program without its entries, and what becomes of it.
pub(super) trait Head: SpecObject + Field + Clone + Default {
    /// Its form.
    const FORM: Form;

    /// The head of the lorebook that it stands for.
    fn head(&self, losses: &mut Losses) -> Lorebook;

    /// What the head of a lorebook becomes.
    fn of_head(head: &Lorebook, losses: &mut Losses) -> Self;
}

/// What a program's lorebook is made of, and what becomes of each part.
pub(super) trait Parts: Head {
    /// An entry of it.
    type Entry: SpecObject + Field + Clone + Default;

    /// The entries.
    fn entries(&self) -> &[Self::Entry];

    /// The entries, to be changed.
    fn entries_mut(&mut self) -> &mut Vec<Self::Entry>;

    /// The entry that one of its own stands for.
    fn entry(entry: &Self::Entry, at: &Pointer, losses: &mut Losses) -> lorebook::Entry;

    /// What an entry of a lorebook becomes.
    fn of_entry(entry: &lorebook::Entry, at: &Pointer, losses: &mut Losses) -> Self::Entry;
}

/// The lorebook that a program's own stands for.
pub(super) fn to_lorebook<B: Parts>(book: &B) -> Converted<Lorebook> {
    let mut losses = Losses::default();
    let mut made = stash::restored(book, &Pointer::ROOT, &mut losses, B::head);
    let place = B::FORM.entries_pointer().unwrap_or_default();
    for (i, entry) in book.entries().iter().enumerate() {
        let at = place.index(i);
        if !losses.no_object(&at, entry) {
            let part = |entry: &B::Entry, losses: &mut Losses| B::entry(entry, &at, losses);
            made.entries.push(stash::restored(entry, &at, &mut losses, part));
        }
    }
    losses.with(made)
}

impl<B: Parts> ClientBook for B {
    fn lorebook(&self, with_origin: bool) -> Converted<Lorebook> {
        let mut made = to_lorebook(self);
        if with_origin {
            let mut head = self.clone();
            head.entries_mut().clear();
            stash::keep_origin(&mut made.value.extensions, B::FORM, &head, &head_again(&head));
            for (stood, entry) in objects(self.entries()).zip(&mut made.value.entries) {
                stash::keep_origin(&mut entry.extensions, B::FORM, stood, &entry_again::<B>(stood));
            }
        }
        made
    }

    fn of(book: &Lorebook, stash: bool) -> Converted<Self> {
        let mut losses = Losses::default();
        let mut made: B = head_made(book, stash, &mut losses);
        let mut entries = Vec::with_capacity(book.entries.len());
        for (i, entry) in book.entries.iter().enumerate() {
            let at = entry_at(i);
            if losses.no_object(&at, entry) {
                continue;
            }
            let (entry, stood) = stash::parted(entry, B::FORM);
            let mut part = stash::with_origin(B::of_entry(&entry, &at, &mut losses), stood, entry_again::<B>);
            if stash {
                stash::keep(&*entry, &B::entry(&part, &at, &mut Losses::default()), &mut part);
            }
            entries.push(part);
        }
        *made.entries_mut() = entries;
        losses.with(made)
    }
}

/// What a lorebook becomes without its entries.
pub(super) fn head_made<B: Head>(book: &Lorebook, stash: bool, losses: &mut Losses) -> B {
    let mut head = stash::head(book);
    let stood = stash::take_origin(&mut head.extensions, B::FORM);
    let mut made = stash::with_origin(B::of_head(&head, losses), stood, head_again);
    if stash {
        stash::keep(&head, &made.head(&mut Losses::default()), &mut made);
    }
    made
}

/// What comes of a book without entries there and back.
pub(super) fn head_again<B: Head>(stood: &B) -> B {
    let mut unseen = Losses::default();
    B::of_head(&stood.head(&mut unseen), &mut unseen)
}

/// What comes of an entry there and back.
fn entry_again<B: Parts>(stood: &B::Entry) -> B::Entry {
    let mut unseen = Losses::default();
    B::of_entry(&B::entry(stood, &Pointer::ROOT, &mut unseen), &Pointer::ROOT, &mut unseen)
}
