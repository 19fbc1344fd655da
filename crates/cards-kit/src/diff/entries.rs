//! Lorebook entries matched with each other.

use std::collections::HashMap;

use cards_model::Json;

use super::compare::Changes;
use crate::answer::{Difference, What};
use crate::plain::View;

/// Compares two lists of entries. An entry is the same one when the id is, else when the name is, else when the
/// content is; an id or a name that occurs twice in one book identifies nothing.
pub(super) fn compare(path: &str, before: &[View<'_>], after: &[View<'_>], changes: &mut Changes) {
    let pairs = pairs(before, after);
    for (index, entry) in before.iter().enumerate() {
        let place = format!("{path}[{}]", label(entry, index));
        match pairs.get(index).copied().flatten().and_then(|to| after.get(to)) {
            Some(other) => {
                if let (Some(a), Some(b)) = (entry.as_map(), other.as_map()) {
                    changes.maps(&place, a, b);
                }
            }
            None => changes.push(&place, Some(entry), None),
        }
    }
    let taken: Vec<usize> = pairs.iter().flatten().copied().collect();
    for (index, entry) in after.iter().enumerate().filter(|(index, _)| !taken.contains(index)) {
        changes.push(&format!("{path}[{}]", label(entry, index)), None, Some(entry));
    }
    if !taken.is_sorted() {
        let names = |items: &[View<'_>]| {
            Some(Json::Array(items.iter().enumerate().map(|(i, entry)| Json::from(label(entry, i))).collect()))
        };
        changes.found.push(Difference {
            path: path.to_owned(),
            change: What::Reordered,
            before: names(before),
            after: names(after),
        });
    }
}

/// Says how an entry is called in paths.
#[must_use]
pub fn label(entry: &View<'_>, index: usize) -> String {
    let name = ["name", "comment"].into_iter().find_map(|key| text(entry, key));
    match (key(entry, "id"), name) {
        (Some(id), Some(name)) => format!("id {id} {name:?}"),
        (Some(id), None) => format!("id {id}"),
        (None, Some(name)) => format!("{name:?}"),
        (None, None) => format!("{index}"),
    }
}

/// For each entry of the first book, its partner in the second.
fn pairs(before: &[View<'_>], after: &[View<'_>]) -> Vec<Option<usize>> {
    let mut pairs = vec![None; before.len()];
    let mut taken = vec![false; after.len()];
    for field in ["id", "name", "comment", "content"] {
        let (old, new) = (unique(before, field), unique(after, field));
        for (key, &from) in &old {
            let Some(&to) = new.get(key) else { continue };
            let (Some(pair), Some(taken)) = (pairs.get_mut(from), taken.get_mut(to)) else { continue };
            if pair.is_none() && !*taken {
                *pair = Some(to);
                *taken = true;
            }
        }
    }
    pairs
}

/// Keys that occur once in a book, and the entry of each.
fn unique(entries: &[View<'_>], field: &str) -> HashMap<String, usize> {
    let mut found: HashMap<String, Option<usize>> = HashMap::new();
    for (index, entry) in entries.iter().enumerate() {
        if let Some(key) = key(entry, field) {
            found.entry(key).and_modify(|at| *at = None).or_insert(Some(index));
        }
    }
    found.into_iter().filter_map(|(key, at)| Some((key, at?))).collect()
}

fn key(entry: &View<'_>, field: &str) -> Option<String> {
    let value = entry.as_map()?.get(field)?;
    match value {
        View::Text(text) if text.trim().is_empty() => None,
        View::Text(text) => Some(text.clone().into_owned()),
        other => Some(other.to_json().to_string()),
    }
}

fn text<'a>(entry: &'a View<'_>, field: &str) -> Option<&'a str> {
    entry.as_map()?.get(field)?.as_text().filter(|text| !text.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(entries: &str) -> Vec<View<'static>> {
        let value: serde_json::Value = serde_json::from_str(entries).unwrap();
        let list = value.as_array().unwrap();
        let json = |value: &serde_json::Value| value.to_string().parse().unwrap();
        list.iter().map(|entry| View::owned(json(entry))).collect()
    }

    fn changed(a: &str, b: &str) -> Vec<String> {
        let mut changes = Changes { found: Vec::new(), pairs: 4_000_000 };
        compare("e", &book(a), &book(b), &mut changes);
        changes.found.iter().map(|change| format!("{} {}", change.change.as_str(), change.path)).collect()
    }

    #[test]
    fn id_before_name_before_content() {
        let a = r#"[{"id":1,"name":"Gate","content":"x"},{"id":2,"name":"Toll","content":"y"}]"#;
        let b = r#"[{"id":2,"name":"Gate","content":"y"},{"id":1,"name":"Toll","content":"x"}]"#;
        assert_eq!(changed(a, b), ["changed e[id 1 \"Gate\"].name", "changed e[id 2 \"Toll\"].name", "reordered e"]);
        assert_eq!(
            changed(r#"[{"name":"Gate","content":"x"}]"#, r#"[{"name":"Gate","content":"y"}]"#),
            ["changed e[\"Gate\"].content"]
        );
        assert_eq!(changed(r#"[{"content":"x"}]"#, r#"[{"content":"x","priority":1}]"#), ["added e[0].priority"]);
    }

    #[test]
    fn an_id_that_stands_twice_identifies_nothing() {
        let a = r#"[{"id":0,"content":"x"},{"id":0,"content":"y"}]"#;
        let b = r#"[{"id":0,"content":"y"},{"id":0,"content":"z"}]"#;
        assert_eq!(changed(a, b), ["removed e[id 0]", "added e[id 0]"]);
    }
}
