//! Patterns mean here what they mean in JavaScript.

use super::*;
use crate::Program;

fn translated(pattern: &str, flags: &str) -> Result<Translated, Error> {
    translate(pattern, Flags::read(flags).unwrap(), &Limits::default())
}

#[track_caller]
fn check(pattern: &str, flags: &str, text: &str, expected: bool) {
    let t = translated(pattern, flags).unwrap_or_else(|error| panic!("{pattern}: {error}"));
    let program = Program::build(&t, 1 << 20, 1 << 20).unwrap_or_else(|e| panic!("{}: {e}", t.source));
    let found = program.find(text, 0, &mut 1_000_000).unwrap().is_some();
    assert_eq!(found, expected, "/{pattern}/{flags} on {text:?} as {}", t.source);
    if let Some(required) = t.required
        && expected
    {
        let text = text.to_lowercase();
        assert!(required.iter().any(|one| text.contains(&one.to_lowercase())), "{required:?} of {pattern}");
    }
}

#[test]
fn classes_mean_what_javascript_means() {
    check("\\bcaf\\b", "", "café", true);
    check("\\w", "", "é猫", false);
    check("\\W", "", "é", true);
    check("\\d", "", "٣", false);
    check("\\s", "", "\u{feff}", true);
    check("[\\b]", "", "\u{8}", true);
    check("[^]", "", "\n", true);
    check("[]", "", "anything", false);
    check("a[\\w-]c", "", "a-c", true);
    check("[\\w-a]", "", "-", true);
    check("c.*t", "", "c\nt", false);
    check("c.*t", "s", "c\nt", true);
    check("c.t", "", "c\rt", false);
}

#[test]
fn without_the_u_flag_odd_text_stands_for_itself() {
    check("\\p{Lu}{3}", "", "see ABC", false);
    check("\\p{Lu}{3}", "", "p{Lu}}}", true);
    check("\\p{Lu}{3}", "u", "see ABC", true);
    check("{{x}}", "", "a {{x}} b", true);
    check("a{,2}", "", "a{,2}", true);
    check("x{1", "", "x{1", true);
    check("]}", "", "]}", true);
    check("\\8\\101\\x4z\\u12\\cé", "", "8Ax4zu12\\cé", true);
    check("\\ud83d\\udc09", "", "🐉", true);
}

#[test]
fn references_and_look_around_work() {
    check("(a)\\1", "", "xaax", true);
    check("(?:(a)|b)\\1c", "", "bc", true);
    check("(?<x>.)\\k<x>", "", "abba", true);
    check("(?<=red )cat", "", "a red cat", true);
    check("(?<!red )cat", "", "a red cat", false);
    check("(?<=r\\w+ )cat", "", "a red cat", true);
    check("cat(?!s)", "", "cats", false);
    check("(?=a)*b", "", "b", true);
    check("a\\Bb", "", "ab", true);
    check("a\\Bé", "", "aé", false);
    check("^b$(?=\\n)", "m", "a\r\nb\nc", true);
}

#[test]
fn case_is_ignored_as_javascript_does() {
    check("ask", "i", "ASK", true);
    check("s", "i", "ſ", false);
    check("[a-z]", "i", "\u{212a}", false);
    check("s", "iu", "ſ", true);
    check("É", "i", "é", true);
    check("[^a-z]", "i", "Q", false);
    check("(?i:a)b", "", "Ab", true);
    check("(?i:a)b", "", "AB", false);
}

#[test]
fn sets_without_letters_hold_none_whatever_their_case() {
    check("\\W", "i", "sSkK", false);
    check("[^\\W]cat", "i", "scat", true);
    check("(^|\\W)elf(\\W|$)", "i", "himself", false);
    check("(^|\\W)elf(\\W|$)", "i", "an Elf.", true);
    check("key[\\W_]", "iu", "keys", false);
    check("\\w", "iu", "ſ", true);
    check("ſ", "i", "sail", false);
    check("[ä-ü]", "i", "Ö", true);
    check("µ", "i", "Μ", true);
    check("ß", "i", "ẞ", false);
    check("[^ω]", "i", "Ω", false);
}

#[test]
fn what_may_end_on_a_line_feed_is_known() {
    let ends = |pattern: &str| translated(pattern, "").unwrap().ends_on_line_feed;
    for pattern in ["cat\\s", "cat[\\s.]", "\\n", "cat\\s*", "cat(?:\\s|!)", "a|b\\n", "\\n(?:x|y)?", "(a)(\\s)+b*"] {
        assert!(ends(pattern), "{pattern}");
    }
    for pattern in ["old\\s+lamp", "a\\sb?c", "(?:\\s)x", "\\n(?:x|y)", "cat.", "", "a(?=\\n)"] {
        assert!(!ends(pattern), "{pattern}");
    }
}

#[test]
fn anchors_hold() {
    check("^cat", "m", "dog\rcat", true);
    check("cat$", "", "cat\n", false);
    check("cat$", "m", "cat\n", true);
    check("cat", "y", "a cat", false);
    check("cat|dog", "y", "dog", true);
}

#[test]
fn letters_that_fold_into_ascii_are_words_with_i_and_u_only() {
    for (flags, word) in [("", false), ("i", false), ("u", false), ("iu", true)] {
        check("\\b", flags, "ſ", word);
        check("\\B|x", flags, "\u{212a}", !word);
        check("(?=.)\\b", flags, "\u{212a}", word);
    }
}

#[test]
fn bad_patterns_are_refused() {
    for pattern in ["(", ")", "*", "a**", "a{2}{3}", "[b-a]", "[", "\\", "(?", "(?a)", "(?<1>a)", "a{2,1}", "?"] {
        assert!(translated(pattern, "").is_err(), "{pattern}");
    }
    for pattern in ["]", "}", "{", "\\c", "\\1", "\\-", "(?=a)*", "(?<=a)*", "\\p{}", "\\k", "[\\w-a]"] {
        assert!(translated(pattern, "u").is_err(), "{pattern}");
    }
    assert!(matches!(translated(&"(".repeat(101), ""), Err(Error::TooLarge { .. })));
}

#[test]
fn classes_hold_classes_with_the_flag_v() {
    check("^[\\p{L}--[b]]$", "v", "a", true);
    check("^[\\p{L}--[b]]$", "v", "b", false);
    check("^[[a-f]&&[d-z]]$", "v", "e", true);
    check("^[[a-f]&&[d-z]]$", "v", "g", false);
    check("^[^[a-c]x]$", "v", "b", false);
    check("^[^[a-c]x]$", "v", "d", true);
    check("^[a-c\\-]$", "v", "-", true);
    check("^[\\&]$", "v", "&", true);
    for pattern in ["[(]", "[a--b&&c]", "[a--]", "[--a]", "[ab--c]x[", "[a--bc]", "\\-"] {
        assert!(translated(pattern, "v").is_err(), "{pattern}");
    }
    assert_eq!(translated("[\\q{ab}]", "v").unwrap_err().to_string(), "texts inside a class are not supported");
    let deep = format!("{}a{}", "[".repeat(200), "]".repeat(200));
    assert_eq!(translated(&deep, "v").unwrap_err().to_string(), "classes inside classes past the limit");
}

#[test]
fn required_text_is_found() {
    let required = |pattern: &str, flags: &str| translated(pattern, flags).unwrap().required;
    let one = |text: &str| Some(vec![text.to_owned()]);
    assert_eq!(required("\\bold\\s+lamp(?:s|es)?\\b", "i"), one("lamp"));
    assert_eq!(required("colou?r", ""), one("colo"));
    assert_eq!(required("a|b*", ""), None);
    assert_eq!(required("(?:abc)", ""), one("abc"));
    assert_eq!(required("x(?:abc|de)y", ""), Some(vec!["abc".to_owned(), "de".to_owned()]));
    assert_eq!(required("x(?:abc|de)*", ""), one("x"));
    assert_eq!(required("(?:a(?:bc|d)+)?x", ""), one("x"));
    assert_eq!(required("(?=abc)x", ""), one("x"));
    assert_eq!(required("ab+c", ""), one("ab"));
}
