//! Calls about chats: what fires, and what the prompt becomes.

use cards_json::Json;
use cards_kit::answer::{Head, Messages, Need, Order, ProfileAnswer, Prompt, PromptText};
use cards_kit::compat::{CompatOptions, compat as compat_of};
use cards_kit::{Cast, Chat, Memory, Message, Names, Opening, Options, Profile, Role, Session, SillyTavern};
use cards_lore::WorldInfoSettings;
use cards_lore::trace::Outcome;
use cards_macro::Moment;
use cards_prompt::sillytavern::chat::Preset;
use cards_prompt::sillytavern::text::{BuiltIn, Templates, TextOptions, templates_of};
use serde::{Deserialize, Serialize};

use crate::args::named;
use crate::call::{Answerer, Call, Reply};
use crate::file::{document, opened};
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
}

fn open(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    let args: Arguments = call.args()?;
    let mut cast = Cast::default();
    for number in &args.cast {
        let content = match number {
            0 => document(&call.file()?)?.content,
            card => call.table.card(*card)?.document().content.clone(),
        };
        cast.add(content, "");
    }
    let mut session = Session::new(cast, args.options)?;
    if let Some(text) = &args.memory {
        session = session.with_memory(Memory::from_text(text)?);
    }
    if let Some(seed) = args.seed {
        session.memory.seed = seed as u64;
    }
    Reply::of(&call.table.keep(Held::Session(Box::new(OpenSession { session }))))
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
}

/// A message, as chat interfaces have it.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct SaidMessage {
    role: Role,
    content: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
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

    /// The preset, laid into the context of the session, and what is odd about it.
    fn preset(&self, context: Option<u64>) -> Result<(SillyTavern, Vec<String>), Refusal> {
        if self.context_template.is_some() || self.instruct.is_some() || self.sysprompt.is_some() {
            return Err(Refusal::usage("templates are for `text()`; messages take a preset"));
        }
        let read = self.preset.as_ref().map(Preset::from_json).transpose().map_err(cards_kit::Error::from)?;
        let (mut preset, findings) = read.map(|read| (read.value, strings(&read.findings))).unwrap_or_default();
        if let Some(context) = context {
            preset = preset.with_room(context);
        }
        Ok((SillyTavern::default().with_preset(preset), findings))
    }

    /// The templates, laid into the context of the session, and what is odd about them.
    fn templates(&self, context: Option<u64>) -> Result<(TextOptions, Vec<String>), Refusal> {
        if self.preset.is_some() {
            return Err(Refusal::usage("a preset is for `messages()`; a text takes templates"));
        }
        let (mut options, mut findings) = (TextOptions::default(), Vec::new());
        // Of a file that holds several, each takes its own.
        let mut read = |given: &Option<Json>| {
            let Some(given) = given else { return Ok(None) };
            if let Some(name) = given.as_str() {
                let known: Vec<_> = BuiltIn::ALL.iter().map(|known| (known.as_str(), *known)).collect();
                return Ok(Some(named("template", name, &known)?.templates()));
            }
            let read = templates_of(given).map_err(cards_kit::Error::from)?;
            findings.extend(strings(&read.findings));
            Ok::<Option<Templates>, Refusal>(Some(read.value))
        };
        if let Some(read) = read(&self.context_template)? {
            options.context = read.context.ok_or_else(|| Refusal::usage("there is no context template in it"))?;
        }
        if let Some(read) = read(&self.instruct)? {
            options.instruct =
                Some(read.instruct.ok_or_else(|| Refusal::usage("there is no instruct template in it"))?);
        }
        if let Some(read) = read(&self.sysprompt)? {
            let found = read.system_prompt.ok_or_else(|| Refusal::usage("there is no system prompt in it"))?;
            options.system_prompt = Some(found);
        }
        if let Some(context) = context {
            options = options.with_room(context);
        }
        Ok((options, findings))
    }
}

/// Findings in words.
fn strings(findings: &[impl ToString]) -> Vec<String> {
    findings.iter().map(ToString::to_string).collect()
}

/// Runs something on the session of a call, and forgets it where a look was asked for.
fn run<T: Serialize>(
    call: &mut Call<'_>,
    answer: impl FnOnce(&mut Session, &Chat, &Said) -> Result<T, Refusal>,
) -> Result<Reply, Refusal> {
    let mut said: Said = call.args()?;
    let chat = said.chat();
    let session = &mut call.table.session(call.held)?.session;
    let before = said.peek.then(|| session.memory.clone());
    let answer = answer(session, &chat, &said);
    if let Some(before) = before {
        session.memory = before;
    }
    Reply::of(&answer?)
}

/// What fired, of all entries or of those that did.
fn told(session: &Session, fired: &cards_kit::Fired, said: &Said) -> ProfileAnswer {
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
            true => Ok(told(session, &fired, said)),
            false => Ok(ProfileAnswer::with_near_misses(session, &fired)?),
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
        Ok(Turn { prompt, lore: told(session, &answer.fired, said) })
    })
}

fn messages(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    run(call, |session, chat, said| {
        let (how, findings) = said.preset(session.options().context)?;
        let mut answer = Messages::of(&session.messages(chat, &how)?, said.pieces);
        let given = said.preset.as_ref().map(|_| "given");
        answer.head = Some(Head::of(session, Order::Preset(given)));
        answer.findings = findings;
        Ok(answer)
    })
}

fn text(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    run(call, |session, chat, said| {
        let (templates, findings) = said.templates(session.options().context)?;
        let prompt = session.text(chat, &SillyTavern::default(), &templates)?;
        let mut answer = PromptText::of(&prompt, said.pieces);
        answer.head = Some(Head::of(session, Order::Templates));
        answer.findings = findings;
        Ok(answer)
    })
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
    #[derive(Serialize)]
    struct Read {
        messages: Vec<SaidMessage>,
        user: Option<String>,
        character: Option<String>,
        findings: Vec<String>,
    }
    let args: Arguments = call.args()?;
    let names = Names { user: args.user.as_deref(), character: args.character.as_deref(), ..Names::default() };
    let limits = cards_json::Limits::default();
    let read = Chat::read_with(&call.file()?, names, &limits).map_err(|error| Refusal::file(error.class(), &error))?;
    let message = |message: Message<'_>| SaidMessage {
        role: message.role,
        content: message.text.into_owned(),
        name: message.name.map(|name| name.into_owned()),
    };
    let messages = read.value.messages.into_iter().filter(|message| !message.hidden).map(message).collect();
    let findings = strings(&read.findings);
    Reply::of(&Read { messages, user: read.value.user, character: read.value.character, findings })
}

/// What the user of SillyTavern set for world info, as options take it, and what of the file has no say.
fn world_info(call: &mut Call<'_>) -> Result<Reply, Refusal> {
    #[derive(Serialize)]
    struct Read {
        settings: WorldInfoSettings,
        without_say: Vec<String>,
    }
    let file = call.file()?;
    let file = Json::read(&String::from_utf8_lossy(&file), &cards_json::Limits::default())
        .map_err(|error| Refusal::file("bad-json", &error))?;
    let read = WorldInfoSettings::from_settings(&file).map_err(|error| Refusal::file("bad-field", &error))?;
    let (settings, without_say) = read;
    Reply::of(&Read { settings, without_say })
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
