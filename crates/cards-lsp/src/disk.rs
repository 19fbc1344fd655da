//! Files and settings on the disk, and addresses of files.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use cards_json::Json;
use cards_kit::{Moment, Timestamp};
use cards_language::Settings;
use cards_lint::settings::FILE;

/// The settings of a folder, or what is wrong with its file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Folder {
    pub(crate) settings: Settings,
    /// The folder of the settings file.
    pub(crate) root: PathBuf,
    pub(crate) problem: Option<String>,
}

/// Settings by folder, read once.
#[derive(Debug, Default)]
pub(crate) struct Disk {
    folders: HashMap<PathBuf, Arc<Folder>>,
}

impl Disk {
    /// The settings for a file: those of the nearest settings file, as `cards lint` finds it.
    pub(crate) fn settings(&mut self, file: &Path) -> Arc<Folder> {
        let folder = file.parent().map(Path::to_owned).unwrap_or_default();
        let read = || {
            let real = std::fs::canonicalize(&folder).unwrap_or_else(|_| folder.clone());
            let found = real.ancestors().map(|folder| folder.join(FILE)).find(|file| file.is_file());
            Arc::new(found.map(|file| read(&file)).unwrap_or_default())
        };
        self.folders.entry(folder.clone()).or_insert_with(read).clone()
    }

    /// Forgets all settings, since a settings file changed.
    pub(crate) fn forget(&mut self) {
        self.folders.clear();
    }
}

fn read(file: &Path) -> Folder {
    let root = file.parent().map(Path::to_owned).unwrap_or_default();
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string());
    let json =
        text.and_then(|text| basic_toml::from_str::<Json>(&text).map_err(|error| format!("this is not TOML: {error}")));
    match json.and_then(|json| Settings::read(&json)) {
        Ok(settings) => Folder { settings, root, problem: None },
        Err(problem) => Folder { root, problem: Some(format!("{}: {problem}", file.display())), ..Folder::default() },
    }
}

impl Folder {
    /// The options of the rules for a file, as `cards lint` has them.
    pub(crate) fn options(&self, file: &Path) -> cards_lint::Options<'static> {
        let whole = std::fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        let path = whole.strip_prefix(&self.root).unwrap_or(&whole).to_string_lossy().replace('\\', "/");
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
        let now = seconds().map(Timestamp::from_seconds);
        self.settings.lint.options(&path).with_file_name(name).with_now(now)
    }

    /// The client of the settings, now.
    pub(crate) fn client(&self) -> cards_language::Client {
        let mut client = self.settings.client.clone();
        client.now = seconds().map(Moment::from_unix);
        client
    }

    /// A file that the settings name, read as text.
    pub(crate) fn text_of(&self, named: &str) -> Result<String, String> {
        let path = self.root.join(named);
        std::fs::read_to_string(&path).map_err(|error| format!("{} cannot be read: {error}", path.display()))
    }
}

fn seconds() -> Option<i64> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    i64::try_from(since.as_secs()).ok()
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
