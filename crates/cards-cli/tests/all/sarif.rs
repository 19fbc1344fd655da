//! SARIF of `cards lint`: valid against the schema that OASIS publishes, and fit for code scanning.
//!
//! The schema, where it is from and its terms are in `fixtures/sarif`.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::recipe::bake;
use crate::tool::{cards, fed, fixtures, folder_with as folder, json as json_of};

/// A card with an error, a warning and a note; characters beyond the BMP are before the error on its line.
const BAD: &str = r#"{"spec": "chara_card_v2", "spec_version": "2.0", "data": {
  "name": "Wick 🕯🕯", "tags": "shop", "description": "{{char}} keeps a lamp shop.", "personality": "", "scenario": "",
  "first_mes": "Good evening, {user}.", "mes_example": "", "creator_notes": "<div>Hi</div>", "system_prompt": "",
  "post_history_instructions": "", "alternate_greetings": [], "creator": "", "character_version": "", "extensions": {}}}
"#;

/// The published schema, but for the pattern of languages, which we write nowhere: it has a bracket too many, and a
/// validator that holds patterns to ECMA-262 refuses it.
fn validator() -> Validator {
    let schema = fs::read_to_string(fixtures().join("sarif/sarif-schema-2.1.0.json")).unwrap();
    let (wrong, mended) = ("-[a-zA-Z]{2}]?$", "-[a-zA-Z]{2}$");
    assert_eq!(schema.matches(wrong).count(), 2);
    let schema: Value = serde_json::from_str(&schema.replace(wrong, mended)).unwrap();
    jsonschema::options().should_validate_formats(true).build(&schema).unwrap()
}

/// What the schema has against a log.
fn breaches(validator: &Validator, log: &Value) -> Vec<String> {
    validator.iter_errors(log).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

/// Lints paths of a folder, with a text as standard input.
fn lint(folder: &Path, paths: &[&OsStr], input: &[u8]) -> Value {
    lint_with(folder, &[], paths, input)
}

fn lint_with(folder: &Path, options: &[&str], paths: &[&OsStr], input: &[u8]) -> Value {
    let mut command = cards(folder, &["lint", "--format", "sarif"]);
    command.args(options).arg("--").args(paths);
    let output = fed(command, input);
    json_of(&output.stdout)
}

/// A URI reference with its escapes undone; refuses what has to be escaped and is not.
fn path_of(uri: &str) -> Vec<u8> {
    let (mut out, mut bytes) = (Vec::new(), uri.bytes());
    while let Some(byte) = bytes.next() {
        match byte {
            b'%' => {
                let digits = [bytes.next().unwrap(), bytes.next().unwrap()];
                out.push(u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap());
            }
            b'/' | b'-' | b'.' | b'_' | b'~' => out.push(byte),
            _ => {
                assert!(byte.is_ascii_alphanumeric(), "{uri} is not escaped");
                out.push(byte);
            }
        }
    }
    out
}

fn text<'a>(value: &'a Value, pointer: &str) -> &'a str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_else(|| panic!("no text at {pointer} of {value}"))
}

/// What code scanning asks for beyond the schema: GitHub's "SARIF support for code scanning" and the prose of SARIF.
fn check_for_code_scanning(log: &Value) {
    assert!(text(log, "/$schema").ends_with("/sarif-2.1.0.json"));
    assert_eq!(log["runs"].as_array().unwrap().len(), 1);
    let run = &log["runs"][0];
    assert_eq!(text(run, "/tool/driver/name"), "cards");
    // The scanner of lines and columns counts characters, and `columns_count_characters` shows it.
    assert_eq!(text(run, "/columnKind"), "unicodeCodePoints");
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let levels = ["note", "warning", "error"];
    let ids: BTreeSet<&str> = rules.iter().map(|rule| text(rule, "/id")).collect();
    assert_eq!(ids.len(), rules.len(), "rule ids differ");
    for rule in rules {
        for pointer in ["/shortDescription/text", "/fullDescription/text", "/help/text"] {
            let text = text(rule, pointer);
            assert!(!text.is_empty() && text.chars().count() <= 1024, "{pointer} of {rule}");
        }
        assert!(levels.contains(&text(rule, "/defaultConfiguration/level")), "{rule}");
    }
    let mut fingerprints = BTreeSet::new();
    for result in run["results"].as_array().unwrap() {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(text(&rules[index], "/id"), text(result, "/ruleId"));
        // A finding may weigh otherwise than its rule does by default: MUST in one spec is SHOULD in another.
        assert!(levels.contains(&text(result, "/level")), "{result}");
        assert!(!text(result, "/message/text").is_empty());
        assert_eq!(result["locations"].as_array().unwrap().len(), 1);
        let location = &result["locations"][0];
        assert!(!text(location, "/logicalLocations/0/fullyQualifiedName").is_empty());
        check_uri(text(location, "/physicalLocation/artifactLocation/uri"));
        check_region(location["physicalLocation"].get("region"), result);
        let fingerprint = text(result, "/partialFingerprints/ruleAndPlace~1v1");
        let uri = text(location, "/physicalLocation/artifactLocation/uri");
        assert!(fingerprints.insert((uri, fingerprint)), "two results are the same: {result}");
    }
    let invocation = &run["invocations"][0];
    let notes = invocation["toolExecutionNotifications"].as_array().unwrap();
    assert_eq!(invocation["executionSuccessful"], notes.is_empty());
    for note in notes {
        assert_eq!(text(note, "/level"), "error");
        assert!(!text(note, "/message/text").is_empty() && !text(note, "/descriptor/id").is_empty());
        check_uri(text(note, "/locations/0/physicalLocation/artifactLocation/uri"));
    }
}

/// Relative to the current folder, unless the path was given as an absolute one.
fn check_uri(uri: &str) {
    let path = uri.strip_prefix("file://").unwrap_or(uri);
    assert_eq!(path.starts_with('/'), uri.starts_with("file://"), "{uri:?}");
    assert!(!path.is_empty() && !path.contains("//"), "{uri:?}");
    path_of(path);
}

/// A region is there with all that code scanning reads of it; or it is not there, and a fingerprint makes up for it.
fn check_region(region: Option<&Value>, result: &Value) {
    let line_hash = result["partialFingerprints"].get("primaryLocationLineHash");
    let Some(region) = region else {
        assert!(line_hash.is_some_and(Value::is_string), "nothing tells this one from others: {result}");
        return;
    };
    // The uploader of GitHub makes its own from the text of the line, and complains about another.
    assert_eq!(line_hash, None, "{result}");
    let number = |name: &str| region[name].as_u64().unwrap_or_else(|| panic!("no {name} in {region}"));
    assert!(number("startLine") >= 1 && number("startColumn") >= 1, "{region}");
    assert_eq!(number("endLine"), number("startLine"), "{region}");
    assert!(number("endColumn") > number("startColumn"), "{region}");
}

/// The examples of every rule as files: `RULE/bad.json`, `RULE/good.png` …
fn examples() -> tempfile::TempDir {
    let target = tempfile::tempdir().unwrap();
    for rule in fs::read_dir(fixtures().join("lint")).unwrap() {
        let rule = rule.unwrap();
        let to = target.path().join(rule.file_name());
        fs::create_dir(&to).unwrap();
        for side in ["bad", "good"] {
            let plain = rule.path().join(format!("{side}.json"));
            if plain.exists() {
                fs::copy(plain, to.join(format!("{side}.json"))).unwrap();
                continue;
            }
            let text = fs::read_to_string(rule.path().join(format!("{side}.recipe.json"))).unwrap();
            let recipe: Value = serde_json::from_str(&text).unwrap();
            let named = recipe.get("file").and_then(|name| name.as_str()?.rsplit_once('.'));
            let told = if recipe.get("png").is_some() { "png" } else { "charx" };
            let extension = named.map_or(told, |(_, extension)| extension);
            fs::write(to.join(format!("{side}.{extension}")), bake(&recipe)).unwrap();
        }
    }
    target
}

#[test]
fn the_findings_of_every_example_are_valid() {
    let (validator, examples) = (validator(), examples());
    let mut rules = 0;
    for rule in fs::read_dir(examples.path()).unwrap() {
        let name = rule.unwrap().file_name();
        // Files that are kept beside cards are looked at where they are named.
        let files = fs::read_dir(examples.path().join(&name)).unwrap().map(|file| file.unwrap().file_name());
        let files: Vec<_> = files.map(|file| Path::new(&name).join(file).into_os_string()).collect();
        // What a client passes over is said where the client is named.
        let options = if name == "entry-unread" { &["--for=agnai"][..] } else { &[] };
        let log = lint_with(
            examples.path(),
            options,
            &files.iter().map(std::ffi::OsString::as_os_str).collect::<Vec<_>>(),
            b"",
        );
        assert_eq!(breaches(&validator, &log), Vec::<String>::new(), "{}", name.display());
        check_for_code_scanning(&log);
        let results = log["runs"][0]["results"].as_array().unwrap();
        let found = results.iter().find(|result| result["ruleId"] == *name.to_str().unwrap()).unwrap();
        let uri = text(found, "/locations/0/physicalLocation/artifactLocation/uri");
        assert!(uri.starts_with(&format!("{}/bad.", name.display())), "{uri}");
        assert!(examples.path().join(uri).is_file(), "{uri}");
        rules += 1;
    }
    assert!(rules > 70, "only {rules} rules were tried");
    let all = lint(examples.path(), &[OsStr::new(".")], b"");
    assert_eq!(breaches(&validator, &all), Vec::<String>::new());
    check_for_code_scanning(&all);
}

#[test]
fn files_that_cannot_be_read_are_notifications() {
    let folder = folder(&[
        ("a.json", BAD.as_bytes()),
        ("sub dir/b.json", b"{\"chara_card\": "),
        ("cut.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0"),
        ("cut.charx", b"PK\x03\x04 and no more"),
        ("empty.json", b""),
    ]);
    let paths = ["a.json", "sub dir", "cut.png", "cut.charx", "empty.json", "not there.json"].map(OsStr::new);
    let log = lint(folder.path(), &paths, b"");
    assert_eq!(breaches(&validator(), &log), Vec::<String>::new());
    check_for_code_scanning(&log);
    let notes = log["runs"][0]["invocations"][0]["toolExecutionNotifications"].as_array().unwrap();
    let uris = notes.iter().map(|note| text(note, "/locations/0/physicalLocation/artifactLocation/uri"));
    let wanted = ["sub%20dir/b.json", "cut.png", "cut.charx", "empty.json", "not%20there.json"];
    assert_eq!(uris.collect::<Vec<_>>(), wanted);
    assert!(text(&notes[0], "/message/text").contains("not JSON"), "{}", notes[0]);
    // A run over nothing is no success: a check that looks at nothing would pass for ever.
    let nothing = tempfile::tempdir().unwrap();
    let log = lint(nothing.path(), &[OsStr::new(".")], b"");
    assert_eq!(breaches(&validator(), &log), Vec::<String>::new());
    check_for_code_scanning(&log);
    assert_eq!(
        (&log["runs"][0]["results"], &log["runs"][0]["invocations"][0]["executionSuccessful"]),
        (&json!([]), &json!(false))
    );
    // One that reads what it was given is.
    fs::copy(fixtures().join("cards/wick-v3.json"), nothing.path().join("sound.json")).unwrap();
    let log = lint(nothing.path(), &[OsStr::new(".")], b"");
    assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], json!(true));
}

#[test]
fn odd_paths_are_uri_references_that_lead_back() {
    let mut names: Vec<&OsStr> =
        ["with space.json", "Ärger 猫/🕯.json", "100%.json", "a#b.json", "[x]{y}z^`.json", "+&=;,@!$'().json"]
            .map(OsStr::new)
            .to_vec();
    if cfg!(unix) {
        names.extend(["a:b?.json", "\"quoted\"|.json", "back\\slash.json", "line\nend.json"].map(OsStr::new));
    }
    #[cfg(target_os = "linux")]
    names.push(std::os::unix::ffi::OsStrExt::from_bytes(b"latin-\xe9.json"));
    let folder = tempfile::tempdir().unwrap();
    for name in &names {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, BAD).unwrap();
    }
    let validator = validator();
    let uris = |log: &Value| -> BTreeSet<String> {
        assert_eq!(breaches(&validator, log), Vec::<String>::new());
        check_for_code_scanning(log);
        let results = log["runs"][0]["results"].as_array().unwrap();
        results
            .iter()
            .map(|result| text(result, "/locations/0/physicalLocation/artifactLocation/uri").to_owned())
            .collect()
    };
    let found: BTreeSet<Vec<u8>> =
        uris(&lint(folder.path(), &[OsStr::new(".")], b"")).iter().map(|uri| path_of(uri)).collect();
    let wanted: BTreeSet<Vec<u8>> = names.iter().map(|name| name.as_encoded_bytes().to_vec()).collect();
    assert_eq!(found, wanted);

    // A path keeps the form in which it was given: up, absolute, standard input.
    let sub = folder.path().join("sub");
    fs::create_dir(&sub).unwrap();
    assert_eq!(
        uris(&lint(&sub, &[OsStr::new("../with space.json")], b"")),
        BTreeSet::from(["../with%20space.json".to_owned()])
    );
    let absolute = folder.path().join("with space.json").canonicalize().unwrap();
    let uri = uris(&lint(&sub, &[absolute.as_os_str()], b"")).pop_first().unwrap();
    assert!(uri.starts_with("file:///") && uri.ends_with("/with%20space.json"), "{uri}");
    let log = lint(&sub, &[OsStr::new("-")], BAD.as_bytes());
    assert_eq!(uris(&log), BTreeSet::from(["-".to_owned()]));
    let artifact = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!(text(artifact, "/description/text"), "standard input");
    let log = lint(&sub, &[OsStr::new("/nowhere at all")], b"");
    assert_eq!(uris(&log), BTreeSet::new());
    let note = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"][0];
    if cfg!(unix) {
        assert_eq!(text(note, "/locations/0/physicalLocation/artifactLocation/uri"), "file:///nowhere%20at%20all");
    }
}

#[test]
fn columns_count_characters() {
    let folder = folder(&[("a.json", BAD.as_bytes())]);
    let log = lint(folder.path(), &[OsStr::new("a.json")], b"");
    let results = log["runs"][0]["results"].as_array().unwrap();
    let tags = results.iter().find(|result| result["ruleId"] == "wrong-type").unwrap();
    let region = &tags["locations"][0]["physicalLocation"]["region"];
    let line = BAD.lines().nth(1).unwrap();
    let before = &line[..line.find("\"shop\"").unwrap()];
    let start = before.chars().count() + 1;
    assert!(start < before.encode_utf16().count() + 1, "the example tells characters from UTF-16 units");
    assert_eq!(*region, json!({"startLine": 2, "startColumn": start, "endLine": 2, "endColumn": start + 6}));
}

#[test]
fn what_has_no_line_says_its_place_and_can_be_followed() {
    let examples = examples();
    let log = lint(examples.path(), &[OsStr::new("stale-twin"), OsStr::new("script-file")], b"");
    let results = log["runs"][0]["results"].as_array().unwrap();
    let twin = results.iter().find(|result| result["ruleId"] == "stale-twin").unwrap();
    let place = text(twin, "/locations/0/logicalLocations/0/fullyQualifiedName");
    assert!(text(twin, "/message/text").contains(place), "{twin}");
    // The same finding has the same fingerprint when the chunk is elsewhere in the file.
    let hash = |log: &Value| -> BTreeSet<String> {
        let results = log["runs"][0]["results"].as_array().unwrap();
        results.iter().map(|result| text(result, "/partialFingerprints/primaryLocationLineHash").to_owned()).collect()
    };
    let before = lint(examples.path(), &[OsStr::new("stale-twin/bad.png")], b"");
    let mut file = fs::read(examples.path().join("stale-twin/bad.png")).unwrap();
    let chunk = b"\0\0\0\x09tEXtSource\0me\x1c\x3b\x5b\x6e";
    file.splice(33..33, chunk.iter().copied());
    fs::write(examples.path().join("stale-twin/bad.png"), file).unwrap();
    let after = lint(examples.path(), &[OsStr::new("stale-twin/bad.png")], b"");
    assert!(hash(&after).is_superset(&hash(&before)), "{before}\n{after}");
}

/// Each edit breaks a log that is valid before it.
#[test]
fn the_validator_refuses_broken_logs() {
    let folder = folder(&[("a.json", BAD.as_bytes()), ("b.json", b"{\"chara_card\": ")]);
    let log = lint(folder.path(), &[OsStr::new("."), OsStr::new("b.json")], b"");
    let validator = validator();
    assert_eq!(breaches(&validator, &log), Vec::<String>::new());
    let result = "/runs/0/results/0";
    let set: &[(&str, &str, Value)] = &[
        ("", "version", json!("2.0.0")),
        ("", "runs", json!({})),
        ("", "$schema", json!("not a uri")),
        ("/runs/0", "columnKind", json!("bytes")),
        ("/runs/0", "severity", json!("high")),
        ("/runs/0/tool/driver/rules/0/defaultConfiguration", "level", json!("fatal")),
        ("/runs/0/tool/driver/rules/0", "help", json!({})),
        (result, "level", json!("notice")),
        (result, "ruleIndex", json!("4")),
        (result, "ruleIndex", json!(-2)),
        (result, "partialFingerprints", json!({"a": 1})),
        ("/runs/0/results/0/locations/0/physicalLocation/region", "startLine", json!(0)),
        ("/runs/0/results/0/locations/0/physicalLocation/artifactLocation", "uri", json!("my cards/a b.json")),
        ("/runs/0/invocations/0/toolExecutionNotifications/0", "message", json!("no object")),
        ("/runs/0/invocations/0/toolExecutionNotifications/0", "descriptor", json!({})),
    ];
    for (place, member, value) in set {
        let mut broken = log.clone();
        broken.pointer_mut(place).unwrap()[*member] = value.clone();
        assert_ne!(breaches(&validator, &broken), Vec::<String>::new(), "{place}/{member} = {value}");
    }
    let removed = [
        ("", "version"),
        ("", "runs"),
        ("/runs/0", "tool"),
        ("/runs/0/tool/driver", "name"),
        (result, "message"),
        ("/runs/0/invocations/0", "executionSuccessful"),
    ];
    for (place, member) in removed {
        let mut broken = log.clone();
        broken.pointer_mut(place).unwrap().as_object_mut().unwrap().remove(member).unwrap();
        assert_ne!(breaches(&validator, &broken), Vec::<String>::new(), "{place} without {member}");
    }
}
