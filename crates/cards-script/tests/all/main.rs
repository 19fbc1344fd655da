//! Tests of the public interface.

mod convert;
mod files;
mod laws;
mod limits;
mod risu;
mod sillytavern;
