//! The modules of a crate, and which of them take names from which.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::source::{Word, bare, without_tests, words};
use crate::failure::Failure;

/// The modules of a crate without its tests. A module is a file; the root has an empty path.
#[derive(Debug, Default)]
pub struct Modules {
    names: Vec<Vec<String>>,
    lines: usize,
    /// What each module binds by `use`: name to path, and whether it hands the name on.
    uses: Vec<Vec<Use>>,
    /// Paths that a module mentions outside of `use`.
    paths: Vec<Vec<Vec<String>>>,
    /// The items that each module defines.
    items: Vec<BTreeSet<String>>,
    /// The public items of the root.
    public: BTreeSet<String>,
}

#[derive(Clone, Debug)]
struct Use {
    name: String,
    path: Vec<String>,
    public: bool,
    everyone: bool,
}

/// Words after which an item's name stands.
const ITEMS: [&str; 10] = ["fn", "struct", "enum", "trait", "type", "const", "static", "mod", "union", "macro_rules"];

impl Modules {
    /// Reads the sources of a crate.
    pub fn read(sources: &Path) -> Result<Self, Failure> {
        let mut out = Self::default();
        out.folder(sources, &[])?;
        Ok(out)
    }

    /// Lines of source, tests inside of it left out.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// How many modules there are.
    pub fn count(&self) -> usize {
        self.names.len()
    }

    /// The name of a module, as in a path.
    pub fn name(&self, module: usize) -> String {
        let path = self.names[module].join("::");
        if path.is_empty() { "crate".to_owned() } else { path }
    }

    /// The room of a module: the first part of its path.
    pub fn room(&self, module: usize) -> &str {
        self.names[module].first().map_or("", String::as_str)
    }

    /// How many names are at the root for everybody.
    pub fn public_names(&self) -> usize {
        let Some(root) = self.find(&[]) else { return 0 };
        let mut names = self.public.clone();
        names.extend(self.uses[root].iter().filter(|one| one.everyone).map(|one| one.name.clone()));
        names.len()
    }

    /// Which module takes names from which, once for each pair.
    pub fn arrows(&self) -> BTreeSet<(usize, usize)> {
        let mut out = BTreeSet::new();
        for module in 0..self.names.len() {
            let private = self.uses[module].iter().filter(|one| !one.public).map(|one| &one.path);
            for path in private.chain(&self.paths[module]) {
                if let Some(to) = self.resolve(module, path, 0).filter(|to| *to != module) {
                    out.insert((module, to));
                }
            }
        }
        out
    }

    fn folder(&mut self, folder: &Path, path: &[String]) -> Result<(), Failure> {
        let mut entries: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let file = entry.path();
            let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let below = || path.iter().cloned().chain([stem.clone()]).collect::<Vec<_>>();
            if file.is_dir() {
                self.folder(&file, &below())?;
            } else if file.extension().is_some_and(|ext| ext == "rs") {
                let named = if ["lib", "main", "mod"].contains(&&*stem) { path.to_vec() } else { below() };
                // A file of tests is named so, and declared behind `#[cfg(test)]`.
                if stem != "tests" {
                    self.file(named, &fs::read_to_string(&file)?);
                }
            }
        }
        Ok(())
    }

    fn file(&mut self, name: Vec<String>, text: &str) {
        let (built, tests) = without_tests(&bare(text));
        self.lines += text.lines().count() - tests.lines().filter(|line| !line.trim().is_empty()).count();
        let words = words(&built);
        let mut uses = Vec::new();
        let mut paths = Vec::new();
        let mut items = BTreeSet::new();
        let mut public = BTreeSet::new();
        let mut at = 0;
        while at < words.len() {
            let before = |back: usize| at.checked_sub(back).and_then(|at| words.get(at)).copied();
            match words[at] {
                "use" if before(1) != Some("::") => {
                    let visibility = if before(1) == Some(")") { before(4).or(before(5)) } else { before(1) };
                    let (everyone, handed) = (before(1) == Some("pub"), visibility == Some("pub"));
                    at = tree(&words, at + 1, &[], &mut |name, path| {
                        uses.push(Use { name, path, public: handed || everyone, everyone });
                    });
                    continue;
                }
                word if ITEMS.contains(&word) => {
                    let name = words.get(at + 1).filter(|next| **next != "!").or(words.get(at + 2));
                    if let Some(name) = name {
                        items.insert((*name).to_owned());
                        let root = name_is_public(&words, at);
                        if root {
                            public.insert((*name).to_owned());
                        }
                    }
                }
                "crate" | "super" | "self" if words.get(at + 1) == Some(&"::") && before(1) != Some("::") => {
                    at = tree(&words, at, &[], &mut |_, path| paths.push(path));
                    continue;
                }
                word if words.get(at + 1) == Some(&"::") && before(1) != Some("::") && is_lower(word) => {
                    // The path may begin with a child of this module; where it does not, nothing is found.
                    let mut path = vec!["self".to_owned()];
                    path.push(word.to_owned());
                    path.extend(words.get(at + 2).filter(|next| is_name(next)).map(|next| (*next).to_owned()));
                    paths.push(path);
                }
                _ => {}
            }
            at += 1;
        }
        if name.is_empty() {
            self.public = public;
        }
        self.names.push(name);
        self.uses.push(uses);
        self.paths.push(paths);
        self.items.push(items);
    }

    fn find(&self, path: &[String]) -> Option<usize> {
        self.names.iter().position(|name| name == path)
    }

    /// Whether a module has an item or a child of a name, or hands one on.
    fn hands_on(&self, module: usize, name: &str, depth: u32) -> bool {
        let child: Vec<_> = self.names[module].iter().cloned().chain([name.to_owned()]).collect();
        let handed = |one: &Use| match &*one.name {
            "*" => self.resolve(module, &one.path, depth + 1).is_some_and(|to| self.hands_on(to, name, depth + 1)),
            own => own == name,
        };
        depth <= 8
            && (self.items[module].contains(name)
                || self.find(&child).is_some()
                || self.uses[module].iter().filter(|one| one.public).any(handed))
    }

    /// The module in which the item stands that a path names, seen from a module.
    fn resolve(&self, from: usize, path: &[String], depth: u32) -> Option<usize> {
        if depth > 8 {
            return None;
        }
        let (first, mut rest) = path.split_first()?;
        let mut here = match &**first {
            "crate" => self.find(&[])?,
            "self" => from,
            "super" => {
                let mut up = self.names[from].clone();
                up.pop()?;
                while rest.first().is_some_and(|next| next == "super") {
                    up.pop()?;
                    rest = &rest[1..];
                }
                self.find(&up)?
            }
            _ => {
                // A path of a `use` without a beginning: a child, or another crate.
                let mut child = self.names[from].clone();
                child.push(first.clone());
                self.find(&child)?
            }
        };
        let mut moved = first != "self";
        while let Some((step, after)) = rest.split_first() {
            let mut child = self.names[here].clone();
            child.push(step.clone());
            if let Some(child) = self.find(&child) {
                (here, rest, moved) = (child, after, true);
                continue;
            }
            let bound = self.uses[here].iter().find(|one| one.name == *step && (here != from || one.public));
            if let Some(one) = bound.filter(|one| one.path != path) {
                let onwards: Vec<_> = one.path.iter().cloned().chain(after.iter().cloned()).collect();
                return self.resolve(here, &onwards, depth + 1).or(moved.then_some(here));
            }
            if !self.items[here].contains(step) {
                let through = self.uses[here].iter().filter(|one| one.name == "*" && one.public);
                for glob in through {
                    let behind = self
                        .resolve(here, &glob.path, depth + 1)
                        .filter(|behind| self.hands_on(*behind, step, depth + 1));
                    if behind.is_some() {
                        let onwards: Vec<_> = glob.path.iter().cloned().chain(rest.iter().cloned()).collect();
                        return self.resolve(here, &onwards, depth + 1);
                    }
                }
            }
            break;
        }
        moved.then_some(here)
    }
}

fn is_lower(word: Word<'_>) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase())
}

fn is_name(word: Word<'_>) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Whether `pub` is before an item, without a restriction.
fn name_is_public(words: &[Word<'_>], item: usize) -> bool {
    words[..item].iter().rev().take(3).take_while(|word| is_name(word)).any(|word| *word == "pub")
}

/// Walks a tree of paths, as `use` has them, and gives each name with its path; returns where the tree ends.
fn tree(words: &[Word<'_>], mut at: usize, prefix: &[String], found: &mut impl FnMut(String, Vec<String>)) -> usize {
    let mut path = prefix.to_vec();
    while let Some(word) = words.get(at).copied() {
        match word {
            "::" => at += 1,
            "{" => {
                at += 1;
                while words.get(at).is_some_and(|word| *word != "}") {
                    let before = at;
                    at = tree(words, at, &path, found);
                    if words.get(at) == Some(&",") || at == before {
                        at += 1;
                    }
                }
                return at + 1;
            }
            "*" => {
                found("*".to_owned(), path);
                return at + 1;
            }
            "self" if path.len() > prefix.len() || !prefix.is_empty() => {
                at += 1;
                break;
            }
            word if is_name(word) => {
                path.push(word.to_owned());
                at += 1;
                if words.get(at) != Some(&"::") {
                    break;
                }
                // A turbofish ends the path.
                if words.get(at + 1).is_some_and(|next| !is_name(next) && *next != "{" && *next != "*") {
                    break;
                }
            }
            _ => break,
        }
    }
    let mut name = path.last().cloned().unwrap_or_default();
    if words.get(at) == Some(&"as") {
        name = words.get(at + 1).map(|word| (*word).to_owned()).unwrap_or_default();
        at += 2;
    }
    if !path.is_empty() {
        found(name, path);
    }
    at
}

/// The largest set of modules of which each leads to each other, along arrows.
pub fn largest_circle(count: usize, arrows: &BTreeSet<(usize, usize)>) -> Vec<usize> {
    let mut forth: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut back: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (from, to) in arrows {
        forth.entry(*from).or_default().push(*to);
        back.entry(*to).or_default().push(*from);
    }
    let reach = |start: usize, along: &BTreeMap<usize, Vec<usize>>| {
        let (mut seen, mut open) = (BTreeSet::from([start]), vec![start]);
        while let Some(at) = open.pop() {
            open.extend(along.get(&at).into_iter().flatten().copied().filter(|to| seen.insert(*to)));
        }
        seen
    };
    let circle = |start: usize| reach(start, &forth).intersection(&reach(start, &back)).copied().collect::<Vec<_>>();
    (0..count).map(circle).max_by_key(Vec::len).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(all: &[(&str, &str)]) -> Modules {
        let mut modules = Modules::default();
        for (name, text) in all {
            modules.file(name.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect(), text);
        }
        modules
    }

    #[test]
    fn a_star_brings_the_names_that_are_behind_it_and_no_others() {
        let modules = module(&[
            ("", "mod one; mod two; mod rules; pub use one::*; pub use rules::Rule;"),
            ("one", "pub use crate::two::*; pub struct Own;"),
            ("two", "pub struct Far;"),
            ("rules", "pub struct Rule;"),
            ("user", "use crate::Own; use crate::Rule;"),
            ("other", "use crate::Far; use crate::Absent;"),
        ]);
        let arrows: Vec<_> = modules.arrows().into_iter().map(|(a, b)| (modules.name(a), modules.name(b))).collect();
        let of = |from: &str| arrows.iter().filter(|(a, _)| a == from).map(|(_, b)| b.as_str()).collect::<Vec<_>>();
        assert_eq!(of("user"), ["one", "rules"]);
        // A name that nobody has is the root's, which is where it was looked for.
        assert_eq!(of("other"), ["crate", "two"]);
    }
}
