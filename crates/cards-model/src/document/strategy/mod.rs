//! Strategies for values of a shape (feature `proptest`): what [`crate::strategy`] has for everything that is no whole
//! file.

mod object;
mod oddity;
mod text;
mod value;

pub use object::{crooked, json_of, members, object, plain};
pub use oddity::Oddity;
pub use text::{asset_uri, extreme_text, plain_text};
pub use value::{any_json, any_number, any_object};
