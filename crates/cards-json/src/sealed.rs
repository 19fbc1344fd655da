//! Keeps traits of this crate to its own types, so that they can grow without breaking a program.

/// Only this crate can name it, and so give it to a type.
pub trait Sealed {}
