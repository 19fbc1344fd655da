//! The rooms of a crate: which way its arrows point, how large its circles are, and how much of it is public.

use std::fmt::Write as _;
use std::fs;

use super::modules::{Modules, largest_circle};
use super::source::{bare, without_tests, words};
use crate::failure::Failure;

/// The rooms of `cards-model` from the bottom up. What stands in one room takes names from its own and from lower ones.
const FLOORS: &[&str] = &[
    "terms",
    "document",
    "spec",
    "stash",
    "sillytavern",
    "book",
    "foreign",
    "rules",
    "read",
    "convert",
    "schema",
    "through_serde",
    "strategy",
];

/// What may not grow: a row for each crate.
const CEILINGS: &str = "xtask/ceilings.tsv";

/// What a crate measures.
#[derive(Debug)]
pub struct Figures {
    name: String,
    lines: usize,
    modules: usize,
    public: usize,
    up: Vec<String>,
    circle: Vec<String>,
    profiles: usize,
}

impl Figures {
    /// What [`CEILINGS`] bounds, in its order.
    fn bounded(&self) -> [(&'static str, usize, String); 3] {
        [
            ("arrows up", self.up.len(), self.up.join("\n    ")),
            ("modules in the largest circle", self.circle.len(), self.circle.join(", ")),
            ("`Profile::` outside the files of profiles", self.profiles, String::new()),
        ]
    }
}

/// Measures every crate of the workspace.
pub fn measure() -> Result<Vec<Figures>, Failure> {
    let mut all = Vec::new();
    let mut folders: Vec<_> = fs::read_dir(crate::root().join("crates"))?.collect::<Result<_, _>>()?;
    folders.sort_by_key(fs::DirEntry::file_name);
    for folder in folders {
        let sources = folder.path().join("src");
        if !sources.is_dir() {
            continue;
        }
        let name = folder.file_name().to_string_lossy().into_owned();
        let modules = Modules::read(&sources)?;
        let arrows = modules.arrows();
        let floor = |module: usize| FLOORS.iter().position(|room| *room == modules.room(module));
        let named = |(from, to): (usize, usize)| format!("{} -> {}", modules.name(from), modules.name(to));
        // The root and what stands in no room has no floor.
        let climbs = |(from, to): &(usize, usize)| floor(*from).zip(floor(*to)).is_some_and(|(from, to)| to > from);
        let up =
            if name == "cards-model" { arrows.iter().copied().filter(climbs).map(named).collect() } else { Vec::new() };
        let circle = largest_circle(modules.count(), &arrows);
        all.push(Figures {
            lines: modules.lines(),
            modules: modules.count(),
            public: modules.public_names(),
            up,
            circle: if circle.len() > 1 {
                circle.into_iter().map(|module| modules.name(module)).collect()
            } else {
                Vec::new()
            },
            profiles: profiles(&sources)?,
            name,
        });
    }
    Ok(all)
}

/// How often a client is asked for by name outside of `profile.rs` and `profile/`.
fn profiles(path: &std::path::Path) -> Result<usize, Failure> {
    let mut count = 0;
    for entry in fs::read_dir(path)? {
        let path = entry?.path();
        if path.file_stem().is_some_and(|stem| stem == "profile" || stem == "tests") {
            continue;
        }
        if path.is_dir() {
            count += profiles(&path)?;
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            let (built, _) = without_tests(&bare(&fs::read_to_string(&path)?));
            let words = words(&built);
            let named = |pair: &[&str]| pair == ["Profile", "::"];
            count += words.windows(2).filter(|pair| named(pair)).count();
        }
    }
    Ok(count)
}

/// What a crate has more of than its ceiling says; a crate without a row has no ceiling yet.
pub fn problems() -> Result<Vec<String>, Failure> {
    let text = fs::read_to_string(crate::root().join(CEILINGS))?;
    let mut problems = Vec::new();
    for figures in measure()? {
        let row = text
            .lines()
            .map(|line| line.split('\t').collect::<Vec<_>>())
            .find(|row| row.first() == Some(&&*figures.name));
        let Some(row) = row else {
            problems.push(format!("{CEILINGS} has no row for {}", figures.name));
            continue;
        };
        for ((what, count, which), ceiling) in figures.bounded().into_iter().zip(row.iter().skip(1)) {
            let ceiling: usize = ceiling.parse()?;
            if count > ceiling {
                problems.push(format!("{}: {count} {what}, over the ceiling of {ceiling}\n    {which}", figures.name));
            } else if count < ceiling {
                println!("tidy: {}: {count} {what}; the ceiling of {ceiling} in {CEILINGS} can fall", figures.name);
            }
        }
    }
    Ok(problems)
}

/// The table of `cargo xtask tidy --figures`.
pub fn table(figures: &[Figures]) -> String {
    let mut out =
        String::from("| crate | lines | modules | public names | arrows up | largest circle | `Profile::` |\n");
    out.push_str("| --- | --- | --- | --- | --- | --- | --- |\n");
    for one in figures {
        let [up, circle, profiles] = one.bounded().map(|(_, count, _)| count);
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {up} | {circle} | {profiles} |",
            one.name, one.lines, one.modules, one.public
        );
    }
    for one in figures {
        for (what, _, which) in one.bounded().into_iter().filter(|(_, _, which)| !which.is_empty()) {
            let _ = write!(out, "\n{}, {what}:\n    {which}\n", one.name);
        }
    }
    out
}
