//! Paths into somebody's home folder.

use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

/// Folders whose children are home folders: as written, and whether a drive is in front.
const FOLDERS: &[(&str, bool)] =
    &[("users", true), ("documents and settings", true), ("Users", false), ("home", false)];

/// Names of accounts that tell nothing about anyone.
const NOBODY: &[&str] = &[
    "public",
    "shared",
    "default",
    "all users",
    "user",
    "users",
    "username",
    "user name",
    "user-name",
    "user_name",
    "yourname",
    "your name",
    "your-name",
    "your_name",
    "you",
    "name",
    "me",
    "runner",
    "runneradmin",
    "root",
    "app",
    "node",
    "ubuntu",
    "www",
    "www-data",
];

/// The most separators between two parts: JSON within JSON doubles its backslashes.
const SEPARATORS: usize = 4;

/// The folders with the separator in front that makes them parts of a path, found in one pass over a text: nearly every
/// text has none.
static MARKS: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    let marks = FOLDERS.iter().flat_map(|(folder, _)| ["/", "\\"].map(|separator| format!("{separator}{folder}")));
    AhoCorasick::builder().ascii_case_insensitive(true).build(marks).ok()
});

/// The first path into somebody's home folder, from its beginning to the name of the account.
pub(super) fn home_path(text: &str) -> Option<Range<usize>> {
    let marks = MARKS.as_ref().into_iter().flat_map(|marks| marks.find_iter(text));
    let hits = marks.flat_map(|mark| {
        // The separators are one byte long.
        let at = mark.start() + 1;
        FOLDERS.iter().filter_map(move |(folder, drive)| {
            let found = text.as_bytes().get(at..at + folder.len())?;
            let same = if *drive { found.eq_ignore_ascii_case(folder.as_bytes()) } else { found == folder.as_bytes() };
            path_at(text, at, folder.len(), *drive).filter(|_| same)
        })
    });
    hits.min_by_key(|hit| hit.start)
}

/// Whether a text of JSON may hold such a path in one of its strings; where it says no, none does.
///
/// A string is in its text as it is but for escapes. Those of JSON leave a separator and the folder behind it side by
/// side, unless a letter of them is written as a number.
pub(super) fn may_hold_path(json: &[u8]) -> bool {
    MARKS.as_ref().is_none_or(|marks| marks.is_match(json)) || !plainly_escaped(json)
}

/// Whether every escape is one of JSON, and none stands for a character of ASCII by its number.
fn plainly_escaped(json: &[u8]) -> bool {
    let mut rest = json;
    while let Some(at) = rest.iter().position(|byte| *byte == b'\\') {
        let behind = rest.get(at + 1..).unwrap_or_default();
        match behind {
            [b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', ..] => {}
            [b'u', high, low, ..] if (*high, *low) != (b'0', b'0') => {}
            _ => return false,
        }
        rest = behind.get(1..).unwrap_or_default();
    }
    true
}

/// The path whose folder of home folders stands here.
fn path_at(text: &str, at: usize, length: usize, drive: bool) -> Option<Range<usize>> {
    let separator = |b: &&u8| matches!(b, b'/' | b'\\');
    let bytes = text.as_bytes();
    let before = bytes.get(..at)?;
    let gap = before.iter().rev().take_while(separator).count();
    if !(1..=SEPARATORS).contains(&gap) {
        return None;
    }
    let start = if drive { drive_before(before, at - gap)? } else { root_before(before, at - gap, gap)? };
    let rest = bytes.get(at + length..)?;
    let gap = rest.iter().take_while(separator).count();
    if !(1..=SEPARATORS).contains(&gap) {
        return None;
    }
    let name_start = at + length + gap;
    let rest = text.get(name_start..)?;
    let in_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.') || (drive && c == ' ');
    let mut name = rest.find(|c: char| !in_name(c)).map_or(rest, |end| rest.get(..end).unwrap_or_default());
    let followed = rest.get(name.len()..).is_some_and(|rest| rest.starts_with(['/', '\\']));
    match (followed, drive) {
        (true, _) => {}
        // At the end of a path a name has no blanks, since prose goes on.
        (false, true) => name = name.split(' ').next().unwrap_or_default(),
        (false, false) => return None,
    }
    let name = name.trim_end();
    let nobody = name.is_empty() || NOBODY.contains(&name.to_lowercase().as_str());
    (!nobody).then(|| start..name_start + name.len())
}

/// Where the drive begins that ends here: `C:`, or `/mnt/c` and `/c` of the shells that name drives so.
fn drive_before(before: &[u8], end: usize) -> Option<usize> {
    let head = before.get(..end)?;
    let alone = |head: &[u8]| head.last().is_none_or(|b| !b.is_ascii_alphanumeric());
    if let Some([rest @ .., letter, b':']) = Some(head)
        && letter.is_ascii_alphabetic()
        && alone(rest)
    {
        return Some(end - 2);
    }
    let [rest @ .., b'/', letter] = head else { return None };
    let mount = [&b"/mnt"[..], b"/cygdrive"].into_iter().find(|mount| rest.ends_with(mount))?;
    letter.is_ascii_alphabetic().then(|| end - 2 - mount.len())
}

/// Where the root begins that ends here, unless it is a part of something else: of a link, of a longer path.
fn root_before(before: &[u8], end: usize, gap: usize) -> Option<usize> {
    let head = before.get(..end)?;
    let inside = |b: &u8| b.is_ascii_alphanumeric() || !b.is_ascii() || matches!(b, b'.' | b'-' | b'_' | b'~' | b'}');
    // `file://` is a link into this very machine, other links are not.
    let slashes = before.iter().rev().take(gap).filter(|b| **b == b'/').count();
    let link = slashes > 1 && !head.ends_with(b"file:");
    (!link && !head.last().is_some_and(inside)).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards_model::Json;
    use proptest::prelude::*;

    /// The same, looked for folder by folder.
    fn plain(text: &str) -> Option<Range<usize>> {
        // Lower-casing ASCII keeps places.
        let lower = text.to_ascii_lowercase();
        let hits = FOLDERS.iter().flat_map(|(folder, drive)| {
            let searched = if *drive { &lower } else { text };
            searched.match_indices(folder).filter_map(move |(at, _)| path_at(text, at, folder.len(), *drive))
        });
        hits.min_by_key(|hit| hit.start)
    }

    /// Texts of pieces of paths.
    fn pathlike() -> impl Strategy<Value = String> {
        const PIECES: &[&str] = &[
            "/",
            "\\",
            "\\\\",
            "C:",
            "users",
            "Users",
            "USERS",
            "home",
            "/mnt/c",
            "/cygdrive/d",
            "Documents and Settings",
            "ann",
            " ",
            "user",
            "file:",
            "é",
            "\"",
            "\n",
        ];
        proptest::collection::vec(proptest::sample::select(PIECES), 0..12).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn one_pass_finds_what_a_search_for_each_folder_finds(text in pathlike()) {
            prop_assert_eq!(home_path(&text), plain(&text), "{}", text);
        }

        #[test]
        fn a_text_of_json_without_a_mark_holds_no_path(text in pathlike(), spelled in any::<bool>()) {
            let mut json = Json::from(text.as_str()).to_string();
            if spelled {
                json = json.replace('s', "\\u0073").replace("/h", "\\/h");
            }
            prop_assert!(plain(&text).is_none() || may_hold_path(json.as_bytes()), "{}", json);
        }
    }

    #[test]
    fn a_text_of_json_without_marks_needs_no_second_look() {
        for (json, wanted) in [
            (r#"{"a":"prose with \"quotes\", a\nline, \u3042 and a/path"}"#, false),
            (r#"{"a":"\/home\/ann\/x"}"#, true),
            (r#"{"a":"C:\\Users\\Ann\\x"}"#, true),
            (r#"{"a":"\u002fhome/ann/x"}"#, true),
            (r#"{"a":"\x2fhome"}"#, true),
            ("\\", true),
        ] {
            assert_eq!(may_hold_path(json.as_bytes()), wanted, "{json}");
        }
    }

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(home_path(text).and_then(|hit| text.get(hit)), expected, "{text}");
    }

    #[test]
    fn paths_of_home_folders_are_found() {
        check("C:\\Users\\Ann Lee\\cards\\a.png", Some("C:\\Users\\Ann Lee"));
        check("in E:/users/ann", Some("E:/users/ann"));
        check("see C:\\Users\\Ann and more", Some("C:\\Users\\Ann"));
        check(r#"{"image": "C:\\Users\\Ann\\in.png"}"#, Some(r"C:\\Users\\Ann"));
        check("C:\\Documents and Settings\\Ann\\x", Some("C:\\Documents and Settings\\Ann"));
        check("/mnt/c/Users/ann/x", Some("/mnt/c/Users/ann"));
        check("saved in /home/ann/cards", Some("/home/ann"));
        check("path:/home/ann/cards", Some("/home/ann"));
        check("file:///home/ann/x.png", Some("///home/ann"));
        check("file:///C:/Users/Ann/x.png", Some("C:/Users/Ann"));
        check("/Users/änn/x", Some("/Users/änn"));
        check(r"\/home\/ann\/x", Some(r"\/home\/ann"));
    }

    #[test]
    fn links_prose_and_examples_are_not() {
        for text in [
            "https://example.org/home/ann/x",
            "https://x.org/users/ann/x",
            "x.org/Users/ann/x",
            "/home/",
            "go /home/ now",
            "He lives at /Users/ and /home/",
            "C:\\Users\\Public\\x",
            "C:\\Users\\<name>\\x",
            "/home/{{user}}/x",
            "/home/user/x",
            "the /users/ page",
            "and/home/or/else",
            "//home/ann/x",
            "homes/ann",
            "AC:\\Users",
        ] {
            check(text, None);
        }
    }
}
