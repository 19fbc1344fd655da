//! Rows of a library of cards as Arrow record batches.
//!
//! A column for each member of a row of `cards scan --json`, under the same name and with the same nesting: one query runs
//! over JSON lines, over Parquet and over a batch in memory. [`schema`] is the one place that says which columns there are;
//! its metadata has the version of the layout under [`LAYOUT_KEY`]. Numbers are signed 64-bit, since not every engine
//! takes others.
//!
//! Rows come in as values, and writers take a `Write`. Feature `parquet` writes Parquet, feature `ipc` Arrow IPC.
//!
//! # Examples
//!
//! ```
//! use cards_library::RowOptions;
//! use cards_library::columns::{Batches, FileFacts};
//!
//! let file = br#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","tags":["bard"]}}"#;
//! let row = cards_library::row(&file[..], &RowOptions::default(), &Default::default())?;
//! let mut batches = Batches::new(false);
//! batches.push(&FileFacts::new("aria.json", file.len() as u64, Ok(&row)));
//! let batch = batches.take()?;
//! assert_eq!((batch.num_rows(), batch.schema().field(0).name().as_str()), (1, "path"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batch;
mod schema;
mod shape;
#[cfg(any(feature = "ipc", feature = "parquet"))]
mod write;

pub use arrow_array;
pub use arrow_schema;

pub use batch::{Batches, FileFacts};
pub use schema::{Column, LAYOUT_KEY, columns, columns_markdown, schema};
#[cfg(any(feature = "ipc", feature = "parquet"))]
pub use write::{Format, Rows};
