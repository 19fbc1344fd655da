//! Settings from `cards.toml`, found and read for a run.

use std::fs;
use std::path::{Path, PathBuf};

use cards_lint::Options;
use cards_lint::settings::{FILE, Limits, Settings as Read, rule_pattern as pattern, table_of};
use cards_model::rules::Reader;
use cards_words::Profile;
use clap::ValueEnum as _;

use crate::failure::Failure;
use crate::input::{is_standard_input, of_file};

use super::FailOn;

/// How to lint.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    read: Read,
    /// The folder of the settings file, from which paths are counted.
    folder: PathBuf,
}

impl Settings {
    /// Reads the settings file that is named, or the nearest one from a path up; without one, the defaults.
    pub(crate) fn find(named: Option<&Path>, start: Option<&Path>) -> Result<Self, Failure> {
        let file = match named {
            Some(file) => Some(file.to_owned()),
            None => start.and_then(nearest),
        };
        let Some(file) = file else { return Ok(Self::default()) };
        let text = fs::read(&file).map_err(|source| Failure::Read { path: file.clone(), source })?;
        let folder = file.parent().and_then(|folder| fs::canonicalize(folder).ok()).unwrap_or_default();
        match settings_of(&text) {
            Ok(read) => Ok(Self { read, folder }),
            Err(message) => Err(Failure::Content { path: file, class: "bad-settings", message }),
        }
    }

    /// The settings with the rules of a command line: what it selects stands in for what the file does, and what it
    /// ignores comes on top.
    pub(crate) fn with_rules(mut self, select: &[String], ignore: &[String]) -> Self {
        if !select.is_empty() {
            self.read.select = select.to_vec();
        }
        self.read.ignore.extend_from_slice(ignore);
        self
    }

    /// The settings for these readers alone; without any, for those of the file.
    pub(crate) fn with_readers(mut self, readers: Vec<Reader>, clients: Vec<Profile>) -> Self {
        if !readers.is_empty() {
            self.read.readers = readers;
            self.read.clients = clients;
        }
        self
    }

    /// The lightest finding that makes a run fail.
    pub(crate) fn fail_on(&self) -> Option<FailOn> {
        self.read.fail_on.and_then(|word| FailOn::from_str(word, true).ok())
    }

    /// The options of the library for one file.
    pub(crate) fn options(&self, file: &Path) -> Options<'static> {
        // Asking the system for the whole path takes as long as some rules do.
        let path = if self.read.per_file.is_empty() {
            String::new()
        } else {
            let whole = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
            whole.strip_prefix(&self.folder).unwrap_or(&whole).to_string_lossy().replace('\\', "/")
        };
        of_file(self.read.options(&path), file)
    }
}

/// The settings that a file says.
fn settings_of(text: &[u8]) -> Result<Read, String> {
    Read::read(&table_of(text, &Limits::default(), |text| basic_toml::from_str(text))?)
}

/// The nearest settings file from a path up. Standard input has the current folder for its place.
fn nearest(start: &Path) -> Option<PathBuf> {
    // What a name stands for that nobody has written yet is in the folder that it names.
    let there = |path: &&Path| !path.as_os_str().is_empty() && !is_standard_input(path) && path.exists();
    let place = start.ancestors().find(there).unwrap_or(Path::new("."));
    let folder = fs::canonicalize(place).ok()?;
    folder.ancestors().map(|folder| folder.join(FILE)).find(|file| file.is_file())
}

/// A rule id, the first words of some, or the beginning of some with `*` behind it.
pub(crate) fn rule_pattern(text: &str) -> Result<String, String> {
    pattern(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_toml_and_slips_of_it_are_named() {
        let read =
            settings_of(b"[lint]\nselect = [\"entry-*\"]\nportrait-side = 99\n[editor]\nclient = \"risu\"\n").unwrap();
        assert_eq!((read.select.len(), read.thresholds.portrait_side), (1, 99));
        for (text, part) in [
            ("[lint\n", "this is not TOML: expected a right bracket"),
            ("[lint]\nselect = [1\n", "line 3"),
            ("[lint]\nkey-chars = \"many\"\n", "a text where a whole number belongs"),
        ] {
            let message = settings_of(text.as_bytes()).unwrap_err();
            assert!(message.contains(part), "{message}");
        }
    }
}
