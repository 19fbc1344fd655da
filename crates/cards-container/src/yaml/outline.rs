//! Where everything is in a YAML text.

use std::ops::Range;

use cards_model::json::{Node, Outline, Problem};

use super::{Out, Problem as Why, tab_before, with_blank};
use crate::limits::Limits;

/// Lines that are passed over since nothing can be read with them.
const BLANKED: usize = 8;

/// What a YAML text says as JSON, and where each value of it is written.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Outlined {
    /// The text as JSON.
    pub json: String,
    /// The values, in the order of the JSON, with their places in the YAML.
    pub outline: Outline,
}

/// Reads a YAML text that may be half typed: a line that nothing can be read with is passed over and named, a few of them at most.
///
/// ```
/// use cards_container::{Limits, yaml};
/// use cards_model::Pointer;
///
/// let text = "name: Odile\ngreeting: |\n  Mind the step.\n";
/// let read = yaml::outline(text, &Limits::default());
/// let greeting = read.outline.find(text, &Pointer::from(["greeting"])).ok_or("no greeting")?;
/// assert!(text[read.outline.nodes()[greeting].span.clone()].contains("Mind the step."));
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn outline(text: &str, limits: &Limits) -> Outlined {
    let mut problems = Vec::new();
    let mut blanked: Option<String> = None;
    for _ in 0..=BLANKED {
        let read = blanked.as_deref().unwrap_or(text);
        let mut out = Out::new(limits);
        match out.read(read) {
            Ok(()) => return Outlined { outline: placed(&out, text, problems), json: out.text },
            Err(Why::Scan(error)) => {
                if let Some(at) = tab_before(read, &error) {
                    blanked = Some(with_blank(read, at));
                    continue;
                }
                let at = read.char_indices().nth(error.marker().index()).map_or(read.len(), |(at, _)| at);
                let start =
                    read.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |line| line.saturating_add(1));
                let end =
                    read.get(at..).and_then(|rest| rest.find('\n')).map_or(read.len(), |len| at.saturating_add(len));
                let line = start..end.max(start);
                let is_blank = read.get(line.clone()).is_none_or(|line| line.trim().is_empty());
                problems.push(Problem { span: line.clone(), problem: "this is no YAML" });
                if is_blank {
                    break;
                }
                blanked = Some(without(read, &line));
            }
            Err(Why::Unlike(_)) => {
                problems.push(Problem { span: 0..0, problem: "this is YAML that no card is, or past a limit" });
                break;
            }
        }
    }
    Outlined { json: String::new(), outline: Outline::of_nodes(Vec::new(), problems) }
}

/// A text with blanks in the place of a line.
fn without(text: &str, line: &Range<usize>) -> String {
    let blanks = " ".repeat(line.len());
    let (before, rest) = text.split_at_checked(line.start).unwrap_or((text, ""));
    format!("{before}{blanks}{}", rest.get(line.len()..).unwrap_or_default())
}

/// The values of the JSON, with their places in the text.
fn placed(out: &Out, text: &str, problems: Vec<Problem>) -> Outline {
    let json = Outline::read(&out.text, &cards_model::Limits::unbounded());
    let bytes = Bytes::of(text);
    let place = |start: usize| {
        let at = out.places.partition_point(|(begun, _)| *begun <= start).checked_sub(1)?;
        // What an alias brought is where the alias is.
        out.places.get(at).map(|(_, chars)| bytes.range(chars))
    };
    let nodes = json.nodes().iter().map(|node| {
        let mut node: Node = node.clone();
        node.span = place(node.span.start).unwrap_or_default();
        node.name = node.name.map(|name| place(name.start).unwrap_or_default());
        node
    });
    Outline::of_nodes(nodes.collect(), problems)
}

/// The bytes of characters.
struct Bytes<'t> {
    text: &'t str,
    /// The byte of every 64th character.
    marks: Vec<usize>,
}

impl<'t> Bytes<'t> {
    fn of(text: &'t str) -> Self {
        Self { text, marks: text.char_indices().step_by(64).map(|(at, _)| at).collect() }
    }

    fn at(&self, char: usize) -> usize {
        let Some(mark) = self.marks.get(char / 64) else { return self.text.len() };
        let rest = self.text.get(*mark..).unwrap_or_default();
        rest.char_indices().nth(char % 64).map_or(self.text.len(), |(at, _)| mark.saturating_add(at))
    }

    fn range(&self, chars: &Range<usize>) -> Range<usize> {
        let (start, end) = (self.at(chars.start), self.at(chars.end));
        // The end of a block is where what follows it begins.
        let written = self.text.get(start..end).unwrap_or_default();
        start..start.saturating_add(written.trim_end().len())
    }
}
