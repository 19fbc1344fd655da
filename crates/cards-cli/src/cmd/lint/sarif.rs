//! Findings as SARIF 2.1.0, the format of code scanning.

use std::collections::{BTreeMap, HashMap};
use std::io::Write as _;
use std::path::{Component, Path};

use cards_container::Place;
use cards_lint::{Finding, Location, Rule, Severity, catalogue};
use cards_model::Pointer;
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::input::is_standard_input;
use crate::output::Output;
use crate::printable::escaped_json;
use cards_kit::plain::bytes_hash;

use super::{Checked, Verdict};

/// Where the format is described.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// A log that is being written: results as they come, and what is about all of them behind them.
#[derive(Debug)]
pub(super) struct Log {
    /// The number of each rule in the list of the tool's rules.
    index: BTreeMap<&'static str, usize>,
    begun: bool,
    refused: Vec<Value>,
}

impl Default for Log {
    fn default() -> Self {
        let index = rules().into_iter().enumerate().map(|(number, rule)| (rule.id, number)).collect();
        Self { index, begun: false, refused: Vec::new() }
    }
}

fn rules() -> Vec<&'static Rule> {
    catalogue().into_iter().flat_map(|group| group.rules).collect()
}

impl Log {
    /// Adds the findings of one file.
    pub(super) fn add(&mut self, checked: &Checked, out: &mut Output) -> Result<(), Failure> {
        let artifact = artifact(&checked.path);
        match &checked.verdict {
            Verdict::Linted(linted) => {
                let mut seen = HashMap::new();
                for finding in &linted.report.findings {
                    let comma = if self.begin(out)? { "" } else { "," };
                    let result = self.result(finding, &artifact, &fingerprint(finding, &mut seen));
                    write!(out.results(), "{comma}{}", escaped_json(&result.to_string()))?;
                }
            }
            Verdict::Refused(failure) => {
                let help = failure.advice().map(|help| format!(". {help}")).unwrap_or_default();
                self.refused.push(json!({
                    "level": "error",
                    "message": { "text": format!("{}{help}", failure.chain()) },
                    "descriptor": { "id": failure.class() },
                    "locations": [{ "physicalLocation": { "artifactLocation": artifact } }],
                }));
            }
        }
        Ok(())
    }

    /// Writes the head, once; says whether it did.
    fn begin(&mut self, out: &mut Output) -> Result<bool, Failure> {
        if std::mem::replace(&mut self.begun, true) {
            return Ok(false);
        }
        let schema = json!(SCHEMA);
        write!(out.results(), "{{\"$schema\":{schema},\"version\":\"2.1.0\",\"runs\":[{{\"results\":[")?;
        Ok(true)
    }

    /// Writes what is about all files.
    pub(super) fn finish(mut self, out: &mut Output) -> Result<(), Failure> {
        self.begin(out)?;
        let tool = json!({ "driver": {
            "name": "cards",
            "version": env!("CARGO_PKG_VERSION"),
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "rules": rules().into_iter().map(descriptor).collect::<Vec<_>>(),
        }});
        let invocations = json!([{
            "executionSuccessful": self.refused.is_empty(),
            "toolExecutionNotifications": self.refused,
        }]);
        let invocations = invocations.to_string();
        let invocations = escaped_json(&invocations);
        writeln!(
            out.results(),
            "],\"tool\":{tool},\"columnKind\":\"unicodeCodePoints\",\"invocations\":{invocations}}}]}}"
        )?;
        Ok(())
    }

    /// One finding.
    fn result(&self, finding: &Finding, artifact: &Value, fingerprint: &str) -> Value {
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
            "ruleIndex": self.index.get(finding.id()),
            "level": level(finding.severity()),
            "message": { "text": message },
            "locations": [{
                "physicalLocation": physical,
                "logicalLocations": [{ "fullyQualifiedName": name(location) }],
            }],
            "partialFingerprints": fingerprints,
        })
    }
}

/// The word for a severity.
fn level(severity: Severity) -> &'static str {
    severity.as_str()
}

fn descriptor(rule: &Rule) -> Value {
    json!({
        "id": rule.id,
        "shortDescription": { "text": rule.summary },
        "fullDescription": { "text": format!("{} From: {}.", rule.summary, rule.source) },
        "help": { "text": format!("{} ({})", rule.repair.unwrap_or(rule.help), rule.source) },
        "defaultConfiguration": { "level": level(rule.severity) },
        "properties": {
            "source": rule.source,
            "letter": rule.letter.keyword(),
            "hurts": rule.breaks.iter().map(|reader| reader.name()).collect::<Vec<_>>(),
            "fixable": rule.is_fixable(),
        },
    })
}

/// Where in a file: the JSON pointer, or the part of the file.
fn name(location: &Location) -> String {
    match &location.pointer {
        Some(pointer) if !pointer.is_root() => pointer.to_string(),
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
    let pointer = finding.location.pointer.as_ref().map_or("-", Pointer::as_str);
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
