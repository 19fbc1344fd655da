//! What is known of a file beside its text.

use crate::Form;

/// What is known of a file beside its text, where its members alone do not say what it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Evidence {
    /// Nothing: the members have to say it.
    #[default]
    Members,
    /// It is where cards stand, such as under a card keyword of a picture, so that a name is enough where no spec
    /// and no other program claims it.
    ///
    /// De facto: SillyTavern 1.19 imports whatever has a `name` there.
    CardPlace,
    /// Somebody says which form it has, and so it is read as that one.
    Form(Form),
}
