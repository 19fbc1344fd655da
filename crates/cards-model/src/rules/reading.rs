//! Rules that a reader checks as it reads.

use super::{Check, card, lorebook, rules};
use crate::document::Settle;

rules! {
    /// The rules that a reader checks as it reads.
    READING;
    /// A byte order mark stands before the text.
    JSON_BOM: "json-bom", Note, "RFC 8259 §8.1",
        "JSON text starts without a byte order mark.",
        settled: true;
    /// Bytes are not UTF-8.
    JSON_UTF8: "json-utf8", Must, "RFC 8259 §8.1", "JSON text is UTF-8.";
    /// Half of a surrogate pair stands alone.
    JSON_SURROGATE: "json-surrogate", Must, "RFC 8259 §8.2", "Surrogates in escapes come in pairs.";
    /// A member name stands twice in one object.
    JSON_DUPLICATE: "json-duplicate-key", Must, "RFC 8259 §4", "Member names within an object differ.";
    /// A control character stands unescaped in a string.
    JSON_CONTROL: "json-control-character", Must, "RFC 8259 §7", "Control characters in strings are escaped.";
    /// Comments or trailing commas stand in the text.
    JSON_RELAXED: "json-relaxed", Must, "RFC 8259 §2", "JSON text has no comments and no trailing commas.";
    /// A member has another type than the spec gives it.
    WRONG_TYPE: "wrong-type", Must, "type definitions of every spec", "Members have the types that the spec gives them.",
        fix: Some(|content, changes| content.settle(Settle::Type, changes));
    /// A member is `null` where the spec wants a value or nothing.
    NULL_MEMBER: "null-member", Must, "V1 (defaults), type definitions of every spec",
        "Unset members are empty or absent, never null.",
        fix: Some(|content, changes| content.settle(Settle::Null, changes)), settled: true;
    /// Members that the spec makes mandatory are absent.
    MISSING_MEMBER: "missing-member", Must, "V1 (all fields are mandatory), V2 and V3 type definitions",
        "Mandatory members are present.",
        fix: Some(|content, changes| content.settle(Settle::Missing, changes)), settled: true;
    /// An element of a list is not of the list's type.
    BAD_ELEMENT: "bad-element", Must, "type definitions of every spec", "Elements of a list have the type that the spec gives them.";
    /// A date is not in Unix seconds.
    DATE_UNIT: "date-unit", Must, "CCv3 creation_date, modification_date; Prom created_at, updated_at",
        "Dates are numbers of seconds since 1970 in UTC.",
        fix: Some(card::fix_dates), settled: true;
    /// The marker does not fit the layout.
    MARKER: "marker", Must, "V2 spec, V3 spec, V3L spec, Prom type",
        "The spec marker names the layout that the file has.",
        check: Check::Content(card::check_marker), fix: Some(card::fix_marker);
    /// The version beside the marker is not the marker's.
    MARKER_VERSION: "marker-version", Must, "V2, V3, V3L and Prom spec_version",
        "The version fits the spec marker.",
        check: Check::Content(card::check_version), fix: Some(card::fix_version), settled: true;
    /// The layout is an older form that no spec describes any more.
    OLD_LAYOUT: "old-layout", Note, "de facto: Pygmalion (V0), Prom drafts",
        "Cards use the final layout of a spec.",
        settled: true;
    /// A key has no text to look for.
    BLANK_KEY: "blank-key", Note, "de facto: Chub, RisuAI, Wyvern", "Keys have text; a blank one never matches.",
        check: Check::Content(lorebook::blank_key);
    /// A place in the prompt is the empty string.
    BLANK_POSITION: "blank-position", Note, "de facto: Chub", "Positions name a place or are absent.",
        check: Check::Content(lorebook::blank_position), fix: Some(lorebook::fix_blank_position);
    /// An insertion order has a fraction.
    ORDER_FRACTION: "order-fraction", Note, "de facto: whole numbers in every file seen", "Insertion orders are whole numbers.";
    /// The character has no name.
    EMPTY_NAME: "empty-name", Note, "de facto: SillyTavern cannot list such a card", "Characters and modules have names.",
        check: Check::Content(card::empty_name);
    /// A V1 member beside `data` says something else than `data`.
    MIRROR_DIFFERS: "mirror-differs", Note, "de facto: SillyTavern, Ginger, Wyvern", "Copies of V1 members beside `data` agree with it.";
    /// Findings past the limit were dropped.
    MORE_FINDINGS: "more-findings", Note, "cards limits", "A file has few enough findings to list.";
}
