//! The texts of one turn and where each key stands in them.

mod expanded;
mod slots;

use std::borrow::Cow;
use std::collections::HashMap;

use crate::book::Field;
use crate::cache::TextCache;
use crate::decorator::{Scan, js_trim};
use crate::host::Host;
use crate::keys::Form;
use crate::lore::{Compiled, Plan};
use crate::matcher::{Run, Scratch, Work};
use crate::rules::{DepthRule, PatternScope, TextForm};
use crate::text_hash::{BuildMixer, TextHash, TextRole};
use crate::trace::{KeyList, KeyMatch, Source};
use crate::turn::Turn;
use crate::visible::Visible;

use expanded::ExpandedKeys;
use slots::{Kind, Slots};

/// De facto: SillyTavern puts this before every text, so that `^` and keys do not reach into the text before.
pub(crate) const MARK: char = '\u{1}';

/// What one entry may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct View {
    /// Messages, counted from the newest.
    pub(crate) depth: usize,
    /// Fields, as bits.
    pub(crate) fields: u8,
    /// Whether inserted texts are seen.
    pub(crate) inserted: bool,
    /// Whether nothing is seen at all, not even inserted texts (SillyTavern, depth 0).
    pub(crate) blind: bool,
}

/// A text that was inserted in this turn.
struct Inserted {
    /// The text; left empty where no key has to see it again.
    text: String,
    /// The entries whose contents make up the text, with the bytes at which they start.
    pieces: Vec<(usize, u32)>,
    place: usize,
}

/// One run of a pattern over a window: pattern, view, inserted texts at the time.
type WindowRun = (u32, View, usize);

/// Where a key was found.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Found {
    pub(crate) source: Source,
    pub(crate) at: usize,
    /// The key after its macros were expanded, when that changed it.
    pub(crate) expanded: Option<String>,
}

/// The texts of one turn.
pub(crate) struct Window<'a> {
    pub(crate) lore: &'a Compiled,
    pub(crate) turn: &'a Turn<'a>,
    pub(crate) cache: &'a mut TextCache,
    pub(crate) work: Work,
    scratch: Scratch,
    slots: Slots,
    /// Places of the messages that take part, oldest first.
    heard: Vec<usize>,
    /// Cache places of the messages scanned so far, newest first.
    messages: Vec<usize>,
    chat_bytes: usize,
    fields: [Option<usize>; 6],
    injections: Vec<usize>,
    inserted: Vec<Inserted>,
    expanded: ExpandedKeys,
    /// Runs of patterns over windows, and where they were found.
    window_runs: HashMap<WindowRun, Option<(Kind, usize)>, BuildMixer>,
    /// Plans with a key that was newly found, since the list was taken.
    pub(crate) woken: Vec<u32>,
}

impl<'a> Window<'a> {
    pub(crate) fn new(lore: &'a Compiled, turn: &'a Turn<'a>, cache: &'a mut TextCache) -> Self {
        Self {
            lore,
            turn,
            cache,
            work: Work::new(&lore.limits),
            scratch: Scratch::default(),
            slots: Slots::new(lore.matcher.key_count),
            heard: turn.heard().map(|(place, _)| place).collect(),
            messages: Vec::new(),
            chat_bytes: 0,
            fields: [None; 6],
            injections: Vec::new(),
            inserted: Vec::new(),
            expanded: ExpandedKeys::default(),
            window_runs: HashMap::default(),
            woken: Vec::new(),
        }
    }

    /// How many messages the chat has, the greeting counted where the profile searches it.
    pub(crate) fn message_count(&self) -> usize {
        let greeting = self.turn.greeting.is_some() && self.lore.rules.searches_greeting;
        self.heard.len() + usize::from(greeting)
    }

    /// Searches the newest messages down to a depth; those that were searched before cost nothing.
    pub(crate) fn search_messages(&mut self, depth: usize) {
        let depth = depth.min(self.message_count());
        while self.messages.len() < depth {
            let distance = self.messages.len();
            let Some((name, text)) = self.message(distance) else { break };
            self.chat_bytes += text.len();
            if self.chat_bytes > self.lore.limits.chat_bytes {
                self.work.reach("chat_bytes");
                break;
            }
            let place = match name {
                Some(name) => self.place(TextRole::Message, &[name, text]),
                None => self.place(TextRole::Message, &[text]),
            };
            self.messages.push(place);
            self.slots.add(self.cache, place, Kind::Message(distance), self.lore, &mut self.woken);
        }
    }

    /// Searches the fields that some entry asks for, and the injections.
    pub(crate) fn search_surroundings(&mut self, wanted: u8) {
        for (number, field) in Field::ALL.into_iter().enumerate() {
            let text = self.turn.fields.get(field);
            if wanted & field.bit() == 0 || text.is_empty() {
                continue;
            }
            let place = self.place(TextRole::Surrounding, &[text]);
            if let Some(slot) = self.fields.get_mut(number) {
                *slot = Some(place);
            }
            self.slots.add(self.cache, place, Kind::Field(number), self.lore, &mut self.woken);
        }
        for (number, text) in self.turn.injections.iter().enumerate() {
            let place = self.place(TextRole::Surrounding, &[text]);
            self.injections.push(place);
            self.slots.add(self.cache, place, Kind::Injection(number), self.lore, &mut self.woken);
        }
    }

    /// Adds the text of entries that fired, and searches it.
    pub(crate) fn insert(&mut self, text: &str, pieces: Vec<(usize, u32)>) {
        let place = self.place(TextRole::Inserted, &[text]);
        let number = self.inserted.len();
        let text = if self.lore.keeps_texts { text.to_owned() } else { String::new() };
        self.inserted.push(Inserted { text, pieces, place });
        self.slots.add(self.cache, place, Kind::Inserted(number), self.lore, &mut self.woken);
    }

    /// Tells whether any inserted text is there to be searched.
    pub(crate) fn has_inserted(&self) -> bool {
        !self.inserted.is_empty()
    }

    /// Counts the tokens of a text; each text is counted once.
    pub(crate) fn tokens(&mut self, text: &str, host: &mut Host<'_>) -> u64 {
        let place = self.cache.place(TextHash::of(TextRole::Counted, &[text]));
        if let Some(tokens) = self.cache.get(place).and_then(|cached| cached.tokens) {
            return tokens;
        }
        let tokens = host.tokens.count(text);
        if let Some(cached) = self.cache.get_mut(place) {
            cached.tokens = Some(tokens);
        }
        tokens
    }

    /// Turns a scan rule into a number of messages.
    pub(crate) fn depth(&mut self, scan: Option<Scan>, host: &mut Host<'_>) -> usize {
        let count = self.message_count();
        let scan = scan.unwrap_or(Scan::Messages(self.lore.settings.scan_depth));
        let depth = match scan {
            Scan::All => return count,
            Scan::Tokens(tokens) => return self.depth_of_tokens(tokens, host),
            Scan::Messages(depth) => depth,
        };
        match self.lore.rules.depth {
            DepthRule::Slice => sliced(depth, count),
            DepthRule::WholeUpTo(most) => (depth.floor().clamp(0.0, usize::MAX as f64) as usize).min(most),
        }
    }

    /// The newest messages that hold so many tokens; the one that the border falls into counts.
    fn depth_of_tokens(&mut self, tokens: f64, host: &mut Host<'_>) -> usize {
        let mut left = tokens;
        let mut depth = 0;
        while left > 0.0 {
            let Some((_, text)) = self.message(depth) else { break };
            left -= self.tokens(text, host) as f64;
            depth += 1;
        }
        depth
    }

    /// Finds a key of an entry within what the entry may see.
    pub(crate) fn find(
        &mut self,
        form: &Form,
        key: &str,
        plan: &Plan,
        view: View,
        host: &mut Host<'_>,
    ) -> Option<Found> {
        match form {
            Form::Never => None,
            Form::Always => Some(Found { source: Source::Window, at: 0, expanded: None }),
            Form::Key(id) => {
                if !view.blind
                    && let Some(found) = self.slots.find(*id, view)
                {
                    return Some(self.found(found));
                }
                if view.blind || self.is_empty(view) { self.find_in_nothing(*id, view) } else { None }
            }
            Form::Window { pattern, gates } => {
                if !gates.is_empty() && !gates.iter().any(|gate| self.slots.is_known(*gate)) {
                    return None;
                }
                let found = self.run_over_window(*pattern, view)?;
                Some(self.found(found))
            }
            Form::Macro(inner) => self.find_expanded(inner, key, plan, view, host),
        }
    }

    /// Finds any key of a list.
    pub(crate) fn find_any(
        &mut self,
        list: KeyList,
        range: &std::ops::Range<u32>,
        keys: &[String],
        plan: &Plan,
        view: View,
        host: &mut Host<'_>,
    ) -> Option<KeyMatch> {
        let lore = self.lore;
        for (number, form) in lore.forms(range).iter().enumerate() {
            let key = keys.get(number).map(String::as_str).unwrap_or_default();
            if let Some(found) = self.find(form, key, plan, view, host) {
                return Some(found.into_match(list, number, key));
            }
        }
        None
    }

    /// Lists the plans of which the trace may say more than that no key matched: all of them only when messages beyond
    /// some depth were searched, or the turn was cut short.
    pub(crate) fn notable(&mut self, host: &mut Host<'_>) -> Vec<u32> {
        let lore = self.lore;
        let mut shallowest = usize::MAX;
        for scan in &lore.scans {
            shallowest = shallowest.min(self.depth(*scan, host));
        }
        if self.cut_short() || self.messages.len() > shallowest {
            (0..lore.plans.len() as u32).collect()
        } else {
            lore.notable.clone()
        }
    }

    /// Tells whether entries may not have been looked at as often as they should.
    pub(crate) fn cut_short(&self) -> bool {
        self.work.reached.contains(&"passes") || self.work.reached.contains(&"checks")
    }

    /// For the trace: finds the nearest message that holds a key of the entry, if it lies beyond the entry's depth.
    pub(crate) fn found_beyond(&mut self, plan: &Plan, host: &mut Host<'_>) -> Option<(usize, f64)> {
        let depth = self.depth(plan.scan, host);
        if self.messages.len() <= depth {
            return None;
        }
        let ids = self.lore.forms(&plan.keys).iter().filter_map(|form| match form {
            Form::Key(id) => self.slots.distance(*id),
            _ => None,
        });
        let found_at = ids.min()? + 1;
        (found_at > depth).then_some((found_at, depth as f64))
    }

    /// Tells whether every text that the view holds has all keys of the list (Risu).
    pub(crate) fn all_in_each(&self, range: &std::ops::Range<u32>, view: View) -> bool {
        let forms = self.lore.forms(range);
        let mut places: Vec<usize> = self.messages.iter().copied().take(view.depth).collect();
        if view.inserted {
            places.extend(self.inserted.iter().map(|inserted| inserted.place));
        }
        places.into_iter().all(|place| {
            let hits = self.cache.get(place).and_then(|text| text.hits.as_deref()).unwrap_or_default();
            forms.iter().all(|form| match form {
                Form::Key(id) => hits.iter().any(|hit| hit.key == *id),
                Form::Always => true,
                // Blank keys are left out of the list.
                _ => true,
            })
        })
    }

    /// Lists the texts that the view holds, messages oldest first, then inserted ones (Risu).
    pub(crate) fn texts(&self, view: View) -> Vec<Cow<'_, str>> {
        let depth = view.depth.min(self.message_count());
        let messages = (0..depth).rev().filter_map(|distance| self.message(distance));
        let mut texts: Vec<Cow<'_, str>> = messages.map(|(_, text)| Cow::Borrowed(text)).collect();
        if view.inserted {
            texts.extend(self.inserted.iter().map(|inserted| Cow::Borrowed(inserted.text.as_str())));
        }
        texts
    }

    fn is_empty(&self, view: View) -> bool {
        let fields = Field::ALL
            .into_iter()
            .any(|field| view.fields & field.bit() != 0 && !self.turn.fields.get(field).is_empty());
        let inserted = view.inserted && !self.inserted.is_empty();
        view.depth.min(self.message_count()) == 0 && !fields && !inserted && self.injections.is_empty()
    }

    /// A pattern may match the empty text; plain keys do not.
    fn find_in_nothing(&mut self, id: u32, view: View) -> Option<Found> {
        if self.lore.rules.pattern_scope != PatternScope::Window {
            return None;
        }
        let lore = self.lore;
        let pattern = lore.matcher.ungated_pattern(id)?;
        let text = self.joined(view).text;
        let run = self.work.run(pattern, &text, &lore.limits);
        matches!(run, Run::Found(_)).then_some(Found { source: Source::Window, at: 0, expanded: None })
    }

    /// A message by its distance from the newest: its name, where names are searched, and its text.
    fn message(&self, distance: usize) -> Option<(Option<&'a str>, &'a str)> {
        let turn: &'a Turn<'a> = self.turn;
        let index = self.heard.len().checked_sub(distance + 1);
        let Some(index) = index else {
            let greeting = turn.greeting.filter(|_| distance == self.heard.len() && self.message_count() > distance)?;
            return Some((None, greeting.text));
        };
        let message = turn.messages.get(*self.heard.get(index)?)?;
        let named = self.lore.rules.text == TextForm::Marked && self.lore.settings.include_names;
        Some((message.name.as_deref().filter(|_| named), &message.text))
    }

    /// What keys see of a text.
    fn visible(&self, role: TextRole) -> Visible {
        match role {
            TextRole::Inserted => self.lore.rules.inserted,
            _ => self.lore.rules.messages,
        }
    }

    /// Puts a text together as it is searched; the parts of a message are its name, if any, and its text.
    fn compose<'t>(&self, role: TextRole, parts: &[&'t str]) -> Cow<'t, str> {
        let (last, names) = parts.split_last().map_or(("", &[][..]), |(last, names)| (*last, names));
        if self.lore.rules.text == TextForm::AsIs {
            return Cow::Borrowed(last);
        }
        let mut text = String::with_capacity(last.len() + 32);
        text.push(MARK);
        match names.first() {
            Some(name) => {
                let line = format!("{name}: {last}");
                text.push_str(js_trim(&line));
            }
            None if role == TextRole::Message => text.push_str(js_trim(last)),
            None => text.push_str(last),
        }
        Cow::Owned(text)
    }

    /// Finds the place of a text in the cache, searching the text when it is new.
    fn place(&mut self, role: TextRole, parts: &[&str]) -> usize {
        let place = self.cache.place(TextHash::of(role, parts));
        if self.cache.get(place).is_none_or(|cached| cached.hits.is_none()) {
            let text = self.compose(role, parts);
            let text = self.visible(role).apply(&text);
            let lore = self.lore;
            let hits = lore.matcher.scan(&text, &mut self.scratch, &lore.limits, &mut self.work).into();
            if let Some(cached) = self.cache.get_mut(place) {
                cached.hits = Some(hits);
            }
        }
        place
    }

    /// The whole window as SillyTavern joins it.
    fn joined(&self, view: View) -> Joined {
        let mut joined = Joined::default();
        if view.blind {
            return joined;
        }
        for distance in 0..view.depth.min(self.message_count()) {
            if let Some((name, text)) = self.message(distance) {
                let text = match name {
                    Some(name) => self.compose(TextRole::Message, &[name, text]),
                    None => self.compose(TextRole::Message, &[text]),
                };
                joined.push(Kind::Message(distance), &text);
            }
        }
        if joined.pieces.is_empty() {
            // De facto: the mark before the first message is there without a message.
            joined.text.push(MARK);
        }
        let mut push = |kind: Kind, text: &str| joined.push(kind, &self.compose(TextRole::Surrounding, &[text]));
        for (number, field) in Field::ALL.into_iter().enumerate() {
            let text = self.turn.fields.get(field);
            if view.fields & field.bit() != 0 && !text.is_empty() {
                push(Kind::Field(number), text);
            }
        }
        for (number, text) in self.turn.injections.iter().enumerate() {
            push(Kind::Injection(number), text);
        }
        for (number, inserted) in self.inserted.iter().enumerate().filter(|_| view.inserted) {
            push(Kind::Inserted(number), &inserted.text);
        }
        joined
    }

    fn run_over_window(&mut self, number: u32, view: View) -> Option<(Kind, usize)> {
        let name = (number, view, self.inserted.len());
        if let Some(&known) = self.window_runs.get(&name) {
            return known;
        }
        let lore = self.lore;
        let pattern = lore.matcher.patterns.get(number as usize)?;
        let joined = self.joined(view);
        let found = match self.work.run(pattern, &joined.text, &lore.limits) {
            Run::Found(at) => Some(joined.place(at)),
            _ => None,
        };
        self.window_runs.insert(name, found);
        found
    }

    /// Tells whether a key occurs as it is stored: without its macros expanded, with the white space around it.
    ///
    /// De facto: SillyTavern 1.19 scores the members of groups so.
    pub(crate) fn occurs_as_stored(
        &mut self,
        form: &Form,
        key: &str,
        plan: &Plan,
        view: View,
        host: &mut Host<'_>,
    ) -> bool {
        if key.is_empty() {
            return true;
        }
        if js_trim(key) == key {
            let form = if let Form::Macro(inner) = form { inner } else { form };
            return self.find(form, key, plan, view, host).is_some();
        }
        // A key with white space is looked for anywhere, and is no pattern.
        let text = self.joined(view).text;
        if plan.key_rules.case_sensitive {
            text.contains(key)
        } else {
            text.to_lowercase().contains(&key.to_lowercase())
        }
    }

    fn found(&self, (kind, at): (Kind, usize)) -> Found {
        // The mark before the text is ours, not the text's.
        let unmarked = match self.lore.rules.text {
            TextForm::Marked => at.saturating_sub(MARK.len_utf8()),
            TextForm::AsIs => at,
        };
        let (source, at) = match kind {
            Kind::Message(distance) => match self.heard.len().checked_sub(distance + 1) {
                Some(index) => (Source::Message(self.heard.get(index).copied().unwrap_or(index)), unmarked),
                None => (Source::Greeting, unmarked),
            },
            Kind::Field(number) => match Field::ALL.get(number) {
                Some(&field) => (Source::Field(field), unmarked),
                None => (Source::Window, 0),
            },
            Kind::Injection(number) => (Source::Injection(number), unmarked),
            Kind::Inserted(number) => self.inserted_source(number, unmarked),
            Kind::Window => (Source::Window, 0),
        };
        Found { source, at, expanded: None }
    }

    fn inserted_source(&self, number: usize, at: usize) -> (Source, usize) {
        let Some(inserted) = self.inserted.get(number) else { return (Source::Window, at) };
        let piece = inserted.pieces.partition_point(|&(start, _)| start <= at).checked_sub(1);
        let piece = piece.and_then(|piece| inserted.pieces.get(piece));
        match piece.and_then(|&(start, plan)| Some((start, self.lore.plan(plan)?.at))) {
            Some((start, entry)) => (Source::Inserted(entry), at - start),
            None => (Source::Window, at),
        }
    }
}

/// The texts of a window in one, and where each begins.
#[derive(Default)]
struct Joined {
    text: String,
    pieces: Vec<(usize, Kind)>,
}

impl Joined {
    fn push(&mut self, kind: Kind, text: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.pieces.push((self.text.len(), kind));
        self.text.push_str(text);
    }

    /// Finds the text that a byte belongs to, and the byte's place in it.
    fn place(&self, at: usize) -> (Kind, usize) {
        let behind = self.pieces.partition_point(|&(start, _)| start <= at);
        match behind.checked_sub(1).and_then(|piece| self.pieces.get(piece)) {
            Some(&(start, kind)) => (kind, at - start),
            None => (Kind::Window, at),
        }
    }
}

impl Found {
    pub(crate) fn into_match(self, list: KeyList, number: usize, key: &str) -> KeyMatch {
        KeyMatch {
            list,
            number,
            key: self.expanded.unwrap_or_else(|| key.to_owned()),
            source: self.source,
            offset: self.at,
        }
    }
}

/// De facto: Risu cuts the last messages with a start that goes negative when the depth is past the count, and then
/// counts from the end.
fn sliced(depth: f64, count: usize) -> usize {
    let count_f = count as f64;
    let start = (count_f - depth).trunc();
    let taken = if start.is_nan() {
        count_f
    } else if start >= 0.0 {
        count_f - start
    } else {
        -start
    };
    taken.clamp(0.0, count_f) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn risu_windows_wrap_as_slices_do() {
        for (depth, count, expected) in
            [(3.0, 5, 3), (0.0, 5, 0), (4.0, 3, 1), (5.0, 3, 2), (6.0, 3, 3), (1000.0, 3, 3), (-1.0, 3, 0)]
        {
            assert_eq!(sliced(depth, count), expected, "{depth} over {count}");
        }
        assert_eq!(sliced(f64::NAN, 3), 3);
    }
}
