//! What is done with a file: the library's own answers.

use cards_kit::answer::{Inspection, Prompt};
use cards_kit::{
    Cast, Chat, Limits, Memory, Opening, Options, Session, Target, container_of, convert_document, convert_file, open,
};
use cards_library::{RowOptions, row};
use cards_model::Form;
use cards_model::id::RandomIds;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::problem::Problem;
use crate::work::Made;

/// The forms that cards are normalised to; V3 unless named.
pub(crate) fn form(name: Option<&str>) -> Result<Form, Problem> {
    match name {
        None | Some("v3") => Ok(Form::V3),
        Some("v2") => Ok(Form::V2),
        Some(other) => Err(Problem::usage(format_args!("there is no form `{other}` here; there are v2 and v3"))),
    }
}

/// What a file holds, with everything that was odd.
pub(crate) fn validate(file: &[u8]) -> Result<Inspection, Problem> {
    let opened = open(file, &Limits::default())?;
    Ok(Inspection::from(&opened.loaded))
}

/// The card repaired and in one form, with what was changed and what got lost.
pub(crate) fn normalise(file: &[u8], to: Form) -> Result<Value, Problem> {
    let limits = Limits::default();
    let repaired = cards_kit::repair(file, &cards_lint::Options::default(), &limits)?;
    let opened = open(&repaired.bytes[..], &limits)?;
    let options = cards_model::convert::Options::default();
    let converted = convert_document(opened.document(), to, &options, &mut ids())?;
    Ok(json!({ "repaired": repaired.answer(), "converted": converted.answer() }))
}

/// Ids that nobody can guess.
fn ids() -> RandomIds<impl FnMut() -> u32> {
    RandomIds::new(|| getrandom::u32().unwrap_or_default())
}

/// Whether the answer is the file and not what became of it.
pub(crate) fn as_file(name: Option<&str>) -> Result<bool, Problem> {
    match name {
        None | Some("json") => Ok(false),
        Some("file") => Ok(true),
        Some(other) => {
            Err(Problem::usage(format_args!("there is no answer as `{other}` here; there are json and file")))
        }
    }
}

/// The file repaired, of the kind that it is: a picture stays one.
pub(crate) fn repair(file: &[u8]) -> Result<Made, Problem> {
    let repaired = cards_kit::repair(file, &cards_lint::Options::default(), &Limits::default())?;
    whole(repaired.bytes, repaired.changes.len(), 0)
}

/// The file repaired and its card in one form: of the kind that it is where that kind can hold the form, else JSON.
pub(crate) fn normalised_file(file: &[u8], to: Form) -> Result<Made, Problem> {
    let limits = Limits::default();
    let repaired = cards_kit::repair(file, &cards_lint::Options::default(), &limits)?;
    let opened = open(&repaired.bytes[..], &limits)?;
    let extension = opened.loaded.kind.extensions().first().copied().unwrap_or("json");
    let target = container_of(&format!("card.{extension}"), to).ok().flatten().filter(|target| *target != Target::Json);
    drop(opened);
    let options = cards_model::convert::Options::default();
    let made = convert_file(&repaired.bytes, to, target, &options, &mut ids(), &limits)?;
    whole(made.bytes, repaired.changes.len(), made.conversion.loss.len())
}

/// A file as an answer, with how much was changed and got lost; the JSON answers name each.
fn whole(bytes: Vec<u8>, changes: usize, losses: usize) -> Result<Made, Problem> {
    let extension = open(&bytes[..], &Limits::default())?.loaded.kind.extensions().first().copied().unwrap_or("bin");
    let kind = match extension {
        "png" | "apng" => "image/png",
        "json" => "application/json",
        _ => "application/octet-stream",
    };
    let heads = vec![
        ("content-disposition", format!("attachment; filename=\"card.{extension}\"")),
        ("x-cards-changes", changes.to_string()),
        ("x-cards-losses", losses.to_string()),
    ];
    Ok(Made { bytes, kind, heads })
}

/// Every finding.
pub(crate) fn lint(file: &[u8]) -> Result<impl serde::Serialize + Send + use<>, Problem> {
    Ok(cards_kit::lint(file, &cards_lint::Options::default(), &Limits::default())?.answer())
}

/// The id of a card: the hash of what it says, the same in any container.
pub(crate) fn id(file: &[u8]) -> Result<String, Problem> {
    Ok(row(file, &RowOptions::default(), &Limits::default())?.content_hash)
}

/// What a turn is made of.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Turn {
    messages: Vec<Said>,
    /// Whose rules hold: `spec` unless named.
    profile: Option<String>,
    user: Option<String>,
    /// Tokens that the prompt may have.
    context: Option<u64>,
    /// Which greeting opens a chat without messages.
    greeting: Option<usize>,
    /// What the last answer gave, so that the service has nothing to remember.
    memory: Option<String>,
}

/// A message of the chat.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Said {
    role: String,
    content: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

/// The prompt of a turn, and the memory for the next one.
pub(crate) fn prompt(card: &[u8], turn: &[u8]) -> Result<Value, Problem> {
    let turn: Turn = serde_json::from_slice(turn).map_err(Problem::usage)?;
    let cast = Cast::read([("card", card)])?;
    let mut options = Options::default().with_context(turn.context);
    options.user = turn.user;
    if let Some(name) = turn.profile {
        options.profile = name.parse().map_err(Problem::usage)?;
    }
    if let Some(number) = turn.greeting {
        options.greeting = Opening::Greeting(number);
    }
    let memory = turn.memory.map(|text| Memory::from_text(&text)).transpose()?.unwrap_or_default();
    let mut session = Session::new(cast, options)?.with_memory(memory);
    let chat = match turn.messages.is_empty() {
        true => Chat::default(),
        false => {
            let text = serde_json::to_vec(&turn.messages).map_err(Problem::usage)?;
            Chat::read(&text).map_err(Problem::usage)?.value
        }
    };
    let answer = session.turn(&chat)?;
    Ok(json!({ "prompt": Prompt::from(&answer.prompt), "memory": session.memory.to_text() }))
}
