//! Template files of text completion: what is read, what is refused, what is odd.

use cards_model::Limits;
use cards_prompt::sillytavern::text::{
    BuiltIn, ContextTemplate, InstructTemplate, NamesBehavior, StoryPlace, Templates, read_templates,
};
use cards_words::Role;

fn read(text: &str) -> Templates {
    read_templates(text, &Limits::default()).unwrap().value
}

/// Checks what is said about a file.
#[track_caller]
fn says(text: &str, expected: &[&str]) {
    let read = read_templates(text, &Limits::default()).unwrap();
    let said: Vec<String> = read.findings.iter().map(ToString::to_string).collect();
    assert_eq!(said, expected);
}

#[track_caller]
fn refuses(text: &str, expected: &str) {
    let error = read_templates(text, &Limits::default()).unwrap_err();
    assert_eq!(error.to_string(), expected);
}

#[test]
fn what_a_file_leaves_out_has_the_clients_default() {
    let context = read(r#"{"story_string":"{{anchorBefore}}{{anchorAfter}}"}"#).context.unwrap();
    assert_eq!((context.example_separator.as_str(), context.chat_start.as_str()), ("***", "***"));
    let default = ContextTemplate::default();
    assert_eq!(
        (context.always_force_name, context.names_as_stop_strings, context.use_stop_strings, context.single_line),
        (default.always_force_name, default.names_as_stop_strings, default.use_stop_strings, default.single_line)
    );
    let instruct = read(r#"{"input_sequence":"U","output_sequence":"B"}"#).instruct.unwrap();
    let expected = InstructTemplate::default();
    assert_eq!((instruct.wrap, instruct.macros, instruct.names), (expected.wrap, expected.macros, expected.names));
}

#[test]
fn one_file_may_hold_all_of_them() {
    let all = r#"{"context":{"story_string":"x","story_string_position":1,"story_string_depth":3,"story_string_role":2},
        "instruct":{"input_sequence":"U","output_sequence":"B","names_behavior":"always"},
        "sysprompt":{"name":"n","content":"c","post_history":"p"},"preset":{"temp":1}}"#;
    let all = read(all);
    assert_eq!(all.context.unwrap().story_place, StoryPlace::InChat { depth: 3, role: Role::Assistant });
    assert_eq!(all.instruct.unwrap().names, NamesBehavior::Always);
    assert_eq!(all.system_prompt.unwrap().post_history, "p");
    assert_eq!(read(r#"{"name":"n","content":"c"}"#).system_prompt.unwrap().content, "c");
}

#[test]
fn an_old_story_string_gets_places_for_what_extensions_add() {
    let story = |text: &str| {
        let file = format!(r#"{{"story_string":"{text}","example_separator":"","chat_start":""}}"#);
        read(&file).context.unwrap().story_string
    };
    let before = "{{#if anchorBefore}}{{anchorBefore}}\n{{/if}}";
    let after = "{{#if anchorAfter}}{{anchorAfter}}\n{{/if}}";
    assert_eq!(story("a {{char}} b"), format!("a {before}{{{{char}}}}{after} b"));
    assert_eq!(story("{{char}}{{trim}}"), format!("{before}{{{{char}}}}{after}{{{{trim}}}}"));
    assert_eq!(story("plain"), format!("{before}plain{after}"));
    says(
        r#"{"story_string":"{{char}}{{anchorBefore}}","example_separator":"","chat_start":""}"#,
        &["/story_string: of an older version; `{{anchorAfter}}` was added"],
    );
}

#[test]
fn old_names_are_read_for_new_ones() {
    let old = r#"{"input_sequence":"U","output_sequence":"B","separator_sequence":"E","names":false,"names_force_groups":true}"#;
    let instruct = read(old).instruct.unwrap();
    assert_eq!((instruct.output_suffix.as_str(), instruct.names), ("E", NamesBehavior::Force));
    says(
        old,
        &["/names: an old name; read as `names_behavior`", "/separator_sequence: an old name; read as `output_suffix`"],
    );
}

#[test]
fn what_is_odd_is_said() {
    says(
        r#"{"input_sequence":1,"output_sequence":"B","wrap":"yes","names_behavior":"often","colour":"red"}"#,
        &[
            "/input_sequence: not a text; \"### Instruction:\" is used",
            "/wrap: not true or false; true is used",
            "/names_behavior: not one of `none`, `force` and `always`; `none` is used",
            "/colour: not known; it changes nothing here",
        ],
    );
    says(
        r#"{"story_string":"{{anchorBefore}}{{anchorAfter}}","story_string_position":0,"story_string_depth":-1,"chat_start":null}"#,
        &[
            "/example_separator: missing; \"***\" is used",
            "/story_string_depth: not a whole number from 0 up; 1 is used",
        ],
    );
}

#[test]
fn a_file_of_another_kind_is_named() {
    refuses("[]", "this is no template for text completion, but: an array");
    refuses(r#"{"spec":"chara_card_v2","data":{}}"#, "this is no template for text completion, but: character card");
    refuses(r#"{"entries":{}}"#, "this is no template for text completion, but: lorebook");
    refuses(
        r#"{"temp":1,"rep_pen":1}"#,
        "this is no template for text completion, but: sampler preset for text completion",
    );
    refuses("{", "the file is not readable JSON");
}

#[test]
fn built_in_templates_go_by_name() {
    for &built_in in BuiltIn::ALL {
        assert_eq!(built_in.as_str().parse::<BuiltIn>().unwrap(), built_in);
        let templates = built_in.templates();
        assert_eq!(templates.instruct.is_some(), built_in != BuiltIn::Default);
        assert!(!templates.context.unwrap().name.is_empty());
    }
    let unknown = "chat-ml".parse::<BuiltIn>().unwrap_err().to_string();
    assert!(unknown.contains("chatml"), "{unknown}");
}
