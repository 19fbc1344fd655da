//! What a form of books could not hold, kept beside the book and its entries for the way back.
//!
//! The layouts of the card specs have it where cards have it, among the data of applications. The other forms have it
//! in a member of the same name, at the root of the book and of each entry.

use std::borrow::Cow;

use super::losses::Losses;
use crate::document::{Field, SpecObject, from_json, to_json};
use crate::json::{Json, Object, Pointer};
use crate::stash::kept::Kept;
use crate::stash::patch::Patch;
use crate::stash::{ORIGIN_KEY, STASH_KEY};
use crate::{Form, Lorebook, lorebook};

/// The members that a stash has; other data under the key is left alone.
const MEMBERS: [&str; 7] = ["v", "from", "fields", "orig", "order", "made", "copies"];

/// Takes a stash out of the data of applications.
pub(super) fn take(place: &mut Object) -> Option<Kept> {
    let kept = Kept::of(place)?;
    if let Some(Json::Object(members)) = place.get_mut(STASH_KEY) {
        MEMBERS.iter().for_each(|name| {
            members.remove(name);
        });
        if members.is_empty() {
            place.remove(STASH_KEY);
        }
    }
    Some(kept)
}

/// Puts a stash among the data of applications, beside what else is under its key.
pub(super) fn put(place: &mut Object, kept: Kept) {
    match (place.get_mut(STASH_KEY), kept.into_json()) {
        (Some(Json::Object(members)), Json::Object(stash)) => {
            for (name, value) in stash {
                members.insert(name, value);
            }
        }
        (Some(_), _) => {}
        (None, stash) => {
            place.insert(STASH_KEY, stash);
        }
    }
}

/// A lorebook without its entries.
pub(super) fn head(book: &Lorebook) -> Lorebook {
    Lorebook {
        name: book.name.clone(),
        description: book.description.clone(),
        scan_depth: book.scan_depth.clone(),
        token_budget: book.token_budget.clone(),
        recursive_scanning: book.recursive_scanning,
        extensions: book.extensions.clone(),
        entries: Vec::new(),
        rest: book.rest.clone(),
    }
}

/// Keeps beside a converted object what does not come back from it.
pub(super) fn keep<S: SpecObject + Field, T: SpecObject>(source: &S, regained: &S, made: &mut T) {
    let (original, regained) = (to_json(source), to_json(regained));
    let patch = Patch::between(&original, &regained).condensed(&original, &regained);
    if !patch.is_empty() && !is_kept(made) {
        let kept = Kept::new(Form::V3, patch);
        made.rest_mut().insert(STASH_KEY, kept.into_json());
    }
}

/// Whether an earlier conversion kept something beside an object.
pub(super) fn is_kept<T: SpecObject>(made: &T) -> bool {
    made.rest().unknown().get(STASH_KEY).is_some()
}

/// Converts an object back, with what an earlier conversion kept beside it.
pub(super) fn restored<S, T>(made: &T, at: &Pointer, losses: &mut Losses, back: impl FnOnce(&T, &mut Losses) -> S) -> S
where
    S: SpecObject + Field + Default,
    T: SpecObject + Clone,
{
    let Some(kept) = Kept::of(made.rest().unknown()) else {
        return back(made, losses);
    };
    let mut bare = made.clone();
    bare.rest_mut().remove(STASH_KEY);
    let mut json = to_json(&back(&bare, losses));
    losses.superseded(at, kept.patch.apply(&mut json));
    from_json(&json).unwrap_or_default()
}

/// The name that an origin has for the form of its book.
fn origin_name(form: Form) -> Option<&'static str> {
    match form {
        Form::Module => Some("module"),
        form => form.client().map(|client| client.origin),
    }
}

/// Keeps among the data of applications how a part of a book was in another program's file, unless the way back gives
/// `again` the same.
pub(super) fn keep_origin<T: SpecObject + Field>(extensions: &mut Object, form: Form, stood: &T, again: &T) {
    let stood = to_json(stood);
    if stood != to_json(again)
        && let Some(name) = origin_name(form)
    {
        let origin: Object = [("form", Json::from(name)), ("stood", stood)].into_iter().collect();
        extensions.insert(ORIGIN_KEY, origin);
    }
}

/// Takes out how a part of a book was in a file of this form.
pub(super) fn take_origin(extensions: &mut Object, form: Form) -> Option<Json> {
    let origin = extensions.get(ORIGIN_KEY)?;
    let of_form = origin.get("form")?.as_str() == origin_name(form);
    let stood = of_form.then(|| origin.get("stood").cloned())??;
    extensions.remove(ORIGIN_KEY);
    Some(stood)
}

/// An entry and how it was in a file of this form, one without the other.
pub(super) fn parted(entry: &lorebook::Entry, form: Form) -> (Cow<'_, lorebook::Entry>, Option<Json>) {
    if entry.extensions.get(ORIGIN_KEY).is_none() {
        return (Cow::Borrowed(entry), None);
    }
    let mut entry = entry.clone();
    let stood = take_origin(&mut entry.extensions, form);
    (Cow::Owned(entry), stood)
}

/// What was made for another program with what its own file said, where the content is still as it was read from there.
/// `remade` writes again what that file held.
pub(super) fn with_origin<T: SpecObject + Field>(made: T, stood: Option<Json>, remade: impl Fn(&T) -> T) -> T {
    let Some((stood, typed)) = stood.and_then(|stood| from_json::<T>(&stood).map(|typed| (stood, typed))) else {
        return made;
    };
    let unedited = to_json(&remade(&typed));
    let mut json = to_json(&made);
    // What was edited since is no loss of this conversion.
    let _ = Patch::between(&stood, &unedited).condensed(&stood, &unedited).apply(&mut json);
    from_json(&json).unwrap_or(made)
}
