//! Numbers of things in words.

pub(crate) use cards_words::plural;
