//! What the kit knows of each profile beyond what the engines do.

use cards_words::Profile;

/// What sets a profile apart.
pub(crate) struct Traits {
    /// Whether the user imports the lorebook of a card before its entries fire. De facto: SillyTavern 1.19.
    pub(crate) imports_books: bool,
    /// Whether a greeting is a message as any other, and is searched as one.
    pub(crate) searches_greeting: bool,
    /// Whether slashes alone make a pattern of a key; elsewhere the entry has a switch for it.
    pub(crate) slashes_are_patterns: bool,
    /// What the order of the specs is under this profile, for people.
    pub(crate) spec_order: &'static str,
}

impl Traits {
    /// The traits of a profile.
    pub(crate) fn of(profile: Profile) -> Self {
        let is_sillytavern = profile == Profile::SillyTavern;
        Self {
            imports_books: is_sillytavern,
            searches_greeting: is_sillytavern,
            slashes_are_patterns: is_sillytavern,
            spec_order: match profile {
                Profile::SillyTavern => "the order of the specs, not SillyTavern's own",
                Profile::Risu => "the order of the specs, not RisuAI's own; macros and lore are RisuAI's",
                Profile::Spec => "the order of the specs",
            },
        }
    }
}
