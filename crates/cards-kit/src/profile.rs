//! What the kit knows of each profile beyond what the engines do.

use cards_model::Form;
use cards_words::Profile;

/// The client that keeps lorebooks in a form of its own, for who names the client by it (`sillytavern`, `risu`).
pub(crate) fn client_of_lorebooks(form: Form) -> Option<Profile> {
    match form {
        Form::RisuLorebook => Some(Profile::Risu),
        Form::WorldInfo => Some(Profile::SillyTavern),
        _ => None,
    }
}

/// What sets a profile apart.
pub(crate) struct Traits {
    /// Whether the user imports the lorebook of a card before its entries fire. De facto: SillyTavern 1.19.
    pub(crate) imports_books: bool,
    /// Whether a greeting is a message as any other, and is searched as one.
    pub(crate) searches_greeting: bool,
    /// Whether the client keeps the name of who speaks with each message, and searches it too.
    pub(crate) names_messages: bool,
    /// Whether slashes alone make a pattern of a key; elsewhere the entry has a switch for it.
    pub(crate) slashes_are_patterns: bool,
    /// Whether a line of the entry's text says how deep it searches, and no member does.
    pub(crate) depth_by_decorator: bool,
    /// The switch that frees an entry from the budget, as its readers call it.
    pub(crate) free_of_budget: Option<&'static str>,
    /// What makes a chance certain, as the readers of the profile call it.
    pub(crate) always: &'static str,
    /// Whether a turn has the client's own order in place of that of the specs.
    pub(crate) sends_own_order: bool,
    /// What the order of a turn is under this profile, for people.
    pub(crate) order: &'static str,
}

impl Traits {
    /// The traits of a profile.
    pub(crate) fn of(profile: Profile) -> Self {
        let profile = profile.newest();
        let is_sillytavern = profile.family() == Profile::SillyTavern;
        // To these a chat is a list of lines with names, the greeting among them.
        let has_lines = is_sillytavern || matches!(profile, Profile::Agnai | Profile::KoboldCpp);
        Self {
            imports_books: is_sillytavern,
            searches_greeting: has_lines || profile == Profile::Marinara,
            names_messages: has_lines,
            slashes_are_patterns: is_sillytavern || profile == Profile::Marinara,
            depth_by_decorator: profile == Profile::Risu,
            free_of_budget: is_sillytavern.then_some("Ignore budget"),
            always: match profile.family() {
                Profile::SillyTavern => "Trigger %: 100",
                Profile::Risu => "@@probability 100 in its text",
                _ => "a chance of 100 %",
            },
            sends_own_order: profile == Profile::Risu,
            order: match profile {
                Profile::SillyTavern => "the order of the specs, not SillyTavern's own",
                Profile::Risu => {
                    "RisuAI 161.2.0 as a new installation sends it: its own order, no prompt template, jailbreak off; without memory, \
                     triggers and pictures"
                }
                Profile::Agnai => "the order of the specs, not Agnai's own",
                Profile::KoboldCpp => "the order of the specs, not KoboldCpp's own",
                Profile::Marinara => "the order of the specs, not Marinara's own",
                Profile::SillyBunny => "the order of the specs, not SillyBunny's own",
                Profile::TauriTavern => "the order of the specs, not TauriTavern's own",
                _ => "the order of the specs",
            },
        }
    }
}
