//! The tests of the package under Node, and those of the page in a Chromium.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::thread;

use super::build::has_node;
use crate::cargo;
use crate::failure::Failure;

/// Programs that may be a Chromium, where the variable `CHROMIUM` names none.
const CHROMIUMS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Runs what can be run here, and names what cannot.
pub fn run() -> Result<(), Failure> {
    if !has_node() {
        println!("web: NOT tested: the tests of the package and the page need Node 20, as `node` on the PATH");
        return Ok(());
    }
    let root = crate::root();
    let mut command = Command::new("node");
    command.args(["--test", "--test-reporter=dot"]).args(scripts("packages/npm/test", "", ".test.js")?);
    cargo::succeed(command.current_dir(&root))?;
    println!("web: the tests of the package pass");
    let mut port = Command::new("node");
    port.args(["--test", "--test-reporter=dot"]).args(scripts("examples/ports/aventuras", "", ".test.js")?);
    cargo::succeed(port.current_dir(&root))?;
    println!("web: the port of a program in TypeScript behaves as it did");

    // A page is waited for more than it computes, so that the server is built and asked meanwhile.
    thread::scope(|scope| {
        let pages = scope.spawn(|| pages().map_err(|error| error.to_string()));
        let served = server();
        let looked = pages.join().unwrap_or_else(|_| Err("the thread of the browser died".to_owned()));
        served.and(looked.map_err(Failure::new))
    })
}

/// The same transcripts and random edits that the tests of the language server ask of the program, asked of the worker of the page.
fn server() -> Result<(), Failure> {
    let root = crate::root();
    let mut server = Command::new(env!("CARGO"));
    // Of the workspace, which has these tests built; of their crate alone, they would be built once more, with features of its own.
    server.args(["test", "--workspace", "--test", "all", "each_door"]);
    server.env("CARDS_EDITOR_MODULE", root.join(super::build::EDITOR));
    let output = server.current_dir(&root).output()?;
    let told = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        return Err(Failure::new(format!("{told}{}", String::from_utf8_lossy(&output.stderr))));
    }
    let passed = told.lines().filter(|line| line.contains("each_door") && line.ends_with(" ok")).count();
    if passed == 0 {
        return Err(Failure::new("no test asks the language server behind each door"));
    }
    println!("web: the language server answers in a worker as the program does, in {passed} tests");
    Ok(())
}

/// The page in a Chromium.
fn pages() -> Result<(), Failure> {
    let root = crate::root();
    let tests = scripts("tests/browser", "web", ".mjs")?;
    if tests.is_empty() || !root.join("web/dist/index.html").is_file() {
        println!("web: there is no page to test");
        return Ok(());
    }
    let Some(chromium) = chromium() else {
        println!("web: the page was NOT tested: that needs a Chromium on the PATH, or its place as CHROMIUM");
        return Ok(());
    };
    for test in tests {
        let mut command = Command::new("node");
        cargo::succeed(command.arg(&test).arg("--at-once").env("CHROMIUM", &chromium).current_dir(&root))?;
        println!("web: {} passes", test.display());
    }
    Ok(())
}

/// The files of a folder whose names begin and end so, by name.
fn scripts(folder: &str, head: &str, tail: &str) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for entry in fs::read_dir(crate::root().join(folder))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.starts_with(head) && name.ends_with(tail) {
            found.push(PathBuf::from(folder).join(name));
        }
    }
    found.sort();
    Ok(found)
}

fn chromium() -> Option<String> {
    let named = std::env::var("CHROMIUM").ok();
    let answers =
        |name: &String| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success());
    named.into_iter().chain(CHROMIUMS.map(str::to_owned)).find(answers)
}
