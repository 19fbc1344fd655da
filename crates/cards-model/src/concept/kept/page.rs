//! The table as the page `docs/settings.md`.

use std::fmt::Write as _;

use super::{Home, KEPT, Kind, Stray};

/// What is above the tables.
const HEAD: &str = "# What clients keep in a card

Made from the table of `cards-model` by `cargo xtask docs`; edit the table and run it again.

Cards and entries of a lorebook have a member `extensions` for programs. These are the members that clients keep there, with the
values that they write and read. `cards lint` holds cards to them ([setting-lost](rules/setting-lost.md),
[setting-odd](rules/setting-odd.md)), `cards repair` writes `\"100\"` as 100, the [JSON Schemas](developers.md) of V2 and V3 name
them, and `cards set` takes them by name:

<!-- runs: settings -->
```sh
cards set aria.json 'book[0].depth=4' 'book[0].position=at-depth:2' --dry-run
cards set aria.json 'book[0].position=outlet:map' 'book[1].role=user' --dry-run
```

Of a place, `at-depth:2:user` says depth and speaker too, and `outlet:map` the outlet. A world-info entry has the same members itself,
by the second name.
";

/// The page `docs/settings.md`.
#[must_use]
pub fn settings_markdown() -> String {
    let mut out = HEAD.to_owned();
    for (home, title) in [(Home::Card, "In the extensions of a card"), (Home::Entry, "In the extensions of an entry")] {
        let _ = write!(
            out,
            "\n## {title}\n\n| member | in world info | client | says | values | other values |\n| --- | --- | --- | --- | --- | --- |\n"
        );
        for kept in KEPT.iter().filter(|kept| kept.home == home) {
            let other = match kept.stray {
                Stray::Passed => "are passed over, or read as something near".to_owned(),
                Stray::Lost(what) => format!("the client {what}"),
                Stray::LostAsNumber(what) => format!("the client {what}; texts of numbers are numbers to it"),
            };
            let world = kept.world.map(|name| format!("`{name}`")).unwrap_or_default();
            let (path, words) = (kept.path.replace('/', "."), kept.kind.words());
            let _ = writeln!(out, "| `{path}` | {world} | {} | {} | {words} | {other} |", kept.client, kept.words);
        }
    }
    out.push_str("\n## Words for numbers\n\n| member | number | words |\n| --- | --- | --- |\n");
    for kept in KEPT {
        let Kind::Choice(all) = kept.kind else { continue };
        for named in all {
            let words: Vec<_> = named.words.iter().map(|word| format!("`{word}`")).collect();
            let _ = writeln!(out, "| `{}` | {} | {} |", kept.path, named.number, words.join(", "));
        }
    }
    out
}
