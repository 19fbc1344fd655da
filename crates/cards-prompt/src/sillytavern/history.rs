//! The messages that may be sent: which of the chat, after regex scripts, with the model's reasoning.

use cards_script::sillytavern::{Call, Placement, Purpose, run};

use super::error::Error;
use super::scene::{ChatMessage, Generation, Scene};
use super::stage::Stage;
use crate::segment::Source;

/// A message that may be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HistoryItem {
    /// Its place in the chat.
    pub index: usize,
    /// Who speaks.
    pub name: String,
    /// The text, with reasoning; its macros are not expanded, but those of the first message of the chat.
    pub text: String,
    /// Whether it is the user's.
    pub is_user: bool,
    /// Whether it is a narrator's.
    pub narrator: bool,
    /// Whether it was sent with an avatar of its own.
    pub forced_avatar: bool,
    /// The number of the card's greeting that it is.
    pub greeting: Option<usize>,
}

impl HistoryItem {
    /// Where its text comes from: the card's greeting, or the chat.
    #[must_use]
    pub fn source(&self) -> Source {
        self.greeting.map_or(Source::Message(self.index), Source::Greeting)
    }
}

/// The chat without the answer that `regenerate` makes anew.
pub(crate) fn chat<'c, 'a>(scene: &'c Scene<'a>) -> &'c [ChatMessage<'a>] {
    match scene.chat.split_last() {
        Some((last, rest)) if scene.generation == Generation::Regenerate && !last.is_user() => rest,
        _ => &scene.chat,
    }
}

/// Lists the messages that are not hidden, as they go into the prompt; `swipe` leaves out the last of them.
pub(crate) fn history(scene: &Scene<'_>, stage: &mut Stage<'_>) -> Result<Vec<HistoryItem>, Error> {
    let chat = chat(scene);
    let mut items: Vec<HistoryItem> = Vec::new();
    for (index, message) in chat.iter().enumerate().filter(|(_, message)| !message.message.hidden) {
        items.push(HistoryItem {
            index,
            name: scene.name_of(message).to_owned(),
            text: stage.messages().get(index).map(|seen| seen.text.clone().into_owned()).unwrap_or_default(),
            is_user: message.is_user(),
            narrator: message.narrator,
            forced_avatar: message.forced_avatar,
            greeting: message.greeting,
        });
    }
    if scene.generation == Generation::Swipe {
        items.pop();
    }
    run_scripts(scene, &mut items, stage);
    add_reasoning(scene, chat, &mut items, stage)?;
    Ok(items)
}

/// How many messages are newer; while a message is continued, it has -1.
fn depth(scene: &Scene<'_>, count: usize, place: usize) -> f64 {
    let newest = if scene.generation == Generation::Continue { 2.0 } else { 1.0 };
    count as f64 - place as f64 - newest
}

fn run_scripts(scene: &Scene<'_>, items: &mut [HistoryItem], stage: &mut Stage<'_>) {
    if scene.scripts.is_empty() {
        return;
    }
    let count = items.len();
    for (place, item) in items.iter_mut().enumerate() {
        let placement = if item.is_user { Placement::UserInput } else { Placement::AiOutput };
        item.text = scripted(scene, &item.text, placement, Some(depth(scene, count, place)), stage);
    }
}

/// A text for the prompt after the scene's scripts.
pub(crate) fn scripted(
    scene: &Scene<'_>,
    text: &str,
    placement: Placement,
    depth: Option<f64>,
    stage: &mut Stage<'_>,
) -> String {
    let call = Call::new(placement).with_purpose(Purpose::Prompt).with_depth(depth);
    let limits = &scene.script_limits;
    let limits = limits.clone().with_scan_bytes(limits.scan_bytes.saturating_sub(stage.scanned));
    let ran = run(text, &scene.scripts, &call, stage.host(), &limits);
    stage.scanned = stage.scanned.saturating_add(ran.scanned);
    stage.script_findings.extend(ran.findings);
    ran.text
}

/// What the client once stored where a model gave no reasoning.
const NO_REASONING: &str = "\u{200b}";

/// Puts the model's reasoning in front of the newest messages that have any.
fn add_reasoning(
    scene: &Scene<'_>,
    chat: &[ChatMessage<'_>],
    items: &mut [HistoryItem],
    stage: &mut Stage<'_>,
) -> Result<(), Error> {
    let settings = &scene.reasoning;
    let count = items.len();
    let mut added = 0;
    for (place, item) in items.iter_mut().enumerate().rev() {
        let is_continued = scene.generation == Generation::Continue && place + 1 == count;
        // In a group only the speaker's own reasoning goes back, not that of other members, nor the user's.
        let is_others = scene.group.is_some() && item.name != scene.speaker_name();
        let own = chat.get(item.index).map_or("", |message| message.reasoning);
        let wanted = is_continued || (settings.add_to_prompts && added < settings.max_additions);
        if !wanted || is_others {
            continue;
        }
        let own = scripted(scene, own, Placement::Reasoning, Some(depth(scene, count, place)), stage);
        if !own.is_empty() && own != NO_REASONING {
            let prefix = stage.expand(&settings.prefix)?.into_owned();
            let separator = stage.expand(&settings.separator)?.into_owned();
            let suffix = stage.expand(&settings.suffix)?.into_owned();
            item.text = if is_continued && item.text.is_empty() {
                format!("{prefix}{own}")
            } else {
                format!("{prefix}{own}{suffix}{separator}{}", item.text)
            };
            added += 1;
        }
        if !settings.add_to_prompts || added >= settings.max_additions {
            break;
        }
    }
    Ok(())
}
