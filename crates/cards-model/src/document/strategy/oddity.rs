//! How odd a generated value may be.

/// How odd generated values may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Oddity {
    /// What a careful program writes.
    #[default]
    Plain,
    /// What files in the wild hold.
    Crooked,
}

cards_words::named! {
    Oddity: "oddity";
    Plain => "plain",
    Crooked => "crooked",
}
