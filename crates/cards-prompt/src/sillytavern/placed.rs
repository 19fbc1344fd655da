//! What fired, by place.

use std::collections::BTreeMap;

use cards_lore::{Activation, Lore, Placement};
use cards_script::sillytavern::Placement as ScriptPlacement;
use cards_words::Role;

use super::history::scripted;
use super::scene::Scene;
use super::sourced::Sourced;
use super::stage::Stage;
use crate::segment::Source;

/// The texts of entries that fired, by place, each place in the order of the scan.
#[derive(Debug, Default)]
pub(crate) struct Placed {
    pub(crate) before: Sourced,
    pub(crate) after: Sourced,
    pub(crate) note_top: Vec<Sourced>,
    pub(crate) note_bottom: Vec<Sourced>,
    /// Whether it stands above the examples, and the text.
    pub(crate) examples: Vec<(bool, Sourced)>,
    pub(crate) depths: Vec<(f64, Role, Sourced)>,
    pub(crate) outlets: BTreeMap<String, Sourced>,
    /// Those whose position the client does not know.
    pub(crate) nowhere: Vec<Sourced>,
}

impl Placed {
    /// Sorts what fired, after the scene's scripts ran over each text; empty texts have no place.
    pub(crate) fn of(scene: &Scene<'_>, activation: &Activation, lore: &Lore, stage: &mut Stage<'_>) -> Self {
        let mut placed = Self::default();
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let mut depths: Vec<(f64, Role, Vec<Sourced>)> = Vec::new();
        let mut outlets: BTreeMap<String, Vec<Sourced>> = BTreeMap::new();
        for active in activation.prompt_order.iter().filter_map(|&number| activation.entries.get(number)) {
            let depth = if let Placement::Depth { depth } = active.placement { Some(depth) } else { None };
            let text = scripted(scene, &active.content, ScriptPlacement::WorldInfo, depth, stage);
            if text.is_empty() {
                continue;
            }
            let text = Sourced::new(text, Source::Lore(lore.label(active.at).into_owned()));
            match &active.placement {
                Placement::BeforeChar => before.push(text),
                Placement::AfterChar | Placement::Default => after.push(text),
                Placement::AuthorNoteTop => placed.note_top.push(text),
                Placement::AuthorNoteBottom => placed.note_bottom.push(text),
                Placement::ExamplesTop => placed.examples.push((true, text)),
                Placement::ExamplesBottom => placed.examples.push((false, text)),
                Placement::Depth { depth } => {
                    match depths.iter_mut().find(|(at, role, _)| at == depth && *role == active.role) {
                        Some((_, _, texts)) => texts.push(text),
                        None => depths.push((*depth, active.role, vec![text])),
                    }
                }
                Placement::Outlet(name) => outlets.entry(name.clone()).or_default().push(text),
                _ => placed.nowhere.push(text),
            }
        }
        placed.before = Sourced::joined(&before, "\n");
        placed.after = Sourced::joined(&after, "\n");
        let joined = |(depth, role, texts): (f64, Role, Vec<Sourced>)| (depth, role, Sourced::joined(&texts, "\n"));
        placed.depths = depths.into_iter().map(joined).collect();
        placed.outlets = outlets.into_iter().map(|(name, texts)| (name, Sourced::joined(&texts, "\n"))).collect();
        placed
    }
}
