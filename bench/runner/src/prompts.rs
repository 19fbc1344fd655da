//! Whole prompts: turns of a session with a large book, over chats of many lengths.

use std::path::Path;

use cards_kit::{Cast, Chat, Memory, Message, Options, Profile, Role, Session, SillyTavern};
use cards_prompt::sillytavern::chat::{OrderEntry, Preset, PresetPrompt, PromptRole};

use super::Row;
use super::limits::Limits;
use super::timing::median_us;
use xtask::failure::Failure;

/// Entries of the book, three keys each.
const ENTRIES: usize = 2_000;

/// Lengths of chats: the curve. What a turn may take is said of 500 messages, and grows with their number.
const MESSAGES: [usize; 6] = [50, 100, 200, 500, 1_000, 2_000];

/// Microseconds that a warm turn of 500 messages may take, and a cold one with its books compiled.
const WARM: f64 = 2_000.0;
const COLD: f64 = 25_000.0;

/// Prompts of the user's own in the preset, some of them in the chat.
const PROMPTS: usize = 40;

/// Times turns.
pub fn run(_: &Path, _: &Limits) -> Result<Vec<Row>, Failure> {
    let how = SillyTavern::default().with_preset(preset());
    let mut rows = Vec::new();
    for messages in MESSAGES {
        let allowed = |most: f64| ("what it may take", Some(most * (messages as f64 / 500.0).max(1.0)));
        let mut chat: Chat = (0..messages).map(message).collect();
        let mut session = session()?;
        session.messages(&chat, &how)?;
        let warm = median_us(|| {
            let said = chat.messages.len();
            chat.messages.remove(0);
            chat.messages.push(message(said + messages));
            session.messages(&chat, &how).map(|prompt| prompt.messages.len())
        });
        let cold =
            median_us(|| -> Result<usize, Failure> { Ok(self::session()?.messages(&chat, &how)?.messages.len()) });
        let mut fresh = session.with_memory(Memory::default());
        let first = median_us(|| {
            fresh.memory = Memory::default();
            fresh.messages(&chat, &how).map(|prompt| prompt.messages.len())
        });
        rows.extend([
            Row {
                job: format!("g warm turn, {messages} messages"),
                ours: warm,
                baseline: allowed(WARM),
                target: Some(1.0),
            },
            Row {
                job: format!("g first turn, {messages} messages"),
                ours: first,
                baseline: allowed(COLD),
                target: Some(1.0),
            },
            Row {
                job: format!("g cold turn, {messages} messages"),
                ours: cold,
                baseline: allowed(COLD),
                target: Some(1.0),
            },
        ]);
    }
    Ok(rows)
}

/// A session of a card with a large book, its context large enough for everything.
fn session() -> Result<Session, Failure> {
    let entries: Vec<String> = (0..ENTRIES)
        .map(|number| {
            format!(
                r#"{{"keys":["place{number}","lord of {number}","river {number}"],"content":"Place {number} lies on a river. {{{{char}}}} knows it.","extensions":{{}},"enabled":true,"insertion_order":{}}}"#,
                number % 97
            )
        })
        .collect();
    let card = format!(
        r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"Aria","description":"{{{{char}}}} is a bard who travels with {{{{user}}}}.","personality":"Calm.","scenario":"A road.","first_mes":"Hello.","mes_example":"<START>\n{{{{user}}}}: Sing.\n{{{{char}}}}: Of what?","character_book":{{"extensions":{{}},"entries":[{}]}}}}}}"#,
        entries.join(",")
    );
    let options = Options::default().with_profile(Profile::SillyTavern).with_user("Sam").with_context(1 << 20);
    Ok(Session::new(Cast::read([("aria.json", card.as_bytes())])?, options)?)
}

/// One message of a chat: 120 bytes, a tenth of them with a key, a tenth with a macro.
fn message(number: usize) -> Message<'static> {
    let place =
        if number.is_multiple_of(10) { format!("place{}", number % ENTRIES) } else { "the old road".to_owned() };
    let name = if number % 10 == 5 { "{{user}}" } else { "Sam" };
    let text = format!(
        "Message {number}: {name} walks along to {place}, says a word about the weather, and looks back once more at the hills."
    );
    if number.is_multiple_of(2) { Message::assistant(text) } else { Message::user(text) }
}

/// The built-in prompts and many of the user's own.
fn preset() -> Preset {
    let mut preset = Preset::default();
    preset.max_context = 1_000_000;
    for number in 0..PROMPTS {
        let identifier = format!("own{number}");
        preset.order.push(OrderEntry::new(&identifier, true));
        let mut prompt = PresetPrompt::default();
        prompt.identifier = Some(identifier);
        prompt.name = format!("Own {number}");
        prompt.role = Some(PromptRole::Known(Role::System));
        prompt.content = format!("Rule {number}: {{{{char}}}} stays calm.");
        prompt.is_custom = true;
        prompt.in_chat = Some(number % 2 == 1);
        prompt.depth = Some((number % 8) as f64);
        preset.prompts.push(prompt);
    }
    preset
}
