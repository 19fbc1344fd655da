//! Findings as SARIF 2.1.0, the format of code scanning.

use std::collections::BTreeMap;
use std::path::{Component, Path};

use cards_lint::{Finding, RuleRef, Severity, catalogue};
use serde_json::{Map, Value, json};

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
        let uri = uri(&checked.path);
        match &checked.verdict {
            Verdict::Linted { report, .. } => {
                self.results.extend(report.findings.iter().map(|finding| result(finding, &uri)));
            }
            Verdict::Refused(failure) => self.refused.push(json!({
                "level": "error",
                "message": { "text": failure.chain() },
                "descriptor": { "id": failure.class() },
                "locations": [{ "physicalLocation": { "artifactLocation": { "uri": uri } } }],
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
        "help": { "text": format!("{} ({})", rule.help(), rule.source()) },
        "defaultConfiguration": { "level": level(rule.severity()) },
        "properties": { "source": rule.source(), "fixable": rule.fixable() },
    })
}

fn result(finding: &Finding, uri: &str) -> Value {
    let location = &finding.location;
    let mut physical = Map::new();
    physical.insert("artifactLocation".to_owned(), json!({ "uri": uri }));
    if let Some(at) = location.line {
        physical.insert("region".to_owned(), json!({ "startLine": at.line, "startColumn": at.column }));
    }
    let name = location.pointer.clone().unwrap_or_else(|| location.place.to_string());
    json!({
        "ruleId": finding.id(),
        "level": level(finding.severity()),
        "message": { "text": finding.message },
        "locations": [{
            "physicalLocation": physical,
            "logicalLocations": [{ "fullyQualifiedName": name, "kind": "member" }],
        }],
    })
}

/// A path as a URI reference: `/` between folders, and everything that is not plain escaped.
fn uri(path: &Path) -> String {
    let mut out = String::new();
    if path.is_absolute() {
        out.push_str("file://");
    }
    for component in path.components() {
        let part = match component {
            Component::Normal(part) => part.to_string_lossy().into_owned(),
            Component::ParentDir => "..".to_owned(),
            Component::Prefix(prefix) => format!("/{}", prefix.as_os_str().to_string_lossy()),
            Component::RootDir | Component::CurDir => continue,
        };
        if !out.is_empty() {
            out.push('/');
        }
        for byte in part.bytes() {
            if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
                out.push(char::from(byte));
            } else {
                out.push_str(&format!("%{byte:02X}"));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_escaped_uri_references() {
        assert_eq!(uri(Path::new("cards/Aria & co.png")), "cards/Aria%20%26%20co.png");
        assert_eq!(uri(Path::new("./ä.json")), "%C3%A4.json");
        #[cfg(unix)]
        assert_eq!(uri(Path::new("/x/y.png")), "file:///x/y.png");
    }
}
