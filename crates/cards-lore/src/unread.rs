//! What a client passes over of a lorebook: members that say something, and that it neither takes over nor acts on.

use cards_model::book::BookView;
use cards_model::document::{from_json, to_json};
use cards_model::{Json, Lorebook, Pointer};
use cards_words::Profile;
use cards_words::decorators::is_decorated;

use crate::book::{Book, BookKind};
use crate::profile;
use crate::rules::{BookSettings, Decorators, KeySyntax, Places, Recursion, Rules, SecondCondition};

/// A member that says something, and nothing to a client.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Unread {
    /// The place of the entry; `None` for a member of the book.
    pub entry: Option<usize>,
    /// The member as V2 names it, from the entry or the book down. The content stands for the `@@` lines in it.
    pub member: Pointer,
}

impl Unread {
    /// Gives where it is in the document that the book is of; `None` for a book that has not so many entries.
    #[must_use]
    pub fn place(&self, book: &BookView<'_>) -> Option<Pointer> {
        let Some(number) = self.entry else { return Some(book.pointer.join(&self.member)) };
        let entry = book.entries.get(number)?;
        let in_extensions = self.member.below(&Pointer::from(["extensions"]));
        Some(match in_extensions {
            Some(own) => entry.extensions_pointer().join(&own),
            None => entry.pointer.join(&self.member),
        })
    }
}

/// Whether the engine passes over what a member sets, by the choices of the client.
type PassesOver = fn(&Rules) -> bool;

const ACTS: PassesOver = |_| false;
const WITHOUT_SECOND: PassesOver = |rules| rules.second == SecondCondition::Never;
const ONE_PLACE: PassesOver = |rules| rules.places == Places::One;
const WITHOUT_RECURSION: PassesOver = |rules| rules.recursion == Recursion::Never;

/// Members of an entry.
const MEMBERS: &[(&[&str], PassesOver)] = &[
    (&["enabled"], |rules| !rules.heeds_enabled),
    (&["constant"], ACTS),
    (&["secondary_keys"], WITHOUT_SECOND),
    (&["case_sensitive"], |rules| !rules.heeds_case),
    (&["use_regex"], |rules| !matches!(rules.keys, KeySyntax::UseRegex | KeySyntax::Patterns) && !rules.mends()),
    (&["insertion_order"], |rules| rules.keeps_book_order),
    (&["priority"], |rules| !rules.reads_priority),
    (&["position"], ONE_PLACE),
    (&["extensions", "position"], ONE_PLACE),
    (&["extensions", "depth"], ONE_PLACE),
    (&["extensions", "role"], ONE_PLACE),
    (&["extensions", "selectiveLogic"], WITHOUT_SECOND),
    (&["extensions", "probability"], ACTS),
    (&["extensions", "match_whole_words"], |rules| !rules.heeds_words),
    (&["extensions", "case_sensitive"], |rules| !rules.heeds_case),
    (&["extensions", "scan_depth"], |rules| rules.book_settings == BookSettings::Ignored),
    (&["extensions", "exclude_recursion"], WITHOUT_RECURSION),
    (&["extensions", "prevent_recursion"], WITHOUT_RECURSION),
    (&["extensions", "delay_until_recursion"], WITHOUT_RECURSION),
    (&["extensions", "group"], ACTS),
    (&["extensions", "sticky"], ACTS),
    (&["extensions", "cooldown"], ACTS),
    (&["extensions", "delay"], ACTS),
];

/// Members of a book.
const SETTINGS: [&str; 3] = ["scan_depth", "token_budget", "recursive_scanning"];

/// Lists what a client passes over of a lorebook of V2, CCv3 or Prom: what its import leaves out, and what its engine does not ask.
///
/// ```
/// use cards_lore::{Profile, unread};
/// use cards_model::Lorebook;
/// let book = r#"{"extensions":{},"entries":[{"keys":["bell"],"content":"It rings.","constant":true,"extensions":{},
///     "enabled":true,"insertion_order":1}]}"#;
/// let document: cards_model::Document = book.parse()?;
/// let book = document.content.lorebook().unwrap();
/// let members: Vec<String> = unread(&book, Profile::Agnai).iter().map(|unread| unread.member.to_string()).collect();
/// assert_eq!(members, ["/constant"]);
/// # Ok::<(), cards_model::Error>(())
/// ```
#[must_use]
pub fn unread(book: &Lorebook, profile: Profile) -> Vec<Unread> {
    let rules = profile::of_turn(profile);
    let mut found = Vec::new();
    let of_book = |json: &Json| read(json, profile).map(|book| Book { entries: Vec::new(), ..book });
    let head = to_json(&Lorebook { entries: Vec::new(), ..book.clone() });
    for name in SETTINGS {
        let member = Pointer::from([name]);
        if head.at(&member).is_some_and(says) {
            let as_read = of_book(&head);
            let same = others(&head, &member).iter().all(|other| of_book(other) == as_read);
            // The client of which one setting counts only beside the others reads each of them.
            if same || matches!(rules.book_settings, BookSettings::Ignored | BookSettings::None) {
                found.push(Unread { entry: None, member });
            }
        }
    }
    for (number, entry) in book.entries.iter().enumerate() {
        let alone = to_json(&Lorebook { entries: vec![entry.clone()], ..Lorebook::default() });
        let at = Pointer::from(["entries"]).index(0);
        let as_read = read(&alone, profile);
        let value = |member: &Pointer| alone.at(&at.join(member)).filter(|value| says(value));
        for (path, passes_over) in MEMBERS {
            let member = path.iter().fold(Pointer::default(), |at, name| at.member(name));
            // To be on is what is meant without a word.
            let said = if *path == ["enabled"] { !entry_is_on(&alone, &at) } else { value(&member).is_some() };
            // Secondary keys of an entry that is not selective say nothing to anybody.
            let second = matches!(path.last(), Some(&"secondary_keys" | &"selectiveLogic"));
            if !said || (second && value(&Pointer::from(["selective"])).is_none()) {
                continue;
            }
            let same = || others(&alone, &at.join(&member)).iter().all(|other| read(other, profile) == as_read);
            if passes_over(rules) || same() {
                found.push(Unread { entry: Some(number), member });
            }
        }
        let content = Pointer::from(["content"]);
        let decorated = value(&content).and_then(Json::as_str).is_some_and(is_decorated);
        if decorated && rules.decorators == Decorators::Text {
            found.push(Unread { entry: Some(number), member: content });
        }
    }
    found
}

fn entry_is_on(alone: &Json, at: &Pointer) -> bool {
    alone.at(&at.member("enabled")) != Some(&Json::Bool(false))
}

/// Whether a value says anything.
fn says(value: &Json) -> bool {
    match value {
        Json::Null | Json::Bool(false) => false,
        Json::String(text) => !text.is_empty(),
        Json::Array(items) => !items.is_empty(),
        _ => true,
    }
}

/// The same book without a member, and with other values of it.
fn others(book: &Json, member: &Pointer) -> Vec<Json> {
    let numbers = [0, 1, 2, 3, 4, 7, 60];
    let values: Vec<Json> = match book.at(member) {
        Some(Json::Bool(said)) => vec![Json::Bool(!said)],
        Some(Json::Number(_)) => numbers.into_iter().map(Json::from).collect(),
        Some(Json::String(_)) => ["before_char", "after_char", ""].into_iter().map(Json::from).collect(),
        _ => Vec::new(),
    };
    let with = |value: Option<Json>| {
        let mut changed = book.clone();
        let parent = member.parent().unwrap_or_default();
        if let (Some(Json::Object(object)), Some(name)) = (changed.at_mut(&parent), member.last()) {
            match value {
                Some(value) => drop(object.insert(&*name, value)),
                None => drop(object.remove(&name)),
            }
        }
        changed
    };
    values.into_iter().map(Some).chain([None]).map(with).collect()
}

fn read(book: &Json, profile: Profile) -> Option<Book> {
    let book: Lorebook = from_json(book)?;
    Some(Book::from_lorebook(&book, BookKind::Character, profile))
}
