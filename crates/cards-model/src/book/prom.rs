//! Lorebooks as Prom writes them.

use super::plain::{order_if_absent, undecorate};
use super::unknown_beside;
use crate::document::SpecObject;
use crate::json::{Json, Object};
use crate::spec::lorebook::{Entry, Lorebook, Position};
use crate::stash::{Options, STASH_KEY};
use crate::{Form, prom};
use cards_words::decorators::is_decorated;

impl From<&prom::Book> for Lorebook {
    /// The members of a Prom book under the names of a lorebook, for those who only look.
    fn from(book: &prom::Book) -> Self {
        from_prom(book.clone())
    }
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

/// Whether an entry of V2, CCv3 or CCv3L says the same in Prom, so that all but the order of its members comes back.
pub(crate) fn passes_to_prom(entry: &Entry, from: Form) -> bool {
    let same_regex = if from == Form::V2 { entry.use_regex.is_none() } else { entry.use_regex.is_some() };
    same_regex
        && entry.rest.fits(Entry::mandatory())
        && entry.rest.unknown().is_empty()
        && entry.extensions.get(STASH_KEY).is_none()
        && says_the_same(entry.name.as_deref(), entry.comment.as_deref(), entry.position.as_ref(), &entry.content)
}

/// Whether an entry of Prom says the same in V2, CCv3 or CCv3L, so that all but the order of its members comes back.
pub(crate) fn passes_from_prom(entry: &prom::Entry, to: Form) -> bool {
    let same_regex = if to == Form::V2 { entry.use_regex.is_none() } else { entry.use_regex.is_some() };
    let same_external = entry.external.as_ref().is_none_or(|external| {
        !external.appdata.is_empty()
            && external.appdata.get(STASH_KEY).is_none()
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
