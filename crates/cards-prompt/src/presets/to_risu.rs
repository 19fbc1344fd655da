//! SillyTavern's presets for RisuAI.

use std::collections::BTreeSet;

use cards_model::{Json, Object, Pointer};
use cards_words::{Outcome, Role};

use super::items::{chat, item, plain};
use super::samplers::{SAMPLERS, for_risu};
use super::{Loss, Losses};
use crate::sillytavern::Error;
use crate::sillytavern::chat::{Preset, PresetPrompt, PromptRole};

/// Writes a preset for chat completion as RisuAI keeps its own.
///
/// Prompts in the chat are sent at their depth, between two stretches of the chat. What RisuAI sends with something else
/// (personality and scenario with the description, examples with the chat) is a loss only where the preset has them elsewhere.
///
/// # Errors
/// [`Error::NotAPreset`] for a file of another kind.
///
/// ```
/// use cards_model::Json;
/// let preset: Json = r#"{"prompts":[{"identifier":"main","content":"Be brief."},{"identifier":"chatHistory","marker":true}],
///     "prompt_order":[{"character_id":100001,"order":[{"identifier":"main","enabled":true},{"identifier":"chatHistory","enabled":true}]}],
///     "temperature":0.7}"#.parse()?;
/// let made = cards_prompt::presets::to_risu(&preset, "Brief")?;
/// assert!(made.findings.is_empty());
/// assert_eq!(made.value.pointer("/promptTemplate/0/text").and_then(Json::as_str), Some("Be brief."));
/// assert_eq!(made.value.get("temperature").and_then(Json::as_f64), Some(70.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn to_risu(preset: &Json, name: &str) -> Result<Outcome<Json, Loss>, Error> {
    let read = Preset::from_json(preset)?.value;
    let mut maker = Maker { read: &read, json: preset, items: Vec::new(), deep: Vec::new(), losses: Losses::default() };
    maker.prompts();
    let mut made = Object::default();
    made.insert("name", name);
    for_risu(preset, &mut made);
    maker.prefill();
    made.insert("promptTemplate", Json::Array(std::mem::take(&mut maker.items)));
    if !read.scripts.is_empty() {
        let scripts = cards_script::convert::to_risu(&read.scripts);
        maker.losses.scripts(&Pointer::from(["extensions", "regex_scripts"]), scripts.findings);
        made.insert("regex", Json::Array(scripts.value.iter().map(cards_script::risu::Script::to_json).collect()));
    }
    maker.others();
    Ok(Outcome::new(Json::Object(made), maker.losses.0))
}

/// A prompt in the chat.
struct Deep<'p> {
    depth: i64,
    order: f64,
    prompt: &'p PresetPrompt,
}

struct Maker<'p> {
    read: &'p Preset,
    json: &'p Json,
    items: Vec<Json>,
    deep: Vec<Deep<'p>>,
    losses: Losses,
}

impl<'p> Maker<'p> {
    /// The prompts in the order in which the client sends them.
    fn prompts(&mut self) {
        let read = self.read;
        // Of a prompt that is sent twice, the client fills the first place.
        let mut filled = BTreeSet::new();
        let prompts: Vec<(&str, bool, &'p PresetPrompt)> = read
            .order
            .iter()
            .filter(|line| !line.enabled || filled.insert(&line.identifier))
            .filter_map(|line| Some((line.identifier.as_str(), line.enabled, read.prompt(&line.identifier)?)))
            .collect();
        let sent: Vec<&str> = prompts.iter().filter(|(_, on, _)| *on).map(|(name, ..)| *name).collect();
        self.deep = prompts.iter().filter(|(_, on, _)| *on).filter_map(|(_, _, prompt)| deep(prompt)).collect();
        // The client writes deeper ones first; of one depth the higher order is nearer to the end, and of one order the system.
        self.deep.sort_by(|a, b| {
            b.depth.cmp(&a.depth).then(a.order.total_cmp(&b.order)).then(rank(a.prompt).cmp(&rank(b.prompt)))
        });
        for (name, on, prompt) in prompts {
            let at = self.place(name);
            if !on {
                if !prompt.content.trim().is_empty() {
                    self.losses.add(&at, format!("`{name}` is off, and RisuAI has no prompts that are off"));
                }
                continue;
            }
            self.told(&at, name, prompt);
            if prompt.in_chat == Some(true) {
                if deep(prompt).is_none() {
                    self.losses.add(&at, format!("`{name}` is at a depth that is never met"));
                }
                continue;
            }
            self.item(&at, name, prompt, &sent);
        }
        if !sent.contains(&"chatHistory") {
            for Deep { prompt, .. } in std::mem::take(&mut self.deep) {
                let name = prompt.identifier.as_deref().unwrap_or_default();
                let at = self.place(name);
                self.losses.add(&at, format!("`{name}` is in the chat, and the preset sends none"));
            }
        }
    }

    /// What of a prompt RisuAI has no word for.
    fn told(&mut self, at: &Pointer, name: &str, prompt: &PresetPrompt) {
        if !prompt.triggers.is_empty() {
            let what = format!("RisuAI sends `{name}` whatever is asked for");
            self.losses.add(&at.member("injection_trigger"), what);
        }
        if prompt.forbids_overrides {
            self.losses.add(&at.member("forbid_overrides"), format!("a card may replace `{name}` there"));
        }
    }

    fn item(&mut self, at: &Pointer, name: &str, prompt: &PresetPrompt, sent: &[&str]) {
        // Where one of these is directly behind another, both are sent together in either client.
        let is_behind = |others: &[&str]| {
            let here = sent.iter().position(|other| *other == name);
            here.and_then(|here| sent.get(here.checked_sub(1)?)).is_some_and(|before| others.contains(before))
        };
        match name {
            "chatHistory" => self.chat(),
            "worldInfoBefore" => self.items.push(item("lorebook", [])),
            "worldInfoAfter" if sent.contains(&"worldInfoBefore") => {
                self.losses.add(at, "lore after the character is sent with lore before it");
            }
            "worldInfoAfter" => self.items.push(item("lorebook", [])),
            "charDescription" => self.items.push(item("description", [])),
            "personaDescription" => self.items.push(item("persona", [])),
            "charPersonality" | "scenario" => {
                if !is_behind(&["charDescription", "charPersonality", "scenario"]) {
                    self.losses.add(at, format!("`{name}` is sent behind the description"));
                }
            }
            "dialogueExamples" => {
                let here = sent.iter().position(|other| *other == name).unwrap_or_default();
                if sent.get(here + 1) != Some(&"chatHistory") {
                    self.losses.add(at, "examples are sent in front of the chat");
                }
            }
            "main" => self.items.push(plain("main", &prompt.content, role(prompt))),
            // Both are what a card's post-history instructions replace.
            "jailbreak" => self.items.push(plain("globalNote", &prompt.content, role(prompt))),
            _ => self.items.push(plain("normal", &prompt.content, role(prompt))),
        }
    }

    /// The chat, cut where prompts go in.
    fn chat(&mut self) {
        let mut start = 0;
        let mut deep = std::mem::take(&mut self.deep).into_iter().peekable();
        while let Some(depth) = deep.peek().map(|first| first.depth).filter(|depth| *depth > 0) {
            self.items.push(chat(start, (-depth).into()));
            while let Some(one) = deep.next_if(|one| one.depth == depth) {
                self.items.push(plain("normal", &one.prompt.content, role(one.prompt)));
            }
            start = -depth;
        }
        self.items.push(chat(start, "end".into()));
        self.items.extend(deep.map(|one| plain("normal", &one.prompt.content, role(one.prompt))));
    }

    /// What the answer is made to begin with, as the client takes it over.
    fn prefill(&mut self) {
        if !self.read.assistant_prefill.is_empty() {
            let text = format!("{PREFILL}{}{PREFILL_END}", self.read.assistant_prefill);
            self.items.push(item("postEverything", []));
            self.items.push(plain("main", &text, Role::Assistant));
        }
    }

    /// Settings that have no counterpart.
    fn others(&mut self) {
        const TAKEN: [&str; 4] = ["prompts", "prompt_order", "assistant_prefill", "extensions"];
        let is_taken = |name: &str| TAKEN.contains(&name) || SAMPLERS.iter().any(|(ours, ..)| *ours == name);
        for (name, value) in self.json.as_object().into_iter().flat_map(|object| object.iter()) {
            let says_nothing = matches!(value, Json::Null) || value.as_str() == Some("");
            if !is_taken(name) && !says_nothing {
                self.losses.add(&Pointer::from([name]), "RisuAI has no such setting in a preset");
            }
        }
        for (name, _) in self.json.get("extensions").and_then(Json::as_object).into_iter().flat_map(|all| all.iter()) {
            if name != "regex_scripts" {
                self.losses.add(&Pointer::from(["extensions", name]), "RisuAI keeps nothing of other extensions");
            }
        }
    }

    /// Where a prompt is in the file; the whole preset for one that the client adds.
    fn place(&self, identifier: &str) -> Pointer {
        let prompts = self.json.get("prompts").and_then(Json::as_array).unwrap_or_default();
        let is_it = |prompt: &Json| prompt.get("identifier").and_then(Json::as_str) == Some(identifier);
        let number = prompts.iter().position(is_it);
        number.map_or(Pointer::ROOT, |number| Pointer::from(["prompts"]).index(number))
    }
}

/// What the client writes around the beginning of an answer.
pub(super) const PREFILL: &str = "{{#if {{prefill_supported}}}}";
/// Its end.
pub(super) const PREFILL_END: &str = "{{/if}}";

fn deep(prompt: &PresetPrompt) -> Option<Deep<'_>> {
    let depth = prompt.depth.filter(|depth| prompt.in_chat == Some(true) && *depth >= 0.0 && depth.fract() == 0.0)?;
    #[expect(clippy::cast_possible_truncation, reason = "a depth beyond 2^53 is met by no chat")]
    Some(Deep { depth: depth as i64, order: prompt.injection_order.unwrap_or(100.0), prompt })
}

fn role(prompt: &PresetPrompt) -> Role {
    match prompt.role {
        Some(PromptRole::Known(role)) => role,
        _ => Role::System,
    }
}

/// The client puts messages of one depth and order together by role, the system's nearest to the end.
fn rank(prompt: &PresetPrompt) -> u8 {
    match role(prompt) {
        Role::Assistant => 0,
        Role::User => 1,
        Role::System => 2,
    }
}
