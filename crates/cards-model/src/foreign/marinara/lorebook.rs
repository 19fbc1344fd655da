//! A lorebook of Marinara: read as one of V2, whose entries have SillyTavern's settings in their extensions, and written from it.
//!
//! De facto: Marinara Engine 639423a, `packages/shared/src/types/lorebook.ts`; what an import makes of what is absent, its
//! `packages/server/src/services/import/marinara.importer.ts`. Each name that both sides use is in one of the tables here.

use std::collections::{HashMap, HashSet};

use crate::document::{Id, to_json};
use crate::foreign::members::{Members, logic, object, says_something};
use crate::foreign::origin::{ForeignForm, Translated};
use crate::json::{Json, Object, Pointer};
use crate::spec::lorebook::{Entry, Lorebook, Position, is_pattern, split_pattern};
use crate::stash::patch::Patch;
use crate::stash::report::losses;
use crate::{Form, Loss, LossReason};

/// Members of a book, there and in V2.
const BOOK: [(&str, &str); 5] = [
    ("name", "name"),
    ("description", "description"),
    ("scanDepth", "scan_depth"),
    ("tokenBudget", "token_budget"),
    ("recursiveScanning", "recursive_scanning"),
];

/// Members of an entry that mean the same there and in SillyTavern's extensions, and what the program writes where nothing is said.
const ENTRY: [(&str, &str, Silent); 13] = [
    ("depth", "depth", Silent::Number(4)),
    ("scanDepth", "scan_depth", Silent::Null),
    ("matchWholeWords", "match_whole_words", Silent::No),
    ("outletName", "outlet_name", Silent::Text),
    ("group", "group", Silent::Text),
    ("groupWeight", "group_weight", Silent::Null),
    ("sticky", "sticky", Silent::Null),
    ("cooldown", "cooldown", Silent::Null),
    ("delay", "delay", Silent::Null),
    ("probability", "probability", Silent::Null),
    ("preventRecursion", "prevent_recursion", Silent::No),
    ("excludeRecursion", "exclude_recursion", Silent::No),
    ("delayUntilRecursion", "delay_until_recursion", Silent::No),
];

/// What second keys ask for; the first is that of silence.
const LOGIC: [(&str, i64); 4] =
    [("and", 0), ("not_all", logic::NOT_ALL), ("not", logic::NOT_ANY), ("and_all", logic::AND_ALL)];

/// Who says an entry at a depth; the first is that of silence.
const ROLES: [(&str, i64); 3] = [("system", 0), ("user", 1), ("assistant", 2)];

/// What is searched beside the chat.
const SOURCES: [(&str, &str); 4] = [
    ("persona_description", "match_persona_description"),
    ("character_description", "match_character_description"),
    ("character_personality", "match_character_personality"),
    ("character_scenario", "match_scenario"),
];

/// Places by their numbers there, and SillyTavern's: a depth, and a named outlet.
const DEPTH: (i64, i64) = (2, 4);
const OUTLET: (i64, i64) = (7, 7);

/// A value that says nothing.
#[derive(Clone, Copy)]
enum Silent {
    Null,
    No,
    Text,
    Number(i64),
}

impl Silent {
    fn value(self) -> Json {
        match self {
            Self::Null => Json::Null,
            Self::No => false.into(),
            Self::Text => "".into(),
            Self::Number(number) => number.into(),
        }
    }

    /// Whether a value is of the type that the program has there.
    fn fits(self, value: &Json) -> bool {
        match self {
            Self::Null | Self::Number(_) => matches!(value, Json::Number(_)),
            Self::No => matches!(value, Json::Bool(_)),
            Self::Text => matches!(value, Json::String(_)),
        }
    }
}

pub(super) fn read(data: &Json) -> Result<Translated, String> {
    let empty = Json::Object(Object::new());
    let at = Pointer::from(["data"]);
    let nothing = || "a lorebook of Marinara without entries".to_owned();
    let mut from = Members::of(data, at.clone()).ok_or_else(nothing)?;
    let settings = from.take("lorebook").unwrap_or(&empty);
    let list = from.take("entries").and_then(Json::as_array).ok_or_else(nothing)?;
    let mut loss = Vec::new();
    let mut book = Object::new();
    if let Some(mut own) = Members::of(settings, at.member("lorebook")) {
        for (theirs, ours) in BOOK {
            if let Some(value) = own.take(theirs).filter(|value| !value.is_null()) {
                book.insert(ours, value.clone());
            }
        }
        // What only the program's own library shows.
        own.ignore(&["id", "category", "createdAt", "updatedAt"]);
        if settings.get("enabled") == Some(&Json::Bool(true)) {
            own.ignore(&["enabled"]);
        }
        own.lost(&mut loss);
    }
    let closed = closed(data.get("folders").and_then(Json::as_array).unwrap_or_default());
    // Numbers are ids of ours; the program has words of its own making.
    let number = |entry: &Json| entry.get("id")?.as_str()?.parse::<u32>().ok().map(i64::from);
    let is_numbered = list.iter().all(|entry| number(entry).is_some());
    let mut entries = Vec::with_capacity(list.len());
    for (index, theirs) in list.iter().enumerate() {
        let at = at.member("entries").index(index);
        let Some(from) = Members::of(theirs, at.clone()) else {
            loss.push(Loss::new(at, LossReason::Unrepresentable, theirs));
            continue;
        };
        let id = number(theirs).filter(|_| is_numbered).or_else(|| i64::try_from(index).ok()).unwrap_or(i64::MAX);
        let mut entry = entry(theirs, from, id, &mut loss);
        // A folder that is off is a switch for all that is in it.
        if theirs.get("folderId").and_then(Json::as_str).is_some_and(|folder| closed.contains(folder)) {
            entry.insert("enabled", false);
        }
        entries.push(entry.into());
    }
    book.insert("extensions", Object::new());
    book.insert("entries", Json::Array(entries));
    from.lost(&mut loss);
    Ok(Translated::new(ForeignForm::MarinaraLorebook, Form::Lorebook, book, loss))
}

/// The folders that are off, or in one that is.
fn closed(folders: &[Json]) -> HashSet<&str> {
    let mut inside: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut off = Vec::new();
    for folder in folders {
        let Some(id) = folder.get("id").and_then(Json::as_str) else { continue };
        if folder.get("enabled") == Some(&Json::Bool(false)) {
            off.push(id);
        } else if let Some(parent) = folder.get("parentFolderId").and_then(Json::as_str) {
            inside.entry(parent).or_default().push(id);
        }
    }
    let mut closed = HashSet::new();
    while let Some(id) = off.pop() {
        if closed.insert(id) {
            off.extend(inside.remove(id).unwrap_or_default());
        }
    }
    closed
}

/// An entry as V2 has it, with what SillyTavern knows too in its extensions.
fn entry(value: &Json, mut from: Members<'_>, id: i64, loss: &mut Vec<Loss>) -> Object {
    let is = |name: &str| value.get(name) == Some(&Json::Bool(true));
    let title = from.text("name");
    let position = from.take("position").and_then(Json::as_i64).unwrap_or(0);
    let places = ["keys", "secondaryKeys"].map(|name| (name, from.place(name)));
    let mut keys = |name: &str| {
        let texts = from.texts(name);
        // A pattern is there without slashes; V2 tells one by them. An empty text is no key.
        let pattern = |text: Json| match text.as_str() {
            None | Some("") => text,
            Some(key) => format!("/{}/{}", slashes(key, true), if is("caseSensitive") { "" } else { "i" }).into(),
        };
        Json::Array(if is("useRegex") { texts.into_iter().map(pattern).collect() } else { texts })
    };
    let mut entry = object([
        ("id", id.into()),
        ("keys", keys("keys")),
        ("secondary_keys", keys("secondaryKeys")),
        ("name", title.into()),
        ("comment", title.into()),
        ("content", from.text("content").into()),
        ("enabled", (value.get("enabled") != Some(&Json::Bool(false))).into()),
        ("constant", is("constant").into()),
        ("selective", is("selective").into()),
        (
            "insertion_order",
            from.take("order").filter(|order| matches!(order, Json::Number(_))).cloned().unwrap_or(100.into()),
        ),
        ("case_sensitive", is("caseSensitive").into()),
        ("position", if position == 0 { "before_char" } else { "after_char" }.into()),
    ]);
    // What others take for a pattern by its slashes is a text there.
    if !is("useRegex") {
        for (name, at) in places {
            let listed = value.get(name).and_then(Json::as_array).unwrap_or_default().iter().enumerate();
            for (index, key) in listed.filter(|(_, key)| key.as_str().is_some_and(is_pattern)) {
                entry.insert("use_regex", false);
                loss.push(Loss::new(at.index(index), LossReason::Reshaped, key));
            }
        }
    }
    let word = |table: &[(&str, i64)], word: &str| {
        table.iter().find(|(theirs, _)| *theirs == word).map_or(0, |(_, number)| *number)
    };
    let mut own = object([
        ("position", if position == DEPTH.0 { DEPTH.1 } else { position }.into()),
        ("selectiveLogic", word(&LOGIC, from.text("selectiveLogic")).into()),
        ("role", word(&ROLES, from.text("role")).into()),
    ]);
    for (theirs, ours, _) in ENTRY {
        if let Some(value) = from.take(theirs).filter(|value| !value.is_null()) {
            own.insert(ours, value.clone());
        }
    }
    own.insert("useProbability", own.get("probability").is_some());
    let at = from.place("additionalMatchingSources");
    for (index, source) in from.list("additionalMatchingSources").iter().enumerate() {
        if let Some((_, ours)) = SOURCES.iter().find(|(theirs, _)| source.as_str() == Some(theirs)) {
            own.insert(*ours, true);
        } else {
            loss.push(Loss::new(at.index(index), LossReason::NoField, source));
        }
    }
    entry.insert("extensions", own);
    from.ignore(&["enabled", "constant", "selective", "caseSensitive", "useRegex"]);
    // What says nothing where it is off, and what only the program's own library shows.
    from.ignore(&["id", "lorebookId", "createdAt", "updatedAt", "embedding", "excludeFromVectorization"]);
    for name in ["characterFilterMode", "characterTagFilterMode", "generationTriggerFilterMode"] {
        if value.get(name).and_then(Json::as_str) == Some("any") {
            from.ignore(&[name]);
        }
    }
    for name in ["locked", "ephemeral"] {
        if !is(name) {
            from.ignore(&[name]);
        }
    }
    from.lost(loss);
    entry
}

/// The export of a lorebook, and what of it the program has no place for; pointers lead into the lorebook.
pub(crate) fn written(book: &Lorebook, date: String) -> (Object, Vec<Loss>) {
    let stood = to_json(book);
    let mut settings = Object::new();
    for (theirs, ours) in BOOK {
        if let Some(value) = stood.get(ours).filter(|value| !value.is_null()) {
            settings.insert(theirs, value.clone());
        }
    }
    settings.insert("enabled", true);
    let entries = book.entries.iter().enumerate().map(|(index, entry)| entry_written(entry, index).into()).collect();
    let data = object([
        ("lorebook", settings.into()),
        ("entries", Json::Array(entries)),
        ("folders", Json::Array(Vec::new())),
    ]);
    let back = read(&data.clone().into()).map_or(Json::Null, |read| read.value);
    let mut loss = losses(&Patch::between(&stood, &back), &Pointer::ROOT, |_, _| LossReason::NoField);
    loss.retain(|loss| stood.at(&loss.pointer).is_none_or(|value| is_lost(&loss.pointer, value)));
    (super::envelope(super::LOREBOOK, date, data.into()), loss)
}

/// Whether a value that does not come back said something: no switch that is off, no place in a list that is in that order anyway, and not
/// that keys are patterns where their slashes say so.
fn is_lost(at: &Pointer, value: &Json) -> bool {
    let keys: Vec<_> = at.keys().collect();
    let keys: Vec<&str> = keys.iter().map(AsRef::as_ref).collect();
    match keys[..] {
        [_, _, "use_regex"] => false,
        [_, index, _, "display_index"] if value.to_string() == index => false,
        [_, _, _, "delay_until_recursion"] if value.as_i64() == Some(0) => false,
        _ => says_something(value) && *value != Json::Bool(false),
    }
}

fn entry_written(entry: &Entry, index: usize) -> Object {
    let own = |name: &str| entry.extensions.get(name);
    let number = |name: &str| own(name).and_then(Json::as_i64);
    let word = |table: &[(&'static str, i64)], number: Option<i64>| {
        let found = table.iter().find(|(_, ours)| Some(*ours) == number).or(table.first());
        found.map_or("", |(theirs, _)| *theirs)
    };
    let position = match number("position") {
        Some(place) if place == DEPTH.1 => DEPTH.0,
        Some(place) if place == OUTLET.1 => OUTLET.0,
        // Around the examples and the author's note: the nearer side of the character, as its own import takes them.
        Some(1 | 3 | 6) => 1,
        Some(_) => 0,
        None => i64::from(entry.position == Some(Position::AfterChar)),
    };
    let id = match &entry.id {
        Some(Id::Number(number)) => number.to_string(),
        _ => index.to_string(),
    };
    let name = [&entry.comment, &entry.name].into_iter().flatten().find(|name| !name.is_empty());
    let keys = Keys::of(entry);
    let texts = |list: &[String]| Json::Array(list.iter().map(|key| keys.written(key).into()).collect());
    let mut made = object([
        ("id", id.into()),
        ("name", name.map_or("", String::as_str).into()),
        ("content", entry.content.as_str().into()),
        ("description", "".into()),
        ("keys", texts(&entry.keys)),
        ("secondaryKeys", texts(entry.secondary_keys.as_deref().unwrap_or_default())),
        ("enabled", entry.enabled.into()),
        ("constant", (entry.constant == Some(true)).into()),
        ("selective", (entry.selective == Some(true)).into()),
        ("selectiveLogic", word(&LOGIC, number("selectiveLogic")).into()),
        ("caseSensitive", keys.case_sensitive.into()),
        ("useRegex", keys.are_patterns.into()),
        ("position", position.into()),
        ("order", Json::Number(entry.insertion_order.clone())),
        ("role", word(&ROLES, number("role")).into()),
    ]);
    for (theirs, ours, silent) in ENTRY {
        let said = own(ours).filter(|value| silent.fits(value)).cloned();
        made.insert(theirs, said.unwrap_or_else(|| silent.value()));
    }
    let certain = own("useProbability") == Some(&Json::Bool(false));
    if certain {
        made.insert("probability", Json::Null);
    }
    // SillyTavern counts rounds of the search there.
    if number("delay_until_recursion").is_some_and(|level| level > 0) {
        made.insert("delayUntilRecursion", true);
    }
    let searched = SOURCES.iter().filter(|(_, ours)| own(ours) == Some(&Json::Bool(true)));
    made.insert("additionalMatchingSources", Json::Array(searched.map(|(theirs, _)| (*theirs).into()).collect()));
    made
}

/// The keys of an entry, which there are all texts or all patterns, in one case or the other.
struct Keys {
    are_patterns: bool,
    case_sensitive: bool,
    whole_words: bool,
    /// Whether those without slashes are patterns too, as in a CCv3 entry that says so.
    bare_patterns: bool,
    are_texts: bool,
}

impl Keys {
    fn of(entry: &Entry) -> Self {
        let all = || entry.keys.iter().chain(entry.secondary_keys.iter().flatten());
        let are_texts = entry.use_regex == Some(false);
        let in_slashes = || all().filter_map(|key| split_pattern(key)).filter(|_| !are_texts);
        let bare_patterns =
            entry.use_regex == Some(true) && all().any(|key| !key.is_empty()) && in_slashes().next().is_none();
        let are_patterns = bare_patterns || in_slashes().next().is_some();
        let said = entry.case_sensitive == Some(true);
        let case_sensitive =
            if bare_patterns || !are_patterns { said } else { in_slashes().all(|(_, flags)| !flags.contains('i')) };
        let whole_words = entry.extensions.get("match_whole_words") == Some(&Json::Bool(true));
        Self { are_patterns, case_sensitive, whole_words, bare_patterns, are_texts }
    }

    fn written(&self, key: &str) -> String {
        match split_pattern(key).filter(|_| !self.are_texts) {
            _ if !self.are_patterns || key.is_empty() => key.to_owned(),
            Some((pattern, _)) => slashes(pattern, false),
            None if self.bare_patterns => slashes(key, false),
            None => text_as_pattern(key, self.whole_words),
        }
    }
}

/// A text as a pattern that finds it, by the rule of Marinara's own import of others' lorebooks.
pub fn text_as_pattern(text: &str, whole_words: bool) -> String {
    let signs = |c: char| ".*+?^${}()|[]\\".contains(c).then_some('\\').into_iter().chain([c]);
    let escaped: String = text.chars().flat_map(signs).collect();
    if whole_words { format!(r"\b{escaped}\b") } else { escaped }
}

/// A pattern with each slash in it escaped, as between slashes, or with none.
fn slashes(pattern: &str, escape: bool) -> String {
    let mut out = String::with_capacity(pattern.len());
    let mut is_escaped = false;
    for c in pattern.chars() {
        if c == '/' {
            match (is_escaped, escape) {
                (true, false) => drop(out.pop()),
                (false, true) => out.push('\\'),
                _ => {}
            }
        }
        is_escaped = c == '\\' && !is_escaped;
        out.push(c);
    }
    out
}
