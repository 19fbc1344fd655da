//! The whole prompt of text completion.

use std::collections::VecDeque;

use cards_macro::Fact;

use super::closing::{Closing, NameLine};
use super::examples::{examples, line};
use super::fit::{Fitting, Fixed, count};
use super::format::{Form, Formatter, Item};
use super::items::{Formatted, format_all, items};
use super::prompt::{TextOptions, TextPrompt};
use super::stop::stop_strings;
use super::story::{instructions, story, wrapped};
use super::{ContextTemplate, InstructTemplate, StoryPlace};
use crate::segment::Source;
use crate::sillytavern::chat::{LeftOut, Missing, Piece};
use crate::sillytavern::extension::whole_depth;
use crate::sillytavern::{
    Error, ExtensionPosition, ExtensionPrompt, Generation, Mistakes, Outside, Prepared, Scene, Sourced, Stage,
    prepare_with,
};

/// The key under which a story string is among the messages.
///
/// De facto: SillyTavern 1.19.0.
const STORY_KEY: &str = "__STORY_STRING__";

/// Makes the prompt of text completion.
///
/// De facto: SillyTavern 1.19.0.
///
/// # Errors
/// [`Error::Macro`] and [`Error::Lore`] for limits that were hit; [`Error::StoryString`] for a story string that cannot
/// be read, where the client makes no prompt.
pub fn complete<'o>(scene: &'o Scene<'_>, options: &TextOptions, outside: Outside<'o>) -> Result<TextPrompt, Error> {
    let (mut prepared, mut stage) = prepare_with(scene, &facts(options), outside)?;
    let stage = &mut stage;
    let TextOptions { context, instruct, .. } = options;
    let instruct = instruct.as_ref();
    let told = instructions(&prepared, options.system_prompt.as_ref(), instruct.is_some(), stage)?;
    let examples = examples(&prepared, context, instruct, stage)?;
    let both = (Sourced::joined(&examples.pieces, ""), Sourced::joined(&examples.raw, ""));
    let story = place_story(scene, &mut prepared, context, instruct, told.system, both, stage)?;
    let mut dropped = story.not_asked;
    let pieces = if scene.settings.strip_examples {
        dropped.extend(examples.pieces.into_iter().map(|piece| (piece, Missing::ExamplesStripped)));
        Vec::new()
    } else {
        examples.pieces
    };
    let items = items(&prepared, scene.generation, told.post_history, stage)?;
    let formatter = Formatter { instruct, in_group: scene.group.is_some() };
    let mut parts = Parts {
        story: wrapped(&story.at_top, instruct, stage)?,
        examples: pieces,
        chat_start: Sourced::new(line(&context.chat_start, stage)?, Source::Setting("chat_start")),
        items: format_all(&items, formatter, scene.generation, stage)?,
        tail: Sourced::default(),
        alignment: alignment(instruct, formatter, stage)?,
    };
    parts.take_tail(scene.generation);
    let closing = Closing {
        formatter,
        generation: scene.generation,
        quiet: scene.quiet,
        quiet_text: &prepared.quiet,
        bias: &prepared.bias,
        name_line: name_line(scene, &prepared, context),
    };
    let kept = parts.fitted(scene, options, closing, stage, &mut dropped)?;
    let continues_user = scene.generation == Generation::Continue && ends_with_user(scene);
    let stop = stop_strings(scene, continues_user, context, instruct, stage)?;
    let text = finished(scene, &parts, &kept);
    let tokens = stage.tokens.count(text.text());
    let piece = |(sources, text): (&[Source], &str)| Piece {
        sources: sources.to_vec(),
        text: text.to_owned(),
        tokens: stage.tokens.count(text),
    };
    let pieces = text.parts().filter(|(_, text)| !text.is_empty()).map(piece).collect();
    let limit = options.room();
    let mut prompt = TextPrompt {
        story: story.text,
        examples: kept.examples,
        history: kept.history,
        tail: parts.tail,
        stop,
        tokens,
        left: limit.saturating_sub(tokens),
        excess: tokens.saturating_sub(limit),
        text: text.text().to_owned(),
        pieces,
        ..TextPrompt::default()
    };
    dropped.extend(nowhere(&prepared, stage));
    let left = |(text, reason): (Sourced, Missing)| LeftOut {
        sources: text.sources(),
        label: None,
        text: text.text().to_owned(),
        reason,
    };
    prompt.left_out = dropped.into_iter().filter(|(text, _)| !text.is_empty()).map(left).collect();
    prompt.activation = prepared.activation;
    prompt.unknown_macros = std::mem::take(&mut stage.unknown).into_iter().collect();
    prompt.script_findings = std::mem::take(&mut stage.script_findings);
    Ok(prompt)
}

/// What macros show of the templates in use.
fn facts(options: &TextOptions) -> Vec<(Fact, String)> {
    let mut facts = vec![
        (Fact::ExampleSeparator, options.context.example_separator.clone()),
        (Fact::ChatStart, options.context.chat_start.clone()),
        (Fact::MaxContext, options.max_context.to_string()),
        (Fact::MaxResponse, options.max_response.to_string()),
    ];
    facts.extend(options.system_prompt.as_ref().map(|prompt| (Fact::DefaultSystemPrompt, prompt.content.clone())));
    let sequences = options.instruct.iter().flat_map(InstructTemplate::facts);
    facts.extend(sequences.map(|(fact, text)| (fact, text.to_owned())));
    facts
}

/// The story, and what it does not ask for.
struct Story {
    text: Sourced,
    /// What of it is at the beginning: all or nothing.
    at_top: Sourced,
    not_asked: Vec<(Sourced, Missing)>,
}

/// Tells the story and puts it where it goes.
fn place_story(
    scene: &Scene<'_>,
    prepared: &mut Prepared,
    context: &ContextTemplate,
    instruct: Option<&InstructTemplate>,
    system: Sourced,
    examples: (Sourced, Sourced),
    stage: &mut Stage<'_>,
) -> Result<Story, Error> {
    let told = story(scene, prepared, context, instruct, system, examples, stage)?;
    let mut not_asked = told.not_asked;
    not_asked.retain(|text| !text.is_empty());
    let not_asked = not_asked.into_iter().map(|text| (text, Missing::NotAskedFor)).collect();
    let StoryPlace::InChat { depth, role } = context.story_place else {
        return Ok(Story { at_top: told.text.clone(), text: told.text, not_asked });
    };
    prepared.extensions.set(ExtensionPrompt {
        key: STORY_KEY.to_owned(),
        value: told.text.clone(),
        position: ExtensionPosition::InChat,
        depth: depth as f64,
        role,
    });
    Ok(Story { text: told.text, at_top: Sourced::default(), not_asked })
}

/// The message that fills in where the chat does not begin with the user's.
fn alignment(
    instruct: Option<&InstructTemplate>,
    formatter: Formatter<'_>,
    stage: &mut Stage<'_>,
) -> Result<Sourced, Error> {
    let Some(instruct) = instruct.filter(|instruct| !instruct.user_alignment_message.is_empty()) else {
        return Ok(Sourced::default());
    };
    let text = stage.expand(&instruct.user_alignment_message)?.into_owned();
    let text = Sourced::new(text, Source::Setting("user_alignment_message"));
    let name = stage.user().to_owned();
    let item = Item { name, text, is_user: true, narrator: false, forced_avatar: false, injected: None };
    formatter.message(&item, Form::First, stage)
}

/// Whether the newest message of the chat, hidden or not, is the user's.
fn ends_with_user(scene: &Scene<'_>) -> bool {
    scene.chat.last().is_some_and(|message| message.is_user())
}

/// What is before the answer, without instruct mode.
fn name_line(scene: &Scene<'_>, prepared: &Prepared, context: &ContextTemplate) -> NameLine {
    let bias = &prepared.bias;
    let wanted = context.always_force_name || scene.force_name || (!bias.text.is_empty() && bias.message.is_some());
    match scene.generation {
        Generation::Impersonate => NameLine::None,
        // De facto: the continued text carries its own name as well, so that the name is there twice.
        Generation::Continue if scene.mistakes == Mistakes::AsIntended || prepared.chat_length == 1 => NameLine::None,
        _ if !wanted => NameLine::None,
        Generation::Continue if ends_with_user(scene) => NameLine::Empty,
        _ => NameLine::Name,
    }
}

/// The parts of a prompt before it is fitted.
struct Parts {
    story: Sourced,
    examples: Vec<Sourced>,
    chat_start: Sourced,
    /// Oldest first.
    items: Vec<Formatted>,
    tail: Sourced,
    alignment: Sourced,
}

/// What is left of them.
#[derive(Default)]
struct Kept {
    examples: Sourced,
    history: Vec<Sourced>,
}

impl Parts {
    /// Takes the message that is continued off the list, if there are others.
    fn take_tail(&mut self, generation: Generation) {
        if self.items.is_empty() {
            self.items.push(Formatted { text: Sourced::default(), is_user: false, injected: None });
        }
        if generation == Generation::Continue && self.items.len() > 1 {
            self.tail = self.items.pop().map(|item| item.text).unwrap_or_default();
        }
    }

    /// Leaves out what does not fit, and adds the last line.
    fn fitted(
        &self,
        scene: &Scene<'_>,
        options: &TextOptions,
        closing: Closing<'_>,
        stage: &mut Stage<'_>,
        dropped: &mut Vec<(Sourced, Missing)>,
    ) -> Result<Kept, Error> {
        let pinned = scene.settings.pin_examples;
        let all = Sourced::joined(&self.examples, "");
        let mut last_line = Sourced::default();
        closing.close(&mut last_line, stage)?;
        let fixed = Fixed {
            story: self.story.text(),
            pinned: if pinned { all.text() } else { "" },
            alignment: self.alignment.text(),
            chat_start: self.chat_start.text(),
            closing: last_line.text(),
            tail: self.tail.text(),
            limit: options.room(),
            padding: scene.settings.token_padding,
        };
        let unpinned: Vec<&str> = if pinned { Vec::new() } else { self.examples.iter().map(Sourced::text).collect() };
        let fitting = fixed.fit(&self.items, &unpinned, stage)?;
        let mut chosen = self.chosen(&fitting, pinned, dropped);
        if let Some(last) = chosen.history.back_mut() {
            *last = closing.open_end(last);
        }
        if self.tail.is_empty() {
            if let Some(last) = chosen.history.back_mut() {
                closing.close(last, stage)?;
            }
        } else {
            chosen.check(&fixed, scene.mistakes, closing, stage, dropped)?;
        }
        let examples = if pinned { all } else { Sourced::joined(&chosen.examples, "") };
        Ok(Kept { examples, history: chosen.history.into() })
    }

    fn chosen(&self, fitting: &Fitting, pinned: bool, dropped: &mut Vec<(Sourced, Missing)>) -> Chosen {
        let kept = if pinned { 0 } else { fitting.examples };
        let left = if pinned { self.examples.len() } else { kept };
        dropped.extend(self.examples.iter().skip(left).cloned().map(no_room));
        let mut history = VecDeque::new();
        if fitting.aligned {
            history.push_back(self.alignment.clone());
        }
        for (item, kept) in self.items.iter().zip(&fitting.kept) {
            if *kept {
                history.push_back(item.text.clone());
            } else {
                dropped.push(no_room(item.text.clone()));
            }
        }
        Chosen { examples: self.examples.iter().take(kept).cloned().collect(), history }
    }
}

/// What fits, while it is looked at once more.
struct Chosen {
    examples: Vec<Sourced>,
    history: VecDeque<Sourced>,
}

/// What leaving a part out may take off the count beyond the part's own tokens, since texts meet that did not before.
const JOINT: u64 = 2;

impl Chosen {
    /// The client's last look at the size while it continues a message: the last example goes, then the oldest message.
    ///
    /// The client counts the whole text for each part that goes. Here it is counted again only where the parts that went
    /// may have been enough, which comes to a few counts however many parts there are.
    fn check(
        &mut self,
        fixed: &Fixed<'_>,
        mistakes: Mistakes,
        closing: Closing<'_>,
        stage: &mut Stage<'_>,
        dropped: &mut Vec<(Sourced, Missing)>,
    ) -> Result<(), Error> {
        let mut first = true;
        // Tokens that the text has over the limit for certain.
        let mut over = 0;
        loop {
            // De facto: every look adds the last line to the newest message once more.
            let again = first || mistakes == Mistakes::Reproduced;
            if let Some(last) = self.history.back_mut().filter(|_| again) {
                closing.close(last, stage)?;
            }
            first = false;
            if over == 0 {
                over = self.size(fixed, stage).saturating_sub(fixed.limit);
            }
            if over == 0 {
                return Ok(());
            }
            let Some(part) = self.examples.pop().or_else(|| self.history.pop_front()) else { return Ok(()) };
            over = over.saturating_sub(count(part.text(), stage).saturating_add(JOINT));
            dropped.push(no_room(part));
        }
    }

    /// Counts the whole text, with the padding.
    fn size(&self, fixed: &Fixed<'_>, stage: &mut Stage<'_>) -> u64 {
        let mut text = String::from(fixed.story);
        text.push_str(fixed.pinned);
        self.examples.iter().for_each(|example| text.push_str(example.text()));
        text.push_str(fixed.chat_start);
        self.history.iter().for_each(|item| text.push_str(item.text()));
        text.extend(["\n", fixed.closing, fixed.tail]);
        count(&text, stage).saturating_add(fixed.padding)
    }
}

fn no_room(text: Sourced) -> (Sourced, Missing) {
    (text, Missing::NoRoom)
}

/// The whole text: without returns, runs of line feeds collapsed where the user asks for it.
fn finished(scene: &Scene<'_>, parts: &Parts, kept: &Kept) -> Sourced {
    let mut whole = parts.story.clone();
    whole.push(&kept.examples);
    whole.push(&parts.chat_start);
    for item in &kept.history {
        whole.push(item);
    }
    whole.push(&parts.tail);
    let collapse = scene.settings.collapse_newlines;
    let mut before = None;
    whole.filtered(|c| {
        let keep = c != '\r' && !(collapse && c == '\n' && before == Some('\n'));
        before = if c == '\r' { before } else { Some(c) };
        keep
    })
}

/// What found no place, what is at depths that are never met, and what is in outlets that no text asked for.
fn nowhere(prepared: &Prepared, stage: &Stage<'_>) -> Vec<(Sourced, Missing)> {
    let outlets = stage.outlet_texts.iter().filter(|(name, _)| !stage.asked_outlets.contains(*name));
    let not_placed = prepared.not_placed.iter().map(|text| (text.clone(), Missing::NotPlaced));
    let in_chat = |prompt: &&ExtensionPrompt| prompt.position == ExtensionPosition::InChat;
    let never = prepared.extensions.listed().into_iter().filter(in_chat);
    let never = never.filter(|prompt| whole_depth(prompt.depth).is_none());
    let never = never.map(|prompt| (prompt.value.clone(), Missing::DepthNeverMet));
    not_placed.chain(never).chain(outlets.map(|(_, text)| (text.clone(), Missing::Outlet))).collect()
}
