//! Calls as JavaScript makes them. What they answer in full is tested under Node, in `packages/npm/test`.

use cards_wasm::World;

const CARD: &str = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","first_mes":"Hello."}}"#;
const CORE: &str = include_str!("../../../packages/npm/core.js");

/// Who makes the calls: the package, and the worker of the language server.
const CALLERS: &[&str] = &[
    CORE,
    #[cfg(feature = "editor")]
    include_str!("../../../web/src/server.js"),
];

/// Makes a call and gives the JSON of its answer.
fn call(world: &mut World, held: u32, name: &str, args: &str, files: &[&str]) -> String {
    let files: Vec<&[u8]> = files.iter().map(|file| file.as_bytes()).collect();
    call_with(world, held, name, args, &files)
}

/// The same, with files of any kind.
fn call_with(world: &mut World, held: u32, name: &str, args: &str, files: &[&[u8]]) -> String {
    let pieces = [name.as_bytes(), args.as_bytes()].iter().chain(files).map(|piece| piece.to_vec()).collect();
    let answer = world.call(held, pieces).pieces();
    answer.first().map(|json| String::from_utf8_lossy(json).into_owned()).unwrap_or_default()
}

/// The page has words for every form that an answer may name.
#[test]
fn the_page_names_every_form() {
    const WORDS: &str = include_str!("../../../web/src/forms.js");
    for form in cards_model::Form::ALL {
        assert!(WORDS.contains(&format!("['{}', ", form.id())), "web/src/forms.js lacks {}", form.id());
    }
}

#[test]
fn every_call_is_made_by_the_package_and_no_other() {
    for name in World::names() {
        assert!(CALLERS.iter().any(|caller| caller.contains(&format!("call('{name}'"))), "nobody calls {name}");
    }
    for rest in CALLERS.iter().flat_map(|caller| caller.split("call('").skip(1)) {
        let name = rest.split('\'').next().unwrap();
        assert!(World::names().any(|known| known == name), "no call is named {name}");
    }
}

/// Every call of a larger module is named as such, so that a smaller one says which has it; what each build has is asked of it.
#[test]
fn each_call_is_of_one_module() {
    let [core, full] = World::names_beyond();
    let beyond = |name: &&str| core.contains(name) || full.contains(name);
    let here: Vec<&str> = World::names().filter(|name| *name != "conform" && !name.starts_with("desk")).collect();
    let larger: Vec<&str> = here.iter().filter(|name| beyond(name)).copied().collect();
    let wanted = [(cfg!(feature = "cards"), core), (cfg!(feature = "full"), full)];
    let wanted: Vec<&str> =
        wanted.iter().filter(|(is_here, _)| *is_here).flat_map(|(_, names)| names.iter().copied()).collect();
    assert_eq!(larger, wanted);
    // The smallest has these; one more belongs into a list of the others.
    let least: Vec<&str> = here.iter().filter(|name| !beyond(name)).copied().collect();
    let edit = [
        "about",
        "texts",
        "edit",
        "tokens",
        "open",
        "create",
        "free",
        "card.about",
        "card.json",
        "card.text",
        "card.plain",
        "card.texts",
        "card.entries",
        "card.get",
        "card.now",
        "card.apply",
        "card.undo",
        "card.redo",
        "card.changes",
        "card.picture",
        "card.assets",
        "card.asset",
        "card.bytes",
    ];
    assert_eq!(least, if cfg!(feature = "edit") { &edit[..] } else { &[] });
    let mut world = World::default();
    let refused = call(&mut world, 0, "nonsense", "{}", &[]);
    assert!(refused.contains("no module has a call `nonsense`"), "{refused}");
}

/// Messages come as pieces and go as pieces; files that the server writes are behind them.
#[cfg(feature = "editor")]
#[test]
fn a_language_server_hears_messages_and_says_some() {
    let mut world = World::default();
    assert_eq!(call(&mut world, 0, "desk", "{}", &[]), r#"{"ok":1}"#);
    let asked = |id: u32, method: &str, params: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#)
    };
    let mut say = |name: &str, args: &str, files: &[&str]| {
        let pieces = [name, args].iter().chain(files).map(|piece| piece.as_bytes().to_vec()).collect();
        let pieces = world.call(1, pieces).pieces();
        pieces.into_iter().map(|piece| String::from_utf8(piece).unwrap()).collect::<Vec<_>>()
    };
    let begun = say("desk.hear", r#"{"now":1700000000}"#, &[&asked(1, "initialize", r#"{"capabilities":{}}"#)]);
    assert_eq!(begun[0], r#"{"ok":{"messages":1,"files":[],"rest":null}}"#);
    assert!(begun[1].contains("hoverProvider") && begun.len() == 2, "{begun:?}");

    assert_eq!(say("desk.file", r#"{"uri":"file:///a/aria.json"}"#, &[CARD]), [r#"{"ok":null}"#]);
    let read = say("desk.hear", "{}", &[&asked(2, "cards/read", r#"{"uri":"cards:/a/aria.json/greetings/0"}"#)]);
    let hash = read[1].split("\"hash\":\"").nth(1).unwrap().split('"').next().unwrap();
    let save = format!(r#"{{"uri":"cards:/a/aria.json/greetings/0","text":"Good day.","hash":"{hash}"}}"#);
    let saved = say("desk.hear", "{}", &[&asked(3, "cards/write", &save)]);
    assert_eq!(saved[0], r#"{"ok":{"messages":1,"files":["file:///a/aria.json"],"rest":80}}"#);
    assert_eq!(saved[2], CARD.replace("Hello.", "Good day."));
    assert_eq!(say("desk.work", "{}", &[]), [r#"{"ok":{"messages":0,"files":[],"rest":null}}"#]);

    assert_eq!(say("desk.file", r#"{"uri":"file:///a/aria.json"}"#, &[]), [r#"{"ok":null}"#]);
    let gone = say("desk.hear", "{}", &[&asked(4, "cards/read", r#"{"uri":"cards:/a/aria.json/greetings/0"}"#)]);
    assert!(gone[1].contains("there is no such file here"), "{gone:?}");
    assert!(say("desk.hear", "{}", &["no message"])[0].contains("\"error\""));
    assert!(say("card.json", "{}", &[])[0].contains("this is no card"));
}

#[test]
fn a_card_stays_open_under_its_number_until_it_is_freed() {
    let mut world = World::default();
    assert_eq!(call(&mut world, 0, "open", "{}", &[CARD]), r#"{"ok":1}"#);
    assert_eq!(call(&mut world, 0, "open", "{}", &[CARD]), r#"{"ok":2}"#);
    let set = r#"{"patches":[{"op":"set","path":"name","value":"Wick"}]}"#;
    let changed = r#"{"ok":[{"pointer":"/data/name","cause":"asked","before":"Aria","after":"Wick"}]}"#;
    assert_eq!(call(&mut world, 1, "card.apply", set, &[]), changed);
    assert_eq!(call(&mut world, 1, "free", "{}", &[]), r#"{"ok":null}"#);
    let freed = r#"{"error":{"kind":"usage","code":"usage","message":"this was freed","place":null,"help":null}}"#;
    assert_eq!(call(&mut world, 1, "card.about", "{}", &[]), freed);
    let about =
        r#"{"ok":{"container":"JSON","form":"v2","name":"Aria","card":true,"changed":false,"steps":0,"entry_members":"#;
    let members = serde_json::to_string(&cards_kit::edit::entry_members(cards_model::Form::V2)).unwrap();
    assert_eq!(call(&mut world, 2, "card.about", "{}", &[]), format!("{about}{members}}}}}"));
    assert_eq!(call(&mut world, 0, "open", "{}", &[CARD]), r#"{"ok":1}"#);
}

#[test]
fn calls_that_are_none_are_refused() {
    let mut world = World::default();
    for (name, args, files, message) in [
        ("sing", "{}", &[][..], "no module has a call `sing`"),
        ("open", "{}", &[], "a file belongs here: its bytes, or its text"),
        ("tokens", "{}", &[], "`text` is missing"),
        ("row", r#"{"lnt":true}"#, &[CARD], "there is no option `lnt`; there is `lint` or `signature`"),
        ("lint", r#"{"select":"tags-type"}"#, &[CARD], r#"the text \"tags-type\" is where a list belongs"#),
        ("row", r#"{"lint":1}"#, &[CARD], "the number `1` is where true or false belongs"),
        ("lint", r#"{"select":["tags-type"]}"#, &[CARD], "there is no rule `tags-type`; `rules()` lists them"),
        ("schema", r#"{"form":"v9"}"#, &[], "`v9` is not the name of a form; choose one of v0, v1, v2, v3, v3l, prom"),
        ("create", r#"{"form":"module"}"#, &[], "a new card is v1, v2, v3, v3l or prom, not an RPGGO module"),
    ] {
        let answer = call(&mut world, 0, name, args, files);
        let wanted = format!(r#"{{"error":{{"kind":"usage","code":"usage","message":"{message}"#);
        assert!(answer.starts_with(&wanted), "{answer}");
    }
    assert!(
        World::default().call(0, Vec::new()).pieces()[0].starts_with(br#"{"error":{"kind":"usage","code":"usage""#)
    );
}

#[test]
fn what_a_repair_changed_is_told_when_it_is_made_and_when_it_is_taken_back() {
    let bad = CARD.replace(r#""first_mes""#, r#""tags":"bard","first_mes""#);
    let mut world = World::default();
    call(&mut world, 0, "open", "{}", &[&bad]);
    let repaired = call(&mut world, 1, "card.repair", r#"{"select":["wrong-type"]}"#, &[]);
    assert!(repaired.starts_with(r#"{"ok":"#), "{repaired}");
    let told = r#"{"pointer":"/data/tags","cause":"asked","before":"bard","after":["bard"]}"#;
    let changes = call(&mut world, 1, "card.changes", "{}", &[]);
    assert!(changes.contains(told), "{changes}");
    let undone = call(&mut world, 1, "card.undo", "{}", &[]);
    assert!(undone.contains(told), "{undone}");
    assert_eq!(call(&mut world, 1, "card.undo", "{}", &[]), r#"{"ok":null}"#);
    let again = call(&mut world, 1, "card.redo", "{}", &[]);
    assert!(again.contains(told), "{again}");
    assert_eq!(call(&mut world, 1, "card.redo", "{}", &[]), r#"{"ok":null}"#);
    call(&mut world, 1, "card.undo", "{}", &[]);
    assert_eq!(call(&mut world, 1, "card.changes", "{}", &[]), r#"{"ok":{"changes":[],"twins":[]}}"#);
}

#[test]
fn forms_of_other_programs_are_written() {
    let mut world = World::default();
    for (form, head) in [("yaml", "name: Aria"), ("agnai_character", "{"), ("byaf", "PK")] {
        let pieces = ["convert", &format!(r#"{{"form":"{form}"}}"#), CARD].map(|piece| piece.as_bytes().to_vec());
        let answer = world.call(0, pieces.to_vec()).pieces();
        let json = String::from_utf8_lossy(&answer[0]).into_owned();
        assert!(answer.len() == 2 && answer[1].starts_with(head.as_bytes()), "{form}: {json}");
    }
    let twice = call(&mut world, 0, "convert", r#"{"form":"byaf","kind":"png"}"#, &[CARD]);
    assert!(twice.contains("has one kind of file"), "{twice}");
}

#[test]
fn settings_of_world_info_are_read_and_say_what_has_no_say() {
    let mut world = World::default();
    let file = r#"{"world_info_settings":{"world_info_depth":7,"world_info":{"globalSelect":["Town"]}}}"#;
    let read = call(&mut world, 0, "world_info", "{}", &[file]);
    assert!(read.starts_with(r#"{"ok":{"settings":{"world_info_depth":7.0},"without_say":["the lorebooks"#), "{read}");
    let refused = call(&mut world, 0, "world_info", "{}", &[r#"{"name":"Aria"}"#]);
    assert!(refused.contains(r#""code":"bad-field""#), "{refused}");
    let broken = call(&mut world, 0, "world_info", "{}", &["{"]);
    assert!(broken.contains(r#""code":"bad-json""#), "{broken}");
}

#[test]
fn what_is_odd_about_a_preset_and_templates_is_said() {
    let mut world = World::default();
    call(&mut world, 0, "session", r#"{"cast":[0],"options":{"profile":"sillytavern","context":4000}}"#, &[CARD]);
    let odd =
        r#"{"messages":[],"preset":{"prompts":[{"name":"lost"}],"openai_max_context":900,"openai_max_tokens":100}}"#;
    let answer = call(&mut world, 1, "session.messages", odd, &[]);
    assert!(
        answer.contains(r#""findings":["/prompts/0: the prompt has no identifier, so nothing can send it"#),
        "{answer}"
    );
    // The context of the session counts, and not that of the preset.
    assert!(answer.contains(r#""budget_left":39"#), "{answer}");
    let chatml = call(&mut world, 1, "session.text", r#"{"messages":[],"instruct":"chatml"}"#, &[]);
    assert!(chatml.contains("<|im_start|>"), "{chatml}");
    for (verb, args, message) in [
        ("session.text", r#"{"preset":{}}"#, "a preset is for messages; a text takes templates"),
        ("session.messages", r#"{"instruct":"chatml"}"#, "templates are for a text; messages take a preset"),
        ("session.text", r#"{"instruct":"latin"}"#, "`latin` is not the name of a template"),
        ("session.text", r#"{"sysprompt":"chatml"}"#, "there is no system prompt in it"),
        ("session.text", r#"{"instruct":"default"}"#, "there is no instruct template in it"),
    ] {
        let answer = call(&mut world, 1, verb, args, &[]);
        assert!(answer.contains(message), "{answer}");
    }
}

#[test]
fn rows_that_stand_twice_are_found_by_their_numbers() {
    let mut world = World::default();
    let prose = "A bard who walks from town to town, and sings of the towns that she left behind her, always.";
    let card = |name: &str, end: &str| CARD.replace("Aria", name).replace("Hello.", &format!("{prose}{end}"));
    let cards = [card("Aria", ""), card("Aria", ""), card("Wick", " Often."), CARD.to_owned()];
    let row = |card: &String, world: &mut World| {
        let answer = call(world, 0, "row", r#"{"signature":true}"#, &[card]);
        answer.strip_prefix(r#"{"ok":"#).and_then(|rest| rest.strip_suffix('}')).unwrap().to_owned()
    };
    let rows: Vec<String> = cards.iter().map(|card| row(card, &mut world)).collect();
    let args = format!(r#"{{"rows":[{}],"near":0.7,"keep":"first"}}"#, rows.join(","));
    let answer = call(&mut world, 0, "dupes", &args, &[]);
    assert!(answer.contains(r#""paths":["0","1"]"#), "{answer}");
    assert!(answer.ends_with(r#""kept":[{"keep":"0","others":["1","2"]}]}}"#), "{answer}");
}

#[test]
fn a_merge_takes_the_picture_along_in_one_step() {
    let base = include_bytes!("../../../fixtures/cards/wick-v3.png");
    let dot = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0:~\x9bU\0\0\0\0IEND\xaeB`\x82";
    let theirs = cards_kit::portrait::set(base, dot.to_vec(), &cards_kit::Limits::default()).unwrap().0;
    let mut world = World::default();
    call_with(&mut world, 0, "open", "{}", &[base]);
    let set = r#"{"patches":[{"op":"set","path":"name","value":"Mira"}]}"#;
    call(&mut world, 1, "card.apply", set, &[]);
    let merged = call_with(&mut world, 1, "card.merge", "{}", &[base, &theirs]);
    let member = r#""members":[{"name":"picture","taken":"theirs","removed":false,"conflict":false}]"#;
    assert!(merged.contains(member), "{merged}");
    assert!(call(&mut world, 1, "card.about", "{}", &[]).contains("Mira"));
    // It is there now, and gone after one step back.
    let again = call_with(&mut world, 1, "card.merge", "{}", &[base, &theirs]);
    assert!(again.contains(r#""members":[]"#), "{again}");
    call(&mut world, 1, "card.undo", "{}", &[]);
    assert!(call(&mut world, 1, "card.about", "{}", &[]).contains("Mira"));
    let again = call_with(&mut world, 1, "card.merge", "{}", &[base, &theirs]);
    assert!(again.contains(member), "{again}");
}
