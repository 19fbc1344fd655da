//! A text that is not whole, made JSON.

use super::Outline;
use crate::writer::push_string;
use crate::{Escapes, Kind};

impl Outline {
    /// Gives the text as JSON: what is not closed is closed, and what is missing or no value is `null`, so that pointers mean
    /// the same values as in the text.
    ///
    /// ```
    /// use cards_json::{Limits, Outline};
    /// let text = r#"{"name": "Ar, "tags": [1,, 2"#;
    /// let mended = Outline::read(text, &Limits::default()).mended(text);
    /// assert!(mended.parse::<cards_json::Json>().is_ok(), "{mended}");
    /// ```
    #[must_use]
    pub fn mended(&self, text: &str) -> String {
        self.mended_without(text, |_| false)
    }

    /// The same without some of the values, and what they hold.
    ///
    /// ```
    /// use cards_json::{Limits, Outline, Pointer};
    /// let text = r#"{"name": "Aria", "entries": [1, 2, 3]}"#;
    /// let outline = Outline::read(text, &Limits::default());
    /// let second = outline.find(text, &Pointer::from(["entries"]).index(1));
    /// let without = outline.mended_without(text, |node| Some(node) == second);
    /// assert_eq!(without, r#"{"name":"Aria","entries":[1,3]}"#);
    /// ```
    #[must_use]
    pub fn mended_without(&self, text: &str, is_left_out: impl Fn(usize) -> bool) -> String {
        let mut out = String::new();
        // The nodes that are not closed yet, with the bracket that does.
        let mut open: Vec<(usize, char)> = Vec::new();
        let (mut first, mut next) = (true, 0);
        while let Some((at, node)) = self.nodes().get(next).map(|node| (next, node)) {
            if is_left_out(at) {
                next = node.after;
                continue;
            }
            next += 1;
            while let Some((_, bracket)) = open.pop_if(|(after, _)| *after <= at) {
                out.push(bracket);
                first = false;
            }
            if !first {
                out.push(',');
            }
            first = false;
            if node.name.is_some() {
                push_string(&mut out, &self.name(text, at).unwrap_or_default());
                out.push(':');
            }
            let written = text.get(node.span.clone()).unwrap_or_default();
            match node.kind {
                Some(kind @ (Kind::Object | Kind::Array)) => {
                    out.push(if kind == Kind::Object { '{' } else { '[' });
                    open.push((node.after, if kind == Kind::Object { '}' } else { ']' }));
                    first = true;
                }
                Some(Kind::String) => {
                    let inside = self.inside(at).and_then(|inside| text.get(inside)).unwrap_or_default();
                    push_string(&mut out, Escapes::of(inside).text());
                }
                Some(_) => out.push_str(written),
                None => out.push_str("null"),
            }
        }
        out.extend(open.into_iter().rev().map(|(_, bracket)| bracket));
        out
    }
}
