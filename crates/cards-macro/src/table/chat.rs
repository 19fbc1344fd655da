//! The chat's messages and the state of the program.

use super::entry::{Behaviour, Group, MacroInfo};
use super::masks::*;
use super::pass::{GIVEN, Pass, Shape};
use crate::builtin::risu::program;
use crate::builtin::{chat, marinara, text};
use crate::host::Arity;

const NONE: Arity = Arity::exactly(0);
const ONE: Arity = Arity::exactly(1);
const ANY: Arity = Arity::at_least(0);
const BOTH: u16 = ST | LEGACY;

pub(super) static CHAPTER: &[MacroInfo] = &[
    MacroInfo {
        name: "lastMessage",
        group: Group::Chat,
        summary: "The last message.",
        behaviours: &[Behaviour::new(BOTH, NONE, chat::last_message, "{{lastMessage}}", "Storm.")
            .passes(&[Pass::at(49, Shape::Bare)])],
    },
    MacroInfo {
        name: "lastMessageId",
        group: Group::Chat,
        summary: "The number of the last message, from 0.",
        behaviours: &[
            Behaviour::new(BOTH, NONE, chat::last_message_id, "{{lastMessageId}}", "2")
                .passes(&[Pass::at(50, Shape::Bare)]),
            Behaviour::new(RISU, NONE, chat::last_message_number, "{{lastmessageid}}", "2")
                .aliases(&["lastmessageindex"]),
        ],
    },
    MacroInfo {
        name: "lastUserMessage",
        group: Group::Chat,
        summary: "The user's last message.",
        behaviours: &[Behaviour::new(BOTH, NONE, chat::last_user_message, "{{lastUserMessage}}", "Hello.")
            .passes(&[Pass::at(51, Shape::Bare)])],
    },
    MacroInfo {
        name: "lastCharMessage",
        group: Group::Chat,
        summary: "The last message of a character.",
        behaviours: &[Behaviour::new(BOTH, NONE, chat::last_char_message, "{{lastCharMessage}}", "Storm.")
            .passes(&[Pass::at(52, Shape::Bare)])],
    },
    MacroInfo {
        name: "lastSwipeId",
        group: Group::Chat,
        summary: "How many answers the last message has to choose from.",
        behaviours: &[Behaviour::new(BOTH, NONE, chat::last_swipe_id, "{{lastSwipeId}}", "2")
            .passes(&[Pass::at(55, Shape::Bare)])],
    },
    MacroInfo {
        name: "currentSwipeId",
        group: Group::Chat,
        summary: "Which of them is shown, from 1.",
        behaviours: &[Behaviour::new(BOTH, NONE, chat::current_swipe_id, "{{currentSwipeId}}", "2")
            .passes(&[Pass::at(56, Shape::Bare)])],
    },
    MacroInfo {
        name: "allChatRange",
        group: Group::Chat,
        summary: "The numbers of the first and the last message.",
        behaviours: &[Behaviour::new(BOTH, NONE, chat::all_chat_range, "{{allChatRange}}", "0-2")
            .passes(&[Pass::at(57, Shape::Bare)])],
    },
    MacroInfo {
        name: "firstIncludedMessageId",
        group: Group::Chat,
        summary: "The number of the first message that the prompt includes.",
        behaviours: &[Behaviour::new(BOTH, NONE, chat::first_included, "[{{firstIncludedMessageId}}]", "[]")
            .passes(&[Pass::at(53, Shape::Bare)])],
    },
    MacroInfo {
        name: "firstDisplayedMessageId",
        group: Group::Chat,
        summary: "The number of the first message that is shown.",
        behaviours: &[Behaviour::new(BOTH, NONE, chat::first_displayed, "[{{firstDisplayedMessageId}}]", "[]")
            .passes(&[Pass::at(54, Shape::Bare)])],
    },
    MacroInfo {
        name: "model",
        group: Group::State,
        summary: "The name of the model.",
        behaviours: &[
            Behaviour::new(MARINARA, NONE, chat::model, "{{model}}", "parrot-1").passes(&[Pass::at(19, Shape::Bare)]),
            Behaviour::new(BOTH, NONE, chat::model, "{{model}}", "parrot-1").passes(&[Pass::at(45, Shape::Bare)]),
            Behaviour::new(RISU, ANY, program::model, "{{model}}", "parrot-1"),
        ],
    },
    MacroInfo {
        name: "maxPrompt",
        group: Group::State,
        summary: "Tokens that the prompt may have.",
        behaviours: &[
            Behaviour::new(ST, NONE, chat::max_prompt, "{{maxPrompt}}", "7680").aliases(&["maxPromptTokens"]),
            Behaviour::new(LEGACY, NONE, chat::max_prompt, "{{maxPrompt}}", "7680")
                .passes(&[Pass::at(48, Shape::Bare)]),
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
        summary: "Whether the program runs on a telephone.",
        behaviours: &[
            Behaviour::new(BOTH, NONE, chat::is_mobile, "{{isMobile}}", "false").passes(&[Pass::at(46, Shape::Bare)])
        ],
    },
    MacroInfo {
        name: "lastGenerationType",
        group: Group::State,
        summary: "What the last generation was.",
        behaviours: &[
            Behaviour::new(MARINARA, NONE, chat::generation_type, "[{{lastGenerationType}}]", "[]")
                .passes(&[Pass::at(20, Shape::Bare)]),
            Behaviour::new(ST, NONE, chat::generation_type, "[{{lastGenerationType}}]", "[]"),
        ],
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
        summary: "The card's system prompt, or the user's where the card has none; nothing while the program uses none.",
        behaviours: &[Behaviour::new(BOTH, NONE, chat::system_prompt, "{{systemPrompt}}", "Stay as Mira Vane.")
            .passes(&[Pass::at(6, Shape::Bare)])],
    },
    MacroInfo {
        name: "defaultSystemPrompt",
        group: Group::State,
        summary: "The user's system prompt.",
        behaviours: &[
            Behaviour::new(ST, NONE, chat::default_system_prompt, "[{{defaultSystemPrompt}}]", "[]")
                .aliases(&["instructSystem", "instructSystemPrompt"]),
            Behaviour::new(LEGACY, NONE, chat::default_system_prompt, "[{{defaultSystemPrompt}}]", "[]")
                .passes(&[Pass::at(7, Shape::Bare)]),
        ],
    },
    MacroInfo {
        name: "exampleSeparator",
        group: Group::State,
        summary: "What is before each block of example messages.",
        behaviours: &[Behaviour::new(BOTH, NONE, chat::example_separator, "[{{exampleSeparator}}]", "[***]")
            .aliases(&["chatSeparator"])
            .passes(&[Pass::at(8, Shape::Bare), Pass::at(9, Shape::Bare).named("chatSeparator")])],
    },
    MacroInfo {
        name: "chatStart",
        group: Group::State,
        summary: "What is before the chat.",
        behaviours: &[Behaviour::new(BOTH, NONE, chat::chat_start, "[{{chatStart}}]", "[***]")
            .passes(&[Pass::at(10, Shape::Bare)])],
    },
    MacroInfo {
        name: "instructStoryStringPrefix",
        group: Group::State,
        summary: "What is before the story string in instruct mode; like all of these nothing while that is off.",
        behaviours: &[Behaviour::new(ST, NONE, chat::story_prefix, "[{{instructStoryStringPrefix}}]", "[]")],
    },
    MacroInfo {
        name: "instructStoryStringSuffix",
        group: Group::State,
        summary: "What is behind the story string.",
        behaviours: &[Behaviour::new(ST, NONE, chat::story_suffix, "[{{instructStoryStringSuffix}}]", "[]")],
    },
    MacroInfo {
        name: "instructUserPrefix",
        group: Group::State,
        summary: "What is before a message of the user.",
        behaviours: &[
            Behaviour::new(ST, NONE, chat::input_prefix, "{{instructUserPrefix}}", "<u>").aliases(&["instructInput"])
        ],
    },
    MacroInfo {
        name: "instructUserSuffix",
        group: Group::State,
        summary: "What is behind a message of the user.",
        behaviours: &[Behaviour::new(ST, NONE, chat::input_suffix, "[{{instructUserSuffix}}]", "[]")],
    },
    MacroInfo {
        name: "instructFirstUserPrefix",
        group: Group::State,
        summary: "What is before the user's first message.",
        behaviours: &[Behaviour::new(ST, NONE, chat::first_input, "{{instructFirstUserPrefix}}", "<u>")
            .aliases(&["instructFirstInput"])],
    },
    MacroInfo {
        name: "instructLastUserPrefix",
        group: Group::State,
        summary: "What is before the user's last message.",
        behaviours: &[Behaviour::new(ST, NONE, chat::last_input, "{{instructLastUserPrefix}}", "<u>")
            .aliases(&["instructLastInput"])],
    },
    MacroInfo {
        name: "instructAssistantPrefix",
        group: Group::State,
        summary: "What is before a message of the character.",
        behaviours: &[Behaviour::new(ST, NONE, chat::output_prefix, "{{instructAssistantPrefix}}", "<a>")
            .aliases(&["instructOutput"])],
    },
    MacroInfo {
        name: "instructAssistantSuffix",
        group: Group::State,
        summary: "What is behind a message of the character.",
        behaviours: &[Behaviour::new(ST, NONE, chat::output_suffix, "[{{instructAssistantSuffix}}]", "[]")
            .aliases(&["instructSeparator"])],
    },
    MacroInfo {
        name: "instructFirstAssistantPrefix",
        group: Group::State,
        summary: "What is before the character's first message.",
        behaviours: &[Behaviour::new(ST, NONE, chat::first_output, "{{instructFirstAssistantPrefix}}", "<a>")
            .aliases(&["instructFirstOutputPrefix"])],
    },
    MacroInfo {
        name: "instructLastAssistantPrefix",
        group: Group::State,
        summary: "What is before the character's last message.",
        behaviours: &[Behaviour::new(ST, NONE, chat::last_output, "{{instructLastAssistantPrefix}}", "<a>")
            .aliases(&["instructLastOutputPrefix"])],
    },
    MacroInfo {
        name: "instructSystemPrefix",
        group: Group::State,
        summary: "What is before a message of the system.",
        behaviours: &[Behaviour::new(ST, NONE, chat::system_prefix, "[{{instructSystemPrefix}}]", "[]")],
    },
    MacroInfo {
        name: "instructSystemSuffix",
        group: Group::State,
        summary: "What is behind a message of the system.",
        behaviours: &[Behaviour::new(ST, NONE, chat::system_suffix, "[{{instructSystemSuffix}}]", "[]")],
    },
    MacroInfo {
        name: "instructSystemInstructionPrefix",
        group: Group::State,
        summary: "What is before the last message of the system.",
        behaviours: &[Behaviour::new(ST, NONE, chat::last_system, "[{{instructSystemInstructionPrefix}}]", "[]")],
    },
    MacroInfo {
        name: "instructStop",
        group: Group::State,
        summary: "What the model stops at.",
        behaviours: &[Behaviour::new(ST, NONE, chat::stop, "[{{instructStop}}]", "[]")],
    },
    MacroInfo {
        name: "instructUserFiller",
        group: Group::State,
        summary: "The user's message that fills in where the chat has to begin with one.",
        behaviours: &[Behaviour::new(ST, NONE, chat::filler, "[{{instructUserFiller}}]", "[]")],
    },
    MacroInfo {
        name: "authorsNote",
        group: Group::State,
        summary: "The chat's note; it stays as text where the program has no notes.",
        behaviours: &[Behaviour::new(ST, NONE, chat::authors_note, "{{authorsNote}}", "Keep it short.")],
    },
    MacroInfo {
        name: "charAuthorsNote",
        group: Group::State,
        summary: "The character's note.",
        behaviours: &[Behaviour::new(ST, NONE, chat::char_authors_note, "{{charAuthorsNote}}", "{{charAuthorsNote}}")],
    },
    MacroInfo {
        name: "defaultAuthorsNote",
        group: Group::State,
        summary: "The note of new chats.",
        behaviours: &[Behaviour::new(
            ST,
            NONE,
            chat::default_authors_note,
            "{{defaultAuthorsNote}}",
            "{{defaultAuthorsNote}}",
        )],
    },
    MacroInfo {
        name: "reasoningPrefix",
        group: Group::State,
        summary: "What is before a model's reasoning.",
        behaviours: &[Behaviour::new(ST, NONE, chat::reasoning_prefix, "{{reasoningPrefix}}", "{{reasoningPrefix}}")],
    },
    MacroInfo {
        name: "reasoningSuffix",
        group: Group::State,
        summary: "What is behind a model's reasoning.",
        behaviours: &[Behaviour::new(ST, NONE, chat::reasoning_suffix, "{{reasoningSuffix}}", "{{reasoningSuffix}}")],
    },
    MacroInfo {
        name: "reasoningSeparator",
        group: Group::State,
        summary: "What is between reasoning and answer.",
        behaviours: &[Behaviour::new(
            ST,
            NONE,
            chat::reasoning_separator,
            "{{reasoningSeparator}}",
            "{{reasoningSeparator}}",
        )],
    },
    MacroInfo {
        name: "summary",
        group: Group::State,
        summary: "The summary of the chat; like those below it stays as text where the extension is off.",
        behaviours: &[Behaviour::new(ST, NONE, chat::summary, "{{summary}}", "{{summary}}")],
    },
    MacroInfo {
        name: "charPrefix",
        group: Group::State,
        summary: "The picture prompt of the character.",
        behaviours: &[Behaviour::new(ST, NONE, chat::char_prefix, "{{charPrefix}}", "{{charPrefix}}")],
    },
    MacroInfo {
        name: "charNegativePrefix",
        group: Group::State,
        summary: "The negative picture prompt of the character.",
        behaviours: &[Behaviour::new(
            ST,
            NONE,
            chat::char_negative_prefix,
            "{{charNegativePrefix}}",
            "{{charNegativePrefix}}",
        )],
    },
    MacroInfo {
        name: "defaultExpression",
        group: Group::State,
        summary: "The expression that is shown where none fits.",
        behaviours: &[Behaviour::new(
            ST,
            NONE,
            chat::default_expression,
            "{{defaultExpression}}",
            "{{defaultExpression}}",
        )],
    },
    MacroInfo {
        name: "availableExpressions",
        group: Group::State,
        summary: "The expressions there are.",
        behaviours: &[Behaviour::new(
            ST,
            NONE,
            chat::available_expressions,
            "{{availableExpressions}}",
            "{{availableExpressions}}",
        )],
    },
    MacroInfo {
        name: "lastExpression",
        group: Group::State,
        summary: "The expression that was shown last, of the character or of the one named.",
        behaviours: &[Behaviour::new(
            ST,
            Arity::between(0, 1),
            chat::last_expression,
            "{{lastExpression}}",
            "{{lastExpression}}",
        )],
    },
    MacroInfo {
        name: "agent",
        group: Group::State,
        summary: "What an agent of the program made last.",
        behaviours: &[Behaviour::new(MARINARA, ONE, marinara::agent, "[{{agent::mood}}]", "[]")
            .note("A name of letters, digits, `_` and `-`. Nothing, but where the host has a macro of its own with the whole name (`agent::mood`).")
            .passes(&[Pass::at(48, Shape::One)])],
    },
    MacroInfo {
        name: "convo_display",
        group: Group::State,
        summary: "What the two of a conversation say of themselves, and how one is to speak.",
        behaviours: &[Behaviour::new(MARINARA, NONE, text::nothing, "[{{convo_display}}{{char_about}}]", "[]")
            .aliases(&["char_about", "persona_about", "convo_behavior"])
            .note(GIVEN)
            .passes(&[Pass::at(48, Shape::Bare).for_any_name()])],
    },
    MacroInfo {
        name: "chatId",
        group: Group::State,
        summary: "The identity of the chat.",
        behaviours: &[
            Behaviour::new(MARINARA, NONE, chat::id, "{{chatId}}", "chat-id").passes(&[Pass::at(20, Shape::Bare)])
        ],
    },
];
