//! The rooms of a crate: which way its arrows point, how large its circles are, and how much of it is public.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use super::modules::{Modules, largest_circle};
use super::source::{bare, without_tests, words};
use crate::failure::Failure;

/// The crate whose rooms have floors.
const BUILDING: &str = "cards-model";
/// Its rooms from the bottom up. What is in one room takes names from its own and from lower ones.
const FLOORS: &[&str] = &[
    "json",
    "terms",
    "document",
    "concept",
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
    "laws",
    "strategy",
];

/// Where people read of the same rooms, in a table under this heading.
const PLAN: (&str, &str) = ("docs/ARCHITECTURE.md", "## The rooms of `cards-model`");

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
    fn bounded(&self) -> [(&'static str, usize, String); 4] {
        [
            ("hundreds of lines", self.lines.div_ceil(100), String::new()),
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
        // The root has no floor; for every other module `problems` asks for one.
        let climbs = |(from, to): &(usize, usize)| floor(*from).zip(floor(*to)).is_some_and(|(from, to)| to > from);
        let up = if name == BUILDING { arrows.iter().copied().filter(climbs).map(named).collect() } else { Vec::new() };
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
    let mut problems = homeless()?;
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

/// What is in a room without a floor, in the code or in the plan.
fn homeless() -> Result<Vec<String>, Failure> {
    let root = crate::root();
    let modules = Modules::read(&root.join("crates").join(BUILDING).join("src"))?;
    let rooms = (0..modules.count()).map(|module| modules.room(module)).filter(|room| !room.is_empty());
    let mut problems = strangers(rooms, FLOORS);
    let (file, heading) = PLAN;
    if plan(&fs::read_to_string(root.join(file))?, heading) != FLOORS {
        problems.push(format!("{file}: the table under `{heading}` does not list the rooms as {FLOORS:?}"));
    }
    Ok(problems)
}

/// Rooms without a floor, and floors without a room.
fn strangers<'a>(rooms: impl Iterator<Item = &'a str>, floors: &[&str]) -> Vec<String> {
    let rooms: BTreeSet<&str> = rooms.collect();
    let homeless = rooms.iter().filter(|room| !floors.contains(room));
    let homeless =
        homeless.map(|room| format!("{BUILDING}: the room `{room}` has no floor in xtask/src/tidy/rooms.rs"));
    let empty = floors.iter().filter(|floor| !rooms.contains(*floor));
    homeless.chain(empty.map(|floor| format!("{BUILDING}: no room is on the floor `{floor}`"))).collect()
}

/// The names in the first column of the table under a heading.
fn plan<'a>(text: &'a str, heading: &str) -> Vec<&'a str> {
    let below = text.split_once(heading).map_or("", |(_, below)| below);
    let section = below.split("\n## ").next().unwrap_or_default();
    let cells = section.lines().filter_map(|line| line.strip_prefix("| `")?.split(" |").next());
    cells.flat_map(|cell| cell.split(',')).map(|name| name.trim().trim_matches('`')).collect()
}

/// The table of `cargo xtask tidy --figures`.
pub fn table(figures: &[Figures]) -> String {
    let mut out =
        String::from("| crate | lines | modules | public names | arrows up | largest circle | `Profile::` |\n");
    out.push_str("| --- | --- | --- | --- | --- | --- | --- |\n");
    for one in figures {
        let [_, up, circle, profiles] = one.bounded().map(|(_, count, _)| count);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_without_a_floor_and_a_floor_without_a_room_are_refused() {
        assert_eq!(strangers(["terms", "spec", "terms"].into_iter(), &["terms", "spec"]), Vec::<String>::new());
        let problems = strangers(["terms", "attic"].into_iter(), &["terms", "cellar"]);
        assert_eq!(
            problems,
            [
                "cards-model: the room `attic` has no floor in xtask/src/tidy/rooms.rs",
                "cards-model: no room is on the floor `cellar`"
            ]
        );
    }

    #[test]
    fn the_plan_is_the_first_column_of_its_table() {
        let text = "| `a` | no |\n## Rooms\n\n| room | holds |\n| --- | --- |\n| `b` | x |\n| `c`, `d` | y |\n\n## More\n| `e` | z |\n";
        assert_eq!(plan(text, "## Rooms"), ["b", "c", "d"]);
        assert!(plan(text, "## Attic").is_empty());
    }
}
