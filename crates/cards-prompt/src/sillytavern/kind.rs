//! What kind of file an object is, for the error about a file of another kind.

use cards_model::Object;

/// Members that tell a kind of file, and its name.
const KINDS: [(&[&str], &str); 11] = [
    (&["story_string"], "context template"),
    (&["input_sequence"], "instruct template"),
    (&["context", "instruct"], "master export of templates"),
    (&["spec", "data"], "character card"),
    (&["first_mes", "description"], "character card"),
    (&["entries"], "lorebook"),
    (&["findRegex"], "regex script"),
    (&["content", "post_history"], "system prompt"),
    (&["temp", "rep_pen"], "sampler preset for text completion"),
    (&["prompts", "prompt_order"], "preset for chat completion"),
    (&["content", "name"], "system prompt"),
];

/// Names what an object seems to be.
pub(crate) fn of(object: &Object) -> &'static str {
    let has_all = |names: &[&str]| names.iter().all(|name| object.get(name).is_some());
    KINDS.iter().find(|(names, _)| has_all(names)).map_or("JSON of another kind", |(_, kind)| kind)
}
