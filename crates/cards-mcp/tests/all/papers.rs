//! The papers: settings that parse and name real options, the entry of the registry, walk-throughs that work.

use std::collections::BTreeMap;
use std::process::Command;

use cards_mcp::{Desk, Limits, Memory};
use serde_json::Value;

use crate::given::{call, fixture, repository};

fn paper(path: &str) -> String {
    std::fs::read_to_string(repository(path)).unwrap()
}

/// The blocks of a language in a page.
fn blocks<'p>(page: &'p str, language: &str) -> Vec<&'p str> {
    let open = format!("```{language}\n");
    page.split(open.as_str()).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

/// The options of the program, and what its help says of them.
fn options() -> (Vec<String>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_cards-mcp")).arg("--help").output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    let words = help.split(|letter: char| !(letter.is_ascii_lowercase() || letter == '-'));
    (words.filter(|word| word.starts_with("--") && word.len() > 2).map(str::to_owned).collect(), help)
}

#[track_caller]
fn real(arguments: &[String]) {
    let (known, _) = options();
    assert!(!arguments.is_empty());
    for argument in arguments.iter().filter(|argument| argument.starts_with('-')) {
        assert!(known.contains(argument), "there is no option {argument}");
    }
    assert!(arguments.iter().any(|argument| argument == "cards=/home/you/cards"), "{arguments:?}");
}

#[test]
fn settings_in_the_readme_parse_and_name_real_options() {
    let page = paper("crates/cards-mcp/README.md");
    let settings = blocks(&page, "json");
    assert!(settings.len() >= 4);
    let mut named = Vec::new();
    for block in settings {
        let value: Value = serde_json::from_str(block).unwrap_or_else(|error| panic!("{error}: {block}"));
        let (_, servers) = value.as_object().unwrap().iter().next().unwrap();
        let server = &servers["cards"];
        assert_eq!(server["command"], "cards-mcp");
        let arguments: Vec<String> = serde_json::from_value(server["args"].clone()).unwrap();
        real(&arguments);
        named.extend(arguments);
    }
    for block in blocks(&page, "toml") {
        let line = block.lines().find_map(|line| line.strip_prefix("args = ")).unwrap();
        real(&serde_json::from_str::<Vec<String>>(line).unwrap());
    }
    // Every option that there is, is in the README.
    let (known, help) = options();
    for option in known.iter().filter(|option| !["--help", "--version"].contains(&option.as_str())) {
        assert!(named.contains(option), "the README says nothing of {option}");
    }
    assert!(help.contains("links are not followed"));
}

#[test]
fn the_entry_of_the_registry_is_what_the_program_is() {
    let entry: Value = serde_json::from_str(&paper("crates/cards-mcp/server.json")).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!((&entry["version"], &entry["packages"][0]["version"]), (&version.into(), &version.into()));
    assert_eq!(entry["packages"][0]["identifier"], env!("CARGO_PKG_NAME"));
    assert_eq!(entry["packages"][0]["transport"]["type"], "stdio");
    // Limits of the registry.
    assert!(entry["description"].as_str().unwrap().len() <= 100);
    assert_eq!(entry["name"].as_str().unwrap().matches('/').count(), 1);
    let (known, _) = options();
    for argument in entry["packages"][0]["packageArguments"].as_array().unwrap() {
        if let Some(name) = argument["name"].as_str() {
            assert!(known.contains(&name.to_owned()), "{name}");
        }
    }
}

#[test]
fn the_walks_of_the_page_for_authors_work() {
    let page = paper("docs/agents.md");
    let mut walked = 0;
    for part in page.split("<!-- walk: ").skip(1) {
        let (name, _) = part.split_once(" -->").unwrap();
        let before = fixture("cards/wick-v2.json");
        let files = BTreeMap::from([("cards/maren.json", &before)]);
        let mut desk = Desk::new(Memory::of(files), Limits::default(), true);
        let mut token = String::new();
        let mut replies = Vec::new();
        for line in blocks(part, "json")[0].lines() {
            let (tool, arguments): (String, Value) = serde_json::from_str(&line.replace("$token", &token)).unwrap();
            let reply = call(&mut desk, &tool, arguments);
            token = reply.data["token"].as_str().map_or(token, str::to_owned);
            replies.push(reply);
        }
        assert!(replies.len() <= 6);
        match name {
            "entry" => {
                let fires = |number: usize| {
                    let entries = replies[number].data["entries"].as_array().unwrap();
                    entries.iter().any(|entry| entry["place"] == "book[6]")
                };
                assert!(fires(2) && !fires(3));
                assert_ne!(desk.read("cards/maren.json").unwrap(), before);
            }
            "risu" => {
                assert!(replies[2].data["counts"]["error"] == 0, "{}", replies[2].to_text(0));
                assert!(desk.read("cards/maren-v3.json").is_ok());
                assert_eq!(desk.read("cards/maren.json").unwrap(), before);
            }
            other => panic!("nothing is known of the walk {other}"),
        }
        walked += 1;
    }
    assert_eq!(walked, 2);
}
