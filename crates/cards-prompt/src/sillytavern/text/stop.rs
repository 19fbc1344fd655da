//! What the model stops at.

use cards_model::json::Limits as JsonLimits;
use cards_model::{Json, json::javascript};

use super::js::fill_name;
use super::{ContextTemplate, InstructTemplate};
use crate::sillytavern::{Error, Generation, Scene, Settings, Stage};

/// Lists the stop strings of a text prompt, each once.
pub(super) fn stop_strings(
    scene: &Scene<'_>,
    continues_user: bool,
    context: &ContextTemplate,
    instruct: Option<&InstructTemplate>,
    stage: &mut Stage<'_>,
) -> Result<Vec<String>, Error> {
    let mut all = Vec::new();
    if context.single_line {
        all.push("\n".to_owned());
    }
    if context.names_as_stop_strings {
        let (user, character) = (format!("\n{}:", stage.user()), format!("\n{}:", stage.character()));
        let other = if scene.generation == Generation::Impersonate { &character } else { &user };
        all.push(other.clone());
        all.push(user.clone());
        if continues_user {
            all.push(character);
        }
        let others = stage.group().into_iter().flatten().filter(|member| member.name != stage.character());
        all.extend(others.map(|member| format!("\n{}:", member.name)));
    }
    if let Some(instruct) = instruct {
        all.extend(sequences(instruct, stage)?);
    }
    if context.use_stop_strings {
        for text in [&context.chat_start, &context.example_separator] {
            if !text.is_empty() {
                all.push(format!("\n{}", stage.expand(text)?));
            }
        }
    }
    all.extend(custom_stop_strings(&scene.settings, stage)?);
    Ok(each_once(all))
}

/// The sequences of an instruct template, line by line.
fn sequences(instruct: &InstructTemplate, stage: &mut Stage<'_>) -> Result<Vec<String>, Error> {
    let (user, character) = (stage.user().to_owned(), stage.character().to_owned());
    let mut texts = vec![instruct.stop_sequence.clone()];
    if instruct.sequences_as_stop_strings {
        texts.extend([
            fill_name(&instruct.input_sequence, &user),
            fill_name(&instruct.output_sequence, &character),
            fill_name(&instruct.first_output_sequence, &character),
            fill_name(&instruct.last_output_sequence, &character),
            fill_name(&instruct.system_sequence, "System"),
            fill_name(&instruct.last_system_sequence, "System"),
        ]);
    }
    let lines = each_once(texts.iter().flat_map(|text| text.split('\n')).map(str::to_owned).collect());
    let mut stops = Vec::new();
    for line in lines.iter().filter(|line| !javascript::trim(line).is_empty()) {
        let stop = format!("{}{line}", instruct.separator());
        stops.push(if instruct.macros { stage.expand(&stop)?.into_owned() } else { stop });
    }
    Ok(stops)
}

/// The user's own stop strings, which chat completion has as well: the texts of a JSON list in a text.
///
/// What is no such list stands for none. De facto: SillyTavern 1.19.0.
///
/// # Errors
/// [`Error::Macro`] for a limit that was hit.
pub fn custom_stop_strings(settings: &Settings, stage: &mut Stage<'_>) -> Result<Vec<String>, Error> {
    let Ok(Json::Array(list)) = Json::read(&settings.custom_stopping_strings, &JsonLimits::default()) else {
        return Ok(Vec::new());
    };
    let mut stops = Vec::new();
    for text in list.iter().filter_map(Json::as_str).filter(|text| !text.is_empty()) {
        stops.push(match settings.custom_stopping_strings_macro {
            true => stage.expand(text)?.into_owned(),
            false => text.to_owned(),
        });
    }
    Ok(stops)
}

/// Leaves out empty texts and those that came before.
fn each_once(texts: Vec<String>) -> Vec<String> {
    let mut seen = std::collections::BTreeSet::new();
    texts.into_iter().filter(|text| !text.is_empty() && seen.insert(text.clone())).collect()
}
