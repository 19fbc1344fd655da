//! The prompt as a client sends it, with all that its user sets.

use cards_words::setters;
use std::borrow::Cow;

use cards_macro::MapHost;
use cards_model::Card;
use cards_prompt::recognise;
use cards_prompt::sillytavern::chat::{ChatPrompt, Preset, assemble};
use cards_prompt::sillytavern::text::{TextOptions, TextPrompt, complete};
use cards_prompt::sillytavern::{
    Books, ChatMessage, Generation, Group, GroupMember, GroupMode, Mistakes, Outside, Quiet, Reasoning, Scene, Settings,
};
use cards_script::sillytavern::{Script, Sources};
use cards_words::{Message, Profile, Role};

use crate::chat::{Chat, ChatNote};
use crate::error::Error;
use crate::persona::PersonaPlace;
use crate::session::Session;

/// What SillyTavern's user sets beside card, persona and chat, for one prompt.
///
/// # Examples
///
/// ```
/// use cards_kit::{Cast, Chat, Options, Profile, Session, SillyTavern};
///
/// let card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","description":"A bard."}}"#;
/// let cast = Cast::read([("aria.json", card.as_bytes())])?;
/// let mut session = Session::new(cast, Options::default().with_profile(Profile::SillyTavern).with_user("Sam"))?;
///
/// let mut chat = Chat::default();
/// chat.say_as_user("Did you hear the bell?");
/// let prompt = session.messages(&chat, &SillyTavern::default())?;
/// let contents: Vec<&str> = prompt.messages.iter().map(|message| message.content.as_str()).collect();
/// assert_eq!(contents[1..], ["A bard.", "[Start a new Chat]", "Did you hear the bell?"]);
/// # Ok::<(), cards_kit::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SillyTavern {
    /// The preset.
    pub preset: Preset,
    /// What is asked for.
    pub generation: Generation,
    /// The author's note; without one, that of the chat counts.
    pub note: Option<ChatNote>,
    /// Where the persona goes.
    pub persona: PersonaPlace,
    /// A quiet prompt; empty for none.
    pub quiet: String,
    /// The other members of a group; the character of the session speaks.
    pub group: Vec<Card>,
    /// Whose fields the prompt of a group shows.
    pub group_mode: GroupMode,
    /// The user's settings.
    pub settings: Settings,
    /// How the model's reasoning goes back into the prompt.
    pub reasoning: Reasoning,
    /// Regex scripts of the user's own, which run before those of the preset and the card.
    pub user_scripts: Vec<Script>,
    /// Whether the user lets the card's regex scripts run.
    pub card_scripts: bool,
    /// Whether the user lets the preset's regex scripts run.
    pub preset_scripts: bool,
    /// Whether the client's plain mistakes are made.
    pub mistakes: Mistakes,
}

setters! {
    SillyTavern:
    /// Sets the preset.
    with_preset(preset: Preset) = preset;
    /// Asks for another kind of text.
    with_generation(generation: Generation) = generation;
    /// Sets the author's note.
    with_note(note: Option<ChatNote>) = note;
    /// Says where the persona goes.
    with_persona(persona: PersonaPlace) = persona;
    /// Sets the quiet prompt.
    with_quiet(quiet: impl Into<String>) = quiet.into();
    /// Names the other members of a group.
    with_group(group: Vec<Card>) = group;
    /// Chooses whose fields a group shows.
    with_group_mode(group_mode: GroupMode) = group_mode;
    /// Sets the user's settings.
    with_settings(settings: Settings) = settings;
    /// Sets what becomes of reasoning.
    with_reasoning(reasoning: Reasoning) = reasoning;
    /// Sets the user's own regex scripts.
    with_user_scripts(user_scripts: Vec<Script>) = user_scripts;
    /// Lets the card's regex scripts run, or not.
    with_card_scripts(card_scripts: bool) = card_scripts;
    /// Lets the preset's regex scripts run, or not.
    with_preset_scripts(preset_scripts: bool) = preset_scripts;
    /// Makes the client's plain mistakes, or not.
    with_mistakes(mistakes: Mistakes) = mistakes;
}

impl Session {
    /// Puts together the messages that SillyTavern sends for chat completion. The memory steps on.
    ///
    /// The session's books are searched by the rules of its profile, with [`Options::context`](crate::Options::context), or else
    /// [`Preset::room`], as the size of the prompt that their budget is a part of; an empty chat begins with a greeting.
    ///
    /// De facto: SillyTavern 1.19.0.
    ///
    /// # Errors
    /// [`Error::NoCard`], [`Error::NoGreeting`] for an empty chat, [`Error::Macro`], [`Error::Lore`].
    pub fn messages(&mut self, chat: &Chat, how: &SillyTavern) -> Result<ChatPrompt, Error> {
        let character = self.character();
        let card = character.card().ok_or(Error::NoCard)?;
        self.with_host(chat, |session, host| {
            let opened = session.opened(chat)?;
            let room = u64::try_from(how.preset.room()).ok();
            session.staged(card, &opened, (how, room), host, |scene, outside| assemble(scene, &how.preset, outside))
        })
    }

    /// Puts together the text that SillyTavern sends for text completion, by its templates. The memory steps on, and books
    /// are searched, as for [`Session::messages`]; of presets and their scripts nothing is used.
    ///
    /// De facto: SillyTavern 1.19.0.
    ///
    /// # Errors
    /// Those of [`Session::messages`], and [`Error::Prompt`] for a story string that cannot be read.
    ///
    /// # Examples
    ///
    /// ```
    /// use cards_kit::{Cast, Chat, Options, Profile, Session, SillyTavern};
    /// use cards_prompt::sillytavern::text::{BuiltIn, TextOptions};
    ///
    /// let card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","description":"A bard."}}"#;
    /// let cast = Cast::read([("aria.json", card.as_bytes())])?;
    /// let mut session = Session::new(cast, Options::default().with_profile(Profile::SillyTavern).with_user("Sam"))?;
    /// let mut chat = Chat::default();
    /// chat.say_as_user("Did you hear the bell?");
    ///
    /// let templates = TextOptions::default().with_templates(BuiltIn::ChatMl.templates());
    /// let prompt = session.text(&chat, &SillyTavern::default(), &templates)?;
    /// assert!(prompt.text.ends_with("bell?<|im_end|>\n<|im_start|>assistant\n"));
    /// # Ok::<(), cards_kit::Error>(())
    /// ```
    pub fn text(&mut self, chat: &Chat, how: &SillyTavern, templates: &TextOptions) -> Result<TextPrompt, Error> {
        let character = self.character();
        let card = character.card().ok_or(Error::NoCard)?;
        self.with_host(chat, |session, host| {
            let opened = session.opened(chat)?;
            let room = Some(templates.room());
            session.staged(card, &opened, (how, room), host, |scene, outside| complete(scene, templates, outside))
        })
    }

    /// The chat, with the greeting at the head of an empty one.
    fn opened<'c>(&self, chat: &'c Chat) -> Result<Cow<'c, Chat>, Error> {
        let opening = if chat.messages.is_empty() { self.opening()? } else { None };
        let Some(text) = opening else { return Ok(Cow::Borrowed(chat)) };
        let mut opened = chat.clone();
        opened.messages.push(Message::assistant(text.to_owned()));
        Ok(Cow::Owned(opened))
    }

    /// Makes a prompt of the scene that card, chat and the user's settings are, which leave so much room for it.
    fn staged<P>(
        &mut self,
        card: &Card,
        chat: &Chat,
        (how, room): (&SillyTavern, Option<u64>),
        host: &mut MapHost,
        make: impl for<'o> FnOnce(&'o Scene<'o>, Outside<'o>) -> Result<P, cards_prompt::sillytavern::Error>,
    ) -> Result<P, Error> {
        let options = self.options().clone();
        let user = options.user.as_deref().or(chat.user.as_deref()).unwrap_or("User");
        let mut scene = Scene::new(user, card);
        if options.profile.newest() == Profile::SillyTavern {
            scene.profile = options.profile;
        }
        scene.speaker = options.character.as_deref();
        scene.chat = messages(chat, card);
        scene.generation = how.generation;
        scene.quiet = Quiet { prompt: &how.quiet, ..Quiet::default() };
        scene.persona = how.persona.of(&options.persona);
        scene.overrides = chat.overrides.as_overrides();
        scene.note = how.note.as_ref().or(chat.note.as_ref()).map(ChatNote::as_note).unwrap_or_default();
        scene.settings = how.settings.clone();
        scene.reasoning = how.reasoning.clone();
        scene.mistakes = how.mistakes;
        scene.scripts = scripts(card, how);
        scene.macro_limits = options.limits.macros.clone();
        scene.script_limits = options.limits.scripts.clone();
        if !how.group.is_empty() {
            let members = std::iter::once(card).chain(&how.group).map(|card| GroupMember::new(card, false));
            let mut group = Group::new(members.collect(), 0);
            group.mode = how.group_mode;
            scene.group = Some(group);
        }
        let max_context = options.context.or(room).map(|room| room as f64);
        let (lore, state, tokens) = self.parts();
        let books = Some(Books { lore, state, max_context });
        Ok(make(&scene, Outside { host, tokens, books })?)
    }
}

/// The chat's messages with what the client kept beside them; the first is the card's greeting where it says the same.
fn messages<'c>(chat: &'c Chat, card: &Card) -> Vec<ChatMessage<'c>> {
    let messages = chat.messages.iter().enumerate().map(|(number, message)| {
        let said = ChatMessage::from(message.borrowed());
        match chat.extras.get(&number) {
            Some(extra) => {
                said.with_forced_avatar(extra.forced_avatar).with_reasoning(&extra.reasoning).with_bias(&extra.bias)
            }
            None => said,
        }
    });
    let mut messages: Vec<ChatMessage<'_>> = messages.collect();
    if let Some(first) = messages.first_mut().filter(|first| first.message.role == Role::Assistant) {
        first.greeting = recognise(card, &first.message.text).map(|greeting| greeting.index);
    }
    messages
}

/// The scripts that the user lets run, in the client's order.
fn scripts(card: &Card, how: &SillyTavern) -> Vec<Script> {
    let mut sources = Sources::default();
    sources.global.clone_from(&how.user_scripts);
    sources.preset.clone_from(&how.preset.scripts);
    sources.card = card.extensions().get("regex_scripts").map(Script::list_from_json).unwrap_or_default();
    sources.in_order(how.preset_scripts, how.card_scripts)
}
