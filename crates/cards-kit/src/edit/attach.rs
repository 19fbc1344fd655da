//! Lorebooks put into a card.

use std::collections::HashSet;

use cards_model::{Content, Entry, Id, Lorebook, Loss};

use super::Editor;
use super::books::{Fitted, entry_of};
use crate::error::Error;

/// What became of lorebooks that were put into a card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attached {
    /// Entries that were added.
    pub added: usize,
    /// Entries that the card had already: of the same keys and content.
    pub doubles: usize,
    /// What the form of the card has no place for, each with the number of its lorebook; pointers lead into that, from the
    /// root of its book.
    pub loss: Vec<(usize, Loss)>,
}

/// What a client knows an entry by: its id, or its place where it has none. SillyTavern puts one entry in the place of another that is
/// known by the same.
fn known_by(entry: &Entry, at: usize) -> Id {
    entry.id.clone().unwrap_or_else(|| Id::Number(at.into()))
}

impl Editor {
    /// Puts the entries of lorebooks behind those of the card's own, in one step. A card without a lorebook gets one with the
    /// name and the settings of the first. An entry of the same keys and content is there once; an id that is
    /// taken, or that is the place of an entry without one, is left out.
    ///
    /// # Errors
    /// [`Error::NoCard`] where the file is no card, [`Error::NoLorebook`] for a file without a lorebook, [`Error::Model`] for a
    /// form that has no place for one.
    ///
    /// # Examples
    /// ```
    /// use cards_kit::Editor;
    /// let card = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria"}}"#;
    /// let world = br#"{"entries":{"0":{"uid":0,"key":["bell"],"content":"It rings.","comment":"The Bell"}}}"#;
    /// let world = cards_kit::open(&world[..], cards_kit::Limits::default())?;
    /// let mut editor = cards_kit::open(&card[..], cards_kit::Limits::default())?.edit();
    /// assert_eq!(editor.attach(&[world.content()])?.added, 1);
    /// assert_eq!(editor.get("book[\"The Bell\"].keys[0]")?.as_str(), Some("bell"));
    /// assert_eq!(editor.attach(&[world.content()])?.doubles, 1);
    /// # Ok::<(), cards_kit::Error>(())
    /// ```
    pub fn attach(&mut self, books: &[&Content]) -> Result<Attached, Error> {
        let form = self.document().content.form();
        if !form.is_card() {
            return Err(Error::NoCard);
        }
        let mut lists = Vec::with_capacity(books.len());
        for book in books {
            lists.push(Fitted::new(book, form)?);
        }
        self.change(|document| {
            let card = document.card_mut().ok_or(Error::NoCard)?;
            let is_new = card.lorebook().is_none();
            if let (true, Some(first)) = (is_new, lists.first()) {
                card.set_lorebook(Some(Lorebook { entries: Vec::new(), ..first.book.clone() }))?;
            }
            let put = card.edit_lorebook(|book| {
                let mut done = Attached::default();
                let key = |entry: &Entry| (entry.keys.clone(), entry.content.clone());
                let mut known: HashSet<_> = book.entries.iter().map(key).collect();
                let mut ids: HashSet<Id> = (0..).zip(&book.entries).map(|(at, entry)| known_by(entry, at)).collect();
                for (number, list) in lists.iter().enumerate() {
                    let mut doubles = HashSet::new();
                    for (name, entry) in list.names.iter().zip(&list.book.entries) {
                        if !known.insert(key(entry)) {
                            done.doubles += 1;
                            doubles.insert(name.as_str());
                            continue;
                        }
                        let mut entry = entry.clone();
                        entry.id = entry.id.filter(|id| !ids.contains(id));
                        let free = (book.entries.len()..).find(|at| !ids.contains(&known_by(&entry, *at)));
                        if entry.id.is_none() && free != Some(book.entries.len()) {
                            entry.id = free.map(|at| Id::Number(at.into()));
                        }
                        ids.insert(known_by(&entry, book.entries.len()));
                        book.entries.push(entry);
                        done.added += 1;
                    }
                    // Of what the card had already nothing is lost, and of the head only what it takes over.
                    let counts = |loss: &&Loss| match entry_of(&loss.pointer) {
                        Some((name, _)) => !doubles.contains(name.as_str()),
                        None => is_new && number == 0,
                    };
                    done.loss.extend(list.loss.iter().filter(counts).map(|loss| (number, loss.clone())));
                }
                done
            });
            let put = put.ok_or(Error::NoLorebook)?;
            let mut done = put.value;
            let last = lists.len().saturating_sub(1);
            done.loss.extend(put.loss.into_iter().map(|loss| (last, loss)));
            Ok(done)
        })
    }
}
