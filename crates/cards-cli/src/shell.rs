//! Paths as words of a command line that can be pasted into a shell.

use std::ffi::OsString;
use std::path::Path;

use crate::printable::is_unsafe;

/// A path as a person would type it: quoted where the shell would read it otherwise, and never taken for an option.
pub(crate) fn word(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    let dot = if bytes.starts_with(b"-") && bytes != b"-" { "./" } else { "" };
    match path.to_str() {
        Some(text) if text.chars().any(|c| c.is_control() || is_unsafe(c)) => escaped(dot, bytes),
        Some(text) if !text.is_empty() && text.chars().all(is_plain) => format!("{dot}{text}"),
        Some(text) => quoted(dot, text),
        None => escaped(dot, bytes),
    }
}

/// A command line as a person would type it, without the name of the program.
pub(crate) fn line(words: &[OsString]) -> String {
    let shown = |text: &OsString| match text.to_str() {
        Some(text) if text.starts_with('-') && text.chars().all(is_plain) => text.to_owned(),
        _ => word(Path::new(text)),
    };
    words.iter().skip(1).map(shown).collect::<Vec<_>>().join(" ")
}

/// Whether shells read a character as itself, wherever it stands.
fn is_plain(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '/' | '.' | '_' | '-' | '+' | '@' | ':' | ',' | '%') || is_separator(c)
}

fn is_separator(c: char) -> bool {
    cfg!(windows) && c == '\\'
}

#[cfg(not(windows))]
fn quoted(dot: &str, text: &str) -> String {
    format!("'{dot}{}'", text.replace('\'', "'\\''"))
}

/// As `cmd` and PowerShell take it; a name on Windows holds no double quote.
#[cfg(windows)]
fn quoted(dot: &str, text: &str) -> String {
    format!("\"{dot}{text}\"")
}

/// What a terminal must not get raw, or what is no text, byte by byte, as bash, zsh and ksh read it.
fn escaped(dot: &str, bytes: &[u8]) -> String {
    let mut out = format!("$'{dot}");
    for byte in bytes {
        match byte {
            b'\'' | b'\\' => out.extend(['\\', char::from(*byte)]),
            0x20..=0x7e => out.push(char::from(*byte)),
            _ => out.push_str(&format!("\\x{byte:02x}")),
        }
    }
    out.push('\'');
    out
}

#[cfg(all(test, unix))]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    use std::process::Command;

    use super::*;

    #[test]
    fn plain_names_stay_and_others_are_quoted() {
        for (name, wanted) in [
            ("cards/aria.png", "cards/aria.png"),
            ("Łucja+1@2.png", "Łucja+1@2.png"),
            ("my aria.png", "'my aria.png'"),
            ("it's.png", "'it'\\''s.png'"),
            ("-q.png", "./-q.png"),
            ("-", "-"),
            ("", "''"),
            ("$(rm x).png", "'$(rm x).png'"),
            ("~aria", "'~aria'"),
            ("a\u{1b}[2J.png", "$'a\\x1b[2J.png'"),
        ] {
            assert_eq!(word(Path::new(name)), wanted);
        }
    }

    /// What is printed comes back from a shell as the very bytes of the name.
    #[test]
    fn a_shell_reads_back_the_very_name() {
        for name in [
            &b"a b\"c'd$e`f\\g!*?[h]{i}#~;&|<>()=^"[..],
            b"-n x",
            b"\xff\xfe.png",
            b"new\nline\t\x1b]0;",
            b"\xe2\x80\xae",
        ] {
            let path = Path::new(OsStr::from_bytes(name));
            let line = format!("printf '%s' {}", word(path));
            let Ok(output) = Command::new("bash").args(["-c", &line]).output() else { return };
            let read = output.stdout.strip_prefix(b"./").unwrap_or(&output.stdout);
            assert_eq!(read, name, "{line}");
        }
    }
}
