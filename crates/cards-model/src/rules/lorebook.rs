//! Rules about lorebooks and their entries.

use super::Letter::Must;
use super::Reader::{Others, SillyTavern};
use super::{Check, Fix, Rule};
use crate::book::EntryView;
use crate::document::{Changes, Id, SpecObject};
use crate::rules::check::Report;
use crate::rules::validate::{alter_entries, book, entries};
use crate::terms::rule::{By, rules};
use crate::{Content, Entry, Form, Pointer, Position};
use cards_words::decorators::{Block, Syntax};

const BOOKS: &[Form] =
    &[Form::V2, Form::V3, Form::V3L, Form::Prom, Form::LorebookV3, Form::Lorebook, Form::PromBook, Form::WorldInfo];
const NULLABLE: &[Form] = &[Form::V2, Form::V3, Form::V3L, Form::LorebookV3, Form::Lorebook];
const SWITCHED: &[Form] = &[Form::V2, Form::V3, Form::V3L, Form::LorebookV3, Form::Lorebook];
const PLACED: &[Form] = &[Form::V2, Form::V3, Form::V3L, Form::Prom, Form::LorebookV3, Form::Lorebook, Form::PromBook];

rules! {
    /// The rules about lorebooks and their entries.
    LOREBOOK;
    /// A CCv3 entry does not say whether its keys are patterns.
    ENTRY_USE_REGEX: "entry-use-regex", Note, "CCv3 Lorebook use_regex",
        "CCv3 entries say whether their keys are patterns; absent means no.",
        "Write `false` where the keys are words, and `true` where they are patterns.",
        letter: Must, breaks: &[Others], repair: "Run `cards repair`, which adds `false`, the default.",
        forms: &[Form::V3, Form::V3L, Form::LorebookV3],
        by: By::Content, settled: true;
    /// An entry does not say whether it is on.
    ENTRY_ENABLED: "entry-enabled", Warning, "V2 and CCv3 enabled; de facto: SillyTavern 1.19 reads absence as off",
        "Entries say whether they are on.",
        "Write `true`, or `false` where the entry is to be off.",
        letter: Must, breaks: &[SillyTavern], repair: "Run `cards repair`, which adds `true`, as the specs read absence.",
        forms: SWITCHED, by: By::Content;
    /// The id is of a type that V2 does not know.
    ENTRY_ID: "entry-id", Note, "V2 CharacterBook id",
        "Ids of V2 entries are numbers.",
        "Number the entries, or keep the card as CCv3, which has ids of either kind.",
        letter: Must, breaks: &[Others],
        forms: &[Form::V2], by: By::Content, settled: true;
    /// The place is none that the spec names.
    ENTRY_POSITION: "entry-position", Warning, "V2 and CCv3 position; Prom position",
        "The place of an entry is before_char or after_char, in Prom also before_an or after_an.",
        "Take a place that the spec names; SillyTavern's others go into `extensions.position`.",
        letter: Must, breaks: &[Others],
        forms: PLACED, by: By::Content;
    /// Nothing can fire the entry.
    ENTRY_NO_KEY: "entry-no-key", Warning, "V2 keys, constant",
        "An entry that is not constant has a key.",
        "Add a key, make the entry constant, or switch it off.",
        forms: BOOKS, by: By::Content;
    /// Secondary keys are without effect.
    ENTRY_NOT_SELECTIVE: "entry-not-selective", Warning, "V2 secondary_keys, selective",
        "An entry with secondary keys is selective.",
        "Set `selective`, or take the secondary keys out.",
        forms: PLACED, by: By::Content;
    /// A selective entry has nothing to select by.
    ENTRY_NO_SECONDARY: "entry-no-secondary", Note, "V2 secondary_keys, selective",
        "A selective entry has secondary keys.",
        "Set `selective` to false, or add secondary keys; most programs take such an entry for one that is not selective.",
        forms: PLACED, by: By::Content;
    /// Two entries have one id.
    ENTRY_ID_TWICE: "entry-id-twice", Warning, "CCv3 and Prom entry id; de facto: SillyTavern 1.19 keeps the later of two when it imports",
        "Entries differ in id.",
        "Give each entry an id of its own; programs remember entries by it.",
        breaks: &[SillyTavern],
        forms: PLACED, by: By::Content;
    /// The entry adds nothing.
    ENTRY_BLANK: "entry-blank", Note, "CCv3 Lorebook content",
        "An enabled entry has a text.",
        "Write the text, or switch the entry off.",
        forms: BOOKS, by: By::Content;
    /// A depth or budget makes no sense.
    BOOK_NUMBERS: "book-numbers", Note, "V2 scan_depth, token_budget",
        "Scan depth and token budget are whole numbers of 0 or more.",
        "Write a whole number, or take the member out for the client's own.",
        forms: PLACED, by: By::Content;
    /// A key has no text to look for.
    BLANK_KEY: "blank-key", Note, "de facto: Chub, RisuAI, Wyvern",
        "Keys have text; a blank one never matches.",
        "Take the blank key out; forks of SillyTavern fire such entries always.",
        by: By::Content;
    /// A place in the prompt is the empty string.
    BLANK_POSITION: "blank-position", Note, "de facto: Chub",
        "Positions name a place or are absent.",
        "Write `before_char` or `after_char`, or take the member out.",
        repair: "Run `cards repair`, which takes it out; the default holds.",
        by: By::Content;
    /// A world-info entry says one thing under its own name for a member and another under V2's.
    ENTRY_NAMES_DIFFER: "entry-names-differ", Note, "de facto: lorebooks of chub.ai, edited in SillyTavern",
        "Members of world info that go by a name of V2 as well say the same under both.",
        "Set the member with `cards set`, which keeps both names in step, or take the second name out.",
        breaks: &[Others],
        forms: &[Form::WorldInfo], by: By::Content;
    /// An insertion order has a fraction.
    ORDER_FRACTION: "order-fraction", Note, "de facto: whole numbers in every file seen",
        "Insertion orders are whole numbers.",
        "Renumber the entries with whole numbers.",
        forms: PLACED, by: By::Content;
    /// An optional member is `null`.
    NULL_OPTIONAL: "null-optional", Note, "V2, CCv3 and CCv3L type definitions (`undefined`, not `null`)",
        "Optional members have a value or are absent.",
        "Take the member out, or write a value.",
        letter: Must, breaks: &[Others], repair: "Run `cards repair`, which takes it out.",
        forms: NULLABLE, by: By::Content, settled: true;
}

/// What checks these rules.
pub(super) static LOREBOOK_CHECKS: &[(&Rule, Check)] = &[
    (&ENTRY_USE_REGEX, use_regex),
    (&ENTRY_ENABLED, enabled),
    (&ENTRY_ID, entry_id),
    (&ENTRY_POSITION, position),
    (&ENTRY_NO_KEY, no_key),
    (&ENTRY_NOT_SELECTIVE, not_selective),
    (&ENTRY_NO_SECONDARY, no_secondary),
    (&ENTRY_ID_TWICE, id_twice),
    (&ENTRY_BLANK, blank),
    (&BOOK_NUMBERS, book_numbers),
    (&BLANK_KEY, blank_key),
    (&BLANK_POSITION, blank_position),
    (&ENTRY_NAMES_DIFFER, names_differ),
    (&ORDER_FRACTION, order_fraction),
    (&NULL_OPTIONAL, super::reading::unset_member),
];

/// What repairs breaches of these rules.
pub(super) static LOREBOOK_FIXES: &[(&Rule, Fix)] = &[
    (&ENTRY_USE_REGEX, fix_use_regex),
    (&ENTRY_ENABLED, fix_enabled),
    (&BLANK_POSITION, fix_blank_position),
    (&NULL_OPTIONAL, super::reading::fix_unset_member),
];

fn use_regex(content: &Content, report: &mut Report<'_>) {
    for entry in entries(content) {
        if entry.use_regex().is_none() && entry.is_object() {
            report.add(entry.pointer, "`use_regex` is absent; read as false");
        }
    }
}

fn fix_use_regex(content: &mut Content, changes: &mut Changes) {
    alter_entries(content, |pointer, entry| {
        if entry.use_regex.is_none() {
            entry.use_regex = Some(false);
            add_place(entry, "use_regex");
            changes.add(pointer.member("use_regex"), "added as false, the default".to_owned());
        }
    });
}

fn enabled(content: &Content, report: &mut Report<'_>) {
    for entry in entries(content) {
        if !entry.says_enabled() && entry.is_object() {
            report.add(entry.pointer, "`enabled` is absent; SillyTavern reads the entry as switched off");
        }
    }
}

fn fix_enabled(content: &mut Content, changes: &mut Changes) {
    alter_entries(content, |pointer, entry| {
        if !entry.says_enabled() {
            entry.enabled = true;
            add_place(entry, "enabled");
            changes.add(pointer.member("enabled"), "added as true, which absence stood for".to_owned());
        }
    });
}

/// Puts a member that was absent behind the others, where it reads as it was set.
fn add_place(entry: &mut Entry, name: &str) {
    if let Some(index) = Entry::index_of(name) {
        // Where `null` stood, the value takes its place.
        entry.rest.forget_original(index);
        entry.rest.add_slot(index);
    }
}

/// Takes out the place of a member that is written no more.
fn remove_place(entry: &mut Entry, name: &str) {
    if let Some(index) = Entry::index_of(name) {
        entry.rest.remove_slot(index);
    }
}

fn entry_id(content: &Content, report: &mut Report<'_>) {
    for entry in entries(content) {
        if let Some(Id::Text(id)) = entry.id() {
            report.add(entry.pointer.member("id"), format!("the id `{id}` is a string"));
        }
    }
}

fn position(content: &Content, report: &mut Report<'_>) {
    let prom = matches!(content.form(), Form::Prom | Form::PromBook);
    for entry in entries(content) {
        let fits = match entry.position() {
            None | Some(Position::BeforeChar | Position::AfterChar) => true,
            Some(Position::BeforeAuthorsNote | Position::AfterAuthorsNote) => prom,
            // A blank place has a rule of its own.
            Some(Position::Other(word)) => word.trim().is_empty(),
        };
        if !fits && let Some(position) = entry.position() {
            report.add(
                entry.pointer.member("position"),
                format!("`{}` is not a position of the spec", position.as_str()),
            );
        }
    }
}

fn blank_position(content: &Content, report: &mut Report<'_>) {
    for entry in entries(content) {
        if matches!(entry.position(), Some(Position::Other(word)) if word.trim().is_empty()) {
            report.add(entry.pointer.member("position"), "an empty text names no place");
        }
    }
}

/// A blank place says nothing and stands for the default, which absence stands for too.
fn fix_blank_position(content: &mut Content, changes: &mut Changes) {
    alter_entries(content, |pointer, entry| {
        if matches!(&entry.position, Some(Position::Other(word)) if word.trim().is_empty()) {
            entry.position = None;
            remove_place(entry, "position");
            changes.add(pointer.member("position"), "taken out; it was blank".to_owned());
        }
    });
}

fn blank_key(content: &Content, report: &mut Report<'_>) {
    for entry in entries(content) {
        for (name, keys) in entry.key_lists() {
            for (i, _) in keys.iter().enumerate().filter(|(_, key)| key.trim().is_empty()) {
                report.add(entry.pointer.member(name).index(i), "the key is blank and never matches");
            }
        }
    }
}

fn no_key(content: &Content, report: &mut Report<'_>) {
    let keyless = |entry: &EntryView<'_>| entry.keys().iter().all(|key| key.trim().is_empty());
    let never = |entry: &EntryView<'_>| entry.enabled() && !entry.constant() && keyless(entry);
    // An entry without a text has nothing to lose: SillyTavern makes such entries when somebody adds one by mistake.
    let says = |entry: &EntryView<'_>| !entry.content().trim().is_empty();
    for entry in entries(content).into_iter().filter(|entry| never(entry) && says(entry)) {
        if !fires_by_itself(&entry) {
            report.add(entry.pointer.member(entry.key_lists()[0].0), "no key and not constant; the entry never fires");
        }
    }
}

/// Whether something else than a key fires an entry: the decorator for it, or SillyTavern's vector store.
fn fires_by_itself(entry: &EntryView<'_>) -> bool {
    let mut decorators = Block::read(entry.content(), &Syntax::SPEC).lines();
    entry.vectorized() == Some(true) || decorators.any(|line| line.name == "activate")
}

fn not_selective(content: &Content, report: &mut Report<'_>) {
    for entry in entries(content) {
        if entry.selective() != Some(true)
            && !entry.constant()
            && entry.secondary_keys().iter().any(|key| !key.trim().is_empty())
        {
            report.add(
                entry.pointer.member("selective"),
                "secondary keys without effect, since the entry is not selective",
            );
        }
    }
}

/// SillyTavern writes `selective` into every entry, so all of a book are one finding.
fn no_secondary(content: &Content, report: &mut Report<'_>) {
    let without = |entry: &EntryView<'_>| {
        entry.selective() == Some(true) && entry.secondary_keys().iter().all(|key| key.trim().is_empty())
    };
    let all: Vec<_> = entries(content).into_iter().filter(without).collect();
    if let Some((first, others)) = all.split_first() {
        let message = match others.len() {
            0 => "selective without secondary keys; by the letter of V2 it never fires".to_owned(),
            1 => "selective without secondary keys, as 1 entry more is; by the letter of V2 they never fire".to_owned(),
            more => {
                format!(
                    "selective without secondary keys, as {more} entries more are; by the letter of V2 they never fire"
                )
            }
        };
        report.add(first.pointer.member(first.key_lists()[1].0), message);
    }
}

fn id_twice(content: &Content, report: &mut Report<'_>) {
    let mut seen = std::collections::HashSet::new();
    for entry in entries(content) {
        if let Some(id) = entry.id()
            && !seen.insert(id.clone())
        {
            report.add(entry.pointer.member("id"), format!("another entry has the id `{id}`"));
        }
    }
}

fn blank(content: &Content, report: &mut Report<'_>) {
    for entry in entries(content) {
        if entry.enabled() && entry.content().trim().is_empty() {
            report.add(entry.pointer.member("content"), "the text is blank; the entry adds nothing");
        }
    }
}

fn book_numbers(content: &Content, report: &mut Report<'_>) {
    let Some(book) = book(content) else { return };
    for (name, number) in [("scan_depth", book.scan_depth()), ("token_budget", book.token_budget())] {
        if let Some(number) = number
            && number.as_i64().is_none_or(|whole| whole < 0)
        {
            report.add(book.pointer.member(name), format!("{number} is not a whole number of 0 or more"));
        }
    }
}

fn names_differ(content: &Content, report: &mut Report<'_>) {
    let Content::WorldInfo(world) = content else { return };
    for (uid, entry) in &world.entries.0 {
        for (second, _) in entry.second_names().filter(|(_, in_step)| !in_step) {
            let at = Pointer::from(["entries", uid]).member(second.other);
            report.add(at, format!("says something else than `{}`, which SillyTavern reads", second.own));
        }
    }
}

fn order_fraction(content: &Content, report: &mut Report<'_>) {
    for entry in entries(content) {
        if let Some(order) = entry.insertion_order().filter(|order| order.as_f64().fract() != 0.0) {
            let message = format!("{order} has a fraction; read as it is");
            report.add(entry.pointer.member("insertion_order"), message);
        }
    }
}
