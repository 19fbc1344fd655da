//! What every manifest says: about itself, and why it takes what others wrote.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::failure::Failure;

/// Lines that every published crate has.
const LINES: [&str; 9] = [
    "description = ",
    "readme = \"README.md\"",
    "version.workspace = true",
    "edition.workspace = true",
    "rust-version.workspace = true",
    "license.workspace = true",
    "authors.workspace = true",
    "categories.workspace = true",
    "keywords.workspace = true",
];

/// Files that every published crate brings along.
const FILES: [&str; 3] = ["README.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Manifests that leave something out, dependencies without a reason or a use, and workspace dependencies that nobody takes.
pub fn problems() -> Result<Vec<String>, Failure> {
    let root = crate::root();
    let mut problems = Vec::new();
    let mut taken = BTreeSet::new();
    for folder in fs::read_dir(root.join("crates"))? {
        let folder = folder?;
        let name = folder.file_name().to_string_lossy().into_owned();
        let text = fs::read_to_string(folder.path().join("Cargo.toml"))?;
        let lacks = |line: &&&str| !text.lines().any(|found| found.starts_with(**line));
        problems.extend(LINES.iter().filter(lacks).map(|line| format!("{name}: the manifest has no `{line}`")));
        let absent = |file: &&&str| !folder.path().join(file).exists();
        problems.extend(FILES.iter().filter(absent).map(|file| format!("{name} has no {file}")));
        if folder.path().join("src/lib.rs").exists()
            && !text.contains("[package.metadata.docs.rs]\nall-features = true")
        {
            problems.push(format!("{name}: its documentation would be built without its features"));
        }
        check(&name, &text, &mut taken, &mut problems);
        problems.extend(unnamed(&name, &folder.path(), &text)?);
    }
    for folder in ["xtask", "bench/runner", "tests/heavy"] {
        check(folder, &fs::read_to_string(root.join(folder).join("Cargo.toml"))?, &mut taken, &mut problems);
    }
    problems.extend(unused(&root.join("Cargo.toml"), &taken)?);
    Ok(problems)
}

/// Gathers the dependencies of a manifest; each one that others wrote has a reason above it.
fn check(name: &str, text: &str, taken: &mut BTreeSet<String>, problems: &mut Vec<String>) {
    let mut section = "";
    let mut before = "";
    for line in text.lines() {
        if line.starts_with('[') {
            section = line;
        } else if section.ends_with("dependencies]") && line.starts_with(|c: char| c.is_ascii_lowercase()) {
            let dependency = line.split(['.', ' ', '=']).next().unwrap_or_default();
            taken.insert(dependency.to_owned());
            if !dependency.starts_with("cards-") && !before.starts_with('#') {
                problems.push(format!("{name}: no sentence says why it takes {dependency}"));
            }
        }
        before = line;
    }
}

/// Dependencies that no line of the code names: of the library in `src`, of its tests anywhere.
///
/// A name in a comment counts as well, which is a miss that costs nothing.
fn unnamed(name: &str, folder: &Path, manifest: &str) -> Result<Vec<String>, Failure> {
    let mut code = String::new();
    gather(&folder.join("src"), &mut code)?;
    let mut with_tests = code.clone();
    for tests in ["tests", "benches", "examples"] {
        gather(&folder.join(tests), &mut with_tests)?;
    }
    with_tests += &fs::read_to_string(folder.join("README.md")).unwrap_or_default();
    let mut problems = Vec::new();
    let mut section = "";
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line;
        }
        let place = match section {
            "[dependencies]" => &code,
            "[dev-dependencies]" => &with_tests,
            _ => continue,
        };
        let dependency = line.split(['.', ' ', '=']).next().unwrap_or_default();
        let ours = dependency.replace('-', "_");
        let is_name = dependency.starts_with(|c: char| c.is_ascii_lowercase());
        // A crate that takes itself for its tests turns its features on.
        if is_name && dependency != name && !names(place, &ours) {
            problems.push(format!("{name}: takes {dependency} under {section} and does not use it"));
        }
    }
    Ok(problems)
}

/// Whether a word is in a text by itself.
fn names(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| !text[..at].ends_with(part) && !text[at + word.len()..].starts_with(part))
}

/// Adds the Rust files below a folder.
fn gather(folder: &Path, code: &mut String) -> Result<(), Failure> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            gather(&path, code)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path)?;
            // Files of other crates that a test takes in.
            for line in text.lines() {
                let other = line.trim().strip_prefix("#[path = \"").and_then(|rest| rest.strip_suffix("\"]"));
                if let Some(other) = other {
                    *code += &fs::read_to_string(path.with_file_name(other))?;
                }
            }
            *code += &text;
        }
    }
    Ok(())
}

fn unused(manifest: &Path, taken: &BTreeSet<String>) -> Result<Vec<String>, Failure> {
    let text = fs::read_to_string(manifest)?;
    let section = text
        .lines()
        .skip_while(|line| *line != "[workspace.dependencies]")
        .skip(1)
        .take_while(|line| !line.starts_with('['));
    let names = section
        .filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()))
        .filter_map(|line| line.split(' ').next());
    Ok(names
        .filter(|name| !taken.contains(*name))
        .map(|name| format!("no crate takes `{name}` of [workspace.dependencies]"))
        .collect())
}
