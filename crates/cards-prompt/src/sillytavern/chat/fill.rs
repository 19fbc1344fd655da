//! Filling the slots in the order in which the client checks the budget.

use cards_words::Role;

use super::completion::{Completion, Edge, Place, Stop, draft};
use super::continued;
use super::dialogue;
use super::history;
use super::inject::inject;
use super::item::{self, Item};
use super::output::{Draft, LeftOut, Missing};
use super::preset::{Preset, PromptRole};
use super::slots::{Slot, Slots};
use super::system::known_labels;
use crate::sillytavern::examples::{ExampleBlock, ExampleNames};
use crate::sillytavern::scene::{Generation, Mistakes, Scene};
use crate::sillytavern::stage::Stage;
use crate::sillytavern::steps::Prepared;

/// Tokens that every answer costs.
const REPLY: i64 = 3;

impl Slot {
    pub(super) fn role(&self) -> Role {
        match &self.role {
            Some(PromptRole::Known(role)) => *role,
            _ => Role::System,
        }
    }

    pub(super) fn draft(&self, stage: &mut Stage<'_>) -> Draft {
        draft(self.role(), self.content.clone(), Some(&self.label), stage.tokens)
    }
}

/// What filling came to, beside the completion.
#[derive(Debug, Default)]
pub(super) struct Filled {
    pub(super) dropped_history: usize,
    pub(super) dropped_examples: Option<usize>,
}

/// What is being filled, and from what.
pub(super) struct Filler<'f, 's> {
    pub(super) scene: &'f Scene<'f>,
    pub(super) preset: &'f Preset,
    pub(super) prepared: &'f Prepared,
    pub(super) slots: &'f Slots,
    pub(super) completion: &'f mut Completion,
    pub(super) stage: &'f mut Stage<'s>,
    pub(super) left_out: &'f mut Vec<LeftOut>,
    pub(super) filled: Filled,
}

impl Filler<'_, '_> {
    /// Fills everything; what was placed before a mandatory part that does not fit stays.
    pub(super) fn run(&mut self) -> Result<(), Stop> {
        self.completion.reserve(REPLY);
        for label in [
            "worldInfoBefore",
            "main",
            "worldInfoAfter",
            "charDescription",
            "charPersonality",
            "scenario",
            "personaDescription",
        ] {
            self.place(label)?;
        }
        let mut control = self.control();
        self.completion.reserve(control.tokens());
        self.place("nsfw")?;
        self.place("jailbreak")?;
        let slots = self.slots;
        for slot in slots.list.iter().filter(|slot| slot.is_custom && !slot.is_in_chat()) {
            self.place(&slot.label)?;
        }
        self.place("enhanceDefinitions")?;
        if !cards_model::json::javascript::trim(&self.prepared.bias.text).is_empty() {
            self.place("bias")?;
        }
        let in_chat = self.relative()?;
        let mut items = item::items(self.scene, self.preset, &self.prepared.history);
        if let Some(message) = continued::prefill(self.scene, self.preset, &mut items, self.stage)? {
            self.completion.reserve(message.tokens);
            control.messages.push(message);
        }
        inject(&in_chat, &self.prepared.extensions, &mut items, self.stage, self.left_out)?;
        items.reverse();
        if self.scene.settings.pin_examples {
            self.examples()?;
            self.history(items)?;
        } else {
            self.history(items)?;
            self.examples()?;
        }
        self.completion.free(control.tokens());
        if !control.messages.is_empty() {
            self.completion.append(control)?;
        }
        Ok(())
    }

    /// Fills the slot of a label, unless it is off or is in the chat.
    fn place(&mut self, label: &str) -> Result<(), Stop> {
        let Some(index) = self.slots.index(label) else { return Ok(()) };
        let Some(slot) = self.slots.list.get(index) else { return Ok(()) };
        if slot.is_in_chat() || (label != "main" && self.slots.is_off(label)) {
            return Ok(());
        }
        let message = slot.draft(self.stage);
        self.completion.fill(index, Place::with(label, message))?;
        Ok(())
    }

    /// The messages that always are last.
    fn control(&mut self) -> Place {
        let mut control = Place::new("controlPrompts");
        let impersonates = self.scene.generation == Generation::Impersonate;
        if let Some(slot) = self.slots.get("impersonate").filter(|_| impersonates) {
            control.messages.push(slot.draft(self.stage));
        }
        if let Some(slot) = self.slots.get("quietPrompt").filter(|slot| !slot.content.is_empty()) {
            control.messages.push(slot.draft(self.stage));
        }
        control
    }

    /// Puts extension prompts beside `main`; returns what is in the chat, with those that followed `main` there.
    fn relative(&mut self) -> Result<Vec<Slot>, Stop> {
        let slots = self.slots;
        let mut in_chat: Vec<Slot> = slots.list.iter().filter(|slot| slot.is_in_chat()).cloned().collect();
        let known = known_labels().filter_map(|label| slots.get(label));
        let others = slots.list.iter().filter(|slot| slot.extension);
        for slot in known.chain(others) {
            let Some(edge) = slot.edge else { continue };
            if self.completion.has("main") {
                let message = slot.draft(self.stage);
                self.completion.insert(message, "main", edge)?;
            } else if let Some(main) = in_chat.iter().position(|slot| slot.label == "main") {
                let Some(place) = in_chat.get(main).cloned() else { continue };
                let beside = Slot { content: slot.content.clone(), label: slot.label.clone(), ..place };
                in_chat.insert(main + usize::from(edge == Edge::End), beside);
            } else if !slot.content.is_empty() {
                self.left_out.push(slot.left_out(Missing::NoPlace));
            }
        }
        Ok(in_chat)
    }

    fn history(&mut self, items: Vec<Item>) -> Result<(), Stop> {
        let continued = continued::text(self.scene, self.preset, self.prepared);
        let from = history::From { scene: self.scene, preset: self.preset, slots: self.slots };
        let continued = continued.as_deref();
        let dropped = &mut self.filled.dropped_history;
        history::fill(&from, items, continued, self.completion, self.stage, self.left_out, dropped)
    }

    fn examples(&mut self) -> Result<(), Stop> {
        let names = ExampleNames {
            user: self.stage.user().to_owned(),
            character: self.stage.character().to_owned(),
            members: self.stage.group().map(|group| group.iter().map(|member| member.name.clone()).collect()),
        };
        let blocks: &[ExampleBlock] = if self.scene.settings.strip_examples {
            self.left_out.extend(self.prepared.examples.iter().map(|block| block.left_out(Missing::ExamplesStripped)));
            &[]
        } else {
            &self.prepared.examples
        };
        let (dropped, overwritten) =
            dialogue::fill(self.preset, self.slots, blocks, &names, self.completion, self.stage, self.left_out)?;
        self.filled.dropped_examples = dropped;
        let Some(place) = overwritten else { return Ok(()) };
        if self.scene.mistakes == Mistakes::AsIntended {
            // What the client means: the pair is behind everything.
            self.completion.places.push(Some(place));
            return Ok(());
        }
        for message in place.messages.into_iter().filter(|message| !message.content.is_empty()) {
            self.left_out.push(LeftOut {
                sources: message.content.sources(),
                label: message.label,
                text: message.content.text().to_owned(),
                reason: Missing::Overwritten,
            });
        }
        Ok(())
    }
}

impl Slot {
    pub(super) fn left_out(&self, reason: Missing) -> LeftOut {
        LeftOut {
            sources: self.content.sources(),
            label: Some(self.label.clone()),
            text: self.content.text().to_owned(),
            reason,
        }
    }
}
