//! Texts of the card that the macros of two clients make different things of.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use cards_macro::{Engine, Fact, For, MapHost, Moment, Template, Variables};
use cards_model::{Card, Content, TextClass, TextKind};
use cards_words::Profile;

use super::behaviour::behaviours_of_text;
use super::profile::originals_first;
use super::rows;
use super::sides::Sides;
use crate::answer::Divergence;
use crate::edit::texts::texts;
use crate::host::macro_host;

/// The same dice for both sides.
const SEED: u64 = 1;

/// What an application has in the place of the card's system prompt and global note, for `{{original}}`.
const ORIGINAL: &str = "(the text of the application)";

/// A text that both sides expand.
struct Asked<'a> {
    at: String,
    text: Cow<'a, str>,
    /// Whether it stands in for a text of the application, which `{{original}}` brings back.
    replaces: bool,
}

/// The texts that come out differently: those of the card that reach a model, and what its entries say.
pub(super) fn differences(content: &Content, card: &Card, sides: Sides, now: Moment) -> Vec<Divergence> {
    let mut asked = Vec::new();
    for text in card.texts() {
        // Names are shown and notes are read by people; no client sends them through its macros, nor what is no prose.
        let is_read =
            matches!(text.kind, TextKind::Name | TextKind::Nickname | TextKind::CreatorNotes | TextKind::GuidanceNote);
        if is_read || text.kind.class() != TextClass::Prose {
            continue;
        }
        let replaces = matches!(text.kind, TextKind::SystemPrompt | TextKind::PostHistoryInstructions);
        asked.push(Asked { at: text.pointer.to_string(), text: Cow::Borrowed(text.text), replaces });
    }
    let entries = texts(content).into_iter().filter(|text| text.is_of("book.content"));
    asked.extend(entries.map(|text| Asked { at: text.pointer.to_string(), text: text.text, replaces: false }));
    let mut chat = Chat::of(card, now);
    let different = asked.into_iter().filter_map(|asked| {
        let [from, to] = chat.both(&asked.text, asked.replaces, sides);
        (from != to).then(|| {
            // Only where the two part is worth a line.
            let (from, to) = parting(&from, &to);
            let rows = of(&asked, &mut chat, sides);
            let macros = macros(&asked.text, sides);
            Divergence::new("macro", asked.at, [from, to], format!("docs/macros.md: {macros}")).with_rows(rows)
        })
    });
    different.collect()
}

/// A chat between the card and a user named User, which begins anew with each text.
struct Chat(MapHost);

impl Chat {
    fn of(card: &Card, now: Moment) -> Self {
        let mut host = macro_host(Some(card), "User", None);
        host.now = Some(now);
        Self(host)
    }

    /// A text by the rules of both sides.
    fn both(&mut self, text: &str, replaces: bool, sides: Sides) -> [String; 2] {
        [sides.from, sides.to].map(|profile| self.expanded(text, replaces, profile))
    }

    /// A text, or why it cannot be expanded.
    fn expanded(&mut self, text: &str, replaces: bool, profile: Profile) -> String {
        self.0.variables = Variables::default();
        self.0.reseed(SEED);
        self.0.set(Fact::Original, if replaces { ORIGINAL } else { "" });
        let text = if replaces && originals_first(profile) {
            Cow::Owned(text.replace("{{original}}", ORIGINAL))
        } else {
            Cow::Borrowed(text)
        };
        match cards_macro::expand(&text, profile, &mut self.0, For::Prompt) {
            Ok(text) => text.into_owned(),
            Err(error) => format!("({error})"),
        }
    }
}

/// The rows for the macros of a text that come out differently; for all of its macros where only several together do.
fn of(asked: &Asked<'_>, chat: &mut Chat, sides: Sides) -> Vec<&'static str> {
    let mut parts = Vec::new();
    for profile in [sides.from, sides.to] {
        let Ok(template) = Template::parse(&asked.text, Engine::from(profile)) else { continue };
        parts.extend(template.macros().map(|found| found.text().to_owned()));
    }
    parts.retain(|part| {
        let [from, to] = chat.both(part, asked.replaces, sides);
        from != to
    });
    if parts.is_empty() {
        parts.push(asked.text.clone().into_owned());
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
