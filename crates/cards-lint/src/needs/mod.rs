//! What of a file works in one program alone: scripts, templates, macros of an extension. They are recognised by their
//! shape, named with place and program, and never run.
//!
//! De facto: SillyTavern 1.19.0; its extensions Tavern Helper 3 (JS-Slash-Runner), MagVarUpdate, ST-Prompt-Template 1.17
//! and LittleWhiteBox; RisuAI 904a14a.

mod extensions;
mod kind;
mod texts;

use std::ops::Range;

use cards_model::book::BookView;
use cards_model::{Content, Pointer};

pub(crate) use self::extensions::lookup;
pub use self::kind::NeedKind;
use crate::parts::{Text, taken_apart};

/// Something that a file needs, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Need {
    /// What it is, and of which program.
    pub kind: NeedKind,
    /// Where it is, in the order of the file; at most [`Need::PLACES`] of them.
    pub places: Vec<NeedPlace>,
    /// How many there are: scripts, or texts with such a thing in them.
    pub count: usize,
}

impl Need {
    /// The most places that are kept of one need; further ones are counted.
    pub const PLACES: usize = 100;
}

/// Where something that a file needs is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NeedPlace {
    /// The value.
    pub pointer: Pointer,
    /// The bytes of the text by which it was told; `None` where it is the value as a whole.
    pub span: Option<Range<usize>>,
    /// How many are there, such as scripts in a list.
    pub count: usize,
    /// The beginning of it on one line.
    pub excerpt: String,
}

/// Lists what a file needs, in the order of [`NeedKind::ALL`].
///
/// # Examples
/// ```
/// use cards_lint::{NeedKind, needs};
/// use cards_model::{Document, Limits};
///
/// let text = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria",
///     "description":"A bard. <% if (variables.met) { %>She knows you.<% } %>"}}"#;
/// let document = Document::read(text, &Limits::default())?;
/// let found = needs(&document.content);
/// assert_eq!(found[0].kind, NeedKind::EjsTemplates);
/// assert_eq!(found[0].places[0].pointer, "/data/description");
/// # Ok::<(), cards_model::Error>(())
/// ```
#[must_use]
pub fn needs(content: &Content) -> Vec<Need> {
    let (texts, book) = taken_apart(content);
    of_parts(content, &texts, book.as_ref())
}

/// The same of a document that was taken apart already.
pub(crate) fn of_parts(content: &Content, texts: &[Text<'_>], book: Option<&BookView<'_>>) -> Vec<Need> {
    let mut found = Found::default();
    texts::find(texts, &mut found);
    if let Some(book) = book {
        texts::find_in_entries(book, &mut found);
    }
    match content {
        Content::Card(card) => extensions::find(card, &mut found),
        Content::WorldInfo(world) => texts::find_in_world(world, &mut found),
        _ => {}
    }
    found.0.sort_by_key(|need| need.kind);
    found.0
}

/// The needs so far, one of each kind.
#[derive(Default)]
struct Found(Vec<Need>);

impl Found {
    fn add(&mut self, kind: NeedKind, place: NeedPlace) {
        let need = match self.0.iter_mut().position(|need| need.kind == kind) {
            Some(known) => self.0.get_mut(known),
            None => {
                self.0.push(Need { kind, places: Vec::new(), count: 0 });
                self.0.last_mut()
            }
        };
        let Some(need) = need else { return };
        need.count += place.count;
        if need.places.len() < Need::PLACES {
            need.places.push(place);
        }
    }
}
