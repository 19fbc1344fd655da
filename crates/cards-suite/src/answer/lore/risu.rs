//! `lore.jsonl`: a CCv3 book and a chat; what is active by the text and in RisuAI.

use cards_lore::placement::InjectHow;
use cards_lore::turn::Greeting;
use cards_lore::{
    Activation, Host, Limits, Lore, Message, Placement, Profile, Role, Settings, State, Turn, Verbatim, Words,
};
use serde_json::{Value, json};

use super::reading::{RowDice, read_book};

/// Answers a question about a CCv3 book as the spec or RisuAI does.
pub(crate) fn answer(input: &Value, profile: Profile) -> Value {
    let mut settings = Settings::new(profile);
    settings.scan_depth = input["defaults"]["scan_depth"].as_f64().unwrap_or(settings.scan_depth);
    settings.token_budget = input["defaults"]["token_budget"].as_f64();
    settings.user_icons = input["chat"]["user_icon"].is_string();
    let book = match read_book(&input["book"], profile) {
        Ok(book) => book,
        Err(error) => return json!({"error": error}),
    };
    let lore = match Lore::compile(vec![book], settings, &Limits::default()) {
        Ok(lore) => lore,
        Err(error) => return json!({"error": error.to_string()}),
    };
    let mut state = State::new();
    let mut dice = RowDice::new(&input["rolls"]);
    let mut turn = |messages: &Value| {
        let mut host = Host { tokens: &mut Words, dice: &mut dice, expander: &mut Verbatim };
        match lore.activate(&chat(&input["chat"], messages), &mut state, &mut host) {
            Ok(activation) => json!({"active": active(&lore, &activation, profile)}),
            // The row says only that there is no prompt.
            Err(_) => json!({"error": true}),
        }
    };
    match input["turns"].as_array() {
        Some(turns) => json!({"turns": turns.iter().map(&mut turn).collect::<Vec<_>>()}),
        None => turn(&input["chat"]["messages"]),
    }
}

fn chat<'r>(chat: &'r Value, messages: &'r Value) -> Turn<'r> {
    let messages = messages.as_array().into_iter().flatten().map(|message| {
        let role = message["role"].as_str().and_then(Role::from_name).unwrap_or_default();
        Message::new(role, message["content"].as_str().unwrap_or_default())
    });
    Turn {
        messages: messages.collect(),
        greeting: chat["greeting"]
            .as_str()
            .map(|text| Greeting { index: chat["greeting_index"].as_u64().unwrap_or_default() as u32, text }),
        user_icon: chat["user_icon"].as_str(),
        ..Turn::default()
    }
}

fn active(lore: &Lore, activation: &Activation, profile: Profile) -> Vec<Value> {
    let in_order = activation.prompt_order.iter().filter_map(|&number| activation.entries.get(number));
    in_order
        .map(|entry| {
            let name = lore.entry(entry.at).map(|entry| entry.name.clone());
            let mut value = json!({
                "name": name,
                "content": entry.content,
                "placement": placement(&entry.placement),
                "role": entry.role.as_str(),
            });
            if profile == Profile::Risu {
                value["order"] = json!(entry.order);
                value["priority"] = if entry.priority.is_nan() { json!("NaN") } else { json!(entry.priority) };
            }
            value
        })
        .collect()
}

fn placement(placement: &Placement) -> Value {
    match placement {
        Placement::BeforeChar => json!({"kind": "field", "value": "before_char"}),
        Placement::AfterChar => json!({"kind": "field", "value": "after_char"}),
        Placement::Depth { depth } => json!({"kind": "depth", "value": depth}),
        Placement::ReverseDepth { depth } => json!({"kind": "reverse_depth", "value": depth}),
        Placement::Slot(name) => json!({"kind": "position", "value": name}),
        Placement::Inject { target, how } => {
            let (op, param) = match how {
                InjectHow::Append => ("append", ""),
                InjectHow::Prepend => ("prepend", ""),
                InjectHow::Replace(part) => ("replace", part.as_str()),
                _ => ("unknown", ""),
            };
            json!({"kind": "inject_at", "op": op, "target": target, "param": param})
        }
        _ => json!({"kind": "default"}),
    }
}
