//! The language server for character cards, without its surroundings: messages of the protocol go in and come out, files and
//! the clock are those of a [`Host`], and long work waits until somebody has time for it.
//!
//! Two doors lead to it: the program of this crate, with the disk and a thread for long work, and a [`Desk`] for places
//! that have neither, such as a browser.

mod desk;
mod folder;
mod host;
mod requests;
mod server;
mod shapes;
mod views;
mod work;

pub use desk::{Desk, Said};
pub use host::Host;
pub use server::{End, Server};
pub use work::{Done, Job, Look, Work};
