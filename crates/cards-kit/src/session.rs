//! A chat with a character, turn by turn.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::OnceLock;

use cards_lint::Need;
use cards_lore::trace::Searched;
use cards_lore::turn::{Fields, Greeting};
use cards_lore::{Activation, Book, BookKind, Entry, EntryAt, Host, Lore, Settings, State, Turn, WorldInfoSettings};
use cards_macro::{Engine, Fact, For, MapHost};
use cards_model::{Card, Content};
use cards_prompt::risu::{self, RisuInput};
use cards_prompt::{History, LoreText, NoGreeting, Note, Opening, Prompt, PromptInput, assemble, open};
use cards_words::{Message, Role, TokenCounter};

use crate::cast::Cast;
use crate::chat::Chat;
use crate::counted::Counted;
use crate::error::Error;
use crate::host::{Shared, expanded_for, macro_host, register};
use crate::memory::Memory;
use crate::options::Options;
use crate::profile::Traits;
use crate::scripts::risu_scripts;

/// A character, its books and a user, for as many turns as the chat has.
///
/// ```
/// use cards_kit::{Card, Chat, Options, Session};
/// let text = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","first_mes":"Hi, {{user}}!"}}"#;
/// let mut session = Session::new(text.parse::<Card>()?, Options::default().with_user("Sam"))?;
/// let mut chat = Chat::default();
/// chat.say_as_user("Hello.");
/// let answer = session.turn(&chat)?;
/// assert_eq!(answer.prompt.messages().last().map(|message| &*message.content), Some("Hello."));
/// # Ok::<(), cards_kit::Error>(())
/// ```
pub struct Session {
    cast: Cast,
    options: Options,
    lore: Lore,
    tokens: Counted,
    /// What outlives a turn; a caller clones it before a turn to be able to run the turn again.
    pub memory: Memory,
}

/// The answer of the lore part of a turn.
///
/// ```
/// use cards_kit::{Card, Chat, Error, Message, Options, Session};
/// let card: Card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","character_book":{"extensions":{},
///     "entries":[{"keys":["bell"],"content":"It rings.","enabled":true,"insertion_order":1,"extensions":{}}]}}}"#.parse()?;
/// let fired = Session::new(card, Options::default())?.turn(&Chat::from(vec![Message::user("A bell?")]))?.fired;
/// assert_eq!(fired.activation.entries[0].content, "It rings.");
/// let why = fired.why(fired.activation.entries[0].at).unwrap_or_default();
/// assert!(why.contains("bell"), "{why}");
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Fired {
    /// The chat, its macros expanded, with the greeting that opens it.
    pub history: History,
    /// Which entries fired, where they go, and why the others did not.
    pub activation: Activation,
    /// Messages of [`Fired::history`] in front of the first one that the engine counts: the greeting, where it stands
    /// apart.
    pub greeting: usize,
    /// What the user was called.
    pub(crate) user: String,
    /// Where in the activation each entry that fired stands, once that is asked.
    places: OnceLock<BTreeMap<EntryAt, usize>>,
}

impl Fired {
    fn new(history: History, activation: Activation, greeting: usize, user: String) -> Self {
        Self { history, activation, greeting, user, places: OnceLock::new() }
    }

    /// The entries that fired, in the order of the prompt.
    pub fn entries(&self) -> impl Iterator<Item = EntryAt> {
        self.activation.entries.iter().map(|active| active.at)
    }

    /// Says why an entry fired or did not, as a sentence without its full stop; `None` when it was not part of the turn.
    #[must_use]
    pub fn why(&self, at: EntryAt) -> Option<String> {
        self.activation.trace.words(self).entry(at)
    }
}

impl Searched for Fired {
    fn message(&self, at: usize) -> (String, Option<&str>) {
        let at = at + self.greeting;
        let called = match self.history.places.get(at) {
            Some(None) => "the greeting".to_owned(),
            Some(Some(place)) => format!("message {}", place + 1),
            None => format!("message {}", at + 1),
        };
        (called, self.history.messages.get(at).map(|message| &*message.text))
    }

    fn greeting(&self) -> Option<&str> {
        self.history.messages.first().map(|message| &*message.text)
    }

    fn inserted(&self, at: EntryAt) -> Option<&str> {
        let entries = &self.activation.entries;
        let places =
            self.places.get_or_init(|| entries.iter().enumerate().map(|(place, active)| (active.at, place)).collect());
        let active = entries.get(*places.get(&at)?).filter(|active| active.at == at)?;
        Some(&active.content)
    }
}

/// The answer of a turn.
///
/// ```
/// use cards_kit::{Card, Chat, Error, Message, Options, Session};
/// let card: Card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","description":"A bard."}}"#.parse()?;
/// let answer = Session::new(card, Options::default())?.turn(&Chat::from(vec![Message::user("Hello.")]))?;
/// let sent: Vec<_> = answer.prompt.messages().into_iter().map(|it| format!("{}: {}", it.role, it.content)).collect();
/// assert_eq!(sent, ["system: A bard.", "user: Hello."]);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The prompt, in order.
    pub prompt: Prompt,
    /// The lore in it, and why.
    pub fired: Fired,
}

impl Session {
    /// Compiles the books for the rules that the options choose.
    ///
    /// # Errors
    /// [`Error::Lore`], and [`Error::OtherClient`] for settings of SillyTavern under another profile.
    pub fn new(cast: impl Into<Cast>, options: Options) -> Result<Self, Error> {
        let mut cast = cast.into();
        for book in &options.lorebooks {
            cast.add(Content::Lorebook(book.clone()), "");
        }
        let mut settings = Settings::new(options.profile);
        if !options.world_info.is_empty() && !WorldInfoSettings::are_of(options.profile) {
            return Err(Error::OtherClient { profile: options.profile });
        }
        options.world_info.apply(&mut settings);
        settings.module_keys = options.module_keys;
        if let Some(depth) = options.scan_depth {
            settings.scan_depth = f64::from(depth);
        }
        if let Some(budget) = options.token_budget {
            // What the user gives is for the turn, however many books there are.
            settings.token_budget = Some(f64::from(budget));
            settings.turn_budget = Some(f64::from(budget));
        }
        if let Some(context) = options.context {
            settings.max_context = context as f64;
        }
        let mut books = cast.books(options.profile);
        for book in &mut books {
            // What the user asks for wins over what the book says.
            book.scan_depth = options.scan_depth.map_or(book.scan_depth, |_| None);
            book.token_budget = options.token_budget.map_or(book.token_budget, |_| None);
        }
        let lore = Lore::compile(books, settings, &options.limits.lore)?;
        let memory = Memory { variables: options.variables.clone(), ..Memory::default() };
        Ok(Self { cast, options, lore, tokens: Counted::default(), memory })
    }

    /// The same card and options with one entry of the books, compiled, and no other; nothing where there is no such entry.
    ///
    /// # Errors
    /// [`Error::Lore`].
    pub(crate) fn of_entry(&self, at: EntryAt) -> Result<Option<Self>, Error> {
        let Some(book) = self.lore.books().get(at.book) else { return Ok(None) };
        let Some(entry) = book.entries.get(at.entry) else { return Ok(None) };
        let (scan_depth, token_budget) = (book.scan_depth, book.token_budget);
        let (recursive_scanning, whole_words) = (book.recursive_scanning, book.whole_words);
        let (id, name, kind, entries) = (book.id.clone(), book.name.clone(), book.kind, vec![entry.clone()]);
        let listed = None;
        let one = Book { id, name, kind, scan_depth, token_budget, recursive_scanning, whole_words, entries, listed };
        let lore = Lore::compile(vec![one], self.lore.settings().clone(), &self.options.limits.lore)?;
        let (cast, options, memory) = (self.character(), self.options.clone(), self.memory.clone());
        Ok(Some(Self { cast, options, lore, tokens: Counted::default(), memory }))
    }

    /// Counts tokens with the application's own counter, in place of the estimate.
    ///
    /// A counter with a name ([`Named`](crate::Named)) is asked once for a text, as long as turns go on using the text, and
    /// has to give the same answer each time, also in other sessions with the same memory. A plain closure is asked again in
    /// each turn.
    #[must_use]
    pub fn with_tokens(mut self, tokens: impl TokenCounter + Send + 'static) -> Self {
        self.tokens = Counted::new(tokens);
        self
    }

    /// Goes on from a memory. Variables of the options win over those of the memory.
    #[must_use]
    pub fn with_memory(mut self, memory: Memory) -> Self {
        self.memory = memory;
        for (name, value) in &self.options.variables.chat {
            self.memory.variables.chat.insert(name.clone(), value.clone());
        }
        for (name, value) in &self.options.variables.global {
            self.memory.variables.global.insert(name.clone(), value.clone());
        }
        self
    }

    /// Gives the character.
    #[must_use]
    pub fn card(&self) -> Option<&Card> {
        self.cast.card()
    }

    /// Lists what card and books need that one program alone has: nothing of it is run here, so that the prompt lacks
    /// what it would add.
    ///
    /// # Examples
    ///
    /// ```
    /// use cards_kit::{Cast, Options, Session};
    ///
    /// let card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria",
    ///     "description":"A bard.<% if (variables.met) { %> She knows you.<% } %>"}}"#;
    /// let session = Session::new(Cast::read([("aria.json", card.as_bytes())])?, Options::default())?;
    /// assert_eq!(session.needs()[0].kind.client(), "SillyTavern with ST-Prompt-Template");
    /// # Ok::<(), cards_kit::Error>(())
    /// ```
    #[must_use]
    pub fn needs(&self) -> Vec<Need> {
        self.cast.needs()
    }

    /// Says why an entry fired or did not, as [`Fired::why`], and why it is none of the turn's where it is not.
    #[must_use]
    pub fn why(&self, fired: &Fired, at: EntryAt) -> String {
        let listed = self.lore.books().get(at.book).and_then(|book| book.listed.as_ref());
        fired.why(at).unwrap_or_else(|| {
            if listed.is_some_and(|listed| !listed.contains(&at.entry)) {
                "a later entry has the same id, and the client keeps only that one when it imports the lorebook"
                    .to_owned()
            } else {
                "its lorebook is there twice, and each is used once".to_owned()
            }
        })
    }

    /// Lists what the user of the profile's client has to do before it acts as the session says.
    ///
    /// De facto: SillyTavern 1.19 searches no lorebook inside a card; it asks its user to import it.
    #[must_use]
    pub fn to_do_first(&self) -> Vec<String> {
        let imports = self.lore.books().iter().any(|book| self.waits_for_import(book));
        let import =
            "import the lorebook of the card, which SillyTavern asks for; until then none of its entries fires";
        imports.then(|| import.to_owned()).into_iter().collect()
    }

    /// Whether the user of the profile's client has to import a book before any of its entries fires.
    pub(crate) fn waits_for_import(&self, book: &Book) -> bool {
        book.kind == BookKind::Character && !book.entries.is_empty() && Traits::of(self.options.profile).imports_books
    }

    /// The messages that were searched, as they were.
    pub(crate) fn heard<'m>(&'m self, fired: &'m Fired) -> Vec<Message<'m>> {
        let all = fired.history.messages.iter().skip(fired.greeting);
        all.map(|message| heard(message, &fired.user, &self.options, &self.cast)).collect()
    }

    /// Gives the compiled books, for the names of the entries in a trace.
    #[must_use]
    pub fn lore(&self) -> &Lore {
        &self.lore
    }

    /// Lists every entry of every book.
    pub fn entries(&self) -> impl Iterator<Item = (EntryAt, &Entry)> {
        let books = self.lore.books().iter().enumerate();
        books.flat_map(|(book, content)| {
            content.entries.iter().enumerate().map(move |(entry, content)| (EntryAt { book, entry }, content))
        })
    }

    /// Gives an entry by its place, such as one that fired.
    ///
    /// ```
    /// use cards_kit::{Card, Chat, Message, Options, Session};
    /// let text = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","first_mes":"Hi.","character_book":{"extensions":{},
    ///     "entries":[{"keys":["bell"],"content":"It rings.","name":"The bell","enabled":true,"insertion_order":1,"extensions":{}}]}}}"#;
    /// let mut session = Session::new(text.parse::<Card>()?, Options::default())?;
    /// let turn = session.turn(&Chat::from(vec![Message::user("Who rang the bell?")]))?;
    /// for at in turn.fired.entries() {
    ///     println!("{:?}: {}", session.entry(at).map(|entry| &entry.name), session.why(&turn.fired, at));
    /// }
    /// assert_eq!(turn.fired.entries().filter_map(|at| Some(&*session.entry(at)?.name)).collect::<Vec<_>>(), ["The bell"]);
    /// # Ok::<(), cards_kit::Error>(())
    /// ```
    #[must_use]
    pub fn entry(&self, at: EntryAt) -> Option<&Entry> {
        self.lore.books().get(at.book)?.entries.get(at.entry)
    }

    /// Gives the options.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Expands a greeting, for the application to show and to put at the head of its chat; the variables that it sets
    /// stay in the memory.
    ///
    /// ```
    /// use cards_kit::{Card, Options, Session};
    /// let text = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","first_mes":"Hi, {{user}}!"}}"#;
    /// let mut session = Session::new(text.parse::<Card>()?, Options::default().with_user("Sam"))?;
    /// assert_eq!(session.greeting(0)?, "Hi, Sam!");
    /// # Ok::<(), cards_kit::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NoCard`], [`Error::NoGreeting`], [`Error::Macro`].
    pub fn greeting(&mut self, opening: impl Into<Opening>) -> Result<String, Error> {
        let card = self.cast.card().ok_or(Error::NoCard)?;
        let text = opening.into().text(card)?.unwrap_or_default().to_owned();
        self.expand(&text, For::Prompt)
    }

    /// Expands a text of the application's own, such as a quick reply, with the names, the variables and the dice of the session; what it
    /// sets stays in the memory.
    ///
    /// # Errors
    /// [`Error::Macro`].
    pub fn expand(&mut self, text: &str, purpose: For) -> Result<String, Error> {
        self.with_host(&Chat::default(), |session, host| {
            Ok(expanded_for(text, session.engine(), &session.options.limits.macros, host, purpose)?.into_owned())
        })
    }

    /// Runs a turn without the assembly: which entries fire, and why. A cast without a card is enough.
    ///
    /// # Errors
    /// [`Error::NoGreeting`] for an empty chat, [`Error::Macro`], [`Error::Lore`].
    pub fn activate(&mut self, chat: &Chat) -> Result<Fired, Error> {
        self.with_host(chat, |session, host| session.fire(chat, host))
    }

    /// Runs a turn: greeting, variables, lore, assembly. The memory steps on.
    ///
    /// Under RisuAI's profile the order is that client's own, with the chat's author's note, in the room of a new installation
    /// unless [`Options::context`] says another; else it is the order of the specs.
    ///
    /// # Errors
    /// [`Error::NoCard`], [`Error::NoGreeting`] for an empty chat, [`Error::Macro`], [`Error::Lore`].
    pub fn turn(&mut self, chat: &Chat) -> Result<Answer, Error> {
        if self.cast.card().is_none() {
            return Err(Error::NoCard);
        }
        self.with_host(chat, |session, host| {
            let fired = session.fire(chat, host)?;
            let prompt = session.assemble(chat, &fired, host)?;
            Ok(Answer { prompt, fired })
        })
    }

    fn engine(&self) -> Engine {
        self.options.engine.unwrap_or(self.options.profile.into())
    }

    /// Runs something with the macros' host as the chat and the memory have it, and keeps what it changed. An error
    /// leaves variables and dice as they were.
    pub(crate) fn with_host<T>(
        &mut self,
        chat: &Chat,
        run: impl FnOnce(&mut Self, &mut MapHost) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.tokens.begin();
        let user = user_of(&self.options, chat);
        let character = self.options.character.as_deref();
        let mut host = macro_host(self.cast.card(), user, character).with_seed(self.memory.seed);
        host.set(Fact::Persona, self.options.persona.as_str());
        host.set(Fact::DefaultSystemPrompt, self.options.system_prompt.as_str());
        host.now = self.options.now;
        host.messages.clone_from(&chat.messages);
        host.variables = self.memory.variables.clone();
        for (name, value) in &chat.variables {
            host.variables.chat.entry(name.clone()).or_insert_with(|| value.clone());
        }
        register(&mut host, &self.options.macros);
        let answer = run(self, &mut host)?;
        self.memory.seed = host.dice().seed();
        self.memory.variables = host.variables;
        Ok(answer)
    }

    /// The greeting that opens an empty chat; none of a card that has none, unless one was asked for.
    pub(crate) fn opening(&self) -> Result<Option<&str>, NoGreeting> {
        self.cast.opening(&self.options.greeting)
    }

    /// The character, to be held while the session changes.
    pub(crate) fn character(&self) -> Cast {
        self.cast.without_books()
    }

    /// The books, their memory and the token counter.
    pub(crate) fn parts(&mut self) -> (&Lore, &mut State, &mut dyn TokenCounter) {
        (&self.lore, &mut self.memory.lore, &mut self.tokens)
    }

    /// Greeting, variables, lore.
    fn fire(&mut self, chat: &Chat, host: &mut MapHost) -> Result<Fired, Error> {
        let card = self.cast.card();
        if chat.messages.is_empty() {
            self.opening()?;
        }
        let opening = &self.options.greeting;
        let history = open(card, &chat.messages, opening, self.engine(), &self.options.limits.macros, host)?;
        let apart = history.greeting.filter(|_| !Traits::of(self.options.profile).searches_greeting);
        let greeting = apart.and_then(|index| Some((index, history.messages.first()?)));
        let note = card.and_then(Note::of);
        let user = user_of(&self.options, chat);
        let all = history.messages.iter().skip(usize::from(greeting.is_some()));
        let turn = Turn {
            messages: all.map(|message| heard(message, user, &self.options, &self.cast)).collect(),
            greeting: greeting.map(|(index, message)| Greeting {
                index: u32::try_from(index).unwrap_or(u32::MAX),
                text: &message.text,
            }),
            fields: Fields {
                persona: &self.options.persona,
                description: card.map_or("", Card::description),
                personality: card.map_or("", Card::personality),
                depth_prompt: note.as_ref().map_or("", |note| note.text.as_str()),
                scenario: card.map_or("", Card::scenario),
                creator_notes: card.map_or("", |card| card.creator_notes()),
            },
            look_beyond_depth: true,
            ..Turn::default()
        };
        let engine = self.engine();
        let shared = RefCell::new(host);
        let shared = || Shared { host: &shared, engine, limits: &self.options.limits.macros };
        let (mut dice, mut expander) = (shared(), shared());
        let mut asked = Host { tokens: &mut self.tokens, dice: &mut dice, expander: &mut expander };
        let activation = self.lore.activate(&turn, &mut self.memory.lore, &mut asked)?;
        let greeting = usize::from(greeting.is_some());
        drop(turn);
        let user = user_of(&self.options, chat).to_owned();
        Ok(Fired::new(history, activation, greeting, user))
    }

    fn assemble(&mut self, chat: &Chat, fired: &Fired, host: &mut MapHost) -> Result<Prompt, Error> {
        let card = self.cast.card().ok_or(Error::NoCard)?;
        let lore = self.lore_texts(&fired.activation);
        let input = PromptInput {
            lore: &lore,
            persona: &self.options.persona,
            system_prompt: &self.options.system_prompt,
            post_history_instructions: &self.options.post_history_instructions,
            engine: self.engine(),
            limits: self.options.limits.macros.clone(),
            context: self.options.context,
            ..PromptInput::new(card, &fired.history)
        };
        if !Traits::of(self.options.profile).sends_own_order {
            return Ok(assemble(&input, host, &mut self.tokens)?);
        }
        let scripts = risu_scripts(card);
        let mut input = RisuInput::new(input);
        input.note = chat.note.as_ref().map_or("", |note| &note.prompt);
        input.scripts = &scripts;
        input.script_limits = self.options.limits.scripts.clone();
        Ok(risu::assemble(&input, host, &mut self.tokens)?)
    }

    /// The texts of what fired, in the order of the prompt.
    fn lore_texts(&self, activation: &Activation) -> Vec<LoreText> {
        let active = activation.prompt_order.iter().filter_map(|&at| activation.entries.get(at));
        let texts = active.map(|active| LoreText {
            entry: self.lore.label(active.at).into_owned(),
            text: active.content.clone(),
            placement: active.placement.clone(),
            role: active.role,
        });
        texts.collect()
    }
}

/// What the user is called.
fn user_of<'c>(options: &'c Options, chat: &'c Chat) -> &'c str {
    options.user.as_deref().or(chat.user.as_deref()).unwrap_or("User")
}

/// A message as it is searched: with the name of who speaks where the client keeps one with each message.
fn heard<'m>(message: &'m Message<'_>, user: &'m str, options: &'m Options, cast: &'m Cast) -> Message<'m> {
    let heard = message.borrowed();
    if heard.name.is_some() || !Traits::of(options.profile).names_messages {
        return heard;
    }
    let character = || options.character.as_deref().or_else(|| cast.card().map(Card::name));
    match if heard.role == Role::User { Some(user) } else { character() } {
        Some(name) => heard.named(name),
        None => heard,
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cast, options, lore: _, tokens, memory } = self;
        let mut all = f.debug_struct("Session");
        all.field("cast", cast).field("options", options).field("tokens", &tokens.name()).field("memory", memory);
        all.finish_non_exhaustive()
    }
}
