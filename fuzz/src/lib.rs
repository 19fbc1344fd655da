//! What several targets begin with.

use cards_model::{Card, v2};
use cards_prompt::sillytavern::{ChatMessage, Generation, Scene};
use cards_words::Message;

/// A card whose texts are what was said.
pub fn card(said: &str) -> Card {
    let mut card = v2::Card::default();
    card.data.name = "Rin".to_owned();
    said.clone_into(&mut card.data.description);
    said.clone_into(&mut card.data.system_prompt);
    card.data.mes_example = format!("<START>\nMira: {said}\nRin: yes");
    Card::from(card)
}

/// A chat of two messages with that card, one kind of text, and room for a small one.
pub fn scene<'c>(card: &'c Card, said: &'c str, kind: u8) -> Scene<'c> {
    let mut scene = Scene::new("Mira", card);
    scene.generation = Generation::ALL[usize::from(kind) % Generation::ALL.len()];
    scene.chat = vec![ChatMessage::from(Message::user(said)), ChatMessage::from(Message::assistant(said))];
    scene.macro_limits = scene.macro_limits.with_output_bytes(1 << 16);
    scene
}
