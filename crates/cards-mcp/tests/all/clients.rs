//! Programs of others that speak the protocol: the official Python SDK and the official Inspector. Where one is not installed, the test
//! says so and proves nothing; `crates/cards-mcp/tests/clients/README.md` says how to get them.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::given::{fixture, repository};
use crate::protocol::folder;

/// A program that a variable of the environment names, or that is found on the path.
fn named(variable: &str, usual: &str) -> PathBuf {
    std::env::var_os(variable).map_or_else(|| PathBuf::from(usual), PathBuf::from)
}

/// Says what was not tested, on the stream itself: what the macros print of a test that passes is not shown.
fn missed(what: &str) {
    eprintln!("cards-mcp: {what}");
}

#[test]
fn the_python_sdk_does_a_whole_piece_of_work() {
    let python = named("CARDS_MCP_PYTHON", "python3");
    let there = Command::new(&python).args(["-c", "import mcp"]).output().is_ok_and(|output| output.status.success());
    if !there {
        missed(&format!("NOT tested with the Python SDK: {} has no package `mcp`", python.display()));
        return;
    }
    let folder = folder();
    let script = repository("crates/cards-mcp/tests/clients/session.py");
    let output = Command::new(&python)
        .arg(script)
        .arg(env!("CARGO_BIN_EXE_cards-mcp"))
        .arg(folder.path().join("cards"))
        .env("XDG_STATE_HOME", folder.path().join("state"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let last: Value = serde_json::from_str(said.lines().find(|line| line.starts_with('{')).unwrap()).unwrap();
    assert_eq!(
        (&last["tools"], &last["fired"], &last["refused"]),
        (&10.into(), &true.into(), &"used-token".into()),
        "{said}"
    );
    assert_eq!(std::fs::read(folder.path().join("cards/a.json")).unwrap(), fixture("cards/wick-v2.json"));
}

#[test]
fn the_inspector_lists_and_calls_tools() {
    let inspector = named("CARDS_MCP_INSPECTOR", "mcp-inspector");
    let folder = folder();
    let run = |words: &[&str]| {
        Command::new(&inspector)
            .args(["--cli", env!("CARGO_BIN_EXE_cards-mcp")])
            .arg(format!("cards={}", folder.path().join("cards").display()))
            .args(words)
            .env("XDG_STATE_HOME", folder.path().join("state"))
            .output()
    };
    let Ok(listed) = run(&["--method", "tools/list"]) else {
        missed(&format!("NOT tested with the Inspector: there is no program {}", inspector.display()));
        return;
    };
    let value = |output: &std::process::Output| -> Value {
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
            panic!("{error}: {}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
        })
    };
    assert_eq!(value(&listed)["tools"].as_array().unwrap().len(), 10);
    let looked = run(&["--method", "tools/call", "--tool-name", "look", "--tool-arg", "path=cards/a.json"]).unwrap();
    assert_eq!(value(&looked)["structuredContent"]["data"]["file"]["form"], "v2");
    let refused = run(&["--method", "tools/call", "--tool-name", "apply", "--tool-arg", "token=plan-0"]).unwrap();
    assert_eq!(value(&refused)["isError"], true);
}
