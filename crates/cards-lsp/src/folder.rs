//! The settings of folders.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cards_kit::{Moment, Timestamp};
use cards_language::Settings;
use cards_lint::DataFolder;
use cards_lint::settings::{FILE, Limits, table_of};

use crate::host::Host;

/// Files of a data folder that are looked at, where one names others.
const MOST_NAMED: usize = 10_000;

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
pub(crate) struct Folders {
    known: HashMap<PathBuf, Arc<Folder>>,
}

impl Folders {
    /// The settings for a file: those of the nearest settings file, as `cards lint` finds it.
    pub(crate) fn of(&mut self, file: &Path, host: &impl Host) -> Arc<Folder> {
        let folder = file.parent().map(Path::to_owned).unwrap_or_default();
        let read = || {
            let real = host.real(&folder);
            let found = real.ancestors().map(|folder| folder.join(FILE)).find(|file| host.size(file).is_some());
            Arc::new(found.map(|file| read(&file, host)).unwrap_or_default())
        };
        self.known.entry(folder.clone()).or_insert_with(read).clone()
    }

    /// Forgets all settings, since a settings file changed.
    pub(crate) fn forget(&mut self) {
        self.known.clear();
    }
}

fn read(file: &Path, host: &impl Host) -> Folder {
    let root = file.parent().map(Path::to_owned).unwrap_or_default();
    let json = host.read(file).and_then(|text| table_of(&text, &Limits::default(), |text| basic_toml::from_str(text)));
    match json.and_then(|json| Settings::read(&json)) {
        Ok(settings) => Folder { settings, root, problem: None },
        Err(problem) => Folder { root, problem: Some(format!("{}: {problem}", file.display())), ..Folder::default() },
    }
}

fn text(file: &Path, host: &impl Host) -> Result<String, String> {
    String::from_utf8(host.read(file)?).map_err(|error| error.utf8_error().to_string())
}

impl Folder {
    /// The options of the rules for a file, as `cards lint` has them.
    pub(crate) fn options(&self, file: &Path, host: &impl Host) -> cards_lint::Options<'static> {
        let whole = host.real(file);
        let path = whole.strip_prefix(&self.root).unwrap_or(&whole).to_string_lossy().replace('\\', "/");
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
        let now = host.now().map(Timestamp::from_seconds);
        let is_folder = |folder: &Path| !host.below(folder, 1).is_empty();
        let data = DataFolder::of(file, is_folder).map(|data| {
            let named: HashSet<PathBuf> =
                data.named_in(file).iter().flat_map(|folder| host.below(folder, MOST_NAMED)).collect();
            data.files(move |path| named.contains(path))
        });
        self.settings.lint.options(&path).with_file_name(name).with_data(data).with_now(now)
    }

    /// The client of the settings, now.
    pub(crate) fn client(&self, host: &impl Host) -> cards_language::Client {
        let mut client = self.settings.client.clone();
        client.now = host.now().map(Moment::from_unix);
        client
    }

    /// A file that the settings name, read as text.
    pub(crate) fn text_of(&self, named: &str, host: &impl Host) -> Result<String, String> {
        let path = self.root.join(named);
        text(&path, host).map_err(|error| format!("{} cannot be read: {error}", path.display()))
    }
}
