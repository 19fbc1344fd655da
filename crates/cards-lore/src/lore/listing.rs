//! The entries of all books in list order, as an account names them.

use std::borrow::Cow;
use std::sync::Arc;

use crate::book::Book;
use crate::entry_at::EntryAt;

/// Which entries take part, in list order; shared by compiled books and the traces of their turns.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    /// The books that the entries are in; none where the list was read from a saved trace.
    books: Arc<[Book]>,
    entries: Vec<EntryAt>,
    /// The entries by their places in the books, with their places in the list.
    by_place: Vec<(EntryAt, u32)>,
    /// What a saved trace calls the entries, in list order.
    #[cfg(feature = "serde")]
    saved: Vec<Called>,
}

/// What an entry is called.
#[cfg(feature = "serde")]
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub(crate) struct Called {
    pub(crate) id: String,
    pub(crate) name: String,
    /// What people see.
    pub(crate) label: String,
}

impl Listing {
    pub(crate) fn new(books: Arc<[Book]>, entries: Vec<EntryAt>) -> Self {
        let mut by_place: Vec<(EntryAt, u32)> = entries.iter().copied().zip(0..).collect();
        by_place.sort_unstable();
        Self {
            books,
            entries,
            by_place,
            #[cfg(feature = "serde")]
            saved: Vec::new(),
        }
    }

    /// The entries whose flag is set, by their places in the list.
    pub(crate) fn kept(&self, kept: &[bool]) -> Self {
        let chosen = self.entries.iter().zip(kept).filter(|(_, kept)| **kept).map(|(at, _)| *at);
        #[cfg_attr(not(feature = "serde"), expect(unused_mut, reason = "saved names are of that feature"))]
        let mut listing = Self::new(self.books.clone(), chosen.collect());
        #[cfg(feature = "serde")]
        {
            listing.saved =
                self.saved.iter().zip(kept).filter(|(_, kept)| **kept).map(|(name, _)| name.clone()).collect();
        }
        listing
    }

    #[cfg(feature = "serde")]
    pub(crate) fn saved(entries: Vec<(EntryAt, Called)>) -> Self {
        let (entries, saved) = entries.into_iter().unzip();
        Self { saved, ..Self::new(Arc::default(), entries) }
    }

    pub(crate) fn books(&self) -> &[Book] {
        &self.books
    }

    pub(crate) fn entries(&self) -> &[EntryAt] {
        &self.entries
    }

    /// Finds the place of an entry in the list.
    pub(crate) fn number(&self, at: EntryAt) -> Option<usize> {
        let found = self.by_place.binary_search_by_key(&at, |(place, _)| *place).ok()?;
        self.by_place.get(found).map(|(_, number)| *number as usize)
    }

    /// Gives what people see of an entry.
    pub(crate) fn label(&self, at: EntryAt) -> Option<Cow<'_, str>> {
        let entry = self.books.get(at.book).and_then(|book| book.entries.get(at.entry));
        entry.map(|entry| entry.label(at.entry)).or_else(|| self.saved_label(at))
    }

    #[cfg(not(feature = "serde"))]
    fn saved_label(&self, _: EntryAt) -> Option<Cow<'_, str>> {
        None
    }

    #[cfg(feature = "serde")]
    fn saved_label(&self, at: EntryAt) -> Option<Cow<'_, str>> {
        self.saved.get(self.number(at)?).map(|called| Cow::Borrowed(called.label.as_str()))
    }

    #[cfg(feature = "serde")]
    pub(crate) fn called(&self, at: EntryAt) -> Called {
        match self.books.get(at.book).and_then(|book| book.entries.get(at.entry)) {
            Some(entry) => {
                Called { id: entry.id.clone(), name: entry.name.clone(), label: entry.label(at.entry).into_owned() }
            }
            None => self.number(at).and_then(|number| self.saved.get(number)).cloned().unwrap_or_default(),
        }
    }
}
