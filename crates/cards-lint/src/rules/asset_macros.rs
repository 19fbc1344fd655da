//! Macros of RisuAI that show an asset of the card by its name.

use std::collections::HashSet;

use cards_model::{Card, Content, Json};

use crate::rule::rules;
use crate::sink::Sink;
use crate::subject::Subject;

rules! {
    /// The rules about macros that show assets.
    SHOWN;
    /// A text shows an asset that the card does not have.
    UNNAMED: "asset-unnamed", Note, "de facto: RisuAI 460ecae (`{{img::name}}` and its kin)",
        "Assets that texts show by name are listed.",
        "Correct the name, or add the asset; clients that find none show nothing or the text.",
        check: unnamed;
}

/// The macros: each takes the name of an asset.
const NAMES: &[&str] = &["asset", "audio", "bg", "bgm", "emotion", "image", "img", "path", "raw", "video", "video-img"];

/// Bytes in which a name and its colons stand.
const LONGEST: usize = 32;

/// Whether a name is one of theirs.
pub(super) fn is_one(name: &str) -> bool {
    NAMES.iter().any(|known| known.eq_ignore_ascii_case(name)) || name.eq_ignore_ascii_case("source")
}

fn unnamed(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let Content::Card(card @ (Card::V2(_) | Card::V3(_))) = subject.content() else { return };
    // RisuAI's module has assets of its own.
    let entries = subject.input.facts.map(|facts| facts.entries.as_slice()).unwrap_or_default();
    if entries.iter().any(|entry| entry.name.ends_with("module.risum")) {
        return;
    }
    let known = known(card);
    for text in subject.texts.iter().filter(|text| text.role.is_expanded()) {
        let mut seen = HashSet::new();
        for (at, _) in text.text.match_indices("{{") {
            let Some((name, asset, length)) = shown(text.text.get(at..).unwrap_or_default()) else { continue };
            if !known.contains(&plain(asset)) && seen.insert(asset) {
                let message = format!("`{name}` shows `{asset}`, and no asset of the card has that name");
                sink.text(text, at..at + length, message);
            }
        }
    }
}

/// The macro's name, the asset's and the macro's length, where the text begins with a macro that shows an asset.
fn shown(text: &str) -> Option<(&str, &str, usize)> {
    let inner = text.strip_prefix("{{")?;
    // Only as far as a name goes, since the text may go on for megabytes.
    let end = (0..=inner.len().min(LONGEST)).rev().find(|at| inner.is_char_boundary(*at))?;
    let head = inner.get(..end)?;
    let length = head.find(':').filter(|at| head.get(*at..).is_some_and(|rest| rest.starts_with("::")))?;
    let (name, rest) = (inner.get(..length)?, inner.get(length + "::".len()..)?);
    if !NAMES.iter().any(|known| known.eq_ignore_ascii_case(name.trim())) {
        return None;
    }
    let end = rest.find(['{', '}', '\n'])?;
    let asset = rest.get(..end)?.split("::").next()?.trim();
    // A name that a macro makes may be any.
    let closed = rest.get(end..)?.starts_with("}}");
    (closed && !asset.is_empty()).then(|| (name, asset, "{{".len() + name.len() + "::".len() + end + "}}".len()))
}

/// The names of all assets, wherever RisuAI keeps them.
fn known(card: &Card) -> HashSet<String> {
    let mut known: HashSet<String> = card.assets().iter().map(|asset| plain(&asset.name)).collect();
    let risu = card.extensions().get("risuai");
    for list in ["additionalAssets", "emotions"] {
        let items = risu.and_then(|risu| risu.get(list)).and_then(Json::as_array).unwrap_or_default();
        let names = items.iter().filter_map(|item| item.as_array()?.first()?.as_str());
        known.extend(names.map(plain));
    }
    known
}

/// A name without case, blanks at its ends and file extension.
fn plain(name: &str) -> String {
    let name = name.trim().to_lowercase();
    match name.rsplit_once('.') {
        Some((stem, ext)) if !stem.is_empty() && ext.len() <= 4 => stem.to_owned(),
        _ => name,
    }
}
