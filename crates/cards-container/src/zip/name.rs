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
///
/// ```
/// use cards_container::zip::SafePath;
/// let path = SafePath::new("assets/icon/main.png")?;
/// assert_eq!(path.parts().last(), Some("main.png"));
/// assert!(SafePath::new("../../.bashrc").is_err() && SafePath::new("C:evil").is_err());
/// # Ok::<(), cards_container::zip::NameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SafePath(String);

/// Longest part, as most file systems allow.
const PART_MAX: usize = 255;
/// Most parts; real cards nest four deep.
const PARTS_MAX: usize = 32;

/// Why a name must not become a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NameError {
    /// The bytes are not UTF-8.
    NotUtf8,
    /// It holds a control character, NUL among them.
    ControlCharacter,
    /// It begins at a root.
    Absolute,
    /// Nothing is left of it.
    Empty,
    /// It has more than 32 parts.
    TooDeep,
    /// It has a part `..`.
    ClimbsOut,
    /// It holds a colon.
    Colon,
    /// A part ends in a dot or a blank, which Windows takes away.
    LooseEnd,
    /// A part has more than 255 bytes.
    TooLong,
    /// Windows keeps it for a device.
    Device,
    /// The entry is a link or a device.
    Special,
}

impl NameError {
    /// What is wrong with the name, in a clause.
    pub fn reason(self) -> &'static str {
        match self {
            Self::NotUtf8 => "its name is not UTF-8",
            Self::ControlCharacter => "its name holds a control character",
            Self::Absolute => "its name is an absolute path",
            Self::Empty => "its name is empty",
            Self::TooDeep => "its name nests too deep",
            Self::ClimbsOut => "its name climbs out of the folder",
            Self::Colon => "its name holds a colon, as drives and streams do",
            Self::LooseEnd => "a part of its name ends in a dot or a blank",
            Self::TooLong => "a part of its name is longer than 255 bytes",
            Self::Device => "its name is reserved for a device",
            Self::Special => "it is a link or a device, not a file",
        }
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason())
    }
}

impl std::error::Error for NameError {}

impl SafePath {
    /// Checks a raw name; backslashes count as separators first.
    ///
    /// # Errors
    /// [`NameError`] says what is wrong with the name.
    pub fn of(name: RawName<'_>) -> Result<Self, NameError> {
        Self::new(name.text().ok_or(NameError::NotUtf8)?)
    }

    /// Checks a name; backslashes count as separators first.
    ///
    /// # Errors
    /// [`NameError`] says what is wrong with the name.
    pub fn new(name: &str) -> Result<Self, NameError> {
        if name.chars().any(char::is_control) {
            return Err(NameError::ControlCharacter);
        }
        if name.starts_with(['/', '\\']) {
            return Err(NameError::Absolute);
        }
        let parts: Vec<&str> = name.split(['/', '\\']).filter(|part| !matches!(*part, "" | ".")).collect();
        for part in &parts {
            check_part(part)?;
        }
        match parts.len() {
            0 => Err(NameError::Empty),
            1..=PARTS_MAX => Ok(Self(parts.join("/"))),
            _ => Err(NameError::TooDeep),
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

fn check_part(part: &str) -> Result<(), NameError> {
    if part == ".." {
        return Err(NameError::ClimbsOut);
    }
    if part.contains(':') {
        return Err(NameError::Colon);
    }
    if part.ends_with(['.', ' ']) {
        return Err(NameError::LooseEnd);
    }
    if part.len() > PART_MAX {
        return Err(NameError::TooLong);
    }
    let stem = part.split('.').next().unwrap_or(part).trim_end();
    if is_device(stem) {
        return Err(NameError::Device);
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
        assert_eq!(SafePath::new(&"x".repeat(256)), Err(NameError::TooLong));
        assert!(SafePath::new(&"x/".repeat(32)).is_ok());
        assert_eq!(SafePath::new(&"x/".repeat(33)), Err(NameError::TooDeep));
    }
}
