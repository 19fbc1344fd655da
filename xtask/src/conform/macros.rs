//! Judges for the macro vectors of SillyTavern and RisuAI.

#![expect(clippy::indexing_slicing, reason = "indexing a JSON value gives null where there is nothing")]

use std::collections::BTreeMap;

use cards_macro::{
    Arity, Engine, Fact, For, Limits, List, MapHost, Member, Message, Moment, RenderOptions, Role, Template, Value,
    Variables,
};
use serde_json::Value as Json;

use super::verdict::{Column, Outcome, Verdict};

/// What a row expects or the library answers: the text and the variables afterwards.
#[derive(Clone, Debug, PartialEq)]
struct Answer {
    text: String,
    chat: Option<BTreeMap<String, Json>>,
    global: Option<BTreeMap<String, Json>>,
    rolls: Option<u64>,
}

/// Judges a row of `sillytavern/macros.jsonl` under the SillyTavern profile.
pub fn judge_sillytavern(row: &Json) -> Vec<Verdict> {
    let expected = &row["expected"];
    let mut host = sillytavern_host(&row["input"]);
    let actual = render(&row["input"]["text"], Engine::SillyTavern, &mut host, For::Prompt);
    if let (Some(choices), Some(actual)) = (expected["one_of"].as_array(), &actual) {
        // The client's own choice depends on its generator; the vector accepts any item.
        let fits = choices.iter().any(|choice| choice.as_str() == Some(&actual.text));
        let same = expected["text"].as_str() == Some(&actual.text);
        let outcome = match (same, fits) {
            (true, _) => Outcome::Pass,
            (false, true) => Outcome::Excluded {
                tag: "exact-prng".to_owned(),
                reason: "another item of the same list: the client's generator is not reproduced",
            },
            (false, false) => Outcome::Fail(format!("expected one of {choices:?}\n     got {:?}", actual.text)),
        };
        return vec![Verdict { column: Column::SillyTavern, outcome }];
    }
    let expected = sillytavern_answer(expected);
    let verdict = Verdict::compare(Column::SillyTavern, &Some(expected), &actual);
    vec![verdict.without_bugs(row)]
}

/// Judges a row of `risu/macros.jsonl` under the Spec profile, where it speaks of the spec, and under RisuAI's.
pub fn judge_risu(row: &Json) -> Vec<Verdict> {
    let input = &row["input"];
    let mut verdicts = Vec::new();
    if let Some(spec) = row["expected"].get("spec") {
        let actual = render(&input["template"], Engine::Spec, &mut risu_host(input), risu_target(input));
        verdicts.push(judge_spec(spec, actual));
    }
    if let Some(risu) = row["expected"].get("risu") {
        let actual = render(&input["template"], Engine::Risu, &mut risu_host(input), risu_target(input));
        let expected =
            Answer { text: text_of(&risu["text"]), chat: Some(map_of(&risu["vars"])), global: None, rolls: None };
        let actual = actual.map(|actual| Answer { global: None, rolls: None, ..actual });
        verdicts.push(Verdict::compare(Column::Risu, &Some(expected), &actual));
    }
    verdicts
}

fn judge_spec(expected: &Json, actual: Option<Answer>) -> Verdict {
    let actual = actual.map(|actual| actual.text);
    if let Some(choices) = expected["any_of"].as_array() {
        let fits = choices.iter().any(|choice| choice.as_str() == actual.as_deref());
        let outcome = if fits {
            Outcome::Pass
        } else {
            Outcome::Fail(format!("expected one of {choices:?}\n     got {actual:?}"))
        };
        return Verdict { column: Column::Spec, outcome };
    }
    Verdict::compare(Column::Spec, &expected["text"].as_str().map(str::to_owned), &actual)
}

/// What the client's older engine answers, where the row tells; information only.
#[cfg(test)]
fn judge_legacy(row: &Json) -> Option<Verdict> {
    let expected = row.get("legacy_engine").unwrap_or(&row["expected"]);
    let actual =
        render(&row["input"]["text"], Engine::SillyTavernLegacy, &mut sillytavern_host(&row["input"]), For::Prompt);
    Some(Verdict::compare(Column::SillyTavern, &Some(sillytavern_answer(expected)), &actual))
}

fn sillytavern_answer(expected: &Json) -> Answer {
    Answer {
        text: text_of(&expected["text"]),
        chat: Some(map_of(&expected["local"])),
        global: Some(map_of(&expected["global"])),
        rolls: Some(expected["rolls_used"].as_u64().unwrap_or(0)),
    }
}

fn render(template: &Json, profile: Engine, host: &mut MapHost, target: For) -> Option<Answer> {
    let template = Template::parse_with(template.as_str()?, profile, &Limits::default()).ok()?;
    let text = template.render_with(host, &RenderOptions::new(target)).ok()?.text.into_owned();
    Some(Answer {
        text,
        chat: Some(host.variables.chat.iter().map(|(name, value)| (name.clone(), json_of(value))).collect()),
        global: Some(host.variables.global.iter().map(|(name, value)| (name.clone(), json_of(value))).collect()),
        rolls: Some(host.rolls_taken() as u64),
    })
}

/// The host that `input.env` and `input.rolls` describe.
pub(super) fn sillytavern_host(input: &Json) -> MapHost {
    let env = &input["env"];
    let rolls: Vec<f64> = input["rolls"].as_array().into_iter().flatten().filter_map(Json::as_f64).collect();
    let mut host = MapHost::new(&text_of(&env["user"]), &text_of(&env["char"])).rolls(&rolls);
    let card_fields = env["replace_card"].as_bool() != Some(false);
    for (fact, key, of_card) in [
        (Fact::Persona, "persona", true),
        (Fact::Description, "description", true),
        (Fact::Personality, "personality", true),
        (Fact::Scenario, "scenario", true),
        (Fact::FirstMessage, "first_mes", true),
        (Fact::MesExample, "mes_example", true),
        (Fact::SystemPrompt, "system_prompt", true),
        (Fact::PostHistoryInstructions, "post_history_instructions", true),
        (Fact::CharacterVersion, "character_version", true),
        (Fact::CreatorNotes, "creator_notes", true),
        (Fact::DepthPrompt, "depth_prompt", true),
        (Fact::Original, "original", false),
        (Fact::GroupOverride, "group_override", false),
        (Fact::Model, "model", false),
        (Fact::MaxContext, "max_context", false),
        (Fact::MaxResponse, "max_response", false),
        (Fact::ChatId, "chat_id", false),
    ] {
        if of_card && card_fields {
            // What the row leaves out is an empty field.
            host.set(fact, "");
        }
        if let Some(value) = env.get(key).filter(|_| card_fields || !of_card) {
            host.set(fact, value.as_str().map_or_else(|| value.to_string(), str::to_owned));
        }
    }
    if card_fields {
        host.alternate_greetings = strings(&env["alternate_greetings"]);
    }
    host.variables = Variables { chat: vars_of(&env["local"]), global: vars_of(&env["global"]) };
    host.group = env["group"].as_array().map(|members| {
        members
            .iter()
            .map(|member| Member { name: text_of(&member["name"]), muted: member["muted"].as_bool() == Some(true) })
            .collect()
    });
    host.outlets =
        env["outlets"].as_object().into_iter().flatten().map(|(name, text)| (name.clone(), text_of(text))).collect();
    host.messages = env["chat"].as_array().into_iter().flatten().map(sillytavern_message).collect();
    sillytavern_program(env, &mut host);
    for (name, text) in env["dynamic"].as_object().into_iter().flatten() {
        let text = text_of(text);
        host.register(name, Arity::exactly(0), "Set for this call.", move |_| Some(text.clone()));
    }
    host
}

/// The templates of the client, its extensions and its page.
fn sillytavern_program(env: &Json, host: &mut MapHost) {
    host.now = env["now"].as_i64().map(|unix_millis| Moment { unix_millis, offset_minutes: 0 });
    let instruct = &env["instruct"];
    let on = instruct["enabled"].as_bool() == Some(true);
    let context = |key: &str| env["context"][key].as_str().unwrap_or("***").to_owned();
    let fact = |name: &str| env["facts"][name].as_str().map(str::to_owned);
    let number = |key: &str| env[key].as_u64().map(|number| number.to_string());
    let sequence = |key: &str| instruct[key].as_str().filter(|_| on).map(str::to_owned);
    let sysprompt = &env["sysprompt"];
    let prompt = (sysprompt["enabled"].as_bool() == Some(true)).then(|| text_of(&sysprompt["content"]));
    for (fact, text) in [
        (Fact::InstructStoryPrefix, sequence("story_string_prefix")),
        (Fact::InstructStorySuffix, sequence("story_string_suffix")),
        (Fact::InstructInput, sequence("input_sequence")),
        (Fact::InstructInputSuffix, sequence("input_suffix")),
        (Fact::InstructFirstInput, sequence("first_input_sequence")),
        (Fact::InstructLastInput, sequence("last_input_sequence")),
        (Fact::InstructOutput, sequence("output_sequence")),
        (Fact::InstructOutputSuffix, sequence("output_suffix")),
        (Fact::InstructFirstOutput, sequence("first_output_sequence")),
        (Fact::InstructLastOutput, sequence("last_output_sequence")),
        (Fact::InstructSystem, sequence("system_sequence")),
        (Fact::InstructSystemSuffix, sequence("system_suffix")),
        (Fact::InstructLastSystem, sequence("last_system_sequence")),
        (Fact::InstructStop, sequence("stop_sequence")),
        (Fact::InstructFiller, sequence("user_alignment_message")),
        (Fact::DefaultSystemPrompt, prompt),
        (Fact::ExampleSeparator, env["context"].is_object().then(|| context("example_separator"))),
        (Fact::ChatStart, Some(context("chat_start"))),
        (Fact::Input, env["input"].as_str().map(str::to_owned)),
        (Fact::IsMobile, env["is_mobile"].as_bool().map(|mobile| mobile.to_string())),
        (Fact::FirstDisplayedMessageId, number("first_displayed")),
        (Fact::FirstIncludedMessageId, number("first_included")),
        (Fact::AuthorsNote, fact("authorsNote")),
        (Fact::CharAuthorsNote, fact("charAuthorsNote")),
        (Fact::DefaultAuthorsNote, fact("defaultAuthorsNote")),
        (Fact::ReasoningPrefix, fact("reasoningPrefix")),
        (Fact::ReasoningSuffix, fact("reasoningSuffix")),
        (Fact::ReasoningSeparator, fact("reasoningSeparator")),
        (Fact::Summary, fact("summary")),
        (Fact::CharPrefix, fact("charPrefix")),
        (Fact::CharNegativePrefix, fact("charNegativePrefix")),
        (Fact::DefaultExpression, fact("defaultExpression")),
        (Fact::LastExpression, fact("lastExpression")),
        (Fact::AvailableExpressions, fact("availableExpressions")),
    ] {
        if let Some(text) = text {
            host.set(fact, text);
        }
    }
}

fn sillytavern_message(message: &Json) -> Message<'static> {
    Message {
        role: if message["is_user"].as_bool() == Some(true) { Role::User } else { Role::Assistant },
        name: Some(text_of(&message["name"]).into()),
        text: text_of(&message["mes"]).into(),
        hidden: message["is_system"].as_bool() == Some(true),
        swipes: strings(&message["swipes"]).into_iter().map(Into::into).collect(),
        swipe: message["swipe_id"].as_u64().map(|id| id as usize),
        time: message["send_date"].as_i64(),
    }
}

fn risu_host(input: &Json) -> MapHost {
    let card = &input["card"];
    let chat = &input["chat"];
    let mode = &input["mode"];
    let rolls: Vec<f64> = input["rand"].as_array().into_iter().flatten().filter_map(Json::as_f64).collect();
    let id = |key: &str, default: &str| chat[key].as_str().unwrap_or(default).to_owned();
    let mut host = MapHost::new(&text_of(&input["user"]), &text_of(&card["name"]))
        .with(Fact::ChatId, id("id", "chat-id"))
        .with(Fact::CardId, id("card_id", "card-id"))
        .rolls(&rolls);
    for (fact, key) in [
        (Fact::Nickname, "nickname"),
        (Fact::Description, "description"),
        (Fact::Personality, "personality"),
        (Fact::Scenario, "scenario"),
        (Fact::MesExample, "mes_example"),
        (Fact::FirstMessage, "first_mes"),
        (Fact::SystemPrompt, "system_prompt"),
        (Fact::PostHistoryInstructions, "post_history_instructions"),
    ] {
        if let Some(text) = card[key].as_str() {
            host.set(fact, text);
        }
    }
    if let Some(persona) = input["persona"].as_str() {
        host.set(Fact::Persona, persona);
    }
    host.alternate_greetings = strings(&card["alternate_greetings"]);
    host.variables = Variables { chat: vars_of(&input["vars"]), global: vars_of(&input["global_vars"]) };
    host.messages = chat["messages"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|message| {
            let role = if message["role"].as_str() == Some("user") { Role::User } else { Role::Assistant };
            Message { time: message["time"].as_i64(), ..Message::new(role, text_of(&message["content"])) }
        })
        .collect();
    host.situation.chat_index = mode["chat_index"].as_u64().map(|index| index as usize);
    host.situation.first_message = mode["first_message"].as_bool() == Some(true);
    host.situation.run_variables = mode["run_vars"].as_bool() != Some(false);
    host.situation.strip_variables = mode["rm_vars"].as_bool() == Some(true);
    host.situation.role = text_of(&mode["role"]);
    host.situation.known_role = text_of(&mode["chat_role"]);
    host.situation.counting_tokens = mode["tokenize"].as_bool() == Some(true);
    host.situation.fixed_names = mode["consistent_names"].as_bool() == Some(true);
    host.now = input["now"].as_i64().map(|unix_millis| Moment { unix_millis, offset_minutes: 0 });
    risu_program(input, &mut host);
    host.situation.greeting =
        chat["greeting_index"].as_u64().and_then(|index| index.checked_sub(1)).map(|index| index as usize);
    host
}

/// What the row says of the running program, over what its README has as defaults.
fn risu_program(input: &Json, host: &mut MapHost) {
    let (app, card) = (&input["app"], &input["card"]);
    let or = |value: &Json, default: &str| match value {
        Json::Null => default.to_owned(),
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    let bit = |value: &Json| if value.as_bool() == Some(true) { "1" } else { "0" }.to_owned();
    let model = or(&app["model"], "model-x");
    let info = |key: &str, default: &str| match app["model_info"].get(key) {
        Some(Json::Null) => None,
        Some(value) => Some(or(value, default)),
        None => Some(default.to_owned()),
    };
    let screen = |at: usize, default: &str| or(&app["screen"][at], default);
    for (fact, text) in [
        (Fact::DefaultSystemPrompt, Some(or(&app["main_prompt"], ""))),
        (Fact::Jailbreak, Some(or(&app["jailbreak"], ""))),
        (Fact::GlobalNote, Some(or(&app["global_note"], ""))),
        (Fact::JailbreakToggle, Some(bit(&app["jailbreak_toggle"]))),
        (Fact::SubModel, Some(or(&app["sub_model"], "model-y"))),
        (Fact::MaxContext, Some(or(&app["max_context"], "4000"))),
        (Fact::Language, Some(or(&app["language"], "en"))),
        (Fact::BrowserLanguage, Some("en-US".to_owned())),
        (Fact::DefaultVariables, card["default_variables"].as_str().map(str::to_owned)),
        (Fact::ProgramVariables, app["default_variables"].as_str().map(str::to_owned)),
        (Fact::ScreenWidth, Some(screen(0, "1280"))),
        (Fact::ScreenHeight, Some(screen(1, "720"))),
        (Fact::TriggerId, app["trigger_id"].as_str().map(str::to_owned)),
        (Fact::ProgramVersion, Some("2026.1.90".to_owned())),
        (Fact::ModelName, info("name", "Model X")),
        (Fact::ModelShortName, info("shortName", "X")),
        (Fact::ModelInternalId, info("internalID", "model-x-internal")),
        (Fact::ModelFormat, info("format", "0")),
        (Fact::ModelProvider, info("provider", "1")),
        (Fact::ModelTokenizer, info("tokenizer", "2")),
        (Fact::Model, Some(model)),
    ] {
        if let Some(text) = text {
            host.set(fact, text);
        }
    }
    let lore = [&card["lore"], &input["chat"]["local_lore"], &app["module_lore"]];
    let lore = lore.into_iter().filter_map(Json::as_array).flatten().map(in_order).collect();
    host.set_list(List::Lore, lore);
    let names = |key: &str| card[key].as_array().map(|_| strings(&card[key]));
    if let Some(emotions) = names("emotions") {
        host.set_list(List::Emotions, emotions);
    }
    if let Some(assets) = names("assets") {
        let excluded = strings(&card["prebuilt_exclude"]);
        let shown = card["prebuilt_assets"].as_bool() == Some(true);
        let offered = assets.iter().filter(|asset| shown && !excluded.contains(asset)).cloned().collect();
        host.set_list(List::DisplayAssets, offered);
        host.set_list(List::Assets, assets);
    }
    let modules = app["modules"].as_array().into_iter().flatten();
    let mut on = Vec::new();
    for module in modules {
        let namespace = text_of(&module["namespace"]);
        host.set_list(List::ModuleAssets(&namespace), strings(&module["assets"]));
        on.push(namespace);
    }
    host.set_list(List::Modules, on);
}

/// A lore entry as compact JSON, its members in the order that the client's own form has.
fn in_order(entry: &Json) -> String {
    const ORDER: [&str; 8] =
        ["key", "comment", "content", "mode", "insertorder", "alwaysActive", "secondkey", "selective"];
    let mut members: Vec<_> = entry.as_object().into_iter().flatten().collect();
    members.sort_by_key(|(key, _)| ORDER.iter().position(|known| known == key).unwrap_or(ORDER.len()));
    let members: Vec<_> = members.iter().map(|(key, value)| format!("{}:{value}", Json::from(key.as_str()))).collect();
    format!("{{{}}}", members.join(","))
}

fn risu_target(input: &Json) -> For {
    if input["mode"]["display"].as_bool() == Some(true) { For::Display } else { For::Prompt }
}

fn text_of(value: &Json) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn strings(value: &Json) -> Vec<String> {
    value.as_array().into_iter().flatten().map(text_of).collect()
}

fn map_of(value: &Json) -> BTreeMap<String, Json> {
    value.as_object().into_iter().flatten().map(|(name, value)| (name.clone(), as_number(value))).collect()
}

/// Numbers compare as numbers, whether written `1` or `1.0`.
fn as_number(value: &Json) -> Json {
    match value.as_f64() {
        Some(number) => Json::from(number),
        None => value.clone(),
    }
}

fn vars_of(value: &Json) -> BTreeMap<String, Value> {
    value
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, value)| {
            let value = match value {
                Json::String(text) => Value::Text(text.clone()),
                other => other.as_f64().map_or_else(|| Value::Text(other.to_string()), Value::Number),
            };
            (name.clone(), value)
        })
        .collect()
}

fn json_of(value: &Value) -> Json {
    match value {
        Value::Text(text) => Json::from(text.as_str()),
        Value::Number(number) => Json::from(*number),
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn rows(file: &str) -> Option<Vec<Json>> {
        let shared = std::env::var_os("CARDS_SHARED")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared"), PathBuf::from);
        let path = shared.join("vectors").join(file);
        let Ok(text) = std::fs::read_to_string(&path) else {
            println!("skipped: {} is not there", path.display());
            return None;
        };
        Some(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
    }

    /// Prints the failures of one column and says how many passed, failed and were excluded.
    fn tally<'a>(name: &str, verdicts: impl Iterator<Item = (&'a Json, Verdict)>) -> (usize, usize, usize) {
        let (mut passed, mut failed, mut excluded) = (0, 0, 0);
        for (row, verdict) in verdicts {
            match verdict.outcome {
                Outcome::Pass => passed += 1,
                Outcome::Excluded { .. } => excluded += 1,
                Outcome::Fail(why) => {
                    failed += 1;
                    println!("{name} {} {} {}\n     {why}", row["id"], row["tags"], row["input"]);
                }
            }
        }
        println!("{name}: {passed} passed, {failed} failed, {excluded} excluded");
        (passed, failed, excluded)
    }

    #[test]
    fn sillytavern_rows_pass() {
        let Some(rows) = rows("sillytavern/macros.jsonl") else {
            return;
        };
        let verdicts = rows.iter().flat_map(|row| judge_sillytavern(row).into_iter().map(move |v| (row, v)));
        let (_, failed, _) = tally("sillytavern", verdicts);
        assert_eq!(failed, 0);
    }

    #[test]
    fn spec_and_risu_rows_pass() {
        let Some(rows) = rows("risu/macros.jsonl") else {
            return;
        };
        for (name, column) in [("spec", Column::Spec), ("risu", Column::Risu)] {
            let verdicts = rows
                .iter()
                .flat_map(|row| judge_risu(row).into_iter().map(move |v| (row, v)))
                .filter(|(_, verdict)| verdict.column == column);
            let (_, failed, _) = tally(name, verdicts);
            assert_eq!(failed, 0, "{name}");
        }
    }

    #[test]
    fn most_rows_of_the_older_engine_pass() {
        let Some(rows) = rows("sillytavern/macros.jsonl") else {
            return;
        };
        let verdicts = rows.iter().filter_map(|row| judge_legacy(row).map(|v| (row, v)));
        let (passed, failed, _) = tally("sillytavern-legacy", verdicts);
        assert!(passed * 100 >= (passed + failed) * 99, "{passed} of {}", passed + failed);
    }
}
