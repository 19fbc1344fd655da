//! Chats of other programs, as the rows that SillyTavern makes of them when it takes them in.
//!
//! De facto: SillyTavern 1.19, the import of chats: RisuAI, CAI Tools, text-generation-webui, Agnai and KoboldAI Lite. Each is told
//! by a member that no other has.

use cards_json::{Json, Object};

/// A chat of another program.
pub(super) struct Other {
    /// Its messages, as rows of SillyTavern.
    pub(super) rows: Vec<Json>,
    /// Who the user is, where the file says.
    pub(super) user: Option<String>,
    /// Who the character is, where the file says.
    pub(super) character: Option<String>,
    /// Whether the file has further chats, which are not read.
    pub(super) has_more: bool,
}

/// Reads a value that is a whole file; nothing where no such program wrote it.
pub(super) fn read(whole: &Json) -> Option<Other> {
    [risu, cai_tools, textgen, kobold_lite, agnai].iter().find_map(|family| family(whole))
}

impl Other {
    fn of(rows: impl Iterator<Item = Json>) -> Self {
        Self { rows: rows.collect(), user: None, character: None, has_more: false }
    }
}

fn row(by_user: bool, name: Option<&str>, text: &str) -> Json {
    let mut row = Object::new();
    if let Some(name) = name {
        row.insert("name", name);
    }
    row.insert("is_user", by_user);
    row.insert("mes", text);
    Json::Object(row)
}

fn text<'j>(value: &'j Json, name: &str) -> &'j str {
    value.get(name).and_then(Json::as_str).unwrap_or_default()
}

fn named(name: &str) -> Option<String> {
    (!name.is_empty()).then(|| name.to_owned())
}

/// `{"type": "risuChat", "data": {"message": [{"role": "user", "data": …}]}}`.
fn risu(whole: &Json) -> Option<Other> {
    let list = whole.get("data").filter(|_| text(whole, "type") == "risuChat")?.get("message")?.as_array()?;
    Some(Other::of(list.iter().map(|message| row(text(message, "role") == "user", None, text(message, "data")))))
}

/// `{"histories": {"histories": [{"msgs": [{"src": {"is_human": true, "name": …}, "text": …}]}]}}`: a chat each.
fn cai_tools(whole: &Json) -> Option<Other> {
    let all = whole.get("histories")?.get("histories")?.as_array()?;
    let list = all.first()?.get("msgs")?.as_array()?;
    let rows = list.iter().map(|message| {
        let by_user = message.get("src").and_then(|src| src.get("is_human")?.as_bool()) == Some(true);
        row(by_user, message.get("src").and_then(|src| src.get("name")?.as_str()), text(message, "text"))
    });
    Some(Other { has_more: all.len() > 1, ..Other::of(rows) })
}

/// `{"data_visible": [[what the user says, what the character says], …]}`; what is empty was not said.
fn textgen(whole: &Json) -> Option<Other> {
    let pairs = whole.get("data_visible")?.as_array()?;
    let said = pairs.iter().flat_map(|pair| [true, false].into_iter().zip(pair.as_array().into_iter().flatten()));
    let rows = said.filter_map(|(by_user, text)| Some((by_user, text.as_str().filter(|text| !text.is_empty())?)));
    Some(Other::of(rows.map(|(by_user, text)| row(by_user, None, text))))
}

/// `{"savedsettings": {"chatname": …, "chatopponent": …}, "prompt": …, "actions": ["{{[INPUT]}}…"]}`.
fn kobold_lite(whole: &Json) -> Option<Other> {
    const INPUT: &str = "{{[INPUT]}}";
    const OUTPUT: &str = "{{[OUTPUT]}}";
    let settings = whole.get("savedsettings")?;
    let actions = whole.get("actions")?.as_array()?;
    let first = whole.get("prompt").filter(|prompt| prompt.as_str().is_some_and(|prompt| !prompt.is_empty()));
    let said = first.into_iter().chain(actions).filter_map(Json::as_str);
    let rows = said.map(|text| row(text.contains(INPUT), None, text.replace(INPUT, "").replace(OUTPUT, "").trim()));
    // Several characters stand in one text.
    let character = text(settings, "chatopponent").split("||$||").next().and_then(named);
    Some(Other { user: named(text(settings, "chatname")), character, ..Other::of(rows) })
}

/// `{"name": …, "messages": [{"msg": …, "userId": …}]}`: who has a `userId` is the user.
fn agnai(whole: &Json) -> Option<Other> {
    let list = whole.get("messages")?.as_array()?;
    if !list.iter().any(|message| message.get("msg").is_some_and(|text| text.as_str().is_some())) {
        return None;
    }
    let by_user = |message: &Json| !text(message, "userId").is_empty();
    let rows = list.iter().map(|message| row(by_user(message), None, text(message, "msg")));
    Some(Other { character: named(text(whole, "name")), ..Other::of(rows) })
}
