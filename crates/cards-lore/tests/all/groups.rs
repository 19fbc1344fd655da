//! Who wins an inclusion group, and what the trace says of those that lose.

use cards_lore::book::{Group, Logic};
use cards_lore::trace::{GroupWin, Outcome, Stop};
use cards_lore::{
    Activation, Book, Entry, EntryAt, Host, Limits, Lore, Message, Profile, SeededDice, Settings, State, Turn, Verbatim,
};
use cards_words::Words;

fn member(keys: &[&str], secondary: &[&str], logic: Logic) -> Entry {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    Entry {
        keys: texts(keys),
        secondary_keys: texts(secondary),
        selective: !secondary.is_empty(),
        logic: Some(logic),
        content: format!("{keys:?}"),
        group: Group { names: "g".to_owned(), ..Group::default() },
        ..Entry::default()
    }
}

fn activate(entries: Vec<Entry>, settings: Settings, message: &str) -> Activation {
    let settings = settings.with_token_budget(Some(1e6));
    let lore = Lore::compile(vec![Book { entries, ..Book::default() }], settings, &Limits::default()).unwrap();
    let turn = Turn { messages: vec![Message::user(message)], ..Turn::default() };
    let mut dice = SeededDice::new(7);
    let mut host = Host { tokens: &mut Words, dice: &mut dice, expander: &mut Verbatim };
    lore.activate(&turn, &mut State::new(), &mut host).unwrap()
}

fn fired(answer: &Activation) -> Vec<usize> {
    let mut fired: Vec<_> = answer.entries.iter().map(|entry| entry.at.entry).collect();
    fired.sort_unstable();
    fired
}

fn lost(answer: &Activation, entry: usize) -> GroupWin {
    lost_to(answer, entry).1
}

/// The entry it lost to, and how.
fn lost_to(answer: &Activation, entry: usize) -> (Option<usize>, GroupWin) {
    match answer.trace.outcome(EntryAt { book: 0, entry }) {
        Some(Outcome::Stopped(stopped)) => match &stopped.stop {
            Stop::Group { winner, how, .. } => (winner.map(|at| at.entry), *how),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

/// The source is `world-info.js` of SillyTavern 1.19, `getScore`: any of the others counts, all count where all are there.
#[test]
fn the_member_with_the_most_keys_wins() {
    let scored = Settings::new(Profile::SillyTavern).with_group_scoring(true);
    let two = || member(&["oar", "lamp"], &[], Logic::AndAny);
    for (name, other, wins) in [
        ("any of the others counts", member(&["oar"], &["sail", "mast"], Logic::AndAny), true),
        ("one of the others is as much as a key", member(&["oar"], &["sail", "toll"], Logic::AndAny), true),
        ("all of the others count", member(&["oar"], &["sail", "mast"], Logic::AndAll), true),
        ("none of the others counts", member(&["oar"], &["toll"], Logic::NotAny), false),
        ("not all of the others, so none counts", member(&["oar"], &["sail", "toll"], Logic::NotAll), false),
        ("one key is less than two", member(&["oar", "toll"], &[], Logic::AndAny), false),
    ] {
        let answer =
            activate(vec![other, two(), member(&["mast"], &[], Logic::AndAny)], scored.clone(), "oar lamp sail mast");
        let lost_by_score = |entry| lost(&answer, entry) == GroupWin::Score;
        assert!(lost_by_score(2), "{name}");
        if name.starts_with("one of the others") {
            // Equal scores: the dice decide.
            assert_eq!(fired(&answer).len(), 1, "{name}");
            continue;
        }
        let winner = usize::from(!wins);
        assert_eq!(fired(&answer), [winner], "{name}");
        assert!(lost_by_score(1 - winner), "{name}");
    }
}

/// The scan trims keys, `getScore` does not: blanks around one have to be in the text.
#[test]
fn a_score_counts_keys_with_their_blanks() {
    let scored = Settings::new(Profile::SillyTavern).with_group_scoring(true);
    let two = || member(&[" oar ", " the "], &[], Logic::AndAny);
    for (message, other, winner) in [
        ("an oar on the deck", member(&[" oar "], &[], Logic::AndAny), 0),
        ("oar on the deck", member(&[" on ", "deck"], &[], Logic::AndAny), 1),
    ] {
        let answer = activate(vec![two(), other], scored.clone(), message);
        assert_eq!((fired(&answer), lost(&answer, 1 - winner)), (vec![winner], GroupWin::Score), "{message}");
    }
}

/// What was inserted is searched for them too.
#[test]
fn a_score_counts_keys_with_their_blanks_in_what_was_inserted() {
    let settings = Settings::new(Profile::SillyTavern).with_group_scoring(true).with_recursive(true);
    let toll = Entry { constant: true, content: "take the oar now".to_owned(), ..Entry::default() };
    let (two, one) = (member(&[" oar ", " the "], &[], Logic::AndAny), member(&[" oar"], &[], Logic::AndAny));
    let answer = activate(vec![toll, one, two], settings, "a message");
    assert_eq!((fired(&answer), lost_to(&answer, 1)), (vec![0, 2], (Some(2), GroupWin::Score)));
}

#[test]
fn scores_count_where_a_member_or_the_settings_ask_for_them() {
    let plain = Settings::new(Profile::SillyTavern);
    let with = |scoring| {
        let mut one = member(&["oar"], &[], Logic::AndAny);
        one.group.scoring = scoring;
        vec![one, member(&["oar", "lamp"], &[], Logic::AndAny)]
    };
    let all = || {
        let mut entries = with(Some(true));
        entries.iter_mut().for_each(|entry| entry.group.scoring = Some(true));
        entries
    };
    let how = |entries: Vec<Entry>, settings: &Settings| {
        let answer = activate(entries, settings.clone(), "oar lamp");
        let [winner] = fired(&answer)[..] else { panic!("one wins") };
        (winner, lost(&answer, 1 - winner))
    };
    assert_eq!(how(with(None), &plain).1, GroupWin::Roll);
    assert_eq!(how(with(Some(true)), &plain), (1, GroupWin::Score));
    assert_eq!(how(all(), &plain), (1, GroupWin::Score));
    let scored = plain.with_group_scoring(true);
    assert_eq!(how(with(None), &scored), (1, GroupWin::Score));
    assert_eq!(how(with(Some(false)), &scored).1, GroupWin::Roll);
}

#[test]
fn the_highest_order_wins_where_that_is_asked_for() {
    let first = |order: f64| {
        let mut entry = Entry { order, ..member(&["oar"], &[], Logic::AndAny) };
        entry.group.prioritize = true;
        entry
    };
    let plain = Entry { order: 900.0, ..member(&["oar"], &[], Logic::AndAny) };
    let answer = activate(vec![plain, first(5.0), first(7.0)], Settings::new(Profile::SillyTavern), "oar");
    assert_eq!((fired(&answer), lost(&answer, 0), lost(&answer, 1)), (vec![2], GroupWin::Priority, GroupWin::Priority));
}

/// A member that is woken by what another one says comes too late.
#[test]
fn a_group_that_is_active_takes_no_more() {
    let mut first = member(&["oar"], &[], Logic::AndAny);
    first.content = "a toll".to_owned();
    let late = member(&["toll"], &[], Logic::AndAny);
    let mut elsewhere = member(&["toll"], &[], Logic::AndAny);
    elsewhere.group.names = "h".to_owned();
    let settings = Settings::new(Profile::SillyTavern).with_recursive(true);
    let answer = activate(vec![first, late, elsewhere], settings, "oar");
    assert_eq!((fired(&answer), lost_to(&answer, 1)), (vec![0, 2], (Some(0), GroupWin::Active)));
}

#[test]
fn the_words_for_a_loser_name_the_winner() {
    let settings = Settings::new(Profile::SillyTavern).with_group_scoring(true);
    let entries = vec![member(&["oar"], &[], Logic::AndAny), member(&["oar", "lamp"], &[], Logic::AndAny)];
    let answer = activate(entries, settings, "oar lamp");
    let [loser, winner] = [0, 1].map(|entry| EntryAt { book: 0, entry });
    let label = answer.trace.label(winner).unwrap();
    assert!(!label.is_empty());
    let words = answer.trace.in_words(loser).unwrap();
    assert!(words.ends_with(&format!("but \"{label}\" won the group \"g\", which has more matching keys")), "{words}");
}

#[test]
fn an_account_can_be_cut_down_to_the_winner() {
    let settings = Settings::new(Profile::SillyTavern).with_group_scoring(true);
    let entries = vec![member(&["oar"], &[], Logic::AndAny), member(&["oar", "lamp"], &[], Logic::AndAny)];
    let mut answer = activate(entries, settings, "oar lamp");
    let all = answer.trace.clone();
    answer.trace.retain(|_, outcome| matches!(outcome, Outcome::Fired(_)));
    let winner = EntryAt { book: 0, entry: 1 };
    assert_eq!(answer.trace.entries().collect::<Vec<_>>(), [(winner, all.outcome(winner).unwrap())]);
    assert_eq!((answer.trace.outcome(winner), answer.trace.label(winner)), (all.outcome(winner), all.label(winner)));
    assert_eq!(answer.trace.outcome(EntryAt { book: 0, entry: 0 }), None);
}

/// De facto: SillyTavern 1.19 keeps groups as members of an object, where JavaScript puts names that are whole numbers first. The
/// middle entry is in both groups, and loses in the one that is asked first.
#[test]
fn groups_with_numbers_for_names_are_asked_first() {
    for (second, winner) in [("a", 0), ("2", 2), ("02", 0), ("4294967294", 2), ("4294967295", 0)] {
        let named = |names: String, order: f64| {
            let group = Group { names, prioritize: true, ..Group::default() };
            Entry { order, group, ..member(&["oar"], &[], Logic::AndAny) }
        };
        let entries =
            vec![named("b".to_owned(), 20.0), named(format!("b, {second}"), 5.0), named(second.to_owned(), 10.0)];
        let settings = Settings::new(Profile::SillyTavern).with_recursive(false);
        let answer = activate(entries, settings, "An oar.");
        assert_eq!(lost_to(&answer, 1), (Some(winner), GroupWin::Priority), "{second}");
    }
}
