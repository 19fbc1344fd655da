//! What chabeau does with cards: it loads them for a chat in the terminal, refuses those that it cannot use with all reasons
//! at once, and makes the system prompt of them.

use std::fmt;
use std::path::Path;

use cards_container::{Limits, open};
use cards_model::convert::Options;
use cards_model::{Card, Form, Stood, v2};

/// A card, as the rest of the app holds it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CharacterCard {
    /// The name of the character.
    pub name: String,
    /// Its description.
    pub description: String,
    /// Its personality.
    pub personality: String,
    /// Where the conversation takes place.
    pub scenario: String,
    /// The greeting.
    pub first_mes: String,
    /// Examples of how it speaks.
    pub mes_example: String,
    /// What is in front of everything else, where the card has it.
    pub system_prompt: Option<String>,
    /// What is behind the chat, where the card has it.
    pub post_history_instructions: Option<String>,
    /// Other greetings.
    pub alternate_greetings: Vec<String>,
}

/// Why a card is not loaded.
#[derive(Debug)]
pub enum CardLoadError {
    /// The file cannot be read.
    FileNotFound(String),
    /// It holds no card, or one that does not read.
    InvalidCard(String),
    /// The card lacks what a chat needs: every reason.
    ValidationFailed(Vec<String>),
}

impl fmt::Display for CardLoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FileNotFound(message) => write!(f, "File not found: {message}"),
            Self::InvalidCard(message) => write!(f, "Invalid card: {message}"),
            Self::ValidationFailed(reasons) => write!(f, "Card validation failed:\n  • {}", reasons.join("\n  • ")),
        }
    }
}

impl std::error::Error for CardLoadError {}

/// The texts that V2 makes mandatory.
const NEEDED: [&str; 6] = ["name", "description", "personality", "scenario", "first_mes", "mes_example"];

/// Loads a card out of any file that holds one.
pub fn load_card(path: impl AsRef<Path>) -> Result<CharacterCard, CardLoadError> {
    let path = path.as_ref();
    let invalid = |text: String| CardLoadError::InvalidCard(format!("{}: {text}", path.display()));
    let file = std::fs::File::open(path)
        .map_err(|error| CardLoadError::FileNotFound(format!("{}: {error}", path.display())))?;
    let loaded = open(file, Limits::default()).and_then(|mut file| file.load());
    let loaded = loaded.map_err(|error| invalid(error.chain()))?;
    let card = loaded.document.into_card().ok_or_else(|| invalid("a lorebook or a module, not a card".to_owned()))?;
    validate(&card)?;
    let card = card.into_form(Form::V2, &Options::default()).map_err(|error| invalid(error.to_string()))?.value;
    let Card::V2(card) = card else { return Err(invalid("no card of V2".to_owned())) };
    Ok(CharacterCard::from(card.data))
}

/// Everything that keeps a card from being used. Our reader takes absent texts for empty ones; the app does not, where the
/// card says that it follows V2.
fn validate(card: &Card) -> Result<(), CardLoadError> {
    let mut reasons = Vec::new();
    if let Card::V2(card) = card {
        let absent = |member: &&&str| card.data.rest.stood::<v2::Data>(member) != Stood::Right;
        reasons.extend(NEEDED.iter().filter(absent).map(|member| format!("`{member}` is missing or no text")));
    }
    if card.name().is_empty() && reasons.iter().all(|reason| !reason.contains("`name`")) {
        reasons.push("Character name is required and cannot be empty".to_owned());
    }
    if reasons.is_empty() { Ok(()) } else { Err(CardLoadError::ValidationFailed(reasons)) }
}

impl From<v2::Data> for CharacterCard {
    fn from(data: v2::Data) -> Self {
        let said = |text: String| (!text.is_empty()).then_some(text);
        Self {
            name: data.name,
            description: data.description,
            personality: data.personality,
            scenario: data.scenario,
            first_mes: data.first_mes,
            mes_example: data.mes_example,
            system_prompt: said(data.system_prompt),
            post_history_instructions: said(data.post_history_instructions),
            alternate_greetings: data.alternate_greetings,
        }
    }
}

impl CharacterCard {
    /// What the app sends in front of the chat.
    pub fn build_system_prompt(&self) -> String {
        let own = self.system_prompt.as_ref().map(|text| format!("{text}\n\n"));
        let mut prompt = own.unwrap_or_default();
        for (title, text) in [
            ("Character", &self.name),
            ("Description", &self.description),
            ("Personality", &self.personality),
            ("Scenario", &self.scenario),
        ] {
            prompt.push_str(&format!("{title}: {text}\n"));
        }
        if !self.mes_example.is_empty() {
            prompt.push_str(&format!("\nExample dialogue:\n{}\n", self.mes_example));
        }
        prompt
    }
}
