//! Renders any text under every profile and checks what must hold for all of them; `tests/all/properties.rs` holds the same
//! oracles for the stable toolchain.

#![no_main]

use cards_macro::{Engine, For, Limits, RenderOptions, Template, example_host};
use libfuzzer_sys::fuzz_target;

const OUTPUT: usize = 1 << 16;

fuzz_target!(|text: &str| {
    let limits = Limits::default().with_output_bytes(OUTPUT).with_fuel(100_000).with_nesting(64);
    for &profile in Engine::ALL {
        let Ok(template) = Template::parse_with(text, profile, &limits) else { continue };
        // The macros of a stretch, and the text between them, are the stretch.
        let mut todo = vec![template.root()];
        while let Some(seq) = todo.pop() {
            let mut cursor = seq.span().start;
            for found in seq.macros() {
                assert!(found.span().start >= cursor && found.span().end <= seq.span().end);
                assert_eq!(text.get(found.span()), Some(found.text()));
                cursor = found.span().end;
                todo.extend(found.args());
                todo.extend(found.content());
            }
        }
        for finding in template.analyse().findings {
            assert!(text.get(finding.span).is_some());
        }
        let options = RenderOptions::new(For::Prompt).with_limits(limits.clone());
        let plain = template.render_with(&mut example_host(), &options);
        let explained = template.render_with(&mut example_host(), &options.clone().with_explain(true));
        match (plain, explained) {
            (Ok(plain), Ok(explained)) => {
                assert!(plain.text.len() <= OUTPUT);
                assert_eq!(plain.text, explained.text);
            }
            (Err(plain), Err(explained)) => assert_eq!(plain, explained),
            (plain, explained) => panic!("{plain:?} against {explained:?}"),
        }
        if template.is_plain() {
            let rendered = template.render(&mut example_host(), For::Prompt);
            assert!(rendered.is_err() || rendered.is_ok_and(|rendered| rendered == text));
        }
    }
});
