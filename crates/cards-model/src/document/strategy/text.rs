//! Texts.

use proptest::prelude::*;

/// Texts that break programs: control characters, endless lines, scripts of other directions, names of members that
/// languages reserve, characters that other encodings need escapes for.
const EXTREME: &[&str] = &[
    "",
    " ",
    "\u{0}",
    "\u{1}\u{1f}\u{7f}\u{80}",
    "\"\\/\u{8}\u{c}\n\r\t",
    "\r\n\r\n",
    "\u{feff}",
    "\u{fffd}",
    "\u{2028}\u{2029}",
    "\u{202e}drow\u{202c}",
    "עברית العربية",
    "e\u{301}\u{327}\u{323}",
    "👩‍👩‍👧‍👦🏳️‍🌈",
    "𝒜\u{10ffff}\u{e000}",
    "ﷺ",
    "__proto__",
    "constructor",
    "null",
    "true",
    "-0",
    "1e999",
    "NaN",
    "2024-02-29T12:00:00Z",
    "1700000000123",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "C:\\con\\nul",
    "{{char}}{{user}}<BOT>{{{{",
    "@@depth 4\n@@@role system\ntext",
    "/(a+)+$/i",
    "<START>\n{{user}}: hi\n<START>",
];

/// A text as people write it, now and then with a macro or a line break.
pub fn plain_text() -> BoxedStrategy<String> {
    prop_oneof![
        6 => "[ -~]{0,24}",
        2 => "\\PC{0,12}",
        1 => "[a-z]{1,8}(\n[A-Za-z {}:<>.]{0,12}){1,3}",
        1 => proptest::sample::select(&["{{char}}", "Hello, {{user}}.", "<START>\n{{user}}: hi"][..]).prop_map(String::from),
    ]
    .boxed()
}

/// A text that breaks programs.
pub fn extreme_text() -> BoxedStrategy<String> {
    prop_oneof![
        4 => proptest::sample::select(EXTREME).prop_map(String::from),
        2 => any::<String>(),
        1 => (proptest::sample::select(EXTREME), 1_usize..400).prop_map(|(text, times)| text.repeat(times)),
    ]
    .boxed()
}

/// The URI of an asset, of every scheme and of none.
pub fn asset_uri() -> BoxedStrategy<String> {
    prop_oneof![
        "(embeded|embedded|EMBEDED)://[a-zA-Z0-9_/. -]{0,16}",
        Just("ccdefault:".to_owned()),
        "__asset:[0-9a-z/]{0,6}",
        "data:(image/png)?(;base64)?,[A-Za-z0-9+/=]{0,12}",
        "https?://[a-z]{1,6}\\.example/[a-z0-9/.]{0,10}",
        "[a-z]{1,6}:[a-z/]{0,8}",
        extreme_text(),
    ]
    .boxed()
}
