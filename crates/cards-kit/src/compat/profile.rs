//! What a client does not read at all: containers, members, and what rules of `cards lint` say of the file.

use std::collections::{BTreeMap, HashSet};

use cards_container::FileKind;
use cards_json::{Json, Pointer};
use cards_lint::{Report, reader_of};
use cards_lore::unread;
use cards_model::Card;
use cards_model::book::BookView;
use cards_words::Profile;

use super::rows;
use super::sides::Sides;
use crate::answer::Divergence;

/// The sides that are compared where none is named: the two clients that most cards are made for.
pub(super) const SIDES: [Profile; 2] = [Profile::SillyTavern, Profile::Risu];

/// Whether a client puts its own text in the place of `{{original}}` before any macro runs, wherever it is.
///
/// De facto: RisuAI 2026.1, `process/index.svelte.ts` (`replaceAll`).
pub(super) fn originals_first(side: Profile) -> bool {
    side == Profile::Risu
}

/// A member that one client alone acts on.
struct Member {
    /// In the extensions of the card, from their top down.
    path: &'static [&'static str],
    who: Profile,
    does: &'static str,
    /// What the suite calls it; empty where it has no rows.
    behaviour: &'static str,
}

/// De facto: SillyTavern 1.19.0 and RisuAI 2026.1.
const MEMBERS: [Member; 3] = [
    Member { path: &["regex_scripts"], who: Profile::SillyTavern, does: "its scripts run", behaviour: "scripts" },
    Member { path: &["risuai", "customScripts"], who: Profile::Risu, does: "its scripts run", behaviour: "scripts" },
    Member { path: &["risuai", "triggerscript"], who: Profile::Risu, does: "its triggers run", behaviour: "" },
];

/// What a side does that does not act on a member.
const UNREAD: &str = "is not read";

/// Containers that one side alone reads.
pub(super) fn of_file(kind: FileKind, sides: Sides) -> Vec<Divergence> {
    let reads = |profile: Profile| match profile {
        // What the specs name is all that a reader of the specs knows.
        Profile::Spec => true,
        _ => kind != FileKind::Prom,
    };
    let said =
        |profile| if reads(profile) { "reads it" } else { "does not read it; `cards convert` or `cards pack` helps" };
    if reads(sides.from) == reads(sides.to) {
        return Vec::new();
    }
    let said = [sides.from, sides.to].map(|profile| said(profile).to_owned());
    let behaviour = if kind == FileKind::Charx { "file:charx" } else { "file:zip" };
    // The specs' rows show how such a file is read, whoever does not.
    let rows = rows::of([behaviour], Sides { from: Profile::Spec, ..sides });
    vec![Divergence::new("file", kind.to_string(), said, "docs/compatibility.md#files").with_rows(rows)]
}

/// Members that one side alone acts on.
pub(super) fn of_members(card: &Card, sides: Sides) -> Vec<Divergence> {
    let mut found: Vec<_> = of_nickname(card, sides).into_iter().collect();
    let Some(above) = card.form().extensions_pointer() else { return found };
    let extensions = Json::Object(card.extensions().clone());
    for member in MEMBERS {
        let own = member.path.iter().fold(Pointer::default(), |at, name| at.member(name));
        let says = extensions.at(&own).is_some_and(|value| match value {
            Json::Array(items) => !items.is_empty(),
            Json::String(text) => !text.is_empty(),
            value => !value.is_null(),
        });
        let said = [sides.from, sides.to].map(|side| if side.family() == member.who { member.does } else { UNREAD });
        if says && said[0] != said[1] {
            // Only the side that acts on it has rows; those of the other are about its own scripts.
            let rows = rows::of([member.behaviour], Sides { from: member.who, to: member.who });
            let at = member.path.iter().fold(above.clone(), |at, name| at.member(name));
            let said = said.map(str::to_owned);
            found.push(Divergence::new("member", at.to_string(), said, "docs/DIVERGENCES.md").with_rows(rows));
        }
    }
    found
}

/// What one side alone passes over of the lorebook. Asked where a side is a client that rules have no list of: of the others the entries
/// are fired and the rules say the rest.
pub(super) fn of_lore(card: &Card, sides: Sides) -> Vec<Divergence> {
    let listed = |side: Profile| reader_of(side).is_some();
    let book = card.lorebook().filter(|_| !listed(sides.from) || !listed(sides.to));
    let (Some(book), Some(view)) = (book, BookView::of_card(card)) else { return Vec::new() };
    let [from, to] = [sides.from, sides.to].map(|side| unread(&book, side));
    let [known_from, known_to] = [&from, &to].map(|found| found.iter().collect::<HashSet<_>>());
    let mut members = BTreeMap::new();
    for found in from.iter().chain(&to) {
        let (in_from, in_to) = (known_from.contains(found), known_to.contains(found));
        if in_from != in_to
            && let Some(place) = found.place(&view)
        {
            members.entry(&found.member).or_insert((place, in_from));
        }
    }
    let each = members.into_values().map(|(at, in_from)| {
        let said = [in_from, !in_from].map(|passes| if passes { UNREAD } else { "acts on it" }.to_owned());
        Divergence::new("member", at.to_string(), said, "docs/lore.md#other-clients")
    });
    each.collect()
}

/// The nickname, which takes the place of the name where a client reads it: the specs say so, SillyTavern does not.
fn of_nickname(card: &Card, sides: Sides) -> Option<Divergence> {
    card.nickname().filter(|nickname| !nickname.is_empty())?;
    let reads = |side: Profile| side.family() != Profile::SillyTavern;
    let said = [sides.from, sides.to]
        .map(|side| if reads(side) { "takes the place of the name in {{char}}" } else { UNREAD }.to_owned());
    let at = card.form().data_pointer().unwrap_or_default().member("nickname");
    let rows = rows::of(["member:/nickname"], Sides { from: Profile::Risu, to: Profile::Risu });
    (said[0] != said[1]).then(|| Divergence::new("member", at.to_string(), said, "docs/DIVERGENCES.md").with_rows(rows))
}

/// Findings that hurt one side alone.
pub(super) fn of_rules(report: &Report, sides: Sides) -> Vec<Divergence> {
    // Of a client that rules have no list of, nobody knows what it minds.
    let (Some(from), Some(to)) = (reader_of(sides.from), reader_of(sides.to)) else { return Vec::new() };
    let said = |hurt: bool, message: &str| if hurt { message.to_owned() } else { "not affected".to_owned() };
    let groups = report.grouped();
    let different = groups.iter().map(|group| group.first).filter_map(|finding| {
        let (from, to) = (finding.rule.breaks.contains(&from), finding.rule.breaks.contains(&to));
        let at = finding.location.pointer.as_ref().map_or_else(|| "the file".to_owned(), ToString::to_string);
        (from != to).then(|| {
            let said = [from, to].map(|hurt| said(hurt, &finding.message));
            Divergence::new("rule", at, said, format!("cards rule {}", finding.id()))
        })
    });
    different.collect()
}
