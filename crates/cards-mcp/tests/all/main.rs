//! Tests of the tools, in memory, on the disk, and of the built program.

mod clients;
mod given;
mod hostile;
mod laws;
mod papers;
mod protocol;
mod replay;
mod tokens;
mod tools;
