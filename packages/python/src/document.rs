//! A file that is being worked on.

use std::path::PathBuf;

use cards_cli::library;
use cards_container::FileKind;
use cards_container::pack::{PackOptions, Target, pack};
use cards_json::Style;
use cards_kit::answer::{FieldChange, Loss, Packed};
use cards_kit::edit::{Editor, texts::texts};
use cards_kit::plain::plain as plain_view;
use cards_kit::{Error, Limits, Patch, PictureOptions, Place, Portrait, container_of, convert_document, open};
use cards_library::content_hash;
use cards_model::convert::{Options, Stash};
use cards_model::{Document as Content, Form};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::Failed;
use crate::input::{Input, plain, run};

/// A file of any kind, and the changes made to it so far.
#[pyclass(module = "cards._native")]
pub(crate) struct Document {
    editor: Editor,
    bytes: Vec<u8>,
    name: PathBuf,
    /// A PNG in place of the file's own picture.
    portrait: Option<Vec<u8>>,
}

#[pymethods]
impl Document {
    #[new]
    fn new(py: Python<'_>, source: Input) -> PyResult<Self> {
        run(py, || {
            let bytes = source.read()?;
            let editor =
                Editor::open(&bytes[..], &Limits::default()).map_err(|error| Failed::of(source.name(), error))?;
            Ok(Self { editor, bytes, name: source.name().to_owned(), portrait: None })
        })
    }

    #[getter]
    fn container(&self) -> &'static str {
        self.editor.kind().name()
    }

    #[getter]
    fn form(&self) -> &'static str {
        self.editor.document().content.form().name()
    }

    #[getter]
    fn is_card(&self) -> bool {
        self.editor.document().card().is_some()
    }

    #[getter]
    fn is_changed(&self) -> bool {
        self.portrait.is_some() || !self.editor.document().is_untouched()
    }

    fn get<'py>(&self, py: Python<'py>, place: &str) -> PyResult<Bound<'py, PyAny>> {
        let value = run(py, || {
            let place: Place = place.parse().map_err(|error| self.failed(error))?;
            self.editor.get(&place).map_err(|error| self.failed(error))
        })?;
        plain(py, &value)
    }

    fn apply<'py>(&mut self, py: Python<'py>, patches: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let patches: Vec<Patch> = pythonize::depythonize(patches).map_err(Failed::usage)?;
        let changes = run(py, || {
            let changes = self.editor.apply(&patches).map_err(|error| self.failed(error))?;
            Ok(changes.iter().map(FieldChange::from).collect::<Vec<_>>())
        })?;
        plain(py, &changes)
    }

    fn attach(&mut self, py: Python<'_>, books: Vec<Input>) -> PyResult<(usize, usize)> {
        run(py, || {
            let mut read = Vec::with_capacity(books.len());
            for book in &books {
                let opened =
                    open(book.source()?, &Limits::default()).map_err(|error| Failed::of(book.name(), error))?;
                read.push(opened.loaded.document.content);
            }
            let read: Vec<_> = read.iter().collect();
            let attached = self.editor.attach(&read).map_err(|error| self.failed(error))?;
            Ok((attached.added, attached.doubles))
        })
    }

    fn undo<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let changes = self.editor.undo().map(|changes| changes.iter().map(FieldChange::from).collect::<Vec<_>>());
        plain(py, &changes)
    }

    fn changes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &self.editor.answer())
    }

    fn json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &self.editor.document().content.to_json())
    }

    fn text(&self, py: Python<'_>) -> String {
        py.detach(|| self.editor.document().to_text(Style::Pretty(2)))
    }

    fn texts(&self, py: Python<'_>) -> Vec<(String, String)> {
        py.detach(|| {
            let all = texts(&self.editor.document().content);
            all.into_iter().map(|text| (text.place.to_string(), text.text.into_owned())).collect()
        })
    }

    fn content_hash(&self, py: Python<'_>) -> String {
        py.detach(|| content_hash(plain_view(&self.editor.document().content)))
    }

    fn picture<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        if let Some(portrait) = &self.portrait {
            return Ok(Some(PyBytes::new(py, portrait)));
        }
        let picture = run(py, || {
            let mut opened = open(&self.bytes[..], &Limits::default()).map_err(|error| self.failed(error))?;
            Ok(opened.portrait())
        })?;
        Ok(picture.map(|bytes| PyBytes::new(py, &bytes)))
    }

    /// Takes another picture, of a kind that has pixels, as PNG.
    fn set_picture(&mut self, py: Python<'_>, picture: Input) -> PyResult<()> {
        self.portrait = Some(run(py, || portrait(&picture))?);
        Ok(())
    }

    #[pyo3(name = "to_bytes")]
    fn bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = run(py, || self.to_bytes())?;
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
            let picture = picture.as_ref().map(portrait).transpose()?;
            self.pack(name, to, stash, picture)
        })?;
        Ok((PyBytes::new(py, &bytes), plain(py, &packed)?))
    }
}

impl Document {
    fn failed(&self, error: Error) -> Failed {
        Failed::of(&self.name, error)
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Failed> {
        if self.portrait.is_some() {
            let name = match self.editor.kind() {
                FileKind::Png | FileKind::Apng => Some("card.png"),
                FileKind::Charx => Some("card.charx"),
                FileKind::Prom => Some("card.zip"),
                _ => None,
            };
            // A file of text has no place for a picture; one that is saved as another kind takes it.
            if let Some(name) = name {
                return Ok(self.pack(name, None, false, None)?.0);
            }
        }
        self.editor.to_bytes(&self.bytes, &Limits::default()).map_err(|error| self.failed(error))
    }

    fn pack(
        &self,
        name: &str,
        to: Option<&str>,
        stash: bool,
        picture: Option<Vec<u8>>,
    ) -> Result<(Vec<u8>, Packed), Failed> {
        let failed = |error| self.failed(error);
        let picture = picture.or_else(|| self.portrait.clone());
        let document = self.editor.document();
        let own = document.content.form();
        let form = match to {
            Some(to) => library::form(to)?,
            None => fitting(name, own),
        };
        let target = container_of(name, form).map_err(failed)?;
        if form == own && is_same(target, self.editor.kind()) && picture.is_none() {
            let mut packed = Packed::default();
            packed.form = Some(own.name());
            return Ok((self.to_bytes()?, packed));
        }
        let stash = if stash { Stash::Everywhere } else { Stash::Off };
        let options = Options::default().with_stash(stash);
        let conversion = convert_document(document, form, &options, &mut library::random_ids()).map_err(failed)?;
        let mut packed = Packed::default();
        packed.form = Some(form.name());
        packed.loss = conversion.loss.iter().map(Loss::from).collect();
        if target.is_none() && picture.is_some() {
            return Err(Failed::usage(format!("{name} has no place for a picture; `.png`, `.charx` and `.zip` have")));
        }
        let Some(target) = target else { return Ok((conversion.to_text().into_bytes(), packed)) };
        let mut opened = open(&self.bytes[..], &Limits::default()).map_err(failed)?;
        opened.loaded.document = Content::new(conversion.content);
        let options = PackOptions::default().with_picture(picture);
        let mut out = Vec::new();
        let report = pack(&mut opened.container, opened.loaded, target, &options, &mut out)
            .map_err(|error| self.failed(Error::Container(error)))?;
        let mut written = Packed::from(&report);
        written.loss.splice(0..0, packed.loss);
        Ok((out, written))
    }
}

/// A picture of any kind as PNG.
fn portrait(picture: &Input) -> Result<Vec<u8>, Failed> {
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
