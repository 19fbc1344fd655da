//! When a key that occurs counts.

/// When a plain key that occurs in a text counts as a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum MatchMode {
    /// Anywhere, also inside of words.
    #[default]
    Substring,
    /// Between characters that are not ASCII letters, digits or `_`; keys with white space inside match anywhere.
    ///
    /// De facto: SillyTavern 1.19, "match whole words". `caf` matches `café`.
    JsWord,
    /// Between words as Unicode sees them; scripts that write without spaces have a word end after each character.
    UnicodeWord,
    /// As one of the pieces between single spaces. De facto: RisuAI.
    SpacedWord,
    /// Between characters that are not letters or numbers of any script, or `_`. De facto: Marinara 197b74d, "match whole words".
    LetterWord,
}

cards_words::named! {
    MatchMode: "way to match";
    Substring => "substring",
    JsWord => "js-word",
    UnicodeWord => "unicode-word",
    SpacedWord => "spaced-word",
    LetterWord => "letter-word",
}
