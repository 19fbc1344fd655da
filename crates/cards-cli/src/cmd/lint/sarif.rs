//! Findings as SARIF 2.1.0, the format of code scanning.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Component, Path};

use cards_lint::{Finding, RuleRef, Severity, catalogue};
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::output::Output;

use super::{Checked, Verdict, refused};

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
        let index = rules().into_iter().enumerate().map(|(number, rule)| (rule.id(), number)).collect();
        Self { index, begun: false, refused: Vec::new() }
    }
}

fn rules() -> Vec<RuleRef> {
    catalogue().into_iter().flat_map(|group| group.rules).collect()
}

impl Log {
    /// Adds the findings of one file.
    pub(super) fn add(&mut self, checked: &Checked, out: &mut Output) -> Result<(), Failure> {
        let uri = uri(&checked.path);
        match &checked.verdict {
            Verdict::Linted { report, .. } => {
                for finding in &report.findings {
                    let comma = if self.begin(out)? { "" } else { "," };
                    write!(out.results(), "{comma}{}", self.result(finding, &uri))?;
                }
            }
            Verdict::Refused(failure) => {
                let help = refused::help(failure).map(|help| format!(" {help}")).unwrap_or_default();
                self.refused.push(json!({
                    "level": "error",
                    "message": { "text": format!("{}.{help}", failure.chain()) },
                    "descriptor": { "id": failure.class() },
                    "locations": [{ "physicalLocation": { "artifactLocation": { "uri": uri } } }],
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
        writeln!(
            out.results(),
            "],\"tool\":{tool},\"columnKind\":\"unicodeCodePoints\",\"invocations\":{invocations}}}]}}"
        )?;
        Ok(())
    }

    /// One finding.
    fn result(&self, finding: &Finding, uri: &str) -> Value {
        let location = &finding.location;
        let mut physical = Map::new();
        physical.insert("artifactLocation".to_owned(), json!({ "uri": uri }));
        if let Some(at) = location.line {
            physical.insert("region".to_owned(), json!({ "startLine": at.line, "startColumn": at.column }));
        }
        let name = location.pointer.clone().unwrap_or_else(|| location.place.to_string());
        json!({
            "ruleId": finding.id(),
            "ruleIndex": self.index.get(finding.id()),
            "level": level(finding.severity()),
            "message": { "text": finding.message },
            "locations": [{
                "physicalLocation": physical,
                "logicalLocations": [{ "fullyQualifiedName": name, "kind": "member" }],
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
