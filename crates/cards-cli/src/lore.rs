//! What verbs share that fire lore: books from files, settings, the turn, the host.

use std::borrow::Cow;
use std::cell::RefCell;
use std::path::{Path, PathBuf};

use cards_container::Limits;
use cards_lore::{
    Activation, Book, BookKind, Estimate, Expander, Fields, Greeting, Host, Lore, Message, Profile, Role, Settings,
    State, TokenCounter, Turn, Words,
};
use cards_macro::{For, MapHost};
use cards_model::{Card, Content};

use crate::chat::{self, Line};
use crate::failure::Failure;
use crate::input::{is_standard_input, load_file};

/// How lore is fired.
#[derive(Debug, clap::Args)]
pub(crate) struct LoreArgs {
    /// Search so many of the newest messages, in place of what the books say.
    #[arg(long, value_name = "N", help_heading = "Lore")]
    pub(crate) depth: Option<u32>,
    /// Spend so many tokens on lore, in place of what the books say.
    #[arg(long, value_name = "N", help_heading = "Lore")]
    pub(crate) budget: Option<u32>,
    /// How tokens are counted: `estimate` (from the letters), `words`, or a file of byte-pair ranks.
    #[arg(long, value_name = "COUNTER", default_value = "estimate", help_heading = "Lore")]
    pub(crate) tokenizer: Tokenizer,
    /// Remember fired entries between turns in this file; made when absent.
    #[arg(long, value_name = "FILE", help_heading = "Lore")]
    pub(crate) state: Option<PathBuf>,
    /// Seed of the dice; the same seed gives the same answer.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}

/// How tokens are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tokenizer {
    /// The estimate from the letters.
    Estimate,
    /// Words between white space.
    Words,
    /// Byte pairs by the ranks of a file.
    Ranks(PathBuf),
}

impl std::str::FromStr for Tokenizer {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Ok(match name {
            "estimate" => Self::Estimate,
            "words" => Self::Words,
            file if is_standard_input(file.as_ref()) || Path::new(file).exists() => Self::Ranks(file.into()),
            other => return Err(format!("there is no file `{other}`; known by name are `estimate` and `words`")),
        })
    }
}

impl Tokenizer {
    /// Makes the counter.
    pub(crate) fn counter(&self) -> Result<Box<dyn TokenCounter>, Failure> {
        Ok(match self {
            Self::Estimate => Box::new(Estimate),
            Self::Words => Box::new(Words),
            Self::Ranks(path) => Box::new(crate::ranks::BytePairs::read(path)?),
        })
    }
}

/// What the files of a command line hold between them.
pub(crate) struct Cast {
    /// The first card.
    pub(crate) card: Option<Card>,
    /// Every lorebook and module, with the file that it came from.
    books: Vec<(Content, PathBuf)>,
}

impl Cast {
    /// Reads the files.
    pub(crate) fn read(files: &[PathBuf]) -> Result<Self, Failure> {
        let mut cast = Self { card: None, books: Vec::new() };
        for path in files {
            let content = load_file(path, &Limits::default())?.document.content;
            if let (Content::Card(card), None) = (&content, &cast.card) {
                cast.card = Some(card.clone());
            }
            cast.books.push((content, path.clone()));
        }
        Ok(cast)
    }

    /// The books as a profile reads them. Books of their own count as global ones.
    pub(crate) fn books(&self, profile: Profile) -> Vec<Book> {
        let named = |mut book: Book, path: &Path| {
            if book.name.is_empty() {
                book.name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            }
            book
        };
        let books = self.books.iter().filter_map(|(content, path)| {
            let book = match content {
                Content::Card(card) => Book::from_lorebook(&*card.lorebook()?, BookKind::Character, profile),
                Content::Module(module) => Book::from_module(module),
                Content::WorldInfo(world) if profile == Profile::SillyTavern => {
                    Book::from_world_info(world, BookKind::Global)
                }
                other => Book::from_lorebook(&*other.lorebook()?, BookKind::Global, profile),
            };
            Some(named(book, path))
        });
        books.collect()
    }
}

/// The settings of a profile with what the user asks for.
pub(crate) fn settings(profile: Profile, args: &LoreArgs) -> Settings {
    let mut settings = Settings::new(profile);
    if let Some(depth) = args.depth {
        settings.scan_depth = f64::from(depth);
    }
    if let Some(budget) = args.budget {
        settings.token_budget = Some(f64::from(budget));
    }
    settings
}

/// Books whose own depth and budget give way to the user's.
pub(crate) fn overridden(mut books: Vec<Book>, args: &LoreArgs) -> Vec<Book> {
    for book in &mut books {
        book.scan_depth = args.depth.map_or(book.scan_depth, |_| None);
        book.token_budget = args.budget.map_or(book.token_budget, |_| None);
    }
    books
}

/// One turn over a chat.
pub(crate) fn run_turn(
    lore: &Lore,
    card: Option<&Card>,
    chat: &[Line],
    macros: &mut MapHost,
    args: &LoreArgs,
    state: &mut State,
) -> Result<Activation, Failure> {
    let profile = lore.settings().profile;
    let greetings = card.map(Card::greetings).unwrap_or_default();
    let (greeting, messages) = split_greeting(profile, chat);
    let greeting = greeting.map(|first| {
        let index = greetings.iter().position(|greeting| greeting.text == first.text).unwrap_or(0);
        Greeting { index: u32::try_from(index).unwrap_or(0), text: &first.text }
    });
    let turn = Turn {
        messages: messages.iter().map(message).collect(),
        greeting,
        fields: Fields {
            description: card.map_or("", Card::description),
            personality: card.map_or("", Card::personality),
            scenario: card.map_or("", Card::scenario),
            creator_notes: card.map_or("", |card| card.creator_notes(None)),
            ..Fields::default()
        },
        look_beyond_depth: true,
        ..Turn::default()
    };
    let mut tokens = args.tokenizer.counter()?;
    let shared = RefCell::new(macros);
    let (mut dice, mut expander) = (SharedHost(&shared, profile), SharedHost(&shared, profile));
    let mut host = Host { tokens: &mut *tokens, dice: &mut dice, expander: &mut expander };
    lore.activate(&turn, state, &mut host)
        .map_err(|error| Failure::Other { class: error.class(), message: error.to_string() })
}

/// The greeting that opens a chat, and the messages after it.
///
/// SillyTavern scans the greeting like any other message; the specs and RisuAI speak of it by its number.
pub(crate) fn split_greeting(profile: Profile, chat: &[Line]) -> (Option<&Line>, &[Line]) {
    match chat.split_first() {
        Some((first, rest)) if profile != Profile::SillyTavern && first.role == chat::Role::Assistant => {
            (Some(first), rest)
        }
        _ => (None, chat),
    }
}

fn message(line: &Line) -> Message<'_> {
    let role = match line.role {
        chat::Role::User => Role::User,
        chat::Role::Assistant => Role::Assistant,
        chat::Role::System => Role::System,
    };
    Message { name: line.name.as_deref().map(Cow::Borrowed), ..Message::new(role, line.text.as_str()) }
}

/// The macros' host, whose dice the lore engine uses as well: both take from one stream.
struct SharedHost<'s, 'h>(&'s RefCell<&'h mut MapHost>, Profile);

impl cards_lore::Dice for SharedHost<'_, '_> {
    fn roll(&mut self) -> f64 {
        self.0.borrow_mut().roll()
    }
}

impl Expander for SharedHost<'_, '_> {
    fn expand<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        let mut host = self.0.borrow_mut();
        // A text that hits a limit stays as it is; the entry still says which key fired it.
        cards_macro::expand(text, self.1, &mut **host, For::Prompt).unwrap_or(Cow::Borrowed(text))
    }
}

/// Reads the state that an earlier turn left behind, if there is one.
pub(crate) fn read_state(args: &LoreArgs) -> Result<State, Failure> {
    let Some(path) = args.state.as_ref().filter(|path| path.exists()) else { return Ok(State::new()) };
    let text = crate::input::read_text(path, &Limits::default())?;
    State::from_text(&text).map_err(|error| Failure::Content {
        path: path.clone(),
        class: error.class(),
        message: error.to_string(),
    })
}

/// Keeps the state for the next turn.
pub(crate) fn write_state(args: &LoreArgs, state: &State) -> Result<(), Failure> {
    match &args.state {
        Some(path) => crate::save::replace(path, state.to_text().as_bytes()),
        None => Ok(()),
    }
}
