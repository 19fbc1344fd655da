//! What a client does not read at all: containers, members, and what rules of `cards lint` say of the file.

use cards_container::FileKind;
use cards_kit::answer::Divergence;
use cards_lint::Report;
use cards_model::rules::Reader;
use cards_words::Profile;
use serde_json::Value;

use super::rows;
use super::sides::Sides;

/// A member that one client alone acts on.
struct Member {
    /// Below `data`.
    pointer: &'static str,
    who: Profile,
    does: &'static str,
    /// What the suite calls it; empty where it has no rows.
    behaviour: &'static str,
}

/// De facto: SillyTavern 1.19.0 and RisuAI 2026.1.
const MEMBERS: [Member; 4] = [
    Member {
        pointer: "/nickname",
        who: Profile::Risu,
        does: "takes the place of the name in {{char}}",
        behaviour: "member:/nickname",
    },
    Member {
        pointer: "/extensions/regex_scripts",
        who: Profile::SillyTavern,
        does: "its scripts run",
        behaviour: "scripts",
    },
    Member {
        pointer: "/extensions/risuai/customScripts",
        who: Profile::Risu,
        does: "its scripts run",
        behaviour: "scripts",
    },
    Member { pointer: "/extensions/risuai/triggerscript", who: Profile::Risu, does: "its triggers run", behaviour: "" },
];

/// Containers that one side alone reads.
pub(super) fn of_file(kind: FileKind, sides: Sides) -> Vec<Divergence> {
    let reads = |profile: Profile| match profile {
        // What the specs name is all that a reader of the specs knows.
        Profile::Spec => true,
        Profile::SillyTavern | Profile::Risu => kind != FileKind::Prom,
        _ => !matches!(kind, FileKind::Charx | FileKind::Prom),
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
pub(super) fn of_members(whole: &Value, sides: Sides) -> Vec<Divergence> {
    let (holder, above) = whole.get("data").map_or((whole, ""), |data| (data, "/data"));
    let there = MEMBERS.iter().filter(|member| {
        holder.pointer(member.pointer).is_some_and(|value| match value {
            Value::Array(items) => !items.is_empty(),
            Value::String(text) => !text.is_empty(),
            value => !value.is_null(),
        })
    });
    let said = |member: &Member, profile: Profile| {
        // The specs know `nickname` and none of the scripts.
        let by_spec = profile == Profile::Spec && member.pointer == "/nickname";
        if profile == member.who || by_spec { member.does } else { "is not read" }
    };
    let different = there.filter(|member| said(member, sides.from) != said(member, sides.to));
    different
        .map(|member| {
            let said = [sides.from, sides.to].map(|profile| said(member, profile).to_owned());
            // Only the side that acts on it has rows; those of the other are about its own scripts.
            let rows = rows::of([member.behaviour], Sides { from: member.who, to: member.who });
            Divergence::new("member", format!("{above}{}", member.pointer), said, "docs/DIVERGENCES.md").with_rows(rows)
        })
        .collect()
}

/// Findings that hurt one side alone.
pub(super) fn of_rules(report: &Report, sides: Sides) -> Vec<Divergence> {
    let hurt = |breaks: &[Reader], profile: Profile| {
        let reader = match profile {
            Profile::SillyTavern => Reader::SillyTavern,
            Profile::Risu => Reader::Risu,
            _ => Reader::Others,
        };
        breaks.contains(&reader)
    };
    let said = |hurt: bool, message: &str| if hurt { message.to_owned() } else { "copes with it".to_owned() };
    let groups = report.grouped();
    let different = groups.iter().map(|group| group.first).filter_map(|finding| {
        let (from, to) = (hurt(finding.rule.breaks, sides.from), hurt(finding.rule.breaks, sides.to));
        let at = finding.location.pointer.as_ref().map_or_else(|| "the file".to_owned(), ToString::to_string);
        (from != to).then(|| {
            let said = [from, to].map(|hurt| said(hurt, &finding.message));
            Divergence::new("rule", at, said, format!("cards rule {}", finding.id()))
        })
    });
    different.collect()
}
