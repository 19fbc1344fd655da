//! Escapes are undone and made as a reader and a writer do.

use cards_json::*;
use proptest::prelude::*;

/// Insides of strings: text, escapes, and beginnings of escapes.
fn insides() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-zé😀{} ]{0,6}",
        Just("\\n".to_owned()),
        Just("\\\"".to_owned()),
        Just("\\\\".to_owned()),
        Just("\\u00e9".to_owned()),
        Just("\\ud83d\\ude00".to_owned()),
        Just("\\ud83d".to_owned()),
        Just("\\u12".to_owned()),
        Just("\\q".to_owned()),
    ];
    proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn offsets_there_and_back_are_the_same(inside in insides()) {
        let map = Escapes::of(&inside);
        for (at, _) in map.text().char_indices().chain([(map.text().len(), ' ')]) {
            prop_assert_eq!(map.to_text(map.to_file(at)), at, "{}", inside);
        }
        let mut last = 0;
        for (at, _) in inside.char_indices() {
            let there = map.to_text(at);
            prop_assert!(there >= last && map.text().is_char_boundary(there));
            prop_assert!(map.to_file(there) <= at);
            last = there;
        }
    }

    #[test]
    fn what_it_says_is_what_the_reader_reads(inside in insides()) {
        let map = Escapes::of(&inside);
        match Json::read(&format!("\"{inside}\""), &Limits::default()) {
            Ok(read) => prop_assert_eq!((read.as_str(), map.is_whole()), (Some(map.text()), true)),
            Err(_) => prop_assert!(!map.is_whole()),
        }
    }

    #[test]
    fn what_is_escaped_is_read_back(text in any::<String>()) {
        let back = Escapes::of(&escaped(&text));
        prop_assert_eq!(back.text(), text);
    }

    #[test]
    fn any_pair_of_texts_is_aligned_without_a_panic(written in "[a-c \n\"\\\\é|]{0,20}", text in "[a-c \n\"é]{0,20}") {
        let map = Escapes::aligned(&written, &text);
        for (at, _) in text.char_indices() {
            prop_assert!(map.to_file(at) <= written.len());
        }
        for at in 0..=written.len() {
            prop_assert!(text.is_char_boundary(map.to_text(at)));
        }
    }
}

#[test]
fn texts_of_yaml_are_found_where_they_are_written() {
    for (written, text, word) in [
        ("|-\n  One {{char}}\n  two {{user}}", "One {{char}}\ntwo {{user}}", "{{user}}"),
        ("\"say \\\"hi\\\" to {{user}}\"", "say \"hi\" to {{user}}", "{{user}}"),
        ("'it''s {{user}}'", "it's {{user}}", "{{user}}"),
        (">\n  folded\n  {{user}}\n", "folded {{user}}\n", "{{user}}"),
        ("plain {{user}}", "plain {{user}}", "{{user}}"),
    ] {
        let map = Escapes::aligned(written, text);
        let at = map.to_file(text.find(word).unwrap());
        assert_eq!(written.get(at..at + word.len()), Some(word), "{written}");
        assert_eq!(map.to_text(written.find(word).unwrap()), text.find(word).unwrap(), "{written}");
    }
}
