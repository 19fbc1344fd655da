//! The forms that content has.

use std::fmt;
use std::str::FromStr;

use cards_words::UnknownName;

/// The form of a file's content.
///
/// ```
/// use cards_model::Form;
/// let form: Form = "ccv3".parse()?;
/// assert_eq!((form, form.id()), (Form::V3, "v3"));
/// assert!(Form::ALL.iter().filter(|form| form.is_card()).count() == 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Form {
    /// A card in the layout before V1 (Pygmalion).
    V0,
    /// Tavern Card V1.
    V1,
    /// Tavern Card V2.
    V2,
    /// Character Card V3.
    V3,
    /// Character Card V3 for Lynn.
    V3L,
    /// Prom V3.1 card.
    Prom,
    /// RPGGO Module V1.
    Module,
    /// A CCv3 lorebook in a file of its own.
    LorebookV3,
    /// A V2 or CCv3 lorebook without any wrapping.
    Lorebook,
    /// A Prom lorebook in a file of its own.
    PromBook,
    /// SillyTavern world info, or a TavernAI or KoboldAI world.
    WorldInfo,
    /// A lorebook that RisuAI exported.
    RisuLorebook,
    /// A memory book of Agnaistic.
    AgnaiBook,
    /// A lorebook of NovelAI.
    NovelAi,
}

impl Form {
    /// Every form, in the order of the enum.
    pub const ALL: &'static [Self] = &[
        Self::V0,
        Self::V1,
        Self::V2,
        Self::V3,
        Self::V3L,
        Self::Prom,
        Self::Module,
        Self::LorebookV3,
        Self::Lorebook,
        Self::PromBook,
        Self::WorldInfo,
        Self::RisuLorebook,
        Self::AgnaiBook,
        Self::NovelAi,
    ];

    /// Whether it is a form of cards.
    #[must_use]
    pub fn is_card(self) -> bool {
        matches!(self, Self::V0 | Self::V1 | Self::V2 | Self::V3 | Self::V3L | Self::Prom)
    }

    /// The name for machines: what `cards convert --to` takes, what a schema is called by, and what a row may hold.
    ///
    /// ```
    /// use cards_model::Form;
    /// assert_eq!(Form::AgnaiBook.id(), "agnai_book");
    /// // Every other name that somebody gave a form leads back to it.
    /// assert!(["agnai", "Agnai memory book", "agnai-book"].iter().all(|name| name.parse() == Ok(Form::AgnaiBook)));
    /// ```
    #[must_use]
    pub fn id(self) -> &'static str {
        self.names().id
    }

    /// The name for people: `V2`, `world info` …
    #[must_use]
    pub fn name(self) -> &'static str {
        self.names().name
    }

    /// The form with its article, for use inside a sentence: `a V2 card`, `an RPGGO module` …
    #[must_use]
    pub fn described(self) -> &'static str {
        self.names().described
    }

    /// Other names that are read, beside [`Form::id`] and [`Form::name`].
    #[must_use]
    pub fn aliases(self) -> &'static [&'static str] {
        self.names().aliases
    }

    /// The one list of what forms are called.
    fn names(self) -> Names {
        let (id, name, described, aliases): (_, _, _, &[_]) = match self {
            Self::V0 => ("v0", "V0 (Pygmalion)", "a V0 card (Pygmalion)", &["pygmalion"]),
            Self::V1 => ("v1", "V1", "a V1 card", &["tavern", "chara_card_v1"]),
            Self::V2 => ("v2", "V2", "a V2 card", &["chara_card_v2"]),
            Self::V3 => ("v3", "V3", "a V3 card", &["ccv3", "chara_card_v3"]),
            Self::V3L => ("v3l", "V3L", "a V3L card", &["ccv3l", "lynn"]),
            Self::Prom => ("prom", "Prom 3.1", "a Prom 3.1 card", &["prom3", "prom v3.1"]),
            Self::Module => ("module", "Module", "an RPGGO module", &["rpggo", "rpggo module"]),
            Self::LorebookV3 => ("lorebook_v3", "lorebook_v3", "a lorebook", &[]),
            Self::Lorebook => ("lorebook", "lorebook", "a lorebook", &["character_book"]),
            Self::PromBook => ("prom_book", "Prom lorebook", "a Prom lorebook", &[]),
            Self::WorldInfo => {
                ("worldinfo", "world info", "world info", &["world", "sillytavern world info", "sillytavern"])
            }
            Self::RisuLorebook => ("risu_lorebook", "RisuAI lorebook", "a RisuAI lorebook", &["risu", "risuai"]),
            Self::AgnaiBook => ("agnai_book", "Agnai memory book", "an Agnai memory book", &["agnai"]),
            Self::NovelAi => ("novelai_lorebook", "NovelAI lorebook", "a NovelAI lorebook", &["novelai", "nai"]),
        };
        Names { id, name, described, aliases }
    }
}

/// What a form is called.
struct Names {
    id: &'static str,
    name: &'static str,
    described: &'static str,
    aliases: &'static [&'static str],
}

/// Whether two names are one but for case, blanks, hyphens, dots and underscores.
pub(crate) fn is_alike(a: &str, b: &str) -> bool {
    let letters =
        |name: &str| -> String { name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect() };
    letters(a) == letters(b)
}

/// Reads any name of a form: its id, its name for people, an alias; case, blanks and hyphens do not count.
impl FromStr for Form {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let is = |form: &&Self| {
            let names = form.names();
            [names.id, names.name].iter().chain(names.aliases).any(|known| is_alike(known, name))
        };
        let found = Self::ALL.iter().find(is).copied();
        found.ok_or_else(|| UnknownName::new("form", name, Self::ALL.iter().map(|form| form.id())))
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_a_form_leads_back_to_it_alone() {
        for form in Form::ALL {
            for name in [form.id(), form.name()].iter().chain(form.aliases()) {
                assert_eq!(name.parse(), Ok(*form), "{name}");
                assert_eq!(name.to_uppercase().parse(), Ok(*form), "{name}");
                assert_eq!(name.replace([' ', '_'], "-").parse(), Ok(*form), "{name}");
            }
        }
        let error = "v9".parse::<Form>().unwrap_err().to_string();
        assert!(error.starts_with("`v9` is not the name of a form; choose one of v0, v1, v2"), "{error}");
    }
}
