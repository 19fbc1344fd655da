//! Which texts count as JSON.

/// Which texts count as JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Grammar {
    /// RFC 8259.
    #[default]
    Strict,
    /// RFC 8259 with comments and trailing commas, as readers of 2023 took it.
    Relaxed,
}

cards_words::named! {
    Grammar: "grammar";
    Strict => "strict",
    Relaxed => "relaxed",
}
