//! Texts with macros, with what the card, the chat and the program of a row say.

use std::collections::BTreeMap;

use cards_macro::{
    Arity, Engine, Fact, For, Limits, List, MapHost, Member, Message, Moment, RenderOptions, Role, Template, Value,
    Variables,
};
use serde_json::{Map, Value as Json, json};

use super::form::{only, refusal};

/// The members of `env` in a row of SillyTavern's.
const ENV: [&str; 40] = [
    "persona",
    "description",
    "personality",
    "scenario",
    "first_mes",
    "mes_example",
    "system_prompt",
    "post_history_instructions",
    "character_version",
    "creator_notes",
    "alternate_greetings",
    "depth_prompt",
    "original",
    "local",
    "global",
    "group",
    "group_override",
    "dynamic",
    "outlets",
    "chat",
    "replace_card",
    "model",
    "max_context",
    "max_response",
    "chat_id",
    "now",
    "instruct",
    "sysprompt",
    "context",
    "prefer_character_prompt",
    "input",
    "is_mobile",
    "first_displayed",
    "first_included",
    "facts",
    "avatar",
    "tag_map",
    "agents",
    "references",
    "time_zone",
];

/// The fields that a member of a group may have.
const CARD_FIELDS: [(Fact, &str); 6] = [
    (Fact::Description, "description"),
    (Fact::Personality, "personality"),
    (Fact::Scenario, "scenario"),
    (Fact::MesExample, "mes_example"),
    (Fact::SystemPrompt, "system_prompt"),
    (Fact::PostHistoryInstructions, "post_history_instructions"),
];

/// Answers a question in the form that SillyTavern's rows have.
pub(super) fn sillytavern(input: &Json, engine: Engine) -> Option<Json> {
    let env = only("the row", input, &["user", "char", "text", "env", "rolls"]);
    if let Err(error) = env.and_then(|()| only("`env`", &input["env"], &ENV)) {
        return Some(refusal(error));
    }
    render(&input["text"], engine, sillytavern_host(input), For::Prompt)
}

/// Answers a question in the form that the rows of RisuAI and of the specs have.
pub(super) fn risu(input: &Json, engine: Engine) -> Option<Json> {
    render(&input["text"], engine, risu_host(input), risu_target(input))
}

fn render(template: &Json, profile: Engine, mut host: MapHost, target: For) -> Option<Json> {
    let template = match Template::parse_with(template.as_str()?, profile, &Limits::default()) {
        Ok(template) => template,
        Err(error) => return Some(refusal(error)),
    };
    let text = match template.render_with(&mut host, &RenderOptions::new(target)) {
        Ok(rendered) => rendered.text.into_owned(),
        Err(error) => return Some(refusal(error)),
    };
    Some(json!({
        "text": text, "local": variables(&host.variables.chat), "global": variables(&host.variables.global),
        "rolls_used": host.rolls_taken(),
    }))
}

/// The variables of a scope.
pub(super) fn variables(scope: &BTreeMap<String, Value>) -> Map<String, Json> {
    scope.iter().map(|(name, value)| (name.clone(), json_of(value))).collect()
}

/// The host that `input.env` and `input.rolls` describe.
pub(super) fn sillytavern_host(input: &Json) -> MapHost {
    let env = &input["env"];
    let rolls: Vec<f64> = input["rolls"].as_array().into_iter().flatten().filter_map(Json::as_f64).collect();
    let mut host = MapHost::new(&text_of(&input["user"]), &text_of(&input["char"])).rolls(&rolls);
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
    if env["prefer_character_prompt"] == false {
        host.set(Fact::SystemPrompt, "");
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
    for (member, card) in env["group"].as_array().into_iter().flatten().enumerate() {
        for (fact, key) in CARD_FIELDS {
            if let Some(text) = card[key].as_str() {
                host.set_member(member, fact, text);
            }
        }
    }
    host.outlets =
        env["outlets"].as_object().into_iter().flatten().map(|(name, text)| (name.clone(), text_of(text))).collect();
    host.messages = env["chat"].as_array().into_iter().flatten().map(sillytavern_message).collect();
    sillytavern_program(env, &mut host);
    for (kind, head) in [("dynamic", ""), ("agents", "agent::"), ("references", "")] {
        for (name, text) in env[kind].as_object().into_iter().flatten() {
            let text = text_of(text);
            host.register(&format!("{head}{name}"), Arity::exactly(0), "Set for this call.", move |_| {
                Some(text.clone())
            });
        }
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
        (Fact::TimeZone, env["time_zone"].as_str().map(str::to_owned)),
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

pub(super) fn risu_host(input: &Json) -> MapHost {
    let card = &input["card"];
    let chat = &input["chat"];
    let mode = &input["mode"];
    let rolls: Vec<f64> = input["rolls"].as_array().into_iter().flatten().filter_map(Json::as_f64).collect();
    let id = |key: &str, default: &str| chat[key].as_str().unwrap_or(default).to_owned();
    let mut host = MapHost::new(&text_of(&input["user"]), &text_of(&input["char"]))
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
    host.variables = Variables { chat: vars_of(&input["local"]), global: vars_of(&input["global"]) };
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

pub(super) fn json_of(value: &Value) -> Json {
    match value {
        Value::Text(text) => Json::from(text.as_str()),
        Value::Number(number) => Json::from(*number),
    }
}
