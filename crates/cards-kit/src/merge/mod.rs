//! Two edits of one card made one: the account before both, and what each side made of it.
//!
//! Members are merged one by one, lorebook entries by their ids or names, greetings, tags and keys as lists, and texts line by
//! line. What both sides changed in different ways is a [`Conflict`]: the result has our side's text, or both between marks,
//! and nothing of either side is lost without being named. The picture, the texts beside it and the files of an archive are
//! merged by what their bytes are, each as a whole ([`merge_members`]).

mod lists;
mod members;
mod values;

use cards_json::{Json, Pointer};
use cards_model::convert::Options;
use cards_model::{Converted, Document, Form};
use cards_words::setters;

use crate::answer;
use crate::error::Error;
use crate::limits::Limits;
use values::Merge;

pub use members::{MergedMember, MergedMembers, merge_members};

/// A side of a merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Side {
    /// The edit that the other one is merged into.
    Ours,
    /// The other edit.
    Theirs,
}

cards_words::named! {
    Side: "side";
    Ours => "ours",
    Theirs => "theirs",
}

/// What the result has where both sides changed a thing in different ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Taken {
    /// What our side made of it.
    Ours,
    /// What their side made of it.
    Theirs,
    /// What both made of it: texts between marks, elements of lists one behind the other.
    Both,
}

cards_words::named! {
    Taken: "side";
    Ours => "ours",
    Theirs => "theirs",
    Both => "both",
}

impl From<Side> for Taken {
    fn from(side: Side) -> Self {
        match side {
            Side::Ours => Self::Ours,
            Side::Theirs => Self::Theirs,
        }
    }
}

/// A value that both sides changed, each in another way.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Conflict {
    /// Where it is in our side, or would stand.
    pub pointer: Pointer,
    /// What it was; nothing where it was not there.
    pub base: Option<Json>,
    /// What our side made of it; nothing where it was taken out.
    pub ours: Option<Json>,
    /// What their side made of it; nothing where it was taken out.
    pub theirs: Option<Json>,
    /// Which of them the result has.
    pub taken: Taken,
}

/// Choices for a merge.
///
/// ```
/// use cards_kit::merge::{MergeOptions, Side, merge};
/// let card = |name| format!(r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"{name}"}}}}"#).parse::<cards_kit::Document>();
/// let (base, mut ours, theirs) = (card("Aria")?, card("Mira")?, card("Wick")?);
/// let options = MergeOptions::default().with_side(Some(Side::Theirs));
/// let conflicts = merge(&base, &mut ours, &theirs, &options, &Default::default())?;
/// assert_eq!(conflicts.len(), 1);
/// assert_eq!(ours.card().map(|card| card.name()), Some("Wick"));
/// # Ok::<(), cards_kit::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MergeOptions {
    /// Texts in conflict hold both sides between marks, as git writes them, instead of our side alone.
    pub mark: bool,
    /// The side that counts where both changed a thing in different ways, a removal included. Without one our side counts, but
    /// what only one side took out stays.
    pub side: Option<Side>,
}

setters! {
    MergeOptions:
    /// The options with texts in conflict marked or not.
    with_mark(mark: bool) = mark;
    /// The options with a side that counts in conflicts.
    with_side(side: Option<Side>) = side;
}

/// Merges what their side made of a document into ours, and gives what could not be decided.
///
/// A base or their side of another form is read in the form of ours, both on the same way, so that what a form has no place for
/// is no edit of theirs.
///
/// # Errors
/// [`Error::OtherForm`] for documents of which one is a card and another none; [`Error::NotCarried`] where their side says
/// anew what the form of ours has no place for; [`Error::Model`] where the result is none of its form. Ours stays as it was then.
///
/// # Examples
/// ```
/// use cards_kit::merge::merge;
/// use cards_model::{Document, Limits};
/// let read = |name: &str, tag: &str| {
///     let text = format!(r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"{name}","tags":["{tag}"]}}}}"#);
///     Document::read(text, &Limits::default())
/// };
/// let (base, mut ours, theirs) = (read("A", "x")?, read("B", "x")?, read("A", "y")?);
/// assert!(merge(&base, &mut ours, &theirs, &Default::default(), &Default::default())?.is_empty());
/// assert_eq!(ours.content, read("B", "y")?.content);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn merge(
    base: &Document,
    ours: &mut Document,
    theirs: &Document,
    options: &MergeOptions,
    limits: &Limits,
) -> Result<Vec<Conflict>, Error> {
    let (base, theirs) = in_form(ours.content.form(), base, theirs)?;
    ours.edit_json(|ours| {
        let mut merge = Merge::new(*options, limits.compared_pairs);
        let merged = merge.value(&Pointer::ROOT, Some(&base), Some(ours), Some(&theirs));
        *ours = merged.unwrap_or_default();
        Ok((merge.conflicts, Vec::new()))
    })
}

/// The base and their side in the form of ours. What was in the base alone goes the way of their side, or it would look as if
/// they had taken it out.
fn in_form(form: Form, base: &Document, theirs: &Document) -> Result<(Json, Json), Error> {
    let as_form = |document: Document, to: Form| {
        let from = document.content.form();
        if from == to {
            return Ok(Converted { value: document, loss: Vec::new() });
        }
        document.into_form(to, &Options::default()).map_err(|error| match error {
            cards_model::Error::NoConversion { .. } => Error::OtherForm { form: to, other: from },
            other => Error::Model(other),
        })
    };
    let other = theirs.content.form();
    let before = as_form(base.clone(), other)?.value;
    let after = as_form(theirs.clone(), form)?;
    let (old, new) = (before.content.to_json(), theirs.content.to_json());
    let lost: Vec<Pointer> =
        after.loss.into_iter().map(|loss| loss.pointer).filter(|at| old.at(at) != new.at(at)).collect();
    if !lost.is_empty() {
        return Err(Error::NotCarried { form, other, lost });
    }
    let base = as_form(before, form)?.value;
    Ok((base.content.to_json(), after.value.content.to_json()))
}

impl From<&Conflict> for answer::Disagreement {
    fn from(conflict: &Conflict) -> Self {
        Self {
            pointer: conflict.pointer.to_string(),
            base: conflict.base.clone(),
            ours: conflict.ours.clone(),
            theirs: conflict.theirs.clone(),
            taken: conflict.taken.as_str(),
        }
    }
}
