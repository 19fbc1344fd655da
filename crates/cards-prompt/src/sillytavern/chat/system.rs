//! The system texts: lore, fields of the card, utility prompts, extension prompts; and the slots that they take.

use cards_words::Role;

use super::completion::Edge;
use super::preset::{Preset, PromptRole};
use super::slots::{Slot, Slots};
use crate::segment::Source;
use crate::sillytavern::beside::{ExtensionPosition, PersonaPosition};
use crate::sillytavern::error::Error;
use crate::sillytavern::extension::{DEPTH_PROMPT_KEY, ExtensionPrompt, NOTE_KEY, PERSONA_KEY};
use crate::sillytavern::scene::Scene;
use crate::sillytavern::sourced::Sourced;
use crate::sillytavern::stage::Stage;
use crate::sillytavern::steps::Prepared;

/// Extension prompts that the client knows: key, label, and whether their own role counts.
const KNOWN: [(&str, &str, bool); 5] = [
    ("1_memory", "summary", true),
    (NOTE_KEY, "authorsNote", true),
    ("3_vectors", "vectorsMemory", false),
    ("4_vectors_data_bank", "vectorsDataBank", true),
    ("chromadb", "smartContext", false),
];

/// Labels of known extension prompts, in the order in which they go beside `main`.
pub(super) fn known_labels() -> impl Iterator<Item = &'static str> {
    KNOWN.iter().map(|(_, label, _)| *label)
}

/// A text that the client puts into the slot of its label, or behind all.
#[derive(Clone, Debug)]
pub(super) struct SystemText {
    label: String,
    role: Role,
    content: Sourced,
    extension: bool,
    edge: Option<Edge>,
}

impl SystemText {
    fn new(label: &str, role: Role, content: Sourced) -> Self {
        Self { label: label.to_owned(), role, content, extension: false, edge: None }
    }
}

/// What a scenario or a personality becomes: the format expanded, where both are there.
fn formatted(field: &Sourced, format: &str, name: &'static str, stage: &mut Stage<'_>) -> Result<Sourced, Error> {
    if field.is_empty() || format.is_empty() {
        return Ok(field.clone());
    }
    let text = stage.expand(format)?;
    // A format that is the field's macro alone adds nothing of its own.
    let mut sources = field.sources();
    if *text != *field.text() {
        sources.push(Source::Setting(name));
    }
    Ok(Sourced::of_all(text.into_owned(), sources))
}

/// Lore in its format: a blank one is none; `{0}` is the lore everywhere.
fn in_lore_format(lore: &Sourced, format: &str) -> Sourced {
    if lore.is_empty() || cards_model::json::javascript::trim(format).is_empty() {
        return lore.clone();
    }
    let setting = |text: &str| Sourced::new(text, Source::Setting("wi_format"));
    let mut out = Sourced::default();
    for (number, text) in format.split("{0}").enumerate() {
        if number > 0 {
            out.push(lore);
        }
        if !text.is_empty() {
            out.push(&setting(text));
        }
    }
    out
}

/// The texts that are expanded before the order is walked, in the client's order.
pub(super) struct Formats {
    scenario: Sourced,
    personality: Sourced,
    group_nudge: Sourced,
    impersonation: Sourced,
}

impl Formats {
    pub(super) fn expand(preset: &Preset, prepared: &Prepared, stage: &mut Stage<'_>) -> Result<Self, Error> {
        let fields = &prepared.fields;
        let setting = |text: &str, name: &'static str, stage: &mut Stage<'_>| -> Result<Sourced, Error> {
            Ok(Sourced::new(stage.expand(text)?, Source::Setting(name)))
        };
        let scenario = formatted(&fields.scenario, &preset.scenario_format, "scenario_format", stage)?;
        let personality = formatted(&fields.personality, &preset.personality_format, "personality_format", stage)?;
        let group_nudge = setting(&preset.group_nudge_prompt, "group_nudge_prompt", stage)?;
        let impersonation = setting(&preset.impersonation_prompt, "impersonation_prompt", stage)?;
        Ok(Self { scenario, personality, group_nudge, impersonation })
    }
}

/// Lists the system texts in the client's order.
pub(super) fn texts(scene: &Scene<'_>, preset: &Preset, prepared: &Prepared, formats: Formats) -> Vec<SystemText> {
    let fields = &prepared.fields;
    let lore = &prepared.lore;
    let bias = match prepared.bias.message {
        Some(message) => Source::Bias(message),
        None => Source::Setting("user_prompt_bias"),
    };
    let mut texts = vec![
        SystemText::new("worldInfoBefore", Role::System, in_lore_format(&lore.before, &preset.lore_format)),
        SystemText::new("worldInfoAfter", Role::System, in_lore_format(&lore.after, &preset.lore_format)),
        SystemText::new("charDescription", Role::System, fields.description.clone()),
        SystemText::new("charPersonality", Role::System, formats.personality),
        SystemText::new("scenario", Role::System, formats.scenario),
        SystemText::new("impersonate", Role::System, formats.impersonation),
        SystemText::new("quietPrompt", Role::System, Sourced::new(prepared.quiet.as_str(), Source::Quiet)),
        SystemText::new("groupNudge", Role::System, formats.group_nudge),
        SystemText::new("bias", Role::Assistant, Sourced::new(prepared.bias.text.as_str(), bias)),
    ];
    for (key, label, own_role) in KNOWN {
        let Some(prompt) = prepared.extensions.get(key).filter(|prompt| !prompt.value.is_empty()) else { continue };
        let role = if own_role { prompt.role } else { Role::System };
        texts.push(SystemText { edge: edge(prompt), ..SystemText::new(label, role, prompt.value.clone()) });
    }
    if !scene.persona.description.is_empty() && scene.persona.position == PersonaPosition::InPrompt {
        // Not the field that was expanded before: its macros run once more.
        let persona = Sourced::new(scene.persona.description, Source::Persona);
        texts.push(SystemText::new("personaDescription", Role::System, persona));
    }
    let known = |key: &str| {
        [PERSONA_KEY, DEPTH_PROMPT_KEY, "QUIET_PROMPT"].contains(&key)
            || KNOWN.iter().any(|(known, _, _)| *known == key)
    };
    for prompt in prepared.extensions.listed() {
        if known(&prompt.key) || prompt.value.is_empty() || edge(prompt).is_none() {
            continue;
        }
        let text = SystemText::new(&label_of(&prompt.key), prompt.role, prompt.value.clone());
        texts.push(SystemText { extension: true, edge: edge(prompt), ..text });
    }
    texts
}

/// The end of `main` that an extension prompt goes to.
fn edge(prompt: &ExtensionPrompt) -> Option<Edge> {
    match prompt.position {
        ExtensionPosition::BeforePrompt => Some(Edge::Start),
        ExtensionPosition::InPrompt => Some(Edge::End),
        _ => None,
    }
}

/// A key as a label: every UTF-16 unit that is no letter, digit or `_` of ASCII becomes `_`.
fn label_of(key: &str) -> String {
    let mut label = String::with_capacity(key.len());
    for c in key.chars() {
        if c.is_ascii_alphanumeric() || c == '_' {
            label.push(c);
        } else {
            label.extend(std::iter::repeat_n('_', c.len_utf16()));
        }
    }
    label
}

/// Expands each text once more and puts it into its slot, which may say where and as whom; without a slot it goes behind
/// all slots.
pub(super) fn merge(texts: Vec<SystemText>, slots: &mut Slots, stage: &mut Stage<'_>) -> Result<(), Error> {
    for text in texts {
        let content = text.content.became(stage.expand(text.content.text())?);
        let own = slots.get(&text.label);
        let slot = Slot {
            role: own.and_then(|own| own.role.clone()).or(Some(PromptRole::Known(text.role))),
            in_chat: own.and_then(|own| own.in_chat),
            depth: own.and_then(|own| own.depth),
            order: own.and_then(|own| own.order),
            content,
            extension: text.extension,
            edge: text.edge,
            label: text.label,
            ..Slot::default()
        };
        match slots.get_mut(&slot.label) {
            Some(taken) => *taken = slot,
            None => slots.push(slot),
        }
    }
    Ok(())
}
