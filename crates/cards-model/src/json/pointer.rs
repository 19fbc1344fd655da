//! Where in a JSON text a reader stands.

use std::borrow::Cow;

/// One step down from a value to a member or an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step<'a> {
    /// Into the member of this name.
    Key(Cow<'a, str>),
    /// Into the element at this index.
    Index(usize),
}

/// The steps as a JSON pointer (RFC 6901): `/data/tags/0`, with `~0` and `~1` for `~` and `/`.
pub(crate) fn pointer(steps: &[Step<'_>]) -> String {
    let mut out = String::new();
    for step in steps {
        out.push('/');
        match step {
            Step::Key(key) => push_escaped(&mut out, key),
            Step::Index(index) => out.push_str(&index.to_string()),
        }
    }
    out
}

/// Appends one key to a pointer, escaped.
fn push_escaped(out: &mut String, key: &str) {
    for c in key.chars() {
        match c {
            '~' => out.push_str("~0"),
            '/' => out.push_str("~1"),
            c => out.push(c),
        }
    }
}

/// The pointer to a member of the value that `parent` points to.
pub(crate) fn member(parent: &str, key: &str) -> String {
    let mut out = String::with_capacity(parent.len() + 1 + key.len());
    out.push_str(parent);
    out.push('/');
    push_escaped(&mut out, key);
    out
}

/// The keys of a pointer, unescaped: the way back from [`pointer`].
pub(crate) fn keys(pointer: &str) -> impl Iterator<Item = Cow<'_, str>> {
    pointer.split('/').skip(1).map(|part| {
        if part.contains('~') { Cow::Owned(part.replace("~1", "/").replace("~0", "~")) } else { Cow::Borrowed(part) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_escaped_and_come_back() {
        let steps = [Step::Key("a/b~c".into()), Step::Index(3)];
        assert_eq!(pointer(&steps), "/a~1b~0c/3");
        assert_eq!(keys("/a~1b~0c/3").collect::<Vec<_>>(), ["a/b~c", "3"]);
        assert_eq!(member("/data", "x/y"), "/data/x~1y");
    }
}
