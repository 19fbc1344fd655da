//! A file that is being worked on.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cards_cli::words;
use cards_container::FileKind;
use cards_container::pack::{self, PackOptions, Target};
use cards_json::Style;
use cards_kit::answer::{AssetInfo, FieldChange, GotValue, Loss, Misfits, Need, Packed};
use cards_kit::edit::exchange::{self, ListForm};
use cards_kit::edit::texts::{TextClass, texts};
use cards_kit::edit::{Change, entry_members};
use cards_kit::merge::{MergeOptions, Side};
use cards_kit::plain::{View, plain as plain_view};
use cards_kit::{CardFile, Error, Limits, Patch, PictureOptions, Place, Portrait, Timestamp};
use cards_kit::{container_of, convert_document, convert_foreign_file, open, portrait};
use cards_library::content_hash;
use cards_model::convert::{Goal, Options};
use cards_model::{Document as Read, Form};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::Failed;
use crate::input::{Input, plain, run};
use crate::jobs::{lint_options, stashing};

/// A file of any kind, and the changes made to it so far. Threads that share one wait for each other.
#[pyclass(frozen, module = "character_cards._native")]
pub(crate) struct Document {
    file: Mutex<CardFile>,
    name: PathBuf,
}

#[pymethods]
impl Document {
    #[new]
    fn new(py: Python<'_>, source: Input) -> PyResult<Self> {
        run(py, || Self::of(source.read()?, source.name().to_owned()))
    }

    /// A new card of a form.
    #[staticmethod]
    fn blank(py: Python<'_>, form: &str) -> PyResult<Self> {
        run(py, || {
            let name = PathBuf::from("<new>");
            let file = CardFile::blank(words::form(form)?, &Limits::default());
            let file = file.map_err(|error| Failed::of(&name, error))?;
            Ok(Self { file: Mutex::new(file), name })
        })
    }

    #[getter]
    fn container(&self, py: Python<'_>) -> &'static str {
        py.detach(|| self.file().kind().as_str())
    }

    #[getter]
    fn form(&self, py: Python<'_>) -> &'static str {
        py.detach(|| self.file().document().content.form().id())
    }

    #[getter]
    fn is_card(&self, py: Python<'_>) -> bool {
        py.detach(|| self.file().document().card().is_some())
    }

    #[getter]
    fn entry_members(&self, py: Python<'_>) -> Vec<&'static str> {
        py.detach(|| entry_members(self.file().document().content.form()))
    }

    #[getter]
    fn is_changed(&self, py: Python<'_>) -> bool {
        py.detach(|| self.file().is_changed())
    }

    fn get<'py>(&self, py: Python<'py>, place: &str) -> PyResult<Bound<'py, PyAny>> {
        let value = run(py, || {
            let place: Place = place.parse().map_err(|error| self.failed(error))?;
            self.file().editor().get(&place).map_err(|error| self.failed(error))
        })?;
        plain(py, &value)
    }

    fn get_all<'py>(&self, py: Python<'py>, places: Vec<String>) -> PyResult<Bound<'py, PyAny>> {
        let values = run(py, || GotValue::all(self.file().editor(), &places).map_err(|error| self.failed(error)))?;
        plain(py, &values)
    }

    fn apply<'py>(&self, py: Python<'py>, patches: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let patches: Vec<Patch> = pythonize::depythonize(patches).map_err(Failed::usage)?;
        let changes = run(py, || {
            let changes = self.file().apply(&patches).map_err(|error| self.failed(error))?;
            Ok(told(&changes))
        })?;
        plain(py, &changes)
    }

    /// What changes from now on write as the date of change, in seconds since 1970.
    fn touch_with(&self, py: Python<'_>, now: Option<i64>) {
        py.detach(|| self.file().touch_with(now.map(Timestamp::from_seconds)));
    }

    fn attach(&self, py: Python<'_>, books: Vec<Input>) -> PyResult<(usize, usize)> {
        run(py, || {
            let mut read = Vec::with_capacity(books.len());
            for book in &books {
                let opened = open(book.source()?, Limits::default()).map_err(|error| Failed::of(book.name(), error))?;
                read.push(opened.loaded.document.content);
            }
            let read: Vec<_> = read.iter().collect();
            let (attached, _) = self.file().step(|editor| editor.attach(&read)).map_err(|error| self.failed(error))?;
            Ok((attached.added, attached.doubles))
        })
    }

    /// Repairs what can be repaired safely, as one step.
    fn repair<'py>(
        &self,
        py: Python<'py>,
        programs: Vec<String>,
        select: Vec<String>,
        ignore: Vec<String>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let answer = run(py, || {
            let options = lint_options(&self.name, &programs, &select, &ignore)?;
            self.file().repair(&options).map_err(|error| self.failed(error))
        })?;
        plain(py, &answer)
    }

    /// What is wrong with the file as it is now.
    fn lint<'py>(
        &self,
        py: Python<'py>,
        programs: Vec<String>,
        select: Vec<String>,
        ignore: Vec<String>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let answer = run(py, || {
            let options = lint_options(&self.name, &programs, &select, &ignore)?;
            let linted = cards_kit::lint(&self.bytes()?[..], &options, &Limits::default());
            Ok(linted.map_err(|error| self.failed(error))?.answer())
        })?;
        plain(py, &answer)
    }

    /// Merges another edit of the file into this one, as one step.
    fn merge<'py>(
        &self,
        py: Python<'py>,
        base: Input,
        theirs: Input,
        mark: bool,
        side: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let side = side.map(str::parse::<Side>).transpose().map_err(Failed::usage)?;
        let answer = run(py, || {
            let (base, theirs) = (base.read()?, theirs.read()?);
            let options = MergeOptions::default().with_mark(mark).with_side(side);
            let merged = self.file().merge(&base, &theirs, &options).map_err(|error| self.failed(error))?;
            Ok(merged.answer())
        })?;
        plain(py, &answer)
    }

    /// The texts as a list for translators.
    fn export_texts(&self, py: Python<'_>, form: &str) -> PyResult<String> {
        let form = list_form(form)?;
        Ok(py.detach(|| exchange::write(&exchange::rows(&self.file().document().content, &[TextClass::Prose]), form)))
    }

    /// Puts the new texts of such a list in, as one step.
    fn import_texts<'py>(&self, py: Python<'py>, list: &str, form: &str) -> PyResult<Bound<'py, PyAny>> {
        let form = list_form(form)?;
        let answer = run(py, || {
            let failed = |error| self.failed(error);
            let rows = exchange::read(list, form, &Limits::default()).map_err(failed)?;
            let (misfits, changes) = self.file().step(|editor| editor.set_texts(&rows)).map_err(failed)?;
            let mut answer = Misfits::default();
            (answer.changes, answer.misfits) = (told(&changes), misfits.iter().map(Into::into).collect());
            Ok(answer)
        })?;
        plain(py, &answer)
    }

    /// What of it cannot be had outside one program.
    fn needs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let needs = py.detach(|| {
            let needs = cards_lint::needs(&self.file().document().content);
            needs.iter().map(Need::from).collect::<Vec<_>>()
        });
        plain(py, &needs)
    }

    /// The file as it was opened.
    fn opened<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.file().opened())
    }

    /// How many steps can be taken back.
    #[getter]
    fn steps(&self, py: Python<'_>) -> usize {
        py.detach(|| self.file().steps())
    }

    fn undo<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &py.detach(|| self.file().undo().map(|changes| told(&changes))))
    }

    fn redo<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &py.detach(|| self.file().redo().map(|changes| told(&changes))))
    }

    fn changes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &py.detach(|| self.file().answer()))
    }

    fn json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &py.detach(|| self.file().document().content.to_json()))
    }

    /// What it says, by one set of names and without what says nothing.
    fn plain<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &py.detach(|| View::Map(plain_view(&self.file().document().content)).to_json()))
    }

    fn text(&self, py: Python<'_>) -> String {
        py.detach(|| self.file().document().to_text(Style::Pretty(2)))
    }

    fn texts(&self, py: Python<'_>) -> Vec<(String, String)> {
        py.detach(|| {
            let file = self.file();
            let all = texts(&file.document().content);
            all.into_iter().map(|text| (text.place.to_string(), text.text.into_owned())).collect()
        })
    }

    fn content_hash(&self, py: Python<'_>) -> String {
        py.detach(|| content_hash(plain_view(&self.file().document().content)))
    }

    fn picture<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let picture = run(py, || self.file().portrait().map_err(|error| self.failed(error)))?;
        Ok(picture.map(|bytes| PyBytes::new(py, &bytes)))
    }

    /// The assets that the card lists.
    fn assets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let assets = run(py, || {
            let bytes = self.bytes()?;
            let mut opened = open(&bytes[..], Limits::default()).map_err(|error| self.failed(error))?;
            Ok(AssetInfo::all(&mut opened))
        })?;
        plain(py, &assets)
    }

    /// The bytes of an asset, by its number; nothing for one that is not in the file.
    fn asset<'py>(&self, py: Python<'py>, number: usize) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let asset = run(py, || {
            let bytes = self.bytes()?;
            let mut opened = open(&bytes[..], Limits::default()).map_err(|error| self.failed(error))?;
            let found = opened.assets().get(number).map(|asset| opened.asset(asset)).transpose();
            found.map(Option::flatten).map_err(|error| self.failed(error))
        })?;
        Ok(asset.map(|bytes| PyBytes::new(py, &bytes)))
    }

    /// Takes another picture, of a kind that has pixels, as PNG; gives what became of the rest of the file.
    fn set_picture<'py>(&self, py: Python<'py>, picture: Input) -> PyResult<Bound<'py, PyAny>> {
        let packed = run(py, || {
            let picture = png(&picture)?;
            let report = self.file().set_portrait(picture).map_err(|error| self.failed(error))?;
            Ok(Packed::from(&report))
        })?;
        plain(py, &packed)
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = run(py, || self.bytes())?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The file of another kind or form: its bytes, and what became of the card on its way.
    #[pyo3(signature = (name, to, stash, picture))]
    fn packed<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        to: Option<&str>,
        stash: bool,
        picture: Option<Input>,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyAny>)> {
        let (bytes, packed) = run(py, || {
            let picture = picture.as_ref().map(png).transpose()?;
            self.pack(name, to, stash, picture)
        })?;
        Ok((PyBytes::new(py, &bytes), plain(py, &packed)?))
    }
}

impl Document {
    fn of(bytes: Vec<u8>, name: PathBuf) -> Result<Self, Failed> {
        let file = CardFile::open(bytes, &Limits::default()).map_err(|error| Failed::of(&name, error))?;
        Ok(Self { file: Mutex::new(file), name })
    }

    /// The file; a thread that panicked left it as it was before its step. Asked for without the interpreter's lock, for which
    /// whoever has this one may wait.
    fn file(&self) -> MutexGuard<'_, CardFile> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failed(&self, error: Error) -> Failed {
        Failed::of(&self.name, error)
    }

    fn bytes(&self) -> Result<Vec<u8>, Failed> {
        Ok(self.file().to_bytes().map_err(|error| self.failed(error))?.into_owned())
    }

    fn pack(
        &self,
        name: &str,
        to: Option<&str>,
        stash: bool,
        picture: Option<Vec<u8>>,
    ) -> Result<(Vec<u8>, Packed), Failed> {
        let (failed, limits) = (|error| self.failed(error), Limits::default());
        let (bytes, own, kind) = {
            let file = self.file();
            let bytes = file.to_bytes().map_err(failed)?.into_owned();
            (bytes, file.document().content.form(), file.kind())
        };
        let form = match to.map(str::parse).transpose().map_err(Failed::usage)? {
            Some(Goal::Own(form)) => form,
            Some(Goal::Foreign(_)) if picture.is_some() => {
                return Err(Failed::usage("a form of another program takes the picture of the card, and no other one"));
            }
            Some(Goal::Foreign(form)) => {
                let options = Options::default().with_stash(stashing(stash));
                let made = convert_foreign_file(&bytes, form, &options, &limits).map_err(failed)?;
                let mut packed = made.packed.as_ref().map(Packed::from).unwrap_or_default();
                let conversion = made.conversion.answer();
                packed.form = Some(conversion.to);
                packed.loss.splice(0..0, conversion.loss);
                return Ok((made.bytes, packed));
            }
            None => fitting(name, own),
        };
        let target = container_of(name, form).map_err(failed)?;
        if form == own && is_same(target, kind) {
            let (bytes, mut packed) = match picture {
                None => (bytes, Packed::default()),
                Some(picture) => {
                    let (bytes, report) = portrait::set(&bytes, picture, &limits).map_err(failed)?;
                    (bytes, Packed::from(&report))
                }
            };
            packed.form = Some(own.id());
            return Ok((bytes, packed));
        }
        let mut opened = open(&bytes[..], &limits).map_err(failed)?;
        let options = Options::default().with_stash(stashing(stash));
        let conversion = convert_document(&opened.loaded.document, form, &options, &mut words::random_ids());
        let conversion = conversion.map_err(failed)?;
        let mut packed = Packed::default();
        packed.form = Some(form.id());
        packed.loss = conversion.loss.iter().map(Loss::from).collect();
        if target.is_none() && picture.is_some() {
            return Err(Failed::usage(format!("{name} has no place for a picture; `.png`, `.charx` and `.zip` have")));
        }
        let Some(target) = target else { return Ok((conversion.to_text().into_bytes(), packed)) };
        opened.loaded.document = Read::new(conversion.content);
        let options = PackOptions::default().with_portrait(picture);
        let made = pack::Packed::of(&mut opened.file.container, opened.loaded, target, &options);
        let pack::Packed { bytes, report, .. } = made.map_err(|error| self.failed(Error::Container(error)))?;
        let mut written = Packed::from(&report);
        written.loss.splice(0..0, packed.loss);
        Ok((bytes, written))
    }
}

fn told(changes: &[Change]) -> Vec<FieldChange> {
    changes.iter().map(FieldChange::from).collect()
}

/// The form of a list of texts.
fn list_form(name: &str) -> Result<ListForm, Failed> {
    name.parse().map_err(Failed::usage)
}

/// A picture of any kind as PNG.
fn png(picture: &Input) -> Result<Vec<u8>, Failed> {
    let made = Portrait::of(picture.read()?, &PictureOptions::default());
    Ok(made.map_err(|error| Failed::of(picture.name(), error))?.png)
}

/// The form that a file of the name holds: the card's own where it may, else that of the container.
fn fitting(name: &str, own: Form) -> Form {
    let fits = |form: &Form| container_of(name, *form).is_ok();
    [own, Form::V3, Form::Prom].into_iter().find(fits).unwrap_or(own)
}

/// Whether a file of the kind is one of the target; no target stands for JSON.
fn is_same(target: Option<Target>, kind: FileKind) -> bool {
    match target {
        Some(Target::Png) => matches!(kind, FileKind::Png | FileKind::Apng),
        Some(Target::Charx) => kind == FileKind::Charx,
        Some(Target::Prom) => kind == FileKind::Prom,
        _ => target.is_none() && kind == FileKind::Json,
    }
}
