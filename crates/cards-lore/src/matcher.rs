//! One pass over a text that finds every key.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use aho_corasick::automaton::Automaton;
use aho_corasick::nfa::contiguous::NFA;
use aho_corasick::{Anchored, MatchKind};

use crate::budget::BuildBudget;
use crate::error::Error;
use crate::failures::Failures;
use crate::finder::{Finder, Met, is_set, set};
use crate::fold::{FoldRule, Folded};
use crate::keys::{KeyCollector, KeyId, LocalPattern, Spelling, Use};
use crate::limits::Limits;
use crate::match_mode::MatchMode;
pub(crate) use crate::pattern::Run;
use crate::span::Span;
use crate::text_hash::BuildMixer;
use crate::word::stands_alone;

/// A key and the place where it first occurs in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KeyHit {
    pub(crate) key: KeyId,
    pub(crate) span: Span,
}

/// All keys, ready to be looked for.
#[derive(Debug)]
pub(crate) struct Matcher {
    /// What finds most texts.
    finder: Finder,
    /// The automata of the others, with the numbers of their texts.
    automata: Vec<(NFA, Vec<u32>)>,
    /// Where the uses of each automaton text start in `uses`; one more at the end.
    use_starts: Vec<u32>,
    uses: Vec<Use>,
    pub(crate) patterns: Vec<LocalPattern>,
    ungated: Vec<u32>,
    /// The same by key.
    ungated_ids: HashMap<KeyId, u32, BuildMixer>,
    pub(crate) key_count: u32,
    fold_rule: FoldRule,
}

/// Memory that scans use again.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    folded: Folded,
    spaced: Folded,
    seen: Vec<u64>,
    seen_patterns: HashSet<u32, BuildMixer>,
    /// States of the automaton whose keys have all been seen in this text.
    settled: HashSet<u32, BuildMixer>,
    /// Texts of which nothing more is to be asked in this text.
    settled_texts: Vec<u64>,
    met: Vec<Met>,
    hits: Vec<KeyHit>,
    /// How often a key was met.
    #[cfg(test)]
    meets: usize,
}

/// What a step of a pattern with look-around or back-references counts as: the linear engine reads so many bytes in
/// the time.
const STEP_BYTES: u64 = 8;

/// What scans may still spend in this turn.
#[derive(Debug)]
pub(crate) struct Work {
    /// Bytes for patterns.
    pub(crate) regex_bytes: u64,
    /// Looks at keys that occur but may not count.
    pub(crate) checks: u64,
    /// Patterns that turned out broken or too slow.
    pub(crate) failed: Failures,
    /// The limits that were reached.
    pub(crate) reached: Vec<&'static str>,
    /// What may be built in this turn.
    pub(crate) budget: Arc<BuildBudget>,
}

impl Work {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            regex_bytes: limits.regex_scan_bytes,
            checks: limits.checks,
            failed: Failures::default(),
            reached: Vec::new(),
            budget: Arc::new(BuildBudget::new(limits)),
        }
    }

    pub(crate) fn reach(&mut self, limit: &'static str) {
        if !self.reached.contains(&limit) {
            self.reached.push(limit);
        }
    }

    /// Takes one check; false when none is left.
    pub(crate) fn check(&mut self) -> bool {
        match self.checks.checked_sub(1) {
            Some(left) => {
                self.checks = left;
                true
            }
            None => {
                self.reach("checks");
                false
            }
        }
    }

    /// Runs a pattern on a text, within what may be spent.
    pub(crate) fn run(&mut self, pattern: &LocalPattern, text: &str, limits: &Limits) -> Run {
        let scratch = if pattern.keeps_scratch { 0 } else { pattern.pattern.scratch_cost(limits) };
        match self.regex_bytes.checked_sub((text.len() as u64).saturating_add(scratch)) {
            Some(left) => self.regex_bytes = left,
            None => {
                self.reach("regex_scan_bytes");
                return Run::NotFound;
            }
        }
        let allowed = limits.backtrack_steps.min(self.regex_bytes / STEP_BYTES);
        let mut left = allowed;
        let run = pattern.pattern.run(text, limits, pattern.keeps_scratch, &mut left);
        self.regex_bytes -= (allowed - left) * STEP_BYTES;
        if run == Run::TooSlow && allowed < limits.backtrack_steps {
            self.reach("regex_scan_bytes");
            return Run::NotFound;
        }
        match run {
            Run::Found(..) | Run::NotFound => {}
            Run::Broken => {
                let why = || pattern.pattern.broken().map(ToString::to_string).unwrap_or_default();
                self.failed.note(&pattern.key, why);
            }
            Run::TooSlow => {
                self.failed.note(&pattern.key, || "more steps than the limit `backtrack_steps`".to_owned());
            }
        }
        run
    }
}

impl Matcher {
    /// Builds the automaton from the collected keys.
    pub(crate) fn build(collector: KeyCollector<'_>) -> Result<Self, Error> {
        let texts = collector.texts.len();
        let mut use_starts = Vec::with_capacity(texts + 1);
        let mut uses = Vec::with_capacity(texts);
        for text in 0..texts as u32 {
            use_starts.push(uses.len() as u32);
            uses.extend(collector.uses_of(text).cloned());
        }
        use_starts.push(uses.len() as u32);
        let id_of = |number: &u32| Some((collector.patterns.get(*number as usize)?.id?, *number));
        let ungated_ids = collector.ungated.iter().filter_map(id_of).collect();
        let (finder, others) = Finder::new(collector.texts, collector.text_numbers, &collector.twins);
        let mut automata = Vec::new();
        for (piece, numbers) in pieces(finder.texts(), &others) {
            let built = NFA::builder()
                .match_kind(MatchKind::Standard)
                // A prefilter pays for few keys only, and only without overlaps.
                .prefilter(false)
                .build(piece)
                .map_err(|_| Error::TooManyKeys)?;
            automata.push((built, numbers.to_vec()));
        }
        Ok(Self {
            ungated_ids,
            finder,
            automata,
            use_starts,
            uses,
            patterns: collector.patterns,
            ungated: collector.ungated,
            key_count: collector.key_count,
            fold_rule: collector.fold_rule,
        })
    }

    /// Finds the first place of every key in the text.
    pub(crate) fn scan<'s>(
        &self,
        text: &str,
        scratch: &'s mut Scratch,
        limits: &Limits,
        work: &mut Work,
    ) -> &'s [KeyHit] {
        scratch.hits.clear();
        scratch.seen.clear();
        scratch.seen.resize((self.key_count as usize).div_ceil(64), 0);
        scratch.seen_patterns.clear();
        scratch.folded.set(text, self.fold_rule);
        self.look(text, scratch, limits, work);
        for (automaton, numbers) in &self.automata {
            scratch.settled.clear();
            self.walk(automaton, numbers, text, scratch, limits, work);
        }
        for &number in &self.ungated {
            self.run_pattern(number, text, scratch, limits, work);
        }
        &scratch.hits
    }

    /// Answers the texts that the finder meets, in the order of their ends, as an automaton does.
    fn look(&self, text: &str, scratch: &mut Scratch, limits: &Limits, work: &mut Work) {
        let (folded, mut met) = (std::mem::take(&mut scratch.folded), std::mem::take(&mut scratch.met));
        let one_sigma = folded.text.contains('ς').then(|| folded.text.replace('ς', "σ"));
        let searched = one_sigma.as_deref().unwrap_or(&folded.text).as_bytes();
        scratch.settled_texts.clear();
        scratch.settled_texts.resize(self.use_starts.len().div_ceil(64), 0);
        met.clear();
        let mut from = 0;
        while from < searched.len() {
            from = self.finder.meet(searched, from, &scratch.settled_texts, &mut met);
            met.sort_unstable_by_key(|met| (met.end, met.start));
            // What is met from here on ends behind it.
            let all = from == searched.len();
            let done = if all { met.len() } else { met.partition_point(|met| met.end <= from) };
            for Met { start, end, text: number } in met.drain(..done) {
                if is_set(&scratch.settled_texts, number) {
                    continue;
                }
                let mut settled = true;
                for used in self.uses_of(number) {
                    #[cfg(test)]
                    {
                        scratch.meets += 1;
                    }
                    settled &= self.meet(used, &folded, text, start, end, scratch, limits, work);
                }
                if settled {
                    set(&mut scratch.settled_texts, number);
                }
            }
        }
        (scratch.folded, scratch.met) = (folded, met);
    }

    fn walk(
        &self,
        automaton: &NFA,
        numbers: &[u32],
        text: &str,
        scratch: &mut Scratch,
        limits: &Limits,
        work: &mut Work,
    ) {
        let Ok(start) = automaton.start_state(Anchored::No) else { return };
        let folded = std::mem::take(&mut scratch.folded);
        let mut state = start;
        // See `search_form`; both sigmas take two bytes.
        let one_sigma = folded.text.contains('ς').then(|| folded.text.replace('ς', "σ"));
        let searched = one_sigma.as_deref().unwrap_or(&folded.text);
        for (at, &byte) in searched.as_bytes().iter().enumerate() {
            state = automaton.next_state(Anchored::No, state, byte);
            if !automaton.is_special(state) || !automaton.is_match(state) {
                continue;
            }
            if scratch.settled.contains(&state.as_u32()) {
                continue;
            }
            let mut settled = true;
            for number in 0..automaton.match_len(state) {
                let found = automaton.match_pattern(state, number);
                let end = at + 1;
                let start = end - automaton.pattern_len(found);
                let Some(&number) = numbers.get(found.as_usize()) else { continue };
                for used in self.uses_of(number) {
                    #[cfg(test)]
                    {
                        scratch.meets += 1;
                    }
                    settled &= self.meet(used, &folded, text, start, end, scratch, limits, work);
                }
            }
            if settled {
                scratch.settled.insert(state.as_u32());
            }
        }
        scratch.folded = folded;
    }

    fn uses_of(&self, text: u32) -> &[Use] {
        let text = text as usize;
        match (self.use_starts.get(text), self.use_starts.get(text + 1)) {
            (Some(&from), Some(&to)) => self.uses.get(from as usize..to as usize).unwrap_or_default(),
            _ => &[],
        }
    }

    /// Answers one use of a text that was met; true when it need not be asked again for this text.
    #[expect(clippy::too_many_arguments, reason = "the state of one walk, taken apart for the borrow checker")]
    fn meet(
        &self,
        used: &Use,
        folded: &Folded,
        text: &str,
        start: usize,
        end: usize,
        scratch: &mut Scratch,
        limits: &Limits,
        work: &mut Work,
    ) -> bool {
        match used {
            Use::Gate { pattern } => {
                self.run_pattern(*pattern, text, scratch, limits, work);
                true
            }
            Use::Key { id, mode, spelling } => {
                if is_set(&scratch.seen, *id) {
                    return true;
                }
                if *mode == MatchMode::SpacedWord && self.fold_rule == FoldRule::LowerNoSpaces {
                    // Spaces are gone from the folded text; the pieces between them are looked at once.
                    let span = spaced_word(text, folded.text.get(start..end).unwrap_or_default(), &mut scratch.spaced);
                    set(&mut scratch.seen, *id);
                    if let Some(span) = span {
                        scratch.hits.push(KeyHit { key: *id, span });
                    }
                    return true;
                }
                let plain = *mode == MatchMode::Substring && *spelling == Spelling::Any;
                if !plain && !work.check() {
                    return true;
                }
                let written = || text.get(folded.written_offset(text, start)..);
                let spelled = match spelling {
                    Spelling::Any => true,
                    Spelling::Written(key) => written().is_some_and(|rest| rest.starts_with(&**key)),
                    Spelling::Lower(key) => folded.text.get(start..end) == Some(&**key),
                    Spelling::Spaced(key) => {
                        let lower = written().unwrap_or_default().chars().flat_map(char::to_lowercase);
                        lower.take(key.chars().count()).eq(key.chars())
                    }
                };
                if !spelled {
                    return false;
                }
                if !stands_alone(*mode, &folded.text, start, end) {
                    return false;
                }
                set(&mut scratch.seen, *id);
                scratch.hits.push(KeyHit { key: *id, span: folded.written_span(text, start, end) });
                true
            }
        }
    }

    fn run_pattern(&self, number: u32, text: &str, scratch: &mut Scratch, limits: &Limits, work: &mut Work) {
        if !scratch.seen_patterns.insert(number) {
            return;
        }
        let Some(pattern) = self.patterns.get(number as usize) else { return };
        let Some(id) = pattern.id else { return };
        if let Run::Found(at, length) = work.run(pattern, text, limits) {
            scratch.hits.push(KeyHit { key: id, span: Span::new(at, length) });
        }
    }
}

/// Cuts the texts of some numbers into pieces.
///
/// Building takes time that grows with the square of the texts once there are many, and several times the memory of
/// what comes of it.
fn pieces<'t>(texts: &'t [String], numbers: &'t [u32]) -> Vec<(Vec<&'t str>, &'t [u32])> {
    let text = |number: &u32| texts.get(*number as usize).map_or("", String::as_str);
    let (mut pieces, mut rest) = (Vec::new(), numbers);
    while !rest.is_empty() {
        let mut bytes = 0;
        let fits = |number: &&u32| {
            bytes += text(number).len();
            bytes <= PIECE_BYTES
        };
        let length = rest.iter().take(PIECE_TEXTS).take_while(fits).count().max(1);
        let (piece, after) = rest.split_at(length);
        pieces.push((piece.iter().map(text).collect(), piece));
        rest = after;
    }
    pieces
}

/// Texts of one automaton.
const PIECE_TEXTS: usize = 16_384;
/// Bytes of the texts of one automaton, a longer text aside.
const PIECE_BYTES: usize = 1 << 20;

/// Looks for a word between single spaces, both sides in lower case.
fn spaced_word(text: &str, key: &str, lower: &mut Folded) -> Option<Span> {
    lower.set(text, FoldRule::Lower);
    let mut at = 0;
    for piece in lower.text.split(' ') {
        if piece == key {
            return Some(lower.written_span(text, at, at + piece.len()));
        }
        at += piece.len() + 1;
    }
    None
}

impl Matcher {
    /// Tells whether some patterns are run on every text.
    pub(crate) fn has_ungated(&self) -> bool {
        !self.ungated.is_empty()
    }

    /// Finds the pattern behind a key, if no text announces it.
    pub(crate) fn ungated_pattern(&self, id: KeyId) -> Option<&LocalPattern> {
        self.patterns.get(*self.ungated_ids.get(&id)? as usize)
    }
}

#[cfg(test)]
mod tests {
    use cards_words::Profile;

    use super::*;
    use crate::book::{Book, Entry};
    use crate::lore::Lore;
    use crate::settings::Settings;

    #[test]
    fn overlapping_keys_are_met_as_often_as_they_overlap_and_not_on_every_byte() {
        for count in [100, 200, 400] {
            let entries = (1..=count).map(|length| Entry { keys: vec!["a".repeat(length)], ..Entry::default() });
            let book = Book { entries: entries.collect(), ..Book::default() };
            let limits = Limits::default();
            let lore = Lore::compile(vec![book], Settings::new(Profile::Spec), &limits).unwrap();
            let mut scratch = Scratch::default();
            let text = "a".repeat(100 * count);
            let hits = lore.0.matcher.scan(&text, &mut scratch, &limits, &mut Work::new(&limits)).len();
            // The state of a key of so many letters holds all shorter ones; it is settled when it was met once.
            assert_eq!(hits, count);
            assert!(scratch.meets <= count * (count + 1) / 2, "{} of {count}", scratch.meets);
        }
    }

    #[test]
    fn a_hit_is_as_long_as_what_stands_in_the_text() {
        for (profile, key, text, found) in [
            (Profile::Spec, "lamp", "The Lamp burns.", "Lamp"),
            (Profile::Spec, "i\u{307}stanbul", "To \u{130}stanbul.", "\u{130}stanbul"),
            (Profile::Spec, "straße", "In der STRAßE 5", "STRAßE"),
            (Profile::SillyTavern, "/la(m|n)+p/i", "One LAMnP more", "LAMnP"),
            (Profile::Risu, "old bell", "An o ldbe ll rings", "o ldbe ll"),
        ] {
            let entry = Entry { keys: vec![key.to_owned()], ..Entry::default() };
            let book = Book { entries: vec![entry], ..Book::default() };
            let limits = Limits::default();
            let lore = Lore::compile(vec![book], Settings::new(profile), &limits).unwrap();
            let mut scratch = Scratch::default();
            let hits = lore.0.matcher.scan(text, &mut scratch, &limits, &mut Work::new(&limits));
            let spans = hits.iter().map(|hit| (hit.span.at as usize, (hit.span.at + hit.span.length) as usize));
            assert_eq!(spans.map(|(from, to)| &text[from..to]).collect::<Vec<_>>(), [found], "{key}");
        }
    }

    /// What one entry makes of a key is no answer for another entry with the same key.
    #[test]
    fn a_key_that_is_settled_for_one_entry_is_searched_on_for_the_others() {
        let entry =
            |whole_words| Entry { keys: vec!["cat".to_owned()], ..Entry::default() }.with_whole_words(whole_words);
        for order in [[true, false], [false, true]] {
            let book = Book { entries: order.map(entry).to_vec(), ..Book::default() };
            let limits = Limits::default();
            let lore = Lore::compile(vec![book], Settings::new(Profile::SillyTavern), &limits).unwrap();
            let mut scratch = Scratch::default();
            let found = |text: &str, scratch: &mut Scratch| {
                let hits = lore.0.matcher.scan(text, scratch, &limits, &mut Work::new(&limits));
                let mut places: Vec<u32> = hits.iter().map(|hit| hit.span.at).collect();
                places.sort_unstable();
                places
            };
            assert_eq!(found("category, then a cat", &mut scratch), [0, 17]);
            assert_eq!(found("category", &mut scratch), [0]);
        }
    }

    #[test]
    fn books_that_write_the_same_letters_in_another_way_are_not_taken_for_each_other() {
        let print = |key: &str, case: bool| {
            let entry = Entry { keys: vec![key.to_owned()], ..Entry::default() }.with_case_sensitive(case);
            let book = Book { entries: vec![entry], ..Book::default() };
            Lore::compile(vec![book], Settings::new(Profile::SillyTavern), &Limits::default()).unwrap().0.fingerprint
        };
        assert_eq!(print("Cat", true), print("Cat", true));
        assert_ne!(print("Cat", true), print("cAt", true));
        assert_ne!(print("Cat", true), print("Cat", false));
        assert_eq!(print("Cat", false), print("cAt", false));
    }
}
