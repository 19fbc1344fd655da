//! Chats of other programs, as the rows that SillyTavern makes of them when it takes them in.
//!
//! De facto: SillyTavern 1.19, the import of chats: RisuAI, CAI Tools, text-generation-webui, Agnai and KoboldAI Lite. Each is told
//! by a member that no other has.

use cards_json::Json;

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
    /// Where in the file all of that is, as paths in which `*` is any place of a list.
    pub(super) used: &'static [&'static str],
}

/// Reads a value that is a whole file; nothing where no such program wrote it.
pub(super) fn read(whole: &Json) -> Option<Other> {
    [risu, cai_tools, textgen, kobold_lite, agnai].iter().find_map(|family| family(whole))
}

impl Other {
    fn of(rows: impl Iterator<Item = Json>, used: &'static [&'static str]) -> Self {
        Self { rows: rows.collect(), user: None, character: None, has_more: false, used }
    }
}

/// A row without a text has no `mes`, and is passed over as such rows are.
fn row(by_user: bool, name: Option<&str>, text: Option<&str>) -> Json {
    let members = [("is_user", Some(by_user.into())), ("name", name.map(Json::from)), ("mes", text.map(Json::from))];
    Json::Object(members.into_iter().filter_map(|(key, value)| Some((key, value?))).collect())
}

/// A text that is not empty.
fn text<'j>(value: &'j Json, name: &str) -> Option<&'j str> {
    value.get(name).and_then(Json::as_str).filter(|text| !text.is_empty())
}

/// `{"type": "risuChat", "data": {"message": [{"role": "user", "data": …, "time": …}]}}`.
fn risu(whole: &Json) -> Option<Other> {
    let list = whole.get("data").filter(|_| text(whole, "type") == Some("risuChat"))?.get("message")?.as_array()?;
    let rows = list.iter().map(|message| {
        let mut row = row(text(message, "role") == Some("user"), text(message, "name"), text(message, "data"));
        // Milliseconds, as `send_date` may be.
        if let (Json::Object(row), Some(time)) = (&mut row, message.get("time").and_then(Json::as_i64)) {
            row.insert("send_date", time);
        }
        row
    });
    const USED: &[&str] =
        &["type", "ver", "data/message/*/role", "data/message/*/name", "data/message/*/data", "data/message/*/time"];
    Some(Other::of(rows, USED))
}

/// `{"histories": {"histories": [{"msgs": [{"src": {"is_human": true, "name": …}, "text": …}]}]}}`: a chat each.
fn cai_tools(whole: &Json) -> Option<Other> {
    let all = whole.get("histories")?.get("histories")?.as_array()?;
    let list = all.first()?.get("msgs")?.as_array()?;
    let rows = list.iter().map(|message| {
        let src = message.get("src").unwrap_or(&Json::Null);
        row(src.get("is_human") == Some(&Json::Bool(true)), text(src, "name"), text(message, "text"))
    });
    const USED: &[&str] = &[
        "histories/histories/0/msgs/*/text",
        "histories/histories/0/msgs/*/src/is_human",
        "histories/histories/0/msgs/*/src/name",
    ];
    Some(Other { has_more: all.len() > 1, ..Other::of(rows, USED) })
}

/// `{"data_visible": [[what the user says, what the character says], …]}`; what is empty was not said.
fn textgen(whole: &Json) -> Option<Other> {
    let pairs = whole.get("data_visible")?.as_array()?;
    let said = pairs.iter().flat_map(|pair| [true, false].into_iter().zip(pair.as_array().into_iter().flatten()));
    let said = said.filter(|(_, text)| text.as_str() != Some(""));
    Some(Other::of(
        said.map(|(by_user, text)| row(by_user, None, text.as_str())),
        &["data_visible/*/0", "data_visible/*/1"],
    ))
}

/// `{"savedsettings": {"chatname": …, "chatopponent": …}, "prompt": …, "actions": ["{{[INPUT]}}…"]}`.
fn kobold_lite(whole: &Json) -> Option<Other> {
    const INPUT: &str = "{{[INPUT]}}";
    const OUTPUT: &str = "{{[OUTPUT]}}";
    let settings = whole.get("savedsettings")?;
    let actions = whole.get("actions")?.as_array()?;
    let said = text(whole, "prompt").map(Some).into_iter().chain(actions.iter().map(Json::as_str));
    let rows = said.map(|text| {
        let plain = text.map(|text| text.replace(INPUT, "").replace(OUTPUT, ""));
        row(text.is_some_and(|text| text.contains(INPUT)), None, plain.as_deref().map(str::trim))
    });
    // Several characters are in one text.
    let opponents = text(settings, "chatopponent");
    let character = opponents.and_then(|names| names.split("||$||").next());
    let [user, character] = [text(settings, "chatname"), character].map(|name| name.map(str::to_owned));
    const ONE: &[&str] = &["savedsettings/chatname", "prompt", "actions/*", "savedsettings/chatopponent"];
    const SEVERAL: &[&str] = &["savedsettings/chatname", "prompt", "actions/*"];
    let used = if opponents == character.as_deref() { ONE } else { SEVERAL };
    Some(Other { user, character, ..Other::of(rows, used) })
}

/// `{"name": …, "messages": [{"msg": …, "userId": …}]}`: who has a `userId` is the user.
fn agnai(whole: &Json) -> Option<Other> {
    let list = whole.get("messages")?.as_array()?;
    list.iter().find_map(|message| text(message, "msg"))?;
    let rows = list.iter().map(|message| row(text(message, "userId").is_some(), None, text(message, "msg")));
    const USED: &[&str] = &["name", "messages/*/msg", "messages/*/userId"];
    Some(Other { character: text(whole, "name").map(str::to_owned), ..Other::of(rows, USED) })
}
