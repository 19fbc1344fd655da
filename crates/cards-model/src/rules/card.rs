//! Rules about cards of every spec.

use std::collections::HashMap;

use super::Letter::{Must, Should};
use super::Reader::Others;
use super::check::Report;
use super::validate::{extensions, is_language};
use super::{Check, Rule};
use crate::document::{Changes, Field, SpecObject, Timestamp, to_json};
use crate::json::{Json, Object, Pointer};
use crate::terms::reading::{MARKER, MARKER_VERSION};
use crate::terms::rule::{By, Change, rules};
use crate::{Card, Content, Form, prom, v2, v3, v3l};

const EXTENDED: &[Form] =
    &[Form::V2, Form::V3, Form::V3L, Form::Prom, Form::LorebookV3, Form::Lorebook, Form::PromBook];
const CCV3: &[Form] = &[Form::V3, Form::V3L];
const DATED: &[Form] = &[Form::V3, Form::V3L, Form::Prom];

rules! {
    /// The rules about cards of every spec.
    CARD;
    /// A key of an application could clash with another application's.
    EXTENSION_NAMESPACE: "extension-namespace", Note, "V2 and CCv3L extensions; Prom appdata",
        "Keys of applications carry the name of the application.",
        "Put the name of the application in front, as in `myapp/key`; another application may use the bare key for something else.",
        letter: Should,
        forms: EXTENDED, by: By::Content;
    /// Creator notes are given for something that is no language.
    NOTES_LANGUAGE: "notes-language", Warning, "CCv3 and CCv3L creator_notes_multilingual",
        "Creator notes are keyed by ISO 639-1 language codes without a region.",
        "Take a code of two letters without a region, such as `en`.",
        letter: Must, breaks: &[Others],
        forms: CCV3, by: By::Content;
    /// A source is neither an id nor a web address.
    SOURCE_ELEMENT: "source-element", Note, "CCv3 and CCv3L source",
        "Each source is an id or an HTTP(S) URL (CCv3L: HTTPS).",
        "Write an id, or a link that begins with https://.",
        letter: Must,
        forms: CCV3, by: By::Content;
    /// The card was changed before it was made.
    DATE_ORDER: "date-order", Note, "CCv3 creation_date, modification_date; Prom created_at, updated_at",
        "A card is not changed before it is made.",
        "Correct the date that is wrong; programs sort by it.",
        forms: DATED, by: By::Content;
    /// The character has no name.
    EMPTY_NAME: "empty-name", Warning, "de facto: SillyTavern cannot list such a card",
        "Characters and modules have names.",
        "Write the name; programs list cards by it.",
        by: By::Content;
    /// A V1 member beside `data` says something else than `data`.
    MIRROR_DIFFERS: "mirror-differs", Note, "de facto: SillyTavern, Ginger, Wyvern",
        "Copies of V1 members beside `data` agree with it.",
        "Copy the value from `data`, or take the copy out: programs for V1 show it.",
        breaks: &[Others],
        forms: &[Form::V2, Form::V3], by: By::Content;
}

/// What checks these rules.
pub(super) static CARD_CHECKS: &[(&Rule, Check)] = &[
    (&EXTENSION_NAMESPACE, extension_namespace),
    (&NOTES_LANGUAGE, notes_language),
    (&SOURCE_ELEMENT, source_element),
    (&DATE_ORDER, date_order),
    (&EMPTY_NAME, empty_name),
    (&MIRROR_DIFFERS, mirror_differs),
];

/// Keys without a namespace that many programs share, and that nobody should rename.
const WELL_KNOWN: &[&str] = &[
    "talkativeness",
    "fav",
    "world",
    "position",
    "probability",
    "depth",
    "role",
    "group",
    "weight",
    "sticky",
    "cooldown",
    "delay",
    "vectorized",
    "selectiveLogic",
    "useProbability",
    "excludeRecursion",
    "addMemo",
    "displayIndex",
    "preventRecursion",
    "delayUntilRecursion",
    "groupOverride",
    "groupWeight",
    "scanDepth",
    "caseSensitive",
    "matchWholeWords",
    "useGroupScoring",
    "automationId",
    "triggers",
];

fn empty_name(content: &Content, report: &mut Report<'_>) {
    let (pointer, name) = match content {
        Content::Card(card @ Card::V0(_)) => (Pointer::from(["char_name"]), card.name()),
        Content::Card(card) => (card.form().data_pointer().unwrap_or_default().member("name"), card.name()),
        Content::Module(module) => (Pointer::from(["name"]), module.name.as_str()),
        _ => return,
    };
    if name.trim().is_empty() {
        report.add(pointer, "the name is blank");
    }
}

/// Compares the V1 members beside `data` with those inside.
fn mirror_differs(content: &Content, report: &mut Report<'_>) {
    match content {
        Content::Card(Card::V2(card)) => compare_mirror(card.rest.unknown(), &card.data, report),
        Content::Card(Card::V3(card)) => compare_mirror(card.rest.unknown(), &card.data, report),
        _ => {}
    }
}

fn compare_mirror<T: SpecObject + Field>(root: &Object, data: &T, report: &mut Report<'_>) {
    for (name, _) in stale_mirrors(root, data) {
        report.add(
            Pointer::from([name.as_str()]),
            format!("differs from `/data/{name}`, which programs for V2 and CCv3 read"),
        );
    }
}

/// The members beside `data` that say something else than those of the same name inside, with what those say.
pub(crate) fn stale_mirrors<T: SpecObject + Field>(root: &Object, data: &T) -> Vec<(String, Json)> {
    let stale = |(name, copy, inside): (String, &Json, Json)| (*copy != inside).then_some((name, inside));
    copies(root, data).into_iter().filter_map(stale).collect()
}

/// The members beside `data` that say what those of the same name inside say.
pub(crate) fn copies_in_step<T: SpecObject + Field>(root: &Object, data: &T) -> Vec<String> {
    let in_step = |(name, copy, inside): (String, &Json, Json)| (*copy == inside).then_some(name);
    copies(root, data).into_iter().filter_map(in_step).collect()
}

/// The members beside `data` that are there inside as well: name, copy, and what is inside.
fn copies<'a, T: SpecObject + Field>(root: &'a Object, data: &T) -> Vec<(String, &'a Json, Json)> {
    let copied = |name: &str| !matches!(name, "extensions" | "character_book") && T::index_of(name).is_some();
    let mut copies = root.iter().filter(|(name, _)| copied(name)).peekable();
    if copies.peek().is_none() {
        return Vec::new();
    }
    let data = to_json(data);
    copies.filter_map(|(name, copy)| Some((name.to_owned(), copy, data.get(name)?.clone()))).collect()
}

/// A key that is in every entry is one finding, at its first place.
fn extension_namespace(content: &Content, report: &mut Report<'_>) {
    let mut found: Vec<(&str, Pointer, usize)> = Vec::new();
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    for (pointer, object) in extensions(content) {
        for (key, value) in object.iter() {
            let namespaced = value.as_object().is_some() || key.contains(['/', '_', ':', '.', '-']);
            if namespaced || WELL_KNOWN.contains(&key) {
                continue;
            }
            let number = *numbers.entry(key).or_insert(found.len());
            match found.get_mut(number) {
                Some((_, _, more)) => *more += 1,
                None => found.push((key, pointer.member(key), 0)),
            }
        }
    }
    for (key, pointer, more) in found {
        let also = match more {
            0 => String::new(),
            1 => "; it occurs in 1 more place".to_owned(),
            more => format!("; it occurs in {more} more places"),
        };
        report.add(pointer, format!("`{key}` does not say which application it belongs to{also}"));
    }
}

fn notes_language(content: &Content, report: &mut Report<'_>) {
    let notes = Pointer::from(["data", "creator_notes_multilingual"]);
    let mut hold = |language: &str| {
        if !is_language(language) {
            report.add(notes.member(language), format!("`{language}` is not an ISO 639-1 language code"));
        }
    };
    match content {
        Content::Card(Card::V3(card)) => {
            let notes = card.data.creator_notes_multilingual.iter().flat_map(|notes| &notes.0);
            notes.for_each(|(language, _)| hold(language));
        }
        Content::Card(Card::V3L(card)) => {
            let notes = card.data.rest.unknown().get("creator_notes_multilingual").and_then(Json::as_object);
            notes.into_iter().flat_map(|notes| notes.iter()).for_each(|(language, _)| hold(language));
        }
        _ => {}
    }
}

/// Schemes without `//` that browsers run or open.
const OPENED: &[&str] = &["javascript", "vbscript", "data", "file", "blob"];

fn source_element(content: &Content, report: &mut Report<'_>) {
    let sources: Vec<&str> = match content {
        Content::Card(Card::V3(card)) => card.data.source.iter().flatten().map(String::as_str).collect(),
        Content::Card(Card::V3L(card)) => {
            let sources = card.data.rest.unknown().get("source").and_then(Json::as_array);
            sources.unwrap_or_default().iter().filter_map(Json::as_str).collect()
        }
        _ => return,
    };
    let https_only = content.form() == Form::V3L;
    for (i, source) in sources.iter().enumerate() {
        let scheme = source.split_once(':').map(|(scheme, _)| scheme.trim().to_ascii_lowercase());
        // An id may hold a colon; what a browser would run or open is none.
        let scheme = scheme.filter(|scheme| source.contains("://") || OPENED.contains(&scheme.as_str()));
        let problem = match scheme.as_deref() {
            None if source.trim().is_empty() => "the source is blank".to_owned(),
            None | Some("https") => continue,
            Some("http") if !https_only => continue,
            Some(scheme) => format!("`{scheme}` is not the scheme of a source"),
        };
        report.add(Pointer::from(["data", "source"]).index(i), problem);
    }
}

fn date_order(content: &Content, report: &mut Report<'_>) {
    let (pointer, made, changed) = match content {
        Content::Card(Card::V3(card)) => {
            (["data", "modification_date"], &card.data.creation_date, &card.data.modification_date)
        }
        Content::Card(Card::V3L(card)) => {
            (["data", "modification_date"], &card.data.creation_date, &card.data.modification_date)
        }
        Content::Card(Card::Prom(card)) => match &card.metadata {
            Some(info) => (["metadata", "updated_at"], &info.created_at, &info.updated_at),
            None => return,
        },
        _ => return,
    };
    let known = |date: &Option<Timestamp>| date.as_ref().map(Timestamp::seconds).filter(|&seconds| seconds != 0);
    if let (Some(made), Some(changed)) = (known(made), known(changed))
        && changed < made
    {
        report.add(pointer, format!("changed at {changed}, which is before it was made at {made}"));
    }
}

/// The member that marks the form, what it says, and what it should say.
fn marker(content: &Content) -> Option<(&'static str, &String, &'static str)> {
    Some(match content {
        Content::Card(Card::V2(card)) => ("spec", &card.spec, v2::SPEC),
        Content::Card(Card::V3(card)) => ("spec", &card.spec, v3::SPEC),
        Content::Card(Card::V3L(card)) => ("spec", &card.spec, v3l::SPEC),
        Content::Card(Card::Prom(card)) => ("type", &card.kind, prom::CARD_TYPE),
        Content::LorebookV3(file) => ("spec", &file.spec, v3::LOREBOOK_SPEC),
        Content::PromBook(book) => ("type", &book.kind, prom::BOOK_TYPE),
        _ => return None,
    })
}

/// The version beside the marker, and what it should be.
fn version(content: &Content) -> Option<(&String, &'static str)> {
    Some(match content {
        Content::Card(Card::V2(card)) => (&card.spec_version, v2::SPEC_VERSION),
        Content::Card(Card::V3(card)) => (&card.spec_version, v3::SPEC_VERSION),
        Content::Card(Card::V3L(card)) => (&card.spec_version, v3l::SPEC_VERSION),
        Content::Card(Card::Prom(card)) => (&card.spec_version, prom::CARD_VERSION),
        Content::PromBook(book) => (&book.spec_version, prom::BOOK_VERSION),
        _ => return None,
    })
}

pub(super) fn check_marker(content: &Content, report: &mut Report<'_>) {
    if let Some((member, found, wanted)) = marker(content)
        && found != wanted
    {
        report.add([member], format!("the marker is `{found}` where `{wanted}` belongs"));
    }
}

pub(super) fn check_version(content: &Content, report: &mut Report<'_>) {
    if let Some((found, wanted)) = version(content)
        && found != wanted
    {
        report.add(["spec_version"], format!("the version is `{found}` where `{wanted}` belongs"));
    }
}

pub(super) fn fix_marker(content: &mut Content, changes: &mut Changes) {
    let Some((_, found, wanted)) = marker(content) else { return };
    // Any other marker is of a spec that is not known here, and programs that know it go by it.
    let known = [v2::SPEC, v3::SPEC, v3l::SPEC, prom::CARD_TYPE, ""];
    if found != wanted && known.contains(&found.trim()) {
        write_marker(content, changes);
    }
}

fn write_marker(content: &mut Content, changes: &mut Changes) {
    let Some((member, found, wanted)) = marker(content).filter(|(_, found, wanted)| found != wanted) else { return };
    changes.add([member], format!("`{found}` became `{wanted}`"));
    match content {
        Content::Card(Card::V2(card)) => wanted.clone_into(&mut card.spec),
        Content::Card(Card::V3(card)) => wanted.clone_into(&mut card.spec),
        Content::Card(Card::V3L(card)) => wanted.clone_into(&mut card.spec),
        Content::Card(Card::Prom(card)) => wanted.clone_into(&mut card.kind),
        Content::LorebookV3(file) => wanted.clone_into(&mut file.spec),
        Content::PromBook(book) => wanted.clone_into(&mut book.kind),
        _ => {}
    }
}

impl Content {
    /// Writes the marker and the version of the form that the content is read as, also where they name a newer one, and
    /// names each change: what a conversion to that form promises.
    pub fn write_markers(&mut self) -> Vec<Change> {
        let (mut markers, mut versions) = (Changes::default(), Changes::default());
        write_marker(self, &mut markers);
        write_version(self, &mut versions);
        let of = |rule: &'static Rule, changes: Changes| {
            changes.0.into_iter().map(move |change| Change::new(rule, change.pointer, change.message))
        };
        of(&MARKER, markers).chain(of(&MARKER_VERSION, versions)).collect()
    }
}

/// Whether a version is above another one.
///
/// Spec: CCv3 spec_version; a newer card is read all the same, with an alert, and keeps its version.
fn is_newer(found: &str, than: &str) -> bool {
    let number = |version: &str| version.trim().parse::<f64>().ok();
    number(found).zip(number(than)).is_some_and(|(found, than)| found > than)
}

pub(super) fn fix_version(content: &mut Content, changes: &mut Changes) {
    let Some((found, wanted)) = version(content) else { return };
    let other_spec = marker(content).is_some_and(|(_, found, wanted)| found != wanted);
    if found != wanted && !other_spec && !is_newer(found, wanted) {
        write_version(content, changes);
    }
}

fn write_version(content: &mut Content, changes: &mut Changes) {
    let Some((found, wanted)) = version(content).filter(|(found, wanted)| found != wanted) else { return };
    changes.add(["spec_version"], format!("`{found}` became `{wanted}`"));
    match content {
        Content::Card(Card::V2(card)) => wanted.clone_into(&mut card.spec_version),
        Content::Card(Card::V3(card)) => wanted.clone_into(&mut card.spec_version),
        Content::Card(Card::V3L(card)) => wanted.clone_into(&mut card.spec_version),
        Content::Card(Card::Prom(card)) => wanted.clone_into(&mut card.spec_version),
        Content::PromBook(book) => wanted.clone_into(&mut book.spec_version),
        _ => {}
    }
}

/// Writes dates that were understood in seconds, instead of as they stood.
pub(super) fn fix_dates(content: &mut Content, changes: &mut Changes) {
    match content {
        Content::Card(Card::V3(card)) => {
            let dates =
                [("creation_date", &card.data.creation_date), ("modification_date", &card.data.modification_date)];
            let understood = dates.map(|(name, date)| (name, date.as_ref().map(Timestamp::seconds)));
            respell(&mut card.data, "data", understood, changes);
        }
        Content::Card(Card::V3L(card)) => {
            let dates =
                [("creation_date", &card.data.creation_date), ("modification_date", &card.data.modification_date)];
            let understood = dates.map(|(name, date)| (name, date.as_ref().map(Timestamp::seconds)));
            respell(&mut card.data, "data", understood, changes);
        }
        Content::Card(Card::Prom(card)) => {
            if let Some(info) = &mut card.metadata {
                let dates = [("created_at", &info.created_at), ("updated_at", &info.updated_at)];
                let understood = dates.map(|(name, date)| (name, date.as_ref().map(Timestamp::seconds)));
                respell(info, "metadata", understood, changes);
            }
        }
        _ => {}
    }
}

/// Forgets how dates stood that were understood, so that they are written as what they mean.
fn respell<T: SpecObject>(object: &mut T, holder: &str, dates: [(&str, Option<i64>); 2], changes: &mut Changes) {
    for (name, seconds) in dates {
        if let Some(seconds) = seconds
            && let Some(index) = T::index_of(name)
            && let Some(original) = object.rest_mut().forget_original(index)
        {
            changes.add(Pointer::from([holder, name]), format!("{original} became {seconds} seconds"));
        }
    }
}
