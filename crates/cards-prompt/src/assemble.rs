//! Putting a prompt together.

use std::collections::BTreeSet;

use cards_lore::{Placement, Role};
use cards_macro::{Error, For, Host, RenderOptions, Template};
use cards_model::examples::START;

use crate::budget;
use crate::input::{LoreText, PromptInput};
use crate::original::WithOriginal;
use crate::segment::{Prompt, Segment, Source};

/// Puts a prompt together: expands every text, places lore, counts tokens and makes it fit.
///
/// The greeting or the chat is expanded first, since a greeting may set the variables that the description reads.
///
/// Spec: V1 (fields in every prompt), V2 `system_prompt` and `post_history_instructions`, CCv3 `position` and `depth`
/// decorators, Prom V3.1 `greetings`.
///
/// # Errors
/// A limit that expanding a text hit.
pub fn assemble(
    input: &PromptInput<'_>,
    host: &mut dyn Host,
    count: &mut dyn FnMut(&str) -> u64,
) -> Result<Prompt, Error> {
    let mut maker = Maker { input, host, count, prompt: Prompt::default(), unknown: BTreeSet::new() };
    let history = maker.history()?;
    let card = input.card;
    let system_prompt = maker.replaced(card.system_prompt(), input.system_prompt)?;
    let post_history = maker.replaced(card.post_history_instructions(), input.post_history_instructions)?;

    maker.push(Source::SystemPrompt, Role::System, system_prompt);
    maker.lore(|place| matches!(place, Placement::BeforeChar));
    maker.lore(|place| is_slot(place, "before_desc"));
    maker.field(Source::Description, card.description())?;
    maker.lore(|place| is_slot(place, "after_desc"));
    maker.field(Source::Personality, card.personality())?;
    maker.lore(|place| is_slot(place, "personality"));
    maker.field(Source::Scenario, card.scenario())?;
    maker.lore(|place| is_slot(place, "scenario"));
    maker.lore(|place| matches!(place, Placement::Default | Placement::AfterChar) || is_unknown_slot(place));
    maker.lore(|place| matches!(place, Placement::ExamplesTop));
    maker.examples()?;
    maker.lore(|place| matches!(place, Placement::ExamplesBottom));
    maker.with_depths(history);
    maker.lore(|place| matches!(place, Placement::AuthorNoteTop | Placement::AuthorNoteBottom));
    maker.push(Source::PostHistoryInstructions, Role::System, post_history);
    maker.prefill();

    let mut prompt = maker.prompt;
    prompt.unknown_macros = maker.unknown.into_iter().collect();
    if let Some(context) = input.context {
        budget::fit(&mut prompt, context);
    }
    Ok(prompt)
}

/// Slots that `@@position` names (CCv3).
const SLOTS: [&str; 4] = ["before_desc", "after_desc", "personality", "scenario"];

fn is_slot(place: &Placement, name: &str) -> bool {
    matches!(place, Placement::Slot(slot) if slot == name)
}

fn is_unknown_slot(place: &Placement) -> bool {
    matches!(place, Placement::Slot(slot) if !SLOTS.contains(&slot.as_str()))
}

struct Maker<'m> {
    input: &'m PromptInput<'m>,
    host: &'m mut dyn Host,
    count: &'m mut dyn FnMut(&str) -> u64,
    prompt: Prompt,
    unknown: BTreeSet<String>,
}

impl Maker<'_> {
    fn expand(&mut self, text: &str, original: Option<&str>) -> Result<String, Error> {
        let template = Template::parse_with(text, self.input.profile, &self.input.limits)?;
        let mut host = WithOriginal { host: &mut *self.host, original };
        let options = RenderOptions::new(For::Prompt).with_limits(self.input.limits.clone());
        let rendered = template.render_with(&mut host, &options)?;
        self.unknown.extend(rendered.unknown);
        Ok(rendered.text.into_owned())
    }

    /// The card's text in place of the user's, unless it is empty. What `{{original}}` brings back is expanded too.
    fn replaced(&mut self, card: &str, user: &str) -> Result<String, Error> {
        let user = self.expand(user, None)?;
        if card.is_empty() { Ok(user) } else { self.expand(card, Some(&user)) }
    }

    fn field(&mut self, source: Source, text: &str) -> Result<(), Error> {
        let text = self.expand(text, None)?;
        self.push(source, Role::System, text);
        Ok(())
    }

    /// Adds a piece, unless it is blank.
    fn push(&mut self, source: Source, role: Role, text: String) {
        let segment = self.segment(source, role, None, text);
        if !segment.text.trim().is_empty() {
            self.prompt.segments.push(segment);
        }
    }

    fn segment(&mut self, source: Source, role: Role, name: Option<String>, text: String) -> Segment {
        let tokens = (self.count)(&text);
        Segment { source, role, name, text, tokens }
    }

    /// Adds the lore of some placements, in the engine's order.
    fn lore(&mut self, wanted: impl Fn(&Placement) -> bool) {
        for lore in self.input.lore.iter().filter(|lore| wanted(&lore.placement)) {
            self.push(Source::Lore(lore.entry.clone()), lore.role, lore.text.clone());
        }
    }

    /// The chat, or the greeting that begins one.
    fn history(&mut self) -> Result<Vec<Segment>, Error> {
        let mut history = Vec::new();
        if self.input.chat.is_empty() {
            let greetings = self.input.card.greetings();
            if let Some(greeting) = greetings.get(self.input.greeting) {
                let text = self.expand(greeting.text, None)?;
                history.push(self.segment(Source::Greeting(self.input.greeting), Role::Assistant, None, text));
            }
        }
        for (at, message) in self.input.chat.iter().enumerate() {
            let text = self.expand(&message.text, None)?;
            history.push(self.segment(Source::Message(at), message.role, message.name.clone(), text));
        }
        history.retain(|segment| !segment.text.is_empty());
        Ok(history)
    }

    /// Example messages, a piece for each `<START>` block.
    fn examples(&mut self) -> Result<(), Error> {
        let examples = self.input.card.mes_example();
        for (at, block) in blocks(&examples).into_iter().enumerate() {
            let text = self.expand(&block, None)?;
            self.push(Source::Example(at), Role::System, text);
        }
        Ok(())
    }

    /// Adds the chat, with lore between its messages.
    ///
    /// Depth 0 stands after the newest message; a depth past the oldest one stands before it.
    fn with_depths(&mut self, history: Vec<Segment>) {
        let count = history.len();
        let mut gaps: Vec<Vec<&LoreText>> = vec![Vec::new(); count + 1];
        for lore in self.input.lore.iter().filter(|lore| !is_prefill(lore)) {
            let before = match lore.placement {
                Placement::Depth { depth } => count.saturating_sub(whole(depth)),
                Placement::ReverseDepth { depth } => whole(depth).min(count),
                _ => continue,
            };
            if let Some(gap) = gaps.get_mut(before) {
                gap.push(lore);
            }
        }
        let mut messages = history.into_iter();
        for gap in gaps {
            for lore in gap {
                self.push(Source::Lore(lore.entry.clone()), lore.role, lore.text.clone());
            }
            self.prompt.segments.extend(messages.next());
        }
    }

    /// Adds what the character is made to begin its answer with.
    fn prefill(&mut self) {
        for lore in self.input.lore.iter().filter(|lore| is_prefill(lore)) {
            self.push(Source::Lore(lore.entry.clone()), lore.role, lore.text.clone());
        }
    }
}

/// Whether a text at depth 0 is spoken by the character: the beginning of its answer.
///
/// Spec: CCv3 `@@depth`, `@@role`.
fn is_prefill(lore: &LoreText) -> bool {
    matches!(lore.placement, Placement::Depth { depth } if depth < 1.0) && lore.role == Role::Assistant
}

/// A depth as a whole number of messages, never below none.
fn whole(depth: f64) -> usize {
    // A cast from a float saturates, so a huge depth is just past the oldest message.
    depth.floor().max(0.0) as usize
}

/// The blocks between `<START>` lines, blank ones left out.
fn blocks(examples: &str) -> Vec<String> {
    let mut blocks = vec![String::new()];
    for line in examples.lines() {
        if line.trim().eq_ignore_ascii_case(START) {
            blocks.push(String::new());
        } else if let Some(block) = blocks.last_mut() {
            block.push_str(line);
            block.push('\n');
        }
    }
    blocks.into_iter().map(|block| block.trim().to_owned()).filter(|block| !block.is_empty()).collect()
}
