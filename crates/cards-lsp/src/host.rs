//! What the server asks of the place where it runs, and addresses of files.

use std::path::{Path, PathBuf};

/// Files and the clock.
pub trait Host {
    /// The path of a file once links are followed; the same path where that cannot be told.
    fn real(&self, path: &Path) -> PathBuf;
    /// How many bytes a file has; nothing where there is no file.
    fn size(&self, path: &Path) -> Option<u64>;
    /// Reads a file.
    ///
    /// # Errors
    /// Why it cannot be read, in words.
    fn read(&self, path: &Path) -> Result<Vec<u8>, String>;
    /// Puts a new file in the place of an old one.
    ///
    /// # Errors
    /// Why it cannot be written, in words.
    fn replace(&mut self, path: &Path, bytes: Vec<u8>) -> Result<(), String>;
    /// The files below a folder that may be of ours, so many at most.
    fn below(&self, folder: &Path, most: usize) -> Vec<PathBuf>;
    /// Seconds since 1970.
    fn now(&self) -> Option<i64>;
}

/// The path of a `file:` address.
pub(crate) fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let path = unescaped(rest);
    // file:///C:/x is C:/x.
    let drive = path.strip_prefix('/').filter(|rest| rest.as_bytes().get(1) == Some(&b':'));
    Some(PathBuf::from(drive.unwrap_or(&path)))
}

/// The `file:` address of a path.
pub(crate) fn uri_of(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', "/");
    let slash = if path.starts_with('/') { "" } else { "/" };
    format!("file://{slash}{}", escaped(&path))
}

/// A path as it is written in an address.
pub(crate) fn escaped(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~:+@[]".contains(&byte);
    path.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

fn unescaped(text: &str) -> String {
    let (mut out, mut rest) = (Vec::with_capacity(text.len()), text.as_bytes());
    while let Some((byte, behind)) = rest.split_first() {
        let code = behind.get(..2).filter(|_| *byte == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        match code.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(code) => {
                out.push(code);
                rest = behind.get(2..).unwrap_or_default();
            }
            None => {
                out.push(*byte);
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_paths_are_each_other() {
        for (path, uri) in [("/a b/ä.json", "file:///a%20b/%C3%A4.json"), ("/x/y.png", "file:///x/y.png")] {
            assert_eq!(uri_of(Path::new(path)), uri);
            assert_eq!(path_of(uri).as_deref(), Some(Path::new(path)));
        }
        assert_eq!(path_of("file:///C:/x.json"), Some(PathBuf::from("C:/x.json")));
        assert_eq!(path_of("cards:/x.png/name"), None);
    }
}
