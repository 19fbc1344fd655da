//! The table: what the cards of each spec say, and where.

use super::Cell::{Has, Implied, Stashed, Transforms};
use super::{Cell, Concept};

/// A concept that has no name of its own: a part of the lorebook, or whatever no other row names.
const fn row(words: &'static str, cells: [Cell; 6]) -> Concept {
    named("", &[], words, cells)
}

const fn named(id: &'static str, aliases: &'static [&'static str], words: &'static str, cells: [Cell; 6]) -> Concept {
    Concept { id, aliases, words, cells }
}

/// A place in the lorebook, which the specs that have one keep in one place.
macro_rules! in_book {
    ($($place:tt)+) => {
        concat!("/data/character_book", $($place)+)
    };
}

/// Any member of an entry; books keep theirs in the same way.
pub(super) const ENTRY: &str = in_book!("/entries/*/*");

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
        row(
            concat!("entry ", $member),
            [Stashed, Stashed, entry!($member), entry!($member), entry!($member), entry!($member)],
        )
    };
}

/// What cards say, concept by concept.
pub static CONCEPTS: &[Concept] = &[
    row(
        "marker",
        [
            Implied("the names of the members"),
            Implied("the six texts"),
            Has("/spec"),
            Has("/spec"),
            Has("/spec"),
            Transforms("/type", "`type` in place of `spec`"),
        ],
    ),
    named(
        "name",
        &["title"],
        "name",
        [Has("/char_name"), Has("/name"), Has("/data/name"), Has("/data/name"), Has("/data/name"), Has("/data/name")],
    ),
    named(
        "description",
        &[],
        "description",
        [
            Has("/char_persona"),
            Has("/description"),
            Has("/data/description"),
            Has("/data/description"),
            Has("/data/description"),
            Has("/data/description"),
        ],
    ),
    named(
        "personality",
        &[],
        "personality",
        [
            Stashed,
            Has("/personality"),
            Has("/data/personality"),
            Has("/data/personality"),
            Stashed,
            Has("/data/personality"),
        ],
    ),
    // With an option, Prom gets it as a variable.
    named(
        "scenario",
        &[],
        "scenario",
        [Has("/world_scenario"), Has("/scenario"), Has("/data/scenario"), Has("/data/scenario"), Stashed, Stashed],
    ),
    named(
        "first_mes",
        &["greeting"],
        "first greeting",
        [
            Has("/char_greeting"),
            Has("/first_mes"),
            Has("/data/first_mes"),
            Has("/data/first_mes"),
            Transforms("/data/first_messages/0/messages/0", "first message of the default locale"),
            Transforms("/data/greetings/solo/0", "first of the solo greetings"),
        ],
    ),
    named(
        "alternate_greetings",
        &[],
        "alternate greetings",
        [
            Stashed,
            Stashed,
            Has("/data/alternate_greetings/*"),
            Has("/data/alternate_greetings/*"),
            Transforms("/data/first_messages/*", "further messages of the default locale"),
            Transforms("/data/greetings/solo/*", "further solo greetings"),
        ],
    ),
    row("greetings in other locales", [Stashed, Stashed, Stashed, Stashed, Has("/data/first_messages/*"), Stashed]),
    named(
        "group_only_greetings",
        &["group_greetings"],
        "group greetings",
        [Stashed, Stashed, Stashed, Has("/data/group_only_greetings/*"), Stashed, Has("/data/greetings/group/*")],
    ),
    named(
        "mes_example",
        &["examples"],
        "example conversations",
        [
            Has("/example_dialogue"),
            Has("/mes_example"),
            Has("/data/mes_example"),
            Has("/data/mes_example"),
            Transforms("/data/example_messages", "one list per `<START>` block, one message per speaker's line"),
            Transforms("/data/example_messages", "one message per speaker's line, blocks run together"),
        ],
    ),
    named(
        "system_prompt",
        &["system"],
        "system prompt",
        [Stashed, Stashed, Has("/data/system_prompt"), Has("/data/system_prompt"), Stashed, Has("/data/system_prompt")],
    ),
    named(
        "post_history_instructions",
        &["post_history"],
        "post-history instructions",
        [
            Stashed,
            Stashed,
            Has("/data/post_history_instructions"),
            Has("/data/post_history_instructions"),
            Stashed,
            Has("/data/post_history_instructions"),
        ],
    ),
    named(
        "creator_notes",
        &["notes"],
        "creator notes",
        [
            Stashed,
            Stashed,
            Has("/data/creator_notes"),
            Has("/data/creator_notes"),
            Transforms("/data/creator_notes/0/content", "the notes of the default locale"),
            Has("/metadata/creator_notes"),
        ],
    ),
    named(
        "creator_notes_multilingual",
        &[],
        "creator notes in other locales",
        [
            Stashed,
            Stashed,
            Stashed,
            Has("/data/creator_notes_multilingual/*"),
            Transforms("/data/creator_notes/*", "the notes of the other locales"),
            Stashed,
        ],
    ),
    named(
        "guidance_note",
        &[],
        "guidance note",
        [Stashed, Stashed, Stashed, Stashed, Has("/data/guidance_note"), Stashed],
    ),
    named(
        "tags",
        &[],
        "tags",
        [Stashed, Stashed, Has("/data/tags/*"), Has("/data/tags/*"), Has("/data/tags/*"), Has("/metadata/tags/*")],
    ),
    named(
        "creator",
        &[],
        "creator",
        [Stashed, Stashed, Has("/data/creator"), Has("/data/creator"), Has("/data/creator"), Has("/metadata/creator")],
    ),
    named(
        "character_version",
        &["version"],
        "version of the card",
        [
            Stashed,
            Stashed,
            Has("/data/character_version"),
            Has("/data/character_version"),
            Has("/data/character_version"),
            Has("/metadata/version"),
        ],
    ),
    named(
        "nickname",
        &[],
        "nickname",
        [Stashed, Stashed, Stashed, Has("/data/nickname"), Has("/data/nickname"), Stashed],
    ),
    named(
        "source",
        &[],
        "sources",
        [
            Stashed,
            Stashed,
            Stashed,
            Has("/data/source/*"),
            Stashed,
            Transforms("/metadata/source", "joined with ` / `"),
        ],
    ),
    named(
        "creation_date",
        &[],
        "date of creation",
        [
            Stashed,
            Stashed,
            Stashed,
            Has("/data/creation_date"),
            Has("/data/creation_date"),
            Has("/metadata/created_at"),
        ],
    ),
    named(
        "modification_date",
        &[],
        "date of the last change",
        [
            Stashed,
            Stashed,
            Stashed,
            Has("/data/modification_date"),
            Has("/data/modification_date"),
            Has("/metadata/updated_at"),
        ],
    ),
    named(
        "assets",
        &[],
        "assets on the net",
        [
            Stashed,
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
            Stashed,
            Has("/data/assets/*"),
            Transforms("/data/assets/*", "`embedded://` where CCv3 says `embeded://`"),
            Stashed,
        ],
    ),
    named(
        "extensions",
        &[],
        "data of applications",
        [
            Stashed,
            Stashed,
            Has("/data/extensions/*"),
            Has("/data/extensions/*"),
            Has("/data/extensions/*"),
            Has("/external/appdata/*"),
        ],
    ),
    named(
        "depth_prompt",
        &[],
        "note at a depth of the chat (SillyTavern)",
        [
            Stashed,
            Stashed,
            Has("/data/extensions/depth_prompt/prompt"),
            Has("/data/extensions/depth_prompt/prompt"),
            Has("/data/extensions/depth_prompt/prompt"),
            Has("/external/appdata/depth_prompt/prompt"),
        ],
    ),
    row("unknown members of the root", [Stashed, Stashed, Has("/*"), Has("/*"), Stashed, Has("/*")]),
    row("members beside the six texts of V1", [Stashed, Has("/*"), Stashed, Stashed, Stashed, Stashed]),
    row(
        "unknown members of the character",
        [Stashed, Stashed, Has("/data/*"), Has("/data/*"), Stashed, Has("/data/*")],
    ),
    book!("name"),
    book!("description"),
    book!("scan_depth"),
    book!("token_budget"),
    book!("recursive_scanning"),
    row(
        "book data of applications",
        [
            Stashed,
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
            Stashed,
            Transforms(in_book!("/entries/*/content"), "removed from the content, unless the options keep them"),
            entry!("content"),
            entry!("content"),
            Transforms(in_book!("/entries/*/content"), "removed from the content, unless the options keep them"),
        ],
    ),
    plain_entry!("enabled"),
    plain_entry!("insertion_order"),
    row("entry use_regex", [Stashed, Stashed, Stashed, entry!("use_regex"), entry!("use_regex"), entry!("use_regex")]),
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
            Stashed,
            entry!("name"),
            entry!("name"),
            entry!("name"),
            Transforms(in_book!("/entries/*/name"), "always there: else the comment, else empty"),
        ],
    ),
    plain_entry!("position"),
    row("entry position at the author's note", [Stashed, Stashed, Stashed, Stashed, Stashed, entry!("position")]),
    row(
        "entry data of applications",
        [
            Stashed,
            Stashed,
            entry!("extensions/*"),
            entry!("extensions/*"),
            entry!("extensions/*"),
            entry!("external/appdata/*"),
        ],
    ),
    row("unknown members of books and entries", [Stashed, Stashed, Has(ENTRY), Has(ENTRY), Has(ENTRY), Has(ENTRY)]),
];
