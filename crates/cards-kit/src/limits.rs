//! How much any job of the kit takes in and works.

use cards_words::setters;

/// How much any job of the kit takes in and works: the limits of the layers, and its own.
///
/// ```
/// use cards_kit::{Limits, container, open};
/// let small = Limits::default().with_files(container::Limits::default().with_json(16));
/// let error = open(&br#"{"spec":"chara_card_v2","data":{"name":"Aria"}}"#[..], &small).unwrap_err();
/// assert_eq!(error.class(), "too-large");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Limits {
    /// What reading files may cost; the limits on JSON are [`cards_container::Limits::for_json`] of them.
    pub files: cards_container::Limits,
    /// What expanding a text may cost.
    pub macros: cards_macro::Limits,
    /// What searching lorebooks may cost.
    pub lore: cards_lore::Limits,
    /// What regex scripts may cost.
    pub scripts: cards_script::Limits,
    /// Rounds of checking and repairing: to repair a list shows what is wrong with its elements. Default 16, which is twice
    /// as deep as a card is nested.
    pub repair_rounds: usize,
    /// Pairs of elements that comparing two lists may look at; beyond it, what differs counts as replaced. Default
    /// 4,000,000: two lists of 2,000 elements that have nothing in common take a tenth of a second.
    pub compared_pairs: usize,
    /// Steps of an [`Editor`](crate::Editor) that can be taken back; each keeps the card as it was. Default 100.
    pub undo_steps: usize,
    /// Rows of a list of texts. Default 500,000: five times what a world info of 100,000 entries has, and 36 MB beside the texts themselves.
    pub listed_texts: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            files: cards_container::Limits::default(),
            macros: cards_macro::Limits::default(),
            lore: cards_lore::Limits::default(),
            scripts: cards_script::Limits::default(),
            repair_rounds: 16,
            compared_pairs: 4_000_000,
            undo_steps: 100,
            listed_texts: 500_000,
        }
    }
}

setters! {
    Limits:
    with_files files: cards_container::Limits,
    with_macros macros: cards_macro::Limits,
    with_lore lore: cards_lore::Limits,
    with_scripts scripts: cards_script::Limits,
    with_repair_rounds repair_rounds: usize,
    with_compared_pairs compared_pairs: usize,
    with_undo_steps undo_steps: usize,
    with_listed_texts listed_texts: usize,
}
