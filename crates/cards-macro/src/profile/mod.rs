//! Whose rules a template follows: one file a client holds what it does as values, with the source of each.

mod agnai;
mod koboldcpp;
mod marinara;
mod module;
pub(crate) mod risu;
mod rules;
pub(crate) mod sillytavern;
mod spec;

use cards_words::Profile;

pub(crate) use rules::{Rules, Syntax};

/// A set of spellings and rules: those of a [`Profile`], or of a further engine that its client has.
///
/// An engine is data over the one renderer: which openers count and which table entries it sees.
///
/// ```
/// use cards_macro::{Engine, Profile};
/// assert_eq!("risu".parse(), Ok(Engine::Risu));
/// assert_eq!(Engine::from(Profile::SillyTavern).to_string(), "sillytavern");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// What the spec texts ask for, with every spelling that they name.
    ///
    /// Spec: CCv3 "CBS", Tavern card V1 and V2, Prom 3.1 "Macro Requirements".
    #[default]
    Spec,
    /// SillyTavern's parser-based engine. De facto: SillyTavern 1.19.0.
    SillyTavern,
    /// SillyTavern's older engine, a list of text replacements. De facto: SillyTavern 1.19.0 with the new engine off.
    SillyTavernLegacy,
    /// The parser-based engine one version before. De facto: SillyTavern 1.18.0; no row differs in 1.17.0.
    SillyTavern118,
    /// RisuAI's curly-braced syntax. De facto: RisuAI 904a14a (2026-01-12).
    Risu,
    /// RPGGO modules: `{{char}}`, `<BOT>`, `{{user}}`, `<USER>` and nothing else. Spec: Module V1.
    Module,
    /// The names that Agnai fills in, in fields, messages and memories; the template language of its prompts is not here. De facto:
    /// Agnai f03991c.
    Agnai,
    /// The names that KoboldAI Lite fills in, before it throws dice where its user wants that, which is not here. De facto: KoboldCpp
    /// b261d74.
    KoboldCpp,
    /// The macros of Marinara. De facto: Marinara Engine 014be8d.
    Marinara,
    /// SillyTavern's parser-based engine, in which a comment may be empty or have several arguments. De facto: SillyBunny e88db34.
    SillyBunny,
}

cards_words::named! {
    Engine: "macro profile";
    Spec => "spec",
    SillyTavern => "sillytavern" | "sillytavern@1.19" | "sillytavern@1.19.0",
    // No row differs between the versions.
    SillyTavernLegacy => "sillytavern-legacy" | "sillytavern-legacy@1.19" | "sillytavern-legacy@1.19.0"
        | "sillytavern-legacy@1.18" | "sillytavern-legacy@1.18.0" | "sillytavern-legacy@1.17" | "sillytavern-legacy@1.17.0",
    SillyTavern118 => "sillytavern@1.18" | "sillytavern@1.18.0" | "sillytavern@1.17" | "sillytavern@1.17.0"
        // The program that says so of its page, and whose list of changes against 1.18.0 has no file of macros.
        | "tauritavern" | "tauritavern@129c2d9",
    Risu => "risu" | "risu@2026-01-12" | "risu@2025-12-31",
    Module => "module",
    Agnai => "agnai" | "agnaistic" | "agnai@f03991c",
    KoboldCpp => "koboldcpp" | "kobold" | "koboldai-lite" | "koboldcpp@b261d74",
    Marinara => "marinara" | "marinara-engine" | "marinara@197b74d",
    SillyBunny => "sillybunny" | "sillybunny@16609ad",
}

cards_words::by_name!(Engine);

impl Engine {
    /// Whether it is one of SillyTavern's engines, at any version, or that of a copy of it.
    #[must_use]
    pub const fn is_sillytavern(self) -> bool {
        matches!(self, Self::SillyTavern | Self::SillyTavernLegacy | Self::SillyTavern118 | Self::SillyBunny)
    }

    /// Whether it calls the macros that a host has of its own; the others put in names alone.
    #[must_use]
    pub fn takes_macros(self) -> bool {
        self.rules().syntax != Syntax::Exact
    }

    pub(crate) fn index(self) -> usize {
        self as usize
    }

    pub(crate) fn bit(self) -> u16 {
        1 << self.index()
    }

    pub(crate) fn rules(self) -> &'static Rules {
        match self {
            Self::Spec => &spec::RULES,
            Self::SillyTavern | Self::SillyBunny => &sillytavern::RULES,
            Self::SillyTavernLegacy => &sillytavern::LEGACY,
            Self::SillyTavern118 => &sillytavern::OF_118,
            Self::Risu => &risu::RULES,
            Self::Module => &module::RULES,
            Self::Agnai => &agnai::RULES,
            Self::KoboldCpp => &koboldcpp::RULES,
            Self::Marinara => &marinara::RULES,
        }
    }
}

/// The engine that a client uses unless its user chooses another.
impl From<Profile> for Engine {
    fn from(profile: Profile) -> Self {
        match profile {
            Profile::Spec => Self::Spec,
            Profile::SillyTavern => Self::SillyTavern,
            Profile::SillyTavern118 | Profile::SillyTavern117 | Profile::TauriTavern => Self::SillyTavern118,
            Profile::Risu => Self::Risu,
            Profile::Agnai => Self::Agnai,
            Profile::KoboldCpp => Self::KoboldCpp,
            Profile::Marinara => Self::Marinara,
            Profile::SillyBunny => Self::SillyBunny,
        }
    }
}

/// What the rendered text is for; comments and hidden keys depend on it.
///
/// Spec: CCv3 "CBS", `{{//}}`, `{{hidden_key}}` and `{{comment}}`.
///
/// ```
/// use cards_macro::{For, MapHost, Profile, expand};
/// let mut host = MapHost::new("Sam", "Aria");
/// let text = "Hello.{{comment: be kind}}";
/// assert_eq!(expand(text, Profile::Spec, &mut host, For::Prompt)?, "Hello.");
/// assert_eq!(expand(text, Profile::Spec, &mut host, For::Display)?, "Hello.be kind");
/// # Ok::<(), cards_macro::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum For {
    /// The prompt: comments and hidden keys print nothing.
    #[default]
    Prompt,
    /// The reader's eyes: `{{comment: note}}` prints the note.
    Display,
    /// Text of an active lore entry that is searched for further keys: `{{hidden_key: word}}` prints the word.
    Scan,
}

cards_words::named! {
    For: "purpose";
    Prompt => "prompt",
    Display => "display",
    Scan => "scan",
}
