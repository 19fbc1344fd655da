//! Whitespace of scoped content.

use crate::js;

/// Trims content and takes the indentation of its first line off every line that has as much.
///
/// De facto: SillyTavern 1.19.0.
pub(crate) fn settle(content: &str) -> String {
    let indented = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let first = content.split('\n').find(|line| !js::trim(line).is_empty());
    let depth = first.map_or(0, indented);
    if depth == 0 {
        return js::trim(content).to_owned();
    }
    let mut out = String::with_capacity(content.len());
    for (i, line) in content.split('\n').enumerate() {
        if i > 0 {
            out.push('\n');
        }
        let cut = if indented(line) >= depth {
            line.get(depth..).unwrap_or_default()
        } else {
            line.trim_start_matches([' ', '\t'])
        };
        out.push_str(cut);
    }
    js::trim(&out).to_owned()
}
