//! What verbs share that put a card into a chat: names, variables, the clock, chat files, memory.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use cards_container::Limits;
use cards_json::Json;
use cards_kit::{Beside, Cast, Chat, KeptPersona, Memory, Names, Opening, Options, Personas, Session};
use cards_lore::{BookKind, WorldInfoSettings};
use cards_macro::{Engine, Moment, Variables};
use cards_model::{Card, Content};
use cards_words::{Estimate, Profile, TokenCounter, Words};

use crate::failure::{Failure, chain};
use crate::input::{alert, is_standard_input, load_file, name, read_bytes, read_text};
use crate::output::Output;

/// Who takes part in a turn, and how lore is fired.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TurnArgs {
    /// The user's name; without it the chat's own record of it, else `User`.
    #[arg(long, value_name = "NAME", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub(crate) user: Option<String>,
    /// What the user says about the one who chats; @FILE reads a file, which may be one of personas: of several the one that
    /// --user names, else the usual one.
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub(crate) persona: String,
    #[arg(skip)]
    kept: OnceCell<KeptPersona>,
    /// Take greetings and creator notes in this language where the card has it; else its first, which is said.
    #[arg(long, value_name = "LOCALE")]
    pub(crate) locale: Option<String>,
    /// Add a message of the user at the end of the chat, or behind the greeting where there is none.
    #[arg(long, value_name = "TEXT", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub(crate) say: Option<String>,
    /// Set a variable of the chat.
    #[arg(long = "var", value_name = "NAME=VALUE", value_parser = assignment)]
    pub(crate) vars: Vec<(String, String)>,
    /// Set a global variable.
    #[arg(long = "global", value_name = "NAME=VALUE", value_parser = assignment)]
    pub(crate) globals: Vec<(String, String)>,
    /// Set what a macro prints that the client's program fills in, such as agent::mood=calm of Marinara, or one of your own.
    /// Refused for agnai and koboldcpp, which know names alone.
    #[arg(long = "macro", value_name = "NAME=VALUE", value_parser = assignment)]
    pub(crate) macros: Vec<(String, String)>,
    /// The present moment for time macros: seconds since 1970, or an ISO date; the system's clock unless given.
    #[arg(long, value_name = "T")]
    pub(crate) now: Option<String>,
    /// Search so many of the newest messages, in place of what the books say.
    #[arg(long, value_name = "N", help_heading = "Lore")]
    pub(crate) depth: Option<u32>,
    /// Spend so many tokens on the lore of a turn, in place of what the books say.
    #[arg(long, value_name = "N", help_heading = "Lore")]
    pub(crate) budget: Option<u32>,
    /// Take the settings of world info out of SillyTavern's settings.json; for its profile.
    #[arg(long, value_name = "FILE", help_heading = "Lore")]
    pub(crate) settings: Option<PathBuf>,
    /// Set one of them by its name there, such as depth=4, case_sensitive=true or min_activations=2.
    #[arg(long = "setting", value_name = "NAME=VALUE", value_parser = assignment, help_heading = "Lore")]
    pub(crate) setting: Vec<(String, String)>,
    /// Make entries of RPGGO modules wait for their keys; without it, all of them go in.
    #[arg(long, help_heading = "Lore")]
    pub(crate) module_keys: bool,
    /// How tokens are counted: `estimate` (from the letters), `words`, or a file of byte-pair ranks.
    #[arg(long, value_name = "COUNTER", default_value = "estimate", help_heading = "Lore")]
    pub(crate) tokenizer: Tokenizer,
    /// Remember fired entries, variables and dice between turns in this file; made when absent.
    #[arg(long, value_name = "FILE", help_heading = "Lore")]
    pub(crate) state: Option<PathBuf>,
    /// Seed of the dice; the same seed gives the same answer. Without one the state's dice go on.
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
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

/// A counter of any kind.
struct Counter(Box<dyn TokenCounter + Send>);

impl TokenCounter for Counter {
    fn name(&self) -> Option<&str> {
        self.0.name()
    }

    fn count(&mut self, text: &str) -> u64 {
        self.0.count(text)
    }
}

impl Tokenizer {
    fn counter(&self) -> Result<Counter, Failure> {
        Ok(Counter(match self {
            Self::Estimate => Box::new(Estimate),
            Self::Words => Box::new(Words),
            Self::Ranks(path) => Box::new(crate::ranks::BytePairs::read(path)?),
        }))
    }
}

impl TurnArgs {
    /// Reads the card and the books of a command line.
    pub(crate) fn cast(&self, files: &[PathBuf], out: &mut Output) -> Result<Cast, Failure> {
        let mut cast = Cast::default();
        for path in files {
            let mut document = load_file(path, &Limits::default())?.document;
            alert(path, &document, out);
            if let (Some(locale), Content::Card(card), None) = (&self.locale, &mut document.content, cast.card()) {
                say_locale(prefer(locale, Some(card))?, out);
            }
            cast.add(document, &path.file_stem().unwrap_or_default().to_string_lossy());
        }
        if let (Some(locale), None) = (&self.locale, cast.card()) {
            prefer(locale, None)?;
        }
        if let Some(book) = self.persona()?.lorebook {
            out.note(&format!("the persona brings the lorebook `{book}`; name its file among the books to fire it"));
        }
        Ok(cast)
    }

    /// The same for a client that has no world info.
    pub(crate) fn without_world_info(self) -> Self {
        Self { settings: None, setting: Vec::new(), ..self }
    }

    /// What the user of SillyTavern set for world info, and a word about what of the file has no say. Refused where none of the
    /// profiles is the client's.
    pub(crate) fn world_info(&self, profiles: &[Profile], out: &mut Output) -> Result<WorldInfoSettings, Failure> {
        let mut read = WorldInfoSettings::default();
        if let Some(path) = &self.settings {
            let content = |message| Failure::Content { path: path.clone(), class: "bad-field", message };
            let text = read_text(path, &Limits::default())?;
            let json: Json = text.parse().map_err(|error: cards_json::Error| Failure::Content {
                path: path.clone(),
                class: "bad-json",
                message: chain(&error),
            })?;
            let (settings, without_say) = WorldInfoSettings::from_settings(&json)
                .map_err(|error| content(format!("this is not SillyTavern's settings.json: {error}")))?;
            without_say.iter().for_each(|text| out.note(text));
            read = settings;
        }
        for (name, value) in &self.setting {
            read.set_text(name, value)
                .map_err(|error| Failure::Other { class: "usage", message: format!("--setting: {error}") })?;
        }
        if !read.is_empty() && !profiles.iter().copied().any(WorldInfoSettings::are_of) {
            let message = "settings of world info are SillyTavern's; give --profile sillytavern".to_owned();
            return Err(Failure::Other { class: "usage", message });
        }
        Ok(read)
    }

    /// The options of a session under a profile.
    pub(crate) fn options(&self, profile: Profile) -> Result<Options, Failure> {
        let mut options = Options::default()
            .with_profile(profile)
            .with_persona(self.persona()?.description)
            .with_scan_depth(self.depth)
            .with_token_budget(self.budget)
            .with_module_keys(self.module_keys)
            .with_now(moment(self.now.as_deref())?)
            .with_variables(variables(&self.vars, &self.globals))
            .with_macros(self.macros.iter().cloned().collect());
        let named = self.user.clone();
        options.user = named.or_else(|| Some(self.kept.get()?.name.clone()).filter(|name| !name.is_empty()));
        Ok(options)
    }

    /// The persona: a text, or one of a file that a client wrote, which says its name and where it goes.
    pub(crate) fn persona(&self) -> Result<KeptPersona, Failure> {
        if let Some(kept) = self.kept.get() {
            return Ok(kept.clone());
        }
        let kept = persona(&self.persona, self.user.as_deref())?;
        Ok(self.kept.get_or_init(|| kept).clone())
    }

    /// A session that goes on from the state file, if there is one.
    pub(crate) fn session(&self, cast: &Cast, options: Options) -> Result<Session, Failure> {
        let mut memory = match self.state.as_ref().filter(|path| path.exists()) {
            Some(path) => Memory::from_text(&read_text(path, &Limits::default())?).map_err(|error| {
                Failure::Content { path: path.clone(), class: error.class(), message: chain(&error) }
            })?,
            None => Memory::default(),
        };
        memory.seed = self.seed.unwrap_or(memory.seed);
        let session = Session::new(cast.clone(), options).map_err(failure)?;
        if self.module_keys && session.lore().books().iter().all(|book| book.kind != BookKind::Module) {
            let message = "--module-keys is for RPGGO modules, and none is given".to_owned();
            return Err(Failure::Other { class: "usage", message });
        }
        Ok(session.with_memory(memory).with_tokens(self.tokenizer.counter()?))
    }

    /// Keeps the memory for the next turn.
    pub(crate) fn keep(&self, memory: &Memory) -> Result<(), Failure> {
        if let Some(path) = &self.state {
            crate::save::replace(path, memory.to_text().as_bytes())?;
        }
        Ok(())
    }

    /// Reads the chat, if a file is named, and adds what `--say` says, behind the greeting where nothing was said before.
    pub(crate) fn chat(
        &self,
        path: Option<&Path>,
        cast: &Cast,
        greeting: Option<&Opening>,
        out: &mut Output,
    ) -> Result<Chat, Failure> {
        let mut chat = match path {
            Some(path) => read_chat(path, self.user.as_deref(), cast, out)?,
            None => Chat::default(),
        };
        if let Some(say) = &self.say {
            let said = cast.say(&mut chat, greeting.unwrap_or(&Opening::default()), say);
            said.map_err(|error| failure(error.into()))?;
        }
        Ok(chat)
    }
}

fn read_chat(path: &Path, user: Option<&str>, cast: &Cast, out: &mut Output) -> Result<Chat, Failure> {
    let bytes = read_bytes(path, &Limits::default())?;
    let card = cast.card();
    let names = Names { user, character: card.map(Card::display_name), full_name: card.map(Card::name) };
    let read = Chat::read_with(&bytes, names, &cards_json::Limits::default()).map_err(|error| Failure::Content {
        path: path.to_owned(),
        class: error.class(),
        message: chain(&error),
    })?;
    for finding in &read.findings {
        out.warn(&format!("{}: {finding}", name(path)));
    }
    Ok(read.value)
}

/// Says what is taken in place of a locale that the card does not have.
pub(crate) fn say_locale(taken: Option<String>, out: &mut Output) {
    if let Some(taken) = taken {
        out.note(&taken);
    }
}

/// Makes a locale the one in use for the reader of a card; gives what is taken instead where the card does not have it.
pub(crate) fn prefer(locale: &str, card: Option<&mut Card>) -> Result<Option<String>, Failure> {
    let Some(card) = card else {
        let message = "--locale is for cards, and there is none".to_owned();
        return Err(Failure::Other { class: "usage", message });
    };
    if card.prefer_locale(locale) {
        return Ok(None);
    }
    Ok(Some(match &card.locales()[..] {
        [] => format!(
            "nothing in `{locale}`: the card has its texts in one language, which it does not name, and that is taken"
        ),
        known => format!("the card has nothing in `{locale}`: its first language is taken, of {}", known.join(", ")),
    }))
}

/// What a session refuses, as a verb says it.
pub(crate) fn failure(error: cards_kit::Error) -> Failure {
    match error {
        cards_kit::Error::Macro(source) => {
            Failure::Macro { what: "a text of the card or of the chat cannot be expanded".to_owned(), source }
        }
        error => Failure::Other { class: error.class(), message: chain(&error) },
    }
}

/// Variables from the command line.
pub(crate) fn variables(chat: &[(String, String)], global: &[(String, String)]) -> Variables {
    let map =
        |list: &[(String, String)]| list.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect();
    Variables { chat: map(chat), global: map(global) }
}

/// Splits `name=value`.
pub(crate) fn assignment(text: &str) -> Result<(String, String), String> {
    let named = text.split_once('=').filter(|(name, _)| !name.trim().is_empty());
    let (name, value) = named.ok_or_else(|| format!("`{text}` should be NAME=VALUE"))?;
    Ok((name.to_owned(), value.to_owned()))
}

/// A text from the command line, or from the file that `@` names.
pub(crate) fn text_or_file(text: &str) -> Result<String, Failure> {
    match text.strip_prefix('@') {
        Some(path) => read_text(path.as_ref(), &Limits::default()),
        None => Ok(text.to_owned()),
    }
}

/// A persona by its text, or out of the file that @FILE names; of several the one that `user` names.
pub(crate) fn persona(given: &str, user: Option<&str>) -> Result<KeptPersona, Failure> {
    let text = text_or_file(given)?;
    let Some(file) = given.strip_prefix('@') else { return Ok(KeptPersona::from(text)) };
    let limits = cards_kit::Limits::default();
    let Some(personas) = Personas::read(text.as_bytes(), &limits) else {
        let other = match Beside::read(text.as_bytes(), &limits) {
            Some(beside) => Some(beside.answer().what),
            None => cards_kit::open(text.as_bytes(), limits)
                .ok()
                .map(|opened| opened.document().content.form().described().to_owned()),
        };
        let Some(what) = other else { return Ok(KeptPersona::from(text)) };
        let message =
            format!("this is {what}, and holds no persona; name a file of personas, or one with the text alone");
        return Err(Failure::Content { path: file.into(), class: "bad-field", message });
    };
    if let Some(persona) = personas.of(user) {
        return Ok(persona.clone());
    }
    let names: Vec<&str> = personas.all.iter().map(|persona| persona.name.as_str()).collect();
    let which = match user {
        Some(user) => format!("none of them is named `{user}`"),
        None => "none of them is the usual one; choose with --user".to_owned(),
    };
    let message = format!("the file has the personas {}, and {which}", names.join(", "));
    let path = given.trim_start_matches('@').into();
    Err(Failure::Content { path, class: "bad-field", message })
}

/// The moment that the user names, or the present one.
pub(crate) fn moment(text: Option<&str>) -> Result<Option<Moment>, Failure> {
    let seconds = match text {
        None => SystemTime::now().duration_since(UNIX_EPOCH).ok().and_then(|since| i64::try_from(since.as_secs()).ok()),
        Some(text) => {
            Some(cards_model::Timestamp::parse(text).map(|time| time.seconds()).ok_or_else(|| Failure::Other {
                class: "usage",
                message: format!(
                    "`{text}` is not a point in time; give seconds since 1970, or a date such as 2026-01-31T12:00:00Z"
                ),
            })?)
        }
    };
    Ok(seconds.map(Moment::from_unix))
}

/// Refuses macros of one's own where none of the engines calls them.
pub(crate) fn refuse_idle_macros(
    macros: &[(String, String)],
    engines: &[impl Copy + Into<Engine>],
) -> Result<(), Failure> {
    let engines: Vec<Engine> = engines.iter().map(|engine| (*engine).into()).collect();
    if macros.is_empty() || engines.iter().any(|engine| engine.takes_macros()) {
        return Ok(());
    }
    let who: Vec<_> = engines.iter().map(|engine| engine.as_str()).collect();
    let message = format!(
        "--macro: {} puts in names alone and calls no macro; leave it out, or give another --profile",
        who.join(", ")
    );
    Err(Failure::Other { class: "usage", message })
}
