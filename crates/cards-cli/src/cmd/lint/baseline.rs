//! Findings that are known and no longer reported.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use cards_json::{Json, Limits};
use cards_kit::Linted;
use serde::Serialize;

use crate::failure::Failure;
use crate::save;

/// The version of the layout.
const LAYOUT: u32 = 1;

/// Findings by file, rule and words, each with how often it is there. Neither lines nor places count: they move when something else
/// changes.
#[derive(Clone, Debug, Default)]
pub(super) struct Baseline {
    pub(super) file: PathBuf,
    /// The folder of the file, from which paths are counted.
    folder: PathBuf,
    known: Known,
}

/// Bytes of a baseline: one of half a million findings has as many. How many there may be is [`Limits::values`].
const BYTES: u64 = 64 << 20;

type Known = BTreeMap<String, BTreeMap<String, BTreeMap<String, usize>>>;

/// The findings that the text of a baseline says, within limits.
fn known_of(text: &[u8], limits: &Limits) -> Result<Known, String> {
    let other = |why: String| format!("this is no baseline, which --write-baseline makes: {why}");
    let text = str::from_utf8(text).map_err(|error| other(error.to_string()))?;
    let json = Json::read(text, limits).map_err(|error| other(error.to_string()))?;
    let number = |value: &Json| value.as_i64().and_then(|number| usize::try_from(number).ok());
    let layout = json.get("schema").and_then(number).ok_or_else(|| other("it has no `schema`".to_owned()))?;
    if layout != LAYOUT as usize {
        return Err(format!("the baseline has layout {layout} where {LAYOUT} is known; write it anew"));
    }
    let files =
        json.get("findings").and_then(|files| by_name(files, |rules| by_name(rules, |all| by_name(all, number))));
    files.ok_or_else(|| other("`findings` should have files, rules, messages and how often they are there".to_owned()))
}

/// What an object says of each of its names; nothing where one of them is not what it should be.
fn by_name<T>(json: &Json, each: impl Fn(&Json) -> Option<T>) -> Option<BTreeMap<String, T>> {
    json.as_object()?.iter().map(|(name, value)| Some((name.to_owned(), each(value)?))).collect()
}

#[derive(Serialize)]
struct Written {
    schema: u32,
    findings: Known,
}

impl Baseline {
    /// One without findings, for a file that is to be written.
    pub(super) fn empty(file: &Path) -> Result<Self, Failure> {
        let folder = fs::canonicalize(save::folder_of(file))
            .map_err(|source| Failure::Read { path: save::folder_of(file).to_owned(), source })?;
        Ok(Self { file: file.to_owned(), folder, known: Known::new() })
    }

    /// Reads one.
    pub(super) fn read(file: &Path) -> Result<Self, Failure> {
        let text = fs::read(file).map_err(|source| Failure::Read { path: file.to_owned(), source })?;
        let refused = |message: String| Failure::Content { path: file.to_owned(), class: "bad-settings", message };
        let known = known_of(&text, &Limits::default().with_bytes(BYTES)).map_err(refused)?;
        Ok(Self { known, ..Self::empty(file)? })
    }

    /// The path of a file as a baseline has it: the same on each machine.
    fn path(&self, file: &Path) -> String {
        let whole = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        whole.strip_prefix(&self.folder).unwrap_or(&whole).to_string_lossy().replace('\\', "/")
    }

    /// Takes the findings of a file in.
    pub(super) fn add(&mut self, file: &Path, linted: &Linted) {
        if linted.report.is_clean() {
            return;
        }
        let rules = self.known.entry(self.path(file)).or_default();
        for finding in &linted.report.findings {
            *rules.entry(finding.id().to_owned()).or_default().entry(finding.message.clone()).or_default() += 1;
        }
    }

    /// Takes known findings out of those of a file, and gives how many they were.
    pub(super) fn leave_out(&self, file: &Path, linted: &mut Linted) -> usize {
        let Some(mut rules) = self.known.get(&self.path(file)).cloned() else { return 0 };
        let before = linted.report.findings.len();
        linted.report.findings.retain(|finding| {
            let count = rules.get_mut(finding.id()).and_then(|messages| messages.get_mut(&finding.message));
            match count {
                Some(count @ 1..) => {
                    *count -= 1;
                    false
                }
                _ => true,
            }
        });
        before - linted.report.findings.len()
    }

    /// How many findings there are.
    pub(super) fn count(&self) -> usize {
        self.known.values().flat_map(BTreeMap::values).flat_map(BTreeMap::values).sum()
    }

    /// Writes the file, a line a finding, so that git shows what came and went.
    pub(super) fn write(&self) -> Result<(), Failure> {
        let written = Written { schema: LAYOUT, findings: self.known.clone() };
        let text = serde_json::to_string_pretty(&written)? + "\n";
        save::replace(&self.file, text.as_bytes())?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_baseline_is_limited_on_both_sides_and_what_is_none_is_named() {
        let text = r#"{"schema":1,"findings":{"a.json":{"no-description":{"it has none":2}}}}"#;
        let read = |text: &str, limits: &Limits| known_of(text.as_bytes(), limits);
        let known = read(text, &Limits::default()).unwrap();
        assert_eq!(known["a.json"]["no-description"]["it has none"], 2);
        let none = "this is no baseline, which --write-baseline makes: ";
        for (limits, past, limit) in [
            (Limits::default().with_values(6), Limits::default().with_values(5), "JSON has more than 5 values"),
            (Limits::default().with_bytes(71), Limits::default().with_bytes(70), "more than the limit of 70"),
            (Limits::default().with_depth(4), Limits::default().with_depth(3), "deeper than 3 levels"),
        ] {
            assert!(read(text, &limits).is_ok(), "{limit}");
            let error = read(text, &past).unwrap_err();
            assert!(error.starts_with(none) && error.contains(limit), "{error}");
        }
        for (text, why) in [
            ("{}", "it has no `schema`"),
            (r#"{"schema":1,"findings":{"a":{"b":1}}}"#, "`findings` should have files"),
            ("[", "not JSON at line 1"),
        ] {
            assert!(read(text, &Limits::default()).unwrap_err().starts_with(&format!("{none}{why}")), "{text}");
        }
        assert!(
            known_of(b"{\"schema\":1,\"findings\":{\"\xff\":{}}}", &Limits::default())
                .unwrap_err()
                .contains("invalid utf-8")
        );
        let newer = read(r#"{"schema":2,"findings":{}}"#, &Limits::default()).unwrap_err();
        assert_eq!(newer, "the baseline has layout 2 where 1 is known; write it anew");
    }
}
