//! JSON that keeps what was written: member order, the spelling of numbers, every unknown value.
//!
//! The common JSON libraries hand over values that have lost their number spelling, their duplicate members and
//! their lone surrogates, or refuse the text for them. A card has to survive all three, so the reader here is ours:
//! one pass, borrowed strings, findings with JSON pointers instead of refusals wherever a sensible reading exists.

mod number;
pub(crate) mod pointer;
mod reader;
mod relaxed;
mod value;
mod writer;

pub use number::Number;
pub use reader::{Kind, Reader};
pub use relaxed::strict_text;
pub use value::{Json, Object};
pub use writer::{Style, Writer, with_line_ends_of};
