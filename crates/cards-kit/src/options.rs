//! How a session works.

use std::collections::BTreeMap;

use cards_lore::WorldInfoSettings;
use cards_macro::{Engine, Moment, Variables};
use cards_model::Lorebook;
use cards_prompt::Opening;
use cards_words::Profile;
use cards_words::setters;

use crate::limits::Limits;

/// How a session works: who takes part, whose rules hold, what the user sets.
///
/// With `serde` it is read from plain data of these names, as front ends in other languages have it; limits are the host's alone.
///
/// ```
/// use cards_kit::{Card, Moment, Options, Profile, Session};
/// let options = Options::default()
///     .with_user("Sam")
///     .with_profile(Profile::SillyTavern)
///     .with_context(8192)
///     .with_now(Some(Moment::from_unix(1_700_000_000)));
/// let card: Card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","first_mes":"{{user}}, it is {{date}}."}}"#.parse()?;
/// assert_eq!(Session::new(card, options)?.greeting(0)?, "Sam, it is November 14, 2023.");
/// # Ok::<(), cards_kit::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct Options {
    /// The user's name. Without one, the chat's own record of it counts, else `User`.
    pub user: Option<String>,
    /// The character's name in place of the card's.
    pub character: Option<String>,
    /// What the user says about the one who chats.
    pub persona: String,
    /// Whose rules hold.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "by_name"))]
    pub profile: Profile,
    /// The macro engine, where it is not the profile's usual one.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "by_name_or_none"))]
    pub engine: Option<Engine>,
    /// How an empty chat opens: with which greeting, or none.
    pub greeting: Opening,
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
    /// What the user of SillyTavern sets for world info, by the client's names; for its profile alone.
    pub world_info: WorldInfoSettings,
    /// Whether entries of modules that have keys wait for one of them.
    pub module_keys: bool,
    /// The present moment for time macros; without one they stay as text.
    pub now: Option<Moment>,
    /// Variables that hold from the first turn on, over what memory and chat say.
    pub variables: Variables,
    /// What macros of the program's own print, by their names, such as what an agent made; they come before the client's.
    pub macros: BTreeMap<String, String>,
    /// Lorebooks beside those of the cast.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub lorebooks: Vec<Lorebook>,
    /// How much a turn takes in and works.
    #[cfg_attr(feature = "serde", serde(skip))]
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
    with_greeting(greeting: impl Into<Opening>) = greeting.into();
    /// Sets the user's system prompt.
    with_system_prompt(system_prompt: impl Into<String>) = system_prompt.into();
    /// Sets the user's post-history instructions.
    with_post_history_instructions(post_history_instructions: impl Into<String>) = post_history_instructions.into();
    /// Makes the prompt fit so many tokens.
    with_context(context: impl Into<Option<u64>>) = context.into();
    /// Searches so many messages.
    with_scan_depth(scan_depth: impl Into<Option<u32>>) = scan_depth.into();
    /// Spends so many tokens on lore.
    with_token_budget(token_budget: impl Into<Option<u32>>) = token_budget.into();
    /// Sets SillyTavern's settings of world info.
    with_world_info(world_info: WorldInfoSettings) = world_info;
    /// Makes entries of modules wait for their keys, or not.
    with_module_keys(module_keys: bool) = module_keys;
    /// Sets the clock.
    with_now(now: impl Into<Option<Moment>>) = now.into();
    /// Sets variables.
    with_variables(variables: Variables) = variables;
    /// Sets what macros of the program's own print.
    with_macros(macros: BTreeMap<String, String>) = macros;
    /// Sets the lorebooks beside those of the cast.
    with_lorebooks(lorebooks: Vec<Lorebook>) = lorebooks;
    /// Sets the limits.
    with_limits(limits: Limits) = limits;
}

impl Options {
    /// Adds a lorebook to those of the cast.
    #[must_use]
    pub fn with_lorebook(mut self, lorebook: Lorebook) -> Self {
        self.lorebooks.push(lorebook);
        self
    }
}

/// A value by its name, in any letter case as commands take it; nothing without a name.
#[cfg(feature = "serde")]
fn by_name_or_none<'de, T, D>(from: D) -> Result<Option<T>, D::Error>
where
    T: std::str::FromStr<Err: std::fmt::Display>,
    D: serde::Deserializer<'de>,
{
    let name: Option<String> = serde::Deserialize::deserialize(from)?;
    name.map(|name| name.parse().map_err(serde::de::Error::custom)).transpose()
}

/// A value by its name, in any letter case as commands take it; the default without a name.
#[cfg(feature = "serde")]
pub(crate) fn by_name<'de, T, D>(from: D) -> Result<T, D::Error>
where
    T: Default + std::str::FromStr<Err: std::fmt::Display>,
    D: serde::Deserializer<'de>,
{
    by_name_or_none(from).map(Option::unwrap_or_default)
}

#[cfg(all(test, feature = "serde"))]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_from_plain_data_and_unknown_names_are_refused() {
        let text = r#"{"user":"Sam","profile":"SillyTavern","engine":"risu","greeting":1,"context":4096,
            "now":{"unix_millis":5000,"offset_minutes":60},"variables":{"chat":{"mood":"calm"}}}"#;
        let options: Options = serde_json::from_str(text).unwrap();
        assert_eq!((options.user.as_deref(), options.profile), (Some("Sam"), Profile::SillyTavern));
        assert_eq!(
            (options.engine, options.greeting, options.context),
            (Some(Engine::Risu), Opening::Greeting(1), Some(4096))
        );
        assert_eq!(options.now, Some(Moment { unix_millis: 5000, offset_minutes: 60 }));
        assert_eq!(options.variables.chat["mood"], "calm".into());
        let refusal = |text: &str| serde_json::from_str::<Options>(text).unwrap_err().to_string();
        assert!(refusal(r#"{"usr":"Sam"}"#).contains("`usr`"));
        assert!(refusal(r#"{"limits":{}}"#).contains("`limits`"));
        assert!(refusal(r#"{"profile":"chub"}"#).contains("sillytavern"));
    }
}
