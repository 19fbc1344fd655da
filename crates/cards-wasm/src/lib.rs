//! The facade as a WebAssembly module: a call has a name, arguments as JSON and files as bytes, and gives back the same.
//!
//! Nothing is decided here: each call reads its arguments, asks `cards-kit`, and writes the answer as plain data. What stays
//! open between calls is a [`Session`](cards_kit::Session), a card that is being changed or a language server, under a number. The JavaScript
//! over it is `packages/npm`, and `web/src/server.js` over the server.
//!
//! The module imports nothing: it has no clock, no chance and no way out.

// On docs.rs, what a feature brings says so.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod abi;
#[cfg(feature = "edit")]
mod args;
mod call;
#[cfg(feature = "edit")]
mod card;
#[cfg(feature = "full")]
mod counts;
#[cfg(feature = "editor")]
mod desk;
#[cfg(feature = "edit")]
mod file;
mod held;
#[cfg(feature = "cards")]
mod macros;
mod modules;
mod refusal;
#[cfg(feature = "full")]
mod session;
#[cfg(feature = "suite")]
mod suite;
mod world;

pub use call::Reply;
pub use world::World;
