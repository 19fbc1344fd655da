//! Any regex script of either client over any text: no panic, bounded work, matches inside the text, the same answer twice.

#![no_main]

use cards_macro::MapHost;
use cards_pattern::{Flags, Pattern};
use cards_script::sillytavern::{Call, Placement, Script, run};
use cards_script::{Limits, convert, risu};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (String, String, String, String)| {
    let (find, letters, replace, text) = input;
    let pattern_limits = cards_pattern::Limits::default().with_backtrack_steps(10_000).with_text_steps(1_000_000);
    if let Some(flags) = Flags::read(&letters)
        && let Ok(pattern) = Pattern::compile(&find, flags, &pattern_limits)
    {
        let mut end = 0;
        for found in pattern.matches(&text).map_while(Result::ok) {
            assert!(found.start() >= end && found.end() >= found.start());
            assert!(text.get(found.start()..found.end()).is_some());
            end = found.end();
        }
    }

    let limits = Limits::default().with_text_bytes(1 << 16).with_pattern(pattern_limits);
    let mut script = Script::default();
    (script.find, script.replace) = (format!("/{find}/{letters}"), Some(replace.clone()));
    (script.trim, script.placement) = (Some(Vec::new()), Some(vec![2.0]));
    let answer = |scripts: &[Script]| {
        let mut host = MapHost::new("Rin", "Mira");
        run(&text, scripts, &Call::new(Placement::AiOutput), &mut host, &limits)
    };
    let ran = answer(std::slice::from_ref(&script));
    assert_eq!(ran, answer(std::slice::from_ref(&script)));
    assert!(ran.text.len() <= text.len().max(1 << 16));

    let mut other = risu::Script::default();
    (other.find, other.replace, other.kind) = (find, replace, "editoutput".to_owned());
    (other.flags_count, other.flags) = (true, letters);
    let mut host = MapHost::new("Rin", "Mira");
    let _ = risu::run(&text, &[other.clone()], &risu::Call::new(risu::Mode::EditOutput), &mut host, &limits);
    let _ = convert::to_risu(&[script]);
    let _ = convert::to_sillytavern(&[other]);
});
