//! By whose rules a prompt is made, and what they take for done.

use cards_words::Profile;

use crate::answers;
use crate::profile::Traits;
use crate::session::Session;

/// What puts the parts of a prompt in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Order<'n> {
    /// What a turn of the profile has: the order of the specs, or RisuAI's.
    Turn,
    /// SillyTavern's Prompt Manager with a preset; without a name, that of a new installation.
    Preset(Option<&'n str>),
    /// SillyTavern's templates of text completion.
    Templates,
}

impl Order<'_> {
    fn in_words(self, profile: Profile) -> String {
        let version = profile.version();
        match self {
            Self::Preset(None) => format!("SillyTavern {version}, chat completion by its default preset"),
            Self::Preset(Some(name)) => format!("SillyTavern {version}, chat completion by the preset {name}"),
            Self::Templates => format!("SillyTavern {version}, text completion by its templates"),
            Self::Turn => Traits::of(profile).order.to_owned(),
        }
    }
}

answers! {
    /// By whose rules a prompt is made, and what they take for done.
    pub struct Head {
        /// The profile.
        pub profile: &'static str,
        /// What puts the parts in order, for people.
        pub order: String,
        /// What the client's user has to do first, for people; empty for nothing.
        pub first: Vec<String>,
    }
}

impl Head {
    /// Says what a prompt of a session is made by.
    #[must_use]
    pub fn of(session: &Session, order: Order<'_>) -> Self {
        let profile = session.options().profile;
        Self { profile: profile.as_str(), order: order.in_words(profile), first: session.to_do_first() }
    }
}
