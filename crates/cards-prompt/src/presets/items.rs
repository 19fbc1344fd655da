//! The items of RisuAI's template.

use cards_model::{Json, Object, Pointer};
use cards_words::Role;

/// What the client writes for a role.
pub(super) fn name_of(role: Role) -> &'static str {
    match role {
        Role::User => "user",
        Role::Assistant => "bot",
        Role::System => "system",
    }
}

/// The role of an item, as the client reads it: the system's where nothing else is said.
pub(super) fn role_of(item: &Json) -> Role {
    match item.get("role").and_then(Json::as_str) {
        Some("user") => Role::User,
        Some("bot" | "assistant" | "char") => Role::Assistant,
        _ => Role::System,
    }
}

/// A text of the preset's own. `kind` is `main` or `globalNote`, which a card may replace, else `normal`.
pub(super) fn plain(kind: &str, text: &str, role: Role) -> Json {
    item("plain", [("type2", kind.into()), ("text", text.into()), ("role", name_of(role).into())])
}

/// Messages of the chat: from one, and up to another; below 0 counts from the end.
pub(super) fn chat(start: i64, end: Json) -> Json {
    item("chat", [("rangeStart", start.into()), ("rangeEnd", end)])
}

/// An item of a type with members.
pub(super) fn item<const N: usize>(kind: &str, members: [(&str, Json); N]) -> Json {
    let mut object = Object::default();
    object.insert("type", kind);
    members.into_iter().for_each(|(name, value)| drop(object.insert(name, value)));
    Json::Object(object)
}

/// Tells the items of a preset with their places: those of its template, or what its order stands for where it has none.
pub(super) fn of_preset(preset: &Json) -> Vec<(Pointer, Json)> {
    if let Some(template) = preset.get("promptTemplate").and_then(Json::as_array) {
        let at = Pointer::from(["promptTemplate"]);
        return template.iter().enumerate().map(|(number, item)| (at.index(number), item.clone())).collect();
    }
    let text = |name: &str| preset.get(name).and_then(Json::as_str).unwrap_or_default();
    let order = preset.get("formatingOrder").and_then(Json::as_array).unwrap_or_default();
    let mut items = Vec::new();
    for (number, section) in order.iter().enumerate() {
        let own = |name: &str| Pointer::from([name]);
        let place = Pointer::from(["formatingOrder"]).index(number);
        items.push(match section.as_str() {
            Some("main") => (own("mainPrompt"), plain("main", text("mainPrompt"), Role::System)),
            Some("globalNote") => (own("globalNote"), plain("globalNote", text("globalNote"), Role::System)),
            Some("jailbreak") => {
                let role = ("role", name_of(Role::System).into());
                (own("jailbreak"), item("jailbreak", [("text", text("jailbreak").into()), role]))
            }
            Some("chats") => (place, chat(0, "end".into())),
            Some("description") => (place, item("description", [])),
            Some("personaPrompt") => (place, item("persona", [])),
            Some("lorebook") => (place, item("lorebook", [])),
            Some("authorNote") => (place, item("authornote", [])),
            Some("postEverything") => (place, item("postEverything", [])),
            // The newest message is one of the chat.
            _ => continue,
        });
    }
    items
}
