//! Rules that a reader checks as it reads.

use super::rule::Letter::Must;
use super::rule::Reader::{Others, Risu, SillyTavern};
use super::rule::{By, rules};

rules! {
    /// The rules that a reader checks as it reads.
    READING;
    /// A byte order mark is before the text.
    JSON_BOM: "json-bom", Warning, "RFC 8259 §8.1",
        "JSON text starts without a byte order mark.",
        "Save the file without a byte order mark.",
        breaks: &[SillyTavern, Risu, Others], repair: "Run `cards repair`, which takes it out; SillyTavern and RisuAI refuse the file with it.",
        settled: true,
        by: By::Reading;
    /// Bytes are not UTF-8.
    JSON_UTF8: "json-utf8", Error, "RFC 8259 §8.1",
        "JSON text is UTF-8.",
        "Save the text as UTF-8, and restore the characters that became U+FFFD.",
        letter: Must,
        by: By::Reading;
    /// Half of a surrogate pair is alone.
    JSON_SURROGATE: "json-surrogate", Error, "RFC 8259 §8.2",
        "Surrogates in escapes come in pairs.",
        "Write the character again; half of it was lost on its way.",
        letter: Must, breaks: &[Others],
        by: By::Reading;
    /// A member name occurs twice in one object.
    JSON_DUPLICATE: "json-duplicate-key", Warning, "RFC 8259 §4",
        "Member names within an object differ.",
        "Take out the member that is not meant.",
        letter: Must, breaks: &[Others], repair: "Run `cards repair`, which keeps the last value, as most programs do.",
        by: By::Reading;
    /// A control character is unescaped in a string.
    JSON_CONTROL: "json-control-character", Error, "RFC 8259 §7",
        "Control characters in strings are escaped.",
        "Escape the character.",
        letter: Must, repair: "Run `cards repair`, which escapes it; most programs refuse the file as it is.",
        by: By::Reading;
    /// Comments or trailing commas are in the text.
    JSON_RELAXED: "json-relaxed", Error, "RFC 8259 §2",
        "JSON text has no comments and no trailing commas.",
        "Take out comments and trailing commas.",
        letter: Must, repair: "Run `cards repair`, which takes them out; most programs refuse the file with them.",
        by: By::Reading;
    /// A member has another type than the spec gives it.
    WRONG_TYPE: "wrong-type", Error, "type definitions of every spec",
        "Members have the types that the spec gives them.",
        "Write a value of the type that the spec gives the member.",
        letter: Must, repair: "Run `cards repair`, which writes the value that readers understand.",
        by: By::Reading;
    /// A member is `null` where the spec wants a value or nothing.
    NULL_MEMBER: "null-member", Warning, "V1 (defaults), type definitions of every spec",
        "Unset members are empty or absent, never null.",
        "Write a value, or the empty default.",
        letter: Must, breaks: &[Others], repair: "Run `cards repair`, which writes the empty value that it stands for.", settled: true,
        by: By::Reading;
    /// Members that the spec makes mandatory are absent.
    MISSING_MEMBER: "missing-member", Note, "V1 (all fields are mandatory), V2 and V3 type definitions",
        "Mandatory members are present.",
        "Add the members; chat programs read the default (but see `entry-enabled`), and strict libraries refuse the card.",
        letter: Must, breaks: &[Others], repair: "Run `cards repair`, which adds their default values.", settled: true,
        by: By::Reading;
    /// An element of a list is not of the list's type.
    BAD_ELEMENT: "bad-element", Error, "type definitions of every spec",
        "Elements of a list have the type that the spec gives them.",
        "Take the element out of the list, or write it in the type of the others.",
        letter: Must, breaks: &[Others],
        by: By::Reading;
    /// A date is not in Unix seconds.
    DATE_UNIT: "date-unit", Warning, "CCv3 creation_date, modification_date; Prom created_at, updated_at",
        "Dates are numbers of seconds since 1970 in UTC.",
        "Write the seconds since 1970 in UTC.",
        letter: Must, breaks: &[Others], repair: "Run `cards repair`, which writes seconds.", settled: true,
        by: By::Reading;
    /// The marker does not fit the layout.
    MARKER: "marker", Error, "V2 spec, V3 spec, V3L spec, Prom type",
        "The spec marker names the layout that the file has.",
        "Convert the card with `cards convert --to`, which writes the layout of the spec that you want and its marker.",
        letter: Must, repair: "Run `cards repair`, which writes the marker of the layout.",
        by: By::Content;
    /// The marker names a later version of the spec.
    MARKER_LATER: "marker-later", Warning, "V2 spec, V3 spec (the marker of each version)",
        "The marker is that of a version that is known here.",
        "Keep the file: its marker and the members that nobody here knows stay as they are. `cards convert --to v3` writes the form that it is read as.",
        letter: Must, breaks: &[Others],
        by: By::Reading;
    /// The version beside the marker is not the marker's.
    MARKER_VERSION: "marker-version", Warning, "V2, V3, V3L and Prom spec_version",
        "The version fits the spec marker.",
        "Convert the card with `cards convert --to` the spec that it has, which writes its version; if the file comes from a newer program, keep the version as it is.",
        letter: Must, breaks: &[Others],
        repair: "Run `cards repair`, which writes the version of the marker where the card names an older one.",
        by: By::Content, settled: true;
    /// A name and too little else to tell a card by; the place that it was in says that it is one.
    BARE_CARD: "bare-card", Warning, "V1 (all fields are mandatory); de facto: SillyTavern 1.19 (takes whatever has a `name` in a picture)",
        "A card has the members of its spec, so that it is recognised wherever it is kept.",
        "Run `cards convert --to v2`, which writes all members of a card: other programs refuse it as it is, and so does everybody once it is in a JSON file.",
        letter: Must, breaks: &[Risu, Others], settled: true,
        by: By::Reading;
    /// The layout is an older form that no spec describes any more.
    OLD_LAYOUT: "old-layout", Note, "de facto: Pygmalion (V0), Prom drafts",
        "Cards use the final layout of a spec.",
        "Run `cards convert --to`, which writes the layout that programs know today.",
        settled: true,
        by: By::Reading;
    /// The file is in the form of another program.
    FOREIGN_FORM: "foreign-form", Note, "de facto: the programs that docs/conversion.md names",
        "A card is in one of the card specs.",
        "Run `cards convert --to`, which writes the card in a spec that programs share and lists what has no place there.",
        breaks: &[SillyTavern, Risu, Others], settled: true,
        by: By::Reading;
    /// A text is beside `data` and not in it.
    ROOT_MEMBER: "root-member", Warning, "V2 and V3 type definitions; de facto: Chub, SillyTavern 1.19 (reads the root where `data` lacks a member)",
        "The texts of a card are in `data`.",
        "Copy the text into `data`: programs that look there alone show nothing.",
        letter: Must, breaks: &[Risu, Others], settled: true,
        by: By::Reading;
    /// Findings past the limit were dropped.
    MORE_FINDINGS: "more-findings", Note, "cards limits",
        "A file has few enough findings to list.",
        "Repair what is listed, then lint again.",
        by: By::Reading;
}
