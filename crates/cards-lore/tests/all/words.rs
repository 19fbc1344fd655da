//! What the trace says in words: why each entry fired or did not.

use cards_lore::book::{Group, Logic, Timing};
use cards_lore::placement::{InjectHow, Placement};
use cards_lore::trace::Searched;
use cards_lore::{
    Activation, Book, Entry, EntryAt, Host, Limits, Lore, Message, Profile, SeededDice, Settings, State, Turn, Verbatim,
};
use cards_words::Words;

/// The messages of a turn.
struct Said<'m>(&'m [&'m str]);

impl Searched for Said<'_> {
    fn message(&self, at: usize) -> (String, Option<&str>) {
        (format!("message {}", at + 1), self.0.get(at).copied())
    }
}

/// A sentence without what was left of the budget.
fn bare(words: Option<String>) -> Option<String> {
    words.map(|words| words.split_once("; ").map_or(words.clone(), |(head, _)| head.to_owned()))
}

fn entry(keys: &[&str]) -> Entry {
    Entry { keys: keys.iter().map(|key| (*key).to_owned()).collect(), content: "Some text.".into(), ..Entry::default() }
}

fn activate(entries: Vec<Entry>, settings: Settings, messages: &[&str]) -> (Lore, Activation) {
    let lore = Lore::compile(vec![Book { entries, ..Book::default() }], settings, &Limits::default()).unwrap();
    let messages = messages.iter().map(|text| Message::user(*text)).collect();
    let turn = Turn { messages, look_beyond_depth: true, ..Turn::default() };
    let mut dice = SeededDice::new(7);
    let mut host = Host { tokens: &mut Words, dice: &mut dice, expander: &mut Verbatim };
    let answer = lore.activate(&turn, &mut State::new(), &mut host).unwrap();
    (lore, answer)
}

#[test]
fn each_outcome_has_its_sentence() {
    let secondary =
        |logic| Entry { secondary_keys: vec!["sail".into()], selective: true, logic: Some(logic), ..entry(&["oar"]) };
    let rows = [
        (entry(&["oar"]), "key \"oar\" matched in message 2: An [oar] and a mast."),
        (entry(&["flag"]), "none of its keys occurs in the messages that are searched"),
        (entry(&["lamp"]), "a key occurs only in the message 3 back, and 2 are searched"),
        (entry(&[]), "it has no keys and nothing else fires it"),
        (entry(&[]).with_constant(true), "it is constant"),
        (entry(&["oar"]).with_enabled(false), "it is switched off"),
        (
            secondary(Logic::AndAny),
            "key \"oar\" matched in message 2: An [oar] and a mast., but none of its secondary keys occurs there",
        ),
        (
            secondary(Logic::AndAll),
            "key \"oar\" matched in message 2: An [oar] and a mast., but not all of its secondary keys occur there",
        ),
        (secondary(Logic::NotAny), "key \"oar\" matched in message 2: An [oar] and a mast."),
        (
            Entry { secondary_keys: vec!["mast".into()], ..secondary(Logic::NotAny) },
            "key \"oar\" matched in message 2: An [oar] and a mast., but a secondary key occurs there (secondary key \"mast\" matched in message 2: An oar and a [mast].), which forbids it",
        ),
        (
            Entry { secondary_keys: vec!["mast".into()], ..secondary(Logic::AndAll) },
            "key \"oar\" matched in message 2: An [oar] and a mast., with secondary key \"mast\" matched in message 2: An oar and a [mast].",
        ),
        (
            Entry { timing: Timing { delay: 9, ..Timing::default() }, ..entry(&["oar"]) },
            "it waits for 9 messages and the chat has 3",
        ),
        (
            entry(&["oar"]).with_probability(0.0),
            "key \"oar\" matched in message 2: An [oar] and a mast., but the dice showed 39 and its chance is 0 %",
        ),
    ];
    let settings = Settings::new(Profile::SillyTavern).with_scan_depth(2).with_token_budget(1e6);
    let said = ["A lamp.", "An oar and a mast.", "What a night."];
    let (_, answer) = activate(rows.iter().map(|(entry, _)| entry.clone()).collect(), settings, &said);
    for (number, (_, words)) in rows.iter().enumerate() {
        let at = EntryAt { book: 0, entry: number };
        let said = bare(answer.trace.words(&Said(&said)).entry(at));
        assert_eq!(said.as_deref(), Some(*words), "entry {number}");
    }
    assert_eq!(answer.trace.in_words(EntryAt { book: 0, entry: 99 }), None);
    // Without the texts, places alone.
    assert_eq!(
        bare(answer.trace.in_words(EntryAt { book: 0, entry: 0 })).as_deref(),
        Some("key \"oar\" matched in message 2")
    );
}

#[test]
fn groups_budgets_and_passes_have_their_sentences() {
    let grouped = |order: f64| {
        Entry { group: Group { names: "g".into(), prioritize: true, ..Group::default() }, ..entry(&["oar"]) }
            .with_order(order)
    };
    let settings = Settings::new(Profile::SillyTavern).with_recursive(true).with_token_budget(7.0);
    let entries = vec![
        grouped(1.0).with_name("first"),
        grouped(9.0).with_name("second"),
        Entry { content: "a b c d e".into(), ..entry(&["mast"]) }.with_order(0),
        entry(&["text"]).with_order(-1.0),
    ];
    let (lore, answer) = activate(entries, settings, &["An oar and a mast."]);
    let said = |entry| answer.trace.in_words(EntryAt { book: 0, entry }).unwrap();
    assert_eq!(said(0), "key \"oar\" matched in message 1, but \"second\" won the group \"g\", which takes precedence");
    assert_eq!(said(1), "key \"oar\" matched in message 1; 5 tokens of the budget were left");
    assert_eq!(
        said(2),
        "key \"mast\" matched in message 1, but the budget is short: it needs 5 tokens, 2 of 7 are used"
    );
    let chained = vec![entry(&["oar"]), entry(&["text"])];
    let (_, answer) = activate(chained, Settings::new(Profile::SillyTavern).with_recursive(true), &["An oar."]);
    let said = |entry| bare(answer.trace.in_words(EntryAt { book: 0, entry })).unwrap();
    assert_eq!(said(0), "key \"oar\" matched in message 1");
    assert_eq!(said(1), "key \"text\" matched in the text of \"#0 (oar)\", in pass 2");
    assert_eq!(lore.label(EntryAt { book: 0, entry: 1 }), "second");
    assert_eq!(lore.label(EntryAt { book: 0, entry: 3 }), "#3 (text)");
}

/// Twenty-four characters are shown on each side, and a mark where there are more.
#[test]
fn a_match_is_shown_with_the_words_around_it() {
    let around = |before: usize, after: usize| {
        let text = format!("{}lamp{}", "-".repeat(before), "+".repeat(after));
        let (_, answer) = activate(vec![entry(&["lamp"])], Settings::new(Profile::SillyTavern), &[&text]);
        bare(answer.trace.words(&Said(&[&text])).entry(EntryAt { book: 0, entry: 0 }))
            .unwrap()
            .split_once(": ")
            .unwrap()
            .1
            .to_owned()
    };
    let dashes = |count: usize| "-".repeat(count);
    assert_eq!(around(0, 0), "[lamp]");
    assert_eq!(around(24, 24), format!("{}[lamp]{}", dashes(24), "+".repeat(24)));
    assert_eq!(around(25, 25), format!("…{}[lamp]{}…", dashes(24), "+".repeat(24)));
    // A pattern that takes more than sixty characters is cut.
    for (count, shown) in [(60, "a".repeat(60)), (61, format!("{}…", "a".repeat(60)))] {
        let text = "a".repeat(count);
        let (_, answer) = activate(vec![entry(&["/a+/"])], Settings::new(Profile::SillyTavern), &[&text]);
        let said = bare(answer.trace.words(&Said(&[&text])).entry(EntryAt { book: 0, entry: 0 })).unwrap();
        assert!(said.ends_with(&format!(": [{shown}]")), "{said}");
    }
}

#[test]
fn each_place_has_its_words() {
    let rows = [
        (Placement::Default, "where the client puts lore"),
        (Placement::BeforeChar, "before the character"),
        (Placement::AfterChar, "after the character"),
        (Placement::AuthorNoteTop, "before the author's note"),
        (Placement::AuthorNoteBottom, "after the author's note"),
        (Placement::ExamplesTop, "before the example messages"),
        (Placement::ExamplesBottom, "after the example messages"),
        (Placement::Depth { depth: 4.0 }, "at depth 4"),
        (Placement::Depth { depth: f64::NAN }, "at a depth that is not a number"),
        (Placement::ReverseDepth { depth: 2.0 }, "2 messages from the start"),
        (Placement::Slot("personality".into()), "at personality"),
        (Placement::Outlet("notes".into()), "in outlet notes"),
        (Placement::Inject { target: "the bell".into(), how: InjectHow::Append }, "into the bell"),
        (Placement::Nowhere(9), "nowhere (position 9)"),
    ];
    for (placement, words) in rows {
        assert_eq!(placement.in_words(), words);
    }
}
