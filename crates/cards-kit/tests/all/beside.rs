//! Files beside cards: what lint says of them is what it says of a card that holds the same, and personas are the options that
//! say the same.

use std::path::Path;

use cards_kit::model::{Form, Json};
use cards_kit::prompt::sillytavern::PersonaPosition;
use cards_kit::{Beside, Limits, Linted, Profile, Role, convert_beside};

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

/// A preset as NovelAI gives it out, and what SillyTavern makes of it when it takes it in: its own function, run by hand on this file.
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
