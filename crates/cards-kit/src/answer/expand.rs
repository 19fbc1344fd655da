//! A text without its macros.

use std::collections::BTreeMap;

use cards_macro::{Arity, Engine, Rendered, Scope, Value, Variables};

use crate::answers;

answers! {
    /// A text whose macros were expanded.
    pub struct Expansion {
        /// The text; null where it went into a file.
        pub text: Option<String>,
        /// Macros that nobody knows; they stay as text.
        pub unknown: Vec<String>,
        /// Variables that were read and are not set.
        pub unset: Vec<String>,
        /// Each macro in turn, where that was asked for.
        pub steps: Vec<Step>,
        /// The regex scripts that found something or could not run, where that was asked for.
        pub scripts: Vec<ScriptRun>,
        /// The variables of the chat afterwards.
        pub variables: BTreeMap<String, String>,
        /// The variables of the user afterwards.
        pub global_variables: BTreeMap<String, String>,
    }

    /// One run of a regex script.
    pub struct ScriptRun {
        /// The name that the card gives it.
        pub name: String,
        /// How often its pattern was found.
        pub hits: usize,
        /// Whether the text is another one afterwards.
        pub changed: bool,
        /// Why it did nothing; null where it ran.
        pub problem: Option<String>,
    }

    /// What a macro became.
    pub struct Step {
        /// How many macros it is in.
        pub depth: usize,
        /// Where it begins in the text, in bytes.
        pub start: usize,
        /// Where it ends in the text, in bytes.
        pub end: usize,
        /// The macro as written.
        pub source: Option<String>,
        /// The text that takes its place; null where it stays.
        pub became: Option<String>,
        /// The variables that it changed.
        pub changes: Vec<VariableChange>,
    }

    /// A variable that a macro changed.
    pub struct VariableChange {
        /// Whose it is: chat or global.
        pub scope: &'static str,
        /// Its name.
        pub name: String,
        /// Its value before; null where it was not set.
        pub before: Option<String>,
        /// Its value afterwards; null where it is not set.
        pub after: Option<String>,
    }

    /// The macros that a profile knows.
    pub struct Macros {
        /// The profile.
        pub profile: &'static str,
        /// Its macros.
        pub macros: Vec<Macro>,
    }

    /// A macro of a profile.
    pub struct Macro {
        /// Its name.
        pub name: &'static str,
        /// Other names of it.
        pub aliases: Vec<&'static str>,
        /// The fewest arguments that it takes.
        pub min_arguments: usize,
        /// The most arguments that it takes; null where there is no end.
        pub max_arguments: Option<usize>,
        /// What it does.
        pub note: &'static str,
        /// A text that uses it.
        pub example: &'static str,
        /// What the text becomes.
        pub result: &'static str,
    }
}

impl Expansion {
    /// Takes over what came of a text.
    #[must_use]
    pub fn of(text: &str, rendered: &Rendered<'_>, variables: &Variables) -> Self {
        let values = |scope: Scope| {
            variables.scope(scope).iter().map(|(name, value)| (name.clone(), value.as_text().into_owned())).collect()
        };
        let step = |step: &cards_macro::Step| Step {
            depth: step.depth,
            start: step.span.start,
            end: step.span.end,
            source: text.get(step.span.clone()).map(str::to_owned),
            became: (!step.kept).then(|| step.became.clone()),
            changes: step.changes.iter().map(VariableChange::from).collect(),
        };
        Self {
            text: Some(rendered.text.to_string()),
            unknown: rendered.unknown.iter().map(ToString::to_string).collect(),
            unset: rendered.unset.iter().map(|(_, name)| name.to_string()).collect(),
            scripts: Vec::new(),
            steps: rendered.steps.iter().map(step).collect(),
            variables: values(Scope::Chat),
            global_variables: values(Scope::Global),
        }
    }
}

impl From<&cards_macro::Change> for VariableChange {
    fn from(change: &cards_macro::Change) -> Self {
        let text = |value: &Option<Value>| value.as_ref().map(|value| value.as_text().into_owned());
        Self {
            scope: if change.scope == Scope::Global { "global" } else { "chat" },
            name: change.name.to_string(),
            before: text(&change.before),
            after: text(&change.after),
        }
    }
}

impl Macros {
    /// Gives the macros that an engine knows.
    #[must_use]
    pub fn of(engine: Engine) -> Self {
        let row = |info: &&cards_macro::MacroInfo| {
            let variant = info.variant(engine)?;
            let (arity, example) = (variant.arity(), variant.example());
            Some(Macro {
                name: info.name,
                aliases: variant.aliases().to_vec(),
                min_arguments: usize::from(arity.min),
                max_arguments: (arity.max != Arity::MANY).then_some(usize::from(arity.max)),
                note: variant.note(),
                example: example.template,
                result: example.result,
            })
        };
        Self { profile: engine.as_str(), macros: cards_macro::macro_table().iter().filter_map(row).collect() }
    }
}
