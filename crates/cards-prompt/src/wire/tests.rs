//! Shapes of messages, and laws over any list of them.

use cards_json::Json;
use proptest::prelude::*;

use super::*;

fn messages(text: &str) -> Vec<Json> {
    let json = Json::read(text, &cards_json::Limits::default()).unwrap();
    json.as_array().unwrap().to_vec()
}

fn written(messages: &[Json]) -> String {
    Json::Array(messages.to_vec()).to_text(cards_json::Style::Compact)
}

const CHAT: &str = r#"[
    {"role":"system","content":"Main."},
    {"role":"system","name":"example_user","content":"Can you?"},
    {"role":"assistant","content":"Hi."},
    {"role":"user","content":"a"},
    {"role":"system","content":"note"},
    {"role":"user","name":"Rin","content":"b"}
]"#;

#[test]
fn each_way_is_stricter_than_the_one_before() {
    let names = Names::new("Mira", "Rin");
    for (post, expected) in [
        (Post::None, messages(CHAT)),
        (
            Post::Merge,
            messages(
                r#"[{"role":"system","content":"Main.\n\nRin: Can you?"},{"role":"assistant","content":"Hi."},
                {"role":"user","content":"a"},{"role":"system","content":"note"},{"role":"user","content":"Rin: b"}]"#,
            ),
        ),
        (
            Post::Semi,
            messages(
                r#"[{"role":"system","content":"Main.\n\nRin: Can you?"},{"role":"assistant","content":"Hi."},
                {"role":"user","content":"a\n\nnote\n\nRin: b"}]"#,
            ),
        ),
        (
            Post::Strict,
            messages(
                r#"[{"role":"system","content":"Main.\n\nRin: Can you?"},{"role":"user","content":"Let's get started."},
                {"role":"assistant","content":"Hi."},{"role":"user","content":"a\n\nnote\n\nRin: b"}]"#,
            ),
        ),
        (
            Post::Single,
            messages(
                r#"[{"role":"user","content":"Main.\n\nRin: Can you?\n\nMira: Hi.\n\nRin: a\n\nnote\n\nRin: b"}]"#,
            ),
        ),
    ] {
        let done = post_process(&messages(CHAT), post, false, &names);
        assert_eq!(written(&done), written(&expected), "{}", post.as_str());
        assert_eq!(post.as_str().parse(), Ok(post));
    }
    assert_eq!("claude".parse(), Ok(Post::Merge));
    assert!("loose".parse::<Post>().is_err());
}

/// What each interface gets of one chat, by the client's rules for it (SillyTavern 1.19.0, `prompt-converters.js`).
#[test]
fn each_interface_has_its_own_shape() {
    let (chat, names) = (messages(CHAT), Names::new("Mira", "Rin"));
    for (interface, done, expected) in [
        (
            "mistral",
            mistral(&chat, &names),
            r#"[{"role":"system","content":"Main."},{"role":"system","content":"Rin: Can you?"},{"role":"assistant","content":"Hi."},{"role":"user","content":"a"},{"role":"system","content":"note"},{"role":"user","content":"Rin: b"}]"#,
        ),
        (
            "cohere",
            cohere(&chat, &names),
            r#"[{"role":"system","content":"Main."},{"role":"system","content":"Rin: Can you?"},{"role":"assistant","content":"Hi."},{"role":"user","content":"a"},{"role":"system","content":"note"},{"role":"user","content":"Rin: b"}]"#,
        ),
        (
            "ai21",
            ai21(&chat, &names),
            r#"[{"role":"system","content":"Main.\n\nRin: Can you?"},{"role":"assistant","content":"Hi."},{"role":"user","content":"a"},{"role":"system","content":"note"},{"role":"user","content":"Rin: b"}]"#,
        ),
        (
            "xai",
            xai(&chat, &names),
            r#"[{"role":"system","content":"Main."},{"role":"system","content":"Rin: Can you?"},{"role":"assistant","content":"Hi."},{"role":"user","content":"a"},{"role":"system","content":"note"},{"role":"user","name":"Rin","content":"b"}]"#,
        ),
    ] {
        assert_eq!(written(&done), expected, "{interface}");
    }
    assert_eq!(
        plain_text(&chat),
        "System: Main.\nexample_user: Can you?\nassistant: Hi.\nuser: a\nSystem: note\nuser: b\nassistant:"
    );
    let done = google(&chat, &GoogleOptions::default().with_system_prompt(true), &names);
    assert_eq!(written(&done.system), r#"[{"text":"Main."},{"text":"Rin: Can you?"}]"#);
    assert_eq!(
        written(&done.contents),
        r#"[{"role":"model","parts":[{"text":"Hi."}]},{"role":"user","parts":[{"text":"a\n\nnote\n\nRin: b"}]}]"#
    );
    // Without a place of their own, system messages are the user's.
    let done = google(&chat, &GoogleOptions::default(), &names);
    assert!(done.system.is_empty());
    assert_eq!(
        written(&done.contents),
        r#"[{"role":"user","parts":[{"text":"Main.\n\nRin: Can you?"}]},{"role":"model","parts":[{"text":"Hi."}]},{"role":"user","parts":[{"text":"a\n\nnote\n\nRin: b"}]}]"#
    );
}

#[test]
fn google_names_the_function_that_a_result_is_of() {
    let chat = messages(
        r#"[{"role":"assistant","tool_calls":[{"id":"1","function":{"name":"roll","arguments":"{}"}},{"id":"2","function":{"name":"look","arguments":"?"}}]},
        {"role":"tool","tool_call_id":"2","content":"fog"},{"role":"tool","tool_call_id":"3","content":"?"}]"#,
    );
    for (model, signature) in
        [("gemini-2", ""), ("gemini-3-pro", r#","thoughtSignature":"skip_thought_signature_validator""#)]
    {
        let done = google(&chat, &GoogleOptions::default().with_model(model), &Names::default());
        let call = |name: &str| format!(r#"{{"functionCall":{{"name":"{name}","args":{{}}}}{signature}}}"#);
        let result = |name: &str, said: &str| {
            format!(r#"{{"functionResponse":{{"name":"{name}","response":{{"name":"{name}","content":"{said}"}}}}}}"#)
        };
        let expected = format!(
            r#"[{{"role":"model","parts":[{},{}]}},{{"role":"user","parts":[{},{}]}}]"#,
            call("roll"),
            call("look"),
            result("look", "fog"),
            result("unknown", "?")
        );
        assert_eq!(written(&done.contents), expected, "{model}");
    }
}

#[test]
fn media_keep_their_places() {
    let chat = messages(
        r#"[{"role":"user","content":"before"},
        {"role":"user","content":[{"type":"text","text":"look"},{"type":"image_url","image_url":{"url":"data:image/png;base64,AA=="}}]},
        {"role":"user","content":"after"}]"#,
    );
    let done = post_process(&chat, Post::Merge, false, &Names::default());
    assert_eq!(
        written(&done),
        r#"[{"role":"user","content":[{"type":"text","text":"before\n\nlook"},{"type":"image_url","image_url":{"url":"data:image/png;base64,AA=="}},{"type":"text","text":"after"}]}]"#
    );
    let done = claude(&chat, &ClaudeOptions::default().with_prefill("So "), &Names::default());
    assert_eq!(
        written(&done.messages),
        r#"[{"role":"user","content":[{"type":"text","text":"before"},{"type":"text","text":"look"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AA=="}},{"type":"text","text":"after"}]},{"role":"assistant","content":[{"type":"text","text":"So"}]}]"#
    );
    let done = google(&chat, &GoogleOptions::default(), &Names::default());
    assert_eq!(
        written(&done.contents),
        r#"[{"role":"user","parts":[{"text":"before\n\nlook\n\nafter"},{"inlineData":{"mimeType":"image/png","data":"AA=="}}]}]"#
    );
}

#[test]
fn tools_stay_where_they_are_wanted() {
    let chat = messages(
        r#"[{"role":"user","content":"Roll."},
        {"role":"assistant","tool_calls":[{"id":"call_1","function":{"name":"roll","arguments":"{\"n\":6}"}}]},
        {"role":"tool","tool_call_id":"call_1","content":"4"}]"#,
    );
    let names = Names::default();
    assert_eq!(
        written(&post_process(&chat, Post::Merge, false, &names)),
        r#"[{"role":"user","content":"Roll."},{"role":"assistant","content":""},{"role":"user","content":"4"}]"#
    );
    let kept = post_process(&chat, Post::Merge, true, &names);
    assert_eq!(kept[1].get("tool_calls"), chat[1].get("tool_calls"));
    let short = mistral(&chat, &names);
    assert_eq!(short[2].get("tool_call_id").and_then(Json::as_str), Some("27d3f0eef"));
    let words = cohere(&chat, &names);
    assert_eq!(words[1].get("content").and_then(Json::as_str), Some("I'm going to call a tool for that: roll"));
    let parts = claude(&chat, &ClaudeOptions::default().with_tools(true), &names);
    assert_eq!(
        written(&parts.messages[1..]),
        r#"[{"role":"assistant","content":[{"type":"tool_use","id":"call_1","name":"roll","input":{"n":6}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"call_1","content":"4"}]}]"#
    );
}

#[test]
fn nothing_becomes_something_to_say() {
    let names = Names::default();
    for done in [post_process(&[], Post::Strict, false, &names), cohere(&[], &names), ai21(&[], &names)] {
        assert_eq!(written(&done), r#"[{"role":"user","content":"Let's get started."}]"#);
    }
    assert_eq!(plain_text(&[]), "\nassistant:");
    assert_eq!(xai(&[], &names), []);
}

fn any_messages() -> impl Strategy<Value = Vec<Json>> {
    let one = (
        proptest::sample::select(&["system", "user", "assistant", "tool"][..]),
        "[a-z :]{0,6}",
        proptest::option::of(proptest::sample::select(&["Rin", "Mira", "example_user", "example_assistant"][..])),
    );
    proptest::collection::vec(one, 0..8).prop_map(|rows| {
        let row = |(role, text, name): (&str, String, Option<&str>)| {
            let mut row = message::message(role, message::of_text(text));
            if let Some(name) = name {
                message::set(&mut row, "name", message::of_text(name));
            }
            row
        };
        rows.into_iter().map(row).collect()
    })
}

proptest! {
    #[test]
    fn every_text_is_sent(chat in any_messages(), post in proptest::sample::select(Post::ALL.to_vec())) {
        let sent = written(&post_process(&chat, post, false, &Names::new("Mira", "Rin")));
        for message in &chat {
            let text = message.get("content").and_then(Json::as_str).unwrap_or_default();
            prop_assert!(sent.contains(text), "{text:?} in {sent}");
        }
    }

    #[test]
    fn strict_chats_alternate(chat in any_messages()) {
        let chat: Vec<Json> = chat.into_iter().filter(|one| one.get("content").and_then(Json::as_str) != Some("")).collect();
        let done = post_process(&chat, Post::Strict, false, &Names::new("Mira", "Rin"));
        let roles: Vec<&str> = done.iter().map(message::role).collect();
        let spoken = roles.strip_prefix(&["system"]).unwrap_or(&roles);
        prop_assert_eq!(spoken.first(), Some(&"user"));
        prop_assert!(spoken.windows(2).all(|pair| pair[0] != pair[1]), "{:?}", roles);
        let single = post_process(&chat, Post::Single, false, &Names::new("Mira", "Rin"));
        prop_assert_eq!(single.iter().map(message::role).collect::<Vec<_>>(), ["user"]);
    }
}
