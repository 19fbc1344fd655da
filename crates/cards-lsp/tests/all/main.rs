//! The built server, as an editor speaks with it.

mod editor;
mod transcripts;
