//! `try`: what a chat fires and what becomes of the prompt, and what is otherwise with another client or another version.

use cards_kit::answer::{Head, Messages, Order, ProfileAnswer, Prompt, PromptDiff};
use cards_kit::diff::PromptPieces;
use cards_kit::{Cast, Chat, Session, SillyTavern};
use cards_words::plural;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::cast::Scene;
use super::{Hints, Tool};
use crate::answer::{Answer, value_of};
use crate::desk::Desk;
use crate::given::{Client, arguments};
use crate::refusal::Refusal;
use crate::schema::{any, member, of_answer, of_arguments};

pub(super) const TOOL: Tool = Tool {
    name: "try",
    title: "Try a card in a chat",
    about: "Runs a card and its lorebooks over a chat by the rules of a client, and says which entries fire and why the others do \
        not (`show`: lore), or what the whole prompt becomes (`show`: prompt). With `against`, what is otherwise with another \
        client or another version of the card, such as the token of a plan. Nothing is kept: the same call gives the same answer.",
    examples: &[
        (
            "does the bell entry fire",
            r#"{"paths":["cards/aria.png"],"scene":{"messages":[{"role":"user","content":"I ring the bell."}]}}"#,
        ),
        ("the whole prompt in RisuAI", r#"{"paths":["cards/aria.png"],"client":"risu","show":"prompt"}"#),
        ("two clients", r#"{"paths":["cards/aria.png"],"against":{"client":"risu"}}"#),
        ("before and after a plan", r#"{"paths":["cards/aria.png"],"against":{"paths":["plan-0123456789abcdef"]}}"#),
        ("a card with a lorebook", r#"{"paths":["cards/aria.png","cards/town.json"]}"#),
    ],
    hints: Hints::LOOKS,
    input: of_arguments::<Arguments>,
    output: || {
        of_answer(&[
            any("client", "By whose rules."),
            any(
                "entries",
                "Lore: book, place, title, fired, why, near (what keeps a key from matching). With `against`: before and after.",
            ),
            any("slots", "Lore: the texts that fired, by place in the prompt."),
            any("tokens", "The tokens of what fired, or of the prompt."),
            any("first", "What the client's user has to do before this is so."),
            any("findings", "What was odd about the lorebooks, and limits that were reached."),
            any("prompt", "The prompt: its head, what was left out, unplaced and unknown in it."),
            any("messages", "The pieces of the prompt, first to last."),
            member::<PromptDiff>("difference", "What is otherwise in the other prompt."),
        ])
    },
    run: |desk, value| run(desk, arguments(value)?),
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// The card, and further lorebooks; a token of a plan stands for its file.
    paths: Vec<String>,
    /// The chat; without messages the greeting opens it.
    #[serde(default)]
    scene: Scene,
    /// By whose rules; SillyTavern's without it.
    #[serde(default)]
    client: Client,
    /// What is shown; the lore without it.
    #[serde(default)]
    show: Show,
    /// List only entries that fired.
    #[serde(default)]
    fired_only: bool,
    /// What it is compared with.
    #[serde(default)]
    against: Option<Against>,
    /// Go on from this number of the list.
    #[serde(default)]
    offset: usize,
    /// Bytes that the answer may have; 24576 without it.
    #[expect(dead_code, reason = "the desk reads it for every tool")]
    #[serde(default)]
    max_bytes: Option<usize>,
}

/// What is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Show {
    /// Which entries fire, and why.
    #[default]
    Lore,
    /// The whole prompt.
    Prompt,
}

/// The other side of a comparison.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Against {
    /// Another client.
    client: Option<Client>,
    /// Other files in place of `paths`, such as the token of a plan.
    paths: Vec<String>,
}

const ON: &str = "call `try` again with offset {}";

/// A side: who takes part, and by whose rules.
struct Side {
    cast: Cast,
    chat: Chat,
    client: Client,
}

impl Side {
    fn of(desk: &Desk, args: &Arguments, paths: &[String], client: Client) -> Result<Self, Refusal> {
        if paths.is_empty() {
            return Err(Refusal::usage("name the card or lorebook in `paths`"));
        }
        let cast = Scene::cast(desk, paths)?;
        let chat = args.scene.chat(desk, &cast)?;
        Ok(Self { cast, chat, client })
    }

    fn session(&self, desk: &Desk, scene: &Scene) -> Result<Session, Refusal> {
        scene.session(desk, self.cast.clone(), self.client)
    }

    fn lore(&self, desk: &Desk, scene: &Scene) -> Result<ProfileAnswer, Refusal> {
        let mut session = self.session(desk, scene)?;
        let fired = session.activate(&self.chat)?;
        Ok(ProfileAnswer::with_near_misses(&session, fired)?)
    }
}

fn run(desk: &mut Desk, args: Arguments) -> Result<Answer, Refusal> {
    let one = Side::of(desk, &args, &args.paths, args.client)?;
    let other = args.against.as_ref().map(|against| {
        let paths = if against.paths.is_empty() { &args.paths } else { &against.paths };
        if against.paths.is_empty() && against.client.is_none() {
            return Err(Refusal::usage("`against` needs another client or other paths"));
        }
        Side::of(desk, &args, paths, against.client.unwrap_or(args.client))
    });
    match (args.show, other.transpose()?) {
        (Show::Lore, None) => lore(desk, &args, &one),
        (Show::Lore, Some(other)) => compared(desk, &args, &one, &other),
        (Show::Prompt, None) => prompt(desk, &args, &one),
        (Show::Prompt, Some(other)) => {
            let (before, after) = (pieces(desk, &args, &one)?, pieces(desk, &args, &other)?);
            let diff = before.diff(&after);
            let summary =
                format!("{}; {} the same", plural(diff.changes.len(), "difference"), plural(diff.kept, "piece"));
            Answer::new(summary).with("client", [one.client.word(), other.client.word()])?.with("difference", diff)
        }
    }
}

fn lore(desk: &Desk, args: &Arguments, side: &Side) -> Result<Answer, Refusal> {
    let told = side.lore(desk, &args.scene)?;
    let fired = told.entries.iter().filter(|entry| entry.fired).count();
    let summary = format!(
        "{fired} of {} fired: {} tokens, {}, by the rules of {}",
        plural(told.entries.len(), "entry"),
        told.tokens,
        plural(side.chat.messages.len(), "message"),
        told.profile,
    );
    let items = told.entries.iter().filter(|entry| entry.fired || !args.fired_only).map(|entry| {
        Ok(json!({"book": entry.book, "place": format!("book[{}]", entry.entry), "title": entry.title, "fired": entry.fired,
            "why": entry.why, "near": value_of(&entry.near)?}))
    });
    let items = items.collect::<Result<Vec<Value>, Refusal>>()?;
    let slots = told.slots.iter().map(|slot| {
        let texts: Vec<Value> = slot.entries.iter()
            .map(|active| json!({"place": format!("book[{}]", active.at.entry), "content": active.content, "tokens": active.tokens}))
            .collect();
        json!({"where": cards_kit::why::place_in_words(&slot.placement), "texts": texts})
    });
    let answer = Answer::new(summary)
        .with("client", told.profile)?
        .with("tokens", told.tokens)?
        .with("first", &told.first)?
        .with("findings", &told.findings)?
        .with("slots", slots.collect::<Vec<_>>())?
        .with_list("entries", items, args.offset, ON);
    let silent = told.entries.iter().find(|entry| !entry.fired);
    Ok(match (silent, args.paths.first()) {
        (Some(entry), Some(path)) => answer.then(
            "see why one stays silent",
            "explain",
            json!({"path": path, "entry": format!("book[{}]", entry.entry), "client": side.client.word()}),
        ),
        _ => answer,
    })
}

/// What is otherwise with the entries: those that fire on one side alone, or for another reason.
fn compared(desk: &Desk, args: &Arguments, one: &Side, other: &Side) -> Result<Answer, Refusal> {
    let (before, after) = (one.lore(desk, &args.scene)?, other.lore(desk, &args.scene)?);
    // Entries of the same number and title are the same; of the others, each is of its side alone.
    let same = |a: &cards_kit::answer::EntryAnswer, b: &cards_kit::answer::EntryAnswer| {
        (a.book, a.entry, &a.title) == (b.book, b.entry, &b.title)
    };
    let side = |entry: Option<&cards_kit::answer::EntryAnswer>| {
        entry.map_or(Value::Null, |entry| json!({"fired": entry.fired, "why": entry.why}))
    };
    let item = |entry: &cards_kit::answer::EntryAnswer, before: Value, after: Value| json!({"book": entry.book, "place": format!("book[{}]", entry.entry), "title": entry.title, "before": before, "after": after});
    let (mut items, mut turned) = (Vec::new(), 0);
    for entry in &before.entries {
        let there = after.entries.iter().find(|there| same(entry, there));
        if there.is_none_or(|there| (there.fired, &there.why) != (entry.fired, &entry.why)) {
            turned += usize::from(there.is_none_or(|there| there.fired != entry.fired));
            items.push(item(entry, side(Some(entry)), side(there)));
        }
    }
    for entry in after.entries.iter().filter(|entry| !before.entries.iter().any(|there| same(entry, there))) {
        turned += 1;
        items.push(item(entry, Value::Null, side(Some(entry))));
    }
    let summary = format!(
        "{} otherwise, {turned} of them in whether they fire or are there; {} tokens become {}",
        plural(items.len(), "entry"),
        before.tokens,
        after.tokens,
    );
    let answer = Answer::new(summary)
        .with("client", [before.profile, after.profile])?
        .with("tokens", [before.tokens, after.tokens])?
        .with("first", [&before.first, &after.first])?;
    Ok(answer.with_list("entries", items, args.offset, ON))
}

fn prompt(desk: &Desk, args: &Arguments, side: &Side) -> Result<Answer, Refusal> {
    let mut session = side.session(desk, &args.scene)?;
    let (mut head, messages, tokens) = if side.client == Client::SillyTavern {
        let made = session.messages(&side.chat, &SillyTavern::default())?;
        let tokens = made.tokens();
        let mut told = Messages::of(&made, false);
        told.head = Some(Head::of(&session, Order::Preset(None)));
        (value_of(told)?, "messages", tokens)
    } else {
        let turn = session.turn(&side.chat)?;
        let mut told = Prompt::from(&turn.prompt);
        told.head = Some(Head::of(&session, Order::Turn));
        (value_of(told)?, "messages", turn.prompt.tokens())
    };
    let items = match head.as_object_mut().and_then(|head| head.remove(messages)) {
        Some(Value::Array(items)) => items,
        _ => Vec::new(),
    };
    let summary =
        format!("{} of {tokens} tokens, by the rules of {}", plural(items.len(), "message"), side.client.word());
    let answer =
        Answer::new(summary).with("client", side.client.word())?.with("tokens", tokens)?.with("prompt", head)?;
    Ok(answer.with_list("messages", items, args.offset, ON))
}

fn pieces(desk: &Desk, args: &Arguments, side: &Side) -> Result<PromptPieces, Refusal> {
    let mut session = side.session(desk, &args.scene)?;
    Ok(match side.client {
        Client::SillyTavern => PromptPieces::from(&session.messages(&side.chat, &SillyTavern::default())?),
        _ => PromptPieces::from(&session.turn(&side.chat)?.prompt),
    })
}
