//! Files of the same programs that land on card readers daily, recognised by their members so that a refusal can name them.

use crate::json::Kind;
use crate::read::surface::Surface;

/// Members that are together in a kind of file, and what that kind is called.
static KINDS: &[(&[&str], &str)] = &[
    (&["chat_metadata"], "a SillyTavern chat log"),
    (&["user_name", "character_name"], "a SillyTavern chat log"),
    // A chat of a group has no line for its names.
    (&["name", "is_user", "mes"], "a SillyTavern chat log"),
    (&["prompts", "prompt_order"], "a SillyTavern chat-completion preset"),
    (&["mainPrompt", "formatingOrder"], "a RisuAI preset"),
    (&["input_sequence", "output_sequence"], "a SillyTavern instruct template"),
    (&["story_string"], "a SillyTavern context template"),
    (&["name", "prefix", "suffix", "separator"], "a SillyTavern reasoning template"),
    (&["scriptName", "findRegex"], "a SillyTavern regex script"),
    (&["qrList"], "a SillyTavern quick-reply set"),
    (&["quickReplySlots"], "a SillyTavern quick-reply set"),
    (&["power_user"], "SillyTavern's settings"),
    (&["personas", "persona_descriptions"], "a backup of SillyTavern's personas"),
    (&["members", "chat_id"], "a SillyTavern group"),
    (&["movingUIState"], "a SillyTavern layout"),
    (&["main_text_color", "blur_strength"], "a SillyTavern theme"),
    (&["presetVersion", "parameters"], "a NovelAI preset"),
    (&["gamestarted", "prompt"], "a KoboldAI story"),
    (&["info", "histories"], "a Character.AI export of chats"),
    (&["publicId", "worldInfo"], "an AI Dungeon scenario"),
    (&["promptContent", "worldInfos"], "a scenario of aetherroom.club"),
    (&["temp", "rep_pen"], "a sampler preset"),
    (&["temperature", "top_p"], "a sampler preset"),
    (&["char_name", "history"], "a chat log"),
    (&["character_id", "character_tags"], "an RPGGO character, not a module"),
    (&["character_id", "modules"], "an RPGGO character, not a module"),
    (&["game_id"], "an RPGGO game, not a module"),
    (&["messages", "sampleChat"], "an Agnai chat"),
    (&["persona", "greeting", "sampleChat"], "an Agnai character, which is none of the card specs"),
];

/// What an object looks like that is no card, lorebook or module.
pub(crate) fn name(surface: &Surface) -> Option<&'static str> {
    match surface.kind.as_ref().and_then(crate::Json::as_str) {
        Some("regex") if surface.root("data") == Some(Kind::Array) => return Some("RisuAI regex scripts"),
        _ => {}
    }
    let lists = |names: [&str; 2]| names.iter().all(|name| surface.root(name) == Some(Kind::Array));
    if lists(["internal", "visible"]) {
        return Some("a text-generation-webui chat log");
    }
    let text = |name| surface.root(name) == Some(Kind::String);
    if text("name") && text("content") && surface.only(&["name", "content", "post_history"]) {
        return Some("a SillyTavern system prompt");
    }
    KINDS.iter().find(|(members, _)| members.iter().all(|name| surface.root(name).is_some())).map(|(_, kind)| *kind)
}

/// What a list looks like whose first element has these members at its root.
pub(crate) fn of_list(first: &Surface) -> Option<&'static str> {
    (first.root("scriptName").is_some() && first.root("findRegex").is_some()).then_some("SillyTavern regex scripts")
}

#[cfg(test)]
mod tests {
    use crate::{Document, Limits};

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let error = Document::read(text, &Limits::default()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }

    #[test]
    fn stories_and_chats_are_named() {
        check(r#"{"scenarioVersion":3,"title":"t","prompt":"p"}"#, "a NovelAI scenario without a lorebook");
        check(r#"{"storyContainerVersion":1,"metadata":{},"content":{}}"#, "a NovelAI story without a lorebook");
        check(r#"{"gamestarted":true,"prompt":"p","worldinfo":[]}"#, "a KoboldAI story without world info");
        check(r#"{"gamestarted":true,"prompt":"p"}"#, "a KoboldAI story");
        check(r#"{"info":{},"histories":{"histories":[]}}"#, "a Character.AI export");
        check(r#"{"publicId":"x","prompt":"p","worldInfo":[]}"#, "a scenario of AI Dungeon without world info");
        check("{\"name\":\"A\",\"is_user\":false,\"mes\":\"Hi\"}\n{\"name\":\"B\"}", "a SillyTavern chat log");
        check(r#"{"promptContent":"p","worldInfos":[]}"#, "a prompt of aetherroom.club without world info");
    }
}
