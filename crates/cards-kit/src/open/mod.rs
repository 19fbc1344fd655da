//! A file of any container, opened.

pub(crate) mod options;

use cards_container::{Loaded, OpenFile, Source};
use cards_lint::{Facts, Options, Report};
use cards_model::{Asset, Card, Content, Document};

use crate::answer::{Compatibility, Inspection};
use crate::check;
use crate::compat::{CompatOptions, compat};
use crate::edit::Editor;
use crate::error::Error;
use crate::limits::Limits;
use crate::portrait;

pub use self::options::OpenOptions;

/// A file that was read, and stays open for its assets and other parts.
///
/// ```
/// let file = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria"}}"#;
/// let opened = cards_kit::open(file, &cards_kit::Limits::default())?;
/// assert_eq!((opened.content().form().id(), opened.loaded.kind.to_string().as_str()), ("v2", "JSON"));
/// # Ok::<(), cards_kit::Error>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Opened<'s> {
    /// The file.
    pub file: OpenFile<'s>,
    /// What it holds.
    pub loaded: Loaded,
    limits: Limits,
}

/// Opens a file of any container, which its content says, and reads the card, lorebook or module in it. Limits are options too:
/// `open(source, &limits)`.
///
/// # Errors
/// [`Error::Container`].
///
/// # Examples
/// ```
/// use cards_kit::{Limits, open};
/// let file = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria"}}"#;
/// let mut opened = open(&file[..], Limits::default())?;
/// assert_eq!(opened.card().map(|card| card.name()), Some("Aria"));
/// assert_eq!(opened.portrait(), None);
/// let mut editor = opened.edit();
/// assert_eq!(editor.get(&"name".parse()?)?.as_str(), Some("Aria"));
/// # Ok::<(), cards_kit::Error>(())
/// ```
pub fn open<'s>(source: impl Source + 's, options: impl Into<OpenOptions>) -> Result<Opened<'s>, Error> {
    let options = options.into();
    let mut file = options.open(source)?;
    let loaded = file.load()?;
    Ok(Opened { file, loaded, limits: options.limits })
}

impl<'s> Opened<'s> {
    /// Gives the card, if the file holds one.
    #[must_use]
    pub fn card(&self) -> Option<&Card> {
        self.loaded.document.card()
    }

    /// Gives the card for good; a caller that wants more of the file asks before.
    #[must_use]
    pub fn into_card(self) -> Option<Card> {
        self.loaded.document.into_card()
    }

    /// Gives the assets that the card lists; none where the file holds no card.
    #[must_use]
    pub fn assets(&self) -> Vec<Asset> {
        self.card().map(|card| card.assets().into_owned()).unwrap_or_default()
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
        portrait::read(&mut self.file.container, self.loaded.document.card())
    }

    /// Tells what is wrong with the file, as [`lint`](crate::lint()) does of one that is not open yet.
    ///
    /// ```
    /// let file = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","tags":"bard"}}"#;
    /// let report = cards_kit::open(file, cards_kit::Limits::default())?.lint(&Default::default());
    /// assert!(report.findings.iter().any(|finding| finding.id() == "wrong-type"));
    /// # Ok::<(), cards_kit::Error>(())
    /// ```
    pub fn lint(&mut self, options: &Options<'_>) -> Report {
        let facts = Facts::of(&mut self.file, &self.loaded);
        check::report(&self.loaded.document, &facts, options)
    }

    /// Tells what of the card is otherwise in another client.
    ///
    /// # Errors
    /// As [`compat`](crate::compat::compat).
    ///
    /// ```
    /// let file = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","first_mes":"It is {{time}}."}}"#;
    /// let found = cards_kit::open(file, cards_kit::Limits::default())?.compat(&Default::default())?;
    /// assert_eq!(found.differences[0].at, "/data/first_mes");
    /// # Ok::<(), cards_kit::Error>(())
    /// ```
    pub fn compat(&mut self, options: &CompatOptions) -> Result<Compatibility, Error> {
        let report = self.lint(&Options::default());
        compat(&self.loaded, &report, options)
    }

    /// Begins to change the card; to write, the editor takes the file again.
    #[must_use]
    pub fn edit(mut self) -> Editor {
        let facts = Facts::of(&mut self.file, &self.loaded);
        Editor::new(self.loaded.document, facts, &self.limits)
    }

    /// Tells what the file holds.
    #[must_use]
    pub fn answer(&self) -> Inspection {
        Inspection::from(&self.loaded)
    }
}
