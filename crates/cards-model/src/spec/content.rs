//! What a JSON file of this field can hold.

use crate::document::{Changes, Field, Settle, SpecSource, read_object};
use crate::json::{self, Pointer, Sink};
use crate::{Card, Form, Lorebook, Module, WorldInfo, agnai, novelai, prom, risu, v3};

/// What a file holds: a card, a lorebook, or a module.
///
/// ```
/// use cards_model::{Content, Document, Lorebook};
/// let document = Document::new(Content::Lorebook(Lorebook { name: Some("Saltmere".into()), ..Lorebook::default() }));
/// let Content::Lorebook(book) = &document.content else { panic!("no lorebook") };
/// assert_eq!(book.name.as_deref(), Some("Saltmere"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Content {
    /// A card.
    Card(Card),
    /// A module.
    Module(Module),
    /// A CCv3 lorebook in a file of its own.
    LorebookV3(v3::LorebookFile),
    /// A V2 or CCv3 lorebook without any wrapping.
    Lorebook(Lorebook),
    /// A Prom lorebook in a file of its own.
    PromBook(prom::Book),
    /// World info.
    WorldInfo(WorldInfo),
    /// A lorebook that RisuAI exported.
    RisuLorebook(risu::Export),
    /// A memory book of Agnaistic.
    AgnaiBook(agnai::Book),
    /// A lorebook of NovelAI.
    NovelAi(novelai::Lorebook),
}

/// A card of any spec, or of one.
impl<T: Into<Card>> From<T> for Content {
    fn from(card: T) -> Self {
        Self::Card(card.into())
    }
}

impl Content {
    /// The form that it has.
    #[must_use]
    pub fn form(&self) -> Form {
        match self {
            Self::Card(card) => card.form(),
            Self::Module(_) => Form::Module,
            Self::LorebookV3(_) => Form::LorebookV3,
            Self::Lorebook(_) => Form::Lorebook,
            Self::PromBook(_) => Form::PromBook,
            Self::WorldInfo(_) => Form::WorldInfo,
            Self::RisuLorebook(_) => Form::RisuLorebook,
            Self::AgnaiBook(_) => Form::AgnaiBook,
            Self::NovelAi(_) => Form::NovelAi,
        }
    }

    /// Reads a content of a known form.
    pub(crate) fn read<'a, S: SpecSource<'a>>(form: Form, reader: &mut S) -> Result<Self, json::Error> {
        Ok(match form {
            Form::V0 => Self::Card(Card::V0(Box::new(read_object(reader)?))),
            Form::V1 => Self::Card(Card::V1(Box::new(read_object(reader)?))),
            Form::V2 => Self::Card(Card::V2(Box::new(read_object(reader)?))),
            Form::V3 => Self::Card(Card::V3(Box::new(read_object(reader)?))),
            Form::V3L => Self::Card(Card::V3L(Box::new(read_object(reader)?))),
            Form::Prom => Self::Card(Card::Prom(Box::new(read_object(reader)?))),
            Form::Module => Self::Module(read_object(reader)?),
            Form::LorebookV3 => Self::LorebookV3(read_object(reader)?),
            Form::Lorebook => Self::Lorebook(read_object(reader)?),
            Form::PromBook => Self::PromBook(read_object(reader)?),
            Form::WorldInfo => Self::WorldInfo(read_object(reader)?),
            Form::RisuLorebook => Self::RisuLorebook(read_object(reader)?),
            Form::AgnaiBook => Self::AgnaiBook(read_object(reader)?),
            Form::NovelAi => Self::NovelAi(read_object(reader)?),
        })
    }

    /// Whether the content, or the character in it, was read from an older layout: a change to a part would put the
    /// whole into the final one.
    pub(crate) fn is_lifted(&self) -> bool {
        match self {
            Self::Card(Card::Prom(card)) => card.rest.whole().is_some() || card.data.rest.whole().is_some(),
            Self::PromBook(book) => book.rest.whole().is_some(),
            Self::Lorebook(book) => book.rest.whole().is_some(),
            _ => false,
        }
    }

    /// Mends what was oddly, as far as nothing is lost.
    pub(crate) fn settle(&mut self, wanted: Settle, changes: &mut Changes) {
        match self {
            Self::Card(Card::V0(card)) => card.settle(&Pointer::ROOT, wanted, changes),
            Self::Card(Card::V1(card)) => card.settle(&Pointer::ROOT, wanted, changes),
            Self::Card(Card::V2(card)) => card.settle(&Pointer::ROOT, wanted, changes),
            Self::Card(Card::V3(card)) => card.settle(&Pointer::ROOT, wanted, changes),
            Self::Card(Card::V3L(card)) => card.settle(&Pointer::ROOT, wanted, changes),
            Self::Card(Card::Prom(card)) => card.settle(&Pointer::ROOT, wanted, changes),
            Self::Module(module) => module.settle(&Pointer::ROOT, wanted, changes),
            Self::LorebookV3(file) => file.settle(&Pointer::ROOT, wanted, changes),
            Self::Lorebook(book) => book.settle(&Pointer::ROOT, wanted, changes),
            Self::PromBook(book) => book.settle(&Pointer::ROOT, wanted, changes),
            Self::WorldInfo(book) => book.settle(&Pointer::ROOT, wanted, changes),
            Self::RisuLorebook(book) => book.settle(&Pointer::ROOT, wanted, changes),
            Self::AgnaiBook(book) => book.settle(&Pointer::ROOT, wanted, changes),
            Self::NovelAi(book) => book.settle(&Pointer::ROOT, wanted, changes),
        }
    }

    /// Writes it.
    pub(crate) fn write(&self, out: &mut impl Sink) {
        match self {
            Self::Card(card) => card.write(out),
            Self::Module(module) => module.write(out),
            Self::LorebookV3(file) => file.write(out),
            Self::Lorebook(book) => book.write(out),
            Self::PromBook(book) => book.write(out),
            Self::WorldInfo(book) => book.write(out),
            Self::RisuLorebook(book) => book.write(out),
            Self::AgnaiBook(book) => book.write(out),
            Self::NovelAi(book) => book.write(out),
        }
    }
}

impl Card {
    /// Writes it.
    pub(crate) fn write(&self, out: &mut impl Sink) {
        match self {
            Self::V0(card) => card.write(out),
            Self::V1(card) => card.write(out),
            Self::V2(card) => card.write(out),
            Self::V3(card) => card.write(out),
            Self::V3L(card) => card.write(out),
            Self::Prom(card) => card.write(out),
        }
    }
}
