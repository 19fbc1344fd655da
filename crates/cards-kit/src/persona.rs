//! Where the persona goes.

use cards_prompt::sillytavern::{Persona, PersonaPosition};
use cards_words::Role;
use cards_words::setters;

/// Where the description of the one who chats goes; its text is in the options of the session.
///
/// De facto: SillyTavern 1.19.0.
///
/// ```
/// use cards_kit::{PersonaPlace, SillyTavern, prompt::sillytavern::PersonaPosition};
/// let place = PersonaPlace::default().with_position(PersonaPosition::AtDepth).with_depth(2.0);
/// let settings = SillyTavern::default().with_persona(place);
/// assert_eq!(settings.persona.depth, 2.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PersonaPlace {
    /// Where it goes.
    pub position: PersonaPosition,
    /// Messages between it and the end of the chat, at a depth.
    pub depth: f64,
    /// Who speaks it, at a depth.
    pub role: Role,
}

impl Default for PersonaPlace {
    fn default() -> Self {
        let Persona { position, depth, role, .. } = Persona::default();
        Self { position, depth, role }
    }
}

impl PersonaPlace {
    /// The persona as a prompt takes it.
    #[must_use]
    pub fn of(self, description: &str) -> Persona<'_> {
        let Self { position, depth, role } = self;
        Persona { description, position, depth, role }
    }
}

setters! {
    PersonaPlace:
    /// Sets the place.
    with_position(position: PersonaPosition) = position;
    /// Sets the depth.
    with_depth(depth: f64) = depth;
    /// Sets who speaks it.
    with_role(role: Role) = role;
}
