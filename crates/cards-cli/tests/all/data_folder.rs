//! A SillyTavern user's data folder, where cards, lorebooks and chats know each other by the names of files.

use serde_json::Value;

use crate::tool::{folder_with, run, text};

fn card(name: &str, world: &str) -> Vec<u8> {
    let extensions = format!(r#"{{"world":"{world}"}}"#);
    let data = format!(r#"{{"name":"{name}","description":"x","first_mes":"Hi.","extensions":{extensions}}}"#);
    format!(r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{data}}}"#).into_bytes()
}

const WORLD: &[u8] = br#"{"entries":{"0":{"uid":0,"key":["toll"],"content":"Two coins.","comment":"","order":100,"position":0,"disable":false}}}"#;

/// What `lint` says of the lorebook of each card.
fn said(folder: &std::path::Path, path: &str) -> Vec<String> {
    let output = run(folder, &["lint", path, "--select", "lore-elsewhere", "--json"]);
    let rows = text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>();
    rows.iter().flat_map(|row| row["findings"].as_array().unwrap()).map(|one| one["message"].to_string()).collect()
}

#[test]
fn a_lorebook_that_the_folder_has_is_no_finding_and_one_that_it_lacks_is() {
    let folder = folder_with(&[
        ("data/characters/Anna.json", &card("Anna", "Harbor")),
        ("data/characters/Bob.json", &card("Bob", "Nowhere")),
        ("data/worlds/Harbor.json", WORLD),
        ("data/worlds/Lonely.json", WORLD),
        ("data/characters/deep/joy.txt", b""),
        ("data/chats/Anna/1.jsonl", b""),
        ("data/chats/Anna/2.jsonl", b""),
        ("elsewhere/Anna.json", &card("Anna", "Harbor")),
        ("elsewhere/Odd.json", &card("Odd", "../worlds/Harbor")),
    ]);
    let at = folder.path();
    assert_eq!(said(at, "data/characters/Anna.json"), [""; 0]);
    let bob = said(at, "data/characters/Bob.json");
    assert!(bob.len() == 1 && bob[0].contains("nor among the lorebooks of its data folder"), "{bob:?}");
    // `inspect` counts what `lint` finds, and a name alone is in the folder that it is given in.
    for name in ["Anna.json", "Bob.json"] {
        let page = text(&run(at, &["inspect", &format!("data/characters/{name}")]).stdout);
        let counted = page.lines().find_map(|line| line.trim().strip_prefix("lint ")).unwrap().trim();
        let linted = text(&run(&at.join("data/characters"), &["lint", name]).stdout);
        assert!(linted.contains(&format!("Checked 1 file: {counted}")), "{counted}: {linted}");
        let whole = said(at, &format!("data/characters/{name}"));
        assert_eq!(said(&at.join("data/characters"), name), whole);
        assert_eq!(said(&at.join("data/worlds"), &format!("../characters/{name}")), whole);
        assert_eq!(said(&at.join("data/characters/deep"), &format!("../{name}")), whole);
    }
    // Gone through as a folder the answers are the same; outside of a data folder nobody knows.
    assert_eq!(said(at, "data"), bob);
    let elsewhere = said(at, "elsewhere/Anna.json");
    assert!(elsewhere.len() == 1 && elsewhere[0].ends_with("is not in the card\""), "{elsewhere:?}");
}

/// Groups name cards, and chats, personas and settings name lorebooks; what is not there is passed over by the client.
#[test]
fn what_groups_chats_and_settings_name_is_looked_for() {
    let group = br#"{"id":"1","name":"The lock","members":["Bo.png","Gone.png","Dr. Old"],"disabled_members":["Bo.png"],"chat_id":"1","chats":["1","2"],"activation_strategy":0}"#;
    let chat = |world: &str| {
        let head =
            format!(r#"{{"user_name":"Sam","character_name":"Anna","chat_metadata":{{"world_info":"{world}"}}}}"#);
        format!("{head}\n{}\n", r#"{"name":"Anna","is_user":false,"mes":"Hi."}"#).into_bytes()
    };
    let described = r#"{"a.png":{"description":"x","lorebook":"Lost"},"b.png":{"description":"y","lorebook":"Harbor"},"c.png":{"description":"z","lorebook":""}}"#;
    let personas =
        format!(r#""personas":{{"a.png":"Sam","b.png":"Rin","c.png":"Jo"}},"persona_descriptions":{described}"#);
    let world_info =
        r#"{"globalSelect":["Harbor","Tide"],"charLore":[{"name":"Anna","extraBooks":["Harbor","Reed"]}]}"#;
    let settings = format!(
        r#"{{"main_api":"openai","power_user":{{{personas}}},"world_info_settings":{{"world_info":{world_info}}},
            "extension_settings":{{"character_allowed_regex":["Bo.png","Old.png"]}}}}"#
    );
    let folder = folder_with(&[
        ("data/characters/Bo.png", &card("Bo", "Harbor")),
        ("data/worlds/Harbor.json", WORLD),
        ("data/groups/1.json", group),
        ("data/chats/Anna/1.jsonl", &chat("Harbor")),
        ("data/chats/Anna/2.jsonl", &chat("Lost")),
        ("data/group chats/1.jsonl", &chat("../worlds/Harbor")),
        ("data/settings.json", settings.as_bytes()),
        ("elsewhere/1.json", group),
        ("elsewhere/2.jsonl", &chat("Lost")),
        ("elsewhere/settings.json", settings.as_bytes()),
    ]);
    let at = folder.path();
    let said = |path: &str| -> Vec<String> {
        let output = run(at, &["lint", path, "--select", "beside-passed-over", "--json"]);
        let row: Value = serde_json::from_slice(&output.stdout).unwrap();
        let findings = row["findings"].as_array().unwrap().iter();
        findings
            .map(|one| format!("{} {}", one["pointer"].as_str().unwrap(), one["message"].as_str().unwrap()))
            .collect()
    };
    let no_world =
        |at: &str, name: &str| format!("{at} the data folder has no lorebook `{name}`: nothing of it is sent");
    assert_eq!(
        said("data/groups/1.json"),
        [
            "/members/1 no card of the data folder is the file `Gone.png`: it goes out of the group once that is opened",
            "/chats/1 the data folder has no chat `2` of a group: it opens empty",
        ]
    );
    assert_eq!(said("data/chats/Anna/1.jsonl"), [""; 0]);
    assert_eq!(said("data/chats/Anna/2.jsonl"), [no_world("/0/chat_metadata/world_info", "Lost")]);
    assert_eq!(said("data/group chats/1.jsonl"), [no_world("/0/chat_metadata/world_info", "../worlds/Harbor")]);
    assert_eq!(
        said("data/settings.json"),
        [
            no_world("/power_user/persona_descriptions/a.png/lorebook", "Lost"),
            no_world("/world_info_settings/world_info/globalSelect/1", "Tide"),
            no_world("/world_info_settings/world_info/charLore/0/extraBooks/1", "Reed"),
            "/extension_settings/character_allowed_regex/1 no card of the data folder is the file `Old.png`, whose regex scripts are \
             allowed: under another name they are not"
                .to_owned(),
        ]
    );
    // Gone through as a folder the answers are the same; chats of long files are asked about one by one.
    let whole = run(at, &["lint", "data", "--select", "beside-passed-over", "--json"]);
    let rows = text(&whole.stdout);
    let rows: Vec<Value> = rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    for file in ["data/groups/1.json", "data/settings.json"] {
        let row = rows.iter().find(|row| row["file"] == file).unwrap_or_else(|| panic!("{file}: {rows:?}"));
        assert_eq!(row["findings"].as_array().unwrap().len(), said(file).len(), "{file}");
    }
    for path in ["elsewhere/1.json", "elsewhere/2.jsonl", "elsewhere/settings.json"] {
        assert_eq!(said(path), [""; 0], "{path}");
    }
    let page = text(&run(at, &["inspect", "data/groups/1.json"]).stdout);
    for line in ["a group of SillyTavern", "name: The lock", "card: Gone.png", "muted: 1; chats: 2"] {
        assert!(page.contains(line), "{line}: {page}");
    }
}

#[test]
fn the_report_shows_what_goes_with_what() {
    let script =
        r#""regex_scripts":[{"scriptName":"s","findRegex":"/a/","replaceString":"b","trimStrings":[]}],"world""#;
    let scripted = String::from_utf8(card("Scripted", "Harbor")).unwrap().replace(r#""world""#, script).into_bytes();
    let folder = folder_with(&[
        ("data/characters/Anna.json", &card("Anna", "Harbor")),
        ("data/characters/Bob.json", &card("Bob", "Nowhere")),
        ("data/characters/Odd.json", &card("Odd", "../worlds/Harbor")),
        ("data/worlds/Harbor.json", WORLD),
        ("data/worlds/Lonely.json", WORLD),
        ("data/chats/Anna/1.jsonl", b""),
        ("data/chats/Anna/2.jsonl", b""),
        (
            "data/groups/7.json",
            br#"{"name":"The lock","members":["Anna.json","Gone.png"],"chat_id":"1","chats":["1"]}"#,
        ),
        ("data/characters/Scripted.json", &scripted),
        ("books/Other.json", WORLD),
    ]);
    let at = folder.path();
    assert!(run(at, &["report", "data", "-o", "page.html"]).status.success());
    let page = std::fs::read_to_string(at.join("page.html")).unwrap();
    for there in [
        "<tr><td>The lock<td>Anna; Gone.png, which is not here<td><code>groups/7.json",
        " · 1 regex script<",
        " · 2 chats<br>goes with the lorebook Harbor</p>",
        "goes with the lorebook Nowhere, which is not here",
        // A name that leads out of the folder is the name of no file in it.
        "goes with the lorebook ../worlds/Harbor, which is not here",
        "<tr><td>Harbor<td>1<td>Anna, Scripted<td><code>worlds/Harbor.json",
        "<tr><td>Lonely<td>1<td><td>",
    ] {
        assert!(page.contains(there), "{there}: {page}");
    }
    assert!(!page.contains("id=unread"), "a lorebook of a data folder is no file without a card");
    // Elsewhere a lorebook is a file without a card, as before.
    assert!(run(at, &["report", "books", "-o", "books.html"]).status.success());
    assert!(std::fs::read_to_string(at.join("books.html")).unwrap().contains("id=unread"));
}
