//! What one rendering remembers from macro to macro.

use std::collections::{BTreeMap, BTreeSet};

use crate::host::Fact;
use crate::trace::Trace;
use crate::vars::Scope;

/// The memory of one rendering.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// Work left.
    pub(crate) fuel: u64,
    /// Whether `{{original}}` has printed its value.
    pub(crate) original_used: bool,
    /// Whether a card field is being rendered: there other fields are blank.
    pub(crate) in_field: bool,
    /// Marinara: how many card fields are being rendered inside one another.
    pub(crate) fields_open: u8,
    /// Card fields that have been rendered: a field is rendered once for a text.
    pub(crate) fields: BTreeMap<Fact, String>,
    /// The same for greetings, by their numbers.
    pub(crate) greetings: BTreeMap<i64, String>,
    /// Hash of the whole template for picks, once it was asked for.
    pub(crate) template_hash: Option<u64>,
    /// Where the text at hand begins in the whole template, as picks count: in UTF-16 units, see `Frame::skipped`.
    pub(crate) base: usize,
    /// The units before the macro at hand that its place does not count.
    pub(crate) skipped: usize,
    /// RisuAI's variables of one rendering.
    pub(crate) temporary: BTreeMap<String, String>,
    /// RisuAI's functions: their bodies.
    pub(crate) functions: BTreeMap<String, String>,
    /// How many texts are being rendered inside one another.
    pub(crate) calls: usize,
    /// Names of unknown macros.
    pub(crate) unknown: BTreeSet<String>,
    /// Outlets that were asked for.
    pub(crate) outlets: BTreeSet<String>,
    /// Variables that were read and not set.
    pub(crate) unset: BTreeMap<Scope, BTreeSet<String>>,
    /// The account of the rendering, when wanted.
    pub(crate) trace: Option<Trace>,
}
