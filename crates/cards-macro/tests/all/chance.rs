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
