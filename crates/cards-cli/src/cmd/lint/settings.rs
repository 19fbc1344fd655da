//! Settings from `cards.toml`.

use std::fs;
use std::path::{Path, PathBuf};

use cards_lint::{Options, Severity, Thresholds, catalogue, find_rule, nearest_rule};
use cards_model::rules::Reader;
use clap::ValueEnum as _;
use serde_json::{Map, Value};

use crate::failure::Failure;
use crate::input::{file_name, is_standard_input, now};

use super::FailOn;

/// The name of the settings file.
const NAME: &str = "cards.toml";

/// How to lint.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) select: Vec<String>,
    pub(crate) ignore: Vec<String>,
    /// Whom a breach has to hurt; everybody where the list is empty.
    readers: Vec<Reader>,
    pub(crate) fail_on: Option<FailOn>,
    pub(crate) thresholds: Thresholds,
    /// Patterns of rule ids, and the severity that they get.
    pub(crate) severities: Vec<(String, Severity)>,
    /// Patterns of paths, and the rules that are left out there.
    pub(crate) per_file: Vec<(String, Vec<String>)>,
    /// The folder of the settings file, from which paths are counted.
    folder: PathBuf,
}

impl Settings {
    /// Reads the settings file that is named, or the nearest one from a path up; without one, the defaults.
    pub(crate) fn find(named: Option<&Path>, start: Option<&Path>) -> Result<Self, Failure> {
        let file = match named {
            Some(file) => Some(file.to_owned()),
            None => start.and_then(nearest),
        };
        let Some(file) = file else { return Ok(Self::default()) };
        let text = fs::read_to_string(&file).map_err(|source| Failure::Read { path: file.clone(), source })?;
        let folder = file.parent().and_then(|folder| fs::canonicalize(folder).ok()).unwrap_or_default();
        match Self::read(&text) {
            Ok(settings) => Ok(Self { folder, ..settings }),
            Err(message) => Err(Failure::Content { path: file, class: "bad-settings", message }),
        }
    }

    /// The settings with the rules of a command line: what it selects stands in for what the file does, and what it
    /// ignores comes on top.
    pub(crate) fn with_rules(mut self, select: &[String], ignore: &[String]) -> Self {
        if !select.is_empty() {
            self.select = select.to_vec();
        }
        self.ignore.extend_from_slice(ignore);
        self
    }

    /// The settings for these readers alone.
    pub(crate) fn with_readers(self, readers: Vec<Reader>) -> Self {
        Self { readers, ..self }
    }

    /// The options of the library for one file.
    pub(crate) fn options(&self, file: &Path) -> Options<'static> {
        let mut ignore = self.ignore.clone();
        // Asking the system for the whole path takes as long as some rules do.
        if !self.per_file.is_empty() {
            let whole = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
            let path = whole.strip_prefix(&self.folder).unwrap_or(&whole).to_string_lossy().replace('\\', "/");
            for (_, rules) in self.per_file.iter().filter(|(pattern, _)| fits(pattern, &path)) {
                ignore.extend_from_slice(rules);
            }
        }
        Options::default()
            .with_select(self.select.clone())
            .with_ignore(ignore)
            .with_readers(self.readers.clone())
            .with_severities(self.severities.clone())
            .with_thresholds(self.thresholds.clone())
            .with_file_name(file_name(file))
            .with_now(now())
    }

    fn read(text: &str) -> Result<Self, String> {
        let table: Map<String, Value> =
            basic_toml::from_str(text).map_err(|error| format!("this is not TOML: {error}"))?;
        let mut settings = Self::default();
        for (name, value) in &table {
            let Value::Object(lint) = value else {
                return Err(format!("`{name}` is not a table; settings go into `[lint]`"));
            };
            if name != "lint" {
                return Err(format!("there is no table `[{name}]`; settings go into `[lint]`"));
            }
            for (name, value) in lint {
                settings.set(name, value)?;
            }
        }
        Ok(settings)
    }

    fn set(&mut self, name: &str, value: &Value) -> Result<(), String> {
        let wrong = |wanted: &str| format!("`{name}` is {} where {wanted} belongs", kind(value));
        let number = || value.as_u64().ok_or(wrong("a whole number"));
        match name {
            "select" => self.select = patterns(name, value)?,
            "ignore" => self.ignore = patterns(name, value)?,
            "fail-on" => {
                let word = value.as_str().ok_or(wrong("a word"))?;
                let known = FailOn::from_str(word, true);
                self.fail_on =
                    Some(known.map_err(|_| format!("`{word}` is not one of error, warning, note and never"))?);
            }
            "severity" => {
                let table = value.as_object().ok_or_else(|| wrong("a table"))?;
                for (rule, word) in table {
                    let word = word.as_str().unwrap_or_default();
                    let severity = Severity::ALL.into_iter().find(|severity| severity.word() == word);
                    let severity = severity.ok_or(format!("`{word}` is not one of error, warning and note"))?;
                    self.severities.push((rule_pattern(rule)?, severity));
                }
            }
            "per-file-ignores" => {
                let table = value.as_object().ok_or_else(|| wrong("a table"))?;
                for (pattern, rules) in table {
                    self.per_file.push((pattern.clone(), patterns(name, rules)?));
                }
            }
            "key-chars" => self.thresholds.key_chars = usize::try_from(number()?).unwrap_or(usize::MAX),
            "portrait-side" => self.thresholds.portrait_side = u32::try_from(number()?).unwrap_or(u32::MAX),
            "portrait-bytes" => self.thresholds.portrait_bytes = number()?,
            "scripts" => self.thresholds.scripts = usize::try_from(number()?).unwrap_or(usize::MAX),
            "script-steps" => self.thresholds.script_steps = number()?,
            "script-text" => self.thresholds.script_text = usize::try_from(number()?).unwrap_or(usize::MAX),
            _ => {
                return Err(format!(
                    "there is no setting `{name}`; known are select, ignore, severity, per-file-ignores, fail-on, \
                     key-chars, portrait-side, portrait-bytes, scripts, script-steps and script-text"
                ));
            }
        }
        Ok(())
    }
}

/// Whether a path fits a pattern: `*` stands for any run of characters, `?` for one. A pattern without `/` looks at the
/// name of the file alone.
fn fits(pattern: &str, path: &str) -> bool {
    let path = if pattern.contains('/') { path } else { path.rsplit('/').next().unwrap_or(path) };
    let mut rest: Vec<char> = path.chars().collect();
    let mut parts = pattern.split('*');
    let begins = |text: &[char], part: &str| {
        let part: Vec<char> = part.chars().collect();
        text.len() >= part.len() && part.iter().zip(text).all(|(wanted, found)| *wanted == '?' || wanted == found)
    };
    let Some(head) = parts.next().filter(|head| begins(&rest, head)) else { return false };
    rest.drain(..head.chars().count());
    let parts: Vec<&str> = parts.collect();
    let Some((tail, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some(at) = (0..=rest.len()).find(|at| begins(rest.get(*at..).unwrap_or_default(), part)) else {
            return false;
        };
        rest.drain(..at + part.chars().count());
    }
    rest.len().checked_sub(tail.chars().count()).is_some_and(|at| begins(rest.get(at..).unwrap_or_default(), tail))
}

/// What a value is, in words.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "nothing",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "a table",
    }
}

fn patterns(name: &str, value: &Value) -> Result<Vec<String>, String> {
    let items = value.as_array().ok_or_else(|| format!("`{name}` is {} where a list belongs", kind(value)))?;
    let each = |item: &Value| {
        rule_pattern(item.as_str().ok_or_else(|| format!("`{name}` holds something that is not the id of a rule"))?)
    };
    items.iter().map(each).collect()
}

/// The nearest settings file from a path up. Standard input has the current folder for its place.
fn nearest(start: &Path) -> Option<PathBuf> {
    let place = if is_standard_input(start) { Path::new(".") } else { start };
    let folder = fs::canonicalize(place).ok()?;
    folder.ancestors().map(|folder| folder.join(NAME)).find(|file| file.is_file())
}

/// A rule id, the first words of some, or the beginning of some with `*` behind it.
pub(crate) fn rule_pattern(text: &str) -> Result<String, String> {
    let text = text.trim();
    let begins = |head: &str| catalogue().iter().flat_map(|group| &group.rules).any(|rule| rule.id.starts_with(head));
    if find_rule(text).is_some() || text.strip_suffix('*').is_some_and(begins) {
        return Ok(text.to_owned());
    }
    let family = format!("{}-", text.trim_end_matches('-'));
    if !text.is_empty() && begins(&family) {
        return Ok(family + "*");
    }
    let like = nearest_rule(text).map(|rule| format!("; `{}` is like it", rule.id)).unwrap_or_default();
    Err(format!("there is no rule `{text}`{like} (see `cards rule`)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(text: &str, part: &str) {
        let message = Settings::read(text).unwrap_err();
        assert!(message.contains(part), "{message}");
    }

    #[test]
    fn patterns_of_paths_fit_names_and_whole_paths() {
        for (pattern, path, wanted) in [
            ("*.png", "a/b.png", true),
            ("b.*", "a/b.png", true),
            ("a/*", "a/b/c.png", true),
            ("a/*", "b/a/c.png", false),
            ("a/?.png", "a/b.png", true),
            ("*x*y", "axbyy", true),
            ("ab*b", "ab", false),
            ("", "", true),
        ] {
            assert_eq!(fits(pattern, path), wanted, "{pattern} {path}");
        }
    }

    #[test]
    fn settings_are_read_and_slips_are_named() {
        let text =
            "[lint]\nselect = [\"entry-*\"]\nignore = [\"greeting-blank\"]\nfail-on = \"error\"\nportrait-side = 99\n";
        let settings = Settings::read(text).unwrap();
        assert_eq!((settings.select.len(), settings.fail_on), (1, Some(FailOn::Error)));
        assert_eq!(settings.thresholds.portrait_side, 99);
        let text = "[lint]\nscripts = 1\nscript-steps = 2\nscript-text = 3\n";
        let set = Settings::read(text).unwrap().thresholds;
        assert_eq!((set.scripts, set.script_steps, set.script_text), (1, 2, 3));
        let text = "[lint.severity]\nasset-remote = \"note\"\n\"macro\" = \"error\"\n\
                    [lint.per-file-ignores]\n\"drafts/*\" = [\"no-description\"]\n";
        let settings = Settings::read(text).unwrap();
        assert_eq!(settings.severities.len(), 2);
        let options = settings.options(Path::new("drafts/aria.json"));
        assert_eq!(options.ignore, ["no-description"]);
        assert_eq!(settings.options(Path::new("aria.json")).ignore, [""; 0]);
        let rule = find_rule("asset-remote").unwrap();
        assert_eq!(options.severity(rule), Severity::Note);
        assert_eq!(options.severity(find_rule("macro-clients").unwrap()), Severity::Error);
        refused("[lint.severity]\nasset-remote = \"bad\"\n", "not one of error, warning and note");
        refused("[lint.severity]\nasset-remot = \"note\"\n", "`asset-remote` is like it");
        refused("[lint]\nselct = []\n", "`selct`");
        refused("[lint]\nignore = [\"greeting-blnk\"]\n", "`greeting-blank` is like it");
        refused("[lint]\nfail-on = \"bad\"\n", "not one of error");
        refused("[scan]\n", "[scan]");
        refused("[lint]\nkey-chars = \"many\"\n", "`key-chars` is a text where a whole number belongs");
        refused("[lint\n", "this is not TOML: expected a right bracket");
        refused("[lint]\nselect = [1\n", "line 3");
    }
}
