//! Expanding one text after another, and what was odd on the way.

use std::collections::{BTreeMap, BTreeSet};

use cards_macro::{Engine, Error, For, Host, Limits, RenderOptions, Template};

/// Expands texts with one host, and remembers what they asked for in vain.
pub(crate) struct Expander<'h> {
    pub(crate) host: &'h mut dyn Host,
    engine: Engine,
    options: RenderOptions,
    /// Macros that no profile and no host knows.
    pub(crate) unknown: BTreeSet<String>,
    /// Outlets that a text asked for.
    pub(crate) outlets: BTreeSet<String>,
}

impl<'h> Expander<'h> {
    pub(crate) fn new(
        host: &'h mut dyn Host,
        engine: Engine,
        limits: &Limits,
        outlets: BTreeMap<String, String>,
    ) -> Self {
        let options = RenderOptions::new(For::Prompt).with_limits(limits.clone()).with_outlets(outlets);
        Self { host, engine, options, unknown: BTreeSet::new(), outlets: BTreeSet::new() }
    }

    /// Expands a text that stands for itself.
    pub(crate) fn text(&mut self, text: &str) -> Result<String, Error> {
        self.replacing(text, None)
    }

    /// Expands a text that replaces another one, which `{{original}}` brings back.
    pub(crate) fn replacing(&mut self, text: &str, original: Option<&str>) -> Result<String, Error> {
        let template = Template::parse_with(text, self.engine, &self.options.limits)?;
        self.options.original = original.map(str::to_owned);
        let rendered = template.render_with(self.host, &self.options)?;
        self.unknown.extend(rendered.unknown);
        self.outlets.extend(rendered.outlets);
        Ok(rendered.text.into_owned())
    }
}
