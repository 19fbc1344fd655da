//! Keys of all entries, each distinct one stored once, and what each is looked for with.

use std::collections::HashMap;
use std::sync::Arc;

use cards_pattern::{Flags, Translated, has_bare_slash, split_slashes};

use crate::book::Entry;
use crate::budget::{BuildBudget, Reached};
use crate::finding::FindingKind;
use crate::fold::{FoldRule, fold, search_form};
use crate::limits::Limits;
use crate::pattern::{Broken, KEPT_SCRATCH, Pattern};
use crate::rules::{KeySyntax, PatternScope, Rules};
use crate::settings::{MatchMode, Settings};
use crate::text_hash::{BuildMixer, TextHash, TextRole};

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
    /// The key in lower case with its spaces, which the searched form leaves out.
    Spaced(Box<str>),
}

/// A pattern that is answered for each text alone.
#[derive(Debug)]
pub(crate) struct LocalPattern {
    pub(crate) id: Option<KeyId>,
    pub(crate) pattern: Arc<Pattern>,
    /// The key that the findings name.
    pub(crate) key: Box<str>,
    /// Whether the engine's scratch memory is kept between runs.
    pub(crate) keeps_scratch: bool,
}

/// Collects keys while books are compiled.
pub(crate) struct KeyCollector<'s> {
    settings: &'s Settings,
    limits: &'s Limits,
    pub(crate) fold_rule: FoldRule,
    /// Folded texts for the automaton.
    pub(crate) texts: Vec<String>,
    /// Numbers of the texts by their hash.
    pub(crate) text_numbers: HashMap<u64, u32, BuildMixer>,
    /// Texts whose hash another one has too, and that are not found by it.
    pub(crate) twins: Vec<u32>,
    /// What texts are for, and for each the next use of the same text.
    uses: Vec<(Use, Option<u32>)>,
    /// The first use of each text.
    first_uses: Vec<Option<u32>>,
    pub(crate) patterns: Vec<LocalPattern>,
    pattern_numbers: HashMap<(String, bool), u32, BuildMixer>,
    /// Patterns that no text announces.
    pub(crate) ungated: Vec<u32>,
    pub(crate) key_count: u32,
    budget: Arc<BuildBudget>,
}

/// How the keys of one entry are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct KeyRules {
    pub(crate) mode: MatchMode,
    pub(crate) case_sensitive: bool,
    pub(crate) reading: KeyReading,
    expands: bool,
    scope: PatternScope,
    /// Whether spaces count although the searched form of the text has none.
    spaced: bool,
}

/// What a key of one entry may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum KeyReading {
    /// Plain text.
    Plain,
    /// Plain text, or a pattern when it is between slashes.
    PatternsBetweenSlashes,
    /// A pattern, between slashes or not.
    Patterns,
    /// What SillyTavern makes of it.
    WorldInfo,
    /// The same, but without text it is none.
    WorldInfoText,
    /// A word with `*` and `?`.
    Globs,
    /// Plain text; without any it is found anywhere.
    PlainOrAlways,
    /// A pattern, or plain text where JavaScript refuses it.
    PatternsOrPlain,
}

impl KeyRules {
    /// Finds the rules for an entry's keys, in a turn that searches texts in the form `fold`.
    pub(crate) fn of(
        entry: &Entry,
        book_words: Option<bool>,
        settings: &Settings,
        rules: &Rules,
        fold: FoldRule,
    ) -> Self {
        let mode = match entry.whole_words.or(book_words) {
            _ if !rules.heeds_words => MatchMode::Substring,
            Some(true) => settings.whole_word_mode,
            Some(false) => MatchMode::Substring,
            None => settings.match_mode,
        };
        let reading = match rules.keys {
            KeySyntax::Slashes if rules.mends() => KeyReading::WorldInfoText,
            KeySyntax::Slashes => KeyReading::WorldInfo,
            KeySyntax::Globs => KeyReading::Globs,
            KeySyntax::CommasAnywhere => KeyReading::PlainOrAlways,
            KeySyntax::UseRegex if has_patterns(entry, rules) => KeyReading::Patterns,
            KeySyntax::UseRegex if entry.use_regex => KeyReading::PatternsBetweenSlashes,
            KeySyntax::Patterns if entry.use_regex => KeyReading::PatternsOrPlain,
            KeySyntax::UseRegex | KeySyntax::Commas | KeySyntax::Plain | KeySyntax::Patterns => KeyReading::Plain,
        };
        Self {
            mode,
            case_sensitive: rules.heeds_case && entry.case_sensitive.unwrap_or(settings.case_sensitive),
            reading,
            expands: rules.expands_keys,
            scope: rules.pattern_scope,
            spaced: fold == FoldRule::LowerNoSpaces && rules.fold != fold,
        }
    }
}

/// Tells whether the keys of an entry are patterns: it says so, and one of them looks like it.
///
/// SillyTavern writes `use_regex: true` into every entry that it exports, whatever its keys are; see DIVERGENCES,
/// "`use_regex` with plain keys".
pub(crate) fn has_patterns(entry: &Entry, rules: &Rules) -> bool {
    rules.keys == KeySyntax::UseRegex && entry.use_regex && entry.keys.iter().any(|key| looks_like_pattern(key))
}

/// Tells a key that can only be meant as a pattern, or is between slashes, from a name or a sentence.
fn looks_like_pattern(key: &str) -> bool {
    let key = key.trim();
    if split_slashes(key).is_some() {
        return true;
    }
    let mut rest = key;
    while let Some(c) = rest.chars().next() {
        if let Some(end) = rest.strip_prefix("{{").and_then(|inner| inner.find("}}")) {
            // A macro.
            rest = rest.get(end + 4..).unwrap_or_default();
            continue;
        }
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
        match c {
            '\\' | '^' | '$' | '|' | '*' | '+' | '(' | ')' | '[' | ']' | '{' | '}' => return true,
            // The end of a sentence or an abbreviation.
            '.' | '?' if rest.is_empty() || rest.starts_with(char::is_whitespace) => {}
            '.' | '?' => return true,
            _ => {}
        }
    }
    false
}

impl<'s> KeyCollector<'s> {
    /// Starts without keys; `fold_rule` is the form in which the turn searches texts.
    pub(crate) fn new(
        settings: &'s Settings,
        limits: &'s Limits,
        fold_rule: FoldRule,
        budget: Arc<BuildBudget>,
    ) -> Self {
        Self {
            budget,
            settings,
            limits,
            fold_rule,
            texts: Vec::new(),
            text_numbers: HashMap::default(),
            twins: Vec::new(),
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
        let form = self.add_plain_or_pattern(key, rules)?;
        Ok(if rules.expands && may_hold_macros(key) { Form::Macro(Box::new(form)) } else { form })
    }

    /// Reads a key in which macros have been expanded.
    pub(crate) fn add_plain_or_pattern(&mut self, key: &str, rules: KeyRules) -> Result<Form, FindingKind> {
        if matches!(rules.reading, KeyReading::WorldInfo | KeyReading::WorldInfoText) {
            return self.add_sillytavern(key, rules);
        }
        if rules.reading == KeyReading::Globs {
            return self.add_glob(key, rules);
        }
        if rules.reading == KeyReading::PlainOrAlways {
            let key = crate::decorator::js_trim(key);
            return if key.is_empty() { Ok(Form::Always) } else { self.plain(key, rules) };
        }
        let key = key.trim();
        if key.is_empty() {
            return Err(FindingKind::BlankKey { matches_everything: false });
        }
        match rules.reading {
            KeyReading::PatternsOrPlain => {
                let flags = Flags::read(if rules.case_sensitive { "" } else { "i" }).unwrap_or_default();
                match cards_pattern::translate(key, flags, &self.limits.of_patterns()) {
                    Ok(translated) => self.pattern(key, translated, rules.scope),
                    Err(_) => self.plain(key, KeyRules { mode: MatchMode::Substring, ..rules }),
                }
            }
            // Such a key may run from one text into the next.
            KeyReading::Plain if rules.scope == PatternScope::Story && key.contains('\n') => {
                self.pattern(key, Translated::plain(key, !rules.case_sensitive, false), rules.scope)
            }
            KeyReading::Patterns => self.add_spec_regex(key, rules),
            KeyReading::PatternsBetweenSlashes if split_slashes(key).is_some() => self.add_spec_regex(key, rules),
            _ => self.plain(key, rules),
        }
    }

    /// De facto: SillyTavern 1.19; `/pattern/flags` is distinguished from plain text by its form alone.
    fn add_sillytavern(&mut self, key: &str, rules: KeyRules) -> Result<Form, FindingKind> {
        if key.is_empty() {
            return Err(FindingKind::BlankKey { matches_everything: false });
        }
        let key = crate::decorator::js_trim(key);
        if key.is_empty() && rules.reading == KeyReading::WorldInfoText {
            return Err(FindingKind::BlankKey { matches_everything: false });
        }
        if key.is_empty() {
            return Ok(Form::Always);
        }
        if let Some((pattern, flags)) = split_slashes(key)
            && !has_bare_slash(pattern)
            // The client knows no other flags here.
            && !flags.contains(['d', 'v'])
            && let Some(flags) = Flags::read(flags)
        {
            match cards_pattern::translate(pattern, flags, &self.limits.of_patterns()) {
                Ok(translated) => return self.pattern(key, translated, rules.scope),
                // What JavaScript refuses is plain text.
                Err(cards_pattern::Error::Syntax { .. }) => {}
                Err(error) => {
                    return Err(FindingKind::CostlyPattern { key: key.to_owned(), reason: error.to_string() });
                }
            }
        }
        // De facto: the whole-word rule is for keys without white space.
        let spaced = key.contains(|c: char| c.is_whitespace() || c == '\u{feff}');
        let mode = if spaced { MatchMode::Substring } else { rules.mode };
        let rules = KeyRules { mode, ..rules };
        // Such a key may run from one text into the next.
        if key.contains(['\n', '\u{1}']) {
            return self.pattern(
                key,
                Translated::plain(key, !rules.case_sensitive, rules.mode == MatchMode::JsWord),
                rules.scope,
            );
        }
        self.plain(key, rules)
    }

    /// De facto: Agnai; a word between word boundaries, in any letter case. One without text is found at any word.
    fn add_glob(&mut self, key: &str, rules: KeyRules) -> Result<Form, FindingKind> {
        let mut pattern = String::from(r"\b(");
        for c in crate::decorator::js_trim(key).chars() {
            match c {
                '\\' | '^' | '$' | '+' | '.' | '(' | ')' | '|' | '[' | ']' | '{' | '}' | '_' => {}
                '*' => pattern.push_str(r"\w*"),
                '?' => pattern.push_str(r"\w"),
                c => pattern.push(c),
            }
        }
        pattern.push_str(r")\b");
        let failed =
            |error: cards_pattern::Error| FindingKind::CostlyPattern { key: key.to_owned(), reason: error.to_string() };
        let flags = Flags::read("iu").unwrap_or_default();
        let translated = cards_pattern::translate(&pattern, flags, &self.limits.of_patterns()).map_err(failed)?;
        self.pattern(key, translated, rules.scope)
    }

    /// Spec: CCv3, `use_regex`; a key without slashes is a pattern without flags.
    fn add_spec_regex(&mut self, key: &str, rules: KeyRules) -> Result<Form, FindingKind> {
        let (pattern, flags) = match split_slashes(key) {
            Some((pattern, flags)) if flags.bytes().all(|byte| byte.is_ascii_alphabetic()) => (pattern, flags),
            _ => (key, ""),
        };
        let invalid = |reason: String| FindingKind::InvalidPattern { key: key.to_owned(), reason };
        let Some(flags) = Flags::read(flags) else { return Err(invalid(format!("unknown flags `{flags}`"))) };
        match cards_pattern::translate(pattern, flags, &self.limits.of_patterns()) {
            Ok(translated) => self.pattern(key, translated, rules.scope),
            Err(error @ cards_pattern::Error::TooLarge { .. }) => {
                Err(FindingKind::CostlyPattern { key: key.to_owned(), reason: error.to_string() })
            }
            Err(error) => Err(invalid(error.to_string())),
        }
    }

    fn plain(&mut self, key: &str, rules: KeyRules) -> Result<Form, FindingKind> {
        let folded = fold(key, self.fold_rule);
        if folded.is_empty() {
            return Ok(Form::Never);
        }
        let (text, sigma) = search_form(folded);
        let spelling = match sigma {
            _ if rules.case_sensitive => Spelling::Written(key.into()),
            _ if rules.spaced && key.contains(' ') => Spelling::Spaced(key.to_lowercase().into()),
            Some(lower) => Spelling::Lower(lower.into()),
            None => Spelling::Any,
        };
        let text = self.text(text).map_err(|limit| past_budget(key, limit))?;
        Ok(Form::Key(self.key(text, rules.mode, spelling)))
    }

    /// Gives the number of a text of the automaton.
    fn text(&mut self, folded: String) -> Result<u32, Reached> {
        let TextHash(hash, _) = TextHash::of(TextRole::Key, &[&folded]);
        let next = self.texts.len() as u32;
        let number = *self.text_numbers.entry(hash).or_insert(next);
        // Two texts of one hash are no harm: the second has a number of its own, and is only not found again.
        if number != next && self.texts.get(number as usize) == Some(&folded) {
            return Ok(number);
        }
        let bytes = folded.len() as u64 * BYTES_A_KEY_BYTE + BYTES_A_KEY;
        let taken = self.budget.take_bytes(bytes).and_then(|()| self.budget.take_steps(bytes));
        if let Err(limit) = taken {
            if number == next {
                self.text_numbers.remove(&hash);
            }
            return Err(limit);
        }
        if number != next {
            self.twins.push(next);
        }
        self.texts.push(folded);
        self.first_uses.push(None);
        Ok(next)
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

    fn pattern(&mut self, key: &str, translated: Translated, scope: PatternScope) -> Result<Form, FindingKind> {
        if self.patterns.len() >= self.limits.regex_patterns {
            let reason = "more patterns than the limit".to_owned();
            return Err(FindingKind::CostlyPattern { key: key.to_owned(), reason });
        }
        // De facto: SillyTavern runs patterns over the joined window. Where no match can leave a text, or look out
        // of it, running them on each text alone gives the same answer and lets hits be remembered.
        let window = scope == PatternScope::Story
            || scope == PatternScope::Window
                && (translated.looks_outside
                    || translated.may_cross
                    || translated.ends_on_line_feed
                    || key.contains(['\n', '\u{1}']));
        let name = (translated.source.clone(), window);
        let required = translated.required.iter().flatten();
        let mut gates: Vec<String> = required.map(|required| fold(required, self.fold_rule)).collect();
        // What has a line end in it may run from one text into the next, and be in none of them.
        if gates.iter().any(|gate| gate.is_empty() || (window && gate.contains('\n'))) {
            gates.clear();
        }
        let number = match self.pattern_numbers.get(&name) {
            Some(&number) => number,
            None => {
                let bytes = (translated.source.len() + key.len()) as u64 + BYTES_A_KEY;
                self.budget.take_bytes(bytes).map_err(|limit| past_budget(key, limit))?;
                let number = self.patterns.len() as u32;
                let id = (!window).then(|| {
                    self.key_count += 1;
                    self.key_count - 1
                });
                self.patterns.push(LocalPattern {
                    id,
                    pattern: Arc::new(Pattern::new(translated, Arc::clone(&self.budget))),
                    key: key.into(),
                    keeps_scratch: (number as usize) < KEPT_SCRATCH,
                });
                self.pattern_numbers.insert(name, number);
                if !window {
                    for gate in &gates {
                        let text = self.text(gate.clone()).map_err(|limit| past_budget(key, limit))?;
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
                    let text = self.text(gate).map_err(|limit| past_budget(key, limit))?;
                    gate_keys.push(self.key(text, MatchMode::Substring, Spelling::Any));
                }
                Form::Window { pattern: number, gates: gate_keys }
            }
        })
    }
}

/// What a byte of a key takes in the automaton, and a key besides: measured, and rounded up.
const BYTES_A_KEY_BYTE: u64 = 24;
const BYTES_A_KEY: u64 = 256;

fn past_budget(key: &str, limit: Reached) -> FindingKind {
    let reason = Broken::Budget { limit }.to_string();
    FindingKind::CostlyKey { key: key.to_owned(), reason }
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

impl KeyCollector<'_> {
    /// Names this set of keys, the number of each key and pattern included: hits are remembered by number.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut hash = TextHash::start(TextRole::Keys);
        for (text, number) in self.texts.iter().zip(0..) {
            hash = hash.with(text);
            for used in self.uses_of(number) {
                hash = match used {
                    Use::Key { id, mode, spelling } => {
                        let (word, spelled) = match spelling {
                            Spelling::Any => (0, ""),
                            Spelling::Written(key) => (1, &**key),
                            Spelling::Lower(key) => (2, &**key),
                            Spelling::Spaced(key) => (3, &**key),
                        };
                        let hash = hash.with_number(u64::from(*id) << 16 | (*mode as u64) << 8 | word);
                        if word == 0 { hash } else { hash.with(spelled) }
                    }
                    Use::Gate { pattern } => hash.with_number(u64::from(*pattern) << 16 | 0xff),
                };
            }
        }
        for (number, pattern) in self.patterns.iter().enumerate() {
            let id = pattern.id.map_or(-1, i64::from);
            hash = hash.with(&format!("pattern {number} {id} {}", pattern.pattern.translated.source));
        }
        let Limits { key_bytes, regex_bytes, regex_depth, backtrack_steps, .. } = self.limits;
        let profile = self.settings.profile.as_str();
        hash = hash.with(&format!("{profile} {key_bytes} {regex_bytes} {regex_depth} {backtrack_steps}"));
        let TextHash(fingerprint, _) = hash;
        fingerprint
    }
}
