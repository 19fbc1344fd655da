//! Two edits of one card made one: the account before both, and what each side made of it.
//!
//! Members are merged one by one, lorebook entries by their ids or names, greetings, tags and keys as lists, and texts line by
//! line. What both sides changed in different ways is a [`Conflict`]: the result has our side's text, or both between marks,
//! and nothing of either side is lost without being named.

mod lists;
mod values;

use cards_json::{Json, Pointer};
use cards_model::Document;

use crate::answer;
use crate::error::Error;
use crate::limits::Limits;
use values::Merge;

/// A value that both sides changed, each in another way.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Conflict {
    /// Where it stands in our side, or would stand.
    pub pointer: Pointer,
    /// What it was; nothing where it was not there.
    pub base: Option<Json>,
    /// What our side made of it; nothing where it was taken out.
    pub ours: Option<Json>,
    /// What their side made of it; nothing where it was taken out.
    pub theirs: Option<Json>,
}

/// Choices for a merge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MergeOptions {
    /// Texts in conflict hold both sides between marks, as git writes them, instead of our side alone.
    pub mark: bool,
}

impl MergeOptions {
    /// The options with texts in conflict marked or not.
    #[must_use]
    pub fn with_mark(self, mark: bool) -> Self {
        Self { mark }
    }
}

/// Merges what their side made of a document into ours, and gives what could not be decided.
///
/// # Errors
/// [`Error::OtherForm`] for documents that are not all of one form; [`Error::Model`] where the result is none of it. Ours
/// stays as it was then.
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
    let form = ours.content.form();
    if let Some(other) = [base, theirs].into_iter().map(|one| one.content.form()).find(|other| *other != form) {
        return Err(Error::OtherForm { form, other });
    }
    let (base, theirs) = (base.content.to_json(), theirs.content.to_json());
    ours.edit_json(|ours| {
        let mut merge = Merge::new(options.mark, limits.compared_pairs);
        let merged = merge.value(&Pointer::ROOT, Some(&base), Some(ours), Some(&theirs));
        *ours = merged.unwrap_or_default();
        Ok((merge.conflicts, Vec::new()))
    })
}

impl From<&Conflict> for answer::Disagreement {
    fn from(conflict: &Conflict) -> Self {
        Self {
            pointer: conflict.pointer.to_string(),
            base: conflict.base.clone(),
            ours: conflict.ours.clone(),
            theirs: conflict.theirs.clone(),
        }
    }
}
