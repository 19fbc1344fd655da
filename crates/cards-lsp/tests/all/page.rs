//! What docs/editors.md says is what the server does.

use std::path::Path;

use cards_json::Json;
use cards_language::Settings;

/// The blocks of a language on the page.
fn blocks(language: &str) -> Vec<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/editors.md");
    let text = std::fs::read_to_string(page).unwrap();
    let (opening, mut found, mut inside) = (format!("```{language}"), Vec::new(), None::<String>);
    for line in text.lines() {
        inside = match inside.take() {
            None if line == opening => Some(String::new()),
            None => None,
            Some(block) if line == "```" => {
                found.push(block);
                None
            }
            Some(block) => Some(block + line + "\n"),
        };
    }
    found
}

/// The settings of the page are settings, and Helix and Zed would start the program that is built.
#[test]
fn the_blocks_of_the_page_are_read() {
    let toml: Vec<Json> = blocks("toml").iter().map(|text| basic_toml::from_str(text).unwrap()).collect();
    let settings = toml.iter().find(|json| json.get("editor").is_some()).unwrap();
    assert_eq!(Settings::read(settings).unwrap().client.name(), "SillyTavern 1.19");

    let program = Path::new(env!("CARGO_BIN_EXE_cards-lsp")).file_stem().unwrap().to_str().unwrap();
    let helix = toml.iter().find(|json| json.get("language-server").is_some()).unwrap();
    let server = helix.get("language-server").and_then(|all| all.get("cards")).unwrap();
    assert_eq!(server.get("command").and_then(Json::as_str), Some(program));
    let languages = helix.get("language").and_then(Json::as_array).unwrap();
    let named = |language: &Json| language.get("name").and_then(Json::as_str).map(str::to_owned);
    assert_eq!(languages.iter().filter_map(named).collect::<Vec<_>>(), ["json", "yaml"]);
    for language in languages {
        let servers = language.get("language-servers").and_then(Json::as_array).unwrap();
        assert!(servers.iter().any(|one| one.as_str() == Some("cards")), "{language}");
    }

    let zed: Json = blocks("json").iter().find_map(|text| text.parse().ok()).unwrap();
    let binary = zed.get("lsp").and_then(|lsp| lsp.get("json-language-server")?.get("binary")).unwrap();
    assert_eq!(binary.get("path").and_then(Json::as_str), Some(program));
    let arguments = binary.get("arguments").and_then(Json::as_array).unwrap();
    assert_eq!(arguments.iter().filter_map(Json::as_str).collect::<Vec<_>>(), ["--stdio"]);
}

/// Each setting of the table is known, and each that is known is in the table.
#[test]
fn the_settings_of_the_table_are_those_that_are_known() {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/editors.md")).unwrap();
    let table = page.split("| setting in `[editor]`").nth(1).unwrap().split("\n\n").next().unwrap();
    let rows = table.lines().skip(2).filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let named: Vec<&str> = rows.collect();
    let slip = Settings::read(&r#"{"editor":{"none":""}}"#.parse().unwrap()).unwrap_err();
    let known = slip.split("known are ").nth(1).unwrap().replace(" and ", ", ");
    assert_eq!(named, known.split(", ").collect::<Vec<_>>());
    let clients = table.lines().find(|line| line.contains("| `client` |")).unwrap().split('|').nth(2).unwrap();
    for client in clients.split('`').skip(1).step_by(2) {
        let read = Settings::read(&format!(r#"{{"editor":{{"client":"{client}"}}}}"#).parse().unwrap()).unwrap();
        assert!(table.contains(read.client.profile.version()) && !read.client.profile.version().is_empty(), "{client}");
    }
}
