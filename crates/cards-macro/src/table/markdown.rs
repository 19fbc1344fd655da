//! The table as a document.

use std::fmt::Write;

use super::{Variant, macro_table};
use crate::host::Arity;
use crate::profile::Engine;

/// Writes the macro table as Markdown: every macro with each profile's behaviour and an example.
#[must_use]
#[doc(hidden)]
pub fn markdown() -> String {
    let mut out = String::new();
    let mut chapter = None;
    for info in macro_table() {
        if chapter != Some(info.group) {
            chapter = Some(info.group);
            // Writing to a string cannot fail.
            let _ = writeln!(out, "## {}\n", info.group.title());
        }
        let _ = writeln!(out, "### `{{{{{}}}}}`\n\n{}\n", info.name, info.summary);
        let _ = writeln!(out, "| profiles | other names | arguments | notes | example | result |");
        let _ = writeln!(out, "| --- | --- | --- | --- | --- | --- |");
        for variant in info.variants() {
            row(&mut out, variant);
        }
        out.push('\n');
    }
    out
}

fn row(out: &mut String, variant: Variant) {
    let profiles: Vec<Engine> = variant.profiles().collect();
    // An older version, and a copy, are named where they are apart from the newest.
    let apart = [Engine::SillyTavern118, Engine::SillyBunny];
    let is_named = |profile: &&Engine| !apart.contains(profile) || !profiles.contains(&Engine::SillyTavern);
    let profiles: Vec<&str> = profiles.iter().filter(is_named).map(|profile| profile.as_str()).collect();
    let aliases: Vec<String> = variant.aliases().iter().map(|alias| code(alias)).collect();
    let example = variant.example();
    let _ = writeln!(
        out,
        "| {} | {} | {} | {} | {} | {} |",
        profiles.join(", "),
        aliases.join(", "),
        arity(variant.arity()),
        variant.note().replace('|', "\\|"),
        code(example.template),
        code(example.result),
    );
}

fn arity(arity: Arity) -> String {
    match (arity.min, arity.max) {
        (min, Arity::MANY) => format!("{min} or more"),
        (min, max) if min == max => min.to_string(),
        (min, max) => format!("{min} to {max}"),
    }
}

/// A table cell in code font: line ends shown as `⏎`, bars escaped.
fn code(text: &str) -> String {
    if text.is_empty() {
        return "(nothing)".into();
    }
    let fence = if text.contains('`') { "``" } else { "`" };
    format!("{fence}{}{fence}", text.replace('|', "\\|").replace('\n', "⏎"))
}
