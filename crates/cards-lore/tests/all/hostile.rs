//! Input that is made to cost much: bounded time and memory, and a finding.

use cards_lore::finding::FindingKind;
use cards_lore::{
    Activation, Book, Entry, Host, Limits, Lore, Message, Profile, SeededDice, Settings, State, Turn, Verbatim,
};
use cards_words::Words;

fn compile(entries: Vec<Entry>, profile: Profile, limits: &Limits) -> Lore {
    let settings = Settings::new(profile).with_recursive(true).with_scan_depth(1e6).with_token_budget(Some(1e12));
    Lore::compile(vec![Book { entries, ..Book::default() }], settings, limits).unwrap()
}

fn activate(lore: &Lore, messages: &[&str]) -> Activation {
    let messages = messages.iter().map(|text| Message::system(*text));
    let turn = Turn { messages: messages.collect(), ..Turn::default() };
    let mut dice = SeededDice::new(1);
    let mut host = Host { tokens: &mut Words, dice: &mut dice, expander: &mut Verbatim };
    lore.activate(&turn, &mut State::new(), &mut host).unwrap()
}

fn keyed(key: &str, content: &str) -> Entry {
    Entry { keys: vec![key.to_owned()], content: content.to_owned(), ..Entry::default() }
}

fn regex(key: &str) -> Entry {
    Entry { use_regex: true, ..keyed(key, "x") }
}

fn has(answer: &Activation, id: &str) -> bool {
    answer.findings.iter().any(|finding| finding.kind.id() == id)
}

#[test]
fn catastrophic_patterns_read_a_text_once_or_are_given_up() {
    let text = "a".repeat(4_000);
    for profile in [Profile::Spec, Profile::SillyTavern] {
        for key in ["/(a+)+$/", "/(a|a)*b/", "/^(([a-z])+.)+[A-Z]([a-z])+$/"] {
            // The text, and the marks that a profile puts around it.
            let limits = Limits::default().with_regex_scan_bytes(text.len() as u64 + 2);
            let answer = activate(&compile(vec![regex(key)], profile, &limits), &[&text]);
            assert!(!has(&answer, "limit") && !has(&answer, "costly-pattern"), "{key}: {:?}", answer.findings);
        }
        for key in ["/(?=(a+))\\1+[bc]/", "/(a*)*\\1[bc]/", "/(?<=b(a+)+)a/"] {
            let limits = Limits::default().with_backtrack_steps(1_000);
            let answer = activate(&compile(vec![regex(key)], profile, &limits), &[&text]);
            assert!(answer.entries.is_empty() && has(&answer, "costly-pattern"), "{key}: {:?}", answer.findings);
        }
    }
}

#[test]
fn look_around_is_paid_for_by_what_it_looks_at() {
    // From every place of the text the look-ahead reads on to its end, and nothing has to be tried again.
    let text = "a".repeat(200_000);
    let lore = compile(vec![regex("/(?=.*!)a/")], Profile::Spec, &Limits::default());
    let answer = activate(&lore, &[&text]);
    let alone = |finding: &cards_lore::Finding| finding.kind.to_string().contains("`backtrack_steps`");
    assert!(answer.findings.iter().any(alone), "{:?}", answer.findings);
    // Many of them share what a turn may spend.
    let keys = (0..100).map(|number| regex(&format!("/(?=.*!{number})a/")));
    let limits = Limits::default().with_regex_scan_bytes(1 << 25);
    let answer = activate(&compile(keys.collect(), Profile::Spec, &limits), &[&text]);
    let shared = |finding: &cards_lore::Finding| finding.kind.to_string().contains("`regex_scan_bytes`");
    assert!(answer.findings.iter().any(shared), "{:?}", answer.findings);
    // What looks no further than a letter takes a few steps for each place that it may begin at.
    let limits = Limits::default().with_backtrack_steps(200_000 / 16 + 10);
    let answer = activate(&compile(vec![regex("/(?<!the )lamp/")], Profile::Spec, &limits), &[&text]);
    assert!(answer.findings.is_empty(), "{:?}", answer.findings);
}

#[test]
fn too_many_steps_are_a_finding_on_every_turn() {
    let limits = Limits::default().with_backtrack_steps(1_000);
    let lore = compile(vec![regex("/(a*)*\\1[bc]/")], Profile::Spec, &limits);
    let text = "a".repeat(4_000);
    let mut state = State::new();
    for _ in 0..2 {
        let turn = Turn { messages: vec![Message::user(&text)], ..Turn::default() };
        let mut dice = SeededDice::new(1);
        let mut host = Host { tokens: &mut Words, dice: &mut dice, expander: &mut Verbatim };
        let answer = lore.activate(&turn, &mut state, &mut host).unwrap();
        assert!(has(&answer, "costly-pattern"));
        assert_eq!(answer.findings[0].entry.map(|at| at.entry), Some(0));
    }
}

#[test]
fn huge_repetitions_are_a_finding() {
    for key in ["/a{100000}/", "/(a{1000}){1000}/", "/a{99999999999}/", "/((((x{50}){50}){50}){50}){50}/"] {
        let lore = compile(vec![regex(key)], Profile::Spec, &Limits::default());
        let answer = activate(&lore, &[&"a".repeat(100), &"x".repeat(100)]);
        assert!(has(&answer, "costly-pattern"), "{key}: {:?}", answer.findings);
        assert!(answer.entries.is_empty());
    }
    let deep = format!("/{}a{}/", "(".repeat(5_000), ")".repeat(5_000));
    let lore = compile(vec![regex(&deep)], Profile::Spec, &Limits::default());
    assert!(lore.findings().iter().any(|finding| matches!(finding.kind, FindingKind::CostlyPattern { .. })));
}

#[test]
fn a_repeated_look_around_runs() {
    let keys = ["/(?:(?=lamp))+/", "/(?:\\b)+(?=lamp)/", "/(?:\\b)+lamp/"];
    let lore = compile(keys.map(regex).to_vec(), Profile::Spec, &Limits::default());
    let answer = activate(&lore, &["a lamp"]);
    assert!(!has(&answer, "costly-pattern"), "{:?}", answer.findings);
    let fired: Vec<_> = answer.entries.iter().map(|active| active.at.entry).collect();
    assert_eq!(fired, [0, 1, 2]);
}

#[test]
fn blank_keys_never_match_by_the_spec_and_are_named() {
    let lore = compile(vec![keyed(" ", "x"), keyed("", "x")], Profile::Spec, &Limits::default());
    assert!(activate(&lore, &["anything"]).entries.is_empty());
    assert!(lore.findings().iter().any(|finding| finding.kind.id() == "blank-key"));
    let lore = compile(vec![keyed(" ", "x")], Profile::SillyTavern, &Limits::default());
    assert_eq!(activate(&lore, &["anything"]).entries.len(), 1);
    assert!(matches!(lore.findings()[0].kind, FindingKind::BlankKey { matches_everything: true }));
}

#[test]
fn long_chains_are_linear() {
    let check = |profile: Profile, backward: bool| {
        let length = 20_000;
        let chain = (0..length).map(|place| {
            let at = if backward { length - 1 - place } else { place };
            keyed(&format!("k{at}x"), &format!("k{}x", at + 1))
        });
        // Each entry is looked at once or twice.
        let limits = Limits::default().with_checks(2 * length as u64);
        let answer = activate(&compile(chain.collect(), profile, &limits), &["k0x"]);
        assert_eq!(answer.entries.len(), length, "{profile:?}");
        assert!(!has(&answer, "limit"), "{profile:?}: {:?}", answer.findings);
    };
    // Each on a thread of its own: this is the longest test of the crate.
    std::thread::scope(|scope| {
        for profile in [Profile::Spec, Profile::SillyTavern, Profile::Risu] {
            for backward in [false, true] {
                scope.spawn(move || check(profile, backward));
            }
        }
    });
}

#[test]
fn rings_and_self_triggering_end() {
    for profile in [Profile::Spec, Profile::SillyTavern, Profile::Risu] {
        let entries = vec![keyed("alpha", "alpha bravo"), keyed("bravo", "alpha"), keyed("{{x}}", "{{x}}")];
        let lore = compile(entries, profile, &Limits::default());
        assert_eq!(activate(&lore, &["alpha"]).entries.len(), 2, "{profile:?}");
    }
}

#[test]
fn a_limit_on_passes_is_a_finding() {
    let chain = (0..100).map(|place| keyed(&format!("k{}x", 99 - place), &format!("k{}x", 100 - place)));
    for profile in [Profile::Spec, Profile::SillyTavern] {
        let limits = Limits::default().with_passes(10);
        let lore = compile(chain.clone().collect(), profile, &limits);
        let answer = activate(&lore, &["k0x"]);
        assert_eq!(answer.entries.len(), 10);
        assert!(has(&answer, "limit"));
    }
}

#[test]
fn chats_past_the_limit_are_searched_from_the_newest() {
    let limits = Limits::default().with_chat_bytes(1 << 20);
    let lore = compile(vec![keyed("old", "o"), keyed("new", "n")], Profile::Spec, &limits);
    let long = "x ".repeat(1 << 19);
    let answer = activate(&lore, &["old", &long, "new"]);
    assert_eq!(answer.entries.len(), 1);
    assert!(has(&answer, "limit"));
}

#[test]
fn entries_that_the_caller_forces_need_no_keys() {
    for profile in [Profile::Spec, Profile::SillyTavern, Profile::Risu] {
        let entry = Entry { id: "7".to_owned(), content: "x".to_owned(), ..Entry::default() };
        let book = Book { name: "b".to_owned(), entries: vec![entry], ..Book::default() };
        let lore = Lore::compile(vec![book], Settings::new(profile), &Limits::default()).unwrap();
        let turn = Turn { forced: vec![cards_lore::turn::ForcedEntry { book: "b", id: "7" }], ..Turn::default() };
        let mut dice = SeededDice::new(1);
        let mut host = Host { tokens: &mut Words, dice: &mut dice, expander: &mut Verbatim };
        let answer = lore.activate(&turn, &mut State::new(), &mut host).unwrap();
        assert_eq!(answer.entries.len(), 1, "{profile:?}");
    }
}

#[test]
fn long_keys_and_long_lists_are_findings() {
    let limits = Limits::default().with_key_bytes(10).with_keys_per_entry(2);
    let entry = Entry { keys: vec!["a".repeat(11), "b".to_owned(), "c".to_owned()], ..keyed("", "x") };
    let lore = compile(vec![entry], Profile::Spec, &limits);
    let ids: Vec<&str> = lore.findings().iter().map(|finding| finding.kind.id()).collect();
    assert_eq!(ids, ["many-keys", "long-key"]);
    assert!(activate(&lore, &["c"]).entries.is_empty());
}
