//! The card and the books of a session.

use std::sync::Arc;

use cards_container::{Limits, open};
use cards_lint::Need;
use cards_lore::{Book, BookKind};
use cards_model::{Card, Content, Document};
use cards_prompt::{NoGreeting, Opening};
use cards_words::{Message, Profile};

use crate::chat::Chat;
use crate::error::Error;

/// What takes part: the first card is the character; every lorebook and module fires, those of further cards too.
///
/// ```
/// use cards_kit::Cast;
/// let text = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","first_mes":"Hi, {{user}}!"}}"#;
/// let cast = Cast::read([("aria.json", text.as_bytes())])?;
/// assert_eq!(cast.card().map(|card| card.name()), Some("Aria"));
/// # Ok::<(), cards_kit::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cast {
    /// What the character is read from. Shared, as are the books: a turn holds it while the session changes, and the sessions of one
    /// cast are many.
    card: Option<Arc<Content>>,
    books: Vec<Part>,
}

/// A file of the cast.
#[derive(Clone, Debug)]
struct Part {
    content: Arc<Content>,
    /// The lorebook as the client reads it that exported the file.
    own: Option<(Profile, Arc<Book>)>,
    /// The name that the book has when it says none itself.
    name: String,
}

impl Cast {
    /// Makes a cast of one card.
    #[must_use]
    pub fn of(card: Card) -> Self {
        let mut cast = Self::default();
        cast.add(card, "");
        cast
    }

    /// Reads files of any container, each with the name that its book has when it says none itself.
    ///
    /// # Errors
    /// [`Error::File`] for the first one that cannot be read.
    pub fn read<'f>(files: impl IntoIterator<Item = (&'f str, &'f [u8])>) -> Result<Self, Error> {
        let mut cast = Self::default();
        for (name, bytes) in files {
            let loaded = open(bytes, Limits::default()).and_then(|mut file| file.load());
            let loaded = loaded.map_err(|source| Error::File { name: name.to_owned(), source })?;
            let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
            cast.add(loaded.document, stem);
        }
        Ok(cast)
    }

    /// Adds a card, lorebook or module, with the name that its book has when it says none itself.
    pub fn add(&mut self, document: impl Into<Document>, name: &str) {
        let document = document.into();
        let own = Book::exported(&document, BookKind::Global).map(|(client, book)| (client, Arc::new(book)));
        let content = Arc::new(document.content);
        if matches!(*content, Content::Card(_)) {
            self.card.get_or_insert_with(|| Arc::clone(&content));
        }
        self.books.push(Part { content, own, name: name.to_owned() });
    }

    /// Gives the character.
    #[must_use]
    pub fn card(&self) -> Option<&Card> {
        match self.card.as_deref()? {
            Content::Card(card) => Some(card),
            _ => None,
        }
    }

    /// Gives the text that opens an empty chat, its macros unexpanded; none without a card, and as [`Opening::text`] says.
    ///
    /// # Errors
    /// The card has no such greeting.
    pub fn opening(&self, opening: &Opening) -> Result<Option<&str>, NoGreeting> {
        self.card().map_or(Ok(None), |card| opening.text(card))
    }

    /// Adds what the user says to a chat, behind the greeting where nothing was said before.
    ///
    /// # Errors
    /// The card has no such greeting.
    pub fn say(&self, chat: &mut Chat, opening: &Opening, text: impl Into<String>) -> Result<(), NoGreeting> {
        if chat.messages.is_empty() {
            chat.messages.extend(self.opening(opening)?.map(|text| Message::assistant(text.to_owned())));
        }
        chat.say_as_user(text);
        Ok(())
    }

    /// The same character without a book: nothing of the card is copied.
    pub(crate) fn without_books(&self) -> Self {
        Self { card: self.card.clone(), books: Vec::new() }
    }

    /// Lists what card and books need that one program alone has, file by file.
    #[must_use]
    pub fn needs(&self) -> Vec<Need> {
        self.books.iter().flat_map(|part| cards_lint::needs(&part.content)).collect()
    }

    /// Reads the books as a profile reads them. Books that are no card's count as global ones.
    #[must_use]
    pub fn books(&self, profile: Profile) -> Vec<Book> {
        let books = self.books.iter().filter_map(|part| {
            let mut book = match &part.own {
                Some((client, own)) if *client == profile => Book::clone(own),
                _ => Book::from_content(&part.content, BookKind::Global, profile)?,
            };
            if book.name.is_empty() {
                book.name.clone_from(&part.name);
            }
            Some(book)
        });
        books.collect()
    }
}

impl From<Card> for Cast {
    fn from(card: Card) -> Self {
        Self::of(card)
    }
}
