//! What SillyTavern does, row by row.

use cards_json::Json;
use cards_macro::MapHost;
use cards_script::sillytavern::{Call, Placement, Purpose, Script, Sources, run, run_one};
use cards_script::{FindingKind, Limits};

pub(crate) fn script(json: &str) -> Script {
    let json = Json::read(json, &cards_json::Limits::default()).expect("the test has JSON");
    let mut script = Script::from_json(&json);
    script.replace.get_or_insert_default();
    script.trim.get_or_insert_default();
    script.placement.get_or_insert_with(|| vec![2.0]);
    script
}

fn answer(text: &str, json: &str) -> String {
    let mut host = MapHost::new("Rin", "Mira");
    run(text, &[script(json)], &Call::new(Placement::AiOutput), &mut host, &Limits::default()).text
}

#[test]
fn patterns_and_replacements_are_the_clients() {
    for (text, json, expected) in [
        ("a cat, a cat", r#"{"findRegex":"/cat/g","replaceString":"dog"}"#, "a dog, a dog"),
        ("cat cat", r#"{"findRegex":"c.t","replaceString":"X"}"#, "X cat"),
        ("/a/gg a", r#"{"findRegex":"/a/gg","replaceString":"X"}"#, "X a"),
        ("ab", r#"{"findRegex":"(a)|b","replaceString":"[$1]"}"#, "[a]b"),
        ("Rin Vale", r#"{"findRegex":"(\\w+) (\\w+)","replaceString":"$2, $1"}"#, "Vale, Rin"),
        ("2026", r#"{"findRegex":"(?<y>\\d+)","replaceString":"<$<y>$<x>>"}"#, "<2026>"),
        ("ab", r#"{"findRegex":"a","replaceString":"$&$$$1"}"#, "$&$$b"),
        // Behind the last group are the place of the match, the whole text and, where groups have names, something without text.
        ("xxa", r#"{"findRegex":"a","replaceString":"[$1][$2][$3]"}"#, "xx[2][xxa][]"),
        ("xxa", r#"{"findRegex":"(?<n>a)","replaceString":"[$2][$3][$5]"}"#, "xx[2][xxa][]"),
        ("a", r#"{"findRegex":"a","replaceString":"{{MATCH}}{{user}}"}"#, "aRin"),
        (
            "*waves*",
            r#"{"findRegex":"/\\*.+\\*/","replaceString":"<i>{{match}}</i>","trimStrings":["*"]}"#,
            "<i>waves</i>",
        ),
        ("Mira", r#"{"findRegex":"/{{char}}/","replaceString":"X","substituteRegex":1}"#, "X"),
        ("a.b axb", r#"{"findRegex":"/a.b/gU","replaceString":"X"}"#, "a.b axb"),
    ] {
        assert_eq!(answer(text, json), expected, "{json}");
    }
}

#[test]
fn values_of_macros_may_be_text_only() {
    let script = script(r#"{"findRegex":"/{{char}}/g","replaceString":"X","substituteRegex":"2"}"#);
    let mut host = MapHost::new("Rin", "A.C");
    let ran = run("A.C ABC", &[script], &Call::new(Placement::AiOutput), &mut host, &Limits::default());
    assert_eq!(ran.text, "X ABC");
}

#[test]
fn flags_edits_and_depth_say_when() {
    let plain = script(r#"{"findRegex":"x","replaceString":"y"}"#);
    let shown = script(r#"{"findRegex":"x","replaceString":"y","markdownOnly":true}"#);
    let sent = script(r#"{"findRegex":"x","replaceString":"y","promptOnly":true,"minDepth":1,"maxDepth":"2"}"#);
    let edited = script(r#"{"findRegex":"x","replaceString":"y","runOnEdit":true}"#);
    let stored = Call::new(Placement::AiOutput);
    let prompt = stored.clone().with_purpose(Purpose::Prompt);
    let runs = |script: &Script, call: &Call| {
        let mut host = MapHost::new("Rin", "Mira");
        run("x", std::slice::from_ref(script), call, &mut host, &Limits::default()).text == "y"
    };
    assert!(runs(&plain, &stored));
    assert!(!runs(&plain, &prompt) && !runs(&plain, &stored.clone().with_purpose(Purpose::Display)));
    assert!(!runs(&shown, &stored) && !runs(&sent, &stored));
    assert!(!runs(&plain, &Call::new(Placement::UserInput)));
    assert!(!runs(&plain, &stored.clone().with_edit(true)) && runs(&edited, &stored.clone().with_edit(true)));
    assert!(runs(&shown, &stored.clone().with_purpose(Purpose::Display)) && !runs(&shown, &prompt));
    for (depth, expected) in
        [(None, true), (Some(0.0), false), (Some(1.0), true), (Some(2.0), true), (Some(3.0), false)]
    {
        assert_eq!(runs(&sent, &prompt.clone().with_depth(depth)), expected, "{depth:?}");
    }
    // Below -1 and below 0 the bounds count as none.
    for (bounds, depth, expected) in [
        (r#""minDepth":-1"#, -2.0, false),
        (r#""minDepth":-1"#, -1.0, true),
        (r#""minDepth":-2"#, -3.0, true),
        (r#""maxDepth":0"#, 0.0, true),
        (r#""maxDepth":0"#, 1.0, false),
        (r#""maxDepth":-1"#, 1.0, true),
    ] {
        let script = script(&format!(r#"{{"findRegex":"x","replaceString":"y",{bounds}}}"#));
        assert_eq!(runs(&script, &stored.clone().with_depth(Some(depth))), expected, "{bounds} {depth}");
    }
    let mut host = MapHost::new("Rin", "Mira");
    assert_eq!(run_one("x", &shown, &mut host, &Limits::default()).text, "y");
}

#[test]
fn lists_run_in_order_where_they_are_allowed() {
    let step = |from: &str, to: &str| script(&format!(r#"{{"findRegex":"{from}","replaceString":"{to}"}}"#));
    let mut sources = Sources::default();
    (sources.global, sources.preset, sources.card) = (vec![step("a", "b")], vec![step("b", "c")], vec![step("c", "d")]);
    let text = |preset, card| {
        let scripts = sources.clone().in_order(preset, card);
        let mut host = MapHost::new("Rin", "Mira");
        run("a", &scripts, &Call::new(Placement::AiOutput), &mut host, &Limits::default()).text
    };
    assert_eq!([text(true, true), text(false, true), text(true, false)], ["d", "b", "c"]);
}

#[test]
fn where_the_client_breaks_the_text_stays() {
    let mut host = MapHost::new("Rin", "Mira");
    let mut finding = |json: &str| {
        let json = Json::read(json, &cards_json::Limits::default()).expect("the test has JSON");
        let first = script(r#"{"findRegex":"x","replaceString":"xa"}"#);
        let call = Call::new(Placement::AiOutput);
        let ran = run("x", &[first, Script::from_json(&json)], &call, &mut host, &Limits::default());
        assert_eq!(ran.text, "x");
        assert_eq!(ran.findings[0].script, 1);
        assert!(matches!(ran.findings[0].kind, FindingKind::Breaks { .. }));
        ran.findings[0].kind.to_string()
    };
    assert_eq!(finding("{}"), "the client breaks off here: the script has no `placement`");
    assert_eq!(
        finding(r#"{"findRegex":"a","placement":[2]}"#),
        "the client breaks off here: the script has no `replaceString`"
    );
    assert_eq!(
        finding(r#"{"findRegex":"a","placement":[2],"replaceString":"$0"}"#),
        "the client breaks off here: the script has no `trimStrings`"
    );
    assert_eq!(
        finding(r#"{"findRegex":"a","placement":[2],"replaceString":"$1","trimStrings":["b"]}"#),
        "the client breaks off here: the place of a match cannot be trimmed"
    );
    assert_eq!(
        finding(r#"{"findRegex":"(?<n>a)","placement":[2],"replaceString":"$4","trimStrings":[]}"#),
        "the client breaks off here: the groups' names have no text"
    );
}

/// De facto: SillyTavern 1.19.0 hands the name of who speaks to what it trims, and to nothing else.
#[test]
fn the_speaker_is_the_character_of_trim_strings() {
    let script = script(r#"{"findRegex":"/.+/","replaceString":"{{char}}: $0","trimStrings":["{{char}}"]}"#);
    for (speaker, expected) in [(None, "Mira:  and Vane"), (Some("Vane"), "Mira: Mira and ")] {
        let call = Call::new(Placement::AiOutput).with_speaker(speaker.map(str::to_owned));
        let mut host = MapHost::new("Rin", "Mira");
        let ran = run("Mira and Vane", std::slice::from_ref(&script), &call, &mut host, &Limits::default());
        assert_eq!(ran.text, expected, "{speaker:?}");
    }
}
