//! What tests share.

use std::path::PathBuf;

use cards_mcp::{Desk, Limits, Memory, Reply};
use serde_json::Value;

/// A file of the repository.
pub(crate) fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The bytes of a fixture.
pub(crate) fn fixture(path: &str) -> Vec<u8> {
    let path = repository("fixtures").join(path);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A desk over fixtures under names of their own.
pub(crate) fn desk<B: AsRef<[u8]>>(files: &[(&str, B)]) -> Desk {
    Desk::new(Memory::of(files.iter().map(|(name, bytes)| (*name, bytes))), Limits::default(), true)
}

/// Calls a tool that has to do its work.
#[track_caller]
pub(crate) fn call(desk: &mut Desk, tool: &str, arguments: Value) -> Reply {
    let reply = desk.call(tool, arguments.clone());
    assert!(!reply.is_error, "{tool} {arguments}: {}", reply.to_text(0));
    reply
}

/// Calls a tool that has to refuse, and gives the class.
#[track_caller]
pub(crate) fn refused(desk: &mut Desk, tool: &str, arguments: Value) -> String {
    let reply = desk.call(tool, arguments.clone());
    assert!(reply.is_error, "{tool} {arguments}: {}", reply.to_text(0));
    assert!(reply.summary.contains("What to do: "), "{}", reply.summary);
    text(&reply.data["error"]["class"])
}

/// A text of an answer.
#[track_caller]
pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}

/// The bytes of a file as a desk has it.
pub(crate) fn bytes(desk: &mut Desk, path: &str) -> Vec<u8> {
    desk.read(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}
