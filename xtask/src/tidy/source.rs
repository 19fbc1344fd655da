//! Rust sources as the checks look at them: without comments, texts and tests, as words.

/// A word of a source: an identifier, `::`, or a sign.
pub type Word<'a> = &'a str;

/// The source with comments and the insides of texts blanked out, byte for byte as long as it was.
pub fn bare(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let end = match &bytes[at..] {
            [b'/', b'/', ..] => at + bytes[at..].iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len() - at),
            [b'/', b'*', ..] => comment_end(bytes, at),
            [b'"', ..] => string_end(bytes, at),
            [b'r', b'"' | b'#', ..] if !preceded_by_word(bytes, at) => raw_end(bytes, at).unwrap_or(at),
            [b'\'', ..] => char_end(bytes, at),
            _ => at,
        };
        if end == at {
            at += 1;
            continue;
        }
        for byte in &mut out[at..end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        at = end;
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn preceded_by_word(bytes: &[u8], at: usize) -> bool {
    at > 0 && (bytes[at - 1].is_ascii_alphanumeric() && bytes[at - 1] != b'b' || bytes[at - 1] == b'_')
}

fn comment_end(bytes: &[u8], start: usize) -> usize {
    let (mut at, mut depth) = (start, 0_usize);
    while at < bytes.len() {
        match &bytes[at..] {
            [b'/', b'*', ..] => (at, depth) = (at + 2, depth + 1),
            [b'*', b'/', ..] => (at, depth) = (at + 2, depth - 1),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

fn raw_end(bytes: &[u8], start: usize) -> Option<usize> {
    let hashes = bytes[start + 1..].iter().take_while(|byte| **byte == b'#').count();
    let open = start + 1 + hashes;
    if bytes.get(open) != Some(&b'"') {
        return None;
    }
    let close = format!("\"{}", "#".repeat(hashes));
    let end = bytes[open + 1..].windows(close.len()).position(|window| window == close.as_bytes())?;
    Some(open + 1 + end + close.len())
}

/// The end of a character; a lifetime ends where it begins.
fn char_end(bytes: &[u8], start: usize) -> usize {
    if bytes.get(start + 1) == Some(&b'\\') {
        let close = bytes[start + 3..].iter().position(|byte| *byte == b'\'');
        return close.map_or(start, |close| start + 3 + close + 1);
    }
    // One character, of one to four bytes, then the closing quote.
    let width = match bytes.get(start + 1) {
        Some(0xf0..) => 4,
        Some(0xe0..) => 3,
        Some(0xc0..) => 2,
        _ => 1,
    };
    if bytes.get(start + 1 + width) == Some(&b'\'') { start + 2 + width } else { start }
}

/// A bare source in two: what is built, and what is behind `#[cfg(test)]`. Both keep the length of the source, so
/// that a place in one is a place in the other.
pub fn without_tests(bare: &str) -> (String, String) {
    let (mut built, mut tests) = (bare.as_bytes().to_vec(), vec![b' '; bare.len()]);
    let mut from = 0;
    while let Some(found) = bare[from..].find("#[cfg(") {
        let start = from + found;
        let inside = bare[start + 6..].split(']').next().unwrap_or_default();
        let test = inside.split(|c: char| !c.is_alphanumeric()).any(|word| word == "test") && !inside.contains("not(");
        from = start + 6;
        if test {
            let end = item_end(bare, start);
            tests[start..end].copy_from_slice(&bare.as_bytes()[start..end]);
            built[start..end].fill(b' ');
            from = end;
        }
    }
    (String::from_utf8_lossy(&built).into_owned(), String::from_utf8_lossy(&tests).into_owned())
}

/// The end of the item that begins, attributes first, at a place of a bare source.
pub(super) fn item_end(bare: &str, start: usize) -> usize {
    let (mut round, mut curly) = (0_i32, 0_i32);
    for (at, byte) in bare.bytes().enumerate().skip(start) {
        match byte {
            b'(' | b'[' => round += 1,
            b')' | b']' => round -= 1,
            b'{' => curly += 1,
            b'}' => curly -= 1,
            _ => {}
        }
        // An attribute ends with a bracket; an item with a semicolon or its last brace.
        if round == 0 && curly == 0 && (byte == b';' || byte == b'}') {
            return at + 1;
        }
        if curly < 0 {
            return at;
        }
    }
    bare.len()
}

/// The words of a bare source.
pub fn words(bare: &str) -> Vec<Word<'_>> {
    let mut out = Vec::new();
    let mut rest = bare;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        let (word, after) = rest.split_at(length);
        if !first.is_whitespace() {
            out.push(word);
        }
        rest = after;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_comments_and_characters_are_blank() {
        let text = "a /* \"b /* c */ */ \"d\\\"e\" 'x' '\\'' r#\"f\"g\"# &'h str // i\nj";
        assert_eq!(words(&bare(text)), ["a", "&", "'", "h", "str", "j"]);
    }

    #[test]
    fn tests_stand_apart() {
        let text =
            "fn a() {} #[cfg(test)] mod tests { use b; } #[cfg(not(test))] fn c() {} #[cfg(test)] use d; fn e() {}";
        let (built, tests) = without_tests(text);
        assert!(built.contains("fn a") && built.contains("fn c") && built.contains("fn e"));
        assert!(!built.contains("use b") && !built.contains("use d"));
        assert!(tests.contains("use b") && tests.contains("use d") && !tests.contains("fn c"));
    }
}
