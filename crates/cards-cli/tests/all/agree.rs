//! Verbs that speak of the same card say the same names, counts and tokens.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::tool::run;

/// A card whose texts have no macros, in two scripts, so that its fields are as long in a prompt as in the file.
const CARD: &str = r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"Mira Vale","creator":"Sam","character_version":"2",
"description":"The keeper of a lamp. 灯塔的守夜人。","personality":"Dry and patient.","scenario":"Night at the lock.",
"first_mes":"Good evening.","mes_example":"","system_prompt":"Stay calm.","post_history_instructions":"Be brief.",
"alternate_greetings":["Back again?"],"group_only_greetings":[],"tags":["lamp"],"creator_notes":"","extensions":{},
"character_book":{"extensions":{},"entries":[
{"keys":["bell"],"name":"The bell","use_regex":false,"content":"日本語日本語日本","enabled":true,"insertion_order":1,"extensions":{}},
{"keys":[],"name":"The lamp","use_regex":false,"content":"It burns whale oil.","enabled":true,"constant":true,"insertion_order":2,"extensions":{}},
{"keys":["x"],"name":"Off","use_regex":false,"content":"Nothing.","enabled":false,"insertion_order":3,"extensions":{}}]}}}"#;

fn cards(folder: &Path, line: &[&str]) -> String {
    let output = run(folder, line);
    assert!(output.status.success(), "{line:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(folder: &Path, line: &[&str]) -> Value {
    serde_json::from_str(&cards(folder, &[line, &["--json"]].concat())).unwrap()
}

#[test]
fn prompt_activate_inspect_scan_and_report_agree() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("mira.json"), CARD).unwrap();
    let inspected = json(folder, &["inspect", "mira.json"]);
    let scanned = json(folder, &["scan", "mira.json"]);
    let profiles = json(folder, &["activate", "mira.json", "--say", "Did you hear the bell?"]);
    let prompt = json(folder, &["prompt", "mira.json", "--say", "Did you hear the bell?"]);
    let page = cards(folder, &["report", "mira.json", "-o", "-"]);
    let shown = cards(folder, &["inspect", "mira.json"]);
    let card = &inspected["card"];
    for (member, wanted) in [("name", "Mira Vale"), ("creator", "Sam"), ("version", "2")] {
        assert_eq!(card[member], wanted);
        assert_eq!(scanned[member], wanted);
    }
    assert!(page.contains("Mira Vale") && shown.contains("Mira Vale"));
    for member in ["greetings", "assets", "tags"] {
        assert_eq!(card[member], scanned[member], "{member}");
    }
    for member in ["entries", "constant", "disabled"] {
        assert_eq!(card["lorebook"][member], scanned["lore"][member], "{member}");
    }
    let activated = &profiles["profiles"][0];
    let entries = activated["entries"].as_array().unwrap();
    assert_eq!(entries.len() as u64, scanned["lore"]["entries"].as_u64().unwrap());

    // Fields are as long in the prompt as in the listing, and the texts of lore as in the trace.
    let pieces = prompt["messages"].as_array().unwrap();
    let tokens = |source: &str| {
        let piece = pieces.iter().find(|piece| piece["source"] == source);
        piece.unwrap_or_else(|| panic!("{source} in {pieces:?}"))["tokens"].as_u64().unwrap()
    };
    let said = |member: &str| scanned["tokens"][member].as_u64().unwrap();
    for (source, member) in [
        ("description", "description"),
        ("personality", "personality"),
        ("scenario", "scenario"),
        ("system prompt", "system_prompt"),
        ("post-history instructions", "post_history_instructions"),
    ] {
        assert_eq!(tokens(source), said(member), "{member}");
    }
    let fired: Vec<_> = entries.iter().filter(|entry| entry["fired"] == true).collect();
    let lore: u64 = fired.iter().map(|entry| tokens(&format!("lore: {}", entry["title"].as_str().unwrap()))).sum();
    assert_eq!((fired.len(), lore), (2, activated["tokens"].as_u64().unwrap()));
    assert_eq!(pieces.iter().filter(|piece| piece["source"].as_str().unwrap().starts_with("lore")).count(), 2);

    let (permanent, total) = (said("permanent"), said("total"));
    assert!(page.contains(&format!("{permanent} in every prompt, {total}")), "{permanent}, {total}");
    assert!(shown.contains(&format!("{permanent}  in every prompt; {total} with greeting")), "{shown}");
    let entries = scanned["lore"]["entries"].as_u64().unwrap();
    let tokens = scanned["lore"]["tokens"].as_u64().unwrap();
    assert!(page.contains(&format!("{entries} entries, {tokens} tokens")), "{entries}, {tokens}");
}

/// One table of rules and one scale of severities, whichever verb speaks of a finding.
#[test]
fn lint_inspect_and_scan_count_the_same_findings() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let odd = CARD.replace(r#""keys":["bell"],"#, r#""keys":["bell"," "],"position":" ","#);
    std::fs::write(folder.join("odd.json"), odd).unwrap();
    let linted: Value = serde_json::from_slice(&run(folder, &["lint", "odd.json", "--json"]).stdout).unwrap();
    let findings = linted["findings"].as_array().unwrap();
    for rule in ["blank-position", "blank-key"] {
        assert!(findings.iter().any(|finding| finding["rule"] == rule), "{rule} in {findings:?}");
    }
    let count = |severity: &str| findings.iter().filter(|finding| finding["severity"] == severity).count();
    let scanned = json(folder, &["scan", "odd.json", "--lint"]);
    for severity in ["error", "warning", "note"] {
        assert_eq!(scanned["findings"][severity], count(severity), "{severity}");
    }
    let said = |severity: &str| match count(severity) {
        0 => None,
        1 => Some(format!("1 {severity}")),
        many => Some(format!("{many} {severity}s")),
    };
    let said = ["error", "warning", "note"].into_iter().filter_map(said).collect::<Vec<_>>().join(", ");
    let shown = cards(folder, &["inspect", "odd.json"]);
    assert!(shown.contains(&format!("lint                 {said}")), "{said} in {shown}");
}

/// What the place of a file tells the rules is told to each verb: its name, also in an archive, and the data folder that it is in.
#[test]
fn lint_and_scan_count_alike_wherever_a_file_is() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let in_world = |name: &str| {
        let data = format!(r#"{{"name":"A","description":"x","first_mes":"Hi.","extensions":{{"world":"{name}"}}}}"#);
        format!(r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{data}}}"#)
    };
    for (path, text) in [
        ("a.json", CARD.to_owned()),
        ("b.png", CARD.to_owned()),
        ("data/characters/here.json", in_world("Harbor")),
        ("data/characters/gone.json", in_world("Tide")),
        ("data/worlds/Harbor.json", r#"{"entries":{}}"#.to_owned()),
    ] {
        std::fs::create_dir_all(folder.join(path).parent().unwrap()).unwrap();
        std::fs::write(folder.join(path), text).unwrap();
    }
    let mut archive = cards_container::zip::Writer::new(Vec::new());
    for name in ["x.json", "y.png"] {
        archive.add(name, CARD.as_bytes(), cards_container::zip::Packing::Auto).unwrap();
    }
    std::fs::write(folder.join("cards.zip"), archive.finish().unwrap()).unwrap();
    let rows = |line: &[&str], name: &str| -> BTreeMap<String, Value> {
        let output = run(folder, line).stdout;
        let rows =
            std::str::from_utf8(&output).unwrap().lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        rows.map(|row| (row[name].as_str().unwrap().to_owned(), row)).collect()
    };
    let (linted, scanned) = (rows(&["lint", ".", "--json"], "file"), rows(&["scan", ".", "--lint", "--json"], "path"));
    assert_eq!(linted.keys().collect::<Vec<_>>(), scanned.keys().collect::<Vec<_>>());
    let rules = |path: &str| {
        linted[path]["findings"].as_array().unwrap().iter().map(|one| one["rule"].as_str().unwrap()).collect::<Vec<_>>()
    };
    for (path, row) in &scanned {
        let findings = linted[path]["findings"].as_array().unwrap();
        for severity in ["error", "warning", "note"] {
            let count = findings.iter().filter(|finding| finding["severity"] == severity).count();
            assert_eq!(row["findings"][severity], count, "{path}: {severity}: {:?}", rules(path));
        }
    }
    let named_oddly = linted.keys().filter(|path| rules(path).contains(&"file-name")).collect::<Vec<_>>();
    assert_eq!(named_oddly, ["./b.png", "./cards.zip!/y.png"]);
    let lacking = linted.keys().filter(|path| rules(path).contains(&"lore-elsewhere")).collect::<Vec<_>>();
    assert_eq!(lacking, ["./data/characters/gone.json"]);
}

/// What one verb calls a form, every verb takes: ids, names for people, and aliases. What they write is the id.
#[test]
fn a_form_has_one_name_for_every_verb() {
    use cards_model::Form;
    let folder = tempfile::tempdir().unwrap();
    let card = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"A","first_mes":"x","character_book":{"extensions":{},"entries":[]}}}"#;
    std::fs::write(folder.path().join("a.json"), card).unwrap();
    for form in Form::ALL {
        for name in [form.id(), form.name(), &form.id().replace('_', "-").to_uppercase()].iter().chain(form.aliases()) {
            let schema = run(folder.path(), &["schema", name]);
            assert_eq!(schema.status.code(), Some(0), "schema {name}");
            let made = run(folder.path(), &["convert", "a.json", "--to", name, "-o", "made.json", "--force"]);
            assert_eq!(made.status.code(), Some(0), "convert --to {name}: {}", String::from_utf8_lossy(&made.stderr));
            let row = run(folder.path(), &["scan", "made.json"]);
            let row: Value = serde_json::from_slice(&row.stdout).unwrap();
            if let Some(told) = row["spec"].as_str() {
                assert_eq!(told, form.id(), "{name}");
            }
        }
        // Each verb writes the id, which is what the others take.
        for (line, member) in [
            (&["inspect", "made.json", "--json"][..], "/form"),
            (&["lint", "made.json", "--json"][..], "/form"),
            (&["schema", form.id(), "--json"][..], "/form"),
            (&["diff", "made.json", "a.json", "--json"][..], "/a/form"),
            (&["convert", "made.json", "--to", form.id(), "-o", "again.json", "--force", "--json"][..], "/to"),
        ] {
            let output = run(folder.path(), line);
            let told: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
            match told.pointer(member).and_then(Value::as_str) {
                Some(told) => assert_eq!(told, form.id(), "{line:?}"),
                None => assert!(told.get("error").is_some(), "{line:?} names no form: {told}"),
            }
        }
    }
}

#[test]
fn what_a_conversion_says_in_another_form_is_not_called_lost() {
    let folder = tempfile::tempdir().unwrap();
    let card = |more: &str| {
        format!(r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"A","tags":"one"{more}}}}}"#)
    };
    for (more, to, says) in [
        ("", "v3", "nothing was lost, and 1 value written in another form"),
        (r#","source":"s""#, "v3", "nothing was lost, and 2 values written in another form"),
        (r#","creator":"Sam""#, "v1", "no place there"),
    ] {
        std::fs::write(folder.path().join("a.json"), card(more)).unwrap();
        let output = run(folder.path(), &["convert", "a.json", "--to", to]);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains(says) && (to == "v1" || !told.contains("no place")), "{more}: {told}");
    }
}
