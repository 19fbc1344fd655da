//! Files beside cards, named to verbs that take cards.

use serde_json::{Value, json};

use crate::tool::{cards, fed, fixture, folder_with, run, text};

const SCRIPTS: &str =
    r#"[{"scriptName":"stars","findRegex":"/(/","replaceString":"","trimStrings":[],"placement":[2]}]"#;
const CARD: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","description":"{{persona}}","first_mes":"Hi, {{user}}."}}"#;
const PERSONAS: &str = r#"{"personas":{"a.png":"Sam","b.png":"Rin"},"default_persona":"b.png","persona_descriptions":{
    "a.png":{"description":"A diver.","position":0},
    "b.png":{"description":"A traveller.","position":4,"depth":1,"role":1,"lorebook":"Sea"}}}"#;

#[test]
fn a_file_of_scripts_is_linted_where_it_is_named_and_passed_over_among_cards() {
    let folder = folder_with(&[("aria.json", CARD.as_bytes()), ("scripts.json", SCRIPTS.as_bytes())]);
    let at = folder.path();
    let named = run(at, &["lint", "scripts.json", "--json"]);
    let said: Value = serde_json::from_slice(&named.stdout).unwrap();
    assert_eq!((named.status.code(), &said["form"]), (Some(1), &json!("sillytavern_scripts")));
    let found = said["findings"].as_array().unwrap().iter().find(|found| found["rule"] == "regex-invalid").unwrap();
    assert_eq!((&found["pointer"], &found["line"]), (&json!("/0"), &json!(1)), "{found}");
    // There is no next step for it: a page of it or a repair there is not.
    let shown = run(at, &["lint", "scripts.json"]);
    assert!(
        text(&shown.stdout).contains("regex-invalid") && !text(&shown.stdout).contains("run:"),
        "{}",
        text(&shown.stdout)
    );
    // On standard input it is the same file.
    let piped = fed(cards(at, &["lint", "-", "--json"]), SCRIPTS.as_bytes());
    let piped: Value = serde_json::from_slice(&piped.stdout).unwrap();
    assert_eq!(piped["findings"], said["findings"]);
    for line in [&["lint", ".", "--json"][..], &["lint", "aria.json", "scripts.json", "--cards-only", "--json"]] {
        let output = run(at, line);
        let lines = text(&output.stdout).lines().count();
        assert_eq!(lines, 1, "{line:?}: {}", text(&output.stdout));
    }
    // What a rule is switched off for, it is silent about here too.
    let off = run(at, &["lint", "scripts.json", "--ignore", "regex-*"]);
    assert_eq!(off.status.code(), Some(0), "{}", text(&off.stdout));
}

/// There and back: what SillyTavern sends by the preset that comes back is what it sent by the first one.
#[test]
fn a_preset_that_went_to_risuai_and_back_sends_the_same() {
    let prompt = |id: &str, content: &str, more: Value| {
        let mut prompt =
            json!({ "identifier": id, "name": id, "content": content, "role": "system", "system_prompt": false });
        prompt.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        prompt
    };
    let marker = |id: &str| json!({ "identifier": id, "name": id, "marker": true, "system_prompt": true });
    let prompts = [
        prompt("main", "Write as {{char}}.", json!({ "system_prompt": true })),
        marker("worldInfoBefore"),
        marker("personaDescription"),
        marker("charDescription"),
        marker("charPersonality"),
        marker("scenario"),
        prompt("mine", "No purple prose.", json!({})),
        marker("dialogueExamples"),
        marker("chatHistory"),
        prompt("jailbreak", "Stay in the scene.", json!({ "system_prompt": true })),
        prompt("deep", "Remember the tide.", json!({ "injection_position": 1, "injection_depth": 2 })),
        prompt("near", "It rains.", json!({ "injection_position": 1, "injection_depth": 1, "role": "user" })),
    ];
    let order: Vec<Value> =
        prompts.iter().map(|prompt| json!({ "identifier": prompt["identifier"], "enabled": true })).collect();
    let preset = json!({ "prompts": prompts, "prompt_order": [{ "character_id": 100001, "order": order }], "temperature": 0.9,
        "openai_max_context": 8192, "openai_max_tokens": 300 });
    let folder = folder_with(&[("aria.json", CARD.as_bytes()), ("st.json", preset.to_string().as_bytes())]);
    let at = folder.path();
    for line in [
        &["convert", "st.json", "--to", "risu", "-o", "risu.json"][..],
        &["convert", "risu.json", "--to", "sillytavern", "-o", "back.json"],
    ] {
        let output = run(at, line);
        assert!(
            output.status.success() && text(&output.stderr).contains("nothing was lost"),
            "{}",
            text(&output.stderr)
        );
    }
    let sent = |preset: &str| {
        let line =
            ["prompt", "aria.json", "--profile", "sillytavern", "--preset", preset, "--persona", "A diver.", "--json"];
        let line = [&line[..], &["--chat", "chat.txt"]].concat();
        std::fs::write(at.join("chat.txt"), "Aria: Hi.\nUser: Hello.\nAria: So?\nUser: Go on.\n").unwrap();
        let output = run(at, &line);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let value: Value = serde_json::from_slice(&output.stdout).unwrap();
        let messages = value["messages"].as_array().unwrap().clone();
        messages.iter().map(|message| (message["role"].clone(), message["content"].clone())).collect::<Vec<_>>()
    };
    let before = sent("st.json");
    assert!(before.len() > 8, "{before:?}");
    assert_eq!(sent("back.json"), before);
    // The form that a file has already is its own.
    let same = run(at, &["convert", "st.json", "--to", "sillytavern", "--json"]);
    let same: Value = serde_json::from_slice(&same.stdout).unwrap();
    assert_eq!(
        (&same["from"], &same["to"], &same["result"]),
        (&json!("sillytavern_preset"), &json!("sillytavern_preset"), &preset)
    );
    let inspected = run(at, &["inspect", "risu.json", "--json"]);
    let inspected: Value = serde_json::from_slice(&inspected.stdout).unwrap();
    assert_eq!(inspected["form"], "risu_preset");
    // Of other files beside cards there is one form alone.
    std::fs::write(at.join("think.json"), r#"{"prefix":"<think>","suffix":"</think>","separator":""}"#).unwrap();
    let refused = run(at, &["convert", "think.json", "--to", "risu"]);
    assert!(!refused.status.success() && text(&refused.stderr).contains("alone have a form of another client"));
}

/// What a file has besides the card goes nowhere where the result is text, and is named.
#[test]
fn what_stays_behind_is_said() {
    let folder = folder_with(&[]);
    let at = folder.path();
    let charx = fixture("wick-v3.charx");
    let text_of = |line: &[&str]| text(&run(at, line).stderr).to_owned();
    let as_text = text_of(&["convert", &charx, "--to", "v2", "-o", "wick.json"]);
    let one = "1 other file of the card stays behind: `assets/icon/images/main.png`; `cards pack` brings it along";
    assert!(as_text.contains(one), "{as_text}");
    let foreign = text_of(&["convert", &charx, "--to", "yaml", "-o", "wick.yaml"]);
    assert!(foreign.contains(one), "{foreign}");
    let told = run(at, &["convert", &charx, "--to", "yaml", "--json"]);
    let told: Value = serde_json::from_str(&text(&told.stdout)).unwrap();
    assert_eq!(told["left_behind"], serde_json::json!(["assets/icon/images/main.png"]));
    // Of the files of a folder each says it.
    std::fs::create_dir(at.join("all")).unwrap();
    std::fs::copy(&charx, at.join("all/wick.charx")).unwrap();
    for (to, is_said) in
        [("yaml", true), ("agnai_character", true), ("worldinfo", true), ("byaf", false), ("v3", false)]
    {
        let said = text_of(&["convert", "all", "--to", to, "-o", to]);
        assert_eq!(said.contains(one), is_said, "{to}: {said}");
    }
    let packed = text_of(&["convert", &charx, "--to", "v3", "-o", "wick.charx"]);
    assert!(!packed.contains("behind"), "{packed}");
    let picture = text_of(&["convert", &fixture("wick-v3.json"), "--to", "v2", "-o", "other.json"]);
    assert!(!picture.contains("behind"), "{picture}");
    // What Lumiverse keeps beside the card is named by whose it is, and its icon is no stray file.
    let card = std::fs::read(fixture("wick-v2.json")).unwrap();
    let file = |name, bytes| cards_container::charx::NewFile { name, bytes };
    let files = [
        file("assets/icon/image/main.png", &b"p"[..]),
        file("lumiverse_modules.json", b"{}"),
        file("a.txt", b"x"),
        file("b.txt", b"x"),
    ];
    let lumiverse = cards_container::charx::write(&card, &files, Vec::new()).unwrap();
    std::fs::write(at.join("lumiverse.charx"), lumiverse).unwrap();
    let linted = run(at, &["lint", "lumiverse.charx", "--select", "needs-client", "--select", "unlisted"]);
    let said = text(&linted.stdout);
    assert!(said.contains("need Lumiverse") && !said.contains("main.png"), "{said}");
    let many = text_of(&["convert", "lumiverse.charx", "--to", "v1", "-o", "v1.json"]);
    assert!(many.contains("4 other files of the card stay behind: `assets/icon/image/main.png`, `lumiverse_modules.json`, `a.txt`, …; `cards pack` brings them"), "{many}");
}

/// A preset that RisuAI packs says and becomes what its JSON does, and is written as its name says.
#[test]
fn a_packed_preset_is_what_its_json_is() {
    let preset = r#"{"name":"Tide","mainPrompt":"","formatingOrder":[],"temperature":90,"maxContext":8192,"openAIModel":"x","promptTemplate":[
        {"type":"plain","type2":"main","role":"system","text":"Write as {{char}}. {{#if}}"},{"type":"description"},{"type":"chat","rangeStart":0,"rangeEnd":"end"}]}"#;
    let folder = folder_with(&[("tide.json", preset.as_bytes())]);
    let at = folder.path();
    for name in ["tide.risup", "tide.risupreset"] {
        let made = run(at, &["convert", "tide.json", "--to", "risu", "-o", name]);
        assert!(made.status.success() && text(&made.stderr).contains("nothing was lost"), "{}", text(&made.stderr));
    }
    let answer = |line: &[&str]| -> Value {
        let output = run(at, line);
        let mut answer: Value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output.stderr)));
        for said in ["file", "container"] {
            answer.as_object_mut().unwrap().remove(said);
        }
        for finding in answer["findings"].as_array_mut().into_iter().flatten() {
            let place = ["line", "column"].map(|of_text| finding.as_object_mut().unwrap().remove(of_text));
            drop(place);
        }
        answer
    };
    for line in [&["inspect"][..], &["lint"], &["convert", "--to", "sillytavern"], &["convert", "--to", "risu"]] {
        let [plain, first, second] =
            ["tide.json", "tide.risup", "tide.risupreset"].map(|file| answer(&[line, &[file, "--json"]].concat()));
        assert_eq!(first, plain, "{line:?}");
        assert_eq!(second, plain, "{line:?}");
    }
    let inspected = run(at, &["inspect", "tide.risup", "--json"]);
    assert!(text(&inspected.stdout).contains(r#""container":"RisuAI preset""#), "{}", text(&inspected.stdout));
    let other = run(at, &["convert", "tide.json", "--to", "risu", "-o", "tide.png"]);
    assert!(
        text(&other.stderr).contains("tide.png is not a name for JSON; name it `.json`, `.risup` or `.risupreset`")
    );
    let other = run(at, &["convert", "tide.json", "--to", "sillytavern", "-o", "out.risup"]);
    assert!(
        text(&other.stderr).contains("out.risup is not a name for JSON; name it `.json`\n"),
        "{}",
        text(&other.stderr)
    );
    let chat = r#"{"type":"risuChat","ver":2,"data":{"message":[{"role":"user","data":"Hello","chatId":"x"},{"role":"char","data":"Hi"}]}}"#;
    std::fs::write(at.join("chat.json"), chat).unwrap();
    let made = run(at, &["convert", "chat.json", "--to", "sillytavern", "-o", "chat.jsonl", "--report"]);
    assert!(text(&made.stderr).contains("/data/message/0/chatId: a chat of SillyTavern gets nothing of it"));
    assert_eq!(std::fs::read_to_string(at.join("chat.jsonl")).unwrap().lines().count(), 3);
    for (line, said) in [
        (["sillytavern", "-o", "chat.json.png"], "is not a name for a chat; name it `.jsonl`"),
        (["risu", "-o", "x.json"], "this holds a chat; a chat becomes `sillytavern`, which RisuAI reads too"),
        (["marinara_lorebook", "-o", "x.json"], "chats and personas `sillytavern`"),
        (
            ["v3", "-o", "x.json"],
            "regex scripts and presets become `risu` and `sillytavern`, chats and personas `sillytavern`",
        ),
    ] {
        let refused = run(at, &[&["convert", "chat.json", "--to"][..], &line].concat());
        assert!(!refused.status.success() && text(&refused.stderr).contains(said), "{}", text(&refused.stderr));
    }
    std::fs::write(at.join("calm.preset"), r#"{"presetVersion":3,"parameters":{"temperature":0.6}}"#).unwrap();
    let refused = run(at, &["convert", "calm.preset", "--to", "risu"]);
    assert!(text(&refused.stderr).contains("this holds a NovelAI preset; it becomes `sillytavern` alone"));
    let marinara = r#"{"type":"marinara_preset","version":1,"data":{"preset":{"name":"Calm"},"sections":[]}}"#;
    std::fs::write(at.join("calm.marinara.json"), marinara).unwrap();
    std::fs::write(at.join("sam.json"), r#"{"type":"marinara_persona","version":1,"data":{"name":"Sam"}}"#).unwrap();
    for (name, said) in [
        ("calm.marinara.json", "this holds a Marinara preset; it becomes `sillytavern` alone"),
        ("sam.json", "this holds a persona of Marinara; it becomes `sillytavern` alone"),
    ] {
        let refused = run(at, &["convert", name, "--to", "risu"]);
        assert!(text(&refused.stderr).contains(said), "{}", text(&refused.stderr));
        let made = run(at, &["convert", name, "--to", "sillytavern"]);
        assert!(made.status.success(), "{}", text(&made.stderr));
    }
    // One that is cut off is named all the same.
    let whole = std::fs::read(at.join("tide.risup")).unwrap();
    std::fs::write(at.join("half.risup"), &whole[..whole.len() / 2]).unwrap();
    let half = run(at, &["inspect", "half.risup"]);
    let help = |name| {
        format!(
            "help: `cards inspect {name}`, lint and convert read presets; if they do not read this one, export it again"
        )
    };
    assert!(text(&half.stderr).contains("this is a RisuAI preset") && text(&half.stderr).contains(&help("half.risup")));
    // A whole one is said to be broken by no verb that is for cards.
    for name in ["tide.risup", "tide.risupreset"] {
        let other = run(at, &["get", name]);
        assert!(text(&other.stderr).contains(&help(name)), "{}", text(&other.stderr));
    }
}

/// Numbers that a packed preset cannot keep are told to people and programs.
#[test]
fn what_a_packed_preset_rounds_is_reported() {
    let preset = r#"{"name":"Tide","promptTemplate":[],"seed":12345678901234567890,"far":1e999,"temperature":70}"#;
    let folder = folder_with(&[("tide.json", preset.as_bytes())]);
    let line = |out, more: &[&'static str]| [&["convert", "tide.json", "--to", "risu", "-o", out], more].concat();
    let shown = run(folder.path(), &line("one.risup", &["--report"]));
    let what = "a number that a packed preset keeps as a float";
    let shown = text(&shown.stderr);
    for part in ["2 settings have no place there", &format!("  /seed: {what}\n"), &format!("  /far: {what}\n")] {
        assert!(shown.contains(part), "{shown}");
    }
    let told = run(folder.path(), &line("two.risup", &["--json"]));
    let told: Value = serde_json::from_slice(&told.stdout).unwrap();
    let told: Vec<_> = told["loss"].as_array().unwrap().iter().map(|loss| (&loss["pointer"], &loss["bytes"])).collect();
    assert_eq!(told, [(&json!("/seed"), &json!(20)), (&json!("/far"), &json!(5))]);
    let kept = run(folder.path(), &line("three.json", &[]));
    assert!(text(&kept.stderr).contains("nothing was lost"), "{}", text(&kept.stderr));
}

/// What is lost is told to programs as it is to people.
#[test]
fn losses_of_a_preset_are_the_same_on_the_screen_and_in_json() {
    let preset = r#"{"prompts":[{"identifier":"main","content":"M","forbid_overrides":true},{"identifier":"off","content":"O"}],
        "prompt_order":[{"character_id":100001,"order":[{"identifier":"main","enabled":true},{"identifier":"off","enabled":false}]}],
        "openai_model":"x","extensions":{"regex_scripts":[{"scriptName":"s","findRegex":"/a/g","replaceString":"b","trimStrings":["c"],"placement":[2]}]}}"#;
    let folder = folder_with(&[("st.json", preset.as_bytes())]);
    let line = ["convert", "st.json", "--to", "risu", "--dry-run"];
    let shown = run(folder.path(), &[&line[..], &["--report"]].concat());
    let shown = text(&shown.stderr);
    let shown: Vec<&str> = shown.lines().filter_map(|line| line.strip_prefix("  /")).collect();
    let said = run(folder.path(), &[&line[..], &["--json"]].concat());
    let said: Value = serde_json::from_slice(&said.stdout).unwrap();
    let words = |loss: &Value| {
        format!("{}: {}", loss["pointer"].as_str().unwrap().trim_start_matches('/'), loss["what"].as_str().unwrap())
    };
    let said: Vec<String> = said["loss"].as_array().unwrap().iter().map(words).collect();
    assert_eq!(said, shown);
    assert!(said.len() == 4, "{said:?}");
}

/// A persona of a file is the options that say the same.
#[test]
fn a_persona_of_a_file_is_what_the_options_say() {
    let folder = folder_with(&[("aria.json", CARD.as_bytes()), ("mine.json", PERSONAS.as_bytes())]);
    let prompt = |words: &[&str]| {
        let line = [&["prompt", "aria.json", "--profile", "sillytavern", "--say", "Hello.", "--json"], words].concat();
        let output = run(folder.path(), &line);
        assert!(output.status.success(), "{words:?}: {}", text(&output.stderr));
        (text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
    };
    let (usual, note) = prompt(&["--persona", "@mine.json"]);
    let said = ["--user", "Rin", "--persona", "A traveller.", "--persona-depth", "1", "--persona-role", "user"];
    assert_eq!(usual, prompt(&said).0);
    assert!(note.contains("`Sea`"), "{note}");
    let (named, _) = prompt(&["--persona", "@mine.json", "--user", "Sam"]);
    assert_eq!(named, prompt(&["--user", "Sam", "--persona", "A diver."]).0);
    // What is said on the command line counts more than what the file says.
    let (placed, _) = prompt(&["--persona", "@mine.json", "--persona-position", "in-prompt"]);
    assert_eq!(placed, prompt(&["--user", "Rin", "--persona", "A traveller."]).0);
    assert_ne!(usual, placed);
    let missing = run(folder.path(), &["prompt", "aria.json", "--persona", "@mine.json", "--user", "Zoe"]);
    let said = text(&missing.stderr);
    assert!(!missing.status.success() && said.contains("Sam, Rin") && said.contains("`Zoe`"), "{said}");
    // The place of a persona is SillyTavern's.
    let other = run(folder.path(), &["prompt", "aria.json", "--persona", "@mine.json"]);
    assert!(other.status.success() && text(&other.stderr).contains("SillyTavern's"), "{}", text(&other.stderr));
}

#[test]
fn a_persona_of_a_file_is_known_to_macros() {
    let folder = folder_with(&[
        ("mine.json", PERSONAS.as_bytes()),
        ("text.txt", b"{{user}}: {{persona}}"),
        ("settings.json", format!(r#"{{"main_api":"openai","username":"Rin","power_user":{PERSONAS}}}"#).as_bytes()),
        ("sam.json", br#"{"type":"marinara_persona","version":1,"data":{"name":"Sam","description":"A diver."}}"#),
    ]);
    for (words, wanted) in [
        (&["--persona", "@mine.json"][..], "Rin: A traveller."),
        (&["--persona", "@mine.json", "--user", "Sam"], "Sam: A diver."),
        (&["--persona", "@sam.json"], "Sam: A diver."),
        (&["--persona", "@settings.json"], "Rin: A traveller."),
        (&["--persona", "@text.txt", "--user", "Sam"], "Sam: Sam:"),
        (&["--persona", "A diver."], "User: A diver."),
    ] {
        let line = [&["expand", "text.txt", "--profile", "sillytavern"], words].concat();
        let output = run(folder.path(), &line);
        assert_eq!(text(&output.stdout).trim_end(), wanted, "{words:?}: {}", text(&output.stderr));
    }
    // A file that is known to be something else is refused by what it is.
    for (file, what) in [("chat.jsonl", "this is a chat, and holds no persona"), ("wick-v3.json", "this is a V3 card")]
    {
        let refused = run(folder.path(), &["expand", "text.txt", "--persona", &format!("@{}", fixture(file))]);
        assert!(!refused.status.success() && text(&refused.stderr).contains(what), "{}", text(&refused.stderr));
    }
}

/// Scripts do in a file what they do in a card, and the advice for those of RisuAI leads to a file that runs.
#[test]
fn scripts_of_a_file_do_what_those_of_the_card_do() {
    let scripts = r#"[{"scriptName":"loud","findRegex":"/toll/g","replaceString":"FEE","trimStrings":[],"placement":[1,2],"promptOnly":true}]"#;
    let card = |extensions: &str| {
        let data =
            format!(r#"{{"name":"Aria","description":"A toll.","first_mes":"The toll.","extensions":{extensions}}}"#);
        format!(r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{data}}}"#)
    };
    let own = card(&format!(r#"{{"regex_scripts":{scripts}}}"#));
    let risu = r#"{"type":"regex","data":[{"comment":"loud","in":"toll","out":"FEE","type":"editprocess"}]}"#;
    let folder = folder_with(&[
        ("own.json", own.as_bytes()),
        ("bare.json", card("{}").as_bytes()),
        ("scripts.json", scripts.as_bytes()),
        ("risu.json", risu.as_bytes()),
    ]);
    let at = folder.path();
    let prompt = |card: &str, more: &[&str]| {
        let line = ["prompt", card, "--profile", "sillytavern", "--say", "Which toll?", "--json"];
        run(at, &[&line, more].concat())
    };
    let messages = |card: &str, more: &[&str]| -> Value {
        serde_json::from_slice::<Value>(&prompt(card, more).stdout).unwrap()["messages"].take()
    };
    let with_own = messages("own.json", &["--scripts"]);
    assert!(with_own.to_string().contains("Which FEE?") && with_own.to_string().contains("The FEE."), "{with_own}");
    assert_eq!(messages("bare.json", &["--script-file", "scripts.json"]), with_own);
    assert_ne!(messages("bare.json", &[]), with_own);
    // The file's own come first, and what they wrote is what those of the card see.
    let both = messages("own.json", &["--scripts", "--script-file", "scripts.json"]);
    assert_eq!(both, with_own);
    let refused = text(&prompt("bare.json", &["--script-file", "risu.json"]).stderr);
    let advice = refused.split("first ").nth(1).unwrap().trim();
    let words: Vec<&str> = advice.split_whitespace().skip(1).collect();
    std::fs::remove_file(at.join("scripts.json")).unwrap();
    assert!(run(at, &words).status.success(), "{advice}");
    assert_eq!(messages("bare.json", &["--script-file", "scripts.json"]), with_own);
}
