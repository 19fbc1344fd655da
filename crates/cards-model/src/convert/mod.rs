//! From one card spec to another, with an account of what did not fit.
//!
//! Every spec is read into one union of all of them and written from it, so a new spec costs one reader and one
//! writer. What a conversion loses is not guessed from tables: the result is converted back, and whatever does not
//! come back as it stood is the loss. The same difference, kept in the card as a *stash*, turns the way back into the
//! exact original.
//!
//! The stash is one object under the key `cards` among the data of applications (`extensions`, `external.appdata`;
//! in V1, which has no such place, beside the six texts):
//!
//! - `v`: 1, and `from`: the spec that it leads back to;
//! - `fields`: values that the target has no place for, by JSON pointer into the original;
//! - `orig`: values that the target holds in another form, each with the `hash` of what would come back without the
//!   stash, and the original as `text` (none if the member was absent);
//! - `order`: the order of members, for objects where it would come back otherwise;
//! - `made`: hashes of values that the target holds because of the options of the conversion alone.
//!
//! On the way back a value of the card that was edited since wins over a stashed one, and the stash is deleted.

mod assets;
mod hub;
mod matrix;
mod read;
mod write;

pub use matrix::{COLUMNS, Cell, MATRIX, Row, matrix_markdown};

pub use crate::book::convert_book;
use crate::book::{AnyBook, Entries};
use crate::document::{from_json, to_json};
use crate::json::{Json, Pointer};
use crate::stash::kept::{self, Kept};
use crate::stash::patch::{self, Change, Dropped, Patch};
pub use crate::stash::{Decorators, Options, Purpose, STASH_KEY, Scenario, Stash};
use crate::{Card, Converted, Error, Form, Loss, LossReason};

impl Card {
    /// Converts the card to another card spec. Text moves, it is not copied.
    ///
    /// What the target cannot hold is named in the loss report, and kept in the stash if the options say so. A card
    /// with a stash that came from the target spec becomes what it was, with the edits made since.
    ///
    /// ```
    /// use cards_model::convert::{Options, Stash};
    /// use cards_model::{Card, Form, v3};
    /// let mut card = v3::Card::default();
    /// card.data.name = "Aria".into();
    /// card.data.nickname = Some("Ari".into());
    /// let card = Card::V3(Box::new(card));
    ///
    /// let v2 = card.clone().into_form(Form::V2, &Options::default().with_stash(Stash::Extensions))?;
    /// assert_eq!(v2.loss[0].pointer, "/data/nickname");
    /// let back = v2.value.into_form(Form::V3, &Options::default())?;
    /// assert_eq!(back.value.nickname(), Some("Ari"));
    /// # Ok::<(), cards_model::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NoConversion`] when the target is not a card spec.
    pub fn into_form(self, target: Form, options: &Options) -> Result<Converted<Card>, Error> {
        if !target.is_card() {
            return Err(Error::NoConversion { from: self.form(), to: target });
        }
        Ok(convert(self, target, options))
    }

    /// Names what a conversion to another card spec would lose without a stash.
    ///
    /// # Errors
    /// Those of [`Card::into_form`].
    pub fn loss_for(&self, target: Form, options: &Options) -> Result<Vec<Loss>, Error> {
        let options = options.clone().with_stash(Stash::Off);
        Ok(self.clone().into_form(target, &options)?.loss)
    }
}

/// Where the specs that have a lorebook keep it, which is one place for all.
pub(crate) fn book_pointer() -> Pointer {
    Form::V3.book_pointer().unwrap_or_default()
}

/// Where those books keep their entries.
fn entries_pointer() -> Pointer {
    Form::V3.entries_pointer().unwrap_or_default()
}

pub(crate) fn convert(card: Card, target: Form, options: &Options) -> Converted<Card> {
    through_stash(card, target, options, merged)
}

/// A way to convert a card with a stash of a richer spec.
type Merge = fn(&Card, Kept, Form, &Options) -> Option<Converted<Card>>;

fn through_stash(card: Card, target: Form, options: &Options, merge: Merge) -> Converted<Card> {
    if card.form() == target {
        return Converted { value: card, loss: Vec::new() };
    }
    match kept::of_card(&card) {
        Some(kept) if kept.leads_to(target) => {
            let Converted { value, mut loss } = restore(card, kept, options);
            let further = through_stash(value, target, options, merge);
            loss.extend(further.loss);
            Converted { value: further.value, loss }
        }
        Some(kept) if is_richer(kept.from, card.form()) || is_richer(kept.from, target) => {
            merge(&card, kept, target, options).unwrap_or_else(|| forward(card, target, options))
        }
        _ => forward(card, target, options),
    }
}

/// Whether a form can hold all that another one can.
fn is_richer(form: Form, than: Form) -> bool {
    matches!(
        (form, than),
        (Form::V1 | Form::V2 | Form::V3, Form::V0) | (Form::V2 | Form::V3, Form::V1) | (Form::V3, Form::V2)
    )
}

/// Converts what a card was before an earlier conversion, so that the target gets to see all of it. `None` when the
/// card itself would not come back that way, as happens when its stash does not fit it any more.
fn merged(card: &Card, kept: Kept, target: Form, options: &Options) -> Option<Converted<Card>> {
    let there = merged_unseen(card, kept, target, options)?;
    if options.stash.goes_into(target) {
        let back = through_stash(there.value.clone(), card.form(), options, merged_unseen).value;
        if patch::hash(&json_of(&back)) != patch::hash(&json_of(card)) {
            return None;
        }
    }
    Some(there)
}

fn merged_unseen(card: &Card, kept: Kept, target: Form, options: &Options) -> Option<Converted<Card>> {
    let Converted { value, mut loss } = restore(card.clone(), kept, options);
    let there = through_stash(value, target, options, merged_unseen);
    loss.extend(there.loss);
    Some(Converted { value: there.value, loss })
}

/// Converts a card, whatever stash it has.
fn forward(mut card: Card, target: Form, options: &Options) -> Converted<Card> {
    let from = card.form();
    let stashing = options.stash.goes_into(target);
    // A card in the layout of a draft keeps that only while nothing is taken from it.
    let whole = is_draft(&card);
    let entries = if has_book(target) && !whole { Entries::take(&mut card) } else { None };
    let book = if has_book(target) || whole { None } else { AnyBook::take(&mut card) };
    let original = json_of(&card);
    let plain = options.clone().with_stash(Stash::Off) == Options::default();
    let usual = (stashing && !plain).then(|| there_and_back(&card, target));
    let mut hub = read::read(card, options);
    if options.risu_assets && target != Form::V2 {
        assets::from_risu(&mut hub);
    }
    let mut value = write::write(target, hub, options);
    if stashing {
        kept::take(&mut value);
    }
    let shell = if usual.is_some() { json_of(&value) } else { Json::Null };
    let regained = there_and_back(&value, from);
    let mut patch = Patch::between(&original, &regained);
    let mut loss = still_lost(losses(&patch, target, &Pointer::ROOT), &original, &value);
    patch = patch.condensed(&original, &regained);
    if let Some(book) = book {
        book.account_for(&mut loss, stashing.then_some(&mut patch));
    }
    if let Some(entries) = entries {
        let turned = entries.turn(from, target, options);
        loss.extend(turned.loss);
        turned.value.put(&mut value);
    }
    // Even a stash without content says where the card came from, and so where a longer way leads back to.
    if stashing {
        let made = usual.map(|usual| Patch::between(&shell, &usual).hashes()).unwrap_or_default();
        kept::put(&mut value, Kept { from, patch, made });
    }
    Converted { value, loss }
}

/// Makes a card again what it was before an earlier conversion, with the edits made since.
fn restore(mut card: Card, kept: Kept, options: &Options) -> Converted<Card> {
    let (form, target) = (card.form(), kept.from);
    kept::take(&mut card);
    // Entries that were no list, or in a draft, went along as a whole, and come back as a whole.
    let listed = !kept.patch.changes(&entries_pointer());
    let entries = if has_book(target) && listed { Entries::take(&mut card) } else { None };
    let source = json_of(&card);
    let mut json = json_of(&write::write(target, read::read(card, &Options::default()), &Options::default()));
    let dropped = kept.patch.apply(&mut json);
    let mut value = card_of(target, &json);
    let mut loss: Vec<_> = superseded(dropped, &Pointer::ROOT);

    // What was added since may have no place here either.
    let mut again = value.clone();
    kept::take(&mut again);
    let regained = there_and_back(&again, form);
    let mut patch = Patch::between(&source, &regained);
    patch.forget(&kept.made);
    loss.extend(losses(&patch, target, &Pointer::ROOT));
    patch = patch.condensed(&source, &regained);
    let mut entries_stashed = false;
    if let Some(entries) = entries {
        let turned = entries.restore(form, target, options);
        entries_stashed = turned.stashed;
        loss.extend(turned.loss);
        match json.at_mut(&entries_pointer()) {
            // A draft keeps its layout only as it was read, so it is read once more with its entries.
            Some(place) if is_draft(&value) => {
                *place = turned.value.into_json();
                value = card_of(target, &json);
            }
            _ => turned.value.put(&mut value),
        }
    }
    let worth = patch.holds_values() || entries_stashed;
    if worth && options.stash.goes_into(target) && kept::of_card(&value).is_none() {
        kept::put(&mut value, Kept { from: form, patch, made: Vec::new() });
    }
    Converted { value, loss }
}

/// What a converted card is in the form that it came from, without the help of a stash.
///
/// This is always done with the default options, since the way back does not know those of the way there.
fn there_and_back(card: &Card, from: Form) -> Json {
    let options = Options::default();
    json_of(&write::write(from, read::read(card.clone(), &options), &options))
}

/// Whether a card, or its book, stands in the layout of a draft and is written so until an edit.
fn is_draft(card: &Card) -> bool {
    let Card::Prom(card) = card else { return false };
    let book = card.data.character_book.as_ref();
    card.rest.whole().is_some() || book.is_some_and(|book| book.rest.whole().is_some())
}

fn has_book(form: Form) -> bool {
    matches!(form, Form::V2 | Form::V3 | Form::V3L | Form::Prom)
}

fn json_of(card: &Card) -> Json {
    match card {
        Card::V0(card) => to_json(&**card),
        Card::V1(card) => to_json(&**card),
        Card::V2(card) => to_json(&**card),
        Card::V3(card) => to_json(&**card),
        Card::V3L(card) => to_json(&**card),
        Card::Prom(card) => to_json(&**card),
    }
}

fn card_of(form: Form, json: &Json) -> Card {
    match form {
        Form::V0 => Card::V0(Box::new(from_json(json).unwrap_or_default())),
        Form::V2 => Card::V2(Box::new(from_json(json).unwrap_or_default())),
        Form::V3 => Card::V3(Box::new(from_json(json).unwrap_or_default())),
        Form::V3L => Card::V3L(Box::new(from_json(json).unwrap_or_default())),
        Form::Prom => Card::Prom(Box::new(from_json(json).unwrap_or_default())),
        _ => Card::V1(Box::new(from_json(json).unwrap_or_default())),
    }
}

/// The losses that a patch would make good.
pub(crate) fn losses(patch: &Patch, target: Form, prefix: &Pointer) -> Vec<Loss> {
    let field = |(at, value): &(Pointer, Json)| {
        // CCv3L alone says what becomes of members that no spec names.
        let unknown = target == Form::V3L && !matrix::names(at.as_str()) && prefix.is_root();
        let reason = if unknown { LossReason::UnknownForbidden } else { LossReason::NoField };
        Loss::new(prefix.join(at), reason, value)
    };
    let changed = |(at, original): &(Pointer, patch::Original)| {
        let reason = match original.change {
            Change::Retyped => LossReason::Unrepresentable,
            Change::Emptied => LossReason::NoField,
            Change::Reshaped => LossReason::Reshaped,
        };
        Some(Loss::new(prefix.join(at), reason, original.text.as_ref()?))
    };
    patch.fields.iter().map(field).chain(patch.orig.iter().filter_map(changed)).collect()
}

/// The losses without those of members that stand in the result as they stood, though they would not come back from
/// there: the greetings of a V3 layout that a V3L file had, say.
fn still_lost(mut loss: Vec<Loss>, original: &Json, value: &Card) -> Vec<Loss> {
    if !loss.is_empty() {
        let now = json_of(value);
        let places = loss.iter().map(|loss| loss.pointer.clone()).collect();
        let mut standing = patch::Standing::of(places);
        standing.compare(original, &now);
        loss.retain(|loss| !standing.found(&loss.pointer));
    }
    loss
}

pub(crate) fn superseded(dropped: Dropped, prefix: &Pointer) -> Vec<Loss> {
    let loss = |(at, value): (Pointer, Json)| Loss::new(prefix.join(&at), LossReason::Superseded, &value);
    dropped.into_iter().map(loss).collect()
}

/// The pointer to an entry of a card's lorebook.
pub(crate) fn entry_pointer(index: usize) -> Pointer {
    entries_pointer().index(index)
}
