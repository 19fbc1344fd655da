//! Texts of the card that the macros of two clients make different things of.

use std::collections::{BTreeSet, HashSet};

use cards_kit::answer::Divergence;
use cards_kit::macro_host;
use cards_macro::{Engine, For, MapHost, Template, Variables};
use cards_model::Card;
use cards_words::Profile;
use serde_json::Value;

use super::rows;
use super::sides::Sides;
use crate::behaviour::behaviours_of_text;

/// Members of a card that go through macros.
const FIELDS: [&str; 9] = [
    "description",
    "personality",
    "scenario",
    "first_mes",
    "mes_example",
    "system_prompt",
    "post_history_instructions",
    "alternate_greetings",
    "group_only_greetings",
];

/// The same dice for both sides.
const SEED: u64 = 1;

/// The texts that come out differently.
pub(super) fn differences(whole: &Value, card: &Card, sides: Sides) -> Vec<Divergence> {
    let mut texts = Vec::new();
    let (holder, above) = whole.get("data").map_or((whole, ""), |data| (data, "/data"));
    for name in FIELDS {
        gather(holder.get(name), &format!("{above}/{name}"), &mut texts);
    }
    let entries = holder.pointer("/character_book/entries").and_then(Value::as_array);
    for (number, entry) in entries.into_iter().flatten().enumerate() {
        gather(entry.get("content"), &format!("{above}/character_book/entries/{number}/content"), &mut texts);
    }
    let mut chat = Chat::of(card);
    let different = texts.into_iter().filter_map(|(at, text)| {
        let [from, to] = chat.both(text, sides);
        (from != to).then(|| {
            // Only where the two part is worth a line.
            let (from, to) = parting(&from, &to);
            let rows = of(text, &mut chat, sides);
            let macros = macros(text, sides);
            Divergence::new("macro", at, [from, to], format!("docs/macros.md: {macros}")).with_rows(rows)
        })
    });
    different.collect()
}

fn gather<'v>(value: Option<&'v Value>, at: &str, texts: &mut Vec<(String, &'v str)>) {
    match value {
        Some(Value::String(text)) => texts.push((at.to_owned(), text)),
        Some(Value::Array(items)) => {
            for (number, item) in items.iter().enumerate() {
                gather(Some(item), &format!("{at}/{number}"), texts);
            }
        }
        _ => {}
    }
}

/// A chat between the card and a user named User, which begins anew with each text.
struct Chat(MapHost);

impl Chat {
    fn of(card: &Card) -> Self {
        Self(macro_host(Some(card), "User", None))
    }

    /// A text by the rules of both sides.
    fn both(&mut self, text: &str, sides: Sides) -> [String; 2] {
        [sides.from, sides.to].map(|profile| self.expanded(text, profile))
    }

    /// A text, or why it cannot be expanded.
    fn expanded(&mut self, text: &str, profile: Profile) -> String {
        self.0.variables = Variables::default();
        self.0.reseed(SEED);
        match cards_macro::expand(text, profile, &mut self.0, For::Prompt) {
            Ok(text) => text.into_owned(),
            Err(error) => format!("({error})"),
        }
    }
}

/// The rows for the macros of a text that come out differently; for all of its macros where only several together do.
fn of(text: &str, chat: &mut Chat, sides: Sides) -> Vec<&'static str> {
    let mut parts = Vec::new();
    for profile in [sides.from, sides.to] {
        let Ok(template) = Template::parse(text, Engine::from(profile)) else { continue };
        parts.extend(template.macros().map(|found| found.text().to_owned()));
    }
    parts.retain(|part| {
        let [from, to] = chat.both(part, sides);
        from != to
    });
    if parts.is_empty() {
        parts.push(text.to_owned());
    }
    let engines = [sides.from, sides.to].map(Engine::from);
    let behaviours: BTreeSet<String> =
        parts.iter().flat_map(|part| engines.into_iter().flat_map(|engine| behaviours_of_text(part, engine))).collect();
    rows::of(behaviours.iter().map(String::as_str), sides)
}

/// The names of the macros that a text uses on either side.
fn macros(text: &str, sides: Sides) -> String {
    let (mut names, mut seen): (Vec<String>, HashSet<String>) = (Vec::new(), HashSet::new());
    for profile in [sides.from, sides.to] {
        let Ok(template) = Template::parse(text, Engine::from(profile)) else { continue };
        for found in template.macros() {
            if seen.insert(found.name().to_owned()) {
                names.push(found.name().to_owned());
            }
        }
    }
    names.join(", ")
}

/// Both texts from a little before the first place where they differ.
fn parting(from: &str, to: &str) -> (String, String) {
    const BEFORE: usize = 30;
    let same = from.chars().zip(to.chars()).take_while(|(a, b)| a == b).count();
    let cut = |text: &str| {
        let skipped = same.saturating_sub(BEFORE);
        let shown: String = text.chars().skip(skipped).collect();
        if skipped > 0 { format!("…{shown}") } else { shown }
    };
    (cut(from), cut(to))
}
