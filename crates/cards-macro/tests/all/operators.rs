//! RisuAI's formulas, lists and replacements, case by case, as JavaScript has them.

use cards_macro::{Engine, For, MapHost, Oddity, Template, expand};

#[track_caller]
fn check(text: &str, expected: &str) {
    let mut host = MapHost::new("Rin", "Mira");
    assert_eq!(expand(text, Engine::Risu, &mut host, For::Prompt).unwrap(), expected, "{text}");
}

#[test]
fn each_operator_is_asked_below_at_and_above() {
    for (operator, [below, at, above]) in [
        (">", ["0", "0", "1"]),
        (">=", ["0", "1", "1"]),
        ("<", ["1", "0", "0"]),
        ("<=", ["1", "1", "0"]),
        ("==", ["0", "1", "0"]),
        ("!=", ["1", "0", "1"]),
        ("+", ["5", "6", "7"]),
        ("-", ["-1", "0", "1"]),
        ("*", ["6", "9", "12"]),
        ("/", ["0.6666666666666666", "1", "1.3333333333333333"]),
        ("%", ["2", "0", "1"]),
        ("^", ["8", "27", "64"]),
    ] {
        for (left, result) in [(2, below), (3, at), (4, above)] {
            check(&format!("{{{{? {left}{operator}3}}}}"), result);
        }
    }
    for (formula, result) in [
        ("0||0", "0"),
        ("0||2", "2"),
        ("3||2", "3"),
        ("0&&2", "0"),
        ("3&&2", "2"),
        ("!0", "1"),
        ("!1", "0"),
        ("2+3*4", "14"),
        ("(2+3)*4", "20"),
        ("2*(3+(4-1))", "12"),
        ("8-3-2", "3"),
        ("1+2==3", "1"),
    ] {
        check(&format!("{{{{? {formula}}}}}"), result);
    }
}

#[test]
fn dollar_signs_in_a_replacement_stand_for_parts() {
    for (with, result) in [
        ("+", "a+b"),
        ("$$", "a$b"),
        ("$&", "a-b"),
        ("[$&$&]", "a[--]b"),
        ("$`", "aab"),
        ("$'", "abb"),
        ("$x", "a$xb"),
        ("$", "a$b"),
        ("$$&", "a$&b"),
    ] {
        check(&format!("{{{{replace::a-b::-::{with}}}}}"), result);
    }
}

#[test]
fn numbers_are_taken_of_arguments_or_of_one_list() {
    for (name, of_three, of_list, of_one) in
        [("sum", "6", "9", "5"), ("average", "2", "3", "5"), ("min", "1", "2", "5"), ("max", "3", "4", "5")]
    {
        check(&format!("{{{{{name}::1::3::2}}}}"), of_three);
        check(&format!("{{{{{name}::[\"2\",\"3\",\"4\"]}}}}"), of_list);
        check(&format!("{{{{{name}::[\"5\"]}}}}"), of_one);
    }
    for (name, both, one, none) in [("all", "1", "0", "0"), ("any", "1", "1", "0")] {
        for (values, result) in [("1::1", both), ("1::0", one), ("0::0", none)] {
            check(&format!("{{{{{name}::{values}}}}}"), result);
        }
    }
}

#[test]
fn single_braces_around_a_name_of_a_person_are_found_where_they_are() {
    let spans = |text: &str| -> Vec<(usize, usize, String)> {
        let analysis = Template::parse(text, Engine::SillyTavern).unwrap().analyse();
        let single = analysis.findings.into_iter().filter_map(|finding| match finding.oddity {
            Oddity::SingleBraces { name } => Some((finding.span.start, finding.span.end, name)),
            _ => None,
        });
        single.collect()
    };
    for (text, wanted) in [
        ("{user}", vec![(0, 6, "user")]),
        ("say {Char} {bot}", vec![(4, 10, "Char"), (11, 16, "bot")]),
        ("a {user}} b", vec![(2, 9, "user")]),
        ("{other} {user {char", vec![]),
        ("{{user}} {}", vec![]),
    ] {
        let wanted: Vec<_> = wanted.into_iter().map(|(from, to, name)| (from, to, name.to_owned())).collect();
        assert_eq!(spans(text), wanted, "{text}");
    }
}
