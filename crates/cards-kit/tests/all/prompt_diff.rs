//! Two prompts compared.

use cards_kit::answer::What;
use cards_kit::diff::PromptPieces;
use proptest::prelude::*;

fn pieces(list: &[(&str, &str, &str)]) -> PromptPieces {
    let piece = |(role, source, text): &(&str, &str, &str)| serde_json::json!({"role": role, "tokens": 1, "pieces": [{"sources": [source], "content": text, "tokens": 1}]});
    let json = serde_json::json!({"messages": [], "tokens": 3, "pieces": list.iter().map(piece).collect::<Vec<_>>()});
    PromptPieces::read(&json.to_string(), &Default::default()).unwrap()
}

#[track_caller]
fn check(before: &[(&str, &str, &str)], after: &[(&str, &str, &str)], expected: &[&str]) {
    let diff = pieces(before).diff(&pieces(after));
    let told: Vec<String> =
        diff.changes.iter().map(|change| format!("{} {}", change.change.as_str(), change.sources.join("+"))).collect();
    assert_eq!(told, expected);
    assert_eq!(diff.same, expected.is_empty());
}

#[test]
fn pieces_come_go_change_and_move() {
    let before = [
        ("system", "main", "Write."),
        ("system", "lore: gate", "Shut."),
        ("user", "message 1", "Hello."),
        ("system", "note", "Rhyme."),
    ];
    check(&before, &before, &[]);
    check(
        &before,
        &[
            ("system", "main", "Write well."),
            ("user", "message 1", "Hello."),
            ("user", "message 2", "Well?"),
            ("system", "note", "Rhyme."),
        ],
        &["changed main", "removed lore: gate", "added message 2"],
    );
    check(
        &before,
        &[
            ("system", "note", "Rhyme."),
            ("system", "main", "Write."),
            ("system", "lore: gate", "Shut."),
            ("user", "message 1", "Hello."),
        ],
        &["reordered note"],
    );
    // Another speaker is a change of the piece.
    let mut other = before;
    other[3].0 = "assistant";
    check(&before, &other, &["changed note"]);
}

#[test]
fn a_prompt_without_sources_is_compared_by_messages() {
    let bare = r#"{"messages":[{"role":"system","content":"Write.\nShut."},{"role":"user","content":"Hello."}]}"#;
    let bare = PromptPieces::read(bare, &Default::default()).unwrap();
    let known = r#"{"messages":[],"pieces":[{"role":"system","pieces":[{"sources":["main"],"content":"Write.\n","tokens":2},
        {"sources":["lore: gate"],"content":"Shut.","tokens":1}]},{"role":"user","pieces":[{"sources":["message 1"],"content":"Hello.","tokens":1}]}]}"#;
    let known = PromptPieces::read(known, &Default::default()).unwrap();
    assert!(bare.diff(&known).same);
    let text = PromptPieces::read(r#"{"prompt":"Write."}"#, &Default::default()).unwrap();
    assert_eq!(text.diff(&text).kept, 1);
}

#[test]
fn what_is_no_prompt_is_refused() {
    for text in ["", "{}", "[1]", r#"{"messages":[{"role":"user"}]}"#, r#"{"messages":[],"pieces":[{}]}"#] {
        let error = PromptPieces::read(text, &Default::default()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "this is no prompt: it has neither a list `messages` with texts nor a text `prompt`"
        );
        assert_eq!(error.class(), "bad-field");
    }
}

proptest! {
    /// Every piece of both prompts is named or kept, and a prompt is the same as itself.
    #[test]
    fn no_piece_is_forgotten(before in any_pieces(), after in any_pieces()) {
        let (a, b) = (pieces(&borrowed(&before)), pieces(&borrowed(&after)));
        prop_assert!(a.diff(&a).same);
        let diff = a.diff(&b);
        let count = |wanted: &[What]| diff.changes.iter().filter(|change| wanted.contains(&change.change)).count();
        let paired = count(&[What::Changed, What::Reordered]) + diff.kept;
        prop_assert_eq!(paired + count(&[What::Removed]), before.len());
        prop_assert_eq!(paired + count(&[What::Added]), after.len());
    }
}

type Owned = Vec<(String, String, String)>;

fn any_pieces() -> impl Strategy<Value = Owned> {
    prop::collection::vec(("system|user", "[a-d]", "[xy]{1,2}"), 0..8)
}

fn borrowed(list: &Owned) -> Vec<(&str, &str, &str)> {
    list.iter().map(|(role, source, text)| (role.as_str(), source.as_str(), text.as_str())).collect()
}
