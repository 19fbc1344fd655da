//! Names in archives: as found, and checked.

use std::fmt;

/// An entry's name as the archive has it: bytes that no one has checked.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RawName<'a> {
    /// The bytes.
    pub bytes: &'a [u8],
    /// Whether the archive says that they are UTF-8.
    pub utf8_flag: bool,
}

impl<'a> RawName<'a> {
    /// The name as text, where it is UTF-8 whatever the flag says.
    pub fn text(self) -> Option<&'a str> {
        std::str::from_utf8(self.bytes).ok()
    }
}

impl fmt::Debug for RawName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RawName({})", crate::place::shown(self.bytes))
    }
}

/// A relative path that stays inside the folder it is joined to, on every system.
///
/// Its parts are separated by `/`; none is empty, `.`, `..`, a reserved device name, or ends in a dot or a blank. It
/// holds no colon, backslash or control character.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SafePath(String);

/// Longest part, as most file systems allow.
const PART_MAX: usize = 255;
/// Most parts; real cards nest four deep.
const PARTS_MAX: usize = 32;

impl SafePath {
    /// Checks a raw name; backslashes count as separators first.
    ///
    /// # Errors
    /// Says what is wrong with the name.
    pub fn of(name: RawName<'_>) -> Result<Self, &'static str> {
        Self::new(name.text().ok_or("its name is not UTF-8")?)
    }

    /// Checks a name; backslashes count as separators first.
    ///
    /// # Errors
    /// Says what is wrong with the name.
    pub fn new(name: &str) -> Result<Self, &'static str> {
        if name.chars().any(char::is_control) {
            return Err("its name holds a control character");
        }
        if name.starts_with(['/', '\\']) {
            return Err("its name is an absolute path");
        }
        let parts: Vec<&str> = name.split(['/', '\\']).filter(|part| !matches!(*part, "" | ".")).collect();
        for part in &parts {
            check_part(part)?;
        }
        match parts.len() {
            0 => Err("its name is empty"),
            1..=PARTS_MAX => Ok(Self(parts.join("/"))),
            _ => Err("its name nests too deep"),
        }
    }

    /// The path, separated by `/`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The parts of the path.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        self.0.split('/')
    }
}

impl fmt::Display for SafePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn check_part(part: &str) -> Result<(), &'static str> {
    if part == ".." {
        return Err("its name climbs out of the folder");
    }
    if part.contains(':') {
        return Err("its name holds a colon, as drives and streams do");
    }
    if part.ends_with(['.', ' ']) {
        return Err("a part of its name ends in a dot or a blank");
    }
    if part.len() > PART_MAX {
        return Err("a part of its name is longer than 255 bytes");
    }
    let stem = part.split('.').next().unwrap_or(part).trim_end();
    if is_device(stem) {
        return Err("its name is reserved for a device");
    }
    Ok(())
}

/// Names that Windows keeps for devices, with any extension.
fn is_device(stem: &str) -> bool {
    let upper = stem.to_ascii_uppercase();
    if matches!(upper.as_str(), "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$" | "CLOCK$") {
        return true;
    }
    let port = upper.strip_prefix("COM").or_else(|| upper.strip_prefix("LPT"));
    port.is_some_and(|n| {
        let mut chars = n.chars();
        matches!((chars.next(), chars.next()), (Some('0'..='9' | '¹' | '²' | '³'), None))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of names is `fixtures/container/names.jsonl`; these stand on both sides of the limits.
    #[test]
    fn long_and_deep_names_are_refused() {
        assert!(SafePath::new(&"x".repeat(255)).is_ok());
        assert_eq!(SafePath::new(&"x".repeat(256)), Err("a part of its name is longer than 255 bytes"));
        assert!(SafePath::new(&"x/".repeat(32)).is_ok());
        assert_eq!(SafePath::new(&"x/".repeat(33)), Err("its name nests too deep"));
    }
}
