//! Nothing: what counts is `Cargo.toml`.
