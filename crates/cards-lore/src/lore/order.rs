//! The order in which each profile goes through the entries, and what RisuAI takes from a book.

use std::collections::{HashMap, HashSet};

use crate::book::{Book, BookKind};
use crate::entry_at::EntryAt;
use crate::rules::{ListOrder, Rules};
use crate::settings::{Settings, Strategy};

/// The settings of the character's book, where they count all together or not at all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CharacterBook {
    pub(crate) scan_depth: f64,
    pub(crate) token_budget: f64,
    pub(crate) recursive: bool,
}

impl CharacterBook {
    /// Finds the settings; `None` when one of the three is missing.
    pub(crate) fn of(books: &[Book]) -> Option<Self> {
        let book = books.iter().find(|book| book.kind == BookKind::Character)?;
        Some(Self {
            scan_depth: book.scan_depth?,
            token_budget: book.token_budget?,
            recursive: book.recursive_scanning?,
        })
    }
}

/// Puts the entries in the order in which the profile processes them.
pub(super) fn list_order(books: &[Book], rules: &Rules, settings: &Settings) -> Vec<EntryAt> {
    let mut numbers: Vec<usize> = (0..books.len()).collect();
    // Spec: module-v1; a module that is named twice is used once.
    let mut seen = HashSet::new();
    numbers.retain(|&number| {
        let book = books.get(number).filter(|book| book.kind == BookKind::Module && !book.id.is_empty());
        book.is_none_or(|book| seen.insert(book.id.as_str()))
    });
    match rules.list_order {
        ListOrder::Strategy => return sillytavern_order(books, &numbers, settings.strategy),
        ListOrder::Scopes(scopes) => {
            let rank = |number: &usize| {
                let kind = books.get(*number).map(|book| book.kind);
                scopes.iter().position(|scope| Some(*scope) == kind)
            };
            numbers.sort_by_key(rank);
        }
        ListOrder::AsGiven => {}
    }
    let of_book = |number: usize| {
        let listed = books.get(number).map(listed).unwrap_or_default();
        listed.into_iter().map(move |entry| EntryAt { book: number, entry })
    };
    numbers.into_iter().flat_map(of_book).collect()
}

/// The places of a book's entries in its own order.
fn listed(book: &Book) -> Vec<usize> {
    book.listed.clone().unwrap_or_else(|| (0..book.entries.len()).collect())
}

/// De facto: SillyTavern 1.19; chat, persona, then character and global books by strategy, each by order.
fn sillytavern_order(books: &[Book], used: &[usize], strategy: Strategy) -> Vec<EntryAt> {
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
        let numbered = used.iter().filter_map(|&number| Some((number, books.get(number)?)));
        for (number, book) in numbered.filter(|(_, book)| kinds.contains(&book.kind)) {
            let named = !book.name.is_empty();
            if named && (taken.get(book.name.as_str()) != Some(&book.kind) || seen.contains(&book.name.as_str())) {
                continue;
            }
            seen.push(&book.name);
            let mut of_book = listed(book);
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

#[cfg(test)]
mod tests {
    use cards_words::Profile;

    use super::*;
    use crate::book::Entry;
    use crate::profile::of_turn;

    fn book(kind: BookKind, name: &str, entries: &[(&str, f64)]) -> Book {
        let entry = |&(id, order): &(&str, f64)| Entry { id: id.to_owned(), order, ..Entry::default() };
        Book { kind, name: name.to_owned(), entries: entries.iter().map(entry).collect(), ..Book::default() }
    }

    /// Books and entries by their numbers, in the order of a profile.
    fn listed(profile: Profile, books: &[Book]) -> Vec<(usize, usize)> {
        list_order(books, of_turn(profile), &Settings::new(profile)).into_iter().map(|at| (at.book, at.entry)).collect()
    }

    #[test]
    fn sillytavern_goes_by_order_and_then_by_number() {
        let order = |entries: &[(&str, f64)]| -> Vec<usize> {
            let books = [book(BookKind::Chat, "a", entries)];
            listed(Profile::SillyTavern, &books).into_iter().map(|(_, entry)| entry).collect()
        };
        assert_eq!(order(&[("10", 5.0), ("2", 5.0), ("x", 5.0), ("1", 9.0)]), [3, 1, 0, 2]);
        // An entry without a number has that of its place.
        assert_eq!(order(&[("", 5.0), ("", 5.0), ("0", 5.0)]), [0, 2, 1]);
        // Below and above zero are one zero.
        assert_eq!(order(&[("0", 0.0), ("1", -0.0), ("2", 0.0)]), [0, 1, 2]);
        assert_eq!(order(&[("0", -0.0), ("1", 0.0), ("2", -0.0)]), [0, 1, 2]);
    }

    #[test]
    fn sillytavern_uses_a_book_that_is_linked_twice_once() {
        let one = |kind, name| book(kind, name, &[("0", 1.0)]);
        let twice = [one(BookKind::Chat, "a"), one(BookKind::Chat, "a"), one(BookKind::Chat, "b")];
        assert_eq!(listed(Profile::SillyTavern, &twice), [(0, 0), (2, 0)]);
        let linked = [one(BookKind::Chat, "a"), one(BookKind::Persona, "b"), one(BookKind::Global, "a")];
        assert_eq!(listed(Profile::SillyTavern, &linked), [(1, 0), (2, 0)]);
        let unnamed = [one(BookKind::Chat, ""), one(BookKind::Chat, "")];
        assert_eq!(listed(Profile::SillyTavern, &unnamed), [(0, 0), (1, 0)]);
    }

    #[test]
    fn scopes_have_their_order_and_modules_count_once() {
        let one = |kind| book(kind, "", &[("0", 1.0), ("1", 9.0)]);
        let ListOrder::Scopes(scopes) = of_turn(Profile::Spec).list_order else { panic!("the specs name scopes") };
        let backwards: Vec<Book> = scopes.iter().rev().map(|kind| one(*kind)).collect();
        let expected: Vec<_> = (0..scopes.len()).rev().flat_map(|book| [(book, 0), (book, 1)]).collect();
        assert_eq!(listed(Profile::Spec, &backwards), expected);
        let module = |id: &str| Book { id: id.to_owned(), ..one(BookKind::Module) };
        let books = [module("m"), module("m"), module(""), module("")];
        let used: Vec<_> = listed(Profile::Spec, &books).into_iter().map(|(book, _)| book).collect();
        assert_eq!(used, [0, 0, 2, 2, 3, 3]);
    }

    #[test]
    fn the_settings_of_a_book_count_all_together_or_not_at_all() {
        let mut own = Book {
            scan_depth: Some(3.0),
            token_budget: Some(50.0),
            recursive_scanning: Some(true),
            ..book(BookKind::Character, "", &[])
        };
        let found = CharacterBook::of(std::slice::from_ref(&own)).unwrap();
        assert_eq!((found.scan_depth, found.token_budget, found.recursive), (3.0, 50.0, true));
        assert!(CharacterBook::of(&[Book { kind: BookKind::Chat, ..own.clone() }]).is_none());
        own.token_budget = None;
        assert!(CharacterBook::of(&[own]).is_none());
    }
}
