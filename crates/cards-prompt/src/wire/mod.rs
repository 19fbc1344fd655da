//! Chat messages as a model's interface wants them: runs of one role joined, names in front of texts, and the shapes of the
//! common providers.
//!
//! Messages are JSON as chat interfaces have it: `role`, `content` (a text or a list of parts), `name`, `tool_calls`,
//! `tool_call_id`; other members stay. De facto: SillyTavern 1.19.0, the server's prompt converters.
//!
//! # Examples
//!
//! ```
//! use cards_json::{Json, Limits};
//! use cards_prompt::wire::{Names, Post, post_process};
//!
//! let text = r#"[{"role":"system","content":"Main."},{"role":"user","content":"Hi."},{"role":"user","content":"You there?"}]"#;
//! let messages = Json::read(text, &Limits::default())?;
//! let done = post_process(messages.as_array().unwrap(), Post::Merge, false, &Names::new("Mira", "Rin"));
//! assert_eq!(done[1].get("content").and_then(Json::as_str), Some("Hi.\n\nYou there?"));
//! # Ok::<(), cards_json::Error>(())
//! ```

mod claude;
mod google;
mod merge;
mod message;
mod names;
mod others;
mod pieces;
#[cfg(test)]
mod tests;

pub use claude::{Claude, ClaudeOptions, claude};
pub use google::{Google, GoogleOptions, google};
pub use merge::{Post, post_process};
pub use names::Names;
pub use others::{ai21, cohere, mistral, plain_text, xai};

/// What is sent where there would be no message of the user.
pub const PLACEHOLDER: &str = "Let's get started.";
