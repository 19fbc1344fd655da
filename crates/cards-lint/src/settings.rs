//! Settings of a folder, as people write them in `cards.toml`: the same for the tool and for editors.

use std::fmt;

use cards_model::Json;
use cards_model::rules::Reader;
use cards_words::Profile;

use crate::options::{Options, Thresholds};
use crate::readers::{program_named, programs_named};
use crate::{Severity, catalogue, find_rule, nearest_rule};

/// The name of the settings file.
pub const FILE: &str = "cards.toml";

/// The words of `fail-on`.
pub const FAIL_ON: [&str; 4] = ["error", "warning", "note", "never"];

/// The tables of the file that are not about rules: editors read them.
const OTHER_TABLES: [&str; 1] = ["editor"];

/// How much a settings file may hold. It comes with folders of strangers, and an editor reads it unasked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of the file. Default 1 MiB: the longest that people write have a few hundred lines.
    pub bytes: usize,
    /// Tables and lists in one another, dotted names counted by their parts. Default 32, where no setting needs more than 3:
    /// readers of TOML go down on the call stack.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 1 << 20, depth: 32 }
    }
}

cards_words::setters! {
    Limits:
    with_bytes bytes: usize,
    with_depth depth: usize,
}

/// The table that the text of a settings file says, within limits; `parse` is the reader of TOML that the caller has.
///
/// # Errors
/// What is wrong with it, in words: past a limit, not UTF-8, or not TOML.
pub fn table_of<E: fmt::Display>(
    text: &[u8],
    limits: &Limits,
    parse: impl FnOnce(&str) -> Result<Json, E>,
) -> Result<Json, String> {
    let Limits { bytes, depth } = limits;
    if text.len() > *bytes {
        return Err(format!("settings have more than {bytes} bytes (limit `bytes`); leave out what is no setting"));
    }
    let text = std::str::from_utf8(text).map_err(|error| error.to_string())?;
    if is_deeper(text, *depth) {
        return Err(format!("settings are more than {depth} deep (limit `depth`); no setting needs more than 3"));
    }
    parse(text).map_err(|error| format!("this is not TOML: {error}"))
}

/// Whether tables and lists of TOML are more than so deep in one another. Of a text that is no TOML it tells no less than what a
/// reader goes down before it finds out.
fn is_deeper(text: &str, most: usize) -> bool {
    // For each bracket that is open, the levels that it and the dots in front of it make.
    let (mut open, mut levels, mut dots): (Vec<usize>, usize, usize) = (Vec::new(), 0, 0);
    let mut rest = text;
    while let Some(at) = rest.find(['"', '\'', '#', '[', '{', ']', '}', '.', ',', '\n']) {
        let (_, found) = rest.split_at(at);
        let (sign, behind) = found.split_at(1);
        rest = behind;
        match sign {
            "\"" | "'" => rest = behind_string(found, sign),
            "#" => rest = behind.split_at(behind.find('\n').unwrap_or(behind.len())).1,
            "[" | "{" => {
                open.push(dots + 1);
                levels += dots + 1;
                dots = 0;
            }
            "]" | "}" => levels -= open.pop().unwrap_or_default(),
            "." => dots += 1,
            _ => dots = 0,
        }
        if levels + dots > most {
            return true;
        }
    }
    false
}

/// What follows the string of TOML that a text begins with.
fn behind_string<'t>(text: &'t str, quote: &str) -> &'t str {
    let three = quote.repeat(3);
    let end = if text.starts_with(&three) { three.as_str() } else { quote };
    let mut rest = text.get(end.len()..).unwrap_or_default();
    while let Some(at) = rest.find(['\\', '"', '\'']) {
        let (_, found) = rest.split_at(at);
        if let Some(behind) = found.strip_prefix(end) {
            // Up to two quotes more belong to the text that three of them end.
            let more = if end == quote { 0 } else { 2 };
            return (0..more).fold(behind, |rest, _| rest.strip_prefix(quote).unwrap_or(rest));
        }
        let mut chars = found.chars();
        if chars.next() == Some('\\') && quote == "\"" {
            chars.next();
        }
        rest = chars.as_str();
    }
    ""
}

/// How to lint.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Settings {
    /// Patterns of rules to look at; all where the list is empty.
    pub select: Vec<String>,
    /// Patterns of rules to leave out.
    pub ignore: Vec<String>,
    /// Whom a breach has to hurt; everybody where the list is empty.
    pub readers: Vec<Reader>,
    /// Clients of which it is said what of a lorebook they pass over.
    pub clients: Vec<Profile>,
    /// The lightest finding that makes a run fail, one of [`FAIL_ON`].
    pub fail_on: Option<&'static str>,
    /// Where rules draw their lines.
    pub thresholds: Thresholds,
    /// Patterns of rule ids, and the severity that they get.
    pub severities: Vec<(String, Severity)>,
    /// Patterns of paths, and the rules that are left out there.
    pub per_file: Vec<(String, Vec<String>)>,
}

cards_words::setters! {
    Settings:
    with_select select: Vec<String>,
    with_ignore ignore: Vec<String>,
    with_readers readers: Vec<Reader>,
    with_clients clients: Vec<Profile>,
    with_fail_on fail_on: Option<&'static str>,
    with_thresholds thresholds: Thresholds,
    with_severities severities: Vec<(String, Severity)>,
    with_per_file per_file: Vec<(String, Vec<String>)>,
}

impl Settings {
    /// Reads the table that a settings file is.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn read(file: &Json) -> Result<Self, String> {
        let table = file.as_object().ok_or("the settings are no table")?;
        let mut settings = Self::default();
        for (name, value) in table.iter().filter(|(name, _)| !OTHER_TABLES.contains(name)) {
            let Json::Object(lint) = value else {
                return Err(format!("`{name}` is not a table; settings go into `[lint]`"));
            };
            if name != "lint" {
                return Err(format!("there is no table `[{name}]`; settings go into `[lint]`"));
            }
            for (name, value) in lint.iter() {
                settings.set(name, value)?;
            }
        }
        Ok(settings)
    }

    /// The options for one file, whose path counts from the folder of the settings, with `/` between names.
    #[must_use]
    pub fn options(&self, path: &str) -> Options<'static> {
        let mut ignore = self.ignore.clone();
        for (_, rules) in self.per_file.iter().filter(|(pattern, _)| fits(pattern, path)) {
            ignore.extend_from_slice(rules);
        }
        Options::default()
            .with_select(self.select.clone())
            .with_ignore(ignore)
            .with_readers(self.readers.clone())
            .with_clients(self.clients.clone())
            .with_severities(self.severities.clone())
            .with_thresholds(self.thresholds.clone())
    }

    fn set(&mut self, name: &str, value: &Json) -> Result<(), String> {
        let wrong = |wanted: &str| format!("`{name}` is {} where {wanted} belongs", kind(value));
        let number = || value.as_i64().and_then(|number| u64::try_from(number).ok()).ok_or(wrong("a whole number"));
        match name {
            "select" => self.select = patterns(name, value)?,
            "ignore" => self.ignore = patterns(name, value)?,
            "for" => {
                let words = value.as_array().ok_or(wrong("a list"))?;
                let program = |word: &Json| {
                    let word = word.as_str().unwrap_or_default();
                    program_named(word).ok_or(format!(
                        "`{word}` is neither others nor the name of a client, such as sillytavern and risu"
                    ))
                };
                let programs = words.iter().map(program).collect::<Result<Vec<_>, _>>()?;
                self.readers = programs.iter().map(|(reader, _)| *reader).collect();
                self.clients = programs.iter().filter_map(|(_, client)| *client).collect();
            }
            "fail-on" => {
                let word = value.as_str().ok_or(wrong("a word"))?;
                let known = FAIL_ON.into_iter().find(|known| *known == word);
                self.fail_on = Some(known.ok_or(format!("`{word}` is not one of error, warning, note and never"))?);
            }
            "severity" => {
                let table = value.as_object().ok_or_else(|| wrong("a table"))?;
                for (rule, word) in table.iter() {
                    let word = word.as_str().unwrap_or_default();
                    if word == "off" {
                        self.ignore.push(rule_pattern(rule)?);
                        continue;
                    }
                    let severity = Severity::ALL.iter().copied().find(|severity| severity.as_str() == word);
                    let severity = severity.ok_or(format!("`{word}` is not one of error, warning, note and off"))?;
                    self.severities.push((rule_pattern(rule)?, severity));
                }
            }
            "per-file-ignores" => {
                let table = value.as_object().ok_or_else(|| wrong("a table"))?;
                for (pattern, rules) in table.iter() {
                    self.per_file.push((pattern.to_owned(), patterns(name, rules)?));
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
                    "there is no setting `{name}`; known are select, ignore, for, severity, per-file-ignores, fail-on, \
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
        let mut found = text.iter();
        part.chars().all(|wanted| found.next().is_some_and(|found| wanted == '?' || wanted == *found))
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
fn kind(value: &Json) -> &'static str {
    match value {
        Json::Null => "nothing",
        Json::Bool(_) => "true or false",
        Json::Number(_) => "a number",
        Json::String(_) => "a text",
        Json::Array(_) => "a list",
        Json::Object(_) => "a table",
    }
}

fn patterns(name: &str, value: &Json) -> Result<Vec<String>, String> {
    let items = value.as_array().ok_or_else(|| format!("`{name}` is {} where a list belongs", kind(value)))?;
    let each = |item: &Json| {
        rule_pattern(item.as_str().ok_or_else(|| format!("`{name}` holds something that is not the id of a rule"))?)
    };
    items.iter().map(each).collect()
}

impl Options<'_> {
    /// Options by the words that people use: programs as in `for`, and rules as [`rule_pattern`] reads them.
    ///
    /// # Errors
    /// A word that is none, with those that are.
    ///
    /// ```
    /// use cards_lint::Options;
    /// let options = Options::of_words(&["agnai"], &["entry"], &[])?;
    /// assert_eq!((&options.select[..], options.clients.len()), (&["entry-*".to_owned()][..], 1));
    /// assert!(Options::of_words(&["chub"], &[], &[]).is_err());
    /// # Ok::<(), String>(())
    /// ```
    pub fn of_words<W: AsRef<str>>(programs: &[W], select: &[W], ignore: &[W]) -> Result<Self, String> {
        let (readers, clients) = programs_named(programs).map_err(|unknown| unknown.to_string())?;
        let rules = |words: &[W]| {
            let one =
                |word: &W| pattern_of(word.as_ref()).map_err(|problem| format!("{problem}; `rules()` lists them"));
            words.iter().map(one).collect::<Result<Vec<_>, _>>()
        };
        let options = Self::default().with_readers(readers).with_clients(clients);
        Ok(options.with_select(rules(select)?).with_ignore(rules(ignore)?))
    }
}

/// Reads a rule id, the first words of some, or the beginning of some with `*` behind it.
///
/// # Errors
/// There is no such rule; the message names one that is like it.
pub fn rule_pattern(text: &str) -> Result<String, String> {
    pattern_of(text).map_err(|problem| problem + " (see `cards rule`)")
}

fn pattern_of(text: &str) -> Result<String, String> {
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
    Err(format!("there is no rule `{text}`{like}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn read(json: &str) -> Settings {
        Settings::read(&json.parse().unwrap()).unwrap()
    }

    /// A client in the library is what its word is on a command line.
    #[test]
    fn a_profile_is_the_program_of_its_name() {
        for client in Profile::CLIENTS {
            let word = if *client == Profile::Spec { "others" } else { client.as_str() };
            let asked = Options::of_words(&[word], &[], &[]).unwrap();
            let given = Options::default().with_profile(*client);
            assert_eq!((given.readers, given.clients), (asked.readers, asked.clients), "{word}");
        }
    }

    #[track_caller]
    fn refused(json: &str, part: &str) {
        let message = Settings::read(&json.parse().unwrap()).unwrap_err();
        assert!(message.contains(part), "{message}");
    }

    #[test]
    fn the_limits_of_settings_hold_on_both_sides() {
        let limits = Limits::default().with_bytes(40).with_depth(3);
        let table = |text: &[u8]| table_of(text, &limits, |_| Ok::<_, fmt::Error>(Json::Null));
        assert!(table(&[b' '; 40]).is_ok());
        assert_eq!(
            table(&[b' '; 41]).unwrap_err(),
            "settings have more than 40 bytes (limit `bytes`); leave out what is no setting"
        );
        for (text, deep) in [
            ("a=[[[1]]]", false),
            ("a=[[[[1]]]]", true),
            ("a=[[],[],[[1]],[[]]]", false),
            ("a.b.c.d=1", false),
            ("a.b.c.d.e=1", true),
            ("[a.b.c]\n[d.e.f]\nx=1", false),
            ("a.b={c.d={e=1}}", true),
            ("a={b.c=[1],d=[1]}", false),
            ("a.b=\"....\"", false),
            ("a=['[[[[','[[']", false),
            ("a=[\"[\\\"[[[\",'']", false),
            // A bracket within a string closes nothing, and a string that ends early hides nothing.
            ("a=[[[']]]',[1]]]]", true),
            ("a=\"\"\"\"x\"\"\"\"\"#[[[[", false),
            ("a=\"\"\"x\"\"\"\"\"[[[[", true),
            ("a='\\' #'\nb=[[[[", true),
            ("# [[[[\n", false),
            ("\"a.b\".c=[[1]]", false),
        ] {
            let error = table(text.as_bytes()).err();
            let words = "settings are more than 3 deep (limit `depth`); no setting needs more than 3";
            assert_eq!(error.as_deref(), deep.then_some(words), "{text}");
        }
        assert!(table(b"\xff").unwrap_err().starts_with("invalid utf-8"));
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
        let settings = read(
            r#"{"lint":{"select":["entry-*"],"ignore":["greeting-blank"],"fail-on":"error","portrait-side":99,
                "for":["sillytavern","risu"]},"editor":{"client":"risu"}}"#,
        );
        assert_eq!((settings.select.len(), settings.fail_on), (1, Some("error")));
        assert_eq!((settings.thresholds.portrait_side, settings.readers.len()), (99, 2));
        let set = read(r#"{"lint":{"scripts":1,"script-steps":2,"script-text":3}}"#).thresholds;
        assert_eq!((set.scripts, set.script_steps, set.script_text), (1, 2, 3));
        let settings = read(
            r#"{"lint":{"severity":{"asset-remote":"note","macro":"error"},
                "per-file-ignores":{"drafts/*":["no-description"]}}}"#,
        );
        let options = settings.options("drafts/aria.json");
        assert_eq!(options.ignore, ["no-description"]);
        assert_eq!(settings.options("aria.json").ignore, [""; 0]);
        let rule = find_rule("asset-remote").unwrap();
        assert_eq!(options.severity(rule), Severity::Note);
        assert_eq!(options.severity(find_rule("macro-clients").unwrap()), Severity::Error);
        refused(r#"{"lint":{"severity":{"asset-remote":"bad"}}}"#, "not one of error, warning, note and off");
        assert_eq!(read(r#"{"lint":{"severity":{"asset-remote":"off"}}}"#).ignore, ["asset-remote"]);
        refused(r#"{"lint":{"severity":{"asset-remot":"note"}}}"#, "`asset-remote` is like it");
        refused(r#"{"lint":{"selct":[]}}"#, "`selct`");
        refused(r#"{"lint":{"ignore":["greeting-blnk"]}}"#, "`greeting-blank` is like it");
        refused(r#"{"lint":{"fail-on":"bad"}}"#, "not one of error");
        refused(r#"{"lint":{"for":["chub"]}}"#, "`chub` is neither others nor the name of a client");
        refused(
            r#"{"lint":{"for":["sillytavern@1.18"]}}"#,
            "`sillytavern@1.18` is neither others nor the name of a client",
        );
        let agnai = Settings::read(&r#"{"lint":{"for":["agnai"]}}"#.parse().unwrap()).unwrap();
        assert_eq!((agnai.readers, agnai.clients), (vec![Reader::Others], vec![Profile::Agnai]));
        refused(r#"{"scan":{}}"#, "[scan]");
        refused(r#"{"lint":{"key-chars":"many"}}"#, "`key-chars` is a text where a whole number belongs");
    }
}
