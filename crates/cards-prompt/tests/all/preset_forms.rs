//! Presets in the other client's form: as that client itself makes them, and there and back.

use cards_model::{Json, Object};
use cards_prompt::presets::{is_risu, to_risu, to_sillytavern};
use proptest::prelude::*;

fn text<'j>(json: &'j Json, name: &str) -> &'j str {
    json.get(name).and_then(Json::as_str).unwrap_or_default()
}

fn list<'j>(json: &'j Json, name: &str) -> &'j [Json] {
    json.get(name).and_then(Json::as_array).unwrap_or_default()
}

/// A thousand places of one long prompt would make a thousand copies of it.
#[test]
fn a_prompt_that_is_sent_twice_is_made_once() {
    let preset: Json = r#"{"prompts":[{"identifier":"p","role":"system","system_prompt":false,"content":"Twice."}],
        "prompt_order":[{"character_id":100001,"order":[{"identifier":"p","enabled":false},{"identifier":"p","enabled":true},
        {"identifier":"p","enabled":true}]}]}"#
        .parse()
        .unwrap();
    let made = to_risu(&preset, "P").unwrap().value;
    let said = list(&made, "promptTemplate").iter().filter(|item| text(item, "text") == "Twice.");
    assert_eq!(said.count(), 1);
}

/// The rows are made by running RisuAI's own `stChatConvert` (read at 9279ae2e, `src/ts/process/prompt.ts`) over presets in which
/// all that occurs is on and off, at random. Two things are otherwise here, on purpose: post-history instructions are what a card
/// replaces in both clients, where RisuAI's importer makes a jailbreak of them and of the auxiliary prompt, which is sent only where
/// a switch is on; and lore after the character is not left out where it is the only lore.
#[test]
fn a_preset_becomes_what_risuai_makes_of_it() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/risu-presets.jsonl");
    let mut rows = 0;
    for row in std::fs::read_to_string(path).unwrap().lines() {
        let row: Json = row.parse().unwrap();
        let preset = row.get("preset").unwrap();
        let made = to_risu(preset, "P").unwrap().value;
        assert!(is_risu(&made) && text(&made, "name") == "P");
        let order = preset.pointer("/prompt_order/0/order").and_then(Json::as_array).unwrap_or_default();
        let is_on = |id: &str| {
            order.iter().any(|line| text(line, "identifier") == id && line.get("enabled") == Some(&Json::Bool(true)))
        };
        let wanted = list(&row, "template").iter().map(|item| {
            let mut object = item.as_object().unwrap().clone();
            if text(item, "type") == "jailbreak" {
                object.insert("type", "plain");
            }
            // Order of members says nothing.
            sorted(&object)
        });
        let ours = list(&made, "promptTemplate").iter().map(|item| {
            let mut object = item.as_object().unwrap().clone();
            if text(item, "type2") == "globalNote" {
                object.insert("type2", "normal");
            }
            sorted(&object)
        });
        let lone_lore = is_on("worldInfoAfter") && !is_on("worldInfoBefore");
        let ours: Vec<_> = ours.filter(|item| !lone_lore || !item.contains("lorebook")).collect();
        assert_eq!(ours, wanted.collect::<Vec<_>>(), "{preset}");
        rows += 1;
    }
    assert_eq!(rows, 40);
}

fn sorted(object: &Object) -> String {
    let mut members: Vec<String> = object.iter().map(|(name, value)| format!("{name}={value}")).collect();
    members.sort();
    members.join(" ")
}

/// A prompt of a preset: identifier, text, role, depth in the chat.
type Own = (String, String, &'static str, Option<u8>);

fn preset(own: &[Own], markers: &[&str]) -> Json {
    let (mut prompts, mut order) = (Vec::new(), Vec::new());
    let mut add = |prompt: Object| {
        let mut line = Object::default();
        line.insert("identifier", prompt.get("identifier").cloned().unwrap_or(Json::Null));
        line.insert("enabled", true);
        prompts.push(Json::Object(prompt));
        order.push(Json::Object(line));
    };
    for (identifier, content, role, depth) in own {
        let mut prompt = Object::default();
        prompt.insert("identifier", identifier.as_str());
        prompt.insert("name", identifier.as_str());
        prompt.insert("role", *role);
        prompt.insert("content", content.as_str());
        prompt.insert("system_prompt", false);
        if let Some(depth) = depth {
            prompt.insert("injection_position", 1_u32);
            prompt.insert("injection_depth", u32::from(*depth));
        }
        add(prompt);
    }
    for marker in markers {
        let mut prompt = Object::default();
        prompt.insert("identifier", *marker);
        prompt.insert("marker", true);
        add(prompt);
    }
    let mut shared = Object::default();
    shared.insert("character_id", 100_001_u32);
    shared.insert("order", Json::Array(order));
    let mut preset = Object::default();
    preset.insert("prompts", Json::Array(prompts));
    preset.insert("prompt_order", Json::Array(vec![Json::Object(shared)]));
    Json::Object(preset)
}

/// What is sent of a preset besides what the client fills in: text, role and depth, in order.
fn sent(preset: &Json) -> Vec<(String, String, Option<u64>)> {
    let order = preset.pointer("/prompt_order/0/order").and_then(Json::as_array).unwrap_or_default();
    let find = |id: &str| list(preset, "prompts").iter().find(|prompt| text(prompt, "identifier") == id);
    let prompts = order.iter().filter_map(|line| find(text(line, "identifier")));
    let own = prompts.filter(|prompt| prompt.get("marker").is_none()).map(|prompt| {
        let depth = prompt.get("injection_depth").and_then(Json::as_f64).map(|depth| depth as u64);
        (text(prompt, "content").to_owned(), text(prompt, "role").to_owned(), depth)
    });
    let mut own: Vec<_> = own.collect();
    // What is in the chat is sent by depth, wherever the order has it.
    own.sort_by_key(|(_, _, depth)| depth.map_or(0, |depth| 1 + (u64::MAX - 1 - depth)));
    own
}

proptest! {
    /// What a preset of SillyTavern sends comes back from RisuAI's form: each text, who speaks it, and how deep in the chat.
    #[test]
    fn texts_roles_and_depths_come_back(
        own in proptest::collection::vec(("[a-zA-Z ,.{}]{0,20}", prop::sample::select(vec!["system", "user", "assistant"]), prop::option::of(1_u8..6)), 0..6),
        seed in 0_u8..4,
    ) {
        let own: Vec<Own> = own
            .into_iter()
            .enumerate()
            .map(|(number, (content, role, depth))| (format!("own-{number}"), content, role, depth))
            .collect();
        let markers: &[&str] = match seed {
            0 => &["worldInfoBefore", "charDescription", "charPersonality", "scenario", "dialogueExamples", "chatHistory"],
            1 => &["dialogueExamples", "chatHistory"],
            2 => &["personaDescription", "dialogueExamples", "chatHistory"],
            _ => &["charDescription", "charPersonality", "scenario", "worldInfoBefore", "dialogueExamples", "chatHistory"],
        };
        let before = preset(&own, markers);
        let there = to_risu(&before, "P").unwrap();
        prop_assert!(there.findings.is_empty(), "{:?}", there.findings);
        let back = to_sillytavern(&there.value).unwrap();
        prop_assert!(back.findings.is_empty(), "{:?}", back.findings);
        // Of one depth the client sends the system's last.
        let rank = |role: &str| match role { "assistant" => 0, "user" => 1, _ => 2 };
        let mut wanted = sent(&before);
        wanted.sort_by_key(|(_, role, depth)| depth.map_or((0, 0), |depth| (1 + (u64::MAX - 1 - depth), rank(role))));
        prop_assert_eq!(sent(&back.value), wanted);
        let filled = |preset: &Json| -> Vec<String> {
            let order = preset.pointer("/prompt_order/0/order").and_then(Json::as_array).unwrap_or_default();
            let all = order.iter().map(|line| text(line, "identifier").to_owned());
            all.filter(|id| !id.starts_with("own-") && !id.starts_with("risu-")).collect()
        };
        prop_assert_eq!(filled(&back.value), markers.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>());
    }

    /// Numbers come back as they were.
    #[test]
    fn samplers_come_back(temperature in 0.0..2.0_f64, hundredths in 0_u32..200, context in 0_u32..200_000) {
        for temperature in [temperature, f64::from(hundredths) / 100.0] {
            let mut object = preset(&[], &["dialogueExamples", "chatHistory"]).as_object().unwrap().clone();
            object.insert("temperature", temperature);
            object.insert("openai_max_context", context);
            let there = to_risu(&Json::Object(object), "P").unwrap().value;
            let back = to_sillytavern(&there).unwrap().value;
            let number = |name: &str| back.get(name).and_then(Json::as_f64).unwrap();
            prop_assert!((number("temperature") - temperature).abs() < 1e-12);
            prop_assert_eq!(number("openai_max_context"), f64::from(context));
        }
    }
}

#[test]
fn a_prompt_in_the_chat_cuts_it() {
    let own: Vec<Own> = vec![
        ("a".into(), "deep".into(), "system", Some(4)),
        ("b".into(), "near".into(), "user", Some(1)),
        ("c".into(), "last".into(), "system", Some(0)),
    ];
    let made = to_risu(&preset(&own, &["dialogueExamples", "chatHistory"]), "P").unwrap();
    assert!(made.findings.is_empty(), "{:?}", made.findings);
    let items: Vec<String> = list(&made.value, "promptTemplate")
        .iter()
        .map(|item| match text(item, "type") {
            "chat" => format!("{}..{}", item.get("rangeStart").unwrap(), item.get("rangeEnd").unwrap()),
            _ => format!("{} by {}", text(item, "text"), text(item, "role")),
        })
        .collect();
    assert_eq!(items, ["0..-4", "deep by system", "-4..-1", "near by user", "-1..\"end\"", "last by system"]);
}

/// Each member that has no place is named by its pointer.
#[test]
fn what_has_no_place_is_named() {
    let st: Json = r#"{"openai_model":"x","stream_openai":false,"seed":-1,"assistant_prefill":"So","extensions":{"other":{},"regex_scripts":[
        {"scriptName":"s","findRegex":"/a/g","replaceString":"b","trimStrings":["c"],"placement":[2]}]},
        "prompts":[{"identifier":"main","content":"M","forbid_overrides":true,"injection_trigger":["swipe"]},{"identifier":"off","content":"O"},
        {"identifier":"scenario","marker":true},{"identifier":"worldInfoBefore","marker":true},{"identifier":"worldInfoAfter","marker":true},
        {"identifier":"deep","content":"D","injection_position":1,"injection_depth":2}],
        "prompt_order":[{"character_id":100001,"order":[{"identifier":"scenario","enabled":true},{"identifier":"main","enabled":true},
        {"identifier":"worldInfoBefore","enabled":true},{"identifier":"worldInfoAfter","enabled":true},{"identifier":"off","enabled":false},
        {"identifier":"deep","enabled":true}]}]}"#
        .parse()
        .unwrap();
    let made = to_risu(&st, "P").unwrap();
    let mut named: Vec<&str> = made.findings.iter().map(|loss| loss.pointer.as_str()).collect();
    named.sort_unstable();
    let wanted = [
        "/extensions/other",
        "/extensions/regex_scripts/0/trimStrings",
        "/openai_model",
        "/prompts/0/forbid_overrides",
        "/prompts/0/injection_trigger",
        "/prompts/1",
        "/prompts/2",
        "/prompts/4",
        "/prompts/5",
        "/seed",
        "/stream_openai",
    ];
    assert_eq!(named, wanted);
    assert_eq!(list(&made.value, "regex").len(), 1);

    let risu: Json = r#"{"name":"P","aiModel":"x","temperature":-1000,"promptSettings":{"assistantPrefill":"So","sendName":true,"utilOverride":false},
        "regex":[{"comment":"r","in":"a","out":"b","type":"editoutput"}],
        "promptTemplate":[{"type":"jailbreak","text":"J","role":"system"},{"type":"cot","text":"C"},{"type":"cache"},{"type":"chatML","text":"<|im_start|>"},
        {"type":"memory"},{"type":"authornote"},{"type":"description","innerFormat":"<{{slot}}>"},{"type":"lorebook","innerFormat":"[{{slot}}]"},
        {"type":"chat","rangeStart":2,"rangeEnd":"end"},{"type":"persona"},{"type":"persona"}]}"#
        .parse()
        .unwrap();
    let made = to_sillytavern(&risu).unwrap();
    let mut named: Vec<&str> = made.findings.iter().map(|loss| loss.pointer.as_str()).collect();
    named.sort_unstable();
    let wanted = [
        "/aiModel",
        "/promptSettings/sendName",
        "/promptTemplate/0",
        "/promptTemplate/1",
        "/promptTemplate/10",
        "/promptTemplate/2",
        "/promptTemplate/3",
        "/promptTemplate/4",
        "/promptTemplate/5",
        "/promptTemplate/6/innerFormat",
        "/promptTemplate/8",
    ];
    assert_eq!(named, wanted);
    assert!(made.value.get("temperature").is_none() && text(&made.value, "assistant_prefill") == "So");
    assert_eq!(text(&made.value, "wi_format"), "[{0}]");
    assert_eq!(made.value.pointer("/extensions/regex_scripts/0/scriptName").and_then(Json::as_str), Some("r"));
}

/// A preset from before templates is read by its order.
#[test]
fn an_old_preset_is_read_by_its_order() {
    let risu: Json = r#"{"name":"P","mainPrompt":"M","jailbreak":"J","globalNote":"G",
        "formatingOrder":["main","description","personaPrompt","chats","lastChat","jailbreak","lorebook","globalNote","authorNote"]}"#
        .parse()
        .unwrap();
    let made = to_sillytavern(&risu).unwrap().value;
    let order = made.pointer("/prompt_order/0/order").and_then(Json::as_array).unwrap_or_default();
    let order: Vec<&str> = order.iter().map(|line| text(line, "identifier")).collect();
    let wanted = [
        "main",
        "charDescription",
        "charPersonality",
        "scenario",
        "personaDescription",
        "dialogueExamples",
        "chatHistory",
        "risu-8",
        "worldInfoBefore",
        "jailbreak",
    ];
    assert_eq!(order, wanted);
    assert!(to_sillytavern(&Json::Object(Object::default())).is_err());
    assert!(to_risu(&risu, "P").is_err());
    // Beside a template these texts are sent by neither client, and are named; the name of the preset comes back.
    let mut shadowed = risu.clone();
    let template: Json = r#"[{"type":"chat","rangeStart":0,"rangeEnd":"end"}]"#.parse().unwrap();
    shadowed.as_object_mut().unwrap().insert("promptTemplate", template);
    let made = to_sillytavern(&shadowed).unwrap();
    let named: Vec<&str> = made.findings.iter().map(|loss| loss.pointer.as_str()).collect();
    assert_eq!(named, ["/mainPrompt", "/jailbreak", "/globalNote"]);
    assert_eq!(text(&made.value, "name"), "P");
}
