//! 6,000 keys over 60 KB of chat.

use std::path::Path;

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use serde_json::Value;

use crate::Outcome;
use crate::timing::row;

/// Times it.
pub fn run(folder: &Path) -> Outcome {
    let input: Value = serde_json::from_slice(&std::fs::read(folder.join("f.json"))?)?;
    let strings = |value: &Value| -> Vec<String> {
        value.as_array().into_iter().flatten().filter_map(|text| text.as_str().map(str::to_owned)).collect()
    };
    let entries = input["book"]["entries"].as_array().into_iter().flatten();
    let keys: Vec<String> = entries.flat_map(|entry| strings(&entry["keys"])).map(|key| key.to_lowercase()).collect();
    let text = strings(&input["messages"]).join("\n");
    let build = |kind| AhoCorasick::builder().kind(Some(kind)).build(&keys);
    let (dfa, nfa) = (build(AhoCorasickKind::DFA)?, build(AhoCorasickKind::ContiguousNFA)?);
    let scan = |automaton: &AhoCorasick| {
        let (lower, mut hit) = (text.to_lowercase(), vec![false; keys.len()]);
        automaton.find_overlapping_iter(&lower).for_each(|found| hit[found.pattern().as_usize()] = true);
        hit.iter().filter(|hit| **hit).count()
    };
    row("f_lore", "limit: lower case, one pass of a DFA that is built", || scan(&dfa));
    row("f_lore", "the same with a contiguous NFA", || scan(&nfa));
    row("f_lore", "cold: contiguous NFA built, one pass", || {
        build(AhoCorasickKind::ContiguousNFA).map(|nfa| scan(&nfa))
    });
    row("f_lore", "part: contiguous NFA built", || build(AhoCorasickKind::ContiguousNFA));
    row("f_lore", "part: lower case", || text.to_lowercase());
    row("f_lore", "each key on its own", || {
        let lower = text.to_lowercase();
        keys.iter().filter(|key| lower.contains(key.as_str())).count()
    });
    Ok(())
}
