//! Prompts and extension prompts between the messages, by depth, order and role.

use std::collections::BTreeMap;

use cards_words::Role;

use super::item::Item;
use super::output::{LeftOut, Missing};
use super::preset::PromptRole;
use super::slots::Slot;
use crate::sillytavern::error::Error;
use crate::sillytavern::extension::{AtDepth, ExtensionPrompts, joined, whole_depth};
use crate::sillytavern::sourced::Sourced;
use crate::sillytavern::stage::Stage;

/// The order of prompts that say none, and of extension prompts.
const ORDER: f64 = 100.0;

/// Puts what is in the chat between the items, which come newest first.
///
/// At one depth higher orders come first, within an order system, user, assistant; read from the oldest message this is
/// the other way round.
pub(super) fn inject(
    prompts: &[Slot],
    extensions: &ExtensionPrompts,
    items: &mut Vec<Item>,
    stage: &mut Stage<'_>,
    left_out: &mut Vec<LeftOut>,
) -> Result<(), Error> {
    let mut here: BTreeMap<usize, (Vec<&Slot>, AtDepth<'_>)> = BTreeMap::new();
    for (depth, registered) in extensions.in_chat() {
        here.entry(depth).or_default().1 = registered;
    }
    for prompt in prompts.iter().filter(|prompt| !prompt.content.is_empty()) {
        if let Some(depth) = prompt.depth.and_then(whole_depth) {
            here.entry(depth).or_default().0.push(prompt);
        }
    }
    // By how many messages are newer: what is deeper than the chat is above its oldest message.
    let mut gaps: BTreeMap<usize, Vec<Item>> = BTreeMap::new();
    for (depth, (prompts, registered)) in here {
        gaps.entry(depth.min(items.len())).or_default().extend(of_depth(&prompts, &registered, stage)?);
    }
    if !gaps.is_empty() {
        let mut all = Vec::with_capacity(items.len() + gaps.values().map(Vec::len).sum::<usize>());
        for (newer, item) in items.drain(..).enumerate() {
            all.extend(gaps.remove(&newer).into_iter().flatten());
            all.push(item);
        }
        all.extend(gaps.into_values().flatten());
        *items = all;
    }
    for prompt in prompts.iter().filter(|prompt| !prompt.content.is_empty()) {
        let reason = match (&prompt.role, prompt.depth.and_then(whole_depth)) {
            (_, None) => Missing::DepthNeverMet,
            (Some(PromptRole::Known(_)), _) => continue,
            _ => Missing::UnknownRole,
        };
        left_out.push(LeftOut {
            sources: prompt.content.sources(),
            label: Some(prompt.label.clone()),
            text: prompt.content.text().to_owned(),
            reason,
        });
    }
    Ok(())
}

/// The texts of one depth, newest first: higher orders, within an order system, user, assistant.
fn of_depth(prompts: &[&Slot], registered: &AtDepth<'_>, stage: &mut Stage<'_>) -> Result<Vec<Item>, Error> {
    // No order is below another by its sign alone.
    let order_of = |prompt: &Slot| prompt.order.unwrap_or(ORDER) + 0.0;
    let mut orders: Vec<f64> = prompts.iter().map(|prompt| order_of(prompt)).collect();
    orders.push(ORDER);
    orders.sort_by(|a, b| b.total_cmp(a));
    orders.dedup();
    // In slot order, as sorting keeps it.
    let mut sorted: Vec<&Slot> = prompts.to_vec();
    sorted.sort_by(|a, b| order_of(b).total_cmp(&order_of(a)));
    let mut texts = Vec::new();
    let mut rest = sorted.as_slice();
    for order in orders {
        let count = rest.iter().take_while(|prompt| order_of(prompt).total_cmp(&order).is_eq()).count();
        let (of_order, others) = rest.split_at(count);
        rest = others;
        for (role, registered) in Role::ALL.iter().copied().zip(registered) {
            let of_role = |prompt: &&&Slot| prompt.role == Some(PromptRole::Known(role));
            let own = Sourced::joined(of_order.iter().filter(of_role).map(|prompt| &prompt.content), "\n");
            let registered = if order == ORDER { joined(registered, stage)? } else { Sourced::default() };
            let halves: Vec<Sourced> =
                [own, registered].iter().filter(|half| !half.is_empty()).map(Sourced::trimmed).collect();
            let text = Sourced::joined(&halves, "\n");
            if !text.is_empty() {
                texts.push(Item::injected(role, text));
            }
        }
    }
    Ok(texts)
}
