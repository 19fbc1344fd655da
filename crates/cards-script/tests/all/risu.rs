//! What RisuAI does, row by row.

use cards_macro::{List, MapHost, Message};
use cards_script::Limits;
use cards_script::risu::{Call, Mode, Script, run};

pub(crate) fn script(find: &str, replace: &str, flags: Option<&str>) -> Script {
    let mut script = Script::default();
    (script.find, script.replace, script.kind) = (find.to_owned(), replace.to_owned(), "editoutput".to_owned());
    if let Some(flags) = flags {
        (script.flags_count, script.flags) = (true, flags.to_owned());
    }
    script
}

fn host() -> MapHost {
    let mut host = MapHost::new("Rin", "Mira").with(cards_macro::Fact::FirstMessage, "Ahoy. [9]");
    host.messages = vec![
        Message::user("Where? [1]"),
        Message::assistant("Here. [5]"),
        Message::user("Go."),
        Message::assistant("On."),
    ];
    host.set_list(List::Emotions, vec!["calm".to_owned(), "joy".to_owned()]);
    host
}

fn answer(text: &str, index: Option<usize>, script: Script) -> String {
    run(text, &[script], &Call::new(Mode::EditOutput).with_index(index), &mut host(), &Limits::default()).text
}

#[test]
fn replacements_are_javascripts() {
    for (text, find, replace, flags, expected) in [
        ("ab", "a", "[$&$$$`$'$1]", None, "[a$b$1]b"),
        ("a1", "(a)(\\d)", "$2$1$12$3", None, "1aa2$3"),
        ("a", "(?<n>a)|(b)", "[$<n>$2$<x>]", None, "[a]"),
        ("a", "a", "$<n>.", None, "$<n>."),
        ("a", "a", "x$ny", None, "x\ny"),
        ("a", "a", "<b>", None, "<b>\n"),
        ("a", "a", "<b>", Some("g<no_end_nl>"), "<b>"),
        ("Cat cat", "cat", "X", Some("i"), "X cat"),
        ("hi {{user}}", "Rin", "{{char}}", None, "hi Mira"),
        ("x", "x", "{{setvar::a::1}}", None, "{{setvar::a::1}}"),
        ("Mira", "{{char}}", "X", Some("g<cbs>"), "X"),
        ("a", "(", "X", None, "a"),
    ] {
        assert_eq!(answer(text, None, script(find, replace, flags)), expected, "{find} {replace}");
    }
}

#[test]
fn orders_do_other_things() {
    for (text, index, find, replace, flags, expected) in [
        ("one [a] two", None, "\\[(.)\\]", "@@move_top <$1>", None, "<a>\n\none  two"),
        ("one [a] two [b]", None, "\\[(.)\\]", "end $1$<x>$$", Some("g<move_bottom>"), "one  two [b]\nend a$<x>$$"),
        ("a b a", None, "a", "T", Some("gg<move_top>"), "T\n b "),
        ("one [a] two", None, "\\[(.)\\]", "@@move_top $2$1$0", None, "$2a[a]\none  two"),
        ("On.", Some(3), "\\[\\d\\]", "@@repeat_back", None, "On.[5]"),
        ("On.", Some(3), "\\[\\d\\]", "@@repeat_back start_nl", None, "[5]\nOn."),
        ("Here.", Some(1), "\\[\\d\\]", "@@repeat_back end_nl", None, "Here.\n[9]"),
        ("Go.", Some(2), "\\[\\d\\]", "x start", Some("g<repeat_back>"), "[1]Go."),
        ("On.", Some(3), "\\[\\d\\]", "@@repeat_back middle", None, "On."),
        ("On.", None, "\\[\\d\\]", "@@repeat_back", None, "On."),
        ("On. #x", None, " #x", "@@inject", None, "On.@@inject"),
    ] {
        assert_eq!(answer(text, index, script(find, replace, flags)), expected, "{find} {replace}");
    }
}

#[test]
fn emotions_and_stored_messages_are_named() {
    let call = Call::new(Mode::EditOutput).with_index(Some(3));
    let scripts =
        [script("smiles", "@@emo joy", None), script(" #x", "@@inject", None), script("smiles", "@@emo rage", None)];
    let ran = run("smiles #x", &scripts, &call, &mut host(), &Limits::default());
    assert_eq!((ran.text.as_str(), ran.emotions.as_slice()), ("smiles", &["joy".to_owned()][..]));
    assert_eq!(ran.stored.as_deref(), Some("smiles #x"));
    assert_eq!(ran.steps.len(), 3);
}

#[test]
fn modes_and_orders_choose_the_scripts() {
    let mut input = script("a", "b", None);
    input.kind = "editinput".to_owned();
    let scripts = [input, script("$", "1", Some("g<order 1>")), script("$", "2", Some("g<order 2>"))];
    let run = |mode| run("a", &scripts, &Call::new(mode), &mut host(), &Limits::default()).text;
    assert_eq!([run(Mode::EditInput), run(Mode::EditOutput), run(Mode::EditDisplay)], ["b", "a21", "a"]);
}
