//! Presets of one client as presets of another.
//!
//! De facto: SillyTavern 1.19.0 (`prompts`, `prompt_order`), RisuAI read at 9279ae2e (`src/ts/process/prompt.ts`: the items of
//! `promptTemplate`, and how it takes a preset of SillyTavern) and 0aa4afc1 (`src/ts/storage/database.svelte.ts`, `importPreset`).
//! RisuAI reads presets of SillyTavern itself; what differs here is named in `docs/prompt.md`.

mod items;
mod marinara;
mod novelai;
mod samplers;
mod to_risu;
mod to_sillytavern;

pub use marinara::{MarinaraSection, from_marinara, is_marinara, marinara_choices, marinara_sections, marinara_unset};
pub use novelai::{from_novelai, is_novelai};
pub use to_risu::to_risu;
pub use to_sillytavern::to_sillytavern;

use std::collections::HashSet;
use std::fmt;

use cards_model::{Json, Object, Pointer};

/// Something of a file that the other client has no place for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Loss {
    /// Where it is in what was converted, as a JSON pointer.
    pub pointer: String,
    /// What is lost, or what becomes of it.
    pub what: String,
}

impl Loss {
    /// A loss at a pointer.
    #[must_use]
    pub fn new(pointer: impl Into<String>, what: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), what: what.into() }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.pointer, self.what)
    }
}

/// The losses of one preset.
#[derive(Default)]
struct Losses(Vec<Loss>);

impl Losses {
    fn add(&mut self, at: &Pointer, what: impl Into<String>) {
        self.0.push(Loss::new(at.as_str(), what));
    }

    /// The scripts of a preset, which have losses of their own.
    fn scripts(&mut self, at: &Pointer, losses: Vec<cards_script::convert::Loss>) {
        for loss in losses {
            self.add(&at.index(loss.script).member(loss.member), loss.what);
        }
    }
}

/// Whether a value is a preset of RisuAI: one with a template, or with the order that came before templates.
///
/// ```
/// use cards_model::Json;
/// let preset: Json = r#"{"name":"Mine","promptTemplate":[{"type":"chat","rangeStart":0,"rangeEnd":"end"}]}"#.parse()?;
/// assert!(cards_prompt::presets::is_risu(&preset));
/// # Ok::<(), cards_model::json::Error>(())
/// ```
#[must_use]
pub fn is_risu(json: &Json) -> bool {
    let is_list = |name: &str| json.get(name).is_some_and(|value| value.as_array().is_some());
    is_list("promptTemplate") || (is_list("formatingOrder") && json.get("mainPrompt").is_some())
}

/// Whether a value is there to say that nothing is.
fn says_nothing(value: &Json) -> bool {
    match value {
        Json::Null => true,
        Json::String(text) => text.is_empty(),
        Json::Array(list) => list.is_empty(),
        _ => false,
    }
}

/// Prompts as SillyTavern's presets list them, and in which order they are sent.
#[derive(Default)]
struct Prompts {
    list: Vec<Json>,
    order: Vec<Json>,
    identifiers: HashSet<String>,
}

impl Prompts {
    fn has(&self, identifier: &str) -> bool {
        self.identifiers.contains(identifier)
    }

    /// Adds a prompt; one that is in no order, and never sent, without a word on whether it is on.
    fn push(&mut self, identifier: &str, prompt: Object, on: Option<bool>) {
        self.list.push(Json::Object(prompt));
        self.identifiers.insert(identifier.to_owned());
        if let Some(on) = on {
            let mut line = Object::default();
            line.insert("identifier", identifier);
            line.insert("enabled", on);
            self.order.push(Json::Object(line));
        }
    }

    /// The two members of a preset; the order is the one for all characters.
    fn write(self, preset: &mut Object) {
        preset.insert("prompts", Json::Array(self.list));
        let mut order = Object::default();
        order.insert("character_id", 100_001_u32);
        order.insert("order", Json::Array(self.order));
        preset.insert("prompt_order", Json::Array(vec![Json::Object(order)]));
    }
}
