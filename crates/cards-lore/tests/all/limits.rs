//! The limits of cost, on both sides of each, and the words of the errors.

use cards_lore::{
    Activation, Book, Entry, Error, Host, Limits, Lore, Message, Profile, SeededDice, Settings, State, Turn, Verbatim,
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

#[track_caller]
fn check(keys: &[&str], message: &str, change: impl FnOnce(&mut Limits), fired: usize, findings: &[&str]) {
    let (found, answer) = run(keys, message, change, &mut State::new());
    assert_eq!((answer.entries.len(), &*found), (fired, findings));
}

#[test]
fn checks_of_entries() {
    check(&["a", "b"], "a b", |limits| limits.checks = 1_000, 2, &[]);
    check(&["a", "b"], "a b", |limits| limits.checks = 1, 1, &["limit"]);
}

#[test]
fn size_of_a_pattern() {
    check(&["/[a-f]{9}/"], "fadefaced", |limits| limits.regex_bytes = 1 << 16, 1, &[]);
    check(&["/[a-f]{9}/"], "fadefaced", |limits| limits.regex_bytes = 16, 0, &["costly-pattern"]);
}

#[test]
fn depth_of_a_pattern() {
    check(&["/((a))/"], "a", |limits| limits.regex_depth = 3, 1, &[]);
    check(&["/((a))/"], "a", |limits| limits.regex_depth = 1, 0, &["costly-pattern"]);
}

#[test]
fn number_of_patterns() {
    check(&["/a/", "/b/"], "a b", |limits| limits.regex_patterns = 2, 2, &[]);
    check(&["/a/", "/b/"], "a b", |limits| limits.regex_patterns = 1, 1, &["costly-pattern"]);
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
fn bytes_that_patterns_read() {
    check(&["/[ab]+/"], "abba", |limits| limits.regex_scan_bytes = 1_000, 1, &[]);
    check(&["/[ab]+/"], "abba", |limits| limits.regex_scan_bytes = 3, 0, &["limit"]);
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
    assert!(remembered(1) <= 1);
    assert!(remembered(100) >= 2);
}

#[test]
fn errors_say_what_to_do() {
    assert_eq!(Error::TooManyKeys.to_string(), "the keys of the books are too many for one automaton");
    let state = Error::State { line: 3 };
    assert_eq!(state.to_string(), "line 3 of the saved state is not readable; delete the state to start afresh");
}
