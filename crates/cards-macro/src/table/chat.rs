//! The chat's messages and the state of the program.

use super::entry::{Behaviour, Group, MacroInfo};
use super::masks::*;
use crate::builtin::chat;
use crate::builtin::risu::program;
use crate::host::Arity;

const NONE: Arity = Arity::exactly(0);
const ANY: Arity = Arity::at_least(0);
const BOTH: u8 = ST | LEGACY;

pub(super) static CHAPTER: &[MacroInfo] = &[
    MacroInfo {
        name: "lastMessage",
        group: Group::Chat,
        summary: "The last message.",
        behaviours: &[Behaviour::new(BOTH, NONE, chat::last_message, "{{lastMessage}}", "Storm.")],
    },
    MacroInfo {
        name: "lastMessageId",
        group: Group::Chat,
        summary: "The number of the last message, from 0.",
        behaviours: &[
            Behaviour::new(BOTH, NONE, chat::last_message_id, "{{lastMessageId}}", "2"),
            Behaviour::new(RISU, NONE, chat::last_message_number, "{{lastmessageid}}", "2")
                .aliases(&["lastmessageindex"]),
        ],
    },
    MacroInfo {
        name: "lastUserMessage",
        group: Group::Chat,
        summary: "The user's last message.",
        behaviours: &[Behaviour::new(BOTH, NONE, chat::last_user_message, "{{lastUserMessage}}", "Hello.")],
    },
    MacroInfo {
        name: "lastCharMessage",
        group: Group::Chat,
        summary: "The last message of a character.",
        behaviours: &[Behaviour::new(BOTH, NONE, chat::last_char_message, "{{lastCharMessage}}", "Storm.")],
    },
    MacroInfo {
        name: "lastSwipeId",
        group: Group::Chat,
        summary: "How many answers the last message has to choose from.",
        behaviours: &[Behaviour::new(BOTH, NONE, chat::last_swipe_id, "{{lastSwipeId}}", "2")],
    },
    MacroInfo {
        name: "currentSwipeId",
        group: Group::Chat,
        summary: "Which of them is shown, from 1.",
        behaviours: &[Behaviour::new(BOTH, NONE, chat::current_swipe_id, "{{currentSwipeId}}", "2")],
    },
    MacroInfo {
        name: "allChatRange",
        group: Group::Chat,
        summary: "The numbers of the first and the last message.",
        behaviours: &[Behaviour::new(BOTH, NONE, chat::all_chat_range, "{{allChatRange}}", "0-2")],
    },
    MacroInfo {
        name: "firstIncludedMessageId",
        group: Group::Chat,
        summary: "The number of the first message that the prompt includes.",
        behaviours: &[Behaviour::new(BOTH, NONE, chat::first_included, "[{{firstIncludedMessageId}}]", "[]")],
    },
    MacroInfo {
        name: "firstDisplayedMessageId",
        group: Group::Chat,
        summary: "The number of the first message that is shown.",
        behaviours: &[Behaviour::new(BOTH, NONE, chat::first_displayed, "[{{firstDisplayedMessageId}}]", "[]")],
    },
    MacroInfo {
        name: "model",
        group: Group::State,
        summary: "The name of the model.",
        behaviours: &[
            Behaviour::new(BOTH, NONE, chat::model, "{{model}}", "parrot-1"),
            Behaviour::new(RISU, ANY, program::model, "{{model}}", "parrot-1"),
        ],
    },
    MacroInfo {
        name: "maxPrompt",
        group: Group::State,
        summary: "Tokens that the prompt may have.",
        behaviours: &[
            Behaviour::new(ST, NONE, chat::max_prompt, "{{maxPrompt}}", "7680").aliases(&["maxPromptTokens"]),
            Behaviour::new(LEGACY, NONE, chat::max_prompt, "{{maxPrompt}}", "7680"),
        ],
    },
    MacroInfo {
        name: "maxContext",
        group: Group::State,
        summary: "Tokens of prompt and answer together.",
        behaviours: &[
            Behaviour::new(ST, NONE, chat::max_context, "{{maxContext}}", "8192").aliases(&["maxContextTokens"]),
            Behaviour::new(RISU, ANY, program::max_context, "{{maxcontext}}", "8192"),
        ],
    },
    MacroInfo {
        name: "maxResponse",
        group: Group::State,
        summary: "Tokens that the answer may have.",
        behaviours: &[
            Behaviour::new(ST, NONE, chat::max_response, "{{maxResponse}}", "512").aliases(&["maxResponseTokens"])
        ],
    },
    MacroInfo {
        name: "isMobile",
        group: Group::State,
        summary: "Whether the program runs on a telephone; a library says `false`.",
        behaviours: &[Behaviour::new(BOTH, NONE, chat::is_mobile, "{{isMobile}}", "false")],
    },
    MacroInfo {
        name: "lastGenerationType",
        group: Group::State,
        summary: "What the last generation was.",
        behaviours: &[Behaviour::new(ST, NONE, chat::generation_type, "[{{lastGenerationType}}]", "[]")],
    },
    MacroInfo {
        name: "hasExtension",
        group: Group::State,
        summary: "Whether an extension of the program is on: `true` or `false`.",
        behaviours: &[Behaviour::new(ST, Arity::exactly(1), chat::has_extension, "{{hasExtension::none}}", "false")],
    },
    MacroInfo {
        name: "systemPrompt",
        group: Group::State,
        summary: "The card's system prompt, or the user's where the card has none.",
        behaviours: &[Behaviour::new(BOTH, NONE, chat::system_prompt, "{{systemPrompt}}", "Stay as Mira Vane.")],
    },
    MacroInfo {
        name: "defaultSystemPrompt",
        group: Group::State,
        summary: "The user's system prompt.",
        behaviours: &[
            Behaviour::new(ST, NONE, chat::default_system_prompt, "[{{defaultSystemPrompt}}]", "[]")
                .aliases(&["instructSystem", "instructSystemPrompt"]),
            Behaviour::new(LEGACY, NONE, chat::default_system_prompt, "[{{defaultSystemPrompt}}]", "[]"),
        ],
    },
    MacroInfo {
        name: "exampleSeparator",
        group: Group::State,
        summary: "What stands before each block of example messages.",
        behaviours: &[Behaviour::new(BOTH, NONE, chat::example_separator, "[{{exampleSeparator}}]", "[]")
            .aliases(&["chatSeparator"])],
    },
    MacroInfo {
        name: "chatStart",
        group: Group::State,
        summary: "What stands before the chat.",
        behaviours: &[Behaviour::new(BOTH, NONE, chat::chat_start, "[{{chatStart}}]", "[]")],
    },
];
