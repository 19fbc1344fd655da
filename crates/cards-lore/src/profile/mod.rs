//! Whose rules hold: each profile is one value of named choices, in a file of its own.
//!
//! The engine asks the choices and never the profile's name, so that to know a client is to read its file, and a new
//! client is a new file and an arm below.

mod agnai;
mod koboldcpp;
mod marinara;
mod module;
mod risu;
mod sillybunny;
mod sillytavern;
mod spec;

use cards_words::Profile;

use crate::book::BookKind;
use crate::rules::Rules;

/// Gives the rules of a turn.
pub(crate) fn of_turn(profile: Profile) -> &'static Rules {
    match profile {
        Profile::Spec => &spec::RULES,
        // No row differs between the versions, nor in the program that has the same page.
        Profile::SillyTavern | Profile::SillyTavern118 | Profile::SillyTavern117 | Profile::TauriTavern => {
            &sillytavern::RULES
        }
        Profile::SillyBunny => &sillybunny::RULES,
        Profile::Risu => &risu::RULES,
        Profile::Agnai => &agnai::RULES,
        Profile::KoboldCpp => &koboldcpp::RULES,
        Profile::Marinara => &marinara::RULES,
    }
}

/// Gives the client whose own export of a lorebook a form is, where that client reads more of it than a lorebook of the specs says.
#[cfg(feature = "model")]
pub(crate) fn exporter(form: cards_model::ForeignForm) -> Option<Profile> {
    (form == cards_model::ForeignForm::MarinaraLorebook).then_some(Profile::Marinara)
}

/// Gives the rules of the entries of a book: modules keep their own in every profile.
pub(crate) fn of_book(profile: Profile, kind: BookKind) -> &'static Rules {
    match (kind, profile) {
        (BookKind::Module, _) => &module::RULES,
        (_, profile) => of_turn(profile),
    }
}
