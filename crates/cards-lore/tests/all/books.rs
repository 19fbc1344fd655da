//! Books of several kinds in one turn, and what a turn asks of them together.

use std::borrow::Cow;

use cards_lore::trace::{Cause, Outcome, Source, Stop};
use cards_lore::{
    Activation, Book, BookKind, Entry, EntryAt, Expander, Host, Limits, Lore, Message, Placement, Profile, Role,
    SeededDice, Settings, State, Turn,
};
use cards_model::{Content, Document, Json, Lorebook, from_json};
use cards_words::Words;
use serde_json::json;

/// Expands the name of a module's character only where a module's content is.
struct ModuleNames;

impl Expander for ModuleNames {
    fn expand<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        Cow::Borrowed(text)
    }

    fn expand_of<'t>(&mut self, text: &'t str, book: BookKind) -> Cow<'t, str> {
        match book {
            BookKind::Module => Cow::Owned(text.replace("<BOT>", "Wick")),
            _ => Cow::Borrowed(text),
        }
    }
}

fn entry(keys: &[&str], content: &str) -> Entry {
    Entry { keys: keys.iter().map(|&key| key.to_owned()).collect(), content: content.to_owned(), ..Entry::default() }
}

fn book(kind: BookKind, entries: Vec<Entry>) -> Book {
    Book { id: "M1".to_owned(), kind, entries, ..Book::default() }
}

fn activate(books: Vec<Book>, settings: Settings, messages: Vec<Message<'_>>) -> (Lore, Activation) {
    let lore = Lore::compile(books, settings, &Limits::default()).unwrap();
    let turn = Turn { messages, ..Turn::default() };
    let mut dice = SeededDice::new(1);
    let mut host = Host { tokens: &mut Words, dice: &mut dice, expander: &mut ModuleNames };
    let answer = lore.activate(&turn, &mut State::new(), &mut host).unwrap();
    (lore, answer)
}

fn shown(answer: &Activation) -> Vec<&str> {
    answer.prompt_order.iter().map(|&number| answer.entries[number].content.as_str()).collect()
}

/// A card's own book, and a module twice.
fn card_and_module() -> Vec<Book> {
    let own = book(BookKind::Character, vec![entry(&["lamp"], "<BOT> lit"), entry(&["never"], "dark")]);
    let mut module = vec![entry(&[], "@@depth 1 <BOT>"), entry(&["Old Toll"], "toll")];
    for (place, entry) in module.iter_mut().enumerate() {
        entry.order = 1000.0 + place as f64;
    }
    let module = book(BookKind::Module, module);
    vec![own, module.clone(), module]
}

#[test]
fn a_module_fires_by_its_own_rules_in_every_profile() {
    for &profile in Profile::ALL {
        let settings = Settings::new(profile).with_token_budget(Some(1e6));
        let (_, answer) = activate(card_and_module(), settings, vec![Message::user("A lamp.")]);
        assert_eq!(shown(&answer), ["<BOT> lit", "@@depth 1 Wick", "toll"], "{profile}");
        let outcome = answer.trace.outcome(EntryAt { book: 1, entry: 0 });
        assert!(matches!(outcome, Some(Outcome::Fired(fired)) if fired.cause == Cause::Always), "{profile}");
        assert_eq!(answer.trace.outcome(EntryAt { book: 2, entry: 0 }), None, "used once");
    }
}

#[test]
fn the_keys_of_a_module_count_on_request_in_every_profile() {
    for &profile in Profile::ALL {
        let settings = Settings::new(profile).with_module_keys(true).with_token_budget(Some(1e6));
        for (text, fires) in [("an old tollhouse", true), ("an oldtoll", false)] {
            let (_, answer) = activate(card_and_module(), settings.clone(), vec![Message::user(text)]);
            assert_eq!(shown(&answer).contains(&"toll"), fires, "{profile}: {text}");
            assert!(shown(&answer).contains(&"@@depth 1 Wick"), "{profile}");
        }
    }
}

#[test]
fn a_budget_of_the_turn_holds_for_all_books_together() {
    let books = || {
        let of = |kind, word: &str| book(kind, vec![entry(&["lamp"], &format!("{word} one")), entry(&["lamp"], word)]);
        vec![of(BookKind::Character, "own"), of(BookKind::Global, "world")]
    };
    for &profile in Profile::ALL {
        let settings = Settings::new(profile).with_turn_budget(Some(4.0)).with_token_budget(Some(1e6));
        let (_, answer) = activate(books(), settings, vec![Message::user("A lamp.")]);
        assert!(answer.tokens() <= 4 && answer.tokens() > 1, "{profile}: {:?}", shown(&answer));
        assert!(answer.overflowed);
        let stopped = answer.trace.entries().any(
            |(_, outcome)| matches!(outcome, Outcome::Stopped(stopped) if matches!(stopped.stop, Stop::Budget { .. })),
        );
        assert!(stopped, "{profile}");
    }
}

#[test]
fn hidden_messages_take_no_part_and_keep_their_places() {
    for &profile in Profile::ALL {
        let hidden = Message { hidden: true, ..Message::user("A secret lamp.") };
        let messages = vec![Message::user("An oar."), hidden, Message::user("No light.")];
        let books = vec![book(BookKind::Character, vec![entry(&["oar"], "oars"), entry(&["lamp"], "lit")])];
        // KoboldCpp counts characters, and takes 0 for all of them.
        let depth = if profile == Profile::KoboldCpp { 0.0 } else { 2.0 };
        let (_, answer) = activate(books, Settings::new(profile).with_scan_depth(depth), messages);
        assert_eq!(shown(&answer), ["oars"], "{profile}");
        let (_, outcome) = answer.trace.entries().next().unwrap();
        let Outcome::Fired(fired) = outcome else { panic!("{outcome:?}") };
        assert!(matches!(&fired.cause, Cause::Key(key) if key.source == Source::Message(0)), "{profile}");
    }
}

/// SillyTavern keys entries by their id when it imports a book: it lists them by number, and of two with one id the later stays.
#[test]
fn an_entry_is_known_by_its_place_in_the_card_whatever_its_id() {
    let entry = |id: i64, key: &str| json!({"id": id, "keys": [key], "content": key, "enabled": true, "insertion_order": 1, "extensions": {}});
    let entries = [entry(7, "bell"), entry(-1, "oar"), entry(2, "lamp"), entry(-1, "gull")];
    let text = json!({"extensions": {}, "entries": entries}).to_string();
    let book = from_json::<Lorebook>(&Json::read(&text, &cards_model::json::Limits::default()).unwrap()).unwrap();
    let book = Book::from_lorebook(&book, BookKind::Character, Profile::SillyTavern);
    assert_eq!(
        book.entries.iter().map(|entry| entry.content.as_str()).collect::<Vec<_>>(),
        ["bell", "oar", "lamp", "gull"]
    );
    let (_, answer) =
        activate(vec![book], Settings::new(Profile::SillyTavern), vec![Message::user("bell oar lamp gull")]);
    let fired: Vec<_> = answer.entries.iter().map(|entry| (entry.at.entry, entry.content.as_str())).collect();
    assert_eq!(fired, [(2, "lamp"), (0, "bell"), (3, "gull")]);
    assert_eq!(answer.trace.outcome(EntryAt { book: 0, entry: 1 }), None, "the later of one id stays");
}

/// An export of Marinara's own is read by Marinara as it is; other clients are handed what V2 says of it.
#[test]
fn what_a_client_exported_is_for_that_client_what_it_wrote() {
    let entries = json!([
        {"name": "Tide", "keys": ["/tide/i"], "content": "a text", "preventRecursion": null},
        {"name": "Bell", "keys": ["b.ll"], "useRegex": true, "secondaryKeys": ["oar"], "selective": true, "selectiveLogic": "not",
         "content": "a depth", "position": 2, "depth": 6, "role": "user", "sticky": 3},
        {"name": "Map", "keys": ["map"], "content": "an outlet", "position": 7, "outletName": "Map"},
        null,
        {"name": "Old", "keys": ["tide"], "content": "put away", "folderId": "f"},
    ]);
    let folders = json!([{"id": "f", "enabled": false}]);
    let data = json!({"lorebook": {"name": "Quay", "scanDepth": 4}, "entries": entries, "folders": folders});
    let text = json!({"type": "marinara_lorebook", "version": 1, "data": data});
    let read = |profile| Book::read(text.to_string(), BookKind::Global, profile, &Default::default()).unwrap().unwrap();
    let own = read(Profile::Marinara);
    assert_eq!((own.name.as_str(), own.scan_depth), ("Quay", Some(4.0)));
    assert!(!own.entries[0].recursion.prevent && !own.entries[0].use_regex && own.entries[1].use_regex);
    assert_eq!(own.entries[1].placement, Placement::Depth { depth: 6.0 });
    assert_eq!((own.entries[1].timing.sticky, own.entries[1].role), (3, Role::User));
    assert_eq!(own.entries[2].placement, Placement::Outlet("Map".into()));
    let fired = |profile, said: &'static str| {
        let (_, answer) = activate(vec![read(profile)], Settings::new(profile), vec![Message::user(said)]);
        answer.entries.iter().map(|entry| entry.content.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(fired(Profile::Marinara, "the tide, a bell"), ["a depth"]);
    assert_eq!(fired(Profile::Marinara, "a /tide/i, a bell, an oar"), ["a text"]);
    assert_eq!(fired(Profile::SillyTavern, "the tide, a bell, an oar"), ["a text"]);
    // Once it was changed, the content is what counts.
    let mut document: Document = text.to_string().parse().unwrap();
    let Content::Lorebook(book) = &mut document.content else { panic!("a lorebook") };
    book.entries[0].content = "changed".into();
    let book = Book::from_document(&document, BookKind::Global, Profile::Marinara).unwrap();
    assert_eq!((book.entries[0].content.as_str(), book.entries.len()), ("changed", 4));
}
