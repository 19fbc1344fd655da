//! What is done with a file: the library's own answers.

use cards_kit::answer::{Inspection, Prompt};
use cards_kit::{Cast, Chat, Limits, Memory, Names, Options, Session, convert_document, open, repair};
use cards_library::{RowOptions, row};
use cards_model::Form;
use cards_model::id::RandomIds;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::problem::Problem;

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
    let repaired = repair(file, &cards_lint::Options::default(), &limits)?;
    let opened = open(&repaired.bytes[..], &limits)?;
    let mut ids = RandomIds::new(|| getrandom::u32().unwrap_or_default());
    let converted = convert_document(opened.document(), to, &cards_model::convert::Options::default(), &mut ids)?;
    Ok(json!({ "repaired": repaired.answer(), "converted": converted.answer() }))
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
struct Turn {
    #[serde(default)]
    messages: Vec<Value>,
    #[serde(default)]
    user: Option<String>,
    #[serde(default)]
    context: Option<u64>,
    /// What the last answer gave, so that the service has nothing to remember.
    #[serde(default)]
    memory: Option<String>,
}

/// The prompt of a turn, and the memory for the next one.
pub(crate) fn prompt(card: &[u8], turn: &[u8]) -> Result<Value, Problem> {
    let turn: Turn = serde_json::from_slice(turn).map_err(Problem::usage)?;
    let cast = Cast::read([("card", card)])?;
    let mut options = Options::default().with_context(turn.context);
    options.user = turn.user;
    let memory = turn.memory.map(|text| Memory::from_text(&text)).transpose()?.unwrap_or_default();
    let mut session = Session::new(cast, options)?.with_memory(memory);
    let chat = match turn.messages.is_empty() {
        true => Chat::default(),
        false => {
            let text = serde_json::to_vec(&turn.messages).map_err(Problem::usage)?;
            Chat::read(&text, Names::default(), &Default::default()).map_err(Problem::usage)?.value
        }
    };
    let answer = session.turn(&chat)?;
    Ok(json!({ "prompt": Prompt::from(&answer.prompt), "memory": session.memory.to_text() }))
}
