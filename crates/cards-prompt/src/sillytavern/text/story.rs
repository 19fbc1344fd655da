//! The story string: what the context template makes of card, persona, system prompt and lore.

use std::collections::{BTreeMap, HashSet};

use cards_macro::Error as MacroError;

use super::handlebars::{self, Data, Failure};
use super::{ContextTemplate, InstructTemplate, StoryPlace, SystemPrompt};
use crate::segment::Source;
use crate::sillytavern::extension::joined;
use crate::sillytavern::{Error, ExtensionPosition, PersonaPosition, Prepared, Scene, Sourced, Stage, With};

/// How many blocks may be in one another in a story string.
///
/// Templates have two; more than a few dozen is a file made to hurt.
pub(super) const MAX_BLOCKS: usize = 64;

/// The user's system prompt and post-history instructions, or the card's in their place.
#[derive(Clone, Debug, Default)]
pub(super) struct Instructions {
    pub(super) system: Sourced,
    pub(super) post_history: Sourced,
}

/// Chooses between the card's and the user's instructions; while these are off, the card's are too.
pub(super) fn instructions(
    prepared: &Prepared,
    prompt: Option<&SystemPrompt>,
    is_instruct: bool,
    stage: &mut Stage<'_>,
) -> Result<Instructions, Error> {
    let Some(prompt) = prompt else { return Ok(Instructions::default()) };
    let fields = &prepared.fields;
    let mut system = chosen(&fields.system_prompt, &prompt.content, Source::SystemPrompt, stage)?;
    if is_instruct {
        let with = With { original: Some(&prompt.content), ..With::default() };
        system = system.became(stage.expand_with(system.text(), with)?);
    }
    let instructions = &fields.post_history_instructions;
    let post_history = chosen(instructions, &prompt.post_history, Source::PostHistoryInstructions, stage)?;
    Ok(Instructions { system, post_history })
}

/// The card's text, in which `{{original}}` brings the user's back as it is written; the user's if the card has none.
fn chosen(card: &Sourced, user: &str, source: Source, stage: &mut Stage<'_>) -> Result<Sourced, Error> {
    if card.is_empty() {
        return Ok(Sourced::new(stage.untrimmed(user, None)?, source));
    }
    let with = With { original: Some(user), ..With::default() };
    Ok(card.became(stage.expand_with(card.text(), with)?))
}

/// What a story string is told from.
struct StoryData<'d, 's> {
    texts: BTreeMap<&'static str, Sourced>,
    stage: &'d mut Stage<'s>,
    error: Option<Error>,
}

impl Data for StoryData<'_, '_> {
    fn text(&self, name: &str) -> Option<&Sourced> {
        self.texts.get(name)
    }

    fn missing(&mut self, name: &str) -> Result<String, MacroError> {
        match self.stage.expand(&format!("{{{{{name}}}}}")) {
            Ok(text) => Ok(text.into_owned()),
            Err(Error::Macro(error)) => Err(error),
            Err(error) => {
                self.error = Some(error);
                Ok(String::new())
            }
        }
    }
}

/// A story as it was told, and what it does not tell.
pub(super) struct Told {
    pub(super) text: Sourced,
    pub(super) not_asked: Vec<Sourced>,
}

/// Tells the story: Handlebars first, macros second.
pub(super) fn story(
    scene: &Scene<'_>,
    prepared: &Prepared,
    context: &ContextTemplate,
    instruct: Option<&InstructTemplate>,
    system: Sourced,
    examples: (Sourced, Sourced),
    stage: &mut Stage<'_>,
) -> Result<Told, Error> {
    let before = joined(&prepared.extensions.at(ExtensionPosition::BeforePrompt), stage)?.trimmed();
    let after = joined(&prepared.extensions.at(ExtensionPosition::InPrompt), stage)?.trimmed();
    let fields = &prepared.fields;
    let persona = match scene.persona.position {
        PersonaPosition::InPrompt => fields.persona.clone(),
        _ => Sourced::default(),
    };
    let name = |text: &str| Sourced::new(text, Source::Setting("story_string"));
    let (user, character) = (name(stage.user()), name(stage.character()));
    let (formatted, raw) = examples;
    let lore = &prepared.lore;
    let texts = BTreeMap::from([
        ("description", fields.description.clone()),
        ("personality", fields.personality.clone()),
        ("persona", persona),
        ("scenario", fields.scenario.clone()),
        ("system", system),
        ("char", character),
        ("user", user),
        ("wiBefore", lore.before.clone()),
        ("loreBefore", lore.before.clone()),
        ("wiAfter", lore.after.clone()),
        ("loreAfter", lore.after.clone()),
        ("anchorBefore", before),
        ("anchorAfter", after),
        ("mesExamples", formatted),
        ("mesExamplesRaw", raw),
    ]);
    let template = handlebars::parse(&context.story_string, MAX_BLOCKS)?;
    let limit = scene.macro_limits.output_bytes;
    let mut data = StoryData { texts, stage, error: None };
    let told = match handlebars::render(&template, &mut data, limit) {
        Ok(told) => told,
        Err(Failure::Template(error)) => return Err(error.into()),
        Err(Failure::Macro(error)) => return Err(error.into()),
    };
    let StoryData { stage, error, texts } = data;
    if let Some(error) = error {
        return Err(error);
    }
    let told = told.became(stage.expand(told.text())?);
    let start = told.text().len() - told.text().trim_start_matches('\n').len();
    let mut told = told.slice(start..told.text().len());
    let closed = instruct.is_none_or(|instruct| instruct.wrap && instruct.story_string_suffix.is_empty());
    let at_top = context.story_place == StoryPlace::Top;
    if !told.is_empty() && !told.text().ends_with('\n') && closed && at_top {
        told.push_str("\n");
    }
    // Names and examples are elsewhere too.
    let elsewhere = ["char", "user", "loreBefore", "loreAfter", "mesExamples", "mesExamplesRaw"];
    let sources: HashSet<&Source> = told.parts().flat_map(|(sources, _)| sources).collect();
    let not_asked = texts.into_iter().filter(|(name, _)| !elsewhere.contains(name)).map(|(_, text)| text);
    let is_told = |text: &Sourced| text.parts().flat_map(|(parts, _)| parts).any(|source| sources.contains(source));
    let not_asked = not_asked.filter(|text| !is_told(text)).collect();
    Ok(Told { text: told, not_asked })
}

/// Puts the sequences of an instruct template around the story.
pub(super) fn wrapped(
    story: &Sourced,
    instruct: Option<&InstructTemplate>,
    stage: &mut Stage<'_>,
) -> Result<Sourced, Error> {
    let Some(instruct) = instruct.filter(|_| !story.is_empty()) else { return Ok(story.clone()) };
    let mut text = Sourced::default();
    if !instruct.story_string_prefix.is_empty() {
        let prefix = super::js::fill_name(&stage.expand(&instruct.story_string_prefix)?, "System");
        text.push(&Sourced::new(prefix, Source::Setting("story_string_prefix")));
        text.push_str(instruct.separator());
    }
    text.push(story);
    let suffix = stage.expand(&instruct.story_string_suffix)?.into_owned();
    if !suffix.is_empty() {
        text.push(&Sourced::new(suffix, Source::Setting("story_string_suffix")));
    }
    Ok(text)
}
