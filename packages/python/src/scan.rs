//! A library of cards as rows or as record batches.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchReader};
use cards_library::files::{self, Depth, FileRow, FilesError, How};

use cards_library::RowOptions;
use cards_library::columns::Batches;
use cards_library::columns::arrow_schema::{ArrowError, SchemaRef};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyCapsule, PyDict};

use crate::error::Failed;
use crate::input::plain;

/// Groups of rows that wait for whoever takes them, so that a slow taker holds the scan back and memory stays small.
const WAITING: usize = 64;
/// How long Ctrl-C may wait for a scan in which nothing comes.
const SIGNALS: Duration = Duration::from_millis(100);
/// Rows of a record batch.
const BATCH: usize = 4_096;

/// What the scanning thread sends.
enum Sent {
    Rows(Vec<FileRow>),
    Failed(Failed),
}

/// A scan that is to be made; each time somebody takes its rows or batches, it is made anew.
#[pyclass(module = "character_cards._native", frozen)]
pub(crate) struct Scan {
    what: What,
    how: How,
}

enum What {
    Paths(Vec<PathBuf>),
    /// An iterator of names and bytes, until it is taken.
    Items(Arc<Mutex<Option<Py<PyAny>>>>),
}

#[pymethods]
impl Scan {
    #[new]
    #[pyo3(signature = (paths, items, *, texts, details, near, lint, hash, all, sorted, threads))]
    #[allow(clippy::too_many_arguments, reason = "the keywords of one Python function")]
    #[allow(clippy::fn_params_excessive_bools, reason = "the keywords of one Python function")]
    fn new(
        paths: Option<Vec<PathBuf>>,
        items: Option<Py<PyAny>>,
        texts: bool,
        details: bool,
        near: bool,
        lint: bool,
        hash: bool,
        all: bool,
        sorted: bool,
        threads: usize,
    ) -> Self {
        let row = RowOptions::default().with_lint(lint).with_near(near).with_details(details).with_texts(texts);
        let how =
            How::default().with_depth(Depth::new(hash, row)).with_threads(threads).with_all(all).with_sorted(sorted);
        let what = match paths {
            Some(paths) => What::Paths(paths),
            None => What::Items(Arc::new(Mutex::new(items))),
        };
        Self { what, how }
    }

    fn __iter__(&self) -> Rows {
        let columns = columns().schema().fields().iter().map(|column| column.name().clone()).collect();
        Rows { stream: Mutex::new(self.stream()), ready: Mutex::default(), columns }
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface lets a producer give its own types where it has no others.
        drop(requested_schema);
        let reader = Reader { stream: self.stream(), batches: columns(), ended: false };
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}

impl Scan {
    fn stream(&self) -> Stream {
        let what = match &self.what {
            What::Paths(paths) => What::Paths(paths.clone()),
            What::Items(items) => What::Items(Arc::clone(items)),
        };
        Stream::Waiting(what, self.how)
    }
}

/// A scan that begins when it is first asked.
enum Stream {
    Waiting(What, How),
    Running(Receiver<Sent>),
    Ended,
}

impl Stream {
    /// The next rows. The interpreter's lock is let go meanwhile, whoever holds it: an engine may ask with it or without.
    fn next(&mut self) -> Option<Sent> {
        *self = match std::mem::replace(self, Self::Ended) {
            Self::Waiting(what, how) => {
                let (sender, receiver) = sync_channel(WAITING);
                match begin(what, how, sender) {
                    Ok(()) => Self::Running(receiver),
                    Err(failed) => return Some(Sent::Failed(failed)),
                }
            }
            begun => begun,
        };
        let Self::Running(receiver) = self else { return None };
        // Once for whoever holds the lock already, so that it is let go, and no work where nobody does. Signals are asked for between
        // the rows, since an engine that takes batches runs no Python in which Ctrl-C could show itself.
        let sent = Python::attach(|py| {
            loop {
                if let Err(error) = py.check_signals() {
                    return Some(Sent::Failed(Failed::Python(error)));
                }
                // Borrowed for as long as the lock is let go, since a receiver may go to another thread and not be shared with it.
                let waiting = &mut *receiver;
                match py.detach(move || waiting.recv_timeout(SIGNALS)) {
                    Ok(sent) => return Some(sent),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return None,
                }
            }
        });
        if !matches!(sent, Some(Sent::Rows(_))) {
            // The scanning thread ends when nobody takes what it sends.
            *self = Self::Ended;
        }
        sent
    }
}

/// Starts the thread of a scan.
fn begin(what: What, how: How, sender: SyncSender<Sent>) -> Result<(), Failed> {
    let work: Box<dyn FnOnce() + Send> = match what {
        What::Paths(paths) => Box::new(move || {
            let done = files::scan(&paths, &how, |rows| sender.send(Sent::Rows(rows)).is_ok());
            end(done, None, &sender);
        }),
        What::Items(items) => {
            let items = items.lock().unwrap_or_else(PoisonError::into_inner).take();
            let items = items.ok_or_else(|| {
                Failed::usage("this iterator of files was gone through already; make another scan of another iterator")
            })?;
            Box::new(move || {
                let raised = Mutex::new(None);
                let items = Items { iterator: items, raised: &raised };
                let done = files::scan_bytes(items, &how, |rows| sender.send(Sent::Rows(rows)).is_ok());
                let raised = raised.lock().unwrap_or_else(PoisonError::into_inner).take();
                end(done, raised, &sender);
            })
        }
    };
    thread::Builder::new()
        .name("cards-scan".to_owned())
        .spawn(work)
        .map(drop)
        .map_err(|error| Failed::Io(PathBuf::from("thread"), error))
}

fn end(done: Result<(), FilesError>, raised: Option<PyErr>, sender: &SyncSender<Sent>) {
    let failed = raised.map(Failed::Python).or(done.err().map(Failed::from));
    if let Some(failed) = failed {
        // Whoever asked may be gone.
        let _ = sender.send(Sent::Failed(failed));
    }
}

/// Names and bytes out of a Python iterator; what it raises ends it.
struct Items<'r> {
    iterator: Py<PyAny>,
    raised: &'r Mutex<Option<PyErr>>,
}

impl Iterator for Items<'_> {
    type Item = (String, PyBackedBytes);

    fn next(&mut self) -> Option<Self::Item> {
        // Nothing comes any more once the interpreter is going down.
        Python::try_attach(|py| {
            let next = || -> PyResult<Option<Self::Item>> {
                let iterator = self.iterator.bind(py).cast::<pyo3::types::PyIterator>()?;
                iterator.clone().next().map(|item| item?.extract()).transpose()
            };
            next().unwrap_or_else(|error| {
                *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                None
            })
        })
        .flatten()
    }
}

/// The rows of a scan, one after the other.
#[pyclass(module = "character_cards._native", frozen)]
pub(crate) struct Rows {
    stream: Mutex<Stream>,
    ready: Mutex<VecDeque<FileRow>>,
    /// The members that every row has.
    columns: Vec<String>,
}

#[pymethods]
impl Rows {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let row = py.detach(|| {
            let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
            loop {
                let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(row) = ready.pop_front() {
                    return Ok(Some(row));
                }
                match stream.next() {
                    Some(Sent::Rows(rows)) => ready.extend(rows),
                    Some(Sent::Failed(failed)) => return Err(failed),
                    None => return Ok(None),
                }
            }
        })?;
        row.map(|row| self.whole(py, &row)).transpose()
    }
}

impl Rows {
    /// A row with every member that a table of such rows has a column for: what it does not say is `None`, and never absent.
    fn whole<'py>(&self, py: Python<'py>, row: &FileRow) -> PyResult<Bound<'py, PyAny>> {
        let made = plain(py, row)?;
        let members = made.cast::<PyDict>()?;
        if let Ok(card) = &row.row {
            members.set_item("linted", card.linted)?;
        }
        for column in &self.columns {
            if !members.contains(column)? {
                members.set_item(column, py.None())?;
            }
        }
        Ok(made)
    }
}

/// The columns of every scan, those of what was not asked for among them.
fn columns() -> Batches {
    Batches::new(true)
}

/// The batches of a scan, as engines read them.
struct Reader {
    stream: Stream,
    batches: Batches,
    ended: bool,
}

impl Iterator for Reader {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended && self.batches.len() < BATCH {
            match self.stream.next() {
                Some(Sent::Rows(rows)) => rows.iter().for_each(|row| self.batches.push(&row.facts())),
                Some(Sent::Failed(failed)) => {
                    self.ended = true;
                    let error = PyErr::from(failed);
                    return Some(Err(ArrowError::ExternalError(Box::new(error))));
                }
                None => self.ended = true,
            }
        }
        if self.batches.is_empty() { None } else { Some(self.batches.take()) }
    }
}

impl RecordBatchReader for Reader {
    fn schema(&self) -> SchemaRef {
        self.batches.schema()
    }
}
