//! The table of concepts as a page.
//!
//! The conversions do not follow the table; it describes them. A test converts a card with every concept in it from
//! each spec to each other one and holds the table against what happens.

use std::fmt::Write as _;

use crate::concept::{CONCEPTS, Cell, FORMS};

/// The table as the Markdown of `docs/conversion.md`.
#[must_use]
#[doc(hidden)]
pub fn matrix_markdown() -> String {
    let mut out = String::from(HEAD);
    out.push_str("\n| concept |");
    for form in FORMS {
        let _ = write!(out, " {form} |");
    }
    out.push_str("\n| --- |");
    out.push_str(&" --- |".repeat(FORMS.len()));
    out.push('\n');
    for concept in CONCEPTS {
        let _ = write!(out, "| {} |", concept.words);
        for cell in &concept.cells {
            let _ = match cell {
                Cell::Has(place) => write!(out, " `{place}` |"),
                Cell::Transforms(place, how) => write!(out, " ~ `{place}`: {how} |"),
                Cell::Stashed => write!(out, " stash |"),
                Cell::Implied(why) => write!(out, " {why} |"),
            };
        }
        out.push('\n');
    }
    out.push_str(TAIL);
    out.push_str(crate::foreign::page::PAGE);
    out
}

const HEAD: &str = "<!-- Made by `cargo xtask docs`; edit `crates/cards-model/src/concept/table.rs` instead. -->

# Conversion between card specs

Every conversion goes through one union of all specs. A cell is the place of a concept in that spec. `~` marks a
transform; `stash` means that the spec has no place for it, so that it is named in the loss report and, if the caller
wants a stash, kept there. The layout before V1 (V0) is read and written too: it has the name, the description, the
scenario, one greeting and the example conversations, and stashes the rest.
";

const TAIL: &str = "
Rules beside the table:

- Nothing is invented. Members that the target makes mandatory are written with their defaults; optional ones stay
  absent. An entry without an insertion order gets 100, the value that the programs give new entries.
- An empty first greeting without alternates is no greeting at all in V3L and Prom.
- The greetings and notes of the locale that the caller names (English by default) are the default ones; failing that,
  those of the same language, failing that, the first.
- The scenario becomes a variable of a Prom card if the options say so: every greeting sets it, the description shows
  it.
- A date of 0 means unknown and is left out of a Prom card.
- A V2 card that is to stand beside its CCv3 original in one PNG says so in its creator notes; one that stands alone
  does not.
- Members beside the six texts of a V1 card are of that file only: they go to the stash, not into later specs, and
  unknown members of later specs do not move down into V1 either.

## The stash

One object under the key `cards`: in `data.extensions` (V2, CCv3, and V3L if the caller insists), `external.appdata`
(Prom), or beside the six texts (V1, if the caller insists). Entries of a lorebook keep their own, so that entries may
be moved, added and deleted between two conversions.

| member | holds |
| --- | --- |
| `v` | 1 |
| `from` | `v0`, `v1`, `v2`, `v3`, `v3l` or `prom`: the spec that it leads back to |
| `fields` | values that the target has no place for, by JSON pointer into the original |
| `orig` | values that the target holds in another form: the original as `text` (none if it was absent), and the `hash` of what comes back without it |
| `order` | the order of members, for objects where it would come back otherwise |
| `made` | hashes of values that the target has because of the options alone |
| `copies` | members at the root that said what those of their name in `data` say, as SillyTavern writes them: they follow an edit of these |

Converting back to `from` gives the original. A value that was edited since wins over the stashed one, which is then
named in the loss report; the stash itself goes. A stash inside a stash leads back over several conversions.

A lorebook that another program wrote (world info, RisuAI, Agnai, NovelAI) becomes a lorebook of the card specs with more beside:
where the book or an entry would come back otherwise, its `extensions` have `cards_origin`, an object with the `form` and all that
`stood` there. Back in that form, what was not edited since stands as it stood.
";
