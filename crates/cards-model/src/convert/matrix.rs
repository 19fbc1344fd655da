//! The table of what each spec can hold, for people and for the reasons in loss reports.
//!
//! The conversions do not follow this table; it describes them. A test converts a card with every concept in it from
//! each spec to each other one and holds the table against what happens.

use std::fmt::Write as _;

use crate::Form;

/// One concept, and what each spec makes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The concept, in words.
    pub concept: &'static str,
    /// What each spec makes of it, in the order of [`COLUMNS`].
    pub cells: [Cell; 5],
}

/// What a spec makes of a concept. The pointers lead to the place, elements of lists as `*`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// It has the concept, in the form in which most specs have it.
    Has(&'static str),
    /// It has the concept in another form; the transform is named.
    Transforms(&'static str, &'static str),
    /// It has no place for it: stashed, or lost.
    Stashed,
    /// It has no place for it, and the concept cannot be told from its default there; or another row speaks of it.
    Implied(&'static str),
}

/// The specs, as the columns of the table.
pub const COLUMNS: [Form; 5] = [Form::V1, Form::V2, Form::V3, Form::V3L, Form::Prom];

use Cell::{Has, Implied, Stashed, Transforms};

const fn row(concept: &'static str, cells: [Cell; 5]) -> Row {
    Row { concept, cells }
}

/// A place in the lorebook, which the specs that have one keep in one place.
macro_rules! in_book {
    ($($place:tt)+) => {
        concat!("/data/character_book", $($place)+)
    };
}

/// Any member of an entry; books keep theirs in the same way.
const ENTRY: &str = in_book!("/entries/*/*");

macro_rules! entry {
    ($member:literal) => {
        Has(in_book!("/entries/*/", $member))
    };
}

macro_rules! book {
    ($member:literal) => {
        row(
            concat!("book ", $member),
            [
                Stashed,
                Has(in_book!("/", $member)),
                Has(in_book!("/", $member)),
                Has(in_book!("/", $member)),
                Has(in_book!("/", $member)),
            ],
        )
    };
}

macro_rules! plain_entry {
    ($member:literal) => {
        row(concat!("entry ", $member), [Stashed, entry!($member), entry!($member), entry!($member), entry!($member)])
    };
}

/// What each spec can hold, concept by concept.
pub static MATRIX: &[Row] = &[
    row(
        "marker",
        [
            Implied("the six texts"),
            Has("/spec"),
            Has("/spec"),
            Has("/spec"),
            Transforms("/type", "`type` in place of `spec`"),
        ],
    ),
    row("name", [Has("/name"), Has("/data/name"), Has("/data/name"), Has("/data/name"), Has("/data/name")]),
    row(
        "description",
        [
            Has("/description"),
            Has("/data/description"),
            Has("/data/description"),
            Has("/data/description"),
            Has("/data/description"),
        ],
    ),
    row(
        "personality",
        [Has("/personality"), Has("/data/personality"), Has("/data/personality"), Stashed, Has("/data/personality")],
    ),
    // With an option, Prom gets it as a variable.
    row("scenario", [Has("/scenario"), Has("/data/scenario"), Has("/data/scenario"), Stashed, Stashed]),
    row(
        "first greeting",
        [
            Has("/first_mes"),
            Has("/data/first_mes"),
            Has("/data/first_mes"),
            Transforms("/data/first_messages/*", "first message of the default locale"),
            Transforms("/data/greetings/solo/*", "first of the solo greetings"),
        ],
    ),
    row(
        "alternate greetings",
        [
            Stashed,
            Has("/data/alternate_greetings/*"),
            Has("/data/alternate_greetings/*"),
            Transforms("/data/first_messages/*", "further messages of the default locale"),
            Transforms("/data/greetings/solo/*", "further solo greetings"),
        ],
    ),
    row("greetings in other locales", [Stashed, Stashed, Stashed, Has("/data/first_messages/*"), Stashed]),
    row(
        "group greetings",
        [Stashed, Stashed, Has("/data/group_only_greetings/*"), Stashed, Has("/data/greetings/group/*")],
    ),
    row(
        "example conversations",
        [
            Has("/mes_example"),
            Has("/data/mes_example"),
            Has("/data/mes_example"),
            Transforms("/data/example_messages", "one list per `<START>` block, one message per speaker's line"),
            Transforms("/data/example_messages", "one message per speaker's line, blocks run together"),
        ],
    ),
    row(
        "system prompt",
        [Stashed, Has("/data/system_prompt"), Has("/data/system_prompt"), Stashed, Has("/data/system_prompt")],
    ),
    row(
        "post-history instructions",
        [
            Stashed,
            Has("/data/post_history_instructions"),
            Has("/data/post_history_instructions"),
            Stashed,
            Has("/data/post_history_instructions"),
        ],
    ),
    row(
        "creator notes",
        [
            Stashed,
            Has("/data/creator_notes"),
            Has("/data/creator_notes"),
            Transforms("/data/creator_notes/*", "the notes of the default locale"),
            Has("/metadata/creator_notes"),
        ],
    ),
    row(
        "creator notes in other locales",
        [
            Stashed,
            Stashed,
            Has("/data/creator_notes_multilingual/*"),
            Transforms("/data/creator_notes/*", "the notes of the other locales"),
            Stashed,
        ],
    ),
    row("guidance note", [Stashed, Stashed, Stashed, Has("/data/guidance_note"), Stashed]),
    row("tags", [Stashed, Has("/data/tags/*"), Has("/data/tags/*"), Has("/data/tags/*"), Has("/metadata/tags/*")]),
    row(
        "creator",
        [Stashed, Has("/data/creator"), Has("/data/creator"), Has("/data/creator"), Has("/metadata/creator")],
    ),
    row(
        "version of the card",
        [
            Stashed,
            Has("/data/character_version"),
            Has("/data/character_version"),
            Has("/data/character_version"),
            Has("/metadata/version"),
        ],
    ),
    row("nickname", [Stashed, Stashed, Has("/data/nickname"), Has("/data/nickname"), Stashed]),
    row(
        "sources",
        [Stashed, Stashed, Has("/data/source/*"), Stashed, Transforms("/metadata/source", "joined with ` / `")],
    ),
    row(
        "date of creation",
        [Stashed, Stashed, Has("/data/creation_date"), Has("/data/creation_date"), Has("/metadata/created_at")],
    ),
    row(
        "date of the last change",
        [Stashed, Stashed, Has("/data/modification_date"), Has("/data/modification_date"), Has("/metadata/updated_at")],
    ),
    row(
        "assets on the net",
        [
            Stashed,
            Stashed,
            Has("/data/assets/*"),
            Has("/data/assets/*"),
            Transforms("/external/assets/*", "type as Prom's tag, name and extension as `package`"),
        ],
    ),
    row(
        "assets in the container and other ones",
        [
            Stashed,
            Stashed,
            Has("/data/assets/*"),
            Transforms("/data/assets/*", "`embedded://` where CCv3 says `embeded://`"),
            Stashed,
        ],
    ),
    row(
        "data of applications",
        [
            Stashed,
            Has("/data/extensions/*"),
            Has("/data/extensions/*"),
            Has("/data/extensions/*"),
            Has("/external/appdata/*"),
        ],
    ),
    row("unknown members of the root", [Stashed, Has("/*"), Has("/*"), Stashed, Has("/*")]),
    row("members beside the six texts of V1", [Has("/*"), Stashed, Stashed, Stashed, Stashed]),
    row("unknown members of the character", [Stashed, Has("/data/*"), Has("/data/*"), Stashed, Has("/data/*")]),
    book!("name"),
    book!("description"),
    book!("scan_depth"),
    book!("token_budget"),
    book!("recursive_scanning"),
    row(
        "book data of applications",
        [
            Stashed,
            Has(in_book!("/extensions/*")),
            Has(in_book!("/extensions/*")),
            Has(in_book!("/extensions/*")),
            Has(in_book!("/external/appdata/*")),
        ],
    ),
    plain_entry!("keys"),
    plain_entry!("content"),
    row(
        "entry decorators",
        [
            Stashed,
            Transforms(in_book!("/entries/*/content"), "removed from the content, unless the options keep them"),
            entry!("content"),
            entry!("content"),
            Transforms(in_book!("/entries/*/content"), "removed from the content, unless the options keep them"),
        ],
    ),
    plain_entry!("enabled"),
    plain_entry!("insertion_order"),
    row("entry use_regex", [Stashed, Stashed, entry!("use_regex"), entry!("use_regex"), entry!("use_regex")]),
    plain_entry!("case_sensitive"),
    plain_entry!("constant"),
    plain_entry!("priority"),
    // V2 wants a number; a string stays what it is, since readers use it for nothing.
    plain_entry!("id"),
    plain_entry!("comment"),
    plain_entry!("selective"),
    plain_entry!("secondary_keys"),
    row(
        "entry name",
        [
            Stashed,
            entry!("name"),
            entry!("name"),
            entry!("name"),
            Transforms(in_book!("/entries/*/name"), "always there: else the comment, else empty"),
        ],
    ),
    plain_entry!("position"),
    row("entry position at the author's note", [Stashed, Stashed, Stashed, Stashed, entry!("position")]),
    row(
        "entry data of applications",
        [Stashed, entry!("extensions/*"), entry!("extensions/*"), entry!("extensions/*"), entry!("external/appdata/*")],
    ),
    row("unknown members of books and entries", [Stashed, Has(ENTRY), Has(ENTRY), Has(ENTRY), Has(ENTRY)]),
];

/// Whether a pointer into a card leads to a member that the table names.
pub(crate) fn names(pointer: &str) -> bool {
    let fits = |pattern: &str| {
        let mut steps = pointer.split('/');
        pattern.split('/').all(|part| match steps.next() {
            Some(step) => part == "*" || part == step,
            // What holds a named place is named too.
            None => true,
        })
    };
    MATRIX.iter().flat_map(|row| &row.cells).any(|cell| match cell {
        // These stand for whatever is not named.
        Has("/*" | "/data/*" | ENTRY) => false,
        Has(pattern) | Transforms(pattern, _) => fits(pattern),
        Stashed | Implied(_) => false,
    })
}

/// The table as the Markdown of `docs/conversion.md`.
#[must_use]
pub fn matrix_markdown() -> String {
    let mut out = String::from(HEAD);
    out.push_str("\n| concept |");
    for form in COLUMNS {
        let _ = write!(out, " {form} |");
    }
    out.push_str("\n| --- |");
    out.push_str(&" --- |".repeat(COLUMNS.len()));
    out.push('\n');
    for row in MATRIX {
        let _ = write!(out, "| {} |", row.concept);
        for cell in &row.cells {
            let _ = match cell {
                Has(place) => write!(out, " `{place}` |"),
                Transforms(place, how) => write!(out, " ~ `{place}`: {how} |"),
                Stashed => write!(out, " stash |"),
                Implied(why) => write!(out, " {why} |"),
            };
        }
        out.push('\n');
    }
    out.push_str(TAIL);
    out.push_str(crate::foreign::page::PAGE);
    out
}

const HEAD: &str = "<!-- Made by `cargo xtask docs`; edit `crates/cards-model/src/convert/matrix.rs` instead. -->

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
