//! Rules about what clients keep in the data of applications, from the [table](crate::concept::KEPT) of it.

use super::Reader::SillyTavern;
use super::{Check, Fix, Rule};
use crate::book::EntryView;
use crate::concept::{Home, Kept};
use crate::document::{Changes, to_json};
use crate::json::{Json, Object, Pointer};
use crate::rules::check::Report;
use crate::rules::validate::{alter_entries, entries, stands_oddly};
use crate::spec::worldinfo;
use crate::terms::rule::{By, rules};
use crate::{Card, Content, Form};

const FORMS: &[Form] = &[Form::V2, Form::V3, Form::V3L, Form::LorebookV3, Form::Lorebook, Form::WorldInfo];

rules! {
    /// The rules about what clients keep in the data of applications.
    SETTING;
    /// The client does less than the card says.
    SETTING_LOST: "setting-lost", Warning, "de facto: SillyTavern 1.19",
        "What a client keeps in the data of applications has a value that the client reads.",
        "Write one of the values that the message names; `cards set` takes their names: `book[0].position=at-depth:2`.",
        breaks: &[SillyTavern], repair: "Run `cards repair`, which writes a text that means one value as that value.",
        forms: FORMS, by: By::Content;
    /// The value is of another type or beyond the range of what the client writes.
    SETTING_ODD: "setting-odd", Note, "de facto: SillyTavern 1.19, RisuAI 460ecae, chub.ai, Marinara 06501a1",
        "What a client keeps in the data of applications has the type and the range that the client writes.",
        "Write one of the values that the message names; strict importers refuse a card for such a value.",
        repair: "Run `cards repair`, which writes a text that means one value as that value.",
        forms: FORMS, by: By::Content;
}

/// What checks these rules.
pub(super) static SETTING_CHECKS: &[(&Rule, Check)] = &[(&SETTING_LOST, lost), (&SETTING_ODD, odd)];

/// What repairs breaches of these rules.
pub(super) static SETTING_FIXES: &[(&Rule, Fix)] = &[(&SETTING_LOST, fix_lost), (&SETTING_ODD, fix_odd)];

fn lost(content: &Content, report: &mut Report<'_>) {
    strays(content, &mut |kept, pointer, value, lost| {
        if let Some(what) = lost {
            report.add(pointer, format!("{value} where {} belongs: {} {what}", kept.kind.words(), kept.client));
        }
    });
}

fn odd(content: &Content, report: &mut Report<'_>) {
    strays(content, &mut |kept, pointer, value, lost| {
        if lost.is_none() {
            report.add(pointer, format!("{value} where {} belongs, as {} writes it", kept.kind.words(), kept.client));
        }
    });
    let Content::Card(card) = content else { return };
    let Some(at) = card.form().extensions_pointer() else { return };
    // What should have members has none that anybody reads.
    let mut known = Vec::new();
    for (kept, (name, _)) in Kept::of(Home::Card).filter_map(|kept| Some((kept, kept.path.split_once('/')?))) {
        let value = card.extensions().get(name).filter(|value| value.as_object().is_none() && **value != Json::Null);
        if let Some(value) = value.filter(|_| !known.contains(&name)) {
            known.push(name);
            let message = format!("{} where an object belongs, as {} writes it", short(value), kept.client);
            report.add(at.member(name), message);
        }
    }
}

/// Takes a member whose value is none of its values: with where it is, the value in short, and what is lost by it.
type Take<'t> = &'t mut dyn FnMut(&'static Kept, Pointer, String, Option<&'static str>);

fn strays(content: &Content, take: Take<'_>) {
    if let Some(at) = content.form().extensions_pointer()
        && let Content::Card(card) = content
    {
        in_object(Home::Card, card.extensions(), &at, |_| true, take);
    }
    for entry in entries(content).iter().filter(|entry| entry.is_object()) {
        match content {
            Content::WorldInfo(world) => in_world(world, entry, take),
            _ => {
                if let Some((at, extensions)) = entry.extensions_at() {
                    in_object(Home::Entry, extensions, &at, |kept| counts(kept, entry), take);
                }
            }
        }
    }
}

fn in_object(home: Home, object: &Object, at: &Pointer, counts: impl Fn(&Kept) -> bool, take: Take<'_>) {
    if object.is_empty() {
        return;
    }
    for kept in Kept::of(home) {
        if let Some((pointer, value)) = down(object, kept.path, at) {
            told(kept, value, pointer, counts(kept), take);
        }
    }
}

/// The value at a path of the data of applications.
fn down<'a>(object: &'a Object, path: &str, at: &Pointer) -> Option<(Pointer, &'a Json)> {
    let mut names = path.split('/');
    let first = object.get(names.next()?)?;
    let value = names.try_fold(first, |value, name| value.get(name))?;
    // Most entries keep none of these, and a pointer is made of what is there alone.
    Some((path.split('/').fold(at.clone(), |pointer, name| pointer.member(name)), value))
}

/// In world info the members are the entry's own; those of another type are the reader's to name.
fn in_world(world: &crate::WorldInfo, view: &EntryView<'_>, take: Take<'_>) {
    let uid = view.pointer.last().unwrap_or_default();
    let Some(entry) = world.entries.get(&uid) else { return };
    let json = to_json(entry);
    for kept in Kept::of(Home::Entry) {
        let Some(name) = kept.world else { continue };
        if let Some(value) = json.get(name).filter(|_| entry.rest.odd_of::<worldinfo::Entry>(name).is_none()) {
            told(kept, value, view.pointer.member(name), counts(kept, view), take);
        }
    }
}

fn told(kept: &'static Kept, value: &Json, pointer: Pointer, counts: bool, take: Take<'_>) {
    if !kept.kind.fits(value) {
        take(kept, pointer, short(value), kept.lost(value).filter(|_| counts));
    }
}

/// A value as a message shows it.
fn short(value: &Json) -> String {
    /// So much of a value is shown.
    const SHOWN: usize = 40;
    let text = value.to_string();
    if text.chars().count() > SHOWN { value.kind_name().to_owned() } else { text }
}

/// Whether an entry is one for which the member counts at all.
fn counts(kept: &Kept, entry: &EntryView<'_>) -> bool {
    match kept.path {
        "depth" | "role" => entry.place() == Some(4.0),
        "selectiveLogic" => entry.selective() == Some(true) && !entry.secondary_keys().is_empty(),
        "probability" => entry.use_probability() != Some(false),
        _ => true,
    }
}

fn fix_lost(content: &mut Content, changes: &mut Changes) {
    repair(content, true, changes);
}

fn fix_odd(content: &mut Content, changes: &mut Changes) {
    repair(content, false, changes);
}

/// Writes what means one value as that value, among what is lost by it or among the others.
fn repair(content: &mut Content, lost: bool, changes: &mut Changes) {
    let mut wanted = Vec::new();
    strays(content, &mut |kept, pointer, _, what| {
        if what.is_some() == lost {
            wanted.push((kept, pointer));
        }
    });
    if wanted.is_empty() {
        return;
    }
    let mut one = |kept: &Kept, object: &mut Object, at: &Pointer| {
        let Some((pointer, value)) = down(object, kept.path, at) else { return };
        let Some(meant) = kept.kind.meant(value) else { return };
        let said = format!("{value} became {meant}");
        let names: Vec<&str> = kept.path.split('/').collect();
        crate::json::javascript::set(object, &names, meant);
        changes.add(pointer, said);
    };
    if let Some(at) = content.form().extensions_pointer()
        && !stands_oddly(content, "extensions")
        && let Some(extensions) = extensions_mut(content)
    {
        for (kept, _) in wanted.iter().filter(|(kept, _)| kept.home == Home::Card) {
            one(kept, extensions, &at);
        }
    }
    wanted.retain(|(kept, _)| kept.home == Home::Entry);
    alter_entries(content, |pointer, entry| {
        let at = pointer.member("extensions");
        for (kept, _) in wanted.iter().filter(|(_, place)| place.starts_with(&at)) {
            one(kept, &mut entry.extensions, &at);
        }
    });
}

fn extensions_mut(content: &mut Content) -> Option<&mut Object> {
    match content {
        Content::Card(Card::V2(card)) => Some(&mut card.data.extensions),
        Content::Card(Card::V3(card)) => Some(&mut card.data.extensions),
        Content::Card(Card::V3L(card)) => Some(&mut card.data.extensions),
        _ => None,
    }
}
