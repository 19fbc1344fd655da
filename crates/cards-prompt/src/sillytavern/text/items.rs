//! What is where the chat stands: its messages, post-history instructions, and what is put in at depths.

use std::collections::BTreeMap;

use cards_words::{Profile, Role};

use super::format::{Form, Formatter, Item};
use crate::sillytavern::extension::joined;
use crate::sillytavern::{Error, Generation, HistoryItem, Prepared, Sourced, Stage};

/// Lists the messages with everything that is put in between, oldest first.
pub(super) fn items(
    prepared: &Prepared,
    generation: Generation,
    post_history: Sourced,
    stage: &mut Stage<'_>,
) -> Result<Vec<Item>, Error> {
    let items: Vec<Item> = prepared.history.iter().map(of_chat).collect();
    let continued = generation == Generation::Continue;
    let mut items = inject(items, prepared, continued, stage)?;
    // They are a message of the user without a name, newer than what is at depth 0.
    if !post_history.is_empty() {
        let at = items.len().saturating_sub(usize::from(continued));
        items.insert(at, Item { text: post_history, is_user: true, ..nobody() });
    }
    Ok(items)
}

fn nobody() -> Item {
    Item {
        name: String::new(),
        text: Sourced::default(),
        is_user: false,
        narrator: false,
        forced_avatar: false,
        injected: None,
    }
}

fn of_chat(message: &HistoryItem) -> Item {
    Item {
        name: message.name.clone(),
        text: Sourced::new(message.text.clone(), message.source()),
        is_user: message.is_user,
        narrator: message.narrator,
        forced_avatar: message.forced_avatar,
        injected: None,
    }
}

/// Puts in what extensions have for a depth: one message of each role, the newest the system's.
///
/// Depths count what was put in already, so that everything of one depth is together.
fn inject(items: Vec<Item>, prepared: &Prepared, continued: bool, stage: &mut Stage<'_>) -> Result<Vec<Item>, Error> {
    // By how many messages of the chat are newer; each list is newest first.
    let mut gaps: BTreeMap<usize, Vec<Item>> = BTreeMap::new();
    let mut number = 0;
    for (depth, prompts) in prepared.extensions.in_chat() {
        for (role, prompts) in Role::ALL.iter().copied().zip(prompts) {
            let text = joined(&prompts, stage)?.trimmed();
            if text.is_empty() {
                continue;
            }
            let name = match role {
                Role::System => String::new(),
                Role::User => stage.user().to_owned(),
                Role::Assistant => stage.character().to_owned(),
            };
            let (is_user, narrator) = (role == Role::User, role == Role::System);
            // What is continued stays the newest message.
            let newer = if continued { depth.max(1) } else { depth };
            let item = Item { name, text, is_user, narrator, injected: Some(number), ..nobody() };
            gaps.entry(newer.min(items.len())).or_default().push(item);
            number += 1;
        }
    }
    let count = items.len();
    let mut all = Vec::with_capacity(count + number);
    let mut put = |all: &mut Vec<Item>, newer: usize| {
        all.extend(gaps.remove(&newer).into_iter().flatten().rev());
    };
    put(&mut all, count);
    for (place, item) in items.into_iter().enumerate() {
        all.push(item);
        put(&mut all, count - place - 1);
    }
    Ok(all)
}

/// A message in its form.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Formatted {
    pub(super) text: Sourced,
    pub(super) is_user: bool,
    pub(super) injected: Option<usize>,
}

/// Puts all messages into their forms: the oldest the first form, the user's newest the last form.
///
/// What is continued has the last form, cut behind its text.
pub(super) fn format_all(
    items: &[Item],
    formatter: Formatter<'_>,
    generation: Generation,
    stage: &mut Stage<'_>,
) -> Result<Vec<Formatted>, Error> {
    // De facto: SillyTavern 1.17.0 has the last form there too.
    let has_last = generation != Generation::Impersonate || stage.profile == Profile::SillyTavern117;
    let newest_user = items.iter().rposition(|item| item.is_user).filter(|_| has_last);
    let mut formatted = Vec::with_capacity(items.len());
    for (place, item) in items.iter().enumerate() {
        let continued = generation == Generation::Continue && place + 1 == items.len();
        let form = if newest_user == Some(place) {
            Form::Last
        } else if place == 0 {
            Form::First
        } else {
            Form::Plain
        };
        let text = if continued { formatter.continued(item, stage)? } else { formatter.message(item, form, stage)? };
        formatted.push(Formatted { text, is_user: item.is_user, injected: item.injected });
    }
    Ok(formatted)
}
