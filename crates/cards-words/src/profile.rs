//! Whose rules hold.

use std::fmt;
use std::str::FromStr;

use crate::unknown::UnknownName;

/// Whose rules hold: those of the spec texts, or those of a client.
///
/// What a profile means is said in each layer, and so are the variants that only one layer has, such as the two macro
/// engines of SillyTavern. The set is closed on purpose: a layer that forgets a client does not compile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Profile {
    /// The spec texts: CCv3, with V1, V2 and Prom as its relatives.
    #[default]
    Spec,
    /// SillyTavern 1.19.
    SillyTavern,
    /// RisuAI.
    Risu,
}

impl Profile {
    /// All profiles, in the order of tables.
    pub const ALL: [Self; 3] = [Self::Spec, Self::SillyTavern, Self::Risu];

    /// Gives the name that commands and tables use.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Spec => "spec",
            Self::SillyTavern => "sillytavern",
            Self::Risu => "risu",
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Reads a profile's name, or one that people give the client; letter case does not matter.
impl FromStr for Profile {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let aliases =
            [("st", Self::SillyTavern), ("tavern", Self::SillyTavern), ("risuai", Self::Risu), ("ccv3", Self::Spec)];
        let known = Self::ALL.map(|profile| (profile.as_str(), profile)).into_iter().chain(aliases);
        let found = known.into_iter().find_map(|(known, profile)| known.eq_ignore_ascii_case(name).then_some(profile));
        found.ok_or_else(|| UnknownName::new("profile", name, Self::ALL.map(Self::as_str)))
    }
}
