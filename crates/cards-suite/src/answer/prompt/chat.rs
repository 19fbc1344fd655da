//! Chat completion.

use cards_json::Json;
use cards_lore::{State, Words};
use cards_prompt::sillytavern::chat::{ChatPrompt, Preset, assemble};
use cards_prompt::sillytavern::{Books, Outside};
use cards_words::Profile;
use serde_json::{Value, json};

use super::scene::{Cast, host, known, lore, scene};
use crate::answer::form::refusal;
use crate::answer::macros::variables;

/// Answers with the messages and what is left of the budget.
pub(super) fn answer(input: &Value, profile: Profile) -> Value {
    prompt(input, profile).unwrap_or_else(refusal)
}

fn prompt(input: &Value, profile: Profile) -> Result<Value, String> {
    known(input)?;
    let cast = Cast::read(input)?;
    let mut scene = scene(input, &cast)?;
    scene.profile = profile;
    let preset = Json::from(input["preset"].clone());
    let preset = Preset::over_defaults(preset.as_object().ok_or("no preset")?).value;
    let lore = lore(input, &cast, preset.room() as f64)?;
    let mut host = host(input);
    let mut state = State::new();
    let books = Some(Books { lore: &lore, state: &mut state, max_context: None });
    let outside = Outside { host: &mut host, tokens: &mut Words, books };
    let prompt = assemble(&scene, &preset, outside).map_err(|error| error.to_string())?;
    let mut answer = answer_of(&prompt);
    answer["local"] = Value::Object(variables(&host.variables.chat));
    answer["rolls_used"] = json!(host.rolls_taken());
    Ok(answer)
}

fn answer_of(prompt: &ChatPrompt) -> Value {
    let messages = prompt.messages.iter().map(|message| {
        let mut item = json!({ "role": message.role.as_str(), "content": message.content });
        if let Some(label) = &message.label {
            item["id"] = json!(label);
        }
        if let Some(name) = &message.name {
            item["name"] = json!(name);
        }
        item
    });
    let mut answer = json!({ "messages": messages.collect::<Vec<_>>(), "budget_left": prompt.budget_left });
    if prompt.dropped_history > 0 {
        answer["dropped"]["history"] = json!(prompt.dropped_history);
    }
    if let Some(block) = prompt.dropped_examples {
        answer["dropped"]["examples_from"] = json!(block);
    }
    if prompt.overflow.is_some() {
        answer["error"] = json!("budget");
    }
    answer
}
