//! The order of the text: each entry is put in front of those before it, outlets behind.

use crate::activation::{Active, Slot};
use crate::placement::Placement;
use cards_words::Role;

/// Gives the prompt order and the slots.
///
/// De facto: entries by order descending are put in front one by one, so text runs by order ascending and equal ones
/// come out in reverse; outlets of SillyTavern take them at the end instead.
pub(super) fn place(entries: &[Active], outlets_as_all: bool) -> (Vec<usize>, Vec<Slot>) {
    let mut sorted: Vec<usize> = (0..entries.len()).collect();
    let order = |number: &usize| entries.get(*number).map_or(0.0, |entry| entry.order + 0.0);
    sorted.sort_by(|a, b| order(b).total_cmp(&order(a)));
    let mut slots: Vec<Slot> = Vec::new();
    for &number in &sorted {
        let Some(entry) = entries.get(number).filter(|entry| !entry.content.is_empty()) else { continue };
        // Only texts at a depth have a speaker.
        let role = if matches!(entry.placement, Placement::Depth { .. }) { entry.role } else { Role::System };
        let known = slots.iter_mut().find(|slot| slot.placement == entry.placement && slot.role == role);
        match known {
            Some(slot) => slot.entries.push(number),
            None => slots.push(Slot { placement: entry.placement.clone(), role, entries: vec![number] }),
        }
    }
    let in_front = |slot: &&mut Slot| outlets_as_all || !matches!(slot.placement, Placement::Outlet(_));
    for slot in slots.iter_mut().filter(in_front) {
        slot.entries.reverse();
    }
    sorted.reverse();
    (sorted, slots)
}
