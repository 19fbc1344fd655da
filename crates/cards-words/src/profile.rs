//! Whose rules hold.

/// Whose rules hold: those of the spec texts, or those of a client.
///
/// What a profile means is said in each layer, and so are the variants that only one layer has, such as the two macro
/// engines of SillyTavern. The set is closed on purpose: a layer that forgets a client does not compile.
///
/// ```
/// use cards_words::Profile;
/// assert_eq!("st".parse(), Ok(Profile::SillyTavern));
/// assert_eq!(Profile::ALL.iter().map(|profile| profile.as_str()).collect::<Vec<_>>(), ["spec", "sillytavern", "risu"]);
/// ```
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

crate::named! {
    Profile: "profile";
    Spec => "spec" | "ccv3",
    SillyTavern => "sillytavern" | "st" | "tavern",
    Risu => "risu" | "risuai",
}
