//! World info as a lorebook and back.

use std::collections::HashSet;

use super::losses::{Losses, entry_at, is_object, number_of};
use super::parts::{Head, head_again, head_made};
use super::stash;
use crate::Form;
use crate::document::{Id, Keyed, Rest, SpecObject, from_json, to_json};
use crate::json::javascript::array_index;
use crate::json::{Json, Number, Pointer};
use crate::spec::content::ClientBook;
use crate::spec::lorebook::{self, Lorebook, is_pattern};
use crate::spec::worldinfo::embedded::{Extent, export_entry, import_entry, is_settled};
use crate::spec::worldinfo::{Entry, WorldInfo};
use crate::terms::loss::{Converted, LossReason};

impl WorldInfo {
    /// The lorebook that the world info stands for.
    ///
    /// Each entry becomes what SillyTavern's export of an embedded book writes for it, after absent members have
    /// got their defaults, with one difference: `use_regex` is true for entries that have a `/pattern/flags` key
    /// only, since specs other than SillyTavern ignore `constant` and secondary keys of entries that say so.
    #[must_use]
    pub fn to_lorebook(&self) -> Converted<Lorebook> {
        let mut losses = Losses::default();
        let mut book = stash::restored(self, &Pointer::ROOT, &mut losses, Head::head);
        let turn = |(key, entry): &(String, Entry)| turned(key, entry, Extent::Whole, &mut losses);
        book.entries = self.in_order().into_iter().filter_map(turn).collect();
        losses.with(book)
    }

    /// The lorebook without its entries, and these one by one, for who fires them as a book of the specs.
    ///
    /// Of what SillyTavern writes into the extensions of every entry, an entry has what it says itself, and its logic and its
    /// chance, which mean something else where they are absent. [`WorldInfo::to_lorebook`] gives all of it, which is several
    /// times the world info, and says what is lost. Who fires entries as SillyTavern does takes the world info itself.
    pub fn lorebook_by_entries(&self) -> (Lorebook, impl Iterator<Item = lorebook::Entry>) {
        let head = stash::restored(self, &Pointer::ROOT, &mut Losses::default(), Head::head);
        let entries = self.in_order().into_iter();
        (head, entries.filter_map(|(key, entry)| turned(key, entry, Extent::Said, &mut Losses::default())))
    }

    /// The entries by their numbers, and then those that have none.
    fn in_order(&self) -> Vec<&(String, Entry)> {
        let mut entries: Vec<_> = self.entries.0.iter().collect();
        entries.sort_by_key(|(key, _)| array_index(key).unwrap_or(u64::MAX));
        entries
    }
}

impl Head for WorldInfo {
    const FORM: Form = Form::WorldInfo;

    fn head(&self, losses: &mut Losses) -> Lorebook {
        let mut book = Lorebook { name: self.name.clone(), ..Lorebook::default() };
        losses.carry(&Pointer::ROOT, self, &mut book);
        book
    }

    fn of_head(head: &Lorebook, losses: &mut Losses) -> Self {
        let at = &Pointer::ROOT;
        losses.settings(head);
        let mut world = Self { name: head.name.clone(), ..Self::default() };
        losses.carry(at, head, &mut world);
        world
    }
}

impl ClientBook for WorldInfo {
    fn lorebook(&self, with_origin: bool) -> Converted<Lorebook> {
        let mut made = self.to_lorebook();
        if with_origin {
            let head = Self { entries: Keyed::default(), ..self.clone() };
            stash::keep_origin(&mut made.value.extensions, Form::WorldInfo, &head, &head_again(&head));
            let stood = self.in_order().into_iter().filter(|(_, entry)| is_object(entry));
            for (i, ((key, stood), entry)) in stood.zip(&mut made.value.entries).enumerate() {
                stash::keep_origin(&mut entry.extensions, Form::WorldInfo, stood, &entry_again(stood, key, i));
            }
        }
        made
    }

    fn of(book: &Lorebook, stash: bool) -> Converted<Self> {
        let mut losses = Losses::default();
        let mut world: Self = head_made(book, stash, &mut losses);
        let mut entries = Vec::with_capacity(book.entries.len());
        let mut uids = Uids::of(book);
        for (i, entry) in book.entries.iter().enumerate() {
            let at = entry_at(i);
            if losses.no_object(&at, entry) {
                continue;
            }
            let (entry, stood) = stash::parted(entry, Form::WorldInfo);
            let made = entry_for_world(&entry, i, &at, &mut losses);
            let uid = match uids.own(&entry) {
                Some(uid) => uid,
                None => {
                    let second = matches!(&entry.id, Some(Id::Number(_)));
                    let reason = if second { LossReason::Shadowed } else { LossReason::Unrepresentable };
                    losses.set(&at, "id", reason, &entry.id);
                    uids.free(i)
                }
            };
            let again = |stood: &Entry| entry_again(stood, &uid, i);
            let mut made = stash::with_origin(numbered(made, &uid), stood, again);
            if stash {
                let again = entry_of_world(&uid, &made, Extent::Whole, &at, &mut Losses::default());
                stash::keep(&*entry, &again, &mut made);
            }
            entries.push((uid, made));
        }
        world.entries = Keyed(entries);
        losses.with(world)
    }
}

/// What comes of an entry there and back.
fn entry_again(stood: &Entry, uid: &str, index: usize) -> Entry {
    let mut unseen = Losses::default();
    let there = entry_of_world(uid, stood, Extent::Whole, &Pointer::ROOT, &mut unseen);
    numbered(entry_for_world(&there, index, &Pointer::ROOT, &mut unseen), uid)
}

/// An entry with the number that it is under.
fn numbered(entry: Entry, uid: &str) -> Entry {
    Entry { uid: Number::parse(uid), ..entry }
}

/// An entry as one of a lorebook, or as it was in one before; nothing for what is none.
fn turned(key: &str, entry: &Entry, extent: Extent, losses: &mut Losses) -> Option<lorebook::Entry> {
    let at = Pointer::from(["entries", key]);
    // What a stash says is to be put into the whole entry.
    let extent = if stash::is_kept(entry) { Extent::Whole } else { extent };
    let back = |entry: &Entry, losses: &mut Losses| entry_of_world(key, entry, extent, &at, losses);
    (!losses.no_object(&at, entry)).then(|| stash::restored(entry, &at, losses, back))
}

fn entry_of_world(key: &str, entry: &Entry, extent: Extent, at: &Pointer, losses: &mut Losses) -> lorebook::Entry {
    losses.set(at, "characterFilter", LossReason::NoField, &entry.character_filter);
    let titled = entry.comment.as_deref().is_some_and(|comment| !comment.is_empty());
    if entry.add_memo.is_some_and(|shown| shown != titled) {
        losses.set(at, "addMemo", LossReason::NoField, &entry.add_memo);
    }
    lose_unknown(entry, at, losses);
    if extent == Extent::Whole {
        let nulls = entry.rest.originals().iter().filter(|(_, original)| *original == Json::Null);
        for name in nulls
            .filter_map(|(index, _)| <Entry as SpecObject>::NAMES.get(usize::from(*index)))
            .filter(|name| is_settled(name))
        {
            losses.json(at, name, LossReason::Reshaped, &Json::Null);
        }
    }
    let mut typed = Entry { rest: Rest::default(), ..entry.clone() };
    match extent {
        Extent::Whole => typed.fill(),
        Extent::Said => typed.fill_what_fires(),
    }
    let exported = Json::Object(export_entry(&to_json(&typed), extent));
    let mut out: lorebook::Entry = from_json(&exported).unwrap_or_default();
    out.use_regex = Some(entry.key.iter().chain(entry.keysecondary.iter().flatten()).any(|key| is_pattern(key)));
    if out.id.is_none() {
        out.id = Some(match array_index(key).and_then(|uid| i64::try_from(uid).ok()) {
            Some(uid) => Id::Number(uid.into()),
            None => Id::Text(key.to_owned()),
        });
    }
    out
}

/// Reports the members that world info does not name; a second name that says what the first one says is none.
fn lose_unknown(entry: &Entry, at: &Pointer, losses: &mut Losses) {
    losses.unread(at, entry);
    let second: Vec<_> = entry.second_names().collect();
    for (name, value) in entry.rest.unknown().iter() {
        match second.iter().find(|(second, _)| second.other == name) {
            Some((_, true)) => {}
            Some((_, false)) => losses.json(at, name, LossReason::Shadowed, value),
            None => losses.json(at, name, LossReason::NoField, value),
        }
    }
}

impl Entry {
    /// The entry with SillyTavern's default for every absent member that has one.
    ///
    /// De facto: SillyTavern 1.19, new world-info entry.
    #[must_use]
    pub fn filled(&self) -> Self {
        let mut entry = self.clone();
        entry.fill();
        entry
    }

    /// Puts SillyTavern's default into every absent member that has one.
    fn fill(&mut self) {
        self.fill_what_fires();
        for (field, default) in [(&mut self.depth, 4_i64), (&mut self.group_weight, 100), (&mut self.role, 0)] {
            fill(field, default);
        }
        for field in [
            &mut self.vectorized,
            &mut self.ignore_budget,
            &mut self.exclude_recursion,
            &mut self.prevent_recursion,
            &mut self.group_override,
            &mut self.match_persona_description,
            &mut self.match_character_description,
            &mut self.match_character_personality,
            &mut self.match_character_depth_prompt,
            &mut self.match_scenario,
            &mut self.match_creator_notes,
        ] {
            fill(field, false);
        }
        for field in [&mut self.outlet_name, &mut self.group, &mut self.automation_id] {
            fill(field, "");
        }
        fill(&mut self.triggers, Vec::new());
        fill(&mut self.delay_until_recursion, 0);
    }

    /// Puts SillyTavern's default where a book entry without it means something else.
    fn fill_what_fires(&mut self) {
        for (field, default) in [
            (&mut self.order, 100_i64),
            (&mut self.position, 0),
            (&mut self.selective_logic, 0),
            (&mut self.probability, 100),
        ] {
            fill(field, default);
        }
        for (field, default) in [
            (&mut self.constant, false),
            (&mut self.selective, true),
            (&mut self.disable, false),
            (&mut self.use_probability, true),
        ] {
            fill(field, default);
        }
        fill(&mut self.comment, "");
        fill(&mut self.keysecondary, Vec::new());
    }
}

fn fill<T>(field: &mut Option<T>, default: impl Into<T>) {
    field.get_or_insert_with(|| default.into());
}

impl Lorebook {
    /// The world info that the lorebook stands for.
    ///
    /// Each entry becomes what SillyTavern's import of an embedded book makes of it, with four differences that keep
    /// what that import drops: an entry without `enabled` is on, `name` stands in for an empty comment,
    /// `case_sensitive` for an absent extension of that name, and every entry gets a number of its own.
    ///
    /// De facto: SillyTavern 1.19 keeps what fired and what is edited under `uid`, so entries whose id is a text, or one
    /// that another entry has, get the next free number.
    #[must_use]
    pub fn to_world_info(&self) -> Converted<WorldInfo> {
        WorldInfo::of(self, false)
    }
}

/// Gives every entry a number that no other has.
struct Uids {
    /// The numbers that entries have for ids: a made one is never one of those.
    own: HashSet<String>,
    taken: HashSet<String>,
    next: usize,
}

impl Uids {
    fn of(book: &Lorebook) -> Self {
        Self { own: book.entries.iter().filter_map(number_for_id).collect(), taken: HashSet::new(), next: 0 }
    }

    /// The entry's own number, unless an entry before it has that.
    fn own(&mut self, entry: &lorebook::Entry) -> Option<String> {
        number_for_id(entry).filter(|id| self.taken.insert(id.clone()))
    }

    /// The index when no entry has it for an id, else the lowest number that none has.
    fn free(&mut self, index: usize) -> String {
        let mut candidate = index.to_string();
        while self.own.contains(&candidate) || self.taken.contains(&candidate) {
            candidate = self.next.to_string();
            self.next += 1;
        }
        self.taken.insert(candidate.clone());
        candidate
    }
}

/// An id that is a whole number.
fn number_for_id(entry: &lorebook::Entry) -> Option<String> {
    let Some(Id::Number(id)) = &entry.id else { return None };
    Some(id.to_string()).filter(|id| array_index(id).is_some())
}

fn entry_for_world(entry: &lorebook::Entry, index: usize, at: &Pointer, losses: &mut Losses) -> Entry {
    let mut source = lorebook::Entry { rest: Rest::default(), ..entry.clone() };
    let name = entry.name.as_deref().unwrap_or_default();
    let comment = entry.comment.as_deref().unwrap_or_default();
    if comment.is_empty() {
        source.comment.clone_from(&entry.name);
    } else if name != comment {
        losses.text(at, "name", entry.name.as_deref());
    }
    losses.set(at, "priority", LossReason::NoField, &entry.priority);
    let patterns = entry.keys.iter().chain(entry.secondary_keys.iter().flatten()).any(|key| is_pattern(key));
    if entry.use_regex.is_some_and(|says| says != patterns) {
        losses.set(at, "use_regex", LossReason::NoField, &entry.use_regex);
    }
    let extension = |name: &str| entry.extensions.get(name).filter(|value| **value != Json::Null);
    // Numbers past "after the character" are places of SillyTavern that the spec has no word for.
    let place = entry.rest.odd_of::<lorebook::Entry>("position").filter(|place| matches!(place, Json::Number(_)));
    if let (Some(place), None, None) = (place, extension("position"), &entry.position) {
        source.extensions.insert("position", place.clone());
    } else if extension("position").is_none()
        && !matches!(entry.position, None | Some(lorebook::Position::BeforeChar | lorebook::Position::AfterChar))
    {
        losses.set(at, "position", LossReason::Unrepresentable, &entry.position);
    }
    losses.unknown(at, entry);
    let plain = to_json(&source);
    let index = number_of(index).as_i64().unwrap_or_default();
    let mut out: Entry = from_json(&Json::Object(import_entry(&plain, index, Extent::Whole))).unwrap_or_default();
    match (entry.case_sensitive, extension("case_sensitive")) {
        (Some(case), None) => out.case_sensitive = Some(case),
        (Some(case), Some(other)) if *other != Json::Bool(case) => {
            losses.value(at, "case_sensitive", LossReason::Shadowed, &case);
        }
        _ => {}
    }
    out
}
