//! The chat's messages and the state of the program.

use cards_words::{Message, Role};

use crate::call::{Call, Flow};
use crate::error::Error;
use crate::host::Fact;
use crate::profile::sillytavern::SEPARATOR;

/// The last message that is wanted; one whose next answer is being written does not count yet.
///
/// De facto: SillyTavern 1.19.0.
fn last<'c>(call: &'c Call<'_, '_>, wanted: impl Fn(&Message<'_>) -> bool) -> Option<(usize, &'c Message<'c>)> {
    let in_progress = |message: &Message<'_>| {
        !message.swipes.is_empty() && message.swipe.is_some_and(|swipe| swipe >= message.swipes.len())
    };
    let messages = call.env.host.messages();
    messages.iter().enumerate().rev().find(|(_, message)| !in_progress(message) && wanted(message))
}

fn put_last(call: &mut Call<'_, '_>, wanted: impl Fn(&Message<'_>) -> bool) -> Result<Flow, Error> {
    let text = last(call, wanted).map(|(_, message)| message.text.clone().into_owned()).unwrap_or_default();
    call.put(&text)
}

pub(crate) fn last_message(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    put_last(call, |_| true)
}

pub(crate) fn last_user_message(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    put_last(call, |message| message.role == Role::User && !message.hidden)
}

pub(crate) fn last_char_message(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    put_last(call, |message| message.role != Role::User && !message.hidden)
}

pub(crate) fn last_message_id(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    match last(call, |_| true).map(|(index, _)| index) {
        Some(index) => call.put(&index.to_string()),
        None => Ok(Flow::Done),
    }
}

/// RisuAI: `-1` in an empty chat.
pub(crate) fn last_message_number(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let number = call.env.host.messages().len() as i64 - 1;
    call.put(&number.to_string())
}

pub(crate) fn last_swipe_id(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let count = last(call, |_| true).map(|(_, message)| message.swipes.len()).filter(|&count| count > 0);
    match count {
        Some(count) => call.put(&count.to_string()),
        None => Ok(Flow::Done),
    }
}

pub(crate) fn current_swipe_id(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    match last(call, |_| true).and_then(|(_, message)| message.swipe) {
        Some(swipe) => call.put(&(swipe + 1).to_string()),
        None => call.put(call.env.profile.rules().no_swipe),
    }
}

pub(crate) fn all_chat_range(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    match call.env.host.messages().len().checked_sub(1) {
        Some(last) => call.put(&format!("0-{last}")),
        None => Ok(Flow::Done),
    }
}

macro_rules! facts {
    ($($name:ident: $fact:ident),* $(,)?) => {
        $(pub(crate) fn $name(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
            call.put_fact(Fact::$fact)
        })*
    };
}

macro_rules! known {
    ($($name:ident: $fact:ident),* $(,)?) => {
        $(pub(crate) fn $name(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
            call.put_known(Fact::$fact)
        })*
    };
}

// Parts of the program that may not run: then their macros are not known.
known! {
    authors_note: AuthorsNote,
    char_authors_note: CharAuthorsNote,
    default_authors_note: DefaultAuthorsNote,
    reasoning_prefix: ReasoningPrefix,
    reasoning_suffix: ReasoningSuffix,
    reasoning_separator: ReasoningSeparator,
    summary: Summary,
    char_prefix: CharPrefix,
    char_negative_prefix: CharNegativePrefix,
    default_expression: DefaultExpression,
    last_expression: LastExpression,
    available_expressions: AvailableExpressions,
}

macro_rules! sequences {
    ($($name:ident: $fact:ident $(or $plain:ident)?),* $(,)?) => {
        $(pub(crate) fn $name(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
            $(if call.env.host.fact(Fact::$fact).is_none_or(|text| text.is_empty()) {
                return call.put_fact(Fact::$plain);
            })?
            call.put_fact(Fact::$fact)
        })*
    };
}

// The templates of instruct mode; where a first or last one is empty, the plain one serves.
sequences! {
    story_prefix: InstructStoryPrefix,
    story_suffix: InstructStorySuffix,
    input_prefix: InstructInput,
    input_suffix: InstructInputSuffix,
    first_input: InstructFirstInput or InstructInput,
    last_input: InstructLastInput or InstructInput,
    output_prefix: InstructOutput,
    output_suffix: InstructOutputSuffix,
    first_output: InstructFirstOutput or InstructOutput,
    last_output: InstructLastOutput or InstructOutput,
    system_prefix: InstructSystem,
    system_suffix: InstructSystemSuffix,
    last_system: InstructLastSystem,
    stop: InstructStop,
    filler: InstructFiller,
}

facts! {
    first_included: FirstIncludedMessageId,
    first_displayed: FirstDisplayedMessageId,
    model: Model,
    max_context: MaxContext,
    max_response: MaxResponse,
    generation_type: LastGenerationType,
    id: ChatId,
    default_system_prompt: DefaultSystemPrompt,
}

pub(crate) fn example_separator(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    put_or(call, Fact::ExampleSeparator, SEPARATOR)
}

pub(crate) fn chat_start(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    put_or(call, Fact::ChatStart, SEPARATOR)
}

fn put_or(call: &mut Call<'_, '_>, fact: Fact, default: &str) -> Result<Flow, Error> {
    if call.env.host.fact(fact).is_some() { call.put_fact(fact) } else { call.put(default) }
}

/// Context less answer.
pub(crate) fn max_prompt(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let number = |fact| call.env.host.fact(fact).and_then(|text| text.trim().parse::<i64>().ok());
    match (number(Fact::MaxContext), number(Fact::MaxResponse)) {
        (Some(context), response) => {
            let prompt = context - response.unwrap_or(0);
            call.put(&prompt.to_string())
        }
        (None, _) => Ok(Flow::Done),
    }
}

pub(crate) fn is_mobile(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let on = call.env.host.fact(Fact::IsMobile).is_some_and(|text| matches!(&*text, "1" | "true"));
    call.put(if on { "true" } else { "false" })
}

pub(crate) fn has_extension(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let on = call.env.host.has_extension(call.args.or_empty(0));
    call.put(if on { "true" } else { "false" })
}

/// The card's system prompt, or the user's; nothing while the program uses none.
pub(crate) fn system_prompt(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    if call.env.host.fact(Fact::DefaultSystemPrompt).is_none() {
        return Ok(Flow::Done);
    }
    let own = super::card::field(call, Fact::SystemPrompt)?;
    if own.is_empty() { call.put_fact(Fact::DefaultSystemPrompt) } else { call.put(&own) }
}
