//! One idiom in the whole family: sets of names have `ALL`, `as_str`, `Display` and `FromStr`, options a `with_x` for each field, and
//! what a crate answers says itself to people; and the README of a package says what it is not for, shows ten lines, and links to
//! nothing that is in the repository alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::source::{bare, without_tests};
use crate::failure::Failure;

/// Enums without data that are made by hand, and why.
const OWN_WORDS: [(&str, &str); 19] = [
    ("Blanks", "a part of `Syntax`, whose three constants are what has names"),
    ("Fact", "programs answer it and never spell it"),
    ("ForeignForm", "its words are with an article, for a sentence; nobody chooses one"),
    ("Form", "each has an id, a name for people and a description"),
    ("Format", "it is told from bytes, and names the extension that goes with them"),
    ("Group", "its words are headings"),
    ("Home", "where a row of the table of extensions belongs; its words are headings of a page"),
    ("Kind", "a kind of JSON value, which has the words of JSON"),
    ("LossReason", "its words are a sentence, which nobody reads back"),
    ("Missing", "its words are a sentence, which nobody reads back"),
    ("NameEnd", "a part of `Syntax`"),
    ("NameError", "an error"),
    ("Position", "a place in a file, found and never chosen"),
    ("Program", "it is told from a chunk; its words are names of programs"),
    ("Settle", "how much is mended, asked by one function"),
    ("Shape", "machinery of the table of concepts"),
    ("TextEnds", "a part of `Syntax`"),
    ("Why", "its words are a sentence, which nobody reads back"),
    ("WrittenForm", "each has an id, a name for people and a description"),
];

/// Types that are told of things and never asked for one.
const ONLY_TOLD: [(&str, &str); 2] =
    [("Rest", "what it holds is an object, `unknown`"), ("Workspace", "it answers about all of its files at once")];

/// How the names of structs end that a caller fills in.
const OPTIONS: [&str; 4] = ["Options", "Settings", "Limits", "Policy"];

/// Crates whose public names are programs' own, and no library's.
const PROGRAMS: [&str; 4] = ["cards-cli", "cards-lsp", "cards-suite", "cards-wasm"];

/// Where a library says the same in another way than its siblings.
pub fn problems() -> Result<Vec<String>, Failure> {
    let root = crate::root();
    let mut problems = Vec::new();
    let (mut sets, mut fields) = (0, 0);
    for folder in fs::read_dir(root.join("crates"))? {
        let folder = folder?;
        if PROGRAMS.iter().any(|program| folder.file_name() == *program) {
            continue;
        }
        let mut methods = BTreeMap::new();
        let readme = fs::read_to_string(folder.path().join("README.md")).unwrap_or_default();
        if readme.contains("](../") {
            problems.push(format!("{}/README.md links to what the package has not", folder.path().display()));
        }
        if !readme.contains("\nNot for ") || !readme.contains("\n```rust\n") {
            let place = folder.path().display().to_string();
            problems.push(format!(
                "{place}/README.md does not say what the crate is not for, or has no program of ten lines"
            ));
        }
        for (file, text) in super::pinned::sources(&folder.path().join("src"))? {
            let (built, _) = without_tests(&bare(&text));
            let place = file.strip_prefix(&root).unwrap_or(&file).display().to_string();
            sets += text.matches("cards_words::named!").count();
            let counted = of_source(&built, &mut |problem| problems.push(format!("{place}: {problem}")));
            fields += counted;
            methods_of(&built, &mut methods);
        }
        problems.extend(unreadable(&methods).map(|name| {
            format!("{}: `{name}` has a `set`, `insert` or `remove` and no `get`", folder.path().display())
        }));
    }
    println!("tidy: {sets} sets of names are made by `named!`, and {fields} fields of options have a `with_`");
    Ok(problems)
}

/// Checks one source, without its texts and tests; gives how many fields of options it has.
fn of_source(built: &str, report: &mut impl FnMut(String)) -> usize {
    if built.contains("pub const ALL: [") {
        report("`ALL` is an array, so that another variant would change a public type; `cards_words::named!` makes a slice".to_owned());
    }
    for (name, body) in items(built, "pub enum ") {
        let own = OWN_WORDS.iter().any(|(known, _)| *known == name);
        let made = built.contains(&format!("named! {{\n    {name}:"));
        if is_without_data(body) && !own && !made {
            report(format!("`{name}` has no names; `cards_words::named!` gives it all four ways of them"));
        }
    }
    let mut fields = 0;
    for (name, body) in items(built, "pub struct ") {
        if OPTIONS.iter().any(|ending| name.ends_with(ending)) {
            let above = built.split(&format!("pub struct {name}")).next().and_then(|text| text.rsplit("\n\n").next());
            if body.contains("\n    pub ") && !above.unwrap_or_default().contains("#[non_exhaustive]") {
                report(format!(
                    "`{name}` is not `#[non_exhaustive]`, so that another option would break who fills it in"
                ));
            }
            for field in body.lines().filter_map(|line| line.strip_prefix("    pub ")?.split_once(':')) {
                fields += 1;
                if !built.contains(&format!("with_{}", field.0)) {
                    report(format!("`{name}` has a field `{}` and no `with_{0}`", field.0));
                }
            }
        }
        if name.ends_with("Finding") && !built.contains(&format!("Display for {name}")) {
            report(format!("`{name}` has no `Display`"));
        }
    }
    fields
}

/// Adds the public methods of each type in a source, those of traits left out.
fn methods_of<'s>(built: &'s str, methods: &mut BTreeMap<String, BTreeSet<String>>) {
    let blocks = built.match_indices("\nimpl").filter_map(|(at, _)| {
        let block: &'s str = built.get(at + 1..)?;
        Some(block.split("\n}").next().unwrap_or(block))
    });
    for block in blocks {
        let head = block.split(" {").next().unwrap_or_default();
        if head.contains(" for ") {
            continue;
        }
        // `impl<'a> Name<'a>`
        let of = head.trim_start_matches("impl").rsplit(' ').find(|word| word.starts_with(char::is_uppercase));
        let name = of.unwrap_or_default().split('<').next().unwrap_or_default().to_owned();
        let public = block.lines().filter_map(|line| line.strip_prefix("    pub fn "));
        let names = public.map(|rest| rest.split(['(', '<']).next().unwrap_or(rest).to_owned());
        methods.entry(name).or_default().extend(names);
    }
}

/// The types that take values and give none back.
fn unreadable(methods: &BTreeMap<String, BTreeSet<String>>) -> impl Iterator<Item = &str> {
    methods.iter().filter_map(|(name, of)| {
        let takes = ["set", "insert", "remove"].iter().any(|one| of.contains(*one));
        let told = ONLY_TOLD.iter().any(|(known, _)| known == name);
        (takes && !of.contains("get") && !told).then_some(name.as_str())
    })
}

/// Whether each variant of an enum is a name alone.
fn is_without_data(body: &str) -> bool {
    let mut lines = body.lines().skip(1).map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.all(|line| line.strip_suffix(',').is_some_and(|name| name.chars().all(char::is_alphanumeric)))
}

/// The items at the margin that begin so: the name of each and what is in its braces.
fn items<'s>(built: &'s str, begin: &'s str) -> impl Iterator<Item = (&'s str, &'s str)> {
    let starts = built.match_indices(begin).filter(|(at, _)| *at == 0 || built[..*at].ends_with('\n'));
    starts.filter_map(move |(at, _)| {
        let rest = built.get(at + begin.len()..)?;
        let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        let end = rest.find("\n}").unwrap_or(rest.len());
        Some((name, rest.get(..end)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems_of(source: &str) -> Vec<String> {
        let mut found = Vec::new();
        of_source(source, &mut |problem| found.push(problem));
        found
    }

    #[test]
    fn what_is_said_otherwise_is_named() {
        let source = "#[non_exhaustive]\npub struct FooOptions {\n    pub a: u8,\n    pub b: u8,\n}\nimpl FooOptions {\n    pub fn with_a() {}\n}\n";
        assert_eq!(problems_of(source), ["`FooOptions` has a field `b` and no `with_b`"]);
        assert_eq!(problems_of("pub struct Limits {\n    pub a: u8,\n}\nwith_a\n").len(), 1);
        let source = "pub enum Tide {\n    #[default]\n    Ebb,\n    Flood,\n}\nimpl Tide {\n    pub const ALL: [Self; 2] = x;\n}\n";
        assert_eq!(problems_of(source).len(), 2);
        assert_eq!(problems_of("pub struct Finding {\n}\n"), ["`Finding` has no `Display`"]);
    }

    #[test]
    fn what_can_be_set_can_be_read() {
        let source = "\nimpl<'a> Tide<'a> {\n    pub fn set(&mut self) {\n    }\n}\nimpl Set for Ebb {\n    pub fn set(&mut self) {}\n}\n";
        let mut methods = BTreeMap::new();
        methods_of(source, &mut methods);
        assert_eq!(unreadable(&methods).collect::<Vec<_>>(), ["Tide"]);
        methods_of("\nimpl Tide<'_> {\n    pub fn get<T>(&self) {\n    }\n}\n", &mut methods);
        assert_eq!(unreadable(&methods).count(), 0);
    }

    #[test]
    fn what_follows_the_idiom_is_left_alone() {
        let source = "#[non_exhaustive]\npub struct Limits {\n    pub a: u8,\n}\nsetters! {\n    Limits: with_a a: u8,\n}\npub enum Stop {\n    Depth { at: u8 },\n    End,\n}\n";
        assert_eq!(problems_of(source), Vec::<String>::new());
        assert_eq!(problems_of("pub struct Finding {\n}\nimpl fmt::Display for Finding {\n}\n"), Vec::<String>::new());
    }
}
