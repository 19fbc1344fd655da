//! Files beside cards: what lint says of them is what it says of a card that holds the same, and personas are the options that
//! say the same.

use std::path::Path;

use cards_kit::model::{Form, Json, Pointer};
use cards_kit::prompt::sillytavern::PersonaPosition;
use cards_kit::{Beside, Limits, Linted, Profile, Role, convert_beside};

use crate::chat::leaves;

fn lint(bytes: &[u8]) -> Linted {
    cards_kit::lint(bytes, &Default::default(), &Limits::default()).unwrap()
}

/// What the rules about regex scripts say, without the place of the list.
fn of_scripts(linted: &Linted, list: &str) -> Vec<String> {
    let findings = linted.report.findings.iter().filter(|finding| finding.id().starts_with("regex-"));
    findings
        .map(|finding| {
            let pointer = finding.location.pointer.clone().unwrap_or_default();
            let place = pointer.as_str().strip_prefix(list).unwrap_or_else(|| panic!("{pointer} is not in {list}"));
            format!("{} {} {place}: {}", finding.severity(), finding.id(), finding.message)
        })
        .collect()
}

#[test]
fn scripts_in_a_file_are_found_wanting_as_in_a_card() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/lint");
    let mut compared = 0;
    for rule in ["regex-invalid", "regex-costly", "regex-never", "regex-by-name", "regex-alters-chat"] {
        let card = std::fs::read_to_string(folder.join(rule).join("bad.json")).unwrap();
        let json: Json = card.parse().unwrap();
        // The texts that patterns are tried over are the card's; without any they are the same in both.
        let extensions = json.pointer("/data/extensions").cloned().unwrap();
        let bare = format!(
            r#"{{"spec":"chara_card_v3","spec_version":"3.0","data":{{"name":"","extensions":{extensions}}}}}"#
        );
        let in_card = lint(bare.as_bytes());
        assert_eq!((in_card.form, in_card.is_beside), (Form::V3.id(), false));
        let lists = [("regex_scripts", ""), ("risuai/customScripts", "/data")];
        let (mut in_files, mut wanted) = (Vec::new(), of_scripts(&in_card, "/data/extensions"));
        for (member, list) in lists {
            let Some(scripts) = json.pointer(&format!("/data/extensions/{member}")) else { continue };
            let items = scripts.as_array().unwrap();
            // The client takes a file without a name for none of its own.
            let named = |item: &Json| item.get("scriptName").is_some() || item.get("comment").is_some();
            assert!(items.iter().all(named), "{rule}");
            let file = match list {
                "" => scripts.to_string(),
                _ => format!(r#"{{"type":"regex","data":{scripts}}}"#),
            };
            let linted = lint(file.as_bytes());
            assert!(linted.is_beside && linted.form.ends_with("_scripts"), "{rule}: {}", linted.form);
            let said = of_scripts(&linted, list);
            in_files.extend(said.iter().map(|said| said.replacen(" /", &format!(" /{member}/"), 1)));
            // One script alone is a file too, and its place is the file.
            if let ([only], "") = (items, list) {
                let alone = of_scripts(&lint(only.to_string().as_bytes()), "");
                assert_eq!(alone, said.iter().map(|said| said.replacen(" /0:", " :", 1)).collect::<Vec<_>>());
            }
        }
        in_files.sort();
        wanted.sort();
        assert_eq!(in_files, wanted, "{rule}");
        compared += wanted.len();
    }
    assert!(compared >= 8, "{compared}");
}

#[test]
fn macros_of_presets_templates_and_personas_are_looked_at() {
    for (file, place) in [
        (
            r#"{"prompts":[{"identifier":"main","content":"{{usr}}","system_prompt":true}],"prompt_order":[{"character_id":100001,"order":[{"identifier":"main","enabled":true}]}]}"#,
            "/prompts/0/content",
        ),
        (r#"{"prompts":[],"prompt_order":[],"impersonation_prompt":"{{usr}}"}"#, "/impersonation_prompt"),
        (r#"{"openai_max_context":4095,"main_prompt":"{{usr}}","jailbreak_system":false}"#, "/main_prompt"),
        (r#"{"name":"A","input_sequence":"{{usr}}","output_sequence":"<a>"}"#, "/input_sequence"),
        (r#"{"instruct":{"name":"A","input_sequence":"{{usr}}","output_sequence":"<a>"}}"#, "/instruct/input_sequence"),
        (r#"{"sysprompt":{"name":"A","content":"{{usr}}"}}"#, "/sysprompt/content"),
        (
            r#"{"personas":{"a.png":"Sam"},"persona_descriptions":{"a.png":{"description":"{{usr}}"}},"default_persona":null}"#,
            "/persona_descriptions/a.png/description",
        ),
    ] {
        let linted = lint(file.as_bytes());
        let found = linted.report.findings.iter().find(|finding| finding.id() == "macro-misspelt");
        let found = found.unwrap_or_else(|| panic!("{file}: {:?}", linted.report.findings));
        assert_eq!(found.location.pointer.as_ref().map(|pointer| pointer.as_str()), Some(place));
        assert!(found.fix.is_none() && found.location.line.is_some());
    }
}

#[test]
fn a_preset_of_before_prompts_were_a_list_has_its_texts_as_prompts() {
    let file = br#"{"openai_max_context":4095,"main_prompt":"Be brief.","nsfw_prompt":"","jailbreak_prompt":"Go on."}"#;
    let Some(Beside::Preset { preset, own }) = Beside::read(file, &Limits::default()) else { panic!("a preset") };
    assert_eq!(own, ["main", "nsfw", "jailbreak"]);
    let text = |id: &str| preset.prompts.iter().find(|it| it.identifier.as_deref() == Some(id)).map(|it| &*it.content);
    assert_eq!((text("main"), text("jailbreak")), (Some("Be brief."), Some("Go on.")));
}

#[test]
fn what_a_chat_loses_is_named_by_its_record() {
    let chat = "{\"user_name\":\"Sam\",\"character_name\":\"Wick\"}\n{\"name\":\"Wick\",\"is_user\":false,\"mes\":\"Hi\"}\n{\"name\":\"Sam\",\"is_user\":true}\n";
    let linted = lint(chat.as_bytes());
    let said: Vec<String> = linted.report.findings.iter().map(ToString::to_string).collect();
    assert_eq!(linted.form, "chat");
    assert!(said.len() == 1 && said[0].contains("/2"), "{said:?}");
}

#[test]
fn what_is_neither_a_card_nor_beside_one_is_refused_as_before() {
    for file in ["{}", "[]", "null", "Hi there", "{\"a\":", ""] {
        let error = cards_kit::lint(file.as_bytes(), &Default::default(), &Limits::default()).unwrap_err();
        assert!(Beside::read(file.as_bytes(), &Limits::default()).is_none(), "{file}");
        assert_eq!(
            Some(error.class()),
            cards_kit::open(file.as_bytes(), Limits::default()).err().map(|error| error.class()),
            "{file}"
        );
    }
}

#[test]
fn personas_of_both_clients_are_read() {
    let read = |text: &str| match Beside::read(text.as_bytes(), &Limits::default()) {
        Some(beside @ Beside::Personas(_)) => {
            let answer = beside.answer();
            let Beside::Personas(personas) = beside else { unreachable!("matched above") };
            (personas, answer.kind, answer.count)
        }
        other => panic!("{text}: {other:?}"),
    };
    let (of_marinara, kind, count) =
        read(r#"{"type":"marinara_persona","version":1,"data":{"name":"Sam","description":"A traveller"}}"#);
    assert_eq!((kind, count), ("marinara_persona", 1));
    assert_eq!(
        of_marinara.of(None).map(|sam| (sam.name.as_str(), sam.description.as_str())),
        Some(("Sam", "A traveller"))
    );
    let (several, kind, count) = read(
        r#"{"personas":{"a.png":"Sam","b.png":"Rin","c.png":5},"default_persona":"x.png","persona_descriptions":
            {"a.png":{"description":"One","position":3,"lorebook":"Sea"},"b.png":{"description":"Two","position":4,"depth":7,"role":2},"c.png":{}}}"#,
    );
    assert_eq!((kind, count), ("sillytavern_personas", 2));
    assert!(several.of(None).is_none() && several.of(Some("Zoe")).is_none());
    let sam = several.of(Some("Sam")).unwrap();
    assert_eq!((sam.place.position, sam.lorebook.as_deref()), (PersonaPosition::BelowNote, Some("Sea")));
    let rin = several.of(Some("Rin")).unwrap();
    assert_eq!((rin.place.position, rin.place.depth, rin.place.role), (PersonaPosition::AtDepth, 7.0, Role::Assistant));
}

/// A preset as NovelAI gives it out, and what SillyTavern makes of it when it takes it in: by a copy of its function, made by hand and run under Node.
#[test]
fn a_preset_of_novelai_becomes_what_sillytavern_makes_of_it() {
    let preset = r#"{"presetVersion":3,"name":"Genesis","id":"a60a","remoteId":"","parameters":{"textGenerationSettingsVersion":3,"temperature":0.630,"max_length":40,
        "top_k":0,"top_p":0.975,"repetition_penalty_range":2048,"cfg_uc":"","bad_words_ids":[],"phrase_rep_pen":"off",
        "order":[{"id":"top_p","enabled":true},{"id":"tfs","enabled":true},{"id":"top_a","enabled":false},{"id":"cfg","enabled":true}]},"model":"euterpe-v2"}"#;
    let limits = Limits::default();
    let said = Beside::read(preset.as_bytes(), &limits).unwrap().answer();
    assert_eq!(
        (said.kind, said.count, &*said.lines[0], &*said.lines[1]),
        ("novelai_preset", 10, "name: Genesis", "model: euterpe-v2")
    );
    assert_eq!(lint(preset.as_bytes()).form, "novelai_preset");
    let made = convert_beside(preset.as_bytes(), Profile::SillyTavern, "", &limits).unwrap().unwrap();
    assert_eq!(
        made.value.to_string(),
        r#"{"max_context":8000,"temperature":0.630,"max_length":40,"top_k":0,"top_p":0.975,"repetition_penalty_range":2048,"phrase_rep_pen":"off","order":[2,3],"extensions":{}}"#
    );
    let lost: Vec<&str> = made.loss.iter().map(|loss| &*loss.pointer).collect();
    let none = [
        "/name",
        "/id",
        "/model",
        "/parameters/order/2",
        "/parameters/order/3",
        "/parameters/textGenerationSettingsVersion",
    ];
    assert_eq!(lost, none);
    // What it became is known for what it is, also where little was set.
    for file in [preset, r#"{"presetVersion":3,"parameters":{"temperature":1}}"#] {
        let made = convert_beside(file.as_bytes(), Profile::SillyTavern, "", &limits).unwrap().unwrap();
        let again = Beside::read(made.to_text().as_bytes(), &limits).unwrap().answer();
        assert_eq!(again.kind, "novelai_samplers");
        assert!(file == preset || made.value.get("order").unwrap().to_string() == "[1,5,0,2,3,4]");
    }
    // Another version, which SillyTavern would take as it is, is no such preset.
    assert!(Beside::read(br#"{"presetVersion":2,"parameters":{"temperature":1}}"#, &limits).is_none());
    assert!(convert_beside(preset.as_bytes(), Profile::Risu, "", &limits).unwrap().is_none());
}

/// A preset as Marinara writes it: what is on or off, lists and objects are texts where its database has them so.
const OF_MARINARA: &str = r#"{"type":"marinara_preset","version":1,"exportedAt":"2026-08-01T00:00:00Z","data":{
    "preset":{"id":"p","name":"Calm","description":"For evenings.","author":"Jo","imagePath":null,"conversationPrompt":"Chat.","gamePrompt":"",
        "sectionOrder":"[\"s2\",\"s1\",\"s3\",\"s4\",\"s5\",\"s6\",\"s7\",\"s8\",\"s9\"]","groupOrder":"[\"g\"]","variableGroups":"[]",
        "variableValues":"{}","defaultChoices":"{\"POV\":\"third\"}","wrapFormat":"xml","isDefault":"false","systemKey":"",
        "parameters":"{\"temperature\":0.70,\"topP\":0.9,\"maxTokens\":512,\"maxContext\":32000,\"reasoningEffort\":\"high\",\"verbosity\":null,\"assistantPrefill\":\"Sure\",\"squashSystemMessages\":true,\"stopSequences\":[\"STOP\"]}"},
    "sections":[
        {"id":"s1","presetId":"p","identifier":"rules","name":"Rules","content":"Write in {{POV}} person{{#if POV}}, {{appearance}}{{/if}} {{time::1::2::3}}.","role":"user","enabled":"true","isMarker":"false","groupId":"g","markerConfig":null,"injectionPosition":"depth","injectionDepth":3,"injectionOrder":90,"forbidOverrides":"false"},
        {"id":"s2","identifier":"main","name":"Role","content":"Be {{char}}, {{usr}}.","role":"system","enabled":"true","isMarker":"false","injectionPosition":"ordered","injectionDepth":0,"injectionOrder":100,"forbidOverrides":"true"},
        {"id":"s3","identifier":"lore","name":"Lore","content":"","role":"system","enabled":"true","isMarker":"true","markerConfig":"{\"type\":\"lorebook\",\"lorebookFormat\":\"full\"}"},
        {"id":"s4","identifier":"c","name":"Cast","content":"","role":"system","enabled":"true","isMarker":"true","markerConfig":{"type":"character","characterFields":["description","appearance"]}},
        {"id":"s5","identifier":"h","name":"History","content":"","role":"system","enabled":"true","isMarker":"true","markerConfig":{"type":"chat_history","chatHistoryOptions":{"maxMessages":40}}},
        {"id":"s6","identifier":"a","name":"Clock","content":"{{agent::clock}}","role":"system","enabled":"true","isMarker":"true","markerConfig":{"type":"agent_data","agentType":"clock"}},
        {"id":"s7","identifier":"main","name":"Twice","content":"Once more.","role":"assistant","enabled":"false","isMarker":"false"},
        {"id":"s8","identifier":"chatHistory","name":"Grouped","content":"In a group that is off.","enabled":true,"groupId":"off","condition":"POV"},
        {"id":"s9","identifier":"lore2","name":"Late lore","enabled":true,"isMarker":true,"markerConfig":{"type":"world_info_after"}},
        {"id":"unlisted","identifier":"spare","name":"Spare","content":"Kept for later.","enabled":"true"},
        "odd"],
    "groups":[{"id":"g","presetId":"p","name":"All rules","parentGroupId":null,"order":10,"enabled":"true","createdAt":"x"},
        {"id":"off","name":"Nothing","order":11,"enabled":"false"}],
    "choiceBlocks":[{"id":"c","variableName":"POV","question":"Which person?","options":"[{\"id\":\"o\",\"label\":\"Third\",\"value\":\"third\"}]"}],
    "notes":"n"},"folder":"f"}"#;

#[test]
fn a_preset_of_marinara_is_told_section_by_section() {
    let limits = Limits::default();
    let said = Beside::read(OF_MARINARA.as_bytes(), &limits).unwrap().answer();
    assert_eq!((said.kind, &*said.what, said.count), ("marinara_preset", "a Marinara preset", 11));
    let wanted =
        ["name: Calm", "Role: 21 bytes", "Rules: 76 bytes", "Lore: 0 bytes", "Cast: 0 bytes", "History: 0 bytes"];
    assert_eq!(said.lines[..6], wanted);
    assert_eq!(said.lines[7..9], ["Twice (off): 10 bytes", "Grouped (off): 23 bytes"]);
    assert_eq!(said.lines[10], "Spare (off): 15 bytes");
    // What the file asks for by name and what Marinara knows is no misspelt macro; what nobody knows is one.
    let linted = lint(OF_MARINARA.as_bytes());
    assert_eq!(linted.form, "marinara_preset");
    let found: Vec<_> = linted
        .report
        .findings
        .iter()
        .map(|finding| format!("{} {}", finding.id(), finding.location.pointer.clone().unwrap_or_default()))
        .collect();
    assert_eq!(found, ["macro-misspelt /data/sections/1/content"]);
    // Another version is one that the program refuses, and what has no preset in it too.
    for other in [
        r#"{"type":"marinara_preset","version":2,"data":{"preset":{}}}"#,
        r#"{"type":"marinara_preset","version":1,"data":{}}"#,
    ] {
        assert!(Beside::read(other.as_bytes(), &limits).is_none(), "{other}");
    }
}

#[test]
fn a_preset_of_marinara_becomes_one_of_sillytavern() {
    let limits = Limits::default();
    let made = convert_beside(OF_MARINARA.as_bytes(), Profile::SillyTavern, "", &limits).unwrap().unwrap();
    let at = |pointer: &str| made.value.pointer(pointer).map(ToString::to_string).unwrap_or_default();
    let listed = |list: &str, members: [&str; 2]| {
        let list = made.value.pointer(list).and_then(Json::as_array).unwrap_or_default();
        let text = |item: &Json, name: &str| item.get(name).map(ToString::to_string).unwrap_or_default();
        list.iter().map(|item| members.map(|name| text(item, name).replace('"', "")).join(" ")).collect::<Vec<_>>()
    };
    let order = [
        "main true",
        "rules true",
        "worldInfoBefore true",
        "worldInfoAfter true",
        "charDescription true",
        "chatHistory true",
        "marinara-7 false",
        "marinara-8 false",
    ];
    assert_eq!(listed("/prompt_order/0/order", ["identifier", "enabled"]), order);
    assert_eq!(
        listed("/prompts", ["identifier", "name"])[6..],
        ["marinara-7 Twice", "marinara-8 Grouped", "spare Spare"]
    );
    assert_eq!(
        at("/prompts/1"),
        r#"{"identifier":"rules","name":"Rules","role":"user","injection_position":1,"injection_depth":3,"injection_order":90,"forbid_overrides":false,"system_prompt":false,"content":"Write in {{POV}} person{{#if POV}}, {{appearance}}{{/if}} {{time::1::2::3}}."}"#
    );
    assert_eq!(at("/prompts/2/name") + &at("/prompts/2/marker"), r#""Lore: worldInfoBefore"true"#);
    let settings = ["temperature", "top_p", "openai_max_tokens", "reasoning_effort", "squash_system_messages"];
    assert_eq!(settings.map(|name| at(&format!("/{name}"))), ["0.70", "0.9", "512", "\"high\"", "true"]);
    let lost: Vec<&str> = made.loss.iter().map(|loss| &*loss.pointer).collect();
    let wanted = [
        "/data/preset/wrapFormat",
        "/data/preset/name",
        "/data/preset/description",
        "/data/preset/author",
        "/data/preset/conversationPrompt",
        "/data/preset/defaultChoices",
        "/data/preset/parameters",
        "/data/sections/2/markerConfig",
        "/data/sections/3/markerConfig/characterFields",
        "/data/sections/4/markerConfig/chatHistoryOptions",
        "/data/sections/5",
        "/data/sections/7/condition",
        "/data/sections/8",
        "/data/sections/10",
        "/data/groups/0",
        "/data/groups/1",
        "/data/choiceBlocks/0",
        "/folder",
        "/data/notes",
    ];
    assert_eq!(lost, wanted);
    // Settings that are objects have places of their own, and Marinara's most is SillyTavern's.
    let objects = r#"{"type":"marinara_preset","version":1,"data":{"preset":{"wrapFormat":"none","parameters":{"reasoningEffort":"maximum","verbosity":"loud","useMaxContext":true}},
        "sections":[{"name":"A","content":"a","enabled":true,"injectionPosition":"depth","role":"tool"}]}}"#;
    let made = convert_beside(objects.as_bytes(), Profile::SillyTavern, "", &limits).unwrap().unwrap();
    let lost: Vec<&str> = made.loss.iter().map(|loss| &*loss.pointer).collect();
    assert_eq!(
        lost,
        ["/data/preset/parameters/verbosity", "/data/preset/parameters/useMaxContext", "/data/sections/0/role"]
    );
    assert_eq!(made.value.get("reasoning_effort").and_then(Json::as_str), Some("max"));
    assert_eq!(made.value.pointer("/prompts/0/injection_depth").and_then(Json::as_i64), Some(0));
}

/// A law: every text and number of a file of Marinara is in what it becomes, or below a place that is reported; and what it becomes is known.
#[test]
fn what_marinara_wrote_is_there_or_reported() {
    /// Members that name parts of the file, or that say what a value is.
    const WORDS: [&str; 16] = [
        "type",
        "version",
        "exportedAt",
        "id",
        "presetId",
        "groupId",
        "identifier",
        "sectionOrder",
        "groupOrder",
        "isDefault",
        "enabled",
        "isMarker",
        "forbidOverrides",
        "injectionPosition",
        "characterFields",
        "isActive",
    ];
    let persona = r#"{"type":"marinara_persona","version":1,"exportedAt":"x","data":{"id":"p","name":"Sam","comment":"the diver","description":"A traveller",
        "personality":"Calm.","backstory":"From the coast.","appearance":"","scenario":"At sea.","nameColor":"red","tags":["a"],"avatar":"data:image/png;base64,AA",
        "isActive":true,"altDescriptions":[{"label":"Skills","content":"Dives.","active":true}]},"sprites":[1]}"#;
    let bare =
        r#"{"type":"marinara_persona","version":1,"data":{"name":"森","description":"A traveller","comment":7}}"#;
    let limits = Limits::default();
    for (file, kind) in
        [(OF_MARINARA, "sillytavern_preset"), (persona, "sillytavern_personas"), (bare, "sillytavern_personas")]
    {
        let made = convert_beside(file.as_bytes(), Profile::SillyTavern, "", &limits).unwrap().unwrap();
        let lost: Vec<Pointer> = made.loss.iter().map(|loss| loss.pointer.parse().unwrap()).collect();
        assert!(lost.iter().all(|at| made.before.at(at).is_some()), "{lost:?}");
        let (mut before, mut after) = (Vec::new(), Vec::new());
        leaves(&made.before, &Pointer::ROOT, &mut before);
        leaves(&made.value, &Pointer::ROOT, &mut after);
        let is_word = |at: &Pointer| at.as_str().split('/').any(|name| WORDS.contains(&name));
        for (at, said) in before.iter().filter(|(at, _)| !is_word(at)) {
            // What stands in a text as JSON is as good as there.
            let mut inside = vec![(at.clone(), said.clone())];
            if let Some(json) =
                said.parse::<Json>().ok().filter(|json| json.as_object().is_some() || json.as_array().is_some())
            {
                inside.clear();
                leaves(&json, at, &mut inside);
            }
            for (inner, said) in inside.iter().filter(|(at, _)| !is_word(at)) {
                let is_there = after.iter().any(|(_, there)| there.contains(&**said));
                assert!(is_there || lost.iter().any(|above| at.starts_with(above)), "{inner} {said:?}");
            }
        }
        let again = Beside::read(made.to_text().as_bytes(), &limits).unwrap().answer();
        assert_eq!((again.kind, made.to), (kind, kind));
        assert!(convert_beside(file.as_bytes(), Profile::Risu, "", &limits).unwrap().is_none());
        // Once there, it stays as it is.
        let still = convert_beside(made.to_text().as_bytes(), Profile::SillyTavern, "", &limits).unwrap().unwrap();
        assert_eq!((still.loss.len(), still.value), (0, made.value.clone()));
    }
    let made = convert_beside(persona.as_bytes(), Profile::SillyTavern, "", &limits).unwrap().unwrap();
    assert_eq!(
        made.value.to_string(),
        r#"{"personas":{"user-Sam.png":"Sam"},"persona_descriptions":{"user-Sam.png":{"description":"A traveller\n\nPersonality: Calm.\n\nBackstory: From the coast.\n\nScenario: At sea.","position":0,"depth":2,"role":0,"lorebook":"","title":"the diver"}},"default_persona":null}"#
    );
    let lost: Vec<&str> = made.loss.iter().map(|loss| &*loss.pointer).collect();
    assert_eq!(lost, ["/data/nameColor", "/data/tags", "/data/avatar", "/data/altDescriptions", "/sprites"]);
    let made = convert_beside(bare.as_bytes(), Profile::SillyTavern, "", &limits).unwrap().unwrap();
    assert_eq!(made.value.pointer("/personas/user-persona.png").and_then(Json::as_str), Some("森"));
}

#[test]
fn scripts_of_which_none_has_a_place_make_no_empty_file() {
    let limits = Limits::default();
    let file = |scripts: &str| format!(r#"{{"type":"regex","data":[{scripts}]}}"#);
    let to_sillytavern = |file: &str| convert_beside(file.as_bytes(), Profile::SillyTavern, "", &limits);
    let script = r#"{"comment":"a","in":"x","out":"y","type":"elsewhere"}"#;
    let errors =
        [file(script), file(&format!("{script},{script}")), file("")].map(|file| to_sillytavern(&file).unwrap_err());
    let said = errors.each_ref().map(ToString::to_string);
    let nothing = "nothing of this file has a place among SillyTavern regex scripts";
    assert!(said[0].starts_with(&format!("{nothing}: /data/0/type: ")) && !said[0].contains("more"), "{}", said[0]);
    assert!(said[1].ends_with("; and 1 more"), "{}", said[1]);
    assert_eq!(said[2], nothing);
    assert!(errors.iter().all(|error| error.class() == "lossy"));
    // One of its own stays what it is, and one of several with a place goes.
    let own = convert_beside(file("").as_bytes(), Profile::Risu, "", &limits).unwrap().unwrap();
    assert_eq!(own.value.to_string(), file(""));
    let good = r#"{"comment":"b","in":"x","out":"y","type":"editinput"}"#;
    let made = to_sillytavern(&file(&format!("{script},{good}"))).unwrap().unwrap();
    assert_eq!((made.value.as_array().unwrap().len(), made.loss.len()), (1, 1));
}
