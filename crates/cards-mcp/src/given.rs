//! What several tools take.

use cards_kit::edit::replace::{Pattern, PatternOptions};
use cards_kit::edit::texts::FIELDS;
use cards_kit::lint::reader_of;
use cards_kit::model::rules::Reader;
use cards_kit::{Engine, LintOptions, Patch, Place, Profile, Timestamp};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::refusal::Refusal;

/// Reads the arguments of a call.
pub(crate) fn arguments<A: DeserializeOwned>(value: Value) -> Result<A, Refusal> {
    let value = if value.is_null() { Value::Object(serde_json::Map::new()) } else { value };
    serde_json::from_value(value)
        .map_err(|error| Refusal::usage("the arguments are not what the tool takes").detail(cards_kit::chain(&error)))
}

/// A program that reads cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Client {
    /// SillyTavern 1.19.
    #[default]
    SillyTavern,
    /// RisuAI.
    Risu,
    /// Agnai: its memory book, and the names that it fills in.
    Agnai,
    /// KoboldCpp: the world info of its page, KoboldAI Lite, and the names that it fills in.
    KoboldCpp,
    /// Marinara Engine: its lore scanner, and its macros but for conditions.
    Marinara,
    /// SillyBunny: its world info, which is SillyTavern's with mistakes mended, and its macros.
    SillyBunny,
    /// TauriTavern: the world info of SillyTavern, and the macros of its version 1.18.
    TauriTavern,
    /// The texts of the specs alone.
    Spec,
}

impl Client {
    /// Its name, as arguments have it.
    pub(crate) fn word(self) -> &'static str {
        self.profile().as_str()
    }

    pub(crate) fn profile(self) -> Profile {
        match self {
            Self::SillyTavern => Profile::SillyTavern,
            Self::Risu => Profile::Risu,
            Self::Agnai => Profile::Agnai,
            Self::KoboldCpp => Profile::KoboldCpp,
            Self::Marinara => Profile::Marinara,
            Self::SillyBunny => Profile::SillyBunny,
            Self::TauriTavern => Profile::TauriTavern,
            Self::Spec => Profile::Spec,
        }
    }

    pub(crate) fn engine(self) -> Engine {
        self.profile().into()
    }

    /// Whom breaches of rules hurt; nothing for those of the specs, which are everybody's.
    pub(crate) fn readers(client: Option<Self>) -> Vec<Reader> {
        let client = client.filter(|client| *client != Self::Spec);
        client.map(|client| reader_of(client.profile()).unwrap_or(Reader::Others)).into_iter().collect()
    }
}

/// The options of a check.
pub(crate) fn lint_options(client: Option<Client>, rules: &[String], now: Option<Timestamp>) -> LintOptions<'static> {
    let unlisted = client.map(Client::profile).filter(|client| reader_of(*client).is_none());
    LintOptions::default()
        .with_readers(Client::readers(client))
        .with_clients(unlisted)
        .with_select(rules.to_vec())
        .with_now(now)
}

/// A message of a chat.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Said {
    /// Who speaks: user, assistant or system.
    pub(crate) role: Who,
    /// What is said.
    pub(crate) content: String,
}

/// Who speaks.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Who {
    /// The one who chats.
    User,
    /// The character.
    Assistant,
    /// Nobody.
    System,
}

/// What is done at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Op {
    /// Sets the value of a place.
    Set,
    /// Adds an element in front of a place; `greetings[+]` is the end.
    Insert,
    /// Takes out what is at a place.
    Remove,
    /// Takes a value from `from` to `place`.
    Move,
}

/// A change of a card.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Edit {
    /// What is done.
    pub(crate) op: Op,
    /// The place: `description`, `greetings[1]`, `book[+]`, `book[key=rain].content`, or a JSON pointer.
    pub(crate) place: String,
    /// The value, for `set` and `insert`: a text, a list, an object.
    #[serde(default)]
    pub(crate) value: Option<Value>,
    /// Where it comes from, for `move`.
    #[serde(default)]
    pub(crate) from: Option<String>,
}

impl Edit {
    /// The change as the kit makes it.
    pub(crate) fn patch(self) -> Result<Patch, Refusal> {
        let path: Place = self.place.parse()?;
        let wanted = |value: Option<Value>| {
            value.map(Into::into).ok_or_else(|| Refusal::usage("an edit that sets or inserts needs a `value`"))
        };
        Ok(match self.op {
            Op::Set => Patch::Set { path, value: wanted(self.value)? },
            Op::Insert => Patch::Insert { path, value: wanted(self.value)? },
            Op::Remove => Patch::Remove { path },
            Op::Move => {
                let from = self.from.ok_or_else(|| Refusal::usage("an edit that moves needs `from`"))?;
                Patch::Move { from: from.parse()?, path }
            }
        })
    }
}

/// Edits as the kit makes them.
pub(crate) fn patches(edits: Vec<Edit>) -> Result<Vec<Patch>, Refusal> {
    edits.into_iter().map(Edit::patch).collect()
}

/// A pattern, and how it is meant.
pub(crate) fn pattern(text: &str, options: PatternOptions) -> Result<Pattern, Refusal> {
    if let Some(unknown) = options.fields.iter().find(|field| !FIELDS.contains(&field.as_str())) {
        let message =
            format!("there is no field `{}`; fields are {}", crate::fence::line(unknown, 40), FIELDS.join(", "));
        return Err(Refusal::usage(message));
    }
    Pattern::new(text, options)
        .map_err(|error| Refusal::usage("the pattern cannot be looked for").detail(cards_kit::chain(&error)))
}
