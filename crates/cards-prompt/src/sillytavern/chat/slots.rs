//! The slots that the order gives, with the prompts' texts in them.

use std::collections::{HashMap, HashSet};

use super::output::{LeftOut, Missing};
use super::preset::{Preset, PresetPrompt, PromptRole};
use crate::segment::Source;
use crate::sillytavern::error::Error;
use crate::sillytavern::sourced::Sourced;
use crate::sillytavern::stage::Stage;

use super::completion::Edge;

/// A place of the request and the text that is to fill it.
#[derive(Clone, Debug, Default)]
pub(super) struct Slot {
    pub(super) label: String,
    pub(super) role: Option<PromptRole>,
    pub(super) content: Sourced,
    /// Whether it is a prompt of the user's own.
    pub(super) is_custom: bool,
    pub(super) in_chat: Option<bool>,
    pub(super) depth: Option<f64>,
    pub(super) order: Option<f64>,
    pub(super) forbids_overrides: bool,
    /// Whether a feature that the client does not know registered it.
    pub(super) extension: bool,
    /// Where beside `main` it goes.
    pub(super) edge: Option<Edge>,
}

impl Slot {
    fn of(prompt: &PresetPrompt, label: &str, content: Sourced) -> Self {
        Self {
            label: label.to_owned(),
            role: prompt.role.clone(),
            content,
            is_custom: prompt.is_custom,
            in_chat: prompt.in_chat,
            depth: prompt.depth,
            order: prompt.injection_order,
            forbids_overrides: prompt.forbids_overrides,
            extension: false,
            edge: None,
        }
    }

    pub(super) fn is_in_chat(&self) -> bool {
        self.in_chat == Some(true)
    }
}

/// All slots, in the order of the request.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots {
    pub(super) list: Vec<Slot>,
    /// The first place of each label.
    places: HashMap<String, usize>,
    /// The prompts that are off in the order.
    off: HashSet<String>,
}

impl Slots {
    /// The place of a label; of several the first.
    pub(super) fn index(&self, label: &str) -> Option<usize> {
        self.places.get(label).copied()
    }

    pub(super) fn get(&self, label: &str) -> Option<&Slot> {
        self.list.get(self.index(label)?)
    }

    pub(super) fn get_mut(&mut self, label: &str) -> Option<&mut Slot> {
        self.index(label).and_then(|index| self.list.get_mut(index))
    }

    pub(super) fn push(&mut self, slot: Slot) {
        self.places.entry(slot.label.clone()).or_insert(self.list.len());
        self.list.push(slot);
    }

    /// Whether a prompt is off in the order, where it is first; one that is not in the order is not off.
    pub(super) fn is_off(&self, label: &str) -> bool {
        self.off.contains(label)
    }

    /// Walks the order: prompts that are on and for this kind of generation get a slot and are expanded; `main` always
    /// gets one, since other texts go beside it.
    pub(super) fn of(
        preset: &Preset,
        generation: &str,
        stage: &mut Stage<'_>,
        left_out: &mut Vec<LeftOut>,
    ) -> Result<Self, Error> {
        let mut slots = Self::default();
        let mut prompts: HashMap<&str, &PresetPrompt> = HashMap::new();
        for prompt in &preset.prompts {
            if let Some(identifier) = prompt.identifier.as_deref() {
                prompts.entry(identifier).or_insert(prompt);
            }
        }
        let mut ordered: HashSet<&str> = HashSet::new();
        for entry in &preset.order {
            if ordered.insert(&entry.identifier) && !entry.enabled {
                slots.off.insert(entry.identifier.clone());
            }
            let Some(prompt) = prompts.get(entry.identifier.as_str()) else { continue };
            let source = Source::Prompt(entry.identifier.clone());
            let is_for = prompt.is_for(generation);
            if entry.enabled && is_for {
                let content = Sourced::new(prompt.content.as_str(), source);
                let content = content.became(stage.expand(content.text())?);
                slots.push(Slot::of(prompt, &entry.identifier, content));
                continue;
            }
            if entry.identifier == "main" {
                slots.push(Slot::of(prompt, "main", Sourced::new("", source.clone())));
            }
            if !prompt.content.is_empty() {
                let reason = if entry.enabled { Missing::NotTriggered } else { Missing::Off };
                left_out.push(LeftOut {
                    sources: vec![source],
                    label: Some(entry.identifier.clone()),
                    text: prompt.content.clone(),
                    reason,
                });
            }
        }
        let ordered = |prompt: &&PresetPrompt| prompt.identifier.as_deref().is_some_and(|name| ordered.contains(name));
        for prompt in preset.prompts.iter().filter(|prompt| !prompt.content.is_empty() && !ordered(prompt)) {
            let label = prompt.identifier.clone().unwrap_or_default();
            left_out.push(LeftOut {
                sources: vec![Source::Prompt(label.clone())],
                label: Some(label),
                text: prompt.content.clone(),
                reason: Missing::NotOrdered,
            });
        }
        Ok(slots)
    }
}
