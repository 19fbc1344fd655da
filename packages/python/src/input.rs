//! What callers hand in: bytes, or a path.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use cards_container::Bytes;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::error::Failed;

/// The name that bytes without one have in messages.
pub(crate) const UNNAMED: &str = "<bytes>";

/// A file in memory, or the path of one.
#[derive(FromPyObject)]
pub(crate) enum Input {
    Bytes(PyBackedBytes),
    Path(PathBuf),
}

impl Input {
    /// The name for messages.
    pub(crate) fn name(&self) -> &Path {
        match self {
            Self::Bytes(_) => Path::new(UNNAMED),
            Self::Path(path) => path,
        }
    }

    /// The bytes where they are, or the file opened, for reads at any offset.
    pub(crate) fn source(&self) -> Result<Bytes<'_>, Failed> {
        match self {
            Self::Bytes(bytes) => Ok(Box::new(&bytes[..])),
            Self::Path(path) => {
                let file = File::open(path).map_err(|error| Failed::Io(path.clone(), error))?;
                Ok(Box::new(file))
            }
        }
    }

    /// The bytes, read where only the path is known.
    pub(crate) fn read(&self) -> Result<Vec<u8>, Failed> {
        match self {
            Self::Bytes(bytes) => Ok(bytes.to_vec()),
            Self::Path(path) => fs::read(path).map_err(|error| Failed::Io(path.clone(), error)),
        }
    }
}

/// Runs a job without the interpreter's lock.
pub(crate) fn run<T: Send>(py: Python<'_>, job: impl FnOnce() -> Result<T, Failed> + Send) -> PyResult<T> {
    Ok(py.detach(job)?)
}

/// An answer as plain data.
pub(crate) fn plain<'py>(py: Python<'py>, answer: &impl serde::Serialize) -> PyResult<Bound<'py, PyAny>> {
    Ok(pythonize::pythonize(py, answer)?)
}
