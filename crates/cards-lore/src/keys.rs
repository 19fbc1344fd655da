//! Keys of all entries, each distinct one stored once, and what each is looked for with.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::book::Entry;
use crate::finding::FindingKind;
use crate::fold::{FoldRule, fold, search_form};
use crate::js_regex::{self, Flags, PatternError, Translated};
use crate::limits::Limits;
use crate::pattern::Pattern;
use crate::settings::{MatchMode, Profile, Settings};
use crate::text_hash::{BuildMixer, TextHash};

/// The number of a distinct key.
pub(crate) type KeyId = u32;

/// How one key of an entry is answered.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Form {
    /// By the hits of this key.
    Key(KeyId),
    /// It matches everything.
    Always,
    /// It matches nothing.
    Never,
    /// By running a pattern over the whole window, since it may look past one message.
    Window {
        /// The pattern's number.
        pattern: u32,
        /// Keys of which every match holds one; none are known when the list is empty.
        gates: Vec<KeyId>,
    },
    /// Its macros are expanded first; the form holds when that changes nothing.
    Macro(Box<Form>),
}

/// What is done when a text of the automaton is met.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Use {
    /// The key matches, if the match mode and the spelling allow it.
    Key { id: KeyId, mode: MatchMode, spelling: Spelling },
    /// The pattern is worth running on this text.
    Gate { pattern: u32 },
}

/// What the place where a key occurs is compared with, beyond the automaton's form of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Spelling {
    /// Nothing: any case will do.
    Any,
    /// The key as written, since case counts.
    Written(Box<str>),
    /// The key in lower case, since it has a sigma, whose form depends on what follows.
    Lower(Box<str>),
}

/// A pattern that is answered for each text alone.
#[derive(Debug)]
pub(crate) struct LocalPattern {
    pub(crate) id: Option<KeyId>,
    pub(crate) pattern: std::sync::Arc<Pattern>,
    /// The key that the findings name.
    pub(crate) key: Box<str>,
}

/// Collects keys while books are compiled.
pub(crate) struct KeyCollector<'s> {
    settings: &'s Settings,
    limits: &'s Limits,
    pub(crate) fold_rule: FoldRule,
    /// Folded texts for the automaton.
    pub(crate) texts: Vec<String>,
    /// Numbers of the texts by their hash.
    text_numbers: HashMap<u64, u32, BuildMixer>,
    /// What texts are for, and for each the next use of the same text.
    uses: Vec<(Use, Option<u32>)>,
    /// The first use of each text.
    first_uses: Vec<Option<u32>>,
    pub(crate) patterns: Vec<LocalPattern>,
    pattern_numbers: HashMap<(String, bool), u32, BuildMixer>,
    /// Patterns that no text announces.
    pub(crate) ungated: Vec<u32>,
    pub(crate) key_count: u32,
}

/// How the keys of one entry are read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyRules {
    pub(crate) mode: MatchMode,
    pub(crate) case_sensitive: bool,
    pub(crate) regex: bool,
}

impl KeyRules {
    /// Finds the rules for an entry's keys.
    pub(crate) fn of(entry: &Entry, book_words: Option<bool>, settings: &Settings) -> Self {
        let whole = entry.whole_words.or(book_words);
        let mode = match whole {
            Some(true) => settings.whole_word_mode,
            Some(false) => MatchMode::Substring,
            None => settings.match_mode,
        };
        let case_sensitive = entry.case_sensitive.unwrap_or(settings.case_sensitive);
        match settings.profile {
            Profile::Spec | Profile::SillyTavern => Self { mode, case_sensitive, regex: entry.use_regex },
            // De facto: case never counts; regex entries go their own way, see `risu_regex`.
            Profile::Risu => Self { mode, case_sensitive: false, regex: false },
            Profile::Module => Self { mode: MatchMode::Substring, case_sensitive: false, regex: false },
        }
    }
}

impl<'s> KeyCollector<'s> {
    pub(crate) fn new(settings: &'s Settings, limits: &'s Limits) -> Self {
        let fold_rule = match settings.profile {
            Profile::Risu => FoldRule::LowerNoSpaces,
            _ => FoldRule::Lower,
        };
        Self {
            settings,
            limits,
            fold_rule,
            texts: Vec::new(),
            text_numbers: HashMap::default(),
            uses: Vec::new(),
            first_uses: Vec::new(),
            patterns: Vec::new(),
            pattern_numbers: HashMap::default(),
            ungated: Vec::new(),
            key_count: 0,
        }
    }

    /// Reads one key as the profile does.
    pub(crate) fn add(&mut self, key: &str, rules: KeyRules) -> Result<Form, FindingKind> {
        if key.len() > self.limits.key_bytes {
            return Err(FindingKind::LongKey { bytes: key.len() });
        }
        let expands = matches!(self.settings.profile, Profile::Spec | Profile::SillyTavern);
        let form = self.add_plain_or_pattern(key, rules)?;
        Ok(if expands && may_hold_macros(key) { Form::Macro(Box::new(form)) } else { form })
    }

    /// Reads a key in which macros have been expanded.
    pub(crate) fn add_plain_or_pattern(&mut self, key: &str, rules: KeyRules) -> Result<Form, FindingKind> {
        match self.settings.profile {
            Profile::SillyTavern => self.add_sillytavern(key, rules),
            Profile::Spec if rules.regex => self.add_spec_regex(key),
            _ => {
                let key = key.trim();
                if key.is_empty() {
                    return Err(FindingKind::BlankKey { matches_everything: false });
                }
                Ok(self.plain(key, rules))
            }
        }
    }

    /// De facto: SillyTavern 1.19; `/pattern/flags` is told from plain text by its form alone.
    fn add_sillytavern(&mut self, key: &str, rules: KeyRules) -> Result<Form, FindingKind> {
        if key.is_empty() {
            return Err(FindingKind::BlankKey { matches_everything: false });
        }
        let key = crate::decorator::js_trim(key);
        if key.is_empty() {
            return Ok(Form::Always);
        }
        if let Some((pattern, flags)) = js_regex::split_slashes(key)
            && !js_regex::has_bare_slash(pattern)
            && let Some(flags) = Flags::read(flags)
        {
            match js_regex::translate(pattern, flags, self.limits.regex_depth) {
                Ok(translated) => return self.pattern(key, translated),
                Err(PatternError::TooLarge { what }) => {
                    return Err(FindingKind::CostlyPattern { key: key.to_owned(), reason: what.to_owned() });
                }
                // What JavaScript refuses is plain text.
                Err(PatternError::Syntax { .. }) => {}
            }
        }
        // De facto: the whole-word rule is for keys without white space.
        let spaced = key.contains(|c: char| c.is_whitespace() || c == '\u{feff}');
        let mode = if spaced { MatchMode::Substring } else { rules.mode };
        let rules = KeyRules { mode, ..rules };
        // Such a key may run from one text into the next.
        if key.contains(['\n', '\u{1}']) {
            return self.pattern(key, across_texts(key, rules));
        }
        Ok(self.plain(key, rules))
    }

    /// Spec: CCv3, `use_regex`; a key without slashes is a pattern without flags.
    fn add_spec_regex(&mut self, key: &str) -> Result<Form, FindingKind> {
        let key = key.trim();
        if key.is_empty() {
            return Err(FindingKind::BlankKey { matches_everything: false });
        }
        let (pattern, flags) = match js_regex::split_slashes(key) {
            Some((pattern, flags)) if flags.bytes().all(|byte| byte.is_ascii_alphabetic()) => (pattern, flags),
            _ => (key, ""),
        };
        let invalid = |reason: String| FindingKind::InvalidPattern { key: key.to_owned(), reason };
        let Some(flags) = Flags::read(flags) else { return Err(invalid(format!("unknown flags `{flags}`"))) };
        match js_regex::translate(pattern, flags, self.limits.regex_depth) {
            Ok(translated) => self.pattern(key, translated),
            Err(PatternError::TooLarge { what }) => {
                Err(FindingKind::CostlyPattern { key: key.to_owned(), reason: what.to_owned() })
            }
            Err(error) => Err(invalid(error.to_string())),
        }
    }

    fn plain(&mut self, key: &str, rules: KeyRules) -> Form {
        let folded = fold(key, self.fold_rule);
        if folded.is_empty() {
            return Form::Never;
        }
        let (text, sigma) = search_form(folded);
        let spelling = match (rules.case_sensitive, sigma) {
            (true, _) => Spelling::Written(key.into()),
            (false, Some(lower)) => Spelling::Lower(lower.into()),
            (false, None) => Spelling::Any,
        };
        let text = self.text(text);
        Form::Key(self.key(text, rules.mode, spelling))
    }

    fn text(&mut self, folded: String) -> u32 {
        let TextHash(hash, _) = TextHash::of(7, &[&folded]);
        let next = self.texts.len() as u32;
        let number = *self.text_numbers.entry(hash).or_insert(next);
        // Two texts of one hash are no harm: the second has a number of its own, and is only not found again.
        if number != next && self.texts.get(number as usize) == Some(&folded) {
            return number;
        }
        self.texts.push(folded);
        self.first_uses.push(None);
        next
    }

    fn key(&mut self, text: u32, mode: MatchMode, spelling: Spelling) -> KeyId {
        // A text with many spellings is not searched for an equal one to the end; a second key does no harm.
        for used in self.uses_of(text).take(64) {
            if let Use::Key { id, mode: known_mode, spelling: known } = used
                && *known_mode == mode
                && *known == spelling
            {
                return *id;
            }
        }
        let id = self.key_count;
        self.key_count += 1;
        self.add_use(text, Use::Key { id, mode, spelling });
        id
    }

    /// Lists what a text is for.
    pub(crate) fn uses_of(&self, text: u32) -> impl Iterator<Item = &Use> {
        let mut next = self.first_uses.get(text as usize).copied().flatten();
        std::iter::from_fn(move || {
            let (used, after) = self.uses.get(next? as usize)?;
            next = *after;
            Some(used)
        })
    }

    fn add_use(&mut self, text: u32, new: Use) {
        let number = self.uses.len() as u32;
        if let Some(first) = self.first_uses.get_mut(text as usize) {
            self.uses.push((new, first.replace(number)));
        }
    }

    fn pattern(&mut self, key: &str, translated: Translated) -> Result<Form, FindingKind> {
        if self.patterns.len() >= self.limits.regex_patterns {
            let reason = "more patterns than the limit".to_owned();
            return Err(FindingKind::CostlyPattern { key: key.to_owned(), reason });
        }
        // De facto: SillyTavern runs patterns over the joined window. Where no match can leave a text, or look out
        // of it, running them on each text alone gives the same answer and lets hits be remembered.
        let window = self.settings.profile == Profile::SillyTavern
            && (translated.looks_outside
                || translated.may_cross
                || translated.ends_on_line_feed
                || key.contains(['\n', '\u{1}']));
        let name = (translated.source.clone(), window);
        let required = translated.required.iter().flatten();
        let mut gates: Vec<String> = required.map(|required| fold(required, self.fold_rule)).collect();
        if gates.iter().any(String::is_empty) {
            gates.clear();
        }
        let number = match self.pattern_numbers.get(&name) {
            Some(&number) => number,
            None => {
                let number = self.patterns.len() as u32;
                let id = (!window).then(|| {
                    self.key_count += 1;
                    self.key_count - 1
                });
                self.patterns.push(LocalPattern {
                    id,
                    pattern: std::sync::Arc::new(Pattern::new(translated)),
                    key: key.into(),
                });
                self.pattern_numbers.insert(name, number);
                if !window {
                    for gate in &gates {
                        let text = self.text(gate.clone());
                        self.add_use(text, Use::Gate { pattern: number });
                    }
                    if gates.is_empty() {
                        self.ungated.push(number);
                    }
                }
                number
            }
        };
        let id = self.patterns.get(number as usize).and_then(|pattern| pattern.id);
        Ok(match id {
            Some(id) => Form::Key(id),
            None => {
                let mut gate_keys = Vec::with_capacity(gates.len());
                for gate in gates {
                    let text = self.text(gate);
                    gate_keys.push(self.key(text, MatchMode::Substring, Spelling::Any));
                }
                Form::Window { pattern: number, gates: gate_keys }
            }
        })
    }
}

/// Tells whether expanding the macros of a key might change it.
fn may_hold_macros(key: &str) -> bool {
    // Almost no key holds one of these.
    let suspicious = key.bytes().any(|byte| matches!(byte, b'{' | b'}' | b'<'));
    suspicious && has_macro_marks(key)
}

fn has_macro_marks(key: &str) -> bool {
    key.contains("{{") || key.contains("\\{") || key.contains("\\}") || (key.contains('<') && key.contains('>'))
}

/// A plain key that may run from one text into the next, as a pattern over the window.
fn across_texts(key: &str, rules: KeyRules) -> Translated {
    let escaped = regex::escape(key);
    let cased = if rules.case_sensitive { escaped } else { format!("(?i:{escaped})") };
    let source = match rules.mode {
        MatchMode::JsWord => format!("(?:\\A|[^0-9A-Za-z_]){cased}(?:\\z|[^0-9A-Za-z_])"),
        _ => cased,
    };
    Translated {
        source,
        backtracks: false,
        required: None,
        looks_outside: true,
        may_cross: true,
        ends_on_line_feed: true,
    }
}

impl KeyCollector<'_> {
    /// Names this set of keys, the number of each key and pattern included: hits are remembered by number.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut marks: Vec<String> = Vec::with_capacity(self.texts.len() * 2 + self.patterns.len() + 1);
        for (text, number) in self.texts.iter().zip(0..) {
            marks.push(text.clone());
            let mut uses = String::new();
            for used in self.uses_of(number) {
                match used {
                    Use::Key { id, mode, spelling } => {
                        let mode = mode.as_str();
                        let (word, spelled) = match spelling {
                            Spelling::Any => ("any", ""),
                            Spelling::Written(key) => ("written", &**key),
                            Spelling::Lower(key) => ("lower", &**key),
                        };
                        // Writing to a string cannot fail.
                        let _ = write!(uses, "key {id} {mode} {word} {} {spelled} ", spelled.len());
                    }
                    Use::Gate { pattern } => {
                        let _ = write!(uses, "gate {pattern} ");
                    }
                }
            }
            marks.push(uses);
        }
        for (number, pattern) in self.patterns.iter().enumerate() {
            let id = pattern.id.map_or(-1, i64::from);
            marks.push(format!("pattern {number} {id} {}", pattern.pattern.translated.source));
        }
        let Limits { key_bytes, regex_bytes, regex_depth, backtrack_steps, .. } = self.limits;
        let profile = self.settings.profile.as_str();
        marks.push(format!("{profile} {key_bytes} {regex_bytes} {regex_depth} {backtrack_steps}"));
        let marks: Vec<&str> = marks.iter().map(String::as_str).collect();
        let TextHash(fingerprint, _) = TextHash::of(0, &marks);
        fingerprint
    }

    /// Takes over patterns that another set of keys compiled already.
    pub(crate) fn reuse_patterns(&mut self, before: &crate::matcher::Matcher) {
        let known: HashMap<&str, &std::sync::Arc<Pattern>> =
            before.patterns.iter().map(|p| (p.pattern.translated.source.as_str(), &p.pattern)).collect();
        for local in &mut self.patterns {
            if let Some(pattern) = known.get(local.pattern.translated.source.as_str()) {
                local.pattern = std::sync::Arc::clone(pattern);
            }
        }
    }
}
