//! Each limit, on both sides.

use cards_json::Json;
use cards_macro::MapHost;
use cards_script::sillytavern::{Call, Placement, run};
use cards_script::{Limits, risu, sillytavern};

use super::sillytavern::script;

#[test]
fn long_texts_are_not_made() {
    let double = script(r#"{"findRegex":"/a/g","replaceString":"$0$0"}"#);
    let answer = |limits: &Limits| {
        let mut host = MapHost::new("Rin", "Mira");
        run("aaaa", std::slice::from_ref(&double), &Call::new(Placement::AiOutput), &mut host, limits)
    };
    let limits = Limits::default().with_text_bytes(8);
    assert_eq!(answer(&limits).text, "aaaaaaaa");
    let ran = answer(&limits.with_text_bytes(7));
    assert_eq!(ran.text, "aaaa");
    assert_eq!(ran.findings[0].kind.to_string(), "the text would pass the limit `text_bytes` of 7");

    let script = super::risu::script("a", "$&$&", None);
    let run = |limits: &Limits| {
        let mut host = MapHost::new("Rin", "Mira");
        risu::run("aaaa", std::slice::from_ref(&script), &risu::Call::new(risu::Mode::EditOutput), &mut host, limits)
    };
    let limits = Limits::default().with_text_bytes(8);
    assert_eq!(run(&limits).text, "aaaaaaaa");
    assert_eq!(run(&limits.with_text_bytes(7)).findings.len(), 1);
}

/// Each of three scripts over four letters counts as those and 4 KiB, and a step of a pattern that looks ahead as 8.
#[test]
fn what_scripts_read_together_is_limited_on_both_sides() {
    let next = script(r#"{"findRegex":"/a/","replaceString":"b"}"#);
    let ahead = script(r#"{"findRegex":"/(?=a)a/","replaceString":"b"}"#);
    let scripts = [next.clone(), ahead, next];
    let answer = |limits: &Limits| {
        let mut host = MapHost::new("Rin", "Mira");
        run("aaaa", &scripts, &Call::new(Placement::AiOutput), &mut host, limits)
    };
    let all = answer(&Limits::default());
    assert_eq!((all.text.as_str(), all.findings.len()), ("bbba", 0));
    assert!(all.scanned > 3 * 4_100 && all.scanned < 3 * 4_100 + 200, "{}", all.scanned);
    assert_eq!(answer(&Limits::default().with_scan_bytes(all.scanned)), all);
    let less = answer(&Limits::default().with_scan_bytes(all.scanned - 1));
    assert_eq!((less.text.as_str(), less.steps.len()), ("bbaa", 2));
    assert_eq!(
        less.findings[0].to_string(),
        format!(
            "script 2: scripts have read what the limit `scan_bytes` of {} allows; this one and those behind it did not run",
            all.scanned - 1
        )
    );

    let trims = script(r#"{"findRegex":"/a/g","replaceString":"$0","trimStrings":["x","y"]}"#);
    let trimmed = |bytes: u64| {
        let limits = Limits::default().with_scan_bytes(bytes);
        let mut host = MapHost::new("Rin", "Mira");
        let ran = sillytavern::run_one("aa", &trims, &mut host, &limits);
        (ran.steps.len(), ran.findings.len(), ran.scanned)
    };
    // Two letters and 4 KiB, and two strings in each of two matches of one letter.
    assert_eq!(trimmed(1 << 20), (1, 0, 4_098 + 2 * 2 * 17));
    assert_eq!([trimmed(4_098), trimmed(4_097)], [(1, 0, 4_166), (0, 1, 4_098)]);

    let scripts = [super::risu::script("a", "b", None), super::risu::script("b", "c", None)];
    let run = |bytes: u64| {
        let (mut host, limits) = (MapHost::new("Rin", "Mira"), Limits::default().with_scan_bytes(bytes));
        risu::run("aaaa", &scripts, &risu::Call::new(risu::Mode::EditOutput), &mut host, &limits)
    };
    assert_eq!((run(8_200).text.as_str(), run(8_199).text.as_str()), ("cccc", "bbbb"));
    assert_eq!(run(8_199).findings.len(), 1);
}

#[test]
fn scripts_are_counted() {
    let limits = Limits::default().with_scripts(1);
    let scripts =
        [script(r#"{"findRegex":"a","replaceString":"b"}"#), script(r#"{"findRegex":"b","replaceString":"c"}"#)];
    let mut host = MapHost::new("Rin", "Mira");
    assert_eq!(run("a", &scripts, &Call::new(Placement::AiOutput), &mut host, &limits).text, "b");
    let read = |text: &str| {
        let json = Json::read(text, &cards_json::Limits::default()).unwrap();
        sillytavern::Script::file_from_json(&json, &limits).map(|scripts| scripts.len())
    };
    let one = r#"{"scriptName":"a","findRegex":"x"}"#;
    assert_eq!(read(&format!("[{one}]")), Ok(1));
    let of_risu = |count: usize| {
        let items = vec![r#"{"comment":"a","in":"x","out":"y","type":"editdisplay"}"#; count].join(",");
        let json = Json::read(&format!(r#"{{"type":"regex","data":[{items}]}}"#), &cards_json::Limits::default());
        risu::Script::file_from_json(&json.unwrap(), &limits).map(|scripts| scripts.len()).ok()
    };
    assert_eq!([of_risu(0), of_risu(1), of_risu(2), of_risu(3)], [Some(0), Some(1), None, None]);
    // A file that names a script alone is one, whatever it lacks.
    assert_eq!(read(r#"{"scriptName":"a"}"#), Ok(1));
    assert_eq!(
        read(&format!("[{one},{one}]")).unwrap_err().to_string(),
        "2 scripts, more than the limit `scripts` of 1"
    );
}

#[test]
fn costly_patterns_and_macros_are_named() {
    let mut host = MapHost::new("Rin", "Mira");
    let mut finding = |json: &str, limits: &Limits| {
        let ran = run(
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab",
            &[script(json)],
            &Call::new(Placement::AiOutput),
            &mut host,
            limits,
        );
        assert_eq!(ran.text.len(), 41);
        ran.findings[0].kind.to_string()
    };
    let limits = Limits::default();
    assert_eq!(
        finding(r#"{"findRegex":"/(?:(?=x*)a|(?=x*)aa)+$/"}"#, &limits),
        "`/(?:(?=x*)a|(?=x*)aa)+$/` is too costly: the pattern takes more steps than the limit `backtrack_steps` allows"
    );
    assert_eq!(finding(r#"{"findRegex":"/(/"}"#, &limits), "`/(/` is no pattern: group without end at byte 1");
    let tight = Limits::default().with_pattern(cards_pattern::Limits::default().with_depth(0));
    assert_eq!(finding(r#"{"findRegex":"(a)"}"#, &tight), "`(a)` is too costly: groups inside groups past the limit");
    let tight = Limits::default().with_macros(cards_macro::Limits::default().with_output_bytes(2));
    let words = finding(r#"{"findRegex":"a","replaceString":"{{user}}"}"#, &tight);
    assert!(words.starts_with("macros stay as text: "), "{words}");
}
