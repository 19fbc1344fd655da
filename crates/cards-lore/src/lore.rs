//! Compiled books.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use crate::book::{Book, BookKind, CharacterFilter, Entry, Logic, Timing};
use crate::decorator::{self, Condition, Effects, Force, Line, Scan};
use crate::error::LoreError;
use crate::finding::{Finding, FindingKind};
use crate::keys::{Form, KeyCollector, KeyId, KeyRules};
use crate::limits::Limits;
use crate::matcher::Matcher;
use crate::settings::{Profile, Settings, Strategy};
use crate::text_hash::TextHash;

/// Books made ready for scanning under one profile.
///
/// Cheap to clone; compiling is worth keeping, since only [`Lore::activate`](crate::Lore::activate) is needed for
/// each turn.
#[derive(Clone, Debug)]
pub struct Lore(pub(crate) Arc<Compiled>);

/// The place of an entry: which book, and which entry of it, both counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EntryAt {
    /// The book's place among the books given to [`Lore::compile`].
    pub book: usize,
    /// The entry's place in the book.
    pub entry: usize,
}

#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) settings: Settings,
    pub(crate) limits: Limits,
    pub(crate) books: Vec<Book>,
    /// Entries in the order in which they are processed ("list order").
    pub(crate) plans: Vec<Plan>,
    pub(crate) forms: Vec<Form>,
    pub(crate) matcher: Arc<Matcher>,
    /// For each key, the plans that use it.
    postings: Postings,
    /// Plans that have to be looked at whatever the texts hold.
    pub(crate) always: Vec<u32>,
    /// Plans of which more is to be said than that no key matched, when nothing wakes them.
    pub(crate) notable: Vec<u32>,
    /// The different rules on what is searched; absent stands for the setting.
    pub(crate) scans: Vec<Option<Scan>>,
    /// Fields that some entry asks for, as bits.
    pub(crate) fields: u8,
    /// Delay levels of recursion, ascending.
    pub(crate) levels: Vec<u32>,
    /// Whether some key has to see inserted texts again: one with macros, or a pattern over the window.
    pub(crate) keeps_texts: bool,
    /// De facto: Risu's prompt building stops at `@@position` without a value, in this entry and line.
    pub(crate) aborts: Option<(EntryAt, Line)>,
    pub(crate) findings: Vec<Finding>,
    /// Names the set of keys, so that hits of another set are not used.
    pub(crate) fingerprint: u64,
}

/// One entry, made ready.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) at: EntryAt,
    pub(crate) keys: Range<u32>,
    pub(crate) secondary: Range<u32>,
    pub(crate) logic: Option<Logic>,
    pub(crate) effects: Option<Box<Effects>>,
    /// Keys of decorators: line, list.
    pub(crate) additional: Vec<(Line, Range<u32>)>,
    pub(crate) exclude: Vec<(Line, Range<u32>)>,
    pub(crate) exclude_all: Vec<(Line, Range<u32>)>,
    /// The content without decorators, as bytes of the entry's content.
    pub(crate) text: Range<usize>,
    /// What is searched, where entry or book say so.
    pub(crate) scan: Option<Scan>,
    pub(crate) status: Status,
    pub(crate) recursive: bool,
    pub(crate) rules: KeyRules,
    /// Whether triggers, filters or timed effects may stop the entry.
    pub(crate) conditional: bool,
}

/// What is known of an entry before any text is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Ready,
    Disabled,
    /// No keys, and nothing else that would fire it.
    NoKeys,
    /// A key that spoils the entry.
    InvalidKey,
    /// Nothing to insert.
    Empty,
}

/// For each key, the plans that use it, in one list.
#[derive(Debug, Default)]
struct Postings {
    starts: Vec<u32>,
    plans: Vec<u32>,
}

impl Lore {
    /// Compiles books.
    ///
    /// # Errors
    /// [`LoreError::TooManyEntries`] and [`LoreError::TooManyKeys`]; everything else that is odd is a finding.
    pub fn compile(books: Vec<Book>, settings: Settings, limits: Limits) -> Result<Self, LoreError> {
        compile(books, settings, limits, None)
    }

    /// Compiles books again after an edit, keeping what did not change: the automaton when all keys stayed the same,
    /// and every pattern that was compiled before.
    ///
    /// # Errors
    /// As [`Lore::compile`].
    pub fn recompile(&self, books: Vec<Book>) -> Result<Self, LoreError> {
        compile(books, self.0.settings.clone(), self.0.limits.clone(), Some(&self.0))
    }

    /// Gives the books as they were passed in.
    #[must_use]
    pub fn books(&self) -> &[Book] {
        &self.0.books
    }

    /// Gives one entry.
    #[must_use]
    pub fn entry(&self, at: EntryAt) -> Option<&Entry> {
        self.0.books.get(at.book)?.entries.get(at.entry)
    }

    /// Gives the settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }

    /// Lists what was odd about the books.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.0.findings
    }

    /// Lists decorator lines of an entry that the profile ignores, counted from 1.
    #[must_use]
    pub fn ignored_decorators(&self, at: EntryAt) -> &[u32] {
        let plan = self.0.plans.iter().find(|plan| plan.at == at);
        plan.and_then(|plan| plan.effects.as_deref()).map(|effects| &*effects.ignored).unwrap_or_default()
    }
}

impl Compiled {
    pub(crate) fn book(&self, plan: &Plan) -> &Book {
        // Plans are made from these books.
        self.books.get(plan.at.book).unwrap_or(&EMPTY_BOOK)
    }

    pub(crate) fn entry(&self, plan: &Plan) -> &Entry {
        self.book(plan).entries.get(plan.at.entry).unwrap_or(&EMPTY_ENTRY)
    }

    pub(crate) fn plan(&self, number: u32) -> Option<&Plan> {
        self.plans.get(number as usize)
    }

    pub(crate) fn forms(&self, range: &Range<u32>) -> &[Form] {
        self.forms.get(range.start as usize..range.end as usize).unwrap_or_default()
    }

    pub(crate) fn postings(&self, key: KeyId) -> &[u32] {
        self.postings.of(key)
    }

    /// The content of an entry without its decorators.
    pub(crate) fn text(&self, plan: &Plan) -> &str {
        self.entry(plan).content.get(plan.text.clone()).unwrap_or_default()
    }
}

static EMPTY_BOOK: std::sync::LazyLock<Book> = std::sync::LazyLock::new(Book::default);
static EMPTY_ENTRY: std::sync::LazyLock<Entry> = std::sync::LazyLock::new(Entry::default);

impl Plan {
    pub(crate) fn conditions(&self) -> &[(Line, Condition)] {
        self.effects.as_deref().map(|effects| &*effects.conditions).unwrap_or_default()
    }

    pub(crate) fn forces(&self) -> &[(Line, Force)] {
        self.effects.as_deref().map(|effects| &*effects.forces).unwrap_or_default()
    }

    fn key_ranges(&self) -> impl Iterator<Item = &Range<u32>> {
        let lists = self.additional.iter().chain(&self.exclude).chain(&self.exclude_all).map(|(_, range)| range);
        [&self.keys, &self.secondary].into_iter().chain(lists)
    }
}

impl Postings {
    /// Collects which plans use which keys.
    fn collect(plans: &[Plan], forms: &[Form], key_count: u32) -> Self {
        let mut starts = vec![0_u32; key_count as usize + 1];
        let each = |visit: &mut dyn FnMut(KeyId, u32)| {
            for (number, plan) in plans.iter().enumerate() {
                for range in plan.key_ranges() {
                    for form in forms.get(range.start as usize..range.end as usize).unwrap_or_default() {
                        match form {
                            Form::Key(id) => visit(*id, number as u32),
                            Form::Window { gates, .. } => gates.iter().for_each(|id| visit(*id, number as u32)),
                            Form::Always | Form::Never | Form::Macro(_) => {}
                        }
                    }
                }
            }
        };
        each(&mut |id, _| {
            if let Some(count) = starts.get_mut(id as usize + 1) {
                *count += 1;
            }
        });
        let mut total = 0;
        for start in &mut starts {
            total += *start;
            *start = total;
        }
        let mut plans_of = vec![0_u32; total as usize];
        let mut next = starts.clone();
        each(&mut |id, number| {
            if let Some(at) = next.get_mut(id as usize) {
                if let Some(slot) = plans_of.get_mut(*at as usize) {
                    *slot = number;
                }
                *at += 1;
            }
        });
        Self { starts, plans: plans_of }
    }

    fn of(&self, key: KeyId) -> &[u32] {
        let key = key as usize;
        match (self.starts.get(key), self.starts.get(key + 1)) {
            (Some(&from), Some(&to)) => self.plans.get(from as usize..to as usize).unwrap_or_default(),
            _ => &[],
        }
    }
}

fn compile(books: Vec<Book>, settings: Settings, limits: Limits, before: Option<&Compiled>) -> Result<Lore, LoreError> {
    let count = books.iter().map(|book| book.entries.len()).sum();
    if count > limits.entries {
        return Err(LoreError::TooManyEntries { count, limit: limits.entries });
    }
    let mut collector = KeyCollector::new(&settings, &limits);
    let mut planner = Planner {
        settings: &settings,
        limits: &limits,
        collector: &mut collector,
        forms: Vec::with_capacity(count * 3),
        findings: Vec::new(),
        risu_book: risu_settings(&books),
    };
    let mut plans = Vec::with_capacity(count);
    for at in list_order(&books, &settings) {
        if let Some(book) = books.get(at.book)
            && let Some(entry) = book.entries.get(at.entry)
        {
            plans.push(planner.plan(at, book, entry));
        }
    }
    let Planner { forms, mut findings, .. } = planner;
    findings.sort_by_key(|finding: &Finding| finding.entry);
    let TextHash(fingerprint, _) = {
        let mut parts: Vec<&str> = collector.texts.iter().map(String::as_str).collect();
        parts.extend(collector.patterns.iter().map(|pattern| pattern.pattern.translated.source.as_str()));
        let uses = collector.use_marks();
        parts.push(&uses);
        parts.push(settings.profile.as_str());
        parts.push(if settings.include_names { "names" } else { "" });
        TextHash::of(0, &parts)
    };
    let matcher = match before {
        Some(before) if before.fingerprint == fingerprint => Arc::clone(&before.matcher),
        before => {
            if let Some(before) = before {
                collector.reuse_patterns(&before.matcher);
            }
            Arc::new(Matcher::build(collector)?)
        }
    };
    let postings = Postings::collect(&plans, &forms, matcher.key_count);
    let mut compiled = Compiled {
        settings,
        limits,
        books,
        plans,
        forms,
        matcher,
        postings,
        always: Vec::new(),
        notable: Vec::new(),
        scans: Vec::new(),
        fields: 0,
        levels: Vec::new(),
        keeps_texts: false,
        aborts: None,
        findings,
        fingerprint,
    };
    compiled.always = always(&compiled);
    summarize(&mut compiled);
    Ok(Lore(Arc::new(compiled)))
}

/// Notes what the entries ask for together, so that a turn need not go through them.
fn summarize(compiled: &mut Compiled) {
    let (mut scans, mut fields, mut levels) = (Vec::new(), 0, Vec::new());
    for plan in &compiled.plans {
        if !scans.contains(&plan.scan) {
            scans.push(plan.scan);
        }
        let entry = compiled.entry(plan);
        fields |= entry.fields.bits();
        if entry.recursion.delay_level > 0 {
            levels.push(entry.recursion.delay_level);
        }
    }
    levels.sort_unstable();
    levels.dedup();
    let numbered = compiled.plans.iter().enumerate();
    let notable = numbered.filter(|(_, plan)| plan.conditional || plan.status != Status::Ready);
    compiled.notable = notable.map(|(number, _)| number as u32).collect();
    let aborts = compiled.plans.iter().filter(|plan| plan.status != Status::NoKeys).find_map(|plan| {
        let line = plan.effects.as_deref()?.aborts?;
        Some((plan.at, line))
    });
    compiled.aborts = aborts;
    let risu_regex =
        compiled.settings.profile == Profile::Risu && compiled.plans.iter().any(|plan| compiled.entry(plan).use_regex);
    let looks_again = |form: &Form| matches!(form, Form::Macro(_) | Form::Window { .. });
    compiled.keeps_texts = risu_regex || compiled.forms.iter().any(looks_again);
    compiled.scans = scans;
    compiled.fields = fields;
    compiled.levels = levels;
}

/// The plans that no key has to wake.
fn always(compiled: &Compiled) -> Vec<u32> {
    let window_profile = compiled.settings.profile == Profile::SillyTavern && compiled.matcher.has_ungated();
    let wakes = |plan: &Plan| {
        let entry = compiled.entry(plan);
        let module_all =
            compiled.settings.profile == Profile::Module && (!compiled.settings.module_keys || entry.keys.is_empty());
        let forms = plan.key_ranges().flat_map(|range| compiled.forms(range));
        let sleepless = |form: &Form| match form {
            Form::Always | Form::Macro(_) => true,
            Form::Window { gates, .. } => gates.is_empty(),
            // Such a pattern may match where there is no text at all.
            Form::Key(id) => window_profile && compiled.matcher.ungated_pattern(*id).is_some(),
            Form::Never => false,
        };
        let risu_regex = compiled.settings.profile == Profile::Risu && entry.use_regex;
        let rolls = plan.effects.as_deref().is_some_and(|effects| !effects.probability.is_empty());
        entry.constant
            || module_all
            || risu_regex
            || rolls
            || !plan.forces().is_empty()
            || entry.timing.sticky > 0
            || forms.into_iter().any(sleepless)
    };
    let ready = |plan: &Plan| matches!(plan.status, Status::Ready | Status::Empty | Status::InvalidKey);
    let numbered = compiled.plans.iter().enumerate();
    numbered.filter(|(_, plan)| ready(plan) && wakes(plan)).map(|(number, _)| number as u32).collect()
}

struct Planner<'p, 's> {
    settings: &'s Settings,
    limits: &'s Limits,
    collector: &'p mut KeyCollector<'s>,
    forms: Vec<Form>,
    findings: Vec<Finding>,
    risu_book: Option<(f64, bool)>,
}

impl Planner<'_, '_> {
    fn plan(&mut self, at: EntryAt, book: &Book, entry: &Entry) -> Plan {
        let parsed = decorator::parse(entry, self.settings);
        let start = parsed.text.as_ptr() as usize - entry.content.as_ptr() as usize;
        let text = start..start + parsed.text.len();
        let effects = parsed.effects;
        let mut rules = KeyRules::of(entry, book.whole_words, self.settings);
        if let Some(mode) = effects.as_deref().and_then(|effects| effects.match_mode) {
            rules.mode = mode;
        }
        let mut spoiled = false;
        let keys = self.key_list(at, &entry.keys, rules, &mut spoiled);
        let secondary_counts = match self.settings.profile {
            Profile::SillyTavern => entry.selective,
            // Spec: CCv3; `constant` and `use_regex` switch the second condition off.
            Profile::Spec => entry.selective && !entry.use_regex && !entry.constant,
            // De facto: a logic from SillyTavern's fields takes its place, see `decorator::risu`.
            Profile::Risu => entry.selective && entry.logic.is_none(),
            Profile::Module => false,
        };
        let secondary = if secondary_counts && !entry.secondary_keys.is_empty() {
            self.key_list(at, &entry.secondary_keys, rules, &mut false)
        } else {
            0..0
        };
        let (mut additional, mut exclude, mut exclude_all) = (Vec::new(), Vec::new(), Vec::new());
        if let Some(effects) = effects.as_deref() {
            additional = self.key_lists(at, &effects.additional, rules, &mut spoiled);
            // Spec: CCv3; regex entries have no excluded keys.
            if !(self.settings.profile == Profile::Spec && entry.use_regex) {
                exclude = self.key_lists(at, &effects.exclude, rules, &mut false);
                exclude_all = self.key_lists(at, &effects.exclude_all, rules, &mut false);
            }
        }
        let scan = effects.as_deref().and_then(|effects| effects.scan).or_else(|| self.scan(book, entry));
        let recursive = match self.settings.profile {
            Profile::Spec => book.recursive_scanning.unwrap_or(self.settings.recursive),
            Profile::Risu => self.risu_book.map_or(self.settings.recursive, |(_, recursive)| recursive),
            Profile::SillyTavern => self.settings.recursive,
            Profile::Module => false,
        };
        let logic = (!secondary.is_empty()).then(|| match self.settings.profile {
            Profile::SillyTavern => entry.logic.unwrap_or_default(),
            _ => Logic::AndAny,
        });
        let mut plan = Plan {
            at,
            keys,
            secondary,
            logic,
            effects,
            additional,
            exclude,
            exclude_all,
            text,
            scan,
            status: Status::Ready,
            recursive,
            rules,
            conditional: !entry.triggers.is_empty()
                || entry.filter != CharacterFilter::default()
                || entry.timing != Timing::default(),
        };
        plan.status = self.status(&plan, entry, spoiled);
        plan
    }

    fn scan(&self, book: &Book, entry: &Entry) -> Option<Scan> {
        let depth = match self.settings.profile {
            // De facto: SillyTavern has no depth per book.
            Profile::SillyTavern => entry.scan_depth,
            Profile::Spec | Profile::Module => entry.scan_depth.or(book.scan_depth),
            Profile::Risu => self.risu_book.map(|(depth, _)| depth),
        };
        depth.map(Scan::Messages)
    }

    fn status(&mut self, plan: &Plan, entry: &Entry, spoiled: bool) -> Status {
        let risu = self.settings.profile == Profile::Risu;
        // De facto: Risu's import drops `enabled`.
        if !entry.enabled && !risu {
            return Status::Disabled;
        }
        // De facto: Risu passes over entries whose joined key list is empty before it reads decorators.
        if risu && !entry.constant && entry.keys.join(", ").is_empty() {
            return Status::NoKeys;
        }
        let forced = plan.forces().iter().any(|(_, force)| *force == Force::Activate);
        if self.settings.profile == Profile::Spec {
            let start = plan.text.start;
            let text = entry.content.get(start..plan.text.end).unwrap_or_default();
            if text.trim().is_empty() {
                return Status::Empty;
            }
            if spoiled && entry.use_regex && !forced {
                return Status::InvalidKey;
            }
        }
        let needs_keys = match self.settings.profile {
            Profile::Spec => !entry.constant || entry.use_regex,
            Profile::SillyTavern => !entry.constant && entry.timing.sticky == 0,
            Profile::Risu | Profile::Module => false,
        };
        if needs_keys && !forced && entry.keys.iter().all(String::is_empty) {
            self.find(plan.at, FindingKind::NeverFires);
            return Status::NoKeys;
        }
        Status::Ready
    }

    fn key_lists(
        &mut self,
        at: EntryAt,
        lists: &[(Line, Vec<String>)],
        rules: KeyRules,
        spoiled: &mut bool,
    ) -> Vec<(Line, Range<u32>)> {
        lists.iter().map(|(line, keys)| (*line, self.key_list(at, keys, rules, spoiled))).collect()
    }

    fn key_list(&mut self, at: EntryAt, keys: &[String], rules: KeyRules, spoiled: &mut bool) -> Range<u32> {
        let start = self.forms.len() as u32;
        if keys.len() > self.limits.keys_per_entry {
            self.find(at, FindingKind::ManyKeys { count: keys.len() });
        }
        for key in keys.iter().take(self.limits.keys_per_entry) {
            if self.settings.profile == Profile::Risu {
                // De facto: keys are kept in one string and cut at commas.
                for piece in key.split(',') {
                    self.key(at, piece, rules, spoiled);
                }
            } else {
                self.key(at, key, rules, spoiled);
            }
        }
        start..self.forms.len() as u32
    }

    fn key(&mut self, at: EntryAt, key: &str, rules: KeyRules, spoiled: &mut bool) {
        let form = match self.collector.add(key, rules) {
            Ok(form) => {
                if form == Form::Always {
                    self.find(at, FindingKind::BlankKey { matches_everything: true });
                }
                form
            }
            Err(finding) => {
                *spoiled |= !matches!(finding, FindingKind::BlankKey { .. });
                self.find(at, finding);
                Form::Never
            }
        };
        self.forms.push(form);
    }

    fn find(&mut self, at: EntryAt, kind: FindingKind) {
        self.findings.push(Finding { entry: Some(at), kind });
    }
}

/// De facto: Risu heeds the settings of a book only when all three are there: depth and recursion.
fn risu_settings(books: &[Book]) -> Option<(f64, bool)> {
    let book = books.iter().find(|book| book.kind == BookKind::Character)?;
    book.token_budget?;
    Some((book.scan_depth?, book.recursive_scanning?))
}

/// Risu's budget: the book's when all three settings are there.
pub(crate) fn risu_budget(books: &[Book]) -> Option<f64> {
    risu_settings(books)?;
    books.iter().find(|book| book.kind == BookKind::Character)?.token_budget
}

/// Puts the entries in the order in which the profile processes them.
fn list_order(books: &[Book], settings: &Settings) -> Vec<EntryAt> {
    let of_book = |book: usize| {
        let entries = books.get(book).map_or(0, |book| book.entries.len());
        (0..entries).map(move |entry| EntryAt { book, entry })
    };
    if settings.profile == Profile::SillyTavern {
        return sillytavern_order(books, settings.strategy);
    }
    let rank = |kind: BookKind| match settings.profile {
        // Spec: V2; the character's book takes precedence over world books.
        Profile::Spec => match kind {
            BookKind::Character => 0,
            BookKind::Chat => 1,
            BookKind::Persona => 2,
            BookKind::Module => 3,
            BookKind::Global => 4,
        },
        _ => 0,
    };
    let mut numbers: Vec<usize> = (0..books.len()).collect();
    numbers.sort_by_key(|&number| books.get(number).map(|book| rank(book.kind)));
    if settings.profile == Profile::Module {
        // Spec: module-v1; a module that is named twice is used once.
        let mut seen = Vec::new();
        numbers.retain(|&number| {
            let id = books.get(number).map(|book| book.id.as_str()).filter(|id| !id.is_empty());
            let new = id.is_none() || !seen.contains(&id);
            seen.push(id);
            new
        });
    }
    numbers.into_iter().flat_map(of_book).collect()
}

/// De facto: SillyTavern 1.19; chat, persona, then character and global books by strategy, each by order.
fn sillytavern_order(books: &[Book], strategy: Strategy) -> Vec<EntryAt> {
    // A book linked twice is used once; the kind that comes first here keeps it.
    let mut taken: HashMap<&str, BookKind> = HashMap::new();
    for kind in [BookKind::Global, BookKind::Chat, BookKind::Persona, BookKind::Character, BookKind::Module] {
        for book in books.iter().filter(|book| book.kind == kind && !book.name.is_empty()) {
            taken.entry(&book.name).or_insert(kind);
        }
    }
    let list = |kinds: &[BookKind]| -> Vec<EntryAt> {
        let mut seen: Vec<&str> = Vec::new();
        let mut entries = Vec::new();
        for (number, book) in books.iter().enumerate().filter(|(_, book)| kinds.contains(&book.kind)) {
            let named = !book.name.is_empty();
            if named && (taken.get(book.name.as_str()) != Some(&book.kind) || seen.contains(&book.name.as_str())) {
                continue;
            }
            seen.push(&book.name);
            let mut of_book: Vec<usize> = (0..book.entries.len()).collect();
            // Object keys that are numbers come first, ascending; others keep their place.
            of_book.sort_by_key(|&entry| uid(book, entry).unwrap_or(u64::MAX));
            entries.extend(of_book.into_iter().map(|entry| EntryAt { book: number, entry }));
        }
        sort_by_order(books, &mut entries);
        entries
    };
    let character = [BookKind::Character, BookKind::Module];
    let mut all = list(&[BookKind::Chat]);
    all.extend(list(&[BookKind::Persona]));
    match strategy {
        Strategy::CharacterFirst => {
            all.extend(list(&character));
            all.extend(list(&[BookKind::Global]));
        }
        Strategy::GlobalFirst => {
            all.extend(list(&[BookKind::Global]));
            all.extend(list(&character));
        }
        Strategy::Evenly => {
            let mut both = list(&[BookKind::Global]);
            both.extend(list(&character));
            sort_by_order(books, &mut both);
            all.extend(both);
        }
    }
    all
}

fn uid(book: &Book, entry: usize) -> Option<u64> {
    let id = &book.entries.get(entry)?.id;
    if id.is_empty() { Some(entry as u64) } else { id.parse().ok() }
}

fn sort_by_order(books: &[Book], entries: &mut [EntryAt]) {
    let order = |at: &EntryAt| books.get(at.book).and_then(|book| book.entries.get(at.entry)).map_or(0.0, |e| e.order);
    // Adding zero makes -0 and 0 equal, as they are to the client.
    entries.sort_by(|a, b| (order(b) + 0.0).total_cmp(&(order(a) + 0.0)));
}
