//! Presets for chat completion: what is read, what is refused, what is odd.

use std::error::Error as _;

use cards_prompt::sillytavern::Error;
use cards_prompt::sillytavern::chat::{NamesBehavior, Preset};

fn read(text: &str) -> Preset {
    Preset::read(text).unwrap().value
}

/// Checks what is said about a preset.
#[track_caller]
fn says(text: &str, expected: &[&str]) {
    let read = Preset::read(text).unwrap();
    let said: Vec<String> = read.findings.iter().map(ToString::to_string).collect();
    assert_eq!(said, expected);
}

#[track_caller]
fn refuses(text: &str, expected: &str) {
    let error = Preset::read(text).unwrap_err();
    assert_eq!(error.to_string(), expected);
}

#[test]
fn what_a_preset_leaves_out_has_the_clients_default() {
    let preset = read(r#"{"wi_format":"[{0}]","openai_max_context":9000}"#);
    let default = Preset::default();
    assert_eq!(preset.lore_format, "[{0}]");
    assert_eq!(preset.max_context, 9000);
    assert_eq!(preset.max_response, default.max_response);
    assert_eq!((preset.prompts.len(), preset.order.len()), (12, 12));
    assert_eq!(read("{}"), default);
}

#[test]
fn a_file_of_another_kind_is_named() {
    refuses("[]", "this is no preset for chat completion, but: an array");
    refuses(r#"{"story_string":"x"}"#, "this is no preset for chat completion, but: context template");
    refuses(r#"{"input_sequence":"x"}"#, "this is no preset for chat completion, but: instruct template");
    refuses(r#"{"spec":"chara_card_v2","data":{}}"#, "this is no preset for chat completion, but: character card");
    refuses(r#"{"entries":{}}"#, "this is no preset for chat completion, but: lorebook");
    refuses(r#"{"what":1}"#, "this is no preset for chat completion, but: JSON of another kind");
    refuses("{", "the file is not readable JSON");
    let error = Preset::read("{").unwrap_err();
    assert!(matches!(&error, Error::Json(_)) && error.source().is_some());
}

#[test]
fn what_is_odd_is_said() {
    says(r#"{"prompts":{}}"#, &["/prompts: a list is expected, not an object"]);
    says(
        r#"{"prompts":[{"name":"x"},{"identifier":"a","system_prompt":false},{"identifier":"a","system_prompt":false}]}"#,
        &[
            "/prompts/0: the prompt has no identifier, so nothing can send it",
            "/prompts/2: `a` is there twice; the first one counts",
        ],
    );
    says(r#"{"prompts":[{"identifier":"lamp","marker":true}]}"#, &["/prompts/0: the client fills no marker `lamp`"]);
    says(
        r#"{"prompts":[{"identifier":"a","content":"x","injection_position":1,"injection_depth":"4","role":"god"}]}"#,
        &["/prompts/0/role: there is no role `god`", "/prompts/0/injection_depth: no message is ever at depth 4"],
    );
    says(
        r#"{"prompts":[{"identifier":"a","content":"x"}]}"#,
        &["/prompts/0: `a` is never sent: outside the chat that takes `system_prompt` to be false"],
    );
    says(
        r#"{"prompt_order":[{"character_id":100001,"order":[{"identifier":"a","enabled":true},{"identifier":"main","enabled":true},{"identifier":"main"},{}]}]}"#,
        &[
            "/prompt_order/0/order/3: the prompt has no identifier, so nothing can send it",
            "/prompt_order: there is no prompt `a`",
            "/prompt_order: `main` is in the order twice; only the first place is filled",
        ],
    );
    says(
        r#"{"prompt_order":[{"character_id":7,"order":[]}]}"#,
        &[
            "/prompt_order: the preset has no order for character 100001, which the client uses; the default order is taken",
        ],
    );
    says(
        r#"{"prompt_order":[{"character_id":"100001","order":[]}]}"#,
        &["/prompt_order/0/order: the order is empty, so no prompt is sent"],
    );
    says(r#"{"wi_format":7}"#, &["/wi_format: a text is expected, not a number"]);
}

#[test]
fn no_more_prompts_are_read_than_the_limit() {
    let many = vec![r#"{"identifier":"a","system_prompt":false}"#; 1_001].join(",");
    let read = Preset::read(&format!("{{\"prompts\":[{many}]}}")).unwrap();
    assert_eq!(read.findings.first().unwrap().to_string(), "/prompts: only the first 1000 are read");
    assert_eq!(read.value.prompts.len(), 1_000 + 12);
    let as_many = vec![r#"{"identifier":"a","system_prompt":false}"#; 1_000].join(",");
    let read = Preset::read(&format!("{{\"prompts\":[{as_many}]}}")).unwrap();
    assert_eq!(read.findings.first().unwrap().to_string(), "/prompts/1: `a` is there twice; the first one counts");
}

#[test]
fn no_more_places_of_an_order_are_read_than_the_limit() {
    let order = |count: usize| {
        let many = vec![r#"{"identifier":"main","enabled":true}"#; count].join(",");
        Preset::read(&format!(r#"{{"prompt_order":[{{"character_id":100001,"order":[{many}]}}]}}"#)).unwrap()
    };
    let too_many = "/prompt_order/0/order: only the first 1000 are read";
    for (count, named) in [(1_000, false), (1_001, true), (1_500, true)] {
        let read = order(count);
        assert_eq!(read.findings.iter().any(|finding| finding.to_string() == too_many), named, "{count}");
        assert_eq!(read.value.order.len(), count.min(1_000));
    }
}

#[test]
fn old_members_win_over_new_ones() {
    let preset = read(r#"{"names_behavior":2,"names_in_completion":true,"main_prompt":"Old","prompts":[]}"#);
    assert_eq!(preset.names, NamesBehavior::NameField);
    assert_eq!(preset.prompt("main").unwrap().content, "Old");
}
