//! One borrowed view of a lorebook and its entries, whatever layout they are written in.

use std::borrow::Cow;

use crate::document::Id;
use crate::json::{Json, Number, Object, Pointer};
use crate::spec::lorebook::{Entry, Lorebook, Position, titled};
use crate::{Card, Content, Module, WorldInfo, module, prom, worldinfo};

/// A lorebook in the layout of V2 and CCv3, of Prom, of world info or of a module, read under one set of names.
///
/// Nothing is copied and nothing is converted: the names are those of V2 and CCv3, and where a layout lacks a member the
/// answer says so. Other forms have layouts so different that they are converted first: [`Content::lorebook`].
///
/// ```
/// use cards_model::book::BookView;
/// use cards_model::{Document, Limits};
/// let world = r#"{"entries":{"7":{"uid":7,"key":["gate"],"content":"Shut at night.","disable":false}}}"#;
/// let document = Document::read(world, &Limits::default())?;
/// let book = BookView::of(&document.content).ok_or("no book")?;
/// let entry = book.entries.first().ok_or("no entry")?;
/// assert_eq!((entry.pointer.as_str(), entry.keys()), ("/entries/7", &["gate".to_owned()][..]));
/// assert!(entry.enabled());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BookView<'a> {
    /// Where the book is.
    pub pointer: Pointer,
    /// The entries, in the order of the book.
    pub entries: Vec<EntryView<'a>>,
    head: Head<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Head<'a> {
    Plain(&'a Lorebook),
    Prom(&'a prom::Book),
    World(&'a WorldInfo),
    Module(&'a Module),
}

/// An entry of any layout; see [`BookView`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EntryView<'a> {
    /// Where the entry is.
    pub pointer: Pointer,
    pub(super) source: Source<'a>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Source<'a> {
    Plain(&'a Entry),
    Prom(&'a prom::Entry),
    /// With the name of the member that the entry is.
    World(&'a str, &'a worldinfo::Entry),
    /// With its index, which is its order.
    Module(usize, &'a module::Entry),
}

/// Asks a book or an entry. Those of V2, CCv3 and Prom have the same names; the arms behind say the rest.
macro_rules! ask {
    ($of:ident, $value:expr, $one:ident => $plain:expr, $($pattern:pat => $other:expr),+ $(,)?) => {
        match $value {
            $of::Plain($one) => $plain,
            $of::Prom($one) => $plain,
            $($pattern => $other),+
        }
    };
}

impl<'a> BookView<'a> {
    /// Gives the book that a content is or holds; `None` where there is none, or one of another layout.
    #[must_use]
    pub fn of(content: &'a Content) -> Option<Self> {
        Some(match content {
            Content::Card(card) => return Self::of_card(card),
            Content::LorebookV3(file) => Self::plain(Pointer::from(["data"]), &file.data),
            Content::Lorebook(book) => Self::from(book),
            Content::PromBook(book) => Self::prom(Pointer::ROOT, book),
            Content::WorldInfo(world) => Self::from(world),
            Content::Module(module) => Self::from(module),
            _ => return None,
        })
    }

    /// Gives the book of a card.
    #[must_use]
    pub fn of_card(card: &'a Card) -> Option<Self> {
        let pointer = card.form().book_pointer()?;
        Some(match card {
            Card::V0(_) | Card::V1(_) => return None,
            Card::V2(card) => Self::plain(pointer, card.data.character_book.as_ref()?),
            Card::V3(card) => Self::plain(pointer, card.data.character_book.as_ref()?),
            Card::V3L(card) => Self::plain(pointer, card.data.character_book.as_ref()?),
            Card::Prom(card) => Self::prom(pointer, card.data.character_book.as_ref()?),
        })
    }

    fn plain(pointer: Pointer, book: &'a Lorebook) -> Self {
        let entries = numbered(&pointer, book.entries.iter().map(Source::Plain));
        Self { pointer, entries, head: Head::Plain(book) }
    }

    fn prom(pointer: Pointer, book: &'a prom::Book) -> Self {
        let entries = numbered(&pointer, book.entries.iter().map(Source::Prom));
        Self { pointer, entries, head: Head::Prom(book) }
    }

    /// The book in Prom's layout, where that is what it is written in.
    pub(crate) fn as_prom(&self) -> Option<&'a prom::Book> {
        match self.head {
            Head::Prom(book) => Some(book),
            _ => None,
        }
    }

    /// Gives the name for people; empty where there is none.
    #[must_use]
    pub fn name(&self) -> &'a str {
        ask! {
            Head, self.head,
            book => book.name.as_deref().unwrap_or_default(),
            Head::World(book) => book.name.as_deref().unwrap_or_default(),
            Head::Module(book) => &book.name,
        }
    }

    /// Gives the id of a module; empty for every other book.
    #[must_use]
    pub fn id(&self) -> &'a str {
        match self.head {
            Head::Module(module) => &module.module_id,
            _ => "",
        }
    }

    /// Gives what the book is about, for people; empty where it does not say.
    #[must_use]
    pub fn description(&self) -> &'a str {
        ask! {
            Head, self.head,
            book => book.description.as_deref().unwrap_or_default(),
            Head::World(_) => "",
            Head::Module(book) => &book.intro,
        }
    }

    /// Gives how many of the newest messages are searched for keys.
    #[must_use]
    pub fn scan_depth(&self) -> Option<&'a Number> {
        ask!(Head, self.head, book => book.scan_depth.as_ref(), _ => None)
    }

    /// Gives how many tokens the texts of the book may take in the prompt.
    #[must_use]
    pub fn token_budget(&self) -> Option<&'a Number> {
        ask!(Head, self.head, book => book.token_budget.as_ref(), _ => None)
    }

    /// Tells whether texts of fired entries are searched for keys as well.
    #[must_use]
    pub fn recursive_scanning(&self) -> Option<bool> {
        ask!(Head, self.head, book => book.recursive_scanning, _ => None)
    }

    /// Gives the data of applications, where the layout has a place for it.
    #[must_use]
    pub fn extensions(&self) -> Option<&'a Object> {
        match self.head {
            Head::Plain(book) => Some(&book.extensions),
            Head::Prom(book) => appdata(book.external.as_ref(), book.rest.unknown()),
            Head::World(_) | Head::Module(_) => None,
        }
    }

    /// Lists the members that neither the layout nor V2 and CCv3 name.
    pub fn unknown(&self) -> impl Iterator<Item = (&'a str, &'a Json)> + use<'a> {
        let members = ask! {
            Head, self.head,
            book => book.rest.unknown(),
            Head::World(book) => book.rest.unknown(),
            Head::Module(book) => book.rest.unknown(),
        };
        beyond::<Lorebook>(members)
    }
}

impl<'a> From<&'a Lorebook> for BookView<'a> {
    fn from(book: &'a Lorebook) -> Self {
        Self::plain(Pointer::ROOT, book)
    }
}

impl<'a> From<&'a WorldInfo> for BookView<'a> {
    fn from(world: &'a WorldInfo) -> Self {
        let list = Pointer::from(["entries"]);
        let entry = |(uid, entry): &'a (String, worldinfo::Entry)| EntryView {
            pointer: list.member(uid),
            source: Source::World(uid, entry),
        };
        Self { pointer: Pointer::ROOT, entries: world.entries.0.iter().map(entry).collect(), head: Head::World(world) }
    }
}

impl<'a> From<&'a Module> for BookView<'a> {
    fn from(module: &'a Module) -> Self {
        let sources = module.entries.iter().enumerate().map(|(index, entry)| Source::Module(index, entry));
        let entries = numbered(&Pointer::ROOT, sources);
        Self { pointer: Pointer::ROOT, entries, head: Head::Module(module) }
    }
}

/// The entries of a list.
fn numbered<'a>(book: &Pointer, sources: impl Iterator<Item = Source<'a>>) -> Vec<EntryView<'a>> {
    let list = book.member("entries");
    sources.enumerate().map(|(i, source)| EntryView { pointer: list.index(i), source }).collect()
}

/// The data of applications in Prom; an earlier draft has it where V2 does.
fn appdata<'a>(external: Option<&'a prom::External>, unknown: &'a Object) -> Option<&'a Object> {
    let draft = || unknown.get("extensions").and_then(Json::as_object);
    external.map(|external| &external.appdata).or_else(draft)
}

/// Members without those that a type names: Prom's draft has some of V2 as unknown ones.
fn beyond<T: crate::document::SpecObject>(members: &Object) -> impl Iterator<Item = (&str, &Json)> {
    members.iter().filter(|(name, _)| T::index_of(name).is_none())
}

impl<'a> EntryView<'a> {
    /// Gives the id as the card specs have one.
    #[must_use]
    pub fn id(&self) -> Option<&'a Id> {
        ask!(Source, self.source, entry => entry.id.as_ref(), _ => None)
    }

    /// Gives the id of any layout as a text; empty where there is none. World info falls back to the entry's key.
    #[must_use]
    pub fn id_text(&self) -> Cow<'a, str> {
        match self.source {
            Source::World(uid, entry) => {
                entry.uid.as_ref().map_or(Cow::Borrowed(uid), |uid| Cow::Owned(uid.to_string()))
            }
            Source::Module(_, entry) => Cow::Borrowed(&entry.entry_id),
            _ => self.id().map_or(Cow::Borrowed(""), |id| Cow::Owned(id.to_string())),
        }
    }

    /// Gives the name for people; empty where there is none. World info has the comment only.
    #[must_use]
    pub fn name(&self) -> &'a str {
        match self.source {
            Source::Plain(entry) => entry.name.as_deref().unwrap_or_default(),
            Source::Prom(entry) => &entry.name,
            Source::World(..) | Source::Module(..) => "",
        }
    }

    /// Gives the note for people, in world info the title; empty where there is none.
    #[must_use]
    pub fn comment(&self) -> &'a str {
        ask! {
            Source, self.source,
            entry => entry.comment.as_deref().unwrap_or_default(),
            Source::World(.., entry) => entry.comment.as_deref().unwrap_or_default(),
            _ => "",
        }
    }

    /// Gives what people see: the name, else the comment, else nothing.
    #[must_use]
    pub fn title(&self) -> &'a str {
        titled(self.name(), self.comment())
    }

    /// Gives the texts that fire the entry.
    #[must_use]
    pub fn keys(&self) -> &'a [String] {
        ask! {
            Source, self.source,
            entry => &entry.keys,
            Source::World(.., entry) => &entry.key,
            Source::Module(.., entry) => &entry.keys,
        }
    }

    /// Gives the texts of the second condition.
    #[must_use]
    pub fn secondary_keys(&self) -> &'a [String] {
        ask! {
            Source, self.source,
            entry => entry.secondary_keys.as_deref().unwrap_or_default(),
            Source::World(.., entry) => entry.keysecondary.as_deref().unwrap_or_default(),
            _ => &[],
        }
    }

    /// Gives the members that hold the keys and the secondary keys, by the names of the layout.
    #[must_use]
    pub fn key_lists(&self) -> [(&'static str, &'a [String]); 2] {
        let (keys, secondary) = match self.source {
            Source::World(..) => ("key", "keysecondary"),
            _ => ("keys", "secondary_keys"),
        };
        [(keys, self.keys()), (secondary, self.secondary_keys())]
    }

    /// Gives the text to insert, behind its decorators.
    #[must_use]
    pub fn content(&self) -> &'a str {
        ask! {
            Source, self.source,
            entry => &entry.content,
            Source::World(.., entry) => &entry.content,
            Source::Module(.., entry) => &entry.content,
        }
    }

    /// Tells whether the entry can fire at all.
    #[must_use]
    pub fn enabled(&self) -> bool {
        ask! {
            Source, self.source,
            entry => entry.enabled,
            Source::World(.., entry) => entry.disable != Some(true),
            _ => true,
        }
    }

    /// Tells whether the entry says itself that it is on or off, where SillyTavern takes silence for off.
    pub(crate) fn says_enabled(&self) -> bool {
        self.says("enabled")
    }

    /// Tells whether the entry says a member of the specs itself; true for those of other layouts, which have silences of their own.
    #[must_use]
    pub fn says(&self, member: &str) -> bool {
        match self.source {
            Source::Plain(entry) => entry.says(member),
            _ => true,
        }
    }

    /// Tells whether the entry fires without a key.
    #[must_use]
    pub fn constant(&self) -> bool {
        ask! {
            Source, self.source,
            entry => entry.constant == Some(true),
            Source::World(.., entry) => entry.constant == Some(true),
            _ => false,
        }
    }

    /// Tells whether the secondary keys count; world info, which says nothing, means that they do.
    #[must_use]
    pub fn selective(&self) -> Option<bool> {
        ask! {
            Source, self.source,
            entry => entry.selective,
            Source::World(.., entry) => Some(entry.selective != Some(false)),
            _ => None,
        }
    }

    /// Tells whether the keys are patterns. World info tells patterns by their slashes.
    #[must_use]
    pub fn use_regex(&self) -> Option<bool> {
        ask!(Source, self.source, entry => entry.use_regex, Source::World(..) => Some(false), _ => None)
    }

    /// Tells whether keys tell upper from lower case.
    #[must_use]
    pub fn case_sensitive(&self) -> Option<bool> {
        ask! {
            Source, self.source,
            entry => entry.case_sensitive,
            Source::World(.., entry) => entry.case_sensitive,
            _ => None,
        }
    }

    /// Gives the place among fired entries as it is written.
    #[must_use]
    pub fn insertion_order(&self) -> Option<&'a Number> {
        ask! {
            Source, self.source,
            entry => Some(&entry.insertion_order),
            Source::World(.., entry) => entry.order.as_ref(),
            _ => None,
        }
    }

    /// Gives the place among fired entries: 100 where world info says nothing, and in modules the place in the list.
    #[must_use]
    pub fn order(&self) -> f64 {
        match self.source {
            Source::Module(index, _) => index as f64,
            _ => self.insertion_order().map_or(100.0, Number::as_f64),
        }
    }

    /// Gives who leaves first when the token budget is short.
    #[must_use]
    pub fn priority(&self) -> Option<&'a Number> {
        ask!(Source, self.source, entry => entry.priority.as_ref(), _ => None)
    }

    /// Gives where the text goes, in the words of the card specs.
    #[must_use]
    pub fn position(&self) -> Option<&'a Position> {
        ask!(Source, self.source, entry => entry.position.as_ref(), _ => None)
    }

    /// Gives the data of applications, where the layout has a place for it.
    #[must_use]
    pub fn extensions(&self) -> Option<&'a Object> {
        match self.source {
            Source::Plain(entry) => Some(&entry.extensions),
            Source::Prom(entry) => appdata(entry.external.as_ref(), entry.rest.unknown()),
            Source::World(_, entry) => entry.extensions.as_ref(),
            Source::Module(..) => None,
        }
    }

    /// Gives where [`EntryView::extensions`] are in the document.
    ///
    /// ```
    /// use cards_model::{Card, book::BookView};
    /// let card: Card = r#"{"spec":"chara_card_v2","data":{"name":"Aria","character_book":{"entries":[{"extensions":{}}]}}}"#.parse()?;
    /// let book = BookView::of_card(&card).unwrap();
    /// assert_eq!(book.entries[0].extensions_pointer(), "/data/character_book/entries/0/extensions");
    /// # Ok::<(), cards_model::Error>(())
    /// ```
    #[must_use]
    pub fn extensions_pointer(&self) -> Pointer {
        match self.source {
            Source::Prom(entry) if entry.external.is_some() => self.pointer.member("external").member("appdata"),
            _ => self.pointer.member("extensions"),
        }
    }

    /// Lists the members that neither the layout nor V2 and CCv3 name.
    pub fn unknown(&self) -> impl Iterator<Item = (&'a str, &'a Json)> + use<'a> {
        let members = ask! {
            Source, self.source,
            entry => entry.rest.unknown(),
            Source::World(.., entry) => entry.rest.unknown(),
            Source::Module(.., entry) => entry.rest.unknown(),
        };
        beyond::<Entry>(members)
    }

    /// Whether the entry stands as an object, and not as something that one stands for.
    pub(crate) fn is_object(&self) -> bool {
        let whole = ask! {
            Source, self.source,
            entry => entry.rest.whole(),
            Source::World(.., entry) => entry.rest.whole(),
            Source::Module(.., entry) => entry.rest.whole(),
        };
        whole.is_none()
    }

    /// The place of the data of applications, with it, as the layout has one.
    pub(crate) fn extensions_at(&self) -> Option<(Pointer, &'a Object)> {
        Some(match self.source {
            Source::Plain(entry) => (self.pointer.member("extensions"), &entry.extensions),
            Source::Prom(entry) => in_prom(&self.pointer, entry.external.as_ref()?),
            Source::World(..) | Source::Module(..) => return None,
        })
    }
}

impl<'a> BookView<'a> {
    /// The place of the data of applications, with it, as the layout has one.
    pub(crate) fn extensions_at(&self) -> Option<(Pointer, &'a Object)> {
        Some(match self.head {
            Head::Plain(book) => (self.pointer.member("extensions"), &book.extensions),
            Head::Prom(book) => in_prom(&self.pointer, book.external.as_ref()?),
            Head::World(_) | Head::Module(_) => return None,
        })
    }
}

fn in_prom<'a>(pointer: &Pointer, external: &'a prom::External) -> (Pointer, &'a Object) {
    (pointer.member("external").member("appdata"), &external.appdata)
}
