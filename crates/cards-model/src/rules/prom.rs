//! Rules of Prom V3.1.

use super::Letter::{Must, Should};
use super::Reader::Others;
use super::check::Report;
use super::validate::stands_oddly;
use super::{Check, Fix, Rule};
use crate::book::BookView;
use crate::book::any::BookMut;
use crate::document::Changes;
use crate::json::Json;
use crate::json::Pointer;
use crate::spec::examples::meant;
use crate::spec::prom::{BOOK_TYPE, BOOK_VERSION, Role};
use crate::terms::rule::{By, rules};
use crate::{Card, Content, Form, prom};

const CARDS: &[Form] = &[Form::Prom];
const BOOKS: &[Form] = &[Form::Prom, Form::PromBook];

rules! {
    /// The rules of Prom V3.1.
    PROM;
    /// The embedded lorebook lacks its marker.
    PROM_BOOK_MARKER: "prom-book-marker", Warning, "Prom CharacterBookV2 type, spec_version",
        "A Prom lorebook has the type `chara_book` and the version `2.0`.",
        "Write the type `chara_book` and the version `2.0`.",
        letter: Must, breaks: &[Others], repair: "Run `cards repair`, which writes both.",
        forms: CARDS, by: By::Content;
    /// The speaker of an example message is unknown.
    PROM_ROLE: "prom-role", Note, "Prom CharacterExampleMessage role; de facto: the bot published beside Prom V3.1 has its own lines under `char`",
        "The speaker of an example message is user, assistant or system.",
        "Write user, assistant or system.",
        letter: Must, breaks: &[Others], repair: "Run `cards repair`, which writes the speaker that the word stands for.",
        forms: CARDS, by: By::Content;
    /// An optional member is `null`.
    PROM_UNSET_MEMBER: "prom-unset-member", Note, "Prom metadata, external, appdata, greetings, character_book",
        "Members without a value are absent or empty, never null.",
        "Take the member out, or write the empty value.",
        letter: Must, breaks: &[Others], repair: "Run `cards repair`, which takes it out.",
        forms: BOOKS, by: By::Content, settled: true;
    /// The group greetings that the text describes beside the interface are no list of texts.
    PROM_GROUP_GREETINGS: "prom-group-greetings", Warning, "Prom group_greetings",
        "`group_greetings`, which the interface has as `greetings.group`, is a list of strings where it is present.",
        "Write a list of texts, or put it into `greetings.group`.",
        letter: Must, breaks: &[Others],
        forms: CARDS, by: By::Content;
    /// A member of older specs is where Prom has another.
    PROM_DEPRECATED: "prom-deprecated", Note, "Prom deprecated fields",
        "Prom cards do not hold the members that Prom replaced.",
        "Move the value to the member that Prom has for it.",
        forms: CARDS, by: By::Content;
    /// An entry is titled by its comment alone.
    PROM_ENTRY_NAME: "prom-entry-name", Note, "Prom CharacterEntry comment",
        "Entries have a name rather than a comment.",
        "Write a name.",
        letter: Should, repair: "Run `cards repair`, which copies the comment.",
        forms: BOOKS, by: By::Content;
    /// The type of a remote asset is unusual.
    PROM_ASSET_TYPE: "prom-asset-type", Note, "Prom CharacterAsset type",
        "The type of a remote asset is one of sprites, bg, bgm, sfx and models.",
        "Take one of the five types, which programs know.",
        letter: Should,
        forms: CARDS, by: By::Content;
}

/// The types of assets that programs for Prom know, in `external.assets` and in the `assets.jsonl` of an archive.
///
/// Spec: Prom `CharacterAsset` type, assets.jsonl.
pub const PROM_ASSET_TYPES: &[&str] = &["sprites", "bg", "bgm", "sfx", "models"];

/// What checks these rules.
pub(super) static PROM_CHECKS: &[(&Rule, Check)] = &[
    (&PROM_BOOK_MARKER, book_marker),
    (&PROM_ROLE, role),
    (&PROM_UNSET_MEMBER, super::reading::unset_member),
    (&PROM_GROUP_GREETINGS, group_greetings),
    (&PROM_DEPRECATED, deprecated),
    (&PROM_ENTRY_NAME, entry_name),
    (&PROM_ASSET_TYPE, asset_type),
];

/// What repairs breaches of these rules.
pub(super) static PROM_FIXES: &[(&Rule, Fix)] = &[
    (&PROM_BOOK_MARKER, fix_book_marker),
    (&PROM_ROLE, fix_role),
    (&PROM_UNSET_MEMBER, super::reading::fix_unset_member),
    (&PROM_ENTRY_NAME, fix_entry_name),
];

fn card(content: &Content) -> Option<&prom::Card> {
    match content {
        Content::Card(Card::Prom(card)) => Some(card),
        _ => None,
    }
}

fn book(content: &Content) -> Option<(Pointer, &prom::Book)> {
    let book = BookView::of(content)?;
    let prom = book.as_prom()?;
    Some((book.pointer, prom))
}

/// The book to be changed, unless it stood as something else.
fn book_mut(content: &mut Content) -> Option<(Pointer, &mut prom::Book)> {
    if stands_oddly(content, "character_book") {
        return None;
    }
    let pointer = content.form().book_pointer()?;
    let Some(BookMut::Prom(book)) = BookMut::of(content) else { return None };
    book.rest.whole().is_none().then_some((pointer, book))
}

fn book_marker(content: &Content, report: &mut Report<'_>) {
    let Some((pointer, book)) = book(content) else { return };
    for (name, found, wanted) in [("type", &book.kind, BOOK_TYPE), ("spec_version", &book.spec_version, BOOK_VERSION)] {
        if found != wanted {
            report.add(pointer.member(name), format!("`{found}` where `{wanted}` belongs"));
        }
    }
}

fn fix_book_marker(content: &mut Content, changes: &mut Changes) {
    let Some((pointer, book)) = book_mut(content) else { return };
    let fields = [("type", &mut book.kind, BOOK_TYPE), ("spec_version", &mut book.spec_version, BOOK_VERSION)];
    for (name, found, wanted) in fields {
        if found != wanted {
            changes.add(pointer.member(name), format!("`{found}` became `{wanted}`"));
            wanted.clone_into(found);
        }
    }
}

fn role(content: &Content, report: &mut Report<'_>) {
    let Some(card) = card(content) else { return };
    for (i, message) in card.data.example_messages.iter().enumerate() {
        if let Role::Other(role) = &message.role {
            report.add(
                Pointer::from(["data", "example_messages"]).index(i).member("role"),
                format!("`{role}` is not a speaker"),
            );
        }
    }
}

fn fix_role(content: &mut Content, changes: &mut Changes) {
    if stands_oddly(content, "example_messages") {
        return;
    }
    let Content::Card(Card::Prom(card)) = content else { return };
    for (i, message) in card.data.example_messages.iter_mut().enumerate() {
        let Role::Other(role) = &message.role else { continue };
        // A known word in other letters, or a word that stands for one.
        let known = Role::WORDS.iter().copied().find(|known| known.eq_ignore_ascii_case(role.trim()));
        let meant = known.map_or_else(|| meant(&message.role).clone(), Role::from);
        if !matches!(meant, Role::Other(_)) {
            changes.add(
                Pointer::from(["data", "example_messages"]).index(i).member("role"),
                format!("`{role}` became `{}`", meant.as_str()),
            );
            message.role = meant;
        }
    }
}

fn group_greetings(content: &Content, report: &mut Report<'_>) {
    let Some(card) = card(content) else { return };
    if let Some(value) = card.data.rest.unknown().get("group_greetings") {
        let texts = value.as_array().is_some_and(|items| items.iter().all(|item| item.as_str().is_some()));
        if !texts && value.as_object().is_none_or(|object| !object.is_empty()) {
            report.add(["data", "group_greetings"], format!("{} where a list of strings belongs", value.kind_name()));
        }
    }
}

fn deprecated(content: &Content, report: &mut Report<'_>) {
    const REPLACED: &[(&str, &str)] = &[
        ("first_mes", "greetings"),
        ("alternate_greetings", "greetings"),
        ("scenario", "the setvar and getvar macros"),
        ("mes_example", "example_messages"),
        ("creator", "metadata.creator"),
        ("character_version", "metadata.version"),
        ("tags", "metadata.tags"),
        ("creator_notes", "metadata.creator_notes"),
        ("extensions", "external.appdata"),
    ];
    let Some(card) = card(content) else { return };
    if card.rest.unknown().get("spec").is_some_and(|spec| *spec != Json::Null) {
        report.add(["spec"], "Prom has `type` in its place");
    }
    for (name, better) in REPLACED {
        if card.data.rest.unknown().get(name).is_some() {
            report.add(Pointer::from(["data", name]), format!("Prom has {better} in its place"));
        }
    }
}

/// Whether an entry is titled by its comment alone.
fn wants_name(entry: &prom::Entry) -> bool {
    entry.name.trim().is_empty() && entry.comment.as_ref().is_some_and(|comment| !comment.trim().is_empty())
}

fn entry_name(content: &Content, report: &mut Report<'_>) {
    let Some((pointer, book)) = book(content) else { return };
    for (i, _) in book.entries.iter().enumerate().filter(|(_, entry)| wants_name(entry)) {
        report.add(pointer.member("entries").index(i).member("name"), "the entry has a comment and no name");
    }
}

fn fix_entry_name(content: &mut Content, changes: &mut Changes) {
    let Some((pointer, book)) = book_mut(content) else { return };
    if book.rest.holds_odd("entries", book) {
        return;
    }
    // An entry in an older layout would be written in the final one, for the sake of a name.
    let open = |entry: &prom::Entry| wants_name(entry) && entry.rest.whole().is_none();
    for (i, entry) in book.entries.iter_mut().enumerate().filter(|(_, entry)| open(entry)) {
        entry.name = entry.comment.clone().unwrap_or_default();
        changes.add(pointer.member("entries").index(i).member("name"), "copied from the comment".to_owned());
    }
}

fn asset_type(content: &Content, report: &mut Report<'_>) {
    let Some(card) = card(content) else { return };
    let assets = card.external.iter().flat_map(|external| external.assets.iter().flatten());
    for (i, asset) in assets.enumerate() {
        if !PROM_ASSET_TYPES.contains(&asset.kind.as_str()) {
            report.add(
                Pointer::from(["external", "assets"]).index(i).member("type"),
                format!("`{}` is not one of the usual types", asset.kind),
            );
        }
    }
}
