//! Settings files of strangers: what is taken is no deeper than the limits say, means the same twice, and leaves out for a file no
//! less than for all.
#![no_main]

use cards_json::Json;
use cards_lint::settings::{Limits, Settings, table_of};
use libfuzzer_sys::fuzz_target;

/// How deep lists and tables are in one another.
fn depth(json: &Json) -> usize {
    match json {
        Json::Array(items) => 1 + items.iter().map(depth).max().unwrap_or_default(),
        Json::Object(object) => 1 + object.iter().map(|(_, value)| depth(value)).max().unwrap_or_default(),
        _ => 0,
    }
}

fuzz_target!(|bytes: &[u8]| {
    let limits = Limits::default().with_bytes(1 << 12).with_depth(4);
    let read = || table_of(bytes, &limits, |text| basic_toml::from_str::<Json>(text));
    let table = match read() {
        Ok(table) => table,
        Err(problem) => return assert!(!problem.is_empty()),
    };
    assert!(bytes.len() <= limits.bytes);
    // The file is a table, a heading may be as deep as the limit, and so may what is below it.
    assert!(depth(&table) <= 2 * limits.depth + 2, "{table}");
    assert_eq!(read(), Ok(table.clone()));
    let Ok(settings) = Settings::read(&table) else { return };
    let (all, some) = (settings.options(""), settings.options("drafts/aria.card.png"));
    assert!(some.ignore.starts_with(&settings.ignore) && all.ignore.starts_with(&settings.ignore));
    assert_eq!(some.select, all.select);
    assert_eq!(settings.options("drafts/aria.card.png").ignore, some.ignore);
});
