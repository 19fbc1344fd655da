//! Putting a prompt together.

use std::collections::BTreeMap;

use cards_lore::Placement;
use cards_macro::{Engine, Error, Host};
use cards_model::examples::START;
use cards_words::{Role, TokenCounter};

use crate::budget;
use crate::expand::Expander;
use crate::input::{LoreText, Note, PromptInput};
use crate::segment::{Prompt, Reason, Segment, Source, Unplaced};

/// Puts a prompt together: expands the card's texts, places lore, counts tokens and makes it fit.
///
/// The chat comes expanded, see [`open`](crate::open). Lore that waits in an outlet is there for `{{outlet::name}}`.
///
/// Spec: V1 (fields in every prompt), V2 `system_prompt` and `post_history_instructions`, CCv3 `position` and `depth`
/// decorators. De facto: SillyTavern 1.19 (persona, character's note, outlets).
///
/// ```
/// use cards_macro::{Engine, Limits, MapHost};
/// use cards_model::Card;
/// use cards_prompt::{Opening, PromptInput, assemble, open};
/// use cards_words::Estimate;
/// let card: Card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","first_mes":"Hi, {{user}}."}}"#.parse()?;
/// let mut host = MapHost::new("Sam", "Aria");
/// let history = open(Some(&card), &[], &Opening::default(), Engine::Spec, &Limits::default(), &mut host)?;
/// let prompt = assemble(&PromptInput::new(&card, &history), &mut host, &mut Estimate)?;
/// assert_eq!(prompt.messages()[0].content, "Hi, Sam.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A limit that expanding a text hit.
pub fn assemble(input: &PromptInput<'_>, host: &mut dyn Host, tokens: &mut dyn TokenCounter) -> Result<Prompt, Error> {
    let expander = Expander::new(host, input.engine, &input.limits, outlets(input.lore));
    let mut maker = Maker { input, expander, tokens, prompt: Prompt::default() };
    let card = input.card;
    let system_prompt = maker.replaced(card.system_prompt(), input.system_prompt)?;
    let post_history = maker.replaced(card.post_history_instructions(), input.post_history_instructions)?;

    maker.push(Source::SystemPrompt, Role::System, system_prompt);
    maker.lore(Place::BeforeChar);
    maker.field(Source::Persona, input.persona)?;
    maker.lore(Place::BeforeDescription);
    maker.field(Source::Description, card.description())?;
    maker.lore(Place::AfterDescription);
    maker.field(Source::Personality, card.personality())?;
    maker.lore(Place::Personality);
    maker.field(Source::Scenario, card.scenario())?;
    maker.lore(Place::Scenario);
    maker.lore(Place::AfterChar);
    maker.lore(Place::ExamplesTop);
    maker.examples()?;
    maker.lore(Place::ExamplesBottom);
    maker.with_depths()?;
    maker.lore(Place::Note);
    maker.push(Source::PostHistoryInstructions, Role::System, post_history);
    maker.lore(Place::Prefill);
    Ok(maker.finish())
}

/// The places of lore in a chat prompt, by name.
#[derive(Clone, Debug, PartialEq)]
enum Place {
    BeforeChar,
    BeforeDescription,
    AfterDescription,
    Personality,
    Scenario,
    AfterChar,
    ExamplesTop,
    ExamplesBottom,
    /// So many messages from the end of the chat.
    Depth(usize),
    /// So many messages from its start.
    FromStart(usize),
    /// Around the author's note, after the chat.
    Note,
    /// What the character is made to begin its answer with.
    Prefill,
    /// In an outlet, for a macro to ask for.
    Outlet,
    /// No place at all.
    Nowhere(Reason),
}

impl Place {
    /// The place of a text. Every placement has exactly one, so nothing that fired is lost.
    fn of(lore: &LoreText) -> Self {
        match &lore.placement {
            Placement::Default | Placement::AfterChar => Self::AfterChar,
            Placement::BeforeChar => Self::BeforeChar,
            Placement::AuthorNoteTop | Placement::AuthorNoteBottom => Self::Note,
            Placement::ExamplesTop => Self::ExamplesTop,
            Placement::ExamplesBottom => Self::ExamplesBottom,
            // A text of the character behind the newest message is the beginning of its answer.
            // Spec: CCv3 `@@depth`, `@@role`.
            Placement::Depth { depth } if *depth < 1.0 && lore.role == Role::Assistant => Self::Prefill,
            Placement::Depth { depth } => Self::Depth(whole(*depth)),
            Placement::ReverseDepth { depth } => Self::FromStart(whole(*depth)),
            Placement::InstructDepth { .. } | Placement::ReverseInstructDepth { .. } => {
                Self::Nowhere(Reason::TokenDepth)
            }
            Placement::Slot(slot) => match slot.as_str() {
                "before_desc" => Self::BeforeDescription,
                "after_desc" => Self::AfterDescription,
                "personality" => Self::Personality,
                "scenario" => Self::Scenario,
                // Spec: CCv3 `@@position`: one that is not known is ignored, which leaves the usual place.
                _ => Self::AfterChar,
            },
            Placement::Outlet(_) => Self::Outlet,
            Placement::Inject { target, .. } => Self::Nowhere(Reason::Part(target.clone())),
            Placement::Nowhere(number) => Self::Nowhere(Reason::Position(*number)),
            Placement::NoPlace(written) => Self::Nowhere(Reason::NoPosition(written.clone())),
            _ => Self::Nowhere(Reason::Other),
        }
    }
}

/// The texts of outlets by name; those of one outlet are joined in the engine's order.
fn outlets(lore: &[LoreText]) -> BTreeMap<String, String> {
    let mut outlets: BTreeMap<String, String> = BTreeMap::new();
    for text in lore {
        let Placement::Outlet(name) = &text.placement else { continue };
        let outlet = outlets.entry(name.clone()).or_default();
        if !outlet.is_empty() {
            outlet.push('\n');
        }
        outlet.push_str(&text.text);
    }
    outlets
}

struct Maker<'m> {
    input: &'m PromptInput<'m>,
    expander: Expander<'m>,
    tokens: &'m mut dyn TokenCounter,
    prompt: Prompt,
}

impl Maker<'_> {
    /// The card's text in place of the user's, unless it is empty. What `{{original}}` brings back is expanded too.
    fn replaced(&mut self, card: &str, user: &str) -> Result<String, Error> {
        // De facto: RisuAI puts the user's text in before any macro runs, wherever it is asked for.
        if self.input.engine == Engine::Risu && !card.is_empty() {
            return self.expander.text(&card.replace("{{original}}", user));
        }
        let user = self.expander.text(user)?;
        if card.is_empty() { Ok(user) } else { self.expander.replacing(card, Some(&user)) }
    }

    fn field(&mut self, source: Source, text: &str) -> Result<(), Error> {
        let text = self.expander.text(text)?;
        self.push(source, Role::System, text);
        Ok(())
    }

    /// Adds a piece, unless it is blank.
    fn push(&mut self, source: Source, role: Role, text: String) {
        if !text.trim().is_empty() {
            let segment = self.segment(source, role, None, text);
            self.prompt.segments.push(segment);
        }
    }

    fn segment(&mut self, source: Source, role: Role, name: Option<String>, text: String) -> Segment {
        let tokens = self.tokens.count(&text);
        Segment { source, role, name, text, tokens, joined: false }
    }

    /// Adds the lore of a place, in the engine's order.
    fn lore(&mut self, place: Place) {
        let lore: &[LoreText] = self.input.lore;
        for text in lore.iter().filter(|text| Place::of(text) == place) {
            self.push(Source::Lore(text.entry.clone()), text.role, text.text.clone());
        }
    }

    /// Example messages, a piece for each `<START>` block.
    fn examples(&mut self) -> Result<(), Error> {
        let examples = self.input.card.mes_example();
        for (at, block) in blocks(&examples).into_iter().enumerate() {
            let text = self.expander.text(&block)?;
            self.push(Source::Example(at), Role::System, text);
        }
        Ok(())
    }

    /// Adds the chat, with lore and the character's note between its messages.
    ///
    /// Depth 0 is after the newest message; a depth past the oldest one is before it.
    fn with_depths(&mut self) -> Result<(), Error> {
        let history = self.input.history;
        let count = history.messages.len();
        let mut gaps: Vec<Vec<(Source, Role, String)>> = vec![Vec::new(); count + 1];
        let mut put = |before: usize, piece| {
            if let Some(gap) = gaps.get_mut(before) {
                gap.push(piece);
            }
        };
        if let Some(note) = Note::of(self.input.card) {
            let text = self.expander.text(&note.text)?;
            put(count.saturating_sub(note.depth), (Source::CharacterNote, note.role, text));
        }
        for lore in self.input.lore {
            let piece = || (Source::Lore(lore.entry.clone()), lore.role, lore.text.clone());
            match Place::of(lore) {
                Place::Depth(depth) => put(count.saturating_sub(depth), piece()),
                Place::FromStart(depth) => put(depth.min(count), piece()),
                _ => {}
            }
        }
        let mut messages = history.messages.iter().zip(&history.places);
        for gap in gaps {
            for (source, role, text) in gap {
                self.push(source, role, text);
            }
            if let Some((message, place)) = messages.next() {
                let source = match place {
                    Some(place) => Source::Message(*place),
                    None => Source::Greeting(history.greeting.unwrap_or_default()),
                };
                let name = message.name.as_deref().map(str::to_owned);
                let segment = self.segment(source, message.role, name, message.text.to_string());
                self.prompt.segments.push(segment);
            }
        }
        Ok(())
    }

    /// Lists what has no place, and makes the rest fit.
    fn finish(mut self) -> Prompt {
        for lore in self.input.lore.iter().filter(|lore| !lore.text.trim().is_empty()) {
            let reason = match (Place::of(lore), &lore.placement) {
                (Place::Nowhere(reason), _) => reason,
                (_, Placement::Outlet(name)) if !self.expander.outlets.contains(name) => Reason::Outlet(name.clone()),
                _ => continue,
            };
            let segment = self.segment(Source::Lore(lore.entry.clone()), lore.role, None, lore.text.clone());
            self.prompt.unplaced.push(Unplaced { segment, reason });
        }
        let mut unknown = self.expander.unknown;
        unknown.extend(self.input.history.unknown_macros.iter().cloned());
        self.prompt.unknown_macros = unknown.into_iter().collect();
        if let Some(context) = self.input.context {
            budget::fit(&mut self.prompt, context);
        }
        self.prompt
    }
}

/// A depth as a whole number of messages, never below none.
fn whole(depth: f64) -> usize {
    // A cast from a float saturates, so a huge depth is just past the oldest message.
    depth.floor().max(0.0) as usize
}

/// The blocks between `<START>` marks, blank ones left out. A mark may have its block's first line behind it.
fn blocks(examples: &str) -> Vec<String> {
    let mut blocks = vec![String::new()];
    for line in examples.lines() {
        let head = line.trim_start();
        let marked = head.get(..START.len()).is_some_and(|mark| mark.eq_ignore_ascii_case(START));
        let rest = if marked { head.get(START.len()..).unwrap_or_default().trim_start() } else { line };
        if marked {
            blocks.push(String::new());
        }
        if let Some(block) = blocks.last_mut().filter(|_| !marked || !rest.is_empty()) {
            block.push_str(rest);
            block.push('\n');
        }
    }
    blocks.into_iter().map(|block| block.trim().to_owned()).filter(|block| !block.is_empty()).collect()
}
