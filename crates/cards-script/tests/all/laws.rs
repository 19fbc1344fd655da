//! Laws over any script and text.

use cards_macro::MapHost;
use cards_script::convert::{to_risu, to_sillytavern};
use cards_script::sillytavern::{Call, Placement, Script, run};
use cards_script::{Limits, risu};
use proptest::prelude::*;

fn pattern() -> impl Strategy<Value = String> {
    let piece = ["a", "b+", "(a)", "(?<n>b)", "[ab]", ".", "\\s", "^", "c?", "(?=b)", "(", "*", "\\1", "|"];
    proptest::collection::vec(proptest::sample::select(piece.to_vec()), 1..5).prop_map(|pieces| pieces.concat())
}

fn replacement() -> impl Strategy<Value = String> {
    let piece = ["x", "$0", "$1", "$2", "$<n>", "$&", "$$", "$", "{{match}}", "{{user}}", "\n", "1", "n", ">", "@@"];
    proptest::collection::vec(proptest::sample::select(piece.to_vec()), 0..5).prop_map(|pieces| pieces.concat())
}

fn script() -> impl Strategy<Value = Script> {
    (pattern(), proptest::sample::select(&["", "g", "gi", "m"][..]), replacement(), any::<bool>()).prop_map(
        |(pattern, flags, replace, slashes)| {
            let mut script = Script::default();
            script.name = Some("a".to_owned());
            script.find = if slashes { format!("/{pattern}/{flags}") } else { pattern };
            (script.replace, script.trim, script.placement) = (Some(replace), Some(Vec::new()), Some(vec![2.0]));
            script
        },
    )
}

fn answer(text: &str, scripts: &[Script]) -> cards_script::Ran {
    let mut host = MapHost::new("Rin", "Mira");
    run(text, scripts, &Call::new(Placement::AiOutput), &mut host, &Limits::default().with_text_bytes(1 << 16))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn scripts_that_are_off_change_nothing(text in "[abc \\n]{0,12}", mut scripts in proptest::collection::vec(script(), 0..4)) {
        for script in &mut scripts {
            script.disabled = true;
        }
        prop_assert_eq!(answer(&text, &scripts).text, text);
    }

    #[test]
    fn same_input_gives_the_same_answer(text in "[abc \\n]{0,12}", scripts in proptest::collection::vec(script(), 0..4)) {
        prop_assert_eq!(answer(&text, &scripts), answer(&text, &scripts));
    }

    #[test]
    fn written_scripts_are_read_back(script in script()) {
        prop_assert_eq!(Script::from_json(&script.to_json()), script);
    }

    /// Where nothing is lost, both clients answer alike.
    #[test]
    fn a_converted_script_answers_alike(text in "[abc \\n]{1,12}", script in script()) {
        let before = answer(&text, std::slice::from_ref(&script));
        prop_assume!(before.findings.is_empty());
        let made = to_risu(std::slice::from_ref(&script));
        prop_assume!(made.findings.is_empty());
        let mut host = MapHost::new("Rin", "Mira");
        let call = risu::Call::new(risu::Mode::EditOutput);
        let ran = risu::run(&text, &made.value, &call, &mut host, &Limits::default());
        prop_assert_eq!(&ran.text, &before.text, "{:?}", made.value);
        let back = to_sillytavern(&made.value);
        prop_assert_eq!(answer(&text, &back.value).text, before.text, "{:?}", back.value);
    }
}
