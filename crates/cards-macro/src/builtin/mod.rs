//! What the macros of the table do.

/// Macros that each print a field of the card, as a client renders one.
macro_rules! fields {
    ($put:ident: $($name:ident: $fact:ident),* $(,)?) => {
        $(pub(crate) fn $name(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
            $put(call, Fact::$fact)
        })*
    };
}

pub(crate) mod card;
pub(crate) mod chat;
pub(crate) mod marinara;
pub(crate) mod names;
pub(crate) mod random;
pub(crate) mod risu;
pub(crate) mod text;
pub(crate) mod time;
pub(crate) mod variables;
