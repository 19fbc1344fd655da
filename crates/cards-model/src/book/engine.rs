//! A conversion there, back, and through a stash: the same for a whole card and for a book alone.
//!
//! What a conversion loses is not guessed from tables: the result is converted back, and whatever does not come back as
//! it was is the loss. Where a thing says itself what the target lacks, a test holds that against the comparison. The same
//! difference, kept as a stash, turns the way back into the exact original.

use super::any::AnyBook;
use super::entries::Entries;
use crate::json::{Json, Pointer};
use crate::stash::kept::Kept;
use crate::stash::patch::{self, Patch};
use crate::stash::report::{losses, superseded};
use crate::stash::{Options, Stash};
use crate::{Converted, Form, Loss, LossReason};

/// What converts: a card of some spec, or a book in the layout of one.
pub(crate) trait Convertible: Clone {
    /// Whether a stash is put even when nothing is in it and no entry has one: it says where the thing came from, and so
    /// where a longer way leads back to.
    const ALWAYS_SAYS_WHENCE: bool;

    /// The form that it has.
    fn form(&self) -> Form;

    /// The thing as plain JSON.
    fn json(&self) -> Json;

    /// The thing of a form from plain JSON.
    fn of_json(form: Form, json: &Json) -> Self;

    /// The thing as another form has it, whatever is lost by that. `richer` asks for what the options add on the way up.
    fn written(self, target: Form, options: &Options, richer: bool) -> Self;

    /// What another form lacks of it beside the entries of its book, where that is known without a way there and back; for the
    /// default options, and without a stash.
    fn lacking(&self, _target: Form) -> Option<Vec<Loss>> {
        None
    }

    /// The member that its stash is, whatever that holds.
    fn stash(&self) -> Option<&Json>;

    /// Takes the stash out.
    fn take_kept(&mut self) -> Option<Kept>;

    /// Puts a stash in.
    fn put_kept(&mut self, kept: Kept);

    /// Where a stash is in a thing of a form.
    fn stash_at(form: Form) -> Pointer;

    /// Where the entries of the book are.
    fn entries_at() -> Pointer;

    /// Whether it is in the layout of a draft and is written so until an edit.
    fn is_draft(&self) -> bool;

    /// Takes the entries of the book out; `None` where there is no book, or one whose entries are no list and have to be
    /// seen as a whole.
    fn take_entries(&mut self) -> Option<Entries>;

    /// Puts the entries into the book.
    fn put_entries(&mut self, entries: Entries);

    /// Names the members at the root that are copies of those in `data`, and say the same.
    fn copies(&self) -> Vec<String> {
        Vec::new()
    }

    /// Brings copies at the root in step with `data`.
    fn follow(&mut self, _copies: &[String]) {}

    /// Takes the whole book out, for a form that has none.
    fn take_book(&mut self) -> Option<AnyBook>;

    /// Why a value of a form does not come back from another one at all.
    fn why_gone(_from: Form, _to: Form, _at: &Pointer, _value: &Json) -> LossReason {
        LossReason::NoField
    }
}

/// Converts to another form.
pub(crate) fn convert<T: Convertible>(thing: T, target: Form, options: &Options) -> Converted<T> {
    through_stash(thing, target, options, merged)
}

/// A way to convert a thing with a stash of a richer spec.
type Merge<T> = fn(&T, Form, &Options) -> Option<Converted<T>>;

fn through_stash<T: Convertible>(thing: T, target: Form, options: &Options, merge: Merge<T>) -> Converted<T> {
    let from = thing.stash().and_then(Kept::origin);
    if thing.form() == target {
        // Another program's form, read as this one, may have kept aside what it had no place for.
        return if from == Some(target) {
            restore(thing, options)
        } else {
            Converted { value: thing, loss: Vec::new() }
        };
    }
    match from {
        Some(_) if thing.stash().is_some_and(|stash| Kept::leads_to(stash, target, T::stash_at)) => {
            let Converted { value, mut loss } = restore(thing, options);
            let further = through_stash(value, target, options, merge);
            loss.extend(further.loss);
            Converted { value: further.value, loss }
        }
        Some(from) if is_richer(from, thing.form()) || is_richer(from, target) => {
            merge(&thing, target, options).unwrap_or_else(|| forward(thing, target, options))
        }
        _ => forward(thing, target, options),
    }
}

/// Whether a form can hold all that another one can.
fn is_richer(form: Form, than: Form) -> bool {
    matches!(
        (form, than),
        (Form::V1 | Form::V2 | Form::V3, Form::V0) | (Form::V2 | Form::V3, Form::V1) | (Form::V3, Form::V2)
    )
}

/// Converts what a thing was before an earlier conversion, so that the target gets to see all of it. `None` when the
/// thing itself would not come back that way, as happens when its stash does not fit it any more.
fn merged<T: Convertible>(thing: &T, target: Form, options: &Options) -> Option<Converted<T>> {
    let there = merged_unseen(thing, target, options)?;
    if options.stash.goes_into(target) {
        let back = through_stash(there.value.clone(), thing.form(), options, merged_unseen).value;
        if patch::hash(&back.json()) != patch::hash(&thing.json()) {
            return None;
        }
    }
    Some(there)
}

fn merged_unseen<T: Convertible>(thing: &T, target: Form, options: &Options) -> Option<Converted<T>> {
    let Converted { value, mut loss } = restore(thing.clone(), options);
    let there = through_stash(value, target, options, merged_unseen);
    loss.extend(there.loss);
    Some(Converted { value: there.value, loss })
}

/// Converts a thing, whatever stash it has.
fn forward<T: Convertible>(mut thing: T, target: Form, options: &Options) -> Converted<T> {
    let from = thing.form();
    let stashing = options.stash.goes_into(target);
    let plain = options.clone().with_stash(Stash::Off) == Options::default();
    if plain
        && !stashing
        && let Some(mut loss) = thing.lacking(target)
    {
        let entries = thing.take_entries();
        let mut value = thing.written(target, options, true);
        put_turned(&mut value, entries, &mut loss, from, target, options);
        return Converted { value, loss };
    }
    // What is in the layout of a draft keeps that only while nothing is taken from it.
    let whole = thing.is_draft();
    let entries = if has_book(target) && !whole { thing.take_entries() } else { None };
    let book = if has_book(target) || whole { None } else { thing.take_book() };
    let original = thing.json();
    let copies = if stashing { thing.copies() } else { Vec::new() };
    let usual = (stashing && !plain).then(|| there_and_back(&thing, target));
    let mut value = thing.written(target, options, true);
    if stashing {
        value.take_kept();
    }
    let shell = if usual.is_some() { value.json() } else { Json::Null };
    let regained = there_and_back(&value, from);
    let mut patch = Patch::between(&original, &regained);
    let mut loss = still_lost(lost::<T>(&patch, from, target), &original, &value);
    patch = patch.condensed(&original, &regained);
    if let Some(book) = book {
        book.account_for(&mut loss, stashing.then_some(&mut patch));
    }
    let entries_stashed = put_turned(&mut value, entries, &mut loss, from, target, options);
    // Where it is absent, nobody looks for the stashes of the entries.
    if stashing && (T::ALWAYS_SAYS_WHENCE || entries_stashed || !patch.is_empty()) {
        let made = usual.map(|usual| Patch::between(&shell, &usual).hashes()).unwrap_or_default();
        value.put_kept(Kept { made, copies, ..Kept::new(from, patch) });
    }
    Converted { value, loss }
}

/// Converts entries and puts them in; whether any of them has a stash now.
fn put_turned<T: Convertible>(
    value: &mut T,
    entries: Option<Entries>,
    loss: &mut Vec<Loss>,
    from: Form,
    target: Form,
    options: &Options,
) -> bool {
    let Some(entries) = entries else { return false };
    let turned = entries.turn(&T::entries_at(), from, target, options);
    loss.extend(turned.loss);
    value.put_entries(turned.value);
    turned.stashed
}

/// Makes a thing again what it was before an earlier conversion, with the edits made since; one without a stash stays as it
/// is.
fn restore<T: Convertible>(mut thing: T, options: &Options) -> Converted<T> {
    let Some(kept) = thing.take_kept() else { return Converted { value: thing, loss: Vec::new() } };
    let (form, target) = (thing.form(), kept.from);
    // Entries that were no list, or in a draft, went along as a whole, and come back as a whole.
    let listed = !kept.patch.changes(&T::entries_at());
    let entries = if has_book(target) && listed { thing.take_entries() } else { None };
    let source = thing.json();
    let copies = thing.copies();
    let mut json = thing.written(target, &Options::default(), false).json();
    let dropped = kept.patch.apply(&mut json);
    let mut value = T::of_json(target, &json);
    let mut loss: Vec<_> = superseded(dropped, &Pointer::ROOT);

    // What was added since may have no place here either.
    // Of the entries, a form without a book would get nothing, so that they need not be copied to see what it gets.
    let unseen = if has_book(form) || value.is_draft() { None } else { value.take_entries() };
    let mut again = value.clone();
    again.take_kept();
    if let Some(entries) = unseen {
        value.put_entries(entries);
    }
    let regained = there_and_back(&again, form);
    let mut patch = Patch::between(&source, &regained);
    patch.forget(&kept.made);
    loss.extend(lost::<T>(&patch, form, target));
    patch = patch.condensed(&source, &regained);
    let mut entries_stashed = false;
    if let Some(entries) = entries {
        let turned = entries.restore(&T::entries_at(), form, target, options);
        entries_stashed = turned.stashed;
        loss.extend(turned.loss);
        match json.at_mut(&T::entries_at()) {
            // A draft keeps its layout only as it was read, so it is read once more with its entries.
            Some(place) if value.is_draft() => {
                *place = turned.value.into_json();
                value = T::of_json(target, &json);
            }
            _ => value.put_entries(turned.value),
        }
    }
    let worth = patch.holds_values() || entries_stashed;
    if worth && options.stash.goes_into(target) && value.stash().and_then(Kept::origin).is_none() {
        value.put_kept(Kept { copies, ..Kept::new(form, patch) });
    }
    // A copy of a text that was edited is no loss.
    value.follow(&kept.copies);
    Converted { value, loss }
}

/// What a converted thing is in the form that it came from, without the help of a stash.
///
/// This is always done with the default options, since the way back does not know those of the way there.
fn there_and_back<T: Convertible>(thing: &T, from: Form) -> Json {
    thing.clone().written(from, &Options::default(), false).json()
}

fn has_book(form: Form) -> bool {
    matches!(form, Form::V2 | Form::V3 | Form::V3L | Form::Prom)
}

fn lost<T: Convertible>(patch: &Patch, from: Form, to: Form) -> Vec<Loss> {
    losses(patch, &Pointer::ROOT, |at, value| T::why_gone(from, to, at, value))
}

/// The losses without those of members that are in the result as they were, though they would not come back from
/// there: the greetings of a V3 layout that a V3L file had, say.
fn still_lost<T: Convertible>(mut loss: Vec<Loss>, original: &Json, value: &T) -> Vec<Loss> {
    if !loss.is_empty() {
        let now = value.json();
        let places = loss.iter().map(|loss| loss.pointer.clone()).collect();
        let mut standing = patch::Standing::of(places);
        standing.compare(original, &now);
        loss.retain(|loss| !standing.found(&loss.pointer));
        // What was read as another kind of value is in the result, as that.
        for loss in loss.iter_mut().filter(|loss| loss.reason == LossReason::Unrepresentable) {
            if now.at(&loss.pointer).is_some_and(says_something) {
                loss.reason = LossReason::Reshaped;
            }
        }
    }
    loss
}

/// Whether a value is not what a member without one is written as.
fn says_something(json: &Json) -> bool {
    match json {
        Json::Null | Json::Bool(false) => false,
        Json::String(text) => !text.is_empty(),
        Json::Array(items) => !items.is_empty(),
        Json::Object(members) => !members.is_empty(),
        Json::Bool(true) | Json::Number(_) => true,
    }
}
