//! `cargo xtask tidy`: the shape of the tree, checked.

mod actions;
mod examples;
mod idiom;
mod manifests;
mod modules;
mod pinned;
mod portable;
mod rooms;
mod source;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::failure::Failure;

/// What a crate may stand on.
#[derive(Clone, Copy)]
enum Below {
    /// These crates.
    These(&'static [&'static str]),
    /// Every crate that is before it in the table.
    All,
}

/// The layers, bottom up, with what each of them may stand on. Arrows point down only, and siblings do not know each other.
const ARROWS: &[(&str, Below)] = &[
    ("cards-words", Below::These(&[])),
    ("cards-json", Below::These(&[])),
    ("cards-pattern", Below::These(&[])),
    ("cards-model", Below::These(&["cards-words", "cards-json"])),
    ("cards-macro", Below::These(&["cards-words"])),
    ("cards-container", Below::These(&["cards-words", "cards-model"])),
    ("cards-lore", Below::These(&["cards-words", "cards-pattern", "cards-model"])),
    ("cards-script", Below::These(&["cards-words", "cards-json", "cards-pattern", "cards-macro"])),
    (
        "cards-prompt",
        Below::These(&["cards-words", "cards-json", "cards-model", "cards-macro", "cards-lore", "cards-script"]),
    ),
    (
        "cards-lint",
        Below::These(&[
            "cards-words",
            "cards-pattern",
            "cards-model",
            "cards-container",
            "cards-macro",
            "cards-lore",
            "cards-script",
        ]),
    ),
    ("cards-kit", Below::All),
    ("cards-library", Below::All),
    (
        "cards-language",
        Below::These(&[
            "cards-words",
            "cards-json",
            "cards-model",
            "cards-container",
            "cards-macro",
            "cards-lore",
            "cards-script",
            "cards-prompt",
            "cards-lint",
            "cards-kit",
        ]),
    ),
    ("cards-lsp", Below::All),
    ("cards-suite", Below::All),
    ("cards-wasm", Below::All),
    ("cards-cli", Below::All),
    ("cards-mcp", Below::These(&["cards-words", "cards-json", "cards-kit", "cards-library"])),
];

/// Folders of apps, each with the list that says how many crates of others an app may have to build: what shows one layer
/// alone, ported programs, and the tool as people install it.
const APPS: [(&str, &str); 3] = [
    ("examples/downstream", "examples/downstream/ceilings.tsv"),
    ("examples/ports", "examples/ports/ceilings.tsv"),
    ("crates", "xtask/packages-of-cards.tsv"),
];

/// What to print.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Check nothing; print what each crate measures.
    #[arg(long)]
    figures: bool,
}

/// Checks crate arrows, the rooms of each crate, the idiom of the family, examples of what apps meet, fixtures without a test, texts of errors and limits without one, what the
/// downstream examples pull in, what packages hold and which version each part says, what `docs/DIVERGENCES.md` points to, and
/// the index of the spec rules; and that workflows pin what they take.
pub fn run(options: &Options) -> Result<(), Failure> {
    if options.figures {
        println!("{}", rooms::table(&rooms::measure()?));
        return Ok(());
    }
    let mut problems = arrows()?;
    problems.extend(manifests::problems()?);
    problems.extend(actions::problems()?);
    problems.extend(rooms::problems()?);
    problems.extend(idiom::problems()?);
    problems.extend(examples::problems()?);
    problems.extend(portable::problems()?);
    problems.extend(pinned::problems()?);
    problems.extend(crate::package::problems()?);
    problems.extend(crate::release::problems()?);
    problems.extend(orphans()?);
    problems.extend(ceilings()?);
    problems.extend(crate::shown::problems()?);
    if let Err(failure) = crate::docs::rule_index() {
        problems.push(failure.to_string());
    }
    if problems.is_empty() {
        println!("tidy: the tree is as it should be");
        return Ok(());
    }
    Err(Failure::new(problems.join("\n")))
}

fn arrows() -> Result<Vec<String>, Failure> {
    let mut problems = Vec::new();
    for entry in fs::read_dir(crate::root().join("crates"))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(floor) = ARROWS.iter().position(|(known, _)| *known == name) else {
            problems.push(format!("crates/{name} has no place among the layers"));
            continue;
        };
        let may_take = |taken: &str| match ARROWS[floor].1 {
            Below::These(these) => these.contains(&taken),
            Below::All => ARROWS[..floor].iter().any(|(below, _)| *below == taken),
        };
        for taken in normal_dependencies(&entry.path().join("Cargo.toml"))? {
            if taken.starts_with("cards-") && !may_take(&taken) {
                problems.push(format!("{name} must not depend on {taken}"));
            }
        }
    }
    Ok(problems)
}

/// The names under `[dependencies]` of a manifest.
fn normal_dependencies(manifest: &Path) -> Result<Vec<String>, Failure> {
    let text = fs::read_to_string(manifest)?;
    let section =
        text.lines().skip_while(|line| *line != "[dependencies]").skip(1).take_while(|line| !line.starts_with('['));
    Ok(section
        .filter_map(|line| line.split(['.', ' ', '=']).next())
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect())
}

/// Files under `fixtures/` that no test, benchmark or chore can reach: each area needs a runner that names it.
fn orphans() -> Result<Vec<String>, Failure> {
    let root = crate::root();
    let mut sources = String::new();
    for folder in ["bench", "crates", "tests", "xtask", "README.md", "docs", "examples"] {
        read_all(&root.join(folder), &mut sources)?;
    }
    let made: BTreeSet<_> = crate::fixtures::names()?.into_iter().collect();
    let mut problems = Vec::new();
    for area in fs::read_dir(root.join("fixtures"))? {
        let area = area?;
        let name = area.file_name().to_string_lossy().into_owned();
        if !sources.contains(&format!("fixtures/{name}")) {
            problems.push(format!("nothing reads fixtures/{name}"));
        }
        if name == "cards" {
            for file in fs::read_dir(area.path())? {
                let file = format!("cards/{}", file?.file_name().to_string_lossy());
                if !made.contains(&file) {
                    problems.push(format!("no source makes fixtures/{file}"));
                }
            }
        }
    }
    Ok(problems)
}

/// Appends every readable text file below a path.
pub(crate) fn read_all(path: &Path, out: &mut String) -> Result<(), Failure> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            if entry.file_name() != "target" {
                read_all(&entry.path(), out)?;
            }
        }
    } else if path.extension().is_some_and(|ext| ["rs", "md", "toml", "sh"].iter().any(|known| ext == *known)) {
        out.push_str(&fs::read_to_string(path)?);
    }
    Ok(())
}

/// The list of apps that take one crate of ours each.
const ONE_DOOR: &str = "examples/downstream/ceilings.tsv";

/// Apps that need more than one line for us in their dependencies, and those that the list leaves out.
fn more_than_one_door(folder: &Path, rows: &str) -> Result<Vec<String>, Failure> {
    let mut problems = Vec::new();
    for app in fs::read_dir(folder)? {
        let app = app?;
        let Ok(manifest) = fs::read_to_string(app.path().join("Cargo.toml")) else { continue };
        let name = app.file_name().to_string_lossy().into_owned();
        let ours = manifest.lines().filter(|line| line.starts_with("cards-")).count();
        if ours != 1 {
            problems.push(format!("{ONE_DOOR}: {name} depends on {ours} crates of ours; one is the way in"));
        }
        if !rows.lines().any(|row| row.split('\t').next() == Some(&name)) {
            problems.push(format!("{ONE_DOOR}: no row for {name}"));
        }
    }
    Ok(problems)
}

/// Counts what each app outside the workspace builds, against the committed ceilings.
fn ceilings() -> Result<Vec<String>, Failure> {
    let root = crate::root();
    let mut problems = Vec::new();
    for (folder, list) in APPS {
        let rows = fs::read_to_string(root.join(list))?;
        if list == ONE_DOOR {
            problems.extend(more_than_one_door(&root.join(folder), &rows)?);
        }
        for line in rows.lines().filter(|line| !line.starts_with('#')) {
            let Some((app, ceiling)) = line.split_once('\t') else {
                return Err(Failure::new(format!("{list}: cannot read the line `{line}`")));
            };
            let ceiling: usize = ceiling.parse()?;
            let tree = Command::new(env!("CARGO"))
                .args(["tree", "--edges", "normal,build", "--prefix", "none", "--no-dedupe", "--manifest-path"])
                .arg(root.join(folder).join(app).join("Cargo.toml"))
                .output()?;
            if !tree.status.success() {
                return Err(Failure::new(String::from_utf8_lossy(&tree.stderr).into_owned()));
            }
            let text = String::from_utf8_lossy(&tree.stdout).into_owned();
            // The app itself, the layers of ours, then what others wrote.
            let names: BTreeSet<_> = text.lines().skip(1).filter_map(|line| line.split(' ').next()).collect();
            let foreign = names.iter().filter(|name| !name.is_empty() && !name.starts_with("cards-")).count();
            println!("tidy: {folder}/{app} builds {foreign} crates of others (ceiling {ceiling})");
            if foreign > ceiling {
                problems
                    .push(format!("{folder}/{app} builds {foreign} crates of others, over its ceiling of {ceiling}"));
            }
        }
    }
    Ok(problems)
}
