//! The list of public items as people read it: an item a line with the traits that it has, what is in it below, and paths cut down
//! to the names.

use std::collections::BTreeSet;

/// Where a line of names is broken.
const WIDTH: usize = 140;

/// A type, trait or function, and what is in it.
#[derive(Default)]
struct Item {
    /// What it is, as `enum cards_lore::Book`.
    head: String,
    /// Its path, without generics.
    path: String,
    traits: BTreeSet<String>,
    fields: Vec<String>,
    members: Vec<String>,
}

/// Makes the list short: `list` has a line for each item, field, variant, method and implementation, with full paths.
pub fn compact(list: &str) -> String {
    let mut out = String::new();
    let ours = list.lines().find_map(|line| line.strip_prefix("pub mod ")).unwrap_or_default();
    let short = |text: &str| short(text, ours);
    let mut item = Item::default();
    let mut of_a_trait = false;
    for line in list.lines() {
        if line.starts_with("impl") {
            let (implemented, of) = implementation(line);
            of_a_trait = implemented.is_some();
            item.implement(implemented.map(short).filter(|it| it != "StructuralPartialEq"), of, ours);
            continue;
        }
        let (closed, rest) = (line.starts_with("#[non_exhaustive]"), line.trim_start_matches("#[non_exhaustive] "));
        let rest = rest.trim_start_matches("pub ");
        let (word, path) = kind(rest);
        let nests = word.is_empty() || ["fn ", "const ", "type "].iter().any(|one| word.ends_with(one));
        let inner = path.strip_prefix(&*item.path).filter(|_| nests && !item.path.is_empty());
        let inner = inner.filter(|inner| inner.starts_with("::") || inner.starts_with('<')).and_then(|inner| {
            let at = generics_end(inner);
            inner.get(at..)?.strip_prefix("::")
        });
        match inner {
            Some(_) if of_a_trait => {}
            Some(inner) if word.is_empty() => item.push_field(&short(inner), closed),
            Some(inner) => item.members.push(short(&format!("{word}{inner}"))),
            // What a trait demands of another type, which is said where that type is.
            None if of_a_trait && nests && !is_of_module(path, ours) => {}
            None => {
                out.push_str(&item.shown());
                of_a_trait = false;
                let at = path_of(path).len();
                // Modules and functions hold nothing of their own.
                let holds = ["struct ", "enum ", "union ", "trait "].iter().any(|one| word.ends_with(one));
                let holder = if holds { path[..at].to_owned() } else { String::new() };
                let head = format!("{word}{}{}", &path[..at], short(&path[at..]));
                item = Item { head: if closed { format!("{head} ..") } else { head }, path: holder, ..Item::default() };
            }
        }
    }
    out.push_str(&item.shown());
    join_uses(&out)
}

impl Item {
    /// Adds a trait; one for a type of others, or for a parameter, is a line of its own.
    fn implement(&mut self, implemented: Option<String>, of: &str, ours: &str) {
        match implemented {
            Some(implemented) if path_of(of) == self.path => _ = self.traits.insert(implemented),
            Some(implemented) if path_of(of).split("::").next() != Some(ours) => {
                self.members.push(format!("impl {implemented} for {}", short(of, ours)));
            }
            _ => {}
        }
    }

    /// Adds a field or a variant; fields of a variant go into it.
    fn push_field(&mut self, field: &str, closed: bool) {
        let open = if closed { " .." } else { "" };
        match (field.split_once("::"), self.fields.last_mut()) {
            (Some((variant, field)), Some(last)) if last.split([' ', '(']).next() == Some(variant) => {
                match last.strip_suffix(" }") {
                    Some(begun) => *last = format!("{begun}, {field} }}"),
                    None => *last = format!("{last} {{ {field} }}"),
                }
            }
            _ => self.fields.push(format!("{field}{open}")),
        }
    }

    /// The item as lines.
    fn shown(mut self) -> String {
        if self.head.is_empty() {
            return String::new();
        }
        // The setters of options have the type of their field, and sets of names all four ways of it.
        let is_field = |name: &str| self.fields.iter().any(|field| field.split(':').next() == Some(name));
        let setter = |member: &String| {
            let rest = member.trim_start_matches("const ").strip_prefix("fn with_")?;
            let name = rest.split_once("(self, ")?.0;
            (rest.ends_with("-> Self") && is_field(name)).then(|| format!("with_{name}"))
        };
        let setters: Vec<String> = self.members.iter().filter_map(setter).collect();
        self.members.retain(|member| setter(member).is_none());
        let idiom = ["const ALL: &'static [Self]", "const fn as_str(self) -> &'static str"];
        let has_all = idiom.iter().all(|one| self.members.iter().any(|member| member == one));
        if has_all && self.traits.contains("Display") && self.traits.contains("FromStr") {
            self.members.retain(|member| !idiom.contains(&member.as_str()));
            self.traits.insert("named!".to_owned());
            self.traits.retain(|one| !["Display", "FromStr"].contains(&one.as_str()));
        }
        let traits: Vec<String> = self.traits.into_iter().collect();
        let mut out = self.head;
        if !traits.is_empty() {
            out.push_str(": ");
            out.push_str(&traits.join(", "));
        }
        out.push('\n');
        wrapped(&self.fields, &mut out);
        wrapped(&setters, &mut out);
        for member in self.members {
            out.push_str("  ");
            out.push_str(&member);
            out.push('\n');
        }
        out
    }
}

/// Names in lines.
fn wrapped(names: &[String], out: &mut String) {
    let mut line = String::new();
    for name in names {
        if !line.is_empty() && line.len() + name.len() > WIDTH {
            out.push_str(&format!("  {line},\n"));
            line.clear();
        }
        line.push_str(if line.is_empty() { "" } else { ", " });
        line.push_str(name);
    }
    if !line.is_empty() {
        out.push_str(&format!("  {line}\n"));
    }
}

/// The lines of one module that say what is taken from elsewhere, as one.
fn join_uses(list: &str) -> String {
    let mut out = String::new();
    let mut names: Vec<&str> = Vec::new();
    for line in list.lines().chain([""]) {
        match line.strip_prefix("use ") {
            Some(name) => names.push(name),
            None => {
                if !names.is_empty() {
                    let mut lines = String::new();
                    wrapped(&names.drain(..).map(str::to_owned).collect::<Vec<_>>(), &mut lines);
                    out.push_str("use\n");
                    out.push_str(&lines);
                }
                if !line.is_empty() {
                    out.push_str(line);
                    out.push('\n');
                }
            }
        }
    }
    out
}

/// The trait and the type of a line that begins with `impl`; no trait for what is a type's own.
fn implementation(line: &str) -> (Option<&str>, &str) {
    let rest = line.trim_start_matches("impl");
    let rest = rest.get(generics_end(rest)..).unwrap_or(rest).trim_start();
    match rest.split_once(" for ") {
        Some((implemented, of)) => (Some(implemented), of),
        None => (None, rest),
    }
}

/// What a line is about: the words in front of the path, which are none for fields and variants, and the path with all behind it.
fn kind(line: &str) -> (&str, &str) {
    const WORDS: [&str; 13] =
        ["const", "async", "fn", "struct", "enum", "union", "trait", "type", "mod", "use", "macro", "proc", "static"];
    let mut at = 0;
    while let Some((word, _)) = line[at..].split_once(' ').filter(|(word, _)| WORDS.contains(word)) {
        at += word.len() + 1;
    }
    line.split_at(at)
}

/// The path at the beginning of a type, without its arguments.
fn path_of(of: &str) -> &str {
    let end = of.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(of.len());
    let path = &of[..end];
    path.find(": ").map_or(path, |at| &path[..at]).trim_end_matches(':')
}

/// Whether a function, constant or alias is in a module of this crate, and not in a type.
fn is_of_module(path: &str, ours: &str) -> bool {
    let name = path_of(path);
    let rest = &path[name.len()..];
    let mut modules = name.rsplit("::").skip(1);
    !rest[generics_end(rest)..].starts_with("::")
        && name.split("::").next() == Some(ours)
        && modules.all(|module| module.starts_with(char::is_lowercase))
}

/// Where the generics end that a text begins with.
fn generics_end(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' if at > 0 && text.as_bytes()[at - 1] != b'-' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return if byte == b'>' { at + 1 } else { at };
        }
    }
    text.len()
}

/// A text with each path cut down: a type of this crate to its public path in it, one of others to its name; errors and results
/// of others keep what they are of.
fn short(text: &str, ours: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_alphabetic() || c == '_') {
        out.push_str(&rest[..at]);
        let tail = &rest[at..];
        let end = tail.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(tail.len());
        let path = tail[..end].trim_end_matches(':');
        out.push_str(&last_names(path, ours));
        rest = &tail[path.len()..];
    }
    out + rest
}

/// The end of a path from its last type on.
fn last_names(path: &str, ours: &str) -> String {
    let parts: Vec<&str> = path.split("::").collect();
    let is_type = |part: &&str| part.starts_with(char::is_uppercase);
    let Some(first_type) = parts.iter().position(is_type) else {
        return path.to_owned();
    };
    if parts[0] == ours {
        return parts[1..].join("::");
    }
    let name = parts[first_type..].join("::");
    let of = match parts[first_type] {
        "Error" | "Result" if path.starts_with("cards_") => parts[0].strip_prefix("cards_"),
        "Error" | "Result" => parts[..first_type].iter().rev().find(|module| **module != "error").copied(),
        _ => None,
    };
    match of.filter(|of| !["core", "std", "result"].contains(of)) {
        Some(of) => format!("{of}::{name}"),
        None => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_is_a_line_with_its_traits_and_what_is_in_it_below() {
        let list = "pub mod a\npub use a::b::C\npub use a::b::D\npub enum a::Kind\npub a::Kind::One\npub a::Kind::Two(alloc::string::String)\n\
            pub a::Kind::Three\npub a::Kind::Three::at: usize\npub a::Kind::Three::why: a::b::C\nimpl a::Kind\n\
            pub const a::Kind::ALL: &'static [Self]\npub const fn a::Kind::as_str(self) -> &'static str\n\
            impl core::clone::Clone for a::Kind\npub fn a::Kind::clone(&self) -> a::Kind\nimpl core::fmt::Display for a::Kind\n\
            pub fn a::Kind::fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result\nimpl core::str::traits::FromStr for a::Kind\n\
            pub type a::Kind::Err = a::Error\nimpl core::marker::StructuralPartialEq for a::Kind\n#[non_exhaustive] pub struct a::Text<'t>\n\
            pub a::Text::one: core::option::Option<&'t str>\nimpl<'t> a::Text<'t>\npub fn a::Text<'t>::len(&self) -> usize\n\
            pub fn a::Text<'t>::with_one(self, impl core::convert::Into<&'t str>) -> Self\n\
            impl<'t> core::convert::From<a::Text<'t>> for a::Kind\npub fn a::Kind::from(a::Text<'t>) -> Self\n\
            impl core::convert::From<a::Text<'_>> for bool\npub fn bool::from(a::Text<'_>) -> Self\n\
            impl core::fmt::Display for a::Text<'_>\npub fn a::Text<'_>::fmt(&self) -> core::fmt::Result\n\
            pub fn a::read(&str) -> core::result::Result<a::Text<'_>, std::io::error::Error>\n";
        let wanted = "mod a\nuse\n  a::b::C, a::b::D\nenum a::Kind: Clone, named!\n  One, Two(String), Three { at: usize, why: b::C }\n\
            struct a::Text<'t> ..: Display\n  one: Option<&'t str>\n  with_one\n  fn len(&self) -> usize\n  \
            impl From<Text<'_>> for bool\n\
            fn a::read(&str) -> Result<Text<'_>, io::Error>\n";
        assert_eq!(compact(list), wanted);
    }

    #[test]
    fn paths_are_cut_down_to_names() {
        assert_eq!(short("core::fmt::Result", "a"), "fmt::Result");
        assert_eq!(short("&mut dyn cards_model::module::IdSource", "cards_lore"), "&mut dyn IdSource");
        assert_eq!(short("alloc::vec::Vec<cards_model::prom::Card>", "cards_model"), "Vec<prom::Card>");
    }
}
