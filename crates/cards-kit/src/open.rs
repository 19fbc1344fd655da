//! A file of any container, opened.

use cards_container::{Container, Loaded, Source, load_opened};
use cards_model::{Card, Content, Document};

use crate::answer::Inspection;
use crate::error::Error;
use crate::limits::Limits;
use crate::portrait;

/// A file that was read, and stays open for its assets and other parts.
#[derive(Debug)]
#[non_exhaustive]
pub struct Opened<'s> {
    /// The file.
    pub container: Container<'s>,
    /// What it holds.
    pub loaded: Loaded,
}

/// Reads a card, lorebook or module out of a file of any container, told by content.
///
/// # Errors
/// [`Error::Container`].
///
/// # Examples
/// ```
/// let file = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria"}}"#;
/// let mut opened = cards_kit::open(file, &Default::default())?;
/// assert_eq!(opened.card().map(|card| card.name()), Some("Aria"));
/// assert_eq!(opened.portrait(), None);
/// # Ok::<(), cards_kit::Error>(())
/// ```
pub fn open<'s>(source: impl Source + 's, limits: &Limits) -> Result<Opened<'s>, Error> {
    let mut container = cards_container::open(source, &limits.files)?;
    let loaded = load_opened(&mut container, &limits.files)?;
    Ok(Opened { container, loaded })
}

impl<'s> Opened<'s> {
    /// Gives the card, if the file holds one.
    #[must_use]
    pub fn card(&self) -> Option<&Card> {
        self.loaded.document.card()
    }

    /// Gives what the file holds.
    #[must_use]
    pub fn content(&self) -> &Content {
        &self.loaded.document.content
    }

    /// Gives the document, which keeps the bytes that it was read from.
    #[must_use]
    pub fn document(&self) -> &Document {
        &self.loaded.document
    }

    /// Reads the picture of the card, or of the file where the card has none.
    pub fn portrait(&mut self) -> Option<Vec<u8>> {
        portrait::read(&mut self.container, self.loaded.document.card())
    }

    /// Tells what the file holds.
    #[must_use]
    pub fn answer(&self) -> Inspection {
        Inspection::from(&self.loaded)
    }
}
