//! How a session works.

use cards_macro::{Engine, Moment, Variables};
use cards_words::Profile;

use crate::limits::Limits;
use crate::setters::setters;

/// How a session works: who takes part, whose rules hold, what the user sets.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// The user's name. Without one, the chat's own record of it counts, else `User`.
    pub user: Option<String>,
    /// The character's name in place of the card's.
    pub character: Option<String>,
    /// What the user says about the one who chats.
    pub persona: String,
    /// Whose rules hold.
    pub profile: Profile,
    /// The macro engine, where it is not the profile's usual one.
    pub engine: Option<Engine>,
    /// Which greeting opens an empty chat, counted from 0.
    pub greeting: usize,
    /// The user's own system prompt, which a card's replaces and `{{original}}` brings back.
    pub system_prompt: String,
    /// The user's own post-history instructions, likewise.
    pub post_history_instructions: String,
    /// How many tokens the prompt may have; without a number, everything stays.
    pub context: Option<u64>,
    /// How many messages are searched, in place of what the books say.
    pub scan_depth: Option<u32>,
    /// How many tokens lore may take, in place of what the books say.
    pub token_budget: Option<u32>,
    /// The present moment for time macros; without one they stay as text.
    pub now: Option<Moment>,
    /// Variables that hold from the first turn on, over what memory and chat say.
    pub variables: Variables,
    /// How much a turn takes in and works.
    pub limits: Limits,
}

setters! {
    Options:
    /// Names the user.
    with_user(user: impl Into<String>) = Some(user.into());
    /// Names the character, in place of the card.
    with_character(character: impl Into<String>) = Some(character.into());
    /// Describes the one who chats.
    with_persona(persona: impl Into<String>) = persona.into();
    /// Chooses whose rules hold.
    with_profile(profile: Profile) = profile;
    /// Chooses a macro engine other than the profile's.
    with_engine(engine: Engine) = Some(engine);
    /// Chooses the greeting that opens an empty chat.
    with_greeting(greeting: usize) = greeting;
    /// Sets the user's system prompt.
    with_system_prompt(system_prompt: impl Into<String>) = system_prompt.into();
    /// Sets the user's post-history instructions.
    with_post_history_instructions(post_history_instructions: impl Into<String>) = post_history_instructions.into();
    /// Makes the prompt fit so many tokens.
    with_context(context: Option<u64>) = context;
    /// Searches so many messages.
    with_scan_depth(scan_depth: Option<u32>) = scan_depth;
    /// Spends so many tokens on lore.
    with_token_budget(token_budget: Option<u32>) = token_budget;
    /// Sets the clock.
    with_now(now: Option<Moment>) = now;
    /// Sets variables.
    with_variables(variables: Variables) = variables;
    /// Sets the limits.
    with_limits(limits: Limits) = limits;
}
