//! What chance must keep: an update may not change what a saved chat shows.

use cards_macro::{Engine, Fact, For, MapHost, Message, expand};

fn shown(text: &str, engine: Engine, chat: &str) -> String {
    let mut host = MapHost::new("Rin", "Mira").with(Fact::ChatId, chat).with(Fact::CardId, "card-7").rolls(&[0.999]);
    expand(text, engine, &mut host, For::Prompt).unwrap().into_owned()
}

/// The choice hangs on ids and texts alone, in RisuAI also on how many messages there are, so each of these is what somebody's
/// saved chat shows today.
#[test]
fn the_picks_of_a_saved_chat_stay() {
    for (engine, picks) in [
        (Engine::Spec, ["fir", "yew", "ash", "fir", "fir", "yew"]),
        (Engine::SillyTavern, ["yew", "yew", "oak", "oak", "ash", "yew"]),
        (Engine::SillyTavernLegacy, ["ash", "yew", "oak", "elm", "ash", "elm"]),
        (Engine::Risu, ["elm", "elm", "elm", "elm", "elm", "elm"]),
    ] {
        let shown: Vec<_> = (1..=picks.len())
            .map(|chat| shown("Under the {{pick::oak::ash::elm::yew::fir}}.", engine, &format!("chat-{chat}")))
            .collect();
        assert_eq!(shown, picks.map(|tree| format!("Under the {tree}.")), "{engine}");
    }
}

/// Two picks of one list in one text differ by their places in SillyTavern; the spec and RisuAI have one choice for a list.
#[test]
fn the_picks_of_one_text_stay() {
    let text = "é {{pick::oak::ash::elm::yew::fir}} 🙂 {{pick::oak::ash::elm::yew::fir}} {{pick:oak,ash,elm,yew,fir}}";
    for (engine, picks) in [
        (Engine::Spec, "é fir 🙂 fir fir"),
        (Engine::SillyTavern, "é ash 🙂 oak ash"),
        (Engine::SillyTavernLegacy, "é oak 🙂 ash yew"),
        (Engine::Risu, "é elm 🙂 elm elm"),
    ] {
        assert_eq!(shown(text, engine, "chat-1"), picks, "{engine}");
    }
}

/// De facto: RisuAI 904a14a: each message is another pick, and each die of `rollp` another number.
#[test]
fn the_picks_of_a_growing_chat_stay() {
    let at = |messages: usize| {
        let mut host = MapHost::new("Rin", "Mira").with(Fact::ChatId, "chat-1").with(Fact::CardId, "card-7");
        host.messages = vec![Message::user("Go."); messages];
        expand("{{pick::oak::ash::elm::yew::fir}} {{rollp::3d20}}", Engine::Risu, &mut host, For::Prompt)
            .unwrap()
            .into_owned()
    };
    assert_eq!([0, 1, 2, 999, 1000].map(at), ["elm 32", "fir 55", "oak 17", "oak 23", "elm 32"]);
}

/// Each item is by itself: lists of the same letters, cut otherwise, are other lists.
#[test]
fn items_do_not_run_together_in_a_pick() {
    let same = (0..40).filter(|chat| {
        let first = |list: &str| shown(list, Engine::Spec, &chat.to_string()).starts_with('a');
        first("{{pick:ab,c}}") == first("{{pick:a,bc}}")
    });
    assert!(same.count() < 40);
}

#[test]
fn a_backslash_escapes_a_comma_and_nothing_else() {
    for (text, last) in [
        (r"{{random:a,b\}}", r"b\"),
        (r"{{random:a,b\,c}}", "b,c"),
        (r"{{random:a,b\,}}", "b,"),
        (r"{{random:\}}", r"\"),
        (r"{{random:a,\b}}", r"\b"),
    ] {
        for engine in [Engine::Spec, Engine::SillyTavern, Engine::SillyTavernLegacy] {
            assert_eq!(shown(text, engine, "chat"), last, "{text} {engine}");
        }
    }
}

/// Spec: CCv3 `{{roll}}`. De facto: SillyTavern 1.19.0 prints nothing for a formula that is none.
#[test]
fn dice_are_read_in_one_way_and_throw_between_their_borders() {
    for (formula, least, most) in [
        ("6", "1", "6"),
        ("1", "1", "1"),
        ("d6", "1", "6"),
        ("D6", "1", "6"),
        ("1d6", "1", "6"),
        ("2d6", "2", "12"),
        ("10d10", "10", "100"),
        ("d6+3", "4", "9"),
        ("d6-3", "-2", "3"),
        ("2d6+10", "12", "22"),
        ("d6+03", "4", "9"),
        ("d6+0", "1", "6"),
        ("d4294967295", "1", "4294967291"),
        ("0", "", ""),
        ("d0", "", ""),
        ("0d6", "", ""),
        ("06", "", ""),
        ("01d6", "", ""),
        ("d06", "", ""),
        ("d", "", ""),
        ("2d", "", ""),
        ("d6+", "", ""),
        ("d6+x", "", ""),
        ("d6+1+1", "", ""),
        ("d6*2", "", ""),
        ("-1d6", "", ""),
        ("1.5d6", "", ""),
        ("2d6d6", "", ""),
        ("x", "", ""),
        ("d4294967296", "", ""),
        ("4294967296d1", "", ""),
    ] {
        for (roll, expected) in [(0.0, least), (0.999_999_999, most)] {
            let shown = |engine, text: String| {
                let mut host = MapHost::new("Rin", "Mira").rolls(&[roll; 10]);
                expand(&text, engine, &mut host, For::Prompt).unwrap().into_owned()
            };
            let text = format!("{{{{roll:{formula}}}}}");
            let spec = if expected.is_empty() { text.as_str() } else { expected };
            assert_eq!(shown(Engine::Spec, text.clone()), spec, "{formula}");
            assert_eq!(shown(Engine::SillyTavern, text.replace(':', "::")), expected, "{formula}");
            assert_eq!(shown(Engine::SillyTavernLegacy, text.clone()), expected, "{formula}");
        }
    }
}

/// Each item has its part of the numbers from 0 to 1.
#[test]
fn an_item_is_taken_by_its_part() {
    for (list, roll, item) in [
        ("a::b", 0.0, "a"),
        ("a::b", 0.49, "a"),
        ("a::b", 0.5, "b"),
        ("a::b", 0.99, "b"),
        ("a::b::c", 0.33, "a"),
        ("a::b::c", 0.34, "b"),
        ("a::b::c", 0.67, "c"),
        ("a,b", 0.5, "b"),
        ("a,b,c", 0.34, "b"),
        ("a", 0.99, "a"),
    ] {
        for engine in [Engine::Spec, Engine::SillyTavern, Engine::SillyTavernLegacy, Engine::Risu] {
            let mut host = MapHost::new("Rin", "Mira").rolls(&[roll]);
            let text = format!("{{{{random::{list}}}}}");
            assert_eq!(expand(&text, engine, &mut host, For::Prompt).unwrap(), item, "{engine} {text} {roll}");
        }
    }
}
