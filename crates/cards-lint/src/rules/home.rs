//! Paths into somebody's home folder.

use std::ops::Range;

/// Folders whose children are home folders: as written, and whether a drive stands in front.
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

/// The first path into somebody's home folder, from its beginning to the name of the account.
pub(super) fn home_path(text: &str) -> Option<Range<usize>> {
    // Lower-casing ASCII keeps places.
    let lower = text.to_ascii_lowercase();
    let hits = FOLDERS.iter().flat_map(|(folder, drive)| {
        let searched = if *drive { &lower } else { text };
        searched.match_indices(folder).filter_map(move |(at, _)| path_at(text, at, folder.len(), *drive))
    });
    hits.min_by_key(|hit| hit.start)
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
