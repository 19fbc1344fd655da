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
    /// Whether it is above the examples, and the text.
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
        for slot in &activation.slots {
            let depth = if let Placement::Depth { depth } = slot.placement { Some(depth) } else { None };
            let active = slot.entries.iter().filter_map(|&number| activation.entries.get(number));
            let mut texts = Vec::new();
            for active in active {
                let text = scripted(scene, &active.content, ScriptPlacement::WorldInfo, depth, stage);
                if !text.is_empty() {
                    texts.push(Sourced::new(text, Source::Lore(lore.label(active.at).into_owned())));
                }
            }
            match &slot.placement {
                _ if texts.is_empty() => {}
                Placement::BeforeChar => placed.before = Sourced::joined(&texts, "\n"),
                Placement::AfterChar | Placement::Default => placed.after = Sourced::joined(&texts, "\n"),
                Placement::AuthorNoteTop => placed.note_top = texts,
                Placement::AuthorNoteBottom => placed.note_bottom = texts,
                Placement::ExamplesTop => placed.examples.extend(texts.into_iter().map(|text| (true, text))),
                Placement::ExamplesBottom => placed.examples.extend(texts.into_iter().map(|text| (false, text))),
                Placement::Depth { depth } => {
                    placed.depths.push((*depth, slot.role, Sourced::joined(&texts, "\n")));
                }
                Placement::Outlet(name) => {
                    placed.outlets.insert(name.clone(), Sourced::joined(&texts, "\n"));
                }
                _ => placed.nowhere.extend(texts),
            }
        }
        placed
    }
}
