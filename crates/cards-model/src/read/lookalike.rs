//! Files of the same programs that land on card readers daily, told by their members so that a refusal can name them.

use crate::read::surface::Surface;

/// Members that stand together in a kind of file, and what that kind is called.
static KINDS: &[(&[&str], &str)] = &[
    (&["chat_metadata"], "a SillyTavern chat log"),
    (&["user_name", "character_name"], "a SillyTavern chat log"),
    (&["prompts", "prompt_order"], "a SillyTavern chat-completion preset"),
    (&["input_sequence", "output_sequence"], "a SillyTavern instruct template"),
    (&["story_string"], "a SillyTavern context template"),
    (&["scriptName", "findRegex"], "a SillyTavern regex script"),
    (&["qrList"], "a SillyTavern quick-reply set"),
    (&["power_user"], "SillyTavern's settings"),
    (&["main_text_color", "blur_strength"], "a SillyTavern theme"),
    (&["temp", "rep_pen"], "a sampler preset"),
    (&["temperature", "top_p"], "a sampler preset"),
    (&["char_name", "history"], "a chat log"),
    (&["internal", "visible"], "a text-generation-webui chat log"),
    (&["character_id", "character_tags"], "an RPGGO character, not a module"),
    (&["character_id", "modules"], "an RPGGO character, not a module"),
    (&["game_id"], "an RPGGO game, not a module"),
    (&["persona", "greeting", "sampleChat"], "an Agnai character, which is none of the card specs"),
];

/// What a file looks like that is no card, lorebook or module.
pub(crate) fn name(surface: &Surface) -> Option<&'static str> {
    if surface.kind.as_ref().and_then(crate::Json::as_str) == Some("risuModule") {
        return Some("a RisuAI module");
    }
    KINDS.iter().find(|(members, _)| members.iter().all(|name| surface.root(name).is_some())).map(|(_, kind)| *kind)
}
