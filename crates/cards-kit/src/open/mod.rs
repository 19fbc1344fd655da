//! A file of any container, opened.

pub(crate) mod options;

use std::borrow::Cow;

use cards_container::pack::{PackOptions, Packed, Target};
use cards_container::{FileKind, Finding, Loaded, OpenFile, Source};
use cards_lint::{Facts, Options, Report};
use cards_model::convert::Options as ConvertOptions;
use cards_model::id::SeededIds;
use cards_model::{Asset, Card, Content, Document, Form, Lorebook};

use crate::answer::Inspection;
use crate::check;
use crate::compat::{CompatOptions, Compatibility, compat};
use crate::convert::{Conversion, convert_document};
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
/// assert_eq!(editor.get("name")?.as_str(), Some("Aria"));
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

    /// Gives the lorebook: the file's own, or that of its card.
    ///
    /// ```
    /// let file = br#"{"entries":{"0":{"uid":0,"key":["bell"],"content":"It rings."}}}"#;
    /// let opened = cards_kit::open(&file[..], cards_kit::Limits::default())?;
    /// assert_eq!(opened.lorebook().map(|book| book.entries.len()), Some(1));
    /// # Ok::<(), cards_kit::Error>(())
    /// ```
    #[must_use]
    pub fn lorebook(&self) -> Option<Cow<'_, Lorebook>> {
        self.content().lorebook()
    }

    /// Gives what the file holds for good: a card, a lorebook, a module; a caller that wants more of the file asks before.
    #[must_use]
    pub fn into_content(self) -> Content {
        self.loaded.document.content
    }

    /// Gives the assets that the card lists; none where the file holds no card.
    #[must_use]
    pub fn assets(&self) -> Vec<Asset> {
        self.card().map(|card| card.assets().into_owned()).unwrap_or_default()
    }

    /// Gives the kind of the file.
    #[must_use]
    pub fn kind(&self) -> FileKind {
        self.loaded.kind
    }

    /// Gives what was odd about the file; what is odd about the card is in `document().findings()`, and all that is wrong in
    /// [`Opened::lint`].
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.loaded.findings
    }

    /// Gives the form of what the file holds.
    #[must_use]
    pub fn form(&self) -> Form {
        self.content().form()
    }

    /// Gives the lorebook that the file holds, or that its card has; `None` for a card without one.
    #[must_use]
    pub fn into_lorebook(self) -> Option<Lorebook> {
        self.lorebook().map(Cow::into_owned)
    }

    /// Gives what the file holds in another form. Ids that a module lacks are the same on every run;
    /// [`convert`](crate::convert()) takes others.
    ///
    /// # Errors
    /// Those of [`convert`](crate::convert()).
    ///
    /// ```
    /// let file = br#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"Aria","nickname":"Ri"}}"#;
    /// let opened = cards_kit::open(file, cards_kit::Limits::default())?;
    /// let made = opened.convert(cards_kit::Form::V2, &Default::default())?;
    /// assert_eq!(made.content.form(), cards_kit::Form::V2);
    /// assert!(made.loss.iter().any(|loss| loss.to_string().contains("nickname")));
    /// # Ok::<(), cards_kit::Error>(())
    /// ```
    pub fn convert(&self, to: Form, options: &ConvertOptions) -> Result<Conversion, Error> {
        let made = convert_document(self.document(), to, options, &mut SeededIds::new(0))?;
        Ok(Conversion { left_behind: self.file.container.beside_the_card(), ..made })
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

    /// Reads the bytes of an asset; `None` where they are on the net, or nowhere. The portrait of a picture is the picture itself.
    ///
    /// # Errors
    /// [`Error::Container`] where they are damaged or beyond a limit.
    ///
    /// ```
    /// let file = br#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"Aria","assets":[
    ///     {"type":"icon","name":"main","ext":"png","uri":"data:image/png;base64,AAEC"},
    ///     {"type":"background","name":"main","ext":"png","uri":"https://cards.example/dusk.png"}]}}"#;
    /// let mut opened = cards_kit::open(file, cards_kit::Limits::default())?;
    /// let assets = opened.assets();
    /// assert_eq!((opened.asset(&assets[0])?, opened.asset(&assets[1])?), (Some(vec![0, 1, 2]), None));
    /// # Ok::<(), cards_kit::Error>(())
    /// ```
    pub fn asset(&mut self, asset: &Asset) -> Result<Option<Vec<u8>>, Error> {
        let found = self.file.container.asset(asset)?;
        Ok(found.or_else(|| portrait::is_portrait(asset).then(|| self.portrait()).flatten()))
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

    /// Makes a file of another kind out of this one, with its picture and assets.
    ///
    /// # Errors
    /// [`Error::Container`], as [`pack`](cards_container::pack::pack).
    ///
    /// ```
    /// use cards_kit::{FileKind, Limits, PackOptions, Target, open};
    /// let file = br#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"Aria"}}"#;
    /// let charx = open(file, Limits::default())?.pack(Target::Charx, &PackOptions::default())?;
    /// assert_eq!(open(&charx.bytes[..], Limits::default())?.kind(), FileKind::Charx);
    /// # Ok::<(), cards_kit::Error>(())
    /// ```
    pub fn pack(&mut self, target: Target, options: &PackOptions) -> Result<Packed, Error> {
        Ok(Packed::of(&mut self.file.container, self.loaded.clone(), target, options)?)
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
