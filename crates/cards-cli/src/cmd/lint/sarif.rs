//! Findings as SARIF 2.1.0, the format of code scanning.

use std::collections::{BTreeMap, HashMap};
use std::path::{Component, Path};

use cards_container::Place;
use cards_lint::{Finding, Location, RuleRef, Severity, catalogue};
use serde_json::{Map, Value, json};

use crate::input::is_standard_input;
use crate::plain::bytes_hash;

use super::{Checked, Verdict};

/// Where the format is described.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// A log that is being written.
#[derive(Debug, Default)]
pub(super) struct Log {
    results: Vec<Value>,
    refused: Vec<Value>,
}

impl Log {
    /// Adds the findings of one file.
    pub(super) fn add(&mut self, checked: &Checked) {
        let artifact = artifact(&checked.path);
        match &checked.verdict {
            Verdict::Linted { report, .. } => {
                let mut seen = HashMap::new();
                for finding in &report.findings {
                    self.results.push(result(finding, &artifact, &fingerprint(finding, &mut seen)));
                }
            }
            Verdict::Refused(failure) => self.refused.push(json!({
                "level": "error",
                "message": { "text": failure.chain() },
                "descriptor": { "id": failure.class() },
                "locations": [{ "physicalLocation": { "artifactLocation": artifact } }],
            })),
        }
    }

    /// The whole log.
    pub(super) fn finish(mut self) -> Value {
        let rules: Vec<RuleRef> = catalogue().into_iter().flat_map(|group| group.rules).collect();
        let index: BTreeMap<&str, usize> = rules.iter().enumerate().map(|(i, rule)| (rule.id(), i)).collect();
        for result in &mut self.results {
            let found = result.get("ruleId").and_then(Value::as_str).and_then(|id| index.get(id)).copied();
            if let (Some(number), Some(result)) = (found, result.as_object_mut()) {
                result.insert("ruleIndex".to_owned(), number.into());
            }
        }
        json!({
            "$schema": SCHEMA,
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": "cards",
                    "version": env!("CARGO_PKG_VERSION"),
                    "semanticVersion": env!("CARGO_PKG_VERSION"),
                    "rules": rules.into_iter().map(descriptor).collect::<Vec<_>>(),
                }},
                "columnKind": "unicodeCodePoints",
                "invocations": [{
                    "executionSuccessful": self.refused.is_empty(),
                    "toolExecutionNotifications": self.refused,
                }],
                "results": self.results,
            }],
        })
    }
}

/// The word for a severity.
fn level(severity: Severity) -> &'static str {
    severity.word()
}

fn descriptor(rule: RuleRef) -> Value {
    json!({
        "id": rule.id(),
        "shortDescription": { "text": rule.summary() },
        "fullDescription": { "text": format!("{} From: {}.", rule.summary(), rule.source()) },
        "help": { "text": format!("{} ({})", rule.help(), rule.source()) },
        "defaultConfiguration": { "level": level(rule.severity()) },
        "properties": { "source": rule.source(), "fixable": rule.fixable() },
    })
}

fn result(finding: &Finding, artifact: &Value, fingerprint: &str) -> Value {
    let location = &finding.location;
    let mut physical = Map::from_iter([("artifactLocation".to_owned(), artifact.clone())]);
    let mut fingerprints = Map::from_iter([("ruleAndPlace/v1".to_owned(), fingerprint.into())]);
    let mut message = finding.message.clone();
    if let Some(at) = location.line {
        let region = json!({
            "startLine": at.line,
            "startColumn": at.column,
            "endLine": at.line,
            "endColumn": at.column + at.width,
        });
        physical.insert("region".to_owned(), region);
    } else {
        // Code scanning shows no logical places, and knows results apart by the text of their line alone.
        message = format!("{}: {message}", name(location));
        fingerprints.insert("primaryLocationLineHash".to_owned(), fingerprint.into());
    }
    json!({
        "ruleId": finding.id(),
        "level": level(finding.severity()),
        "message": { "text": message },
        "locations": [{
            "physicalLocation": physical,
            "logicalLocations": [{ "fullyQualifiedName": name(location) }],
        }],
        "partialFingerprints": fingerprints,
    })
}

/// Where in a file: the JSON pointer, or the part of the file.
fn name(location: &Location) -> String {
    match &location.pointer {
        Some(pointer) if !pointer.is_empty() => pointer.clone(),
        Some(_) => location.to_string(),
        None => location.place.to_string(),
    }
}

/// Tells a finding from the others of its file, and is the same for it in the next run, when other parts of the file
/// have grown: so neither lines nor offsets are in it. A number is behind those that are alike.
fn fingerprint(finding: &Finding, seen: &mut HashMap<String, usize>) -> String {
    let place = match &finding.location.place {
        Place::Chunk { name, .. } => name.clone(),
        place => place.to_string(),
    };
    let pointer = finding.location.pointer.as_deref().unwrap_or("-");
    let hash = bytes_hash([finding.id(), &place, pointer].join("\0").as_bytes());
    let hash = hash.get(..16).unwrap_or(&hash).to_owned();
    let number = seen.entry(hash.clone()).or_default();
    *number += 1;
    format!("{hash}:{number}")
}

/// A file as the place of a finding. Standard input has no address, so it is told in words beside its `-`.
fn artifact(path: &Path) -> Value {
    let uri = uri(path);
    if is_standard_input(path) {
        return json!({ "uri": uri, "description": { "text": "standard input" } });
    }
    json!({ "uri": uri })
}

/// A path as a URI reference: `/` between folders, and everything that is not plain escaped, byte by byte.
fn uri(path: &Path) -> String {
    let mut out = String::new();
    if path.is_absolute() {
        out.push_str("file://");
    }
    for component in path.components() {
        let part = match component {
            Component::Normal(part) => part.as_encoded_bytes(),
            Component::ParentDir => b"..",
            Component::Prefix(prefix) => prefix.as_os_str().as_encoded_bytes(),
            Component::RootDir | Component::CurDir => continue,
        };
        if !out.is_empty() {
            out.push('/');
        }
        for &byte in part {
            if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
                out.push(char::from(byte));
            } else {
                out.push_str(&format!("%{byte:02X}"));
            }
        }
    }
    match out.as_str() {
        "" => ".".to_owned(),
        "file://" => "file:///".to_owned(),
        _ => out,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_escaped_uri_references() {
        assert_eq!(uri(Path::new("cards/Aria & co.png")), "cards/Aria%20%26%20co.png");
        assert_eq!(uri(Path::new("./ä.json")), "%C3%A4.json");
        assert_eq!(uri(Path::new("../a/./b.json")), "../a/b.json");
        assert_eq!(uri(Path::new(".")), ".");
        #[cfg(unix)]
        assert_eq!(uri(Path::new("/x/y.png")), "file:///x/y.png");
        #[cfg(unix)]
        assert_eq!(uri(Path::new("/")), "file:///");
        #[cfg(windows)]
        assert_eq!(uri(Path::new("C:\\x\\y.png")), "file:///C%3A/x/y.png");
    }
}
