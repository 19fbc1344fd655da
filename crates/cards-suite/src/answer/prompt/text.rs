//! Text completion.

use cards_lore::{State, Words};
use cards_model::json::Limits;
use cards_prompt::sillytavern::text::{TextOptions, TextPrompt, complete, read_templates};
use cards_prompt::sillytavern::{Books, Error, Outside, Sourced};
use cards_words::Profile;

use serde_json::{Value, json};

use super::scene::{Cast, host, known, lore, scene};
use crate::answer::form::refusal;
use crate::answer::macros::variables;

/// Answers with the text, its parts and the stop strings.
pub(super) fn answer(input: &Value, profile: Profile) -> Value {
    prompt(input, profile).unwrap_or_else(refusal)
}

fn prompt(input: &Value, profile: Profile) -> Result<Value, String> {
    known(input)?;
    let cast = Cast::read(input)?;
    let mut scene = scene(input, &cast)?;
    scene.profile = profile;
    let options = options(input)?;
    let room = options.max_context.saturating_sub(options.max_response);
    let lore = lore(input, &cast, room as f64)?;
    let mut host = host(input);
    let mut state = State::new();
    let books = Some(Books { lore: &lore, state: &mut state, max_context: None });
    let outside = Outside { host: &mut host, tokens: &mut Words, books };
    match complete(&scene, &options, outside) {
        Ok(prompt) => Ok(answer_of(&prompt, &host)),
        Err(Error::StoryString(_)) => Ok(json!({ "error": "story_string" })),
        Err(error) => Err(error.to_string()),
    }
}

/// The templates of a row. Its settings win over its context template.
fn options(input: &Value) -> Result<TextOptions, String> {
    let mut options = TextOptions::default()
        .with_max_context(input["max_context"].as_u64().unwrap_or(8192))
        .with_max_response(input["max_response"].as_u64().unwrap_or(80));
    for member in ["context", "instruct", "sysprompt"] {
        if input[member].is_object() {
            let master = json!({ member: input[member] }).to_string();
            let read = read_templates(&master, &Limits::default()).map_err(|error| error.to_string())?;
            options = options.with_templates(read.value);
        }
    }
    let settings = &input["settings"];
    for (field, name) in [
        (&mut options.context.always_force_name, "always_force_name2"),
        (&mut options.context.single_line, "single_line"),
    ] {
        *field = settings[name].as_bool().unwrap_or(*field);
    }
    Ok(options)
}

fn answer_of(prompt: &TextPrompt, host: &cards_macro::MapHost) -> Value {
    let history: Vec<&str> = prompt.history.iter().map(Sourced::text).collect();
    json!({
        "prompt": prompt.text,
        "story": prompt.story.text(),
        "examples": prompt.examples.text(),
        "history": history,
        "tail": prompt.tail.text(),
        "stop": prompt.stop,
        "local": variables(&host.variables.chat),
        "rolls_used": host.rolls_taken(),
    })
}
