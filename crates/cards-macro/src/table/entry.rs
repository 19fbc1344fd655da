//! One entry of the macro table.

use super::pass::Pass;
use crate::call::Fun;
use crate::host::Arity;
use crate::profile::Engine;

/// A built-in macro.
#[derive(Debug)]
pub struct MacroInfo {
    /// Its usual name, without braces.
    pub name: &'static str,
    /// The chapter that listings put it in.
    pub group: Group,
    /// One sentence.
    pub summary: &'static str,
    pub(crate) behaviours: &'static [Behaviour],
}

impl MacroInfo {
    /// Returns what the macro does, profile by profile (several profiles may share one behaviour).
    pub fn variants(&self) -> impl Iterator<Item = Variant> {
        self.behaviours.iter().map(Variant)
    }

    /// Returns what the macro does in a profile, or `None` where the profile does not know it.
    #[must_use]
    pub fn variant(&self, profile: Engine) -> Option<Variant> {
        self.behaviours.iter().find(|behaviour| behaviour.profiles & profile.bit() != 0).map(Variant)
    }
}

/// What a macro does in some profiles.
#[derive(Clone, Copy, Debug)]
pub struct Variant(pub(crate) &'static Behaviour);

impl Variant {
    /// Returns the profiles that share this behaviour.
    pub fn profiles(self) -> impl Iterator<Item = Engine> {
        Engine::ALL.iter().copied().filter(move |profile| self.0.profiles & profile.bit() != 0)
    }

    /// Returns other names in these profiles.
    #[must_use]
    pub fn aliases(self) -> &'static [&'static str] {
        self.0.aliases
    }

    /// Returns how many arguments it takes.
    #[must_use]
    pub fn arity(self) -> Arity {
        self.0.arity
    }

    /// Returns what is particular to these profiles; may be empty.
    #[must_use]
    pub fn note(self) -> &'static str {
        self.0.note
    }

    /// Returns the example.
    #[must_use]
    pub fn example(self) -> Example {
        self.0.example
    }
}

/// A template and what it renders to for the host of [`example_host`](crate::example_host).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The template.
    pub template: &'static str,
    /// What comes out.
    pub result: &'static str,
}

/// Chapters of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Group {
    /// Names of the people in the chat.
    Names,
    /// Fields of the card.
    Card,
    /// Text and whitespace.
    Text,
    /// Chance.
    Random,
    /// Variables.
    Variables,
    /// Conditions, loops, functions.
    Control,
    /// The chat's messages.
    Chat,
    /// Dates and times.
    Time,
    /// State of the program.
    State,
    /// Arithmetic and comparison.
    Math,
    /// Lists and dictionaries.
    Data,
    /// Pieces of the client's page.
    Page,
}

impl Group {
    /// Returns the heading.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Names => "Names",
            Self::Card => "Card fields",
            Self::Text => "Text",
            Self::Random => "Chance",
            Self::Variables => "Variables",
            Self::Control => "Conditions, loops and functions",
            Self::Chat => "Chat",
            Self::Time => "Time",
            Self::State => "State of the program",
            Self::Math => "Arithmetic and comparison",
            Self::Data => "Lists and dictionaries",
            Self::Page => "Pieces of the page",
        }
    }
}

/// What a macro does in the profiles of its mask.
#[derive(Debug)]
pub(crate) struct Behaviour {
    pub(crate) profiles: u16,
    pub(crate) aliases: &'static [&'static str],
    pub(crate) arity: Arity,
    pub(crate) form: Form,
    pub(crate) call: Fun,
    pub(crate) note: &'static str,
    pub(crate) example: Example,
    /// How SillyTavern's older engine comes to it.
    pub(crate) passes: &'static [Pass],
}

/// How the engine treats the arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Arguments are rendered, then the function runs.
    Eager,
    /// As `Eager`; refuses scoped content because its arguments are a list.
    List,
    /// As `Eager`; one argument is meant, which may be scoped content, and others are let pass.
    Loose,
    /// SillyTavern's condition: only the chosen branch is rendered.
    If,
    /// SillyTavern's branch mark.
    Else,
}

impl Behaviour {
    /// Begins an entry: who knows it, how many arguments, what it does, and an example with its result.
    pub(super) const fn new(
        profiles: u16,
        arity: Arity,
        call: Fun,
        template: &'static str,
        result: &'static str,
    ) -> Self {
        let example = Example { template, result };
        Self { profiles, aliases: &[], arity, form: Form::Eager, call, note: "", example, passes: &[] }
    }

    pub(super) const fn aliases(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    pub(super) const fn form(mut self, form: Form) -> Self {
        self.form = form;
        self
    }

    pub(super) const fn passes(mut self, passes: &'static [Pass]) -> Self {
        self.passes = passes;
        self
    }

    pub(super) const fn note(mut self, note: &'static str) -> Self {
        self.note = note;
        self
    }
}
