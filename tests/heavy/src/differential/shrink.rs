//! Makes a case smaller as long as it stays what it is.

use serde_json::Value;

/// How often a case is asked about.
const QUESTIONS: usize = 600;

/// Members that the client always has; a row without one would be another client.
const ALWAYS: [&str; 12] =
    ["settings", "env", "user", "char", "text", "rolls", "kind", "name", "pattern", "flags", "haystack", "api"];

/// Values of which nothing is left out: settings are always complete, and a roll that is missing is nobody's.
const WHOLE: [&str; 2] = ["settings", "rolls"];

/// Leaves out items, members and pieces of text as long as `differs` holds.
pub fn shrink(mut case: Value, mut differs: impl FnMut(&Value) -> bool) -> Value {
    let mut left = QUESTIONS;
    loop {
        let mut smaller = false;
        for path in paths(&case) {
            let Some(part) = at(&mut case, &path) else { continue };
            for change in changes(part, path.last().is_some_and(|name| WHOLE.contains(&name.as_str()))) {
                let Some(part) = at(&mut case, &path) else { break };
                let Some(changed) = change.of(part) else { continue };
                let whole = std::mem::replace(part, changed);
                left = left.saturating_sub(1);
                if left > 0 && differs(&case) {
                    smaller = true;
                } else if let Some(part) = at(&mut case, &path) {
                    *part = whole;
                }
            }
        }
        if !smaller || left == 0 {
            return case;
        }
    }
}

/// A step towards less.
enum Change {
    /// Without the items, characters from one number up to another.
    Cut(usize, usize),
    /// Without a member.
    Member(String),
}

impl Change {
    fn of(&self, value: &Value) -> Option<Value> {
        match (self, value) {
            (Self::Cut(from, to), Value::Array(items)) => {
                let kept = items.iter().enumerate().filter(|(i, _)| i < from || i >= to).map(|(_, item)| item.clone());
                (*from < items.len()).then(|| kept.collect())
            }
            (Self::Cut(from, to), Value::String(text)) => {
                let kept: String =
                    text.chars().enumerate().filter(|(i, _)| i < from || i >= to).map(|(_, c)| c).collect();
                (kept.len() < text.len()).then_some(Value::String(kept))
            }
            (Self::Member(name), Value::Object(members)) => {
                let mut members = members.clone();
                members.remove(name).map(|_| Value::Object(members))
            }
            _ => None,
        }
    }
}

/// What may be left out of a value: halves first, single pieces last, the end before the start.
fn changes(value: &Value, whole: bool) -> Vec<Change> {
    let length = match value {
        _ if whole => 0,
        Value::Array(items) => items.len(),
        Value::String(text) => text.chars().count(),
        Value::Object(members) => {
            let names = members.keys().filter(|name| !ALWAYS.contains(&name.as_str()));
            return names.cloned().map(Change::Member).collect();
        }
        _ => 0,
    };
    let mut cuts = Vec::new();
    let mut size = length;
    while size > 0 {
        let starts: Vec<_> = (0..length).step_by(size).collect();
        cuts.extend(starts.into_iter().rev().map(|start| Change::Cut(start, start + size)));
        size /= 2;
    }
    cuts
}

/// The paths of all values, those with the most inside first.
fn paths(case: &Value) -> Vec<Vec<String>> {
    let (mut found, mut next) = (Vec::new(), vec![Vec::new()]);
    while !next.is_empty() {
        let mut inner = Vec::new();
        for path in next {
            match value_at(case, &path) {
                Some(Value::Array(items)) => inner.extend((0..items.len()).map(|i| with(&path, &i.to_string()))),
                Some(Value::Object(members)) => inner.extend(members.keys().map(|name| with(&path, name))),
                _ => {}
            }
            found.push(path);
        }
        next = inner;
    }
    found
}

fn with(path: &[String], name: &str) -> Vec<String> {
    path.iter().cloned().chain([name.to_owned()]).collect()
}

fn value_at<'v>(value: &'v Value, path: &[String]) -> Option<&'v Value> {
    path.iter().try_fold(value, |value, name| match value {
        Value::Array(items) => items.get(name.parse::<usize>().ok()?),
        other => other.get(name),
    })
}

fn at<'v>(value: &'v mut Value, path: &[String]) -> Option<&'v mut Value> {
    path.iter().try_fold(value, |value, name| match value {
        Value::Array(items) => items.get_mut(name.parse::<usize>().ok()?),
        other => other.get_mut(name),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_not_needed_goes() {
        let case = json!({"text": "say {{roll::1d6}} twice", "env": {"user": "Ann", "local": {"a": "1"}}, "rolls": [0.1, 0.2]});
        let smallest = shrink(case, |case| case["text"].as_str().is_some_and(|text| text.contains("{{roll")));
        assert_eq!(smallest, json!({"text": "{{roll", "env": {"user": ""}, "rolls": [0.1, 0.2]}));
    }

    #[test]
    fn settings_stay_whole() {
        let case = json!({"settings": {"depth": 2}, "chat": ["an oar", "a sail"]});
        let smallest = shrink(case, |case| case["chat"].to_string().contains("sail"));
        assert_eq!(smallest, json!({"settings": {"depth": 2}, "chat": ["sail"]}));
    }
}
