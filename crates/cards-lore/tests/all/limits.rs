//! The limits of cost, on both sides of each, and the words of the errors.

use std::borrow::Cow;

use cards_lore::{
    Activation, Book, Entry, Error, Expander, Host, Limits, Lore, Message, Profile, SeededDice, Settings, State, Turn,
    Verbatim,
};

use cards_words::Words;

/// The answer of a book of keys to one message, under limits; each entry says its key three times.
fn run(
    keys: &[&str],
    message: &str,
    change: impl FnOnce(&mut Limits),
    state: &mut State,
) -> (Vec<&'static str>, Activation) {
    let mut limits = Limits::default();
    change(&mut limits);
    let entry = |key: &&str| Entry {
        keys: vec![(*key).to_owned()],
        content: "abc".to_owned(),
        use_regex: key.starts_with('/'),
        ..Entry::default()
    };
    let book = Book { entries: keys.iter().map(entry).collect(), ..Book::default() };
    let lore = Lore::compile(vec![book], Settings::new(Profile::Spec), &limits).unwrap();
    let turn = Turn { messages: vec![Message::system(message)], ..Turn::default() };
    let mut dice = SeededDice::new(1);
    let mut host = Host { tokens: &mut Words, dice: &mut dice, expander: &mut Verbatim };
    let answer = lore.activate(&turn, state, &mut host).unwrap();
    let mut found: Vec<_> = lore.findings().iter().chain(&answer.findings).map(|finding| finding.kind.id()).collect();
    found.dedup();
    (found, answer)
}

/// Finds the least value of a limit with which nothing is found, and proves that one less answers with the finding.
#[track_caller]
fn edge(keys: &[&str], message: &str, finding: &str, change: impl Fn(&mut Limits, u64), fired: usize) -> u64 {
    let ask = |value| run(keys, message, |limits| change(limits, value), &mut State::new());
    let (mut past, mut enough) = (0, 1_u64);
    while !ask(enough).0.is_empty() {
        (past, enough) = (enough, enough * 2);
    }
    while past + 1 < enough {
        let middle = past.midpoint(enough);
        *(if ask(middle).0.is_empty() { &mut enough } else { &mut past }) = middle;
    }
    let (found, answer) = ask(enough);
    assert_eq!((answer.entries.len(), &*found), (fired, &[][..]), "at {enough}");
    let (found, answer) = ask(enough - 1);
    assert_eq!(found, [finding], "at {}", enough - 1);
    for finding in answer.findings.iter().filter(|found| found.kind.id() == "limit") {
        assert!(finding.kind.to_string().contains('`'), "{}", finding.kind);
    }
    enough
}

#[test]
fn every_limit_holds_from_one_value_to_the_next() {
    let two = ["a", "b"];
    assert_eq!(edge(&two, "a b", "limit", |limits, n| limits.checks = n, 2), 2);
    assert_eq!(edge(&two, "a b", "limit", |limits, n| limits.chat_bytes = n as usize, 2), 3);
    assert_eq!(edge(&["abcd"], "abcd", "long-key", |limits, n| limits.key_bytes = n as usize, 1), 4);
    assert_eq!(edge(&["/((a))/"], "a", "costly-pattern", |limits, n| limits.regex_depth = n as usize, 1), 2);
    assert_eq!(edge(&["/a/", "/b/"], "a b", "costly-pattern", |limits, n| limits.regex_patterns = n as usize, 2), 2);
    assert_eq!(edge(&["/[ab]+/"], "abba", "limit", |limits, n| limits.regex_scan_bytes = n, 1), 7);
    // What the engines take is theirs to say, and may change with them.
    edge(&["/[a-f]{9}/"], "fadefaced", "costly-pattern", |limits, n| limits.regex_bytes = n as usize, 1);
    edge(&["/(?:(?=x*)a|(?=x*)aa)+$/", "b"], "aaaaaab", "costly-pattern", |limits, n| limits.backtrack_steps = n, 1);
    edge(&two, "a b", "costly-key", |limits, n| limits.build_bytes = n, 2);
    edge(&two, "a b", "costly-key", |limits, n| limits.build_steps = n, 2);
}

#[test]
fn numbers_of_entries_and_keys() {
    let compile = |entries: usize, limit: usize| {
        let book = Book { entries: vec![Entry::default(); entries], ..Book::default() };
        Lore::compile(vec![book], Settings::new(Profile::Spec), &Limits::default().with_entries(limit))
    };
    assert!(compile(3, 3).is_ok());
    assert_eq!(compile(4, 3).unwrap_err(), Error::TooManyEntries { count: 4, limit: 3 });
    let fires = |keys: usize| {
        let keys = (0..keys).map(|number| format!("k{number}")).collect();
        let entry = Entry { keys, content: "x".to_owned(), ..Entry::default() };
        let limits = Limits::default().with_keys_per_entry(2);
        let book = Book { entries: vec![entry], ..Book::default() };
        let lore = Lore::compile(vec![book], Settings::new(Profile::Spec), &limits).unwrap();
        lore.findings().iter().map(|finding| finding.kind.id()).collect::<Vec<_>>()
    };
    assert_eq!((fires(2), fires(3)), (vec![], vec!["many-keys"]));
}

/// Makes every content ten times as long as it is written.
struct Tenfold;

impl Expander for Tenfold {
    fn expand<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        Cow::Owned(text.repeat(10))
    }
}

#[test]
fn contents_that_macros_make_are_paid_for_together() {
    // Agnai has no constant entries.
    for &profile in Profile::ALL.iter().filter(|profile| **profile != Profile::Agnai) {
        let entry = |number| Entry {
            id: format!("{number}"),
            constant: true,
            content: "0123456789".to_owned(),
            ..Entry::default()
        };
        let book = Book { entries: (0..4).map(entry).collect(), ..Book::default() };
        let texts = |bytes| {
            let limits = Limits::default().with_build_bytes(bytes);
            let settings = Settings::new(profile).with_token_budget(Some(1e9));
            let lore = Lore::compile(vec![book.clone()], settings, &limits).unwrap();
            let mut host = Host { tokens: &mut Words, dice: &mut SeededDice::new(1), expander: &mut Tenfold };
            let answer = lore.activate(&Turn::default(), &mut State::new(), &mut host).unwrap();
            let texts = answer.entries.iter().filter(|entry| !entry.content.is_empty()).count();
            let found: Vec<_> = answer.findings.iter().map(|finding| finding.kind.to_string()).collect();
            (texts, found)
        };
        assert_eq!(texts(400), (4, vec![]), "{profile:?}");
        let finding = "the turn was cut short by the limit `build_bytes`".to_owned();
        assert_eq!(texts(399), (3, vec![finding]), "{profile:?}");
    }
}

/// What a budget for building leaves of a book of keys: how many fire, and the kinds of findings.
#[track_caller]
fn check_building(keys: &[String], change: impl FnOnce(&mut Limits), fires: std::ops::Range<usize>, findings: &[&str]) {
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    let (found, answer) = run(&keys, "axx bxx cxx dxx exx fxx gxx hxx", change, &mut State::new());
    assert!(fires.contains(&answer.entries.len()), "{} fired", answer.entries.len());
    assert_eq!(found, findings);
}

#[test]
fn bytes_and_steps_of_all_that_is_built() {
    let letters = || "abcdefgh".chars();
    let plain: Vec<String> = letters().map(|letter| format!("{letter}xx")).collect();
    let patterns: Vec<String> = letters().map(|letter| format!("/{letter}x{{2}}/")).collect();
    check_building(&plain, |limits| limits.build_bytes = 8 * 400, 8..9, &[]);
    check_building(&plain, |limits| limits.build_bytes = 4 * 400, 4..8, &["costly-key"]);
    check_building(&plain, |limits| limits.build_steps = 4 * 400, 4..8, &["costly-key"]);
    check_building(&patterns, |limits| limits.build_bytes = 256 << 10, 8..9, &[]);
    check_building(&patterns, |limits| limits.build_bytes = 64 << 10, 1..5, &["costly-pattern"]);
    check_building(&patterns, |limits| limits.build_steps = 64 << 10, 1..5, &["costly-pattern"]);
}

#[test]
fn a_caller_learns_what_is_left_for_its_next_book() {
    let limits = Limits::default().with_build_steps(1_000);
    let left = |keys: &[&str]| {
        let entry = Entry { keys: keys.iter().map(|&key| key.to_owned()).collect(), ..Entry::default() };
        let book = Book { entries: vec![entry], ..Book::default() };
        Lore::compile(vec![book], Settings::new(Profile::Spec), &limits).unwrap().build_steps_left()
    };
    assert_eq!(left(&[]), 1_000);
    let (one, two) = (left(&["oar"]), left(&["oar", "lamp"]));
    assert!(1_000 > one && one > two && two > 0, "{one} {two}");
}

#[test]
fn the_budget_for_building_names_itself() {
    let (_, answer) = run(&["abc"], "abc", |limits| limits.build_bytes = 10, &mut State::new());
    assert_eq!(
        answer.findings[0].kind.to_string(),
        "`abc` never matches: what is built from the books is past the limit `build_bytes`; give the book fewer keys"
    );
}

#[test]
fn small_patterns_that_compile_to_much_end_with_the_budget() {
    // Each takes more than half a megabyte of program.
    let keys: Vec<String> = (0..600).map(|n| format!("/\\p{{L}}{{{}}}a?/u", 30 + n % 20 + n / 20 % 7)).collect();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    let (found, _) = run(&keys, "a word", |limits| limits.build_bytes = 8 << 20, &mut State::new());
    assert_eq!(found, ["costly-pattern"]);
}

#[test]
fn keys_are_found_whatever_automaton_they_went_into() {
    let keys: Vec<String> = (0..40_000).map(|number| format!("k{number}x")).collect();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    let (found, answer) = run(&keys, "k0x k16383x k16384x k39999x", |_| {}, &mut State::new());
    assert!(found.is_empty());
    let fired: Vec<usize> = answer.entries.iter().map(|entry| entry.at.entry).collect();
    assert_eq!(fired, [0, 16_383, 16_384, 39_999]);
}

#[test]
fn bytes_of_one_content() {
    let content = |bytes| {
        let (_, answer) = run(&["a"], "a", |limits| limits.content_bytes = bytes, &mut State::new());
        answer.entries[0].content.clone()
    };
    assert_eq!(content(3), "abc");
    assert_eq!(content(2), "ab");
}

#[test]
fn texts_that_are_remembered() {
    let remembered = |texts| {
        let mut state = State::new();
        run(&["a"], "a", |limits| limits.cached_texts = texts, &mut state);
        run(&["a"], "b", |limits| limits.cached_texts = texts, &mut state);
        state.to_text().lines().filter(|line| line.starts_with("text\t")).count()
    };
    // The first turn leaves three: the message, the text that it inserted, and the same text counted.
    assert_eq!((remembered(2), remembered(3)), (1, 3));
}

#[test]
fn errors_say_what_to_do() {
    let entries = Error::TooManyEntries { count: 4, limit: 3 };
    assert_eq!(entries.class(), "limit");
    assert_eq!(
        entries.to_string(),
        "the books hold 4 entries, more than the limit of 3; raise `Limits::entries` to read them"
    );
    assert_eq!(Error::TooManyKeys.to_string(), "the keys of the books are too many for one automaton");
    let state = Error::State { line: 3 };
    assert_eq!(state.to_string(), "line 3 of the saved state is not readable; delete the state to start afresh");
}
