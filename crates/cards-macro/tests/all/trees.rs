//! What a template is read as: each macro with its name, arguments and content, and where they stand.

use cards_macro::{Engine, MacroRef, SeqRef, Template};

/// Each text of `tests/data/trees.txt` behind its engine, and indented below it its macros, as they close. `⏎` is a line end.
#[test]
fn what_each_text_is_read_as() {
    let rows = include_str!("../data/trees.txt");
    let texts = rows.lines().filter(|line| !line.starts_with(' ')).filter_map(|line| line.split_once(' '));
    let told: String = texts
        .map(|(engine, text)| {
            let written = text.replace('⏎', "\n");
            let template = Template::parse(&written, engine.parse::<Engine>().unwrap()).unwrap();
            let open: String = template.unterminated().map(|at| format!("  {at} never closed\n")).collect();
            format!(
                "{engine} {text}\n{}{open}",
                template.macros().map(|found| said(&template, found)).collect::<String>()
            )
        })
        .collect();
    for (expected, told) in rows.lines().zip(told.lines()) {
        assert_eq!(expected, told);
    }
    assert_eq!(rows.lines().count(), told.lines().count());
}

/// Arguments are in bars, content in brackets; both with how many macros they have.
fn said(template: &Template<'_>, found: MacroRef<'_>) -> String {
    let seq = |seq: SeqRef<'_>| {
        let inside = seq.macros().count();
        format!(
            "{}{}",
            seq.text().replace('\n', "⏎"),
            if inside > 0 { format!(" with {inside}") } else { String::new() }
        )
    };
    let args: String = found.args().map(|arg| format!(" |{}|", seq(arg))).collect();
    let content = found.content().map_or(String::new(), |content| format!(" [{}]", seq(content)));
    let marks = [(found.is_angled(), " angled"), (!found.fits(), " misfit")];
    let marks: String = marks.into_iter().filter(|(holds, _)| *holds).map(|(_, mark)| mark).collect();
    let top = template.root().macros().any(|root| root.span() == found.span());
    let inner = if top { "" } else { " inside" };
    format!("  {:?} {} {:?}{args}{content}{marks}{inner}\n", found.span(), found.kind(), found.name())
}
