//! From a card or a lorebook to another program's form.
//!
//! A form is written from the spec that it is read as, so it goes through the same union as every other conversion. What
//! is lost is again what does not come back when the result is read.

use std::str::FromStr;

use cards_words::UnknownName;

use super::Unasked;
use crate::book::engine::{Convertible, convert};
use crate::foreign::{self, Translated, written};
use crate::json::{Json, Pointer};
use crate::stash::kept::{Kept, STASH_KEY};
use crate::stash::patch::{Change, Original, Patch, hash};
use crate::stash::report::losses;
use crate::stash::{ORIGIN_KEY, Options, Stash};
use crate::terms::form::is_alike;
use crate::{Card, Content, Converted, ForeignForm, Form, Loss, LossReason};

/// A form of another program that cards or lorebooks are written in.
///
/// ```
/// use cards_model::convert::WrittenForm;
/// let form: WrittenForm = "agnai_character".parse()?;
/// assert_eq!(form, WrittenForm::Agnai);
/// println!("{}", form.name());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WrittenForm {
    /// A character of text-generation-webui; in a file it is YAML.
    TextGen,
    /// The parts of a Backyard archive: `manifest`, `character` and `scenarios`; in a file each has its own place.
    Byaf,
    /// An Agnai character.
    Agnai,
    /// The export of a character by Marinara Engine: a V2 card in an envelope.
    Marinara,
    /// The export of a lorebook by Marinara Engine.
    MarinaraLorebook,
}

impl WrittenForm {
    /// Every form that is written.
    pub const ALL: &'static [Self] = &[Self::TextGen, Self::Byaf, Self::Agnai, Self::Marinara, Self::MarinaraLorebook];

    /// The name for machines: `yaml`, `byaf`, `agnai_character`.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::TextGen => "yaml",
            Self::Byaf => "byaf",
            Self::Agnai => "agnai_character",
            Self::Marinara => "marinara_character",
            Self::MarinaraLorebook => "marinara_lorebook",
        }
    }

    /// Other names that are read, beside [`WrittenForm::id`] and [`WrittenForm::name`].
    fn aliases(self) -> &'static [&'static str] {
        match self {
            Self::TextGen => &["textgen", "text-generation-webui"],
            Self::Byaf => &["backyard"],
            Self::Agnai | Self::MarinaraLorebook => &[],
            Self::Marinara => &["marinara"],
        }
    }

    /// The name for people: `BYAF`, `Agnai character` …
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::TextGen => "YAML of text-generation-webui",
            Self::Byaf => "BYAF",
            Self::Agnai => "Agnai character",
            Self::Marinara => "Marinara character",
            Self::MarinaraLorebook => "Marinara lorebook",
        }
    }

    /// The form as its reader names it.
    #[must_use]
    pub fn form(self) -> ForeignForm {
        match self {
            Self::TextGen => ForeignForm::TextGen,
            Self::Byaf => ForeignForm::Byaf,
            Self::Agnai => ForeignForm::Agnai,
            Self::Marinara => ForeignForm::MarinaraCharacter,
            Self::MarinaraLorebook => ForeignForm::MarinaraLorebook,
        }
    }

    /// Whether it is a form of lorebooks, and not of cards.
    #[must_use]
    pub fn is_lorebook(self) -> bool {
        self == Self::MarinaraLorebook
    }

    /// The form that it is read as, and so written from.
    fn read_as(self) -> Form {
        match self {
            Self::TextGen => Form::V1,
            Self::Byaf | Self::Agnai | Self::Marinara => Form::V2,
            Self::MarinaraLorebook => Form::Lorebook,
        }
    }

    fn written(self, card: &Card, named: &written::Named) -> Json {
        match (self, card) {
            (Self::TextGen, Card::V1(card)) => written::textgen(card).into(),
            (Self::Byaf, Card::V2(card)) => written::byaf(card, named).into(),
            (Self::Agnai, Card::V2(card)) => written::agnai(card).into(),
            (Self::Marinara, Card::V2(card)) => written::marinara(card, named).into(),
            _ => Json::Null,
        }
    }

    /// Whether a text is in the result behind another one, from which it cannot be distinguished.
    fn joins(self, at: &Pointer) -> bool {
        let last = at.last();
        let name = last.as_deref().unwrap_or_default();
        (name == "personality" && self != Self::Marinara) || (name == "scenario" && self == Self::TextGen)
    }

    /// Whether an entry of a lorebook can be off; where it cannot, one that is off stays behind, since it would fire.
    fn has_switch(self) -> bool {
        self != Self::Byaf
    }

    /// Whether the form has data of applications, where a stash may be by the letter of every spec.
    fn has_extensions(self) -> bool {
        matches!(self, Self::Agnai | Self::Marinara)
    }

    /// Puts a stash where the reader of the form looks for one.
    fn put_kept(self, made: &mut Json, kept: Kept) {
        let at = match self {
            Self::Agnai => Pointer::from(["extensions"]),
            Self::Marinara => Pointer::from(["data", "data", "extensions"]),
            Self::TextGen | Self::Byaf | Self::MarinaraLorebook => Pointer::ROOT,
        };
        if let Some(Json::Object(place)) = made.at_mut(&at) {
            place.insert(STASH_KEY, kept.into_json());
        }
    }
}

/// Reads any name of a form; case, blanks and hyphens do not count.
impl FromStr for WrittenForm {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let is =
            |form: &&Self| [form.id(), form.name()].iter().chain(form.aliases()).any(|known| is_alike(known, name));
        let found = Self::ALL.iter().find(is).copied();
        found.ok_or_else(|| UnknownName::new("form", name, Self::ALL.iter().map(|form| form.id())))
    }
}

impl Content {
    /// Writes it in another program's form, as the value that its file holds; `None` where there is no card for a form of cards, and no
    /// lorebook for one of lorebooks.
    ///
    /// A card that was read out of that very form, and kept what it was by [`Stash`], becomes what it was, with the edits
    /// made since. Otherwise what the form cannot hold is in the loss report, and in the stash if the options say so and the form has
    /// a place for one. Pointers of a lorebook's losses lead into the lorebook of V2 that it goes through.
    ///
    /// ```
    /// use cards_model::convert::{Options, WrittenForm};
    /// use cards_model::{Content, v1};
    /// let card = v1::Card { name: "Aria".into(), first_mes: "Hello.".into(), ..Default::default() };
    /// let made = Content::from(card).to_foreign(WrittenForm::TextGen, &Options::default()).unwrap();
    /// assert_eq!(made.value.to_string(), r#"{"name":"Aria","greeting":"Hello.","context":""}"#);
    /// assert!(made.loss.is_empty());
    /// ```
    #[must_use]
    pub fn to_foreign(&self, form: WrittenForm, options: &Options) -> Option<Converted<Json>> {
        if form.is_lorebook() {
            return lorebook_written(self);
        }
        match self {
            Self::Card(card) => Some(card_written(card, form, options)),
            _ => None,
        }
    }
}

fn lorebook_written(content: &Content) -> Option<Converted<Json>> {
    let plain = Options::default().with_stash(Stash::Off);
    let made = crate::book::convert(content, Form::Lorebook, &plain, &mut Unasked).ok()?;
    let Content::Lorebook(book) = made.value else { return None };
    let (value, lost) = written::marinara_lorebook(&book);
    let mut loss = made.loss;
    loss.extend(lost);
    Some(Converted { value: value.into(), loss })
}

fn card_written(card: &Card, form: WrittenForm, options: &Options) -> Converted<Json> {
    let (from, hub) = (card.form(), form.read_as());
    let mut card = card.clone();
    let origin = take_origin(&mut card, form);
    let mut bare: Card = convert(card.clone(), hub, &options.clone().with_stash(Stash::Off)).value;
    bare.take_kept();
    if !form.has_switch() {
        drop(bare.edit_lorebook(|book| book.entries.retain(|entry| entry.enabled)));
    }
    let original = card.json();
    let named = named(&original, origin.as_ref().map(|(stood, _)| stood));
    let mut made = form.written(&bare, &named);
    if let Some((stood, read)) = &origin {
        let unedited = form.written(&Card::of_json(hub, &read.value), &named);
        // What was edited since is no loss of this conversion.
        let _ = Patch::between(stood, &unedited).condensed(stood, &unedited).apply(&mut made);
    }
    let leads_here = card.stash().is_some_and(|stash| Kept::leads_to(stash, hub, Card::stash_at));
    let original = if leads_here {
        card.take_kept();
        card.json()
    } else {
        original
    };
    let back = foreign::read(&made).and_then(Result::ok);
    let back = back.map_or_else(|| Card::of_json(hub, &Json::Null), |read| Card::of_json(hub, &read.value));
    let regained = back.written(from, &Options::default(), false).json();
    let patch = Patch::between(&original, &regained);
    let mut loss = if form.has_switch() {
        losses(&patch, &Pointer::ROOT, |_, _| LossReason::NoField)
    } else {
        losses_without_off(&original, &regained)
    };
    for loss in loss.iter_mut().filter(|loss| form.joins(&loss.pointer)) {
        loss.reason = LossReason::Reshaped;
    }
    let kept = match options.stash {
        Stash::Off => false,
        Stash::Extensions => form.has_extensions(),
        _ => true,
    };
    if kept && !patch.is_empty() {
        let patch = with_whole_entries(patch, &original, &regained).condensed(&original, &regained);
        form.put_kept(&mut made, Kept::new(from, patch));
    }
    Converted { value: made, loss }
}

/// What gets lost where entries that are off stay behind, each as a whole.
fn losses_without_off(original: &Json, regained: &Json) -> Vec<Loss> {
    let at = Card::entries_at();
    let entries = original.at(&at).and_then(Json::as_array).unwrap_or_default();
    let (off, on): (Vec<_>, Vec<_>) =
        entries.iter().enumerate().partition(|(_, entry)| entry.get("enabled") == Some(&Json::Bool(false)));
    let mut without = original.clone();
    if let Some(place) = without.at_mut(&at).filter(|_| !off.is_empty()) {
        *place = Json::Array(on.iter().map(|(_, entry)| (*entry).clone()).collect());
    }
    let mut loss = losses(&Patch::between(&without, regained), &Pointer::ROOT, |_, _| LossReason::NoField);
    // Those behind one that stayed behind have other numbers in the source.
    for loss in &mut loss {
        let Some(below) = loss.pointer.below(&at) else { continue };
        let number = below.keys().next().and_then(|key| key.parse::<usize>().ok());
        if let Some((number, _)) = number.and_then(|number| on.get(number)) {
            let rest = below.keys().skip(1).fold(at.index(*number), |place, key| place.member(&key));
            loss.pointer = rest;
        }
    }
    loss.extend(off.iter().map(|(number, entry)| Loss::new(at.index(*number), LossReason::NoField, entry)));
    loss
}

/// What a form has that no card of the specs says: an id, taken from where the card came from, and a date.
fn named(card: &Json, origin: Option<&Json>) -> written::Named {
    let id = origin.and_then(|origin| origin.at(&Pointer::from(["character", "id"]))?.as_str().map(str::to_owned));
    let dates = [Pointer::from(["data", "creation_date"]), Pointer::from(["metadata", "created_at"])];
    let created = dates.iter().find_map(|at| card.at(at)?.as_i64()).unwrap_or_default();
    written::Named { id, created }
}

/// Takes out what the card was in this form, with what that is read as.
fn take_origin(card: &mut Card, form: WrittenForm) -> Option<(Json, Translated)> {
    let stood = card.extensions().get(ORIGIN_KEY)?.clone();
    let read = foreign::read(&stood)?.ok().filter(|read| read.origin.form == form.form())?;
    card.extensions_mut().ok()?.remove(ORIGIN_KEY);
    Some((stood, read))
}

/// The patch with the entries of the book kept as a whole where any of them changed. Other programs keep no stash beside
/// an entry, so what belongs to one could come back to another that is there now.
fn with_whole_entries(mut patch: Patch, original: &Json, regained: &Json) -> Patch {
    let at = Card::entries_at();
    let (Some(stood), Some(now)) = (original.at(&at), regained.at(&at)) else { return patch };
    if patch.changes(&at) {
        patch.fields.retain(|(place, _)| !place.starts_with(&at));
        patch.orig.retain(|(place, _)| !place.starts_with(&at));
        patch.order.retain(|(place, _)| !place.starts_with(&at));
        let whole = Original { text: Some(stood.clone()), hash: hash(now), change: Change::Reshaped };
        patch.orig.push((at, whole));
    }
    patch
}
