//! How to lint.

use cards_words::setters;
use std::fmt;

use cards_model::Timestamp;
use cards_model::rules::{Reader, Rule, Severity};
use cards_words::{Estimate, Profile};

use crate::data_folder::DataFiles;
use crate::readers::program_of;

/// The rule about what a client that is named passes over.
pub(crate) const PASSED_OVER: &str = "entry-unread";

/// How to lint.
///
/// ```
/// use cards_lint::{Input, Options, lint};
/// use cards_model::Document;
/// let document: Document = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"A","first_mes":"Hi {user}!"}}"#.parse()?;
/// let options = Options::default().with_select(["macro-*"]);
/// let report = lint(&Input { document: &document, facts: None }, &options);
/// assert!(report.findings.iter().all(|finding| finding.id().starts_with("macro-")));
/// # Ok::<(), cards_model::Error>(())
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct Options<'a> {
    /// Ids of the rules to check; empty means all. `lore-*` stands for all ids that begin so.
    pub select: Vec<String>,
    /// Ids of rules to leave out, in the same form; they win over `select`.
    pub ignore: Vec<String>,
    /// Readers that matter; empty means all. Of the rules, those count whose breach hurts one of them, as
    /// [`Rule::breaks`] says.
    pub readers: Vec<Reader>,
    /// Clients of which it is said what of a lorebook they pass over (`entry-unread`); nothing is said where the list is empty.
    pub clients: Vec<Profile>,
    /// Ids of rules, in the same form, with the severity that they get in place of their own; of several that fit a
    /// rule, the last counts.
    pub severities: Vec<(String, Severity)>,
    /// Where lint rules draw their lines.
    pub thresholds: Thresholds,
    /// Counts the tokens of a text. The default is [`cards_words::Estimate`].
    pub tokens: &'a (dyn Fn(&str) -> u64 + Sync),
    /// The present moment, which fixes of unreadable dates take where a spec says so. Without it those stay.
    pub now: Option<Timestamp>,
    /// The name of the file, for rules about it.
    pub file_name: Option<String>,
    /// What is in the data folder that the file is in, where that is known.
    pub data: Option<DataFiles<'a>>,
    /// The side that fixes take of texts with both sides of a merge. Without it those stay.
    pub take: Option<Take>,
}

/// A side of a merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Take {
    /// What is first between the marks.
    Ours,
    /// What is last.
    Theirs,
}

cards_words::named! {
    Take: "side";
    Ours => "ours",
    Theirs => "theirs",
}

impl<'a> Options<'a> {
    /// The options for these rules alone.
    #[must_use]
    pub fn with_select(self, select: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { select: select.into_iter().map(Into::into).collect(), ..self }
    }

    /// The options without these rules.
    #[must_use]
    pub fn with_ignore(self, ignore: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { ignore: ignore.into_iter().map(Into::into).collect(), ..self }
    }

    /// The options for these readers alone.
    #[must_use]
    pub fn with_readers(self, readers: impl IntoIterator<Item = Reader>) -> Self {
        Self { readers: readers.into_iter().collect(), ..self }
    }

    /// The options that also say what these clients pass over.
    #[must_use]
    pub fn with_clients(self, clients: impl IntoIterator<Item = Profile>) -> Self {
        Self { clients: clients.into_iter().collect(), ..self }
    }

    /// The options for one client alone, as `cards lint --for` has them; those who go by the specs are the others.
    #[must_use]
    pub fn with_profile(self, profile: Profile) -> Self {
        let (reader, client) = program_of(profile);
        self.with_readers([reader]).with_clients(client)
    }

    /// The options with other severities for some rules.
    #[must_use]
    pub fn with_severities(self, severities: impl IntoIterator<Item = (String, Severity)>) -> Self {
        Self { severities: severities.into_iter().collect(), ..self }
    }

    /// The options with another severity for one rule.
    #[must_use]
    pub fn with_severity(mut self, rule: impl Into<String>, severity: Severity) -> Self {
        self.severities.push((rule.into(), severity));
        self
    }

    /// The options with other thresholds.
    #[must_use]
    pub fn with_thresholds(self, thresholds: Thresholds) -> Self {
        Self { thresholds, ..self }
    }

    /// The options with a token counter.
    #[must_use]
    pub fn with_tokens(self, tokens: &'a (dyn Fn(&str) -> u64 + Sync)) -> Self {
        Self { tokens, ..self }
    }

    /// The options with the present moment, or without one.
    #[must_use]
    pub fn with_now(self, now: impl Into<Option<Timestamp>>) -> Self {
        Self { now: now.into(), ..self }
    }

    /// The options that take a side of each merge, or none.
    #[must_use]
    pub fn with_take(self, take: impl Into<Option<Take>>) -> Self {
        Self { take: take.into(), ..self }
    }

    /// The options for a file of this name.
    #[must_use]
    pub fn with_file_name(self, file_name: Option<String>) -> Self {
        Self { file_name, ..self }
    }

    /// The options for a file that is in a data folder of SillyTavern's.
    #[must_use]
    pub fn with_data(self, data: Option<DataFiles<'a>>) -> Self {
        Self { data, ..self }
    }

    /// Whether a rule is checked.
    #[must_use]
    pub fn covers(&self, rule: &Rule) -> bool {
        let named = |list: &[String]| list.iter().any(|pattern| matches(pattern, rule.id));
        let hurts = self.readers.is_empty() || rule.breaks.iter().any(|reader| self.readers.contains(reader));
        // What a client passes over hurts nobody else, and is asked for by its name.
        let asked = !self.clients.is_empty() && rule.id == PASSED_OVER;
        (hurts || asked) && (self.select.is_empty() || named(&self.select)) && !named(&self.ignore)
    }

    /// How much a breach of a rule weighs.
    #[must_use]
    pub fn severity(&self, rule: &Rule) -> Severity {
        let set = self.severities.iter().rev().find(|(pattern, _)| matches(pattern, rule.id));
        set.map_or(rule.severity, |(_, severity)| *severity)
    }
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            select: Vec::new(),
            ignore: Vec::new(),
            readers: Vec::new(),
            clients: Vec::new(),
            severities: Vec::new(),
            thresholds: Thresholds::default(),
            tokens: &Estimate::of,
            now: None,
            file_name: None,
            data: None,
            take: None,
        }
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { select, ignore, readers, clients, severities, thresholds, tokens: _, now, file_name, data, take } =
            self;
        let mut all = f.debug_struct("Options");
        all.field("select", select)
            .field("ignore", ignore)
            .field("readers", readers)
            .field("clients", clients)
            .field("severities", severities);
        all.field("thresholds", thresholds).field("now", now).field("file_name", file_name);
        all.field("data", data).field("take", take);
        all.finish_non_exhaustive()
    }
}

/// Whether an id is meant by a name that may end in `*`.
pub(crate) fn matches(pattern: &str, id: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(head) => id.starts_with(head),
        None => pattern == id,
    }
}

/// Where lint rules draw their lines.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Thresholds {
    /// The longest key in characters that a chat message can be expected to hold. Default 200.
    pub key_chars: usize,
    /// The longest side of a portrait in pixels. Default 2,048: cards are shown at a fraction of that.
    pub portrait_side: u32,
    /// Bytes of a picture file. Default 10 MiB, which several sites refuse to take.
    pub portrait_bytes: u64,
    /// Regex scripts of each client that are looked at; a card has a few dozen. Default 200.
    pub scripts: usize,
    /// Steps that a pattern of a regex script may take over a text. Default 400,000, some thousandths of a second.
    pub script_steps: u64,
    /// Bytes of the card's text that regex scripts are tried on. Default 2,000.
    pub script_text: usize,
}

setters! {
    Thresholds:
    /// The thresholds with another longest key.
    with_key_chars(key_chars: usize) = key_chars;
    /// The thresholds with another longest side of a portrait.
    with_portrait_side(portrait_side: u32) = portrait_side;
    /// The thresholds with another size of picture files.
    with_portrait_bytes(portrait_bytes: u64) = portrait_bytes;
    /// The thresholds with another number of regex scripts.
    with_scripts(scripts: usize) = scripts;
    /// The thresholds with another number of steps for a pattern.
    with_script_steps(script_steps: u64) = script_steps;
    /// The thresholds with another length of the text that scripts are tried on.
    with_script_text(script_text: usize) = script_text;
}

impl Default for Thresholds {
    fn default() -> Self {
        Self {
            key_chars: 200,
            portrait_side: 2_048,
            portrait_bytes: 10 << 20,
            scripts: 200,
            script_steps: 400_000,
            script_text: 2_000,
        }
    }
}
