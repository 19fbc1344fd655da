//! What a caller may choose about a conversion.

use crate::Form;
use cards_words::setters;

/// Choices for a conversion; the default is what the specs suggest, without a stash.
///
/// ```
/// use cards_model::convert::{Options, Stash};
/// let options = Options::default().with_stash(Stash::Extensions);
/// assert_eq!(options.stash, Stash::Extensions);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Where to keep what the target cannot hold.
    pub stash: Stash,
    /// What becomes of the scenario in a Prom card.
    pub scenario: Scenario,
    /// What becomes of decorators in specs that do not know them.
    pub decorators: Decorators,
    /// What a V2 card made from a richer one is for.
    pub purpose: Purpose,
    /// The locale that plain greetings and creator notes have in a V3L card, and that is taken from one.
    pub locale: String,
    /// Whether RisuAI's own asset lists (`extensions.risuai`) become assets on the way up to CCv3.
    pub risu_assets: bool,
}

/// Where a conversion keeps what the target cannot hold.
///
/// ```
/// use cards_model::convert::{Options, Stash};
/// use cards_model::{Card, Form};
/// let card: Card = r#"{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"Aria","nickname":"Ri"}}"#.parse()?;
/// let down = card.clone().into_form(Form::V2, &Options::default().with_stash(Stash::Extensions))?;
/// assert!(!down.loss.is_empty());
/// let up = down.value.into_form(Form::V3, &Options::default())?;
/// assert!(matches!(up.value, Card::V3(card) if card.data.nickname.as_deref() == Some("Ri")));
/// # Ok::<(), cards_model::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stash {
    /// Nowhere: it is gone, and the loss report says so.
    #[default]
    Off,
    /// Among the data of applications, under the key `cards`, where the target spec welcomes such data: V2, CCv3, Prom.
    /// Lorebooks of other programs have it in a member of their own.
    Extensions,
    /// There, and also in V1 (as a member beside the six texts, which V1 readers pass over) and V3L (which would
    /// rather have no application store anything).
    Everywhere,
}

cards_words::named! {
    Stash: "stash";
    Off => "off",
    Extensions => "extensions",
    Everywhere => "everywhere",
}

impl Stash {
    /// Whether a card of this form gets a stash.
    #[must_use]
    pub fn goes_into(self, form: Form) -> bool {
        match self {
            Self::Off => false,
            Self::Extensions => !matches!(form, Form::V0 | Form::V1 | Form::V3L),
            Self::Everywhere => true,
        }
    }
}

/// What becomes of the scenario in a Prom card, which has no field for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Scenario {
    /// It is stashed, or lost.
    #[default]
    Stashed,
    /// Greetings set it as a variable and the description shows that variable, as Prom suggests.
    Variable,
}

cards_words::named! {
    Scenario: "choice for the scenario";
    Stashed => "stashed",
    Variable => "variable",
}

/// What becomes of decorators in specs that do not know them (V2, Prom).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Decorators {
    /// They are taken out of the content, as CCv3 asks for.
    #[default]
    Removed,
    /// They stay in the content, where other readers show them as text.
    Kept,
}

cards_words::named! {
    Decorators: "choice for decorators";
    Removed => "removed",
    Kept => "kept",
}

/// What a V2 card made from a richer one is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Purpose {
    /// To be alone.
    #[default]
    Export,
    /// To be beside the CCv3 card in the same PNG, for readers that know nothing newer. Its creator notes say so.
    ///
    /// Spec: CCv3 PNG, `chara` backfill.
    Backfill,
}

cards_words::named! {
    Purpose: "purpose";
    Export => "export",
    Backfill => "backfill",
}

impl Default for Options {
    fn default() -> Self {
        Self {
            stash: Stash::default(),
            scenario: Scenario::default(),
            decorators: Decorators::default(),
            purpose: Purpose::default(),
            locale: "en".to_owned(),
            risu_assets: false,
        }
    }
}

impl Options {
    /// The options with another default locale.
    #[must_use]
    pub fn with_locale(self, locale: impl Into<String>) -> Self {
        Self { locale: locale.into(), ..self }
    }
}

setters! {
    Options:
    /// The options with another place for what the target cannot hold.
    with_stash(stash: Stash) = stash;
    /// The options with another treatment of the scenario.
    with_scenario(scenario: Scenario) = scenario;
    /// The options with another treatment of decorators.
    with_decorators(decorators: Decorators) = decorators;
    /// The options with another purpose of V2 cards.
    with_purpose(purpose: Purpose) = purpose;
    /// The options with RisuAI's asset lists turned into assets, or left alone.
    with_risu_assets(risu_assets: bool) = risu_assets;
}
