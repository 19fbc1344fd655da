//! Lorebooks as V2, CCv3 and CCv3L write them. The hub of all conversions has them so too.

use crate::Form;
use crate::document::{Rest, SpecObject};
use crate::json::{Json, Number};
use crate::spec::lorebook::{Entry, Lorebook, Position};
use crate::stash::{Decorators, Options, STASH_KEY};
use cards_words::decorators::{Block, Syntax, is_decorated};

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
        && entry.extensions.get(STASH_KEY).is_none()
        && !(undecorates && is_decorated(&entry.content))
}

/// Takes an entry that passes to a form.
pub(crate) fn pass(entry: &mut Entry, to: Form) {
    if to == Form::V2 {
        entry.use_regex = None;
    } else if entry.use_regex.is_none() {
        entry.use_regex = Some(false);
        entry.rest.place_slot(Entry::index_of("use_regex").unwrap_or_default());
    }
}

/// Whether an entry that passes to a form comes back with its members in their order.
pub(crate) fn keeps_order(entry: &Entry, to: Form) -> bool {
    to != Form::V2 || entry.rest.stands_in_place(Entry::index_of("use_regex").unwrap_or_default())
}

pub(super) fn order_if_absent(entry: &mut Entry) {
    let index = Entry::index_of("insertion_order").unwrap_or_default();
    let absent = entry.rest.was_read() && !entry.rest.stood_at(index);
    if absent || entry.rest.original(index) == Some(&Json::Null) {
        let unedited = entry.insertion_order == Number::default();
        if unedited {
            entry.insertion_order = DEFAULT_ORDER.into();
        }
    }
}

pub(super) fn undecorate(content: &mut String, options: &Options) {
    if options.decorators == Decorators::Removed {
        let block = Block::read(content, &Syntax::SPEC);
        if !block.is_empty() {
            *content = block.rest().to_owned();
        }
    }
}
