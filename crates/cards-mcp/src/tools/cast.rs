//! Who takes part in a chat, and the chat itself.

use std::collections::BTreeMap;

use cards_kit::macros::Variables;
use cards_kit::{Cast, Chat, Memory, Message, Names, Opening, Options, Session};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::desk::Desk;
use crate::given::{Client, Said, Who};
use crate::path::CardPath;
use crate::refusal::Refusal;

/// A chat, as tools take it.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Scene {
    /// The messages, the oldest first; without any, the greeting opens the chat.
    pub(super) messages: Vec<Said>,
    /// A chat file in place of messages, as `root/chat.jsonl`.
    pub(super) chat: Option<String>,
    /// The greeting that opens an empty chat: `0`, `1`, `group:0`, `none`.
    pub(super) greeting: Option<String>,
    /// The name of the user; `User` without it.
    pub(super) user: Option<String>,
    /// What the user says about themselves.
    pub(super) persona: Option<String>,
    /// Variables of the chat.
    pub(super) variables: BTreeMap<String, String>,
    /// The seed of dice and of chances; the same seed gives the same answer.
    pub(super) seed: u64,
}

impl Scene {
    /// The files of a cast: a card and further lorebooks.
    pub(super) fn cast(desk: &Desk, sources: &[String]) -> Result<Cast, Refusal> {
        let mut cast = Cast::default();
        for source in sources {
            let bytes = desk.bytes(source)?;
            let opened = cards_kit::open(&*bytes, desk.kit())?;
            let name = source.parse::<CardPath>().ok();
            let stem =
                name.as_ref().map(CardPath::name).and_then(|name| name.rsplit_once('.')).map_or("", |(stem, _)| stem);
            cast.add(opened.loaded.document, stem);
        }
        Ok(cast)
    }

    /// The chat.
    pub(super) fn chat(&self, desk: &Desk, cast: &Cast) -> Result<Chat, Refusal> {
        let card = cast.card();
        let mut chat = match &self.chat {
            Some(_) if !self.messages.is_empty() => {
                return Err(Refusal::usage("`messages` and `chat` are two chats; give one of them"));
            }
            Some(path) => {
                let bytes = desk.bytes(path)?;
                let character = card.map(|card| card.display_name());
                let names = Names { user: self.user.as_deref(), character, full_name: card.map(|card| card.name()) };
                let limits = desk.kit().files.for_json();
                let read = Chat::read_with(&bytes, names, &limits);
                let unread =
                    |error| Refusal::new("not-a-chat", "the chat file cannot be read").detail(cards_kit::chain(&error));
                read.map_err(unread)?.value
            }
            None => Chat::default(),
        };
        if chat.messages.is_empty() && !self.messages.is_empty() && card.is_some() && self.begins_with_user() {
            let opening =
                cast.opening(&self.opening()?).map_err(|error| Refusal::from(cards_kit::Error::from(error)))?;
            chat.messages.extend(opening.map(|text| Message::assistant(text.to_owned())));
        }
        chat.messages.extend(self.messages.iter().map(|said| match said.role {
            Who::User => Message::user(said.content.clone()),
            Who::Assistant => Message::assistant(said.content.clone()),
            Who::System => Message::new(cards_kit::Role::System, said.content.clone()),
        }));
        Ok(chat)
    }

    /// Whether the first word is the user's, so that the greeting came before it.
    fn begins_with_user(&self) -> bool {
        matches!(self.messages.first(), Some(Said { role: Who::User, .. }))
    }

    fn opening(&self) -> Result<Opening, Refusal> {
        match &self.greeting {
            None => Ok(Opening::default()),
            Some(text) => {
                text.parse().map_err(|_| Refusal::usage("`greeting` is a number, `group:0`, `de:0` or `none`"))
            }
        }
    }

    /// The variables of the chat, as macros find them.
    pub(super) fn variables(&self) -> Variables {
        let chat = self.variables.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect();
        Variables { chat, ..Variables::default() }
    }

    /// A session by the rules of a client.
    pub(super) fn session(&self, desk: &Desk, cast: Cast, client: Client) -> Result<Session, Refusal> {
        let mut options = Options::default()
            .with_profile(client.profile())
            .with_greeting(self.opening()?)
            .with_persona(self.persona.clone().unwrap_or_default())
            .with_now(desk.moment())
            .with_limits(desk.kit().clone());
        options.user.clone_from(&self.user);
        options.variables = self.variables();
        let mut memory = Memory::default();
        memory.seed = self.seed;
        Ok(Session::new(cast, options)?.with_memory(memory))
    }
}
