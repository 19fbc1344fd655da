//! Collects what a conversion leaves behind.

use crate::document::{Field, SpecObject, to_json};
use crate::json::{Json, Number, Object, Pointer};
use crate::spec::lorebook::Lorebook;
use crate::stash::patch::Dropped;
use crate::terms::loss::{Converted, Loss, LossReason};

/// The losses of one conversion, in the order in which they are found.
#[derive(Default)]
pub(super) struct Losses(Vec<Loss>);

impl Losses {
    /// The value with its report.
    pub(super) fn with<T>(self, value: T) -> Converted<T> {
        Converted { value, loss: self.0 }
    }

    /// Reports a value.
    pub(super) fn value<T: Field>(&mut self, at: &Pointer, name: &str, reason: LossReason, value: &T) {
        self.json(at, name, reason, &to_json(value));
    }

    /// Reports an optional value that is set.
    pub(super) fn set<T: Field>(&mut self, at: &Pointer, name: &str, reason: LossReason, value: &Option<T>) {
        if let Some(value) = value {
            self.value(at, name, reason, value);
        }
    }

    /// Reports an optional text that has something in it.
    pub(super) fn text(&mut self, at: &Pointer, name: &str, value: Option<&str>) {
        if let Some(text) = value.filter(|text| !text.is_empty()) {
            self.json(at, name, LossReason::NoField, &text.into());
        }
    }

    /// Reports an object that has members.
    pub(super) fn members(&mut self, at: &Pointer, name: &str, value: &Object) {
        if !value.is_empty() {
            self.json(at, name, LossReason::NoField, &value.clone().into());
        }
    }

    /// Reports what a lorebook says of itself beside its name, for programs that have settings of their own.
    pub(super) fn settings(&mut self, book: &Lorebook) {
        let at = &Pointer::ROOT;
        self.text(at, "description", book.description.as_deref());
        self.set(at, "scan_depth", LossReason::NoField, &book.scan_depth);
        self.set(at, "token_budget", LossReason::NoField, &book.token_budget);
        self.set(at, "recursive_scanning", LossReason::NoField, &book.recursive_scanning);
        self.members(at, "extensions", &book.extensions);
    }

    /// Reports a JSON value.
    pub(super) fn json(&mut self, at: &Pointer, name: &str, reason: LossReason, value: &Json) {
        self.0.push(Loss::new(at.member(name), reason, value));
    }

    /// Reports members of a wrong type that nothing could be made of.
    pub(super) fn unread<T: SpecObject>(&mut self, at: &Pointer, object: &T) {
        for (index, original) in object.rest().originals() {
            if *original != Json::Null
                && object.is_absent(*index)
                && let Some(name) = T::NAMES.get(usize::from(*index))
            {
                self.json(at, name, LossReason::Unrepresentable, original);
            }
        }
    }

    /// Reports the members that the source's spec does not name.
    pub(super) fn unknown<T: SpecObject>(&mut self, at: &Pointer, object: &T) {
        self.unread(at, object);
        for (name, value) in object.rest().unknown().iter() {
            self.json(at, name, LossReason::NoField, value);
        }
    }

    /// Takes the members that the source's spec does not name along; one that would get a meaning in the target stays.
    pub(super) fn carry<S: SpecObject, T: SpecObject>(&mut self, at: &Pointer, source: &S, target: &mut T) {
        self.unread(at, source);
        for (name, value) in source.rest().unknown().iter() {
            if T::index_of(name).is_some() || target.rest().unknown().get(name).is_some() {
                self.json(at, name, LossReason::Shadowed, value);
            } else {
                target.rest_mut().insert(name, value.clone());
            }
        }
    }

    /// Reports values that were kept aside and found no place any more.
    pub(super) fn superseded(&mut self, at: &Pointer, dropped: Dropped) {
        let loss = |(place, value): (Pointer, Json)| Loss::new(at.join(&place), LossReason::Superseded, &value);
        self.0.extend(dropped.into_iter().map(loss));
    }

    /// Reports an element that is no object; whether it was one of those.
    pub(super) fn no_object<T: SpecObject>(&mut self, at: &Pointer, entry: &T) -> bool {
        let other = other_than_object(entry);
        self.0.extend(other.map(|whole| Loss::new(at.clone(), LossReason::Unrepresentable, whole)));
        other.is_some()
    }
}

/// What stands for an element that is no object.
fn other_than_object<T: SpecObject>(entry: &T) -> Option<&Json> {
    entry.rest().whole().filter(|whole| whole.as_object().is_none())
}

/// Whether an element is an object, so that a conversion makes something of it.
pub(super) fn is_object<T: SpecObject>(entry: &T) -> bool {
    other_than_object(entry).is_none()
}

/// The elements that are objects.
pub(super) fn objects<T: SpecObject>(entries: &[T]) -> impl Iterator<Item = &T> {
    entries.iter().filter(|entry| is_object(*entry))
}

/// Where an entry of a list is, from the root of its book.
pub(super) fn entry_at(index: usize) -> Pointer {
    Pointer::from(["entries"]).index(index)
}

/// An index as the insertion order or id that stands for it.
pub(super) fn number_of(index: usize) -> Number {
    i64::try_from(index).unwrap_or(i64::MAX).into()
}

/// A text that has something in it.
pub(super) fn filled(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}
