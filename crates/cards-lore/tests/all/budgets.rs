//! What a budget leaves, and in which order it stands.

use cards_lore::{
    Activation, Book, Entry, Host, Limits, Lore, Named, Profile, SeededDice, Settings, State, TokenCounter, Turn,
    Verbatim,
};

fn constant(content: &str) -> Entry {
    Entry { constant: true, content: content.to_owned(), ..Entry::default() }
}

/// One token a word.
fn activate(books: Vec<Book>, settings: Settings) -> Activation {
    let lore = Lore::compile(books, settings, &Limits::default()).unwrap();
    let mut count = |text: &str| text.split_whitespace().count() as u64;
    let mut dice = SeededDice::new(7);
    let mut host = Host { tokens: &mut count, dice: &mut dice, expander: &mut Verbatim };
    lore.activate(&Turn::default(), &mut State::new(), &mut host).unwrap()
}

#[test]
fn an_answer_says_that_a_budget_was_short() {
    let book = |token_budget| Book {
        entries: vec![constant("one two three"), constant("four five")],
        token_budget,
        ..Book::default()
    };
    // Of each book, and of all together: what fits to the last token stays.
    for (budgets, turn_budget, kept, short) in [
        ([Some(5.0), Some(5.0)], None, 4, false),
        ([Some(4.0), Some(5.0)], None, 3, true),
        ([Some(5.0), Some(4.0)], None, 3, true),
        ([None, None], Some(10.0), 4, false),
        ([None, None], Some(9.0), 3, true),
    ] {
        let settings = Settings::new(Profile::Spec).with_token_budget(None).with_turn_budget(turn_budget);
        let answer = activate(budgets.map(book).into(), settings);
        assert_eq!((answer.entries.len(), answer.overflowed), (kept, short), "{budgets:?} {turn_budget:?}");
    }
}

/// Spec: CCv3 `@@ignore_on_max_context`; such an entry leaves before one of a lower priority.
#[test]
fn what_offers_to_leave_leaves_first() {
    let book = |first: &str| Book {
        entries: vec![
            Entry { priority: Some(9.0), ..constant(&format!("{first}one")) },
            Entry { priority: Some(1.0), ..constant("two") },
        ],
        ..Book::default()
    };
    for (first, left) in [("", 0), ("@@ignore_on_max_context\n", 1)] {
        let settings = Settings::new(Profile::Spec).with_token_budget(Some(1.0));
        let answer = activate(vec![book(first)], settings);
        let entries: Vec<_> = answer.entries.iter().map(|entry| entry.at.entry).collect();
        assert_eq!((entries, answer.overflowed), (vec![left], true), "{first:?}");
    }
}

/// Below and above zero are one zero.
#[test]
fn equal_entries_keep_their_places() {
    for zeros in [[0.0, -0.0, 0.0], [-0.0, 0.0, -0.0]] {
        let entry = |zero: f64| Entry { order: zero, priority: Some(zero), ..constant("one") };
        let book = Book { entries: zeros.map(entry).into(), ..Book::default() };
        let answer = |budget| {
            let settings = Settings::new(Profile::Spec).with_token_budget(Some(budget));
            let answer = activate(vec![book.clone()], settings);
            let in_prompt = answer.prompt_order.iter().map(|&number| answer.entries[number].at.entry);
            in_prompt.collect::<Vec<_>>()
        };
        assert_eq!((answer(3.0), answer(2.0), answer(1.0)), (vec![0, 1, 2], vec![0, 1], vec![0]), "{zeros:?}");
    }
}

/// Two closures of one place in the program have one type, and so nothing by which their counts could be told apart.
#[test]
fn counts_of_a_closure_are_not_kept_for_another_one() {
    let book = Book { entries: vec![constant("one two three")], token_budget: Some(100.0), ..Book::default() };
    let lore = Lore::compile(vec![book], Settings::new(Profile::Spec), &Limits::default()).unwrap();
    let of_a_word = |tokens: u64| move |text: &str| text.split_whitespace().count() as u64 * tokens;
    let mut state = State::new();
    let mut fired = |counter: &mut dyn TokenCounter| {
        let mut host = Host { tokens: counter, dice: &mut SeededDice::new(7), expander: &mut Verbatim };
        lore.activate(&Turn::default(), &mut state, &mut host).unwrap().entries.len()
    };
    assert_eq!((fired(&mut of_a_word(1)), fired(&mut of_a_word(1_000)), fired(&mut of_a_word(1))), (1, 0, 1));
    // Whoever gives two counters one name says that they agree.
    let mut named = |tokens| fired(&mut Named::new("model", of_a_word(tokens)));
    assert_eq!((named(1), named(1_000)), (1, 1));
}
