//! Prompts and extension prompts between the messages, by depth, order and role.

use cards_words::Role;

use super::item::Item;
use super::output::{LeftOut, Missing};
use super::preset::PromptRole;
use super::slots::Slot;
use crate::sillytavern::error::Error;
use crate::sillytavern::extension::{ExtensionPrompts, whole_depth};
use crate::sillytavern::scene::ExtensionPosition;
use crate::sillytavern::sourced::Sourced;
use crate::sillytavern::stage::Stage;

/// The order of prompts that say none, and of extension prompts.
const ORDER: f64 = 100.0;

/// Puts what stands in the chat between the items, which come newest first.
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
    let mut depths = extensions.depths();
    depths.extend(prompts.iter().filter_map(|prompt| whole_depth(prompt.depth?)));
    depths.sort_unstable();
    depths.dedup();
    let mut inserted = 0;
    for depth in depths {
        let here: Vec<&Slot> =
            prompts.iter().filter(|prompt| !prompt.content.is_empty() && prompt.depth == Some(depth as f64)).collect();
        let mut orders: Vec<f64> = here.iter().map(|prompt| prompt.order.unwrap_or(ORDER)).collect();
        orders.push(ORDER);
        orders.sort_by(|a, b| b.total_cmp(a));
        orders.dedup();
        let mut texts = Vec::new();
        for order in orders {
            let of_order = |prompt: &&&Slot| prompt.order.unwrap_or(ORDER).total_cmp(&order).is_eq();
            for role in Role::ALL {
                let of_role = |prompt: &&&Slot| prompt.role == Some(PromptRole::Known(role));
                let own = here.iter().filter(of_order).filter(of_role).map(|prompt| &prompt.content);
                let own = Sourced::joined(own, "\n");
                let registered = if order == ORDER {
                    extensions.joined(ExtensionPosition::InChat, Some(depth), Some(role), stage)?
                } else {
                    Sourced::default()
                };
                let halves: Vec<Sourced> =
                    [own, registered].iter().filter(|half| !half.is_empty()).map(Sourced::trimmed).collect();
                let text = Sourced::joined(&halves, "\n");
                if !text.is_empty() {
                    texts.push(Item::injected(role, text));
                }
            }
        }
        let at = (depth + inserted).min(items.len());
        inserted += texts.len();
        items.splice(at..at, texts);
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
