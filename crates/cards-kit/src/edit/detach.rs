//! Lorebooks taken out of a card.

use std::collections::HashSet;

use cards_model::{Content, Entry, Lorebook};

use super::Editor;
use super::books::Fitted;
use crate::error::Error;

/// What became of a card of which lorebooks were taken out.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Detached {
    /// Entries that were taken out.
    pub removed: usize,
    /// Entries of the lorebooks that the card did not have.
    pub absent: usize,
    /// What was taken out, with the name and the settings of the card's lorebook.
    pub book: Lorebook,
}

impl Editor {
    /// Takes the entries of lorebooks out of a card, those of the same keys and content, in one step: the way back of
    /// [`Editor::attach`]. Without any lorebook, all of the card's goes. A lorebook without entries goes as a whole.
    ///
    /// # Errors
    /// [`Error::NoCard`] where the file is no card, [`Error::NoLorebook`] for a card or a file without a lorebook.
    ///
    /// # Examples
    /// ```
    /// use cards_kit::Editor;
    /// let card = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","character_book":{"extensions":{},"entries":[
    ///     {"keys":["bell"],"content":"It rings.","extensions":{},"enabled":true,"insertion_order":1}]}}}"#;
    /// let mut editor = cards_kit::open(&card[..], cards_kit::Limits::default())?.edit();
    /// let done = editor.detach(&[])?;
    /// assert_eq!((done.removed, done.book.entries[0].content.as_str()), (1, "It rings."));
    /// assert!(editor.detach(&[]).is_err());
    /// # Ok::<(), cards_kit::Error>(())
    /// ```
    pub fn detach(&mut self, books: &[&Content]) -> Result<Detached, Error> {
        let key = |entry: &Entry| (entry.keys.clone(), entry.content.clone());
        let (form, mut wanted, mut lists) = (self.document().content.form(), HashSet::new(), Vec::new());
        for book in books {
            // As they are, and as a card of this form has them.
            let own: Vec<_> = book.lorebook().ok_or(Error::NoLorebook)?.entries.iter().map(key).collect();
            let fitted: Vec<_> = Fitted::new(book, form)?.book.entries.iter().map(key).collect();
            wanted.extend(own.iter().chain(&fitted).cloned());
            lists.push([own, fitted].map(HashSet::from_iter));
        }
        let all = books.is_empty();
        self.change(|document| {
            let card = document.card_mut().ok_or(Error::NoCard)?;
            let mut book = card.lorebook().ok_or(Error::NoLorebook)?.into_owned();
            let goes = |entry: &Entry| all || wanted.contains(&key(entry));
            let found: HashSet<_> = book.entries.iter().map(key).collect();
            let not_found = |list: &HashSet<_>| list.difference(&found).count();
            let absent = lists.iter().filter_map(|ways| ways.iter().map(not_found).min()).sum();
            book.entries.retain(goes);
            let removed = book.entries.len();
            if found.iter().all(|key| all || wanted.contains(key)) {
                card.set_lorebook(None)?;
            } else if removed > 0 {
                card.edit_lorebook(|book| book.entries.retain(|entry| !goes(entry)));
            }
            Ok(Detached { removed, absent, book })
        })
    }
}
