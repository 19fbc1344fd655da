//! Rules about token budgets.

use cards_model::Number;
use cards_model::book::EntryView;
use cards_words::decorators::{Block, Syntax};

use crate::readers;
use crate::rule::rules;
use crate::sink::Sink;
use crate::subject::Subject;

rules! {
    /// The rules about token budgets.
    BUDGET;
    /// One entry alone is over the budget.
    ENTRY_OVER: "entry-over-budget", Note, "V2 and CCv3 token_budget; de facto: SillyTavern 1.19 and RisuAI 460ecae have a budget of their own, and pass over that of a book",
        "An entry fits into the token budget of its book.",
        "Raise `token_budget`, or shorten the entry; programs that keep to the budget of the book leave it out.",
        check: entry_over, breaks: readers::KEEP_TO_BOOK_BUDGETS;
    /// Constant entries leave no room.
    ENTRY_SHADOWED: "entry-shadowed", Note, "V2 and CCv3 token_budget, priority",
        "Constant entries leave room for the others.",
        "Raise `token_budget` or the entry's `priority`, or shorten the constant entries of higher priority.",
        check: entry_shadowed, breaks: readers::KEEP_TO_BOOK_BUDGETS;
    /// Constant entries are over the budget together.
    CONSTANT_OVER: "constant-over-budget", Note, "V2 and CCv3 token_budget, constant",
        "Constant entries fit into the token budget together.",
        "Raise `token_budget`, or shorten the constant entries; programs that keep to the budget of the book leave some of them out.",
        check: constant_over, breaks: readers::KEEP_TO_BOOK_BUDGETS;
}

/// An entry with what it costs and how late it leaves.
struct Cost<'a> {
    entry: &'a EntryView<'a>,
    tokens: u64,
    rank: f64,
}

/// The budget of the book and the costs of its enabled entries; nothing without a budget.
fn costs<'a>(subject: &'a Subject<'_>) -> Option<(f64, Vec<Cost<'a>>)> {
    let book = subject.book.as_ref()?;
    let budget = book.token_budget()?.as_f64();
    let enabled = book.entries.iter().filter(|entry| entry.enabled());
    let cost = |entry: &'a EntryView<'a>| Cost {
        entry,
        // Decorators cost nothing.
        tokens: (subject.options.tokens)(Block::read(entry.content(), &Syntax::SPEC).text()),
        rank: entry.priority().map_or(entry.order(), Number::as_f64),
    };
    (budget > 0.0).then(|| (budget, enabled.map(cost).collect()))
}

fn entry_over(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let Some((budget, costs)) = costs(subject) else { return };
    for cost in costs.iter().filter(|cost| cost.tokens as f64 > budget) {
        let message = format!("about {} tokens, over the book's budget of {budget}", cost.tokens);
        sink.value(cost.entry.pointer.member("content"), message).excerpt(cost.entry.content());
    }
}

fn constant_over(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let (Some((budget, costs)), Some(book)) = (costs(subject), &subject.book) else { return };
    let constant = costs.iter().filter(|cost| cost.entry.constant());
    let (count, total) = constant.fold((0_usize, 0_u64), |(count, total), cost| (count + 1, total + cost.tokens));
    if count > 1 && total as f64 > budget {
        let message = format!("{count} constant entries take about {total} tokens of {budget}");
        sink.value(book.pointer.member("token_budget"), message);
    }
}

fn entry_shadowed(subject: &Subject<'_>, sink: &mut Sink<'_>) {
    let Some((budget, costs)) = costs(subject) else { return };
    let mut constant: Vec<(f64, u64)> =
        costs.iter().filter(|cost| cost.entry.constant()).map(|cost| (cost.rank, cost.tokens)).collect();
    constant.sort_by(|a, b| b.0.total_cmp(&a.0));
    // Tokens of constant entries down to each rank, so that many entries are judged quickly.
    let mut total = 0;
    let sums: Vec<(f64, u64)> = constant
        .into_iter()
        .map(|(rank, tokens)| {
            total += tokens;
            (rank, total)
        })
        .collect();
    for cost in costs.iter().filter(|cost| !cost.entry.constant() && cost.tokens as f64 <= budget) {
        let higher = sums.partition_point(|(rank, _)| *rank > cost.rank);
        let ahead = higher.checked_sub(1).and_then(|last| sums.get(last)).map_or(0, |(_, total)| *total);
        if ahead > 0 && (ahead + cost.tokens) as f64 > budget {
            let message = format!(
                "about {} tokens, where constant entries of higher priority leave {} of {budget}",
                cost.tokens,
                (budget - ahead as f64).max(0.0)
            );
            sink.value(cost.entry.pointer.clone(), message).excerpt(cost.entry.content());
        }
    }
}
