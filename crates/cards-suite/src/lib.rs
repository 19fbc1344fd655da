//! The conformance suite for character cards: what specs and clients answer, and how a program compares.
//!
//! A [`Row`] holds a question in the form that a program would get it, and the answer of a spec text or of a client in a
//! named version. [`compare`] puts an answer beside it; [`Report`] counts. [`answer`] is what the `cards` libraries themselves
//! answer, so that they take part like any other program.
//!
//! Stands on the layers that it asks. It opens no file and starts no program: the command-line tool does, and hands lines in.

// On docs.rs, what a feature brings says so.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod answer;
mod badge;
mod behaviour;
mod class;
pub mod client;
mod compare;
mod error;
mod limits;
mod protocol;
mod report;
mod row;
mod table;

pub use answer::answer;
pub use behaviour::{behaviours_of_row, shown_by_table};
pub use class::Class;
pub use compare::{Difference, Judged, compare};
pub use error::Error;
pub use protocol::{explain, judge_line, reply};
pub use report::{Report, Results};
pub use row::{Level, Row, client_of, read_rows};
pub use table::{behaviours, cell, compatibility_markdown};

/// The example of the README runs here.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
