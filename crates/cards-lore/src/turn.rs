//! The chat window and what is around it, for one turn.

use crate::book::Field;
use cards_words::Message;

/// What one activation looks at.
///
/// ```
/// use cards_lore::{Message, Turn};
/// let said = [Message::assistant("Good evening."), Message::user("Did you hear the bell?")];
/// let turn = Turn::new(said).with_generation("swipe").with_dry_run(true);
/// assert_eq!(turn.messages.len(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Turn<'a> {
    /// The messages, oldest first, without the greeting; hidden ones take no part.
    pub messages: Vec<Message<'a>>,
    /// The greeting that opened the chat; the first message of the assistant.
    pub greeting: Option<Greeting<'a>>,
    /// Texts of the card and persona that entries may ask to have searched.
    pub fields: Fields<'a>,
    /// Prompt injections that are searched with every entry (SillyTavern).
    pub injections: Vec<&'a str>,
    /// The kind of generation (`normal`, `continue`, `impersonate`, `swipe`, `regenerate`, `quiet`); empty = normal.
    pub generation: &'a str,
    /// The character as filters know it.
    pub character: Character<'a>,
    /// The asset name of the user icon in use; see [`Settings::user_icons`](crate::Settings::user_icons).
    pub user_icon: Option<&'a str>,
    /// Books and ids of entries that fire whatever their keys say.
    pub forced: Vec<ForcedEntry<'a>>,
    /// The size of the prompt in tokens, of which the budget is a part, where this turn's is another than
    /// [`Settings::max_context`](crate::Settings::max_context): SillyTavern's is what its preset leaves for the prompt.
    pub max_context: Option<f64>,
    /// Whether the state stays as it is.
    pub dry_run: bool,
    /// Whether messages beyond the scan depth are searched too, so that the trace can say that a key is there.
    pub look_beyond_depth: bool,
}

cards_words::setters! {
    into Turn<'a>:
    with_greeting greeting: Option<Greeting<'a>>,
    with_user_icon user_icon: Option<&'a str>,
    with_max_context max_context: Option<f64>,
}

cards_words::setters! {
    Turn<'a>:
    with_fields fields: Fields<'a>,
    with_injections injections: Vec<&'a str>,
    with_generation generation: &'a str,
    with_character character: Character<'a>,
    with_forced forced: Vec<ForcedEntry<'a>>,
    with_dry_run dry_run: bool,
    with_look_beyond_depth look_beyond_depth: bool,
}

impl<'a> Turn<'a> {
    /// A turn over these messages, oldest first.
    ///
    /// ```
    /// use cards_lore::{Message, Turn};
    /// let turn = Turn::new([Message::user("Did you hear the bell?")]).with_dry_run(true);
    /// assert_eq!(turn.messages.len(), 1);
    /// ```
    #[must_use]
    pub fn new(messages: impl Into<Vec<Message<'a>>>) -> Self {
        Self { messages: messages.into(), ..Self::default() }
    }

    /// Lists the messages that take part, with their places.
    pub(crate) fn heard(&self) -> impl Iterator<Item = (usize, &Message<'a>)> {
        self.messages.iter().enumerate().filter(|(_, message)| !message.hidden)
    }
}

/// The greeting of a chat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Greeting<'a> {
    /// 0 for the first message, 1 and up for the alternates.
    pub index: u32,
    /// The text.
    pub text: &'a str,
}

/// Card and persona texts that may be searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fields<'a> {
    /// The persona's description.
    pub persona: &'a str,
    /// The character's description.
    pub description: &'a str,
    /// The character's personality.
    pub personality: &'a str,
    /// The character's depth prompt.
    pub depth_prompt: &'a str,
    /// The scenario.
    pub scenario: &'a str,
    /// The creator's notes.
    pub creator_notes: &'a str,
}

impl<'a> Fields<'a> {
    pub(crate) fn get(&self, field: Field) -> &'a str {
        match field {
            Field::Persona => self.persona,
            Field::Description => self.description,
            Field::Personality => self.personality,
            Field::DepthPrompt => self.depth_prompt,
            Field::Scenario => self.scenario,
            Field::CreatorNotes => self.creator_notes,
        }
    }
}

/// The character as filters know it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Character<'a> {
    /// The file name without its extension.
    pub file_name: Option<&'a str>,
    /// The character's tag ids; absent when no list of tags is known for it.
    pub tags: Option<Vec<&'a str>>,
}

/// An entry that the caller forces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForcedEntry<'a> {
    /// The book's name.
    pub book: &'a str,
    /// The entry's id, or its place in the book where it has none.
    pub id: &'a str,
}
