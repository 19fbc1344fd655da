//! Lorebooks and their entries on the way through the hub, which has them as V2 and CCv3 write them.

use super::{Decorators, Options};
use crate::book::decorators::{Block, Syntax, is_decorated};
use crate::document::{Rest, SpecObject};
use crate::json::{Json, Number, Object};
use crate::spec::lorebook::{Entry, Lorebook, Position};
use crate::{Form, prom};

/// The insertion order of an entry that has none.
///
/// De facto: SillyTavern and RisuAI both give new entries 100.
const DEFAULT_ORDER: i64 = 100;

/// A book of V2, CCv3 or CCv3L on its way into the hub.
pub(crate) fn from_plain(mut book: Lorebook) -> Lorebook {
    book.rest = Rest::of_unknown(book.rest.take_unknown());
    book
}

/// A book for V2, CCv3 or CCv3L.
pub(crate) fn to_plain(mut book: Lorebook, form: Form, options: &Options) -> Lorebook {
    book.entries = book.entries.into_iter().map(|entry| entry_to_plain(entry, form, options)).collect();
    book
}

/// A Prom book on its way into the hub.
pub(crate) fn from_prom(mut book: prom::Book) -> Lorebook {
    let mut unknown = book.rest.take_unknown();
    let extensions = appdata(book.external, &mut unknown);
    Lorebook {
        name: book.name,
        description: book.description,
        scan_depth: book.scan_depth,
        token_budget: book.token_budget,
        recursive_scanning: book.recursive_scanning,
        extensions,
        entries: book.entries.into_iter().map(entry_from_prom).collect(),
        rest: unknown_beside::<Lorebook>(unknown),
    }
}

/// A book for Prom.
pub(crate) fn to_prom(mut book: Lorebook, options: &Options) -> prom::Book {
    let unknown = book.rest.take_unknown();
    prom::Book {
        name: book.name,
        description: book.description,
        scan_depth: book.scan_depth,
        token_budget: book.token_budget,
        recursive_scanning: book.recursive_scanning,
        external: external(book.extensions),
        entries: book.entries.into_iter().map(|entry| entry_to_prom(entry, options)).collect(),
        rest: unknown_beside::<prom::Book>(unknown),
        ..prom::Book::default()
    }
}

/// An entry for V2, CCv3 or CCv3L.
pub(crate) fn entry_to_plain(mut entry: Entry, form: Form, options: &Options) -> Entry {
    order_if_absent(&mut entry);
    entry.rest = Rest::of_unknown(entry.rest.take_unknown());
    if matches!(entry.position, Some(Position::BeforeAuthorsNote | Position::AfterAuthorsNote)) {
        entry.position = None;
    }
    if form == Form::V2 {
        entry.use_regex = None;
        undecorate(&mut entry.content, options);
    } else {
        entry.use_regex.get_or_insert(false);
    }
    entry
}

/// An entry for Prom.
pub(crate) fn entry_to_prom(mut entry: Entry, options: &Options) -> prom::Entry {
    order_if_absent(&mut entry);
    undecorate(&mut entry.content, options);
    let name = match entry.name {
        Some(name) if !name.trim().is_empty() => name,
        _ => entry.comment.clone().unwrap_or_default(),
    };
    prom::Entry {
        name,
        keys: entry.keys,
        secondary_keys: entry.secondary_keys,
        content: entry.content,
        constant: entry.constant,
        selective: entry.selective,
        enabled: entry.enabled,
        insertion_order: entry.insertion_order,
        case_sensitive: entry.case_sensitive,
        use_regex: entry.use_regex,
        priority: entry.priority,
        id: entry.id,
        comment: entry.comment,
        position: entry.position,
        external: external(entry.extensions),
        rest: unknown_beside::<prom::Entry>(entry.rest.take_unknown()),
    }
}

/// An entry of Prom on its way into the hub.
pub(crate) fn entry_from_prom(mut entry: prom::Entry) -> Entry {
    let mut unknown = entry.rest.take_unknown();
    Entry {
        extensions: appdata(entry.external, &mut unknown),
        name: Some(entry.name).filter(|name| !name.is_empty()),
        keys: entry.keys,
        secondary_keys: entry.secondary_keys,
        content: entry.content,
        constant: entry.constant,
        selective: entry.selective,
        enabled: entry.enabled,
        insertion_order: entry.insertion_order,
        case_sensitive: entry.case_sensitive,
        use_regex: entry.use_regex,
        priority: entry.priority,
        id: entry.id,
        comment: entry.comment,
        position: entry.position,
        rest: unknown_beside::<Entry>(unknown),
    }
}

/// Whether an entry can be taken from one form to another as it is, but for `use_regex`, and brought back so.
pub(crate) fn passes(entry: &Entry, from: Form, to: Form, undecorates: bool) -> bool {
    let same_regex = match (from, to) {
        (Form::V2, _) => entry.use_regex.is_none(),
        (_, Form::V2) => entry.use_regex == Some(false),
        _ => entry.use_regex.is_some(),
    };
    let author = matches!(entry.position, Some(Position::BeforeAuthorsNote | Position::AfterAuthorsNote));
    same_regex
        && !author
        && entry.rest.fits(Entry::mandatory())
        && entry.extensions.get(super::STASH_KEY).is_none()
        && !(undecorates && is_decorated(&entry.content))
}

/// Takes an entry that passes to a form.
pub(crate) fn pass(entry: &mut Entry, to: Form) {
    entry.use_regex = if to == Form::V2 { None } else { entry.use_regex.or(Some(false)) };
}

/// Whether an entry of V2, CCv3 or CCv3L says the same in Prom, so that all but the order of its members comes back.
pub(crate) fn passes_to_prom(entry: &Entry, from: Form) -> bool {
    let same_regex = if from == Form::V2 { entry.use_regex.is_none() } else { entry.use_regex.is_some() };
    same_regex
        && entry.rest.fits(Entry::mandatory())
        && entry.rest.unknown().is_empty()
        && entry.extensions.get(super::STASH_KEY).is_none()
        && says_the_same(entry.name.as_deref(), entry.comment.as_deref(), entry.position.as_ref(), &entry.content)
}

/// Whether an entry of Prom says the same in V2, CCv3 or CCv3L, so that all but the order of its members comes back.
pub(crate) fn passes_from_prom(entry: &prom::Entry, to: Form) -> bool {
    let same_regex = if to == Form::V2 { entry.use_regex.is_none() } else { entry.use_regex.is_some() };
    let same_external = entry.external.as_ref().is_none_or(|external| {
        !external.appdata.is_empty()
            && external.appdata.get(super::STASH_KEY).is_none()
            && external.rest.fits(prom::External::mandatory())
            && external.rest.unknown().is_empty()
    });
    let name = Some(entry.name.as_str()).filter(|name| !name.is_empty());
    same_regex
        && same_external
        && entry.rest.fits(prom::Entry::mandatory())
        && entry.rest.unknown().is_empty()
        && says_the_same(name, entry.comment.as_deref(), entry.position.as_ref(), &entry.content)
}

/// Whether the members that specs treat differently are such that they agree on them.
fn says_the_same(name: Option<&str>, comment: Option<&str>, position: Option<&Position>, content: &str) -> bool {
    let author = matches!(position, Some(Position::BeforeAuthorsNote | Position::AfterAuthorsNote));
    // Prom names an entry by its comment when nothing else does.
    let named = match name {
        Some(name) => !name.trim().is_empty(),
        None => comment.unwrap_or_default().is_empty(),
    };
    named && !author && !is_decorated(content)
}

fn order_if_absent(entry: &mut Entry) {
    let index = Entry::index_of("insertion_order").unwrap_or_default();
    let absent = entry.rest.was_read() && !entry.rest.stood(index);
    if absent || entry.rest.original(index) == Some(&Json::Null) {
        let unedited = entry.insertion_order == Number::default();
        if unedited {
            entry.insertion_order = DEFAULT_ORDER.into();
        }
    }
}

fn undecorate(content: &mut String, options: &Options) {
    if options.decorators == Decorators::Removed {
        let block = Block::read(content, &Syntax::SPEC);
        if !block.is_empty() {
            *content = block.rest().to_owned();
        }
    }
}

fn external(extensions: Object) -> Option<prom::External> {
    (!extensions.is_empty()).then(|| prom::External { appdata: extensions, ..prom::External::default() })
}

/// The data of applications; an earlier draft of Prom has it where V2 does.
fn appdata(external: Option<prom::External>, unknown: &mut Object) -> Object {
    match (external, unknown.get("extensions")) {
        (Some(external), _) => external.appdata,
        (None, Some(Json::Object(_))) => match unknown.remove("extensions") {
            Some(Json::Object(extensions)) => extensions,
            _ => Object::new(),
        },
        (None, _) => Object::new(),
    }
}

/// Unknown members, without those that are no longer unknown in the target.
pub(crate) fn unknown_beside<T: SpecObject>(members: Object) -> Rest {
    Rest::of_unknown(members.into_iter().filter(|(key, _)| T::index_of(key).is_none()).collect())
}
