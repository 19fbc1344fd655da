//! The native half of the Python package: the libraries' jobs as functions on bytes and paths, answers as plain data.
//!
//! Nothing is decided here. Answers are those of `cards_kit::answer`, words and help those of the tool, and the Python half
//! gives them names, types and documentation.

mod document;
mod error;
mod input;
mod jobs;
mod scan;
mod session;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The native half of the package `cards`.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::document::Document;
    #[pymodule_export]
    use crate::jobs::{
        analyse, chat, compat, content_hash, convert, diff, dupes, expand, inspect, lint, macros, main, peek, repair,
        report_page, rules, schema, suite_answer, tokens, world_info,
    };
    #[pymodule_export]
    use crate::scan::{Rows, Scan};
    #[pymodule_export]
    use crate::session::Session;
}
