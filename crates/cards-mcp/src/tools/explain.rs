//! `explain`: a rule, a macro, an entry that stays silent, a text with macros.

use cards_kit::answer::{Macros, ProfileAnswer, Rule};
use cards_kit::lint::{find_rule, nearest_rule};
use cards_kit::macros::For;
use cards_kit::{ExpandOptions, answer};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::cast::Scene;
use super::{Hints, Tool};
use crate::answer::{Answer, value_of};
use crate::desk::Desk;
use crate::fence;
use crate::given::{Client, arguments};
use crate::refusal::Refusal;
use crate::schema::{any, member, of_answer, of_arguments};

pub(super) const TOOL: Tool = Tool {
    name: "explain",
    title: "Explain a rule, macro, entry or text",
    about: "Says what a rule of `check` asks and what to do about it (`rule`), what a macro does in each client (`macro`), why an \
        entry fires or stays silent in a chat (`path` and `entry`), or what a text with macros becomes, step by step (`text`, with \
        `path` for the names of a card). Ask one of the four.",
    examples: &[
        ("a rule", r#"{"rule":"entry-pattern"}"#),
        ("a macro", r#"{"macro":"random"}"#),
        (
            "why an entry is silent",
            r#"{"path":"cards/aria.png","entry":"The Bell","scene":{"messages":[{"role":"user","content":"Is there a bell?"}]}}"#,
        ),
        ("what a text becomes", r#"{"path":"cards/aria.png","text":"{{char}} waves at {{user}}","client":"risu"}"#),
    ],
    hints: Hints::LOOKS,
    input: of_arguments::<Arguments>,
    output: || {
        of_answer(&[
            member::<Rule>("rule", "The rule."),
            any("macros", "The macro in each client: client, aliases, arguments, note, example, result."),
            any("entries", "The entries that are meant: place, title, fired, why, near, trace."),
            member::<answer::Expansion>("expansion", "What the text becomes."),
        ])
    },
    run: |desk, value| explain(desk, arguments(value)?),
};

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Arguments {
    /// The id of a rule.
    rule: Option<String>,
    /// The name of a macro, without brackets.
    r#macro: Option<String>,
    /// The card or lorebook.
    path: Option<String>,
    /// The entry: its place as `book[3]`, its title, or one of its keys.
    entry: Option<String>,
    /// A text with macros.
    text: Option<String>,
    /// The chat, for an entry; the user's name, variables and the seed, for a text.
    scene: Scene,
    /// By whose rules; SillyTavern's without it.
    client: Client,
    /// Bytes that the answer may have; 24576 without it.
    max_bytes: Option<usize>,
}

fn explain(desk: &mut Desk, args: Arguments) -> Result<Answer, Refusal> {
    match (&args.rule, &args.r#macro, &args.entry, &args.text) {
        (Some(id), None, None, None) => rule(id),
        (None, Some(name), None, None) => of_macro(name),
        (None, None, Some(entry), None) => of_entry(desk, &args, entry),
        (None, None, None, Some(text)) => of_text(desk, &args, text),
        _ => Err(Refusal::usage("ask one thing: `rule`, `macro`, `entry` with `path`, or `text`")),
    }
}

fn rule(id: &str) -> Result<Answer, Refusal> {
    let Some(rule) = find_rule(id) else {
        let near = nearest_rule(id).map(|rule| format!("; `{}` is like it", rule.id)).unwrap_or_default();
        return Err(
            Refusal::usage(format!("there is no rule of that id{near}")).next("`guide` with about: rules lists them")
        );
    };
    Answer::new(format!("{}: {}", rule.id, rule.summary)).with("rule", Rule::from(rule))
}

fn of_macro(name: &str) -> Result<Answer, Refusal> {
    let name = name.trim_matches(['{', '}']).split("::").next().unwrap_or_default().to_lowercase();
    let mut items = Vec::new();
    for client in [Client::SillyTavern, Client::Risu, Client::Spec] {
        let known = Macros::of(client.engine()).macros;
        let found = known.into_iter().find(|one| one.name == name || one.aliases.iter().any(|alias| *alias == name));
        if let (Some(found), mut item) = (found, json!({"client": client.word()})) {
            if let (Value::Object(item), Value::Object(found)) = (&mut item, value_of(found)?) {
                item.extend(found);
            }
            items.push(item);
        }
    }
    if items.is_empty() {
        return Err(Refusal::usage("no client has a macro of that name").next("`guide` with about: macros lists them"));
    }
    let clients: Vec<&str> = items.iter().filter_map(|item| item.get("client")?.as_str()).collect();
    Answer::new(format!("a macro of {}", clients.join(", "))).with("macros", items)
}

fn of_entry(desk: &Desk, args: &Arguments, entry: &str) -> Result<Answer, Refusal> {
    let path = args.path.clone().ok_or_else(|| Refusal::usage("name the card or lorebook in `path`"))?;
    let cast = Scene::cast(desk, std::slice::from_ref(&path))?;
    let chat = args.scene.chat(desk, &cast)?;
    let mut session = args.scene.session(desk, cast, args.client)?;
    let fired = session.activate(&chat)?;
    let told = ProfileAnswer::with_near_misses(&session, fired)?;
    let number =
        entry.strip_prefix("book[").and_then(|rest| rest.strip_suffix(']')).and_then(|number| number.parse().ok());
    let mut items = Vec::new();
    for ((at, entry_there), answer) in session.entries().zip(&told.entries) {
        let is_meant = number == Some(at.entry)
            || entry_there.name == entry
            || answer.title == entry
            || entry_there.keys.iter().any(|key| key == entry);
        if is_meant {
            items.push(json!({
                "place": format!("book[{}]", at.entry), "title": answer.title, "fired": answer.fired, "why": answer.why,
                "near": value_of(&answer.near)?, "keys": entry_there.keys,
                "trace": told.trace.outcome(at).map(value_of).transpose()?,
            }));
        }
    }
    if items.is_empty() {
        return Err(Refusal::new("no-place", "no entry has that place, title or key")
            .next("`look` lists the entries with their places"));
    }
    let fired = items.iter().filter(|item| item.get("fired") == Some(&true.into())).count();
    let summary = match (items.len(), fired) {
        (1, 1) => "it fires".to_owned(),
        (1, _) => "it stays silent".to_owned(),
        (count, fired) => format!("{fired} of the {count} entries that are meant fire"),
    };
    Ok(Answer::new(format!("{summary}, by the rules of {}", told.profile)).with_list(
        "entries",
        items,
        0,
        "name one of them by its place",
    ))
}

fn of_text(desk: &Desk, args: &Arguments, text: &str) -> Result<Answer, Refusal> {
    let file = args.path.as_ref().map(|path| desk.file(path)).transpose()?;
    let card = file.as_ref().and_then(|file| file.document().card());
    let mut options =
        ExpandOptions::default().with_engine(args.client.engine()).with_now(desk.moment()).with_explain(true);
    options.user.clone_from(&args.scene.user);
    options.persona = args.scene.persona.clone().unwrap_or_default();
    options.variables = args.scene.variables();
    let mut host = options.host(card).with_seed(args.scene.seed);
    let expansion = cards_kit::expand(text, options.engine, &mut host, For::Prompt, true, desk.kit())?;
    let unknown = match expansion.unknown.len() {
        0 => String::new(),
        count => format!(", {count} of them unknown"),
    };
    let summary = format!("{} macros expanded{unknown}, by the rules of {}", expansion.steps.len(), args.client.word());
    Answer::new(fence::line(&summary, 200)).with("expansion", expansion)
}
