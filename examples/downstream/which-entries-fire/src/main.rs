//! An app that asks which lorebook entries a message fires, with `cards-lore` alone.

use cards_lore::{
    Book, Entry, Error, Estimate, Host, Limits, Lore, Message, Profile, SeededDice, Settings, State, Turn, Verbatim,
};

fn main() -> Result<(), Error> {
    let entry = |name: &str, key: &str, content: &str| Entry {
        name: name.into(),
        keys: vec![key.into()],
        content: content.into(),
        ..Entry::default()
    };
    let bell = entry("The bell", "bell", "It rings before a loss. Keepers blame the Reed King.");
    let king = entry("The Reed King", "reed king", "A scarecrow that the eel fishers dress each autumn.");
    let book = Book { name: "Saltmere".into(), entries: vec![bell, king], ..Book::default() };
    let lore = Lore::compile(vec![book], Settings::new(Profile::Spec), &Limits::default())?;

    let message = Message::user("Did you hear the bell?");
    let turn = Turn { messages: vec![message], ..Turn::default() };
    let mut host = Host { tokens: &mut Estimate, dice: &mut SeededDice::new(7), expander: &mut Verbatim };
    let activation = lore.activate(&turn, &mut State::new(), &mut host)?;

    let fired: Vec<_> = activation.entries.iter().filter_map(|active| lore.entry(active.at)).map(|entry| &entry.name).collect();
    assert_eq!(fired, ["The bell", "The Reed King"]);
    println!("{fired:?}");
    Ok(())
}
