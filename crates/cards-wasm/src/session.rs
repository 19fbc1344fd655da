//! Calls about chats: what fires, and what the prompt becomes.

use std::sync::{Arc, Mutex};

use cards_json::Json;
use cards_kit::answer::{Asked, Head, Need, Order, ProfileAnswer, Prompt, ReadChat, WorldInfo};
use cards_kit::compat::{CompatOptions, compat as compat_of};
use cards_kit::{Cast, Chat, Memory, Message, Names, Opening, Options, Profile, Role, Session};
use cards_lore::trace::Outcome;
use cards_macro::Moment;
use serde::{Deserialize, Serialize};

use crate::call::{Answerer, Call, Reply};
use crate::counts::{Counts, asking};
use crate::file::opened;
use crate::file::study::document;
use crate::held::Held;
use crate::refusal::Refusal;

/// The calls.
pub(crate) const CALLS: &[(&str, Answerer)] = &[
    ("session", open),
    ("chat", chat),
    ("world_info", world_info),
    ("compat", compat),
    ("session.about", about),
    ("session.memory", memory),
    ("session.remember", remember),
    ("session.counted", counted),
    ("session.greeting", greeting),
    ("session.activate", activate),
    ("session.turn", turn),
    ("session.messages", messages),
    ("session.text", text),
    ("session.needs", needs),
];

/// A chat, or lorebooks alone.
pub(crate) struct OpenSession {
    session: Session,
    /// What the caller's own counter said, where there is one.
    counts: Option<Arc<Mutex<Counts>>>,
}

/// Who takes part in a session, and how it works.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Arguments {
    /// What takes part, in order: the number of an open card, or 0 for the next file.
    cast: Vec<u32>,
    options: Options,
    seed: Option<f64>,
    memory: Option<String>,
    /// Whether the caller counts the tokens.
    counts: bool,
}

fn open(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let args: Arguments = call.args()?;
    let mut cast = Cast::default();
    for number in &args.cast {
        let document = match number {
            0 => document(&call.file()?)?,
            card => call.table.card(*card)?.document().clone(),
        };
        cast.add(document, "");
    }
    let mut session = Session::new(cast, args.options)?;
    if let Some(text) = &args.memory {
        session = session.with_memory(Memory::from_text(text)?);
    }
    if let Some(seed) = args.seed {
        session.memory.seed = seed as u64;
    }
    let counts = args.counts.then(Arc::<Mutex<Counts>>::default);
    if let Some(counts) = &counts {
        session = session.with_tokens(asking(Arc::clone(counts)));
    }
    Reply::of(&call.table.keep(Held::Session(Box::new(OpenSession { session, counts }))))
}

/// What is said to a session.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Said {
    messages: Vec<SaidMessage>,
    peek: bool,
    fired_only: bool,
    preset: Option<Json>,
    context_template: Option<Json>,
    instruct: Option<Json>,
    sysprompt: Option<Json>,
    pieces: bool,
    scripts: bool,
}

/// A message, as chat interfaces have it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SaidMessage {
    role: Role,
    content: String,
    #[serde(default)]
    name: Option<String>,
}

impl Said {
    /// The chat, its messages taken out.
    fn chat(&mut self) -> Chat {
        let messages = std::mem::take(&mut self.messages);
        let message = |said: SaidMessage| {
            let message = Message::new(said.role, said.content);
            match said.name {
                Some(name) => message.named(name),
                None => message,
            }
        };
        messages.into_iter().map(message).collect()
    }

    /// What is asked in the client's own files.
    fn asked(&self) -> Asked {
        let mut asked = Asked::default();
        asked.preset.clone_from(&self.preset);
        asked.context_template.clone_from(&self.context_template);
        asked.instruct.clone_from(&self.instruct);
        asked.sysprompt.clone_from(&self.sysprompt);
        (asked.pieces, asked.scripts) = (self.pieces, self.scripts);
        asked
    }
}

/// Runs something on the session of a call, and forgets it where a look was asked for, or where texts have to be counted first.
fn run<T: Serialize>(
    call: &mut Call<'_>,
    answer: impl FnOnce(&mut Session, &Chat, &Said) -> Result<T, Refusal>,
) -> Result<Reply, Refusal> {
    let mut said: Said = call.args()?;
    let chat = said.chat();
    let OpenSession { session, counts } = call.table.session(call.held)?;
    let before = (said.peek || counts.is_some()).then(|| session.memory.clone());
    let answer = answer(session, &chat, &said);
    let unknown = counts.as_ref().map(|counts| Counts::end(counts)).unwrap_or_default();
    if let Some(before) = before.filter(|_| said.peek || !unknown.is_empty()) {
        session.memory = before;
    }
    if unknown.is_empty() { Reply::of(&answer?) } else { Reply::count(&unknown) }
}

/// What the caller counted of the texts that a call had asked for.
fn counted(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Arguments {
        counts: Vec<(Box<str>, u64)>,
    }
    let told = call.args::<Arguments>()?.counts;
    match &call.table.session(call.held)?.counts {
        Some(counts) => Counts::learn(counts, told),
        None => return Err(Refusal::usage("this session counts tokens by itself")),
    }
    Reply::of(&())
}

/// What fired, of all entries or of those that did.
fn told(session: &Session, fired: cards_kit::Fired, said: &Said) -> ProfileAnswer {
    let mut answer = ProfileAnswer::of(session, fired);
    if said.fired_only {
        answer.entries.retain(|entry| entry.fired);
        answer.trace.retain(|_, outcome| matches!(outcome, Outcome::Fired(_)));
    }
    answer
}

fn activate(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    run(call, |session, chat, said| {
        let fired = session.activate(chat)?;
        // Entries that fired are no near misses.
        match said.fired_only {
            true => Ok(told(session, fired, said)),
            false => Ok(ProfileAnswer::with_near_misses(session, fired)?),
        }
    })
}

fn turn(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    #[derive(Serialize)]
    struct Turn {
        prompt: Prompt,
        lore: ProfileAnswer,
    }
    run(call, |session, chat, said| {
        let answer = session.turn(chat)?;
        let mut prompt = Prompt::from(&answer.prompt);
        prompt.head = Some(Head::of(session, Order::Turn));
        Ok(Turn { prompt, lore: told(session, answer.fired, said) })
    })
}

fn messages(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    run(call, |session, chat, said| Ok(said.asked().messages(session, chat)?))
}

fn text(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    run(call, |session, chat, said| Ok(said.asked().text(session, chat)?))
}

fn about(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    Reply::of(&call.table.session(call.held)?.session.entries().count())
}

fn memory(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    Reply::of(&call.table.session(call.held)?.session.memory.to_text())
}

fn remember(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let text = call.args::<crate::args::Text>()?.text;
    call.table.session(call.held)?.session.memory = Memory::from_text(&text)?;
    Reply::of(&())
}

fn greeting(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Arguments {
        greeting: Opening,
    }
    let opening = call.args::<Arguments>()?.greeting;
    Reply::of(&call.table.session(call.held)?.session.greeting(opening)?)
}

fn needs(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let needs = call.table.session(call.held)?.session.needs();
    Reply::of(&needs.iter().map(Need::from).collect::<Vec<_>>())
}

fn chat(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    #[derive(Default, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    struct Arguments {
        user: Option<String>,
        character: Option<String>,
    }
    let args: Arguments = call.args()?;
    let names = Names { user: args.user.as_deref(), character: args.character.as_deref(), ..Names::default() };
    let read = ReadChat::of(&call.file()?, names).map_err(|error| Refusal::file(error.class(), &error))?;
    Reply::of(&read)
}

/// What the user of SillyTavern set for world info, as options take it, and what of the file has no say.
fn world_info(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    Reply::of(&WorldInfo::of(&call.file()?)?)
}

fn compat(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    #[derive(Default, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    struct Sides {
        from: Option<Profile>,
        to: Option<Profile>,
        now: Option<Moment>,
    }
    let sides: Sides = call.args()?;
    let file = match call.held {
        0 => call.file()?.into(),
        card => call.table.card(card)?.bytes()?,
    };
    let linted = cards_kit::lint(&file[..], &cards_lint::Options::default(), &cards_kit::Limits::default())?;
    let loaded = opened(&file)?.loaded;
    let mut options = CompatOptions::default();
    options.from = sides.from.unwrap_or(options.from);
    options.to = sides.to.unwrap_or(options.to);
    options.now = sides.now.unwrap_or(options.now);
    Reply::of(&compat_of(&loaded, &linted.report, &options)?)
}
