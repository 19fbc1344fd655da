//! Reading files, with `-` for standard input.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use cards_container::{Bytes, Container, Limits, Loaded, Source};
use cards_kit::{Beside, Opened};
use cards_library::answer::Trouble;
use cards_library::files::{FileSource, Found, of_place};
use cards_lint::{Options, Report};
use cards_model::rules::{self, Rule};
use cards_model::{Document, Reason, Timestamp};

use crate::failure::Failure;
use crate::output::Output;
use crate::printable::line;

/// Reads a card, lorebook or module out of a file of any container.
pub(crate) fn load_file(path: &Path, limits: &Limits) -> Result<Loaded, Failure> {
    Ok(open_file(path, limits)?.1)
}

/// Reads a card, lorebook or module out of a file of any container, and keeps the file open.
pub(crate) fn open_file(path: &Path, limits: &Limits) -> Result<(Container<'static>, Loaded), Failure> {
    let Opened { file, loaded, .. } = open_both(path, limits)?;
    Ok((file.container, loaded))
}

/// Reads a card, lorebook or module as the library has it, the file kept open.
pub(crate) fn open_both(path: &Path, limits: &Limits) -> Result<Opened<'static>, Failure> {
    let limits = cards_kit::Limits::default().with_files(limits.clone());
    cards_kit::open(open_source(path, &limits.files)?, &limits).map_err(|error| Failure::of(path, error))
}

/// Opens a file as [`open_file`] does, and holds it to the rules of `cards lint`.
pub(crate) fn open_and_lint(path: &Path, limits: &Limits) -> Result<(Container<'static>, Loaded, Report), Failure> {
    lint_opened(path, open_source(path, limits)?, limits)
}

/// The same of a file that is open already.
pub(crate) fn lint_opened<'s>(
    path: &Path,
    mut source: Bytes<'s>,
    limits: &Limits,
) -> Result<(Container<'s>, Loaded, Report), Failure> {
    let limits = cards_kit::Limits::default().with_files(limits.clone());
    let failed = |error| Failure::of(path, error);
    let linted = cards_kit::lint(&mut source, &options_for(path), &limits).map_err(failed)?;
    let Opened { file, loaded, .. } = cards_kit::open(source, &limits).map_err(failed)?;
    Ok((file.container, loaded, linted.report))
}

/// Whether a file that no card was found in may be one that clients keep beside their cards. What came from standard input is gone.
pub(crate) fn may_be_beside(failure: &Failure, path: &Path) -> bool {
    matches!(failure, Failure::Card { source, .. } if Beside::may_be(source)) && !is_standard_input(path)
}

/// The options of the rules for one file, without settings of a user.
pub(crate) fn options_for(path: &Path) -> Options<'static> {
    of_file(Options::default(), path)
}

/// The options with what the place of a file tells.
pub(crate) fn of_file(options: Options<'static>, path: &Path) -> Options<'static> {
    let options = if is_read_once(path) { options } else { of_place(options, path) };
    options.with_now(now())
}

/// The name of a file, where its input has one.
pub(crate) fn file_name(path: &Path) -> Option<String> {
    let name = path.file_name().filter(|_| !is_read_once(path));
    name.map(|name| name.to_string_lossy().into_owned())
}

/// The present moment, for fixes of dates.
pub(crate) fn now() -> Option<Timestamp> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    i64::try_from(since.as_secs()).ok().map(Timestamp::from_seconds)
}

/// Says what a newer version or an unknown marker of a spec means for the reader of a card.
///
/// Spec: CCv3 `spec_version` ("the application MUST alert the user").
pub(crate) fn alert(path: &Path, document: &Document, out: &mut Output) {
    let unknown = matches!(&document.detection().reason, Reason::Shape { despite: Some(_), .. });
    let told = |rule: &Rule| {
        [&rules::MARKER_VERSION, &rules::MARKER_LATER].contains(&rule) || (unknown && rule == &rules::MARKER)
    };
    for finding in document.findings().iter().filter(|finding| told(finding.rule)) {
        out.warn(&format!("{}: {}", name(path), finding.message));
    }
}

/// Opens a file, or reads what comes in only once, for reads at any offset.
pub(crate) fn open_source(path: &Path, limits: &Limits) -> Result<Bytes<'static>, Failure> {
    Ok(if is_read_once(path) { Box::new(Buffer(read_bytes(path, limits)?)) } else { Box::new(open(path)?) })
}

/// Opens a file of a library, which may be one inside of an archive.
pub(crate) fn open_found(found: &Found, limits: &Limits) -> Result<Bytes<'static>, Failure> {
    match found.member_bytes() {
        None => open_source(&found.path, limits),
        Some(Ok(bytes)) => Ok(Box::new(Buffer(bytes))),
        Some(Err(Trouble { class, message, .. })) => {
            Err(Failure::Content { path: found.shown().into(), class, message })
        }
    }
}

/// Reads the card of a file of a library, and keeps the file open.
pub(crate) fn open_found_card(found: &Found, limits: &Limits) -> Result<(Container<'static>, Loaded), Failure> {
    let limits = cards_kit::Limits::default().with_files(limits.clone());
    let opened = cards_kit::open(open_found(found, &limits.files)?, &limits);
    let Opened { file, loaded, .. } = opened.map_err(|error| Failure::of(Path::new(&found.shown()), error))?;
    Ok((file.container, loaded))
}

/// Bytes in memory that own themselves.
struct Buffer(Vec<u8>);

impl Source for Buffer {
    fn size(&self) -> u64 {
        self.0.len() as u64
    }

    fn read_at(&mut self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        (&self.0[..]).read_at(offset, buf)
    }

    fn memory(&self) -> Option<&[u8]> {
        Some(&self.0)
    }
}

/// Opens a file for reads at any offset.
pub(crate) fn open(path: &Path) -> Result<impl Source + use<>, Failure> {
    let failed = |source| Failure::Read { path: path.to_owned(), source };
    let file = File::open(path).map_err(failed)?;
    let meta = file.metadata().map_err(failed)?;
    if meta.is_dir() {
        return Err(failed(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder")));
    }
    FileSource::new(file, meta.len()).map_err(failed)
}

/// Refuses a command line that reads standard input twice, before it waits for the first time.
pub(crate) fn refuse_two_dashes<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Result<(), Failure> {
    match paths.into_iter().filter(|path| is_standard_input(path)).count() {
        0 | 1 => Ok(()),
        _ => Err(two_dashes()),
    }
}

fn two_dashes() -> Failure {
    let message = "`-` is standard input, which can be read only once; name a file for the other one";
    Failure::Other { class: "usage", message: message.to_owned() }
}

/// Whether something has taken what standard input gives.
static STDIN_IS_READ: AtomicBool = AtomicBool::new(false);

/// Reads a whole file, up to the limit on archive entries.
pub(crate) fn read_bytes(path: &Path, limits: &Limits) -> Result<Vec<u8>, Failure> {
    let failed = |source| Failure::Read { path: path.to_owned(), source };
    let mut bytes = Vec::new();
    let read = if is_standard_input(path) {
        if STDIN_IS_READ.swap(true, Ordering::Relaxed) {
            return Err(two_dashes());
        }
        io::stdin().lock().take(limits.member + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(limits.member + 1).read_to_end(&mut bytes))
    };
    read.map_err(failed)?;
    if bytes.len() as u64 > limits.member {
        let message = format!("the input has more than {} bytes", limits.member);
        return Err(Failure::Content { path: path.to_owned(), class: "too-large", message });
    }
    Ok(bytes)
}

/// Reads a whole file as text; bytes that are not UTF-8 become U+FFFD.
pub(crate) fn read_text(path: &Path, limits: &Limits) -> Result<String, Failure> {
    let bytes = read_bytes(path, limits)?;
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
    Ok(String::from_utf8_lossy(text).into_owned())
}

/// Reads a whole file as text that goes into a card; bytes that are not UTF-8 are refused.
pub(crate) fn read_utf8(path: &Path, limits: &Limits) -> Result<String, Failure> {
    let bytes = read_bytes(path, limits)?;
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
    std::str::from_utf8(text).map(str::to_owned).map_err(|error| {
        let at = bytes.len() - text.len() + error.valid_up_to();
        let message = format!("this is no text: the byte at {at} is not UTF-8; save the file as UTF-8");
        Failure::Content { path: path.to_owned(), class: "bad-field", message }
    })
}

/// The name of an input for people, on one line.
pub(crate) fn name(path: &Path) -> String {
    if is_standard_input(path) { "standard input".to_owned() } else { line(&path.to_string_lossy(), usize::MAX) }
}

/// Whether a path stands for standard input.
pub(crate) fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}

/// Whether a path gives its bytes only once: standard input, and pipes such as `<(git show HEAD:aria.png)`.
pub(crate) fn is_read_once(path: &Path) -> bool {
    let is_pipe = |meta: std::fs::Metadata| !meta.is_file() && !meta.is_dir();
    is_standard_input(path) || std::fs::metadata(path).is_ok_and(is_pipe)
}
