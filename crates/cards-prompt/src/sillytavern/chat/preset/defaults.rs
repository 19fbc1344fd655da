//! The preset of a new installation.
//!
//! De facto: SillyTavern 1.19.0. The values are the client's; its long standing text for `enhanceDefinitions`, a prompt
//! that is off, is not repeated here, since every preset that the client saves brings its own.

use cards_words::Role;

use super::prompt::{OrderEntry, PresetPrompt};
use super::{NamesBehavior, Preset, PromptRole};

/// The markers that the client fills.
pub(crate) const MARKERS: [&str; 8] = [
    "dialogueExamples",
    "chatHistory",
    "worldInfoAfter",
    "worldInfoBefore",
    "charDescription",
    "charPersonality",
    "scenario",
    "personaDescription",
];

const MAIN: &str = "Write {{char}}'s next reply in a fictional chat between {{charIfNotGroup}} and {{user}}.";

const IMPERSONATION: &str = "[Write your next reply from the point of view of {{user}}, using the chat history so far as a \
    guideline for the writing style of {{user}}. Don't write as {{char}} or system. Don't describe actions of {{char}}.]";

/// The prompts with texts, by identifier: name and text.
const TEXTS: [(&str, &str, &str); 4] = [
    ("main", "Main Prompt", MAIN),
    ("nsfw", "Auxiliary Prompt", ""),
    ("jailbreak", "Post-History Instructions", ""),
    ("enhanceDefinitions", "Enhance Definitions", ""),
];

/// The prompts of a new installation.
pub(super) fn prompts() -> Vec<PresetPrompt> {
    let texts = TEXTS.map(|(identifier, name, content)| PresetPrompt {
        identifier: Some(identifier.to_owned()),
        name: name.to_owned(),
        role: Some(PromptRole::Known(Role::System)),
        content: content.to_owned(),
        ..PresetPrompt::default()
    });
    let markers = MARKERS.map(|identifier| PresetPrompt {
        identifier: Some(identifier.to_owned()),
        name: identifier.to_owned(),
        ..PresetPrompt::default()
    });
    texts.into_iter().chain(markers).collect()
}

/// The order of a new installation.
pub(super) fn order() -> Vec<OrderEntry> {
    [
        "main",
        "worldInfoBefore",
        "personaDescription",
        "charDescription",
        "charPersonality",
        "scenario",
        "enhanceDefinitions",
        "nsfw",
        "worldInfoAfter",
        "dialogueExamples",
        "chatHistory",
        "jailbreak",
    ]
    .map(|identifier| OrderEntry::new(identifier, identifier != "enhanceDefinitions"))
    .into()
}

impl Default for Preset {
    fn default() -> Self {
        Self {
            prompts: prompts(),
            order: order(),
            max_context: 4095,
            max_response: 300,
            names: NamesBehavior::WhereNeeded,
            lore_format: "{0}".to_owned(),
            scenario_format: "{{scenario}}".to_owned(),
            personality_format: "{{personality}}".to_owned(),
            new_chat_prompt: "[Start a new Chat]".to_owned(),
            new_group_chat_prompt: "[Start a new group chat. Group members: {{group}}]".to_owned(),
            new_example_chat_prompt: "[Example Chat]".to_owned(),
            group_nudge_prompt: "[Write the next reply only as {{char}}.]".to_owned(),
            continue_nudge_prompt: "[Continue your last message without repeating its original content.]".to_owned(),
            impersonation_prompt: IMPERSONATION.to_owned(),
            continue_prefill: false,
            continue_postfix: " ".to_owned(),
            send_if_empty: String::new(),
            squash_system_messages: false,
            assistant_prefill: String::new(),
            assistant_impersonation: String::new(),
            use_sysprompt: false,
            source: "openai".to_owned(),
            scripts: Vec::new(),
        }
    }
}

/// Whether the client brings the prompt along.
pub(super) fn is_built_in(identifier: &str) -> bool {
    MARKERS.contains(&identifier) || TEXTS.iter().any(|(known, _, _)| *known == identifier)
}
