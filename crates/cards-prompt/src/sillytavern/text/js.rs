//! What JavaScript's `replace` makes of the text that is put in.

/// Puts a text in the place of every `{{name}}`, in any letter case.
///
/// De facto: SillyTavern 1.19.0: the text is a pattern of JavaScript, so that `$$` in a name becomes `$` and `$&` what
/// stood there.
pub(super) fn fill_name(text: &str, name: &str) -> String {
    const MARK: &str = "{{name}}";
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find("{{")) {
        let start = at + found;
        let end = start + MARK.len();
        match text.get(start..end).filter(|mark| mark.eq_ignore_ascii_case(MARK)) {
            Some(mark) => {
                out.push_str(text.get(done..start).unwrap_or_default());
                put(&mut out, name, text, start, mark);
                (done, at) = (end, end);
            }
            None => at = start + 1,
        }
    }
    out.push_str(text.get(done..).unwrap_or_default());
    out
}

/// Puts a text in the place of what is at `start`, as JavaScript's `replace` does.
pub(super) fn replaced(text: &str, start: usize, found: &str, new: &str) -> String {
    let mut out = text.get(..start).unwrap_or_default().to_owned();
    put(&mut out, new, text, start, found);
    out.push_str(text.get(start + found.len()..).unwrap_or_default());
    out
}

fn put(out: &mut String, new: &str, text: &str, start: usize, found: &str) {
    let mut rest = new;
    while let Some(dollar) = rest.find('$') {
        out.push_str(rest.get(..dollar).unwrap_or_default());
        let (taken, put) = match rest.as_bytes().get(dollar + 1) {
            Some(b'$') => (2, "$"),
            Some(b'&') => (2, found),
            Some(b'`') => (2, text.get(..start).unwrap_or_default()),
            Some(b'\'') => (2, text.get(start + found.len()..).unwrap_or_default()),
            _ => (1, "$"),
        };
        out.push_str(put);
        rest = rest.get(dollar + taken..).unwrap_or_default();
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_patterns_of_javascript() {
        assert_eq!(fill_name("<{{Name}}|{{name}}>", "Rin"), "<Rin|Rin>");
        assert_eq!(fill_name("a {{name}} b", "x$$y$&$`$'$"), "a x$y{{name}}a  b$ b");
        assert_eq!(fill_name("{{{name}} {{nam", "R"), "{R {{nam");
        assert_eq!(replaced("<START>\nx", 0, "<START>\n", "$$\n"), "$\nx");
    }
}
