//! Rules of CCv3L alone.

use super::Letter::Must;
use super::Reader::Others;
use super::check::Report;
use super::{Check, Rule};
use crate::json::Json;
use crate::json::Pointer;
use crate::terms::rule::{By, rules};
use crate::{Card, Content, Form, v3l};

const V3L: &[Form] = &[Form::V3L];

/// Members of V2 that the text says are gone.
const REMOVED: &[&str] = &[
    "system_prompt",
    "post_history_instructions",
    "first_mes",
    "alternate_greetings",
    "personality",
    "scenario",
    "mes_example",
];
/// Members that the text describes and its interface leaves out.
const PROSE: &[&str] = &["source", "group_only_greetings", "creator_notes_multilingual"];

rules! {
    /// The rules of CCv3L alone.
    LYNN;
    /// A member that CCv3L does not name.
    LYNN_UNKNOWN_MEMBER: "lynn-unknown-member", Warning, "CCv3L CharacterCard",
        "CCv3L cards hold the members of the spec and no others.",
        "Take the member out, or keep its value in `extensions`.",
        letter: Must, breaks: &[Others],
        forms: V3L, by: By::Content;
    /// A member of V2 that CCv3L removed.
    LYNN_REMOVED_MEMBER: "lynn-removed-member", Warning, "CCv3L CharacterCard",
        "CCv3L cards do not hold the members of V2 that the spec removed.",
        "Take the member out, or keep the card as CCv3, which has it; `cards convert --to v3` does that.",
        letter: Must, breaks: &[Others],
        forms: V3L, by: By::Content;
    /// A member that the text describes and the interface lacks has another type.
    LYNN_PROSE_MEMBER: "lynn-prose-member", Warning, "CCv3L source, group_only_greetings, creator_notes_multilingual",
        "Members that the text describes and the interface lacks may be absent, and have the described type otherwise.",
        "Write the described type, or take the member out.",
        letter: Must, breaks: &[Others], repair: "Run `cards repair`, which writes an empty one.",
        forms: V3L, by: By::Content;
}

/// What checks these rules.
pub(super) static LYNN_CHECKS: &[(&Rule, Check)] = &[
    (&LYNN_UNKNOWN_MEMBER, unknown_member),
    (&LYNN_REMOVED_MEMBER, removed_member),
    (&LYNN_PROSE_MEMBER, prose_member),
];

fn card(content: &Content) -> Option<&v3l::Card> {
    match content {
        Content::Card(Card::V3L(card)) => Some(card),
        _ => None,
    }
}

fn unknown_member(content: &Content, report: &mut Report<'_>) {
    let Some(card) = card(content) else { return };
    let root = card.rest.unknown().iter().map(|(name, _)| Pointer::from([name]));
    let data = card.data.rest.unknown().iter().map(|(name, _)| name);
    let data =
        data.filter(|name| !REMOVED.contains(name) && !PROSE.contains(name)).map(|name| Pointer::from(["data", name]));
    for pointer in root.chain(data) {
        report.add(pointer, "the spec does not name the member; other programs drop it");
    }
}

fn removed_member(content: &Content, report: &mut Report<'_>) {
    let Some(card) = card(content) else { return };
    for (name, _) in card.data.rest.unknown().iter().filter(|(name, _)| REMOVED.contains(name)) {
        report.add(Pointer::from(["data", name]), format!("CCv3L removed `{name}`; other programs ignore it"));
    }
}

fn prose_member(content: &Content, report: &mut Report<'_>) {
    let Some(card) = card(content) else { return };
    let is_text = |value: &Json| value.as_str().is_some();
    for (name, value) in card.data.rest.unknown().iter() {
        let fits = match name {
            "source" | "group_only_greetings" => value.as_array().is_some_and(|items| items.iter().all(is_text)),
            "creator_notes_multilingual" => {
                value.as_object().is_some_and(|map| map.iter().all(|(_, text)| is_text(text)))
            }
            _ => continue,
        };
        if !fits {
            let wanted = if name == "creator_notes_multilingual" { "an object" } else { "an array" };
            report
                .add(Pointer::from(["data", name]), format!("{} where {wanted} of strings belongs", value.kind_name()));
        }
    }
}
