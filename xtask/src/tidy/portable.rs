//! Names that exist on some machines only, and must be behind a `#[cfg(…)]`.

use std::fs;

use super::source::{bare, without_tests, words};
use crate::failure::Failure;

/// The name, and where it is absent.
const SOME_MACHINES: [(&str, &str); 1] = [("Simd", "base64 has it on x86-64 and AArch64 only")];

/// Libraries that name what other machines lack, outside of a condition.
pub fn problems() -> Result<Vec<String>, Failure> {
    let mut problems = Vec::new();
    for folder in fs::read_dir(crate::root().join("crates"))? {
        for (file, text) in super::pinned::sources(&folder?.path().join("src"))? {
            let (built, _) = without_tests(&bare(&text));
            for (name, why) in SOME_MACHINES {
                if words(&unconditional(&built)).contains(&name) {
                    problems.push(format!("{} names `{name}` without a `cfg`: {why}", file.display()));
                }
            }
        }
    }
    Ok(problems)
}

/// A source without what is behind `#[cfg(…)]`.
fn unconditional(built: &str) -> String {
    let mut out = built.to_owned();
    while let Some(start) = out.find("#[cfg(") {
        let end = super::source::item_end(&out, start);
        out.replace_range(start..end, "");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_a_condition_is_passed_over() {
        assert_eq!(words(&unconditional("a; #[cfg(x)] use base64::engine::Simd; b")), ["a", ";", "b"]);
    }
}
