//! What operators, conditions, lists, texts and numbers come to, case by case, as JavaScript has them.

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

/// De facto: SillyTavern 1.19.0: what is no number compares with nothing, and texts are equal letter by letter.
#[test]
fn shorthand_compares_below_at_and_above() {
    let check = |text: &str, expected: &str| {
        let mut host = MapHost::new("Rin", "Mira");
        assert_eq!(expand(text, Engine::SillyTavern, &mut host, For::Prompt).unwrap(), expected, "{text}");
    };
    for (operator, [below, at, above, word, unset]) in [
        ("==", ["false", "true", "false", "false", "false"]),
        ("!=", ["true", "false", "true", "true", "true"]),
        (">", ["false", "false", "true", "false", "false"]),
        (">=", ["false", "true", "true", "false", "false"]),
        ("<", ["true", "false", "false", "false", "true"]),
        ("<=", ["true", "true", "false", "false", "true"]),
    ] {
        for (left, result) in
            [("2", below), ("3", at), ("4", above), ("-4", below), ("10", above), ("x", word), ("", unset)]
        {
            for sigil in ['.', '$'] {
                check(&format!("{{{{{sigil}n={left}}}}}{{{{{sigil}n {operator} 3}}}}"), result);
            }
        }
        check(&format!("{{{{.n{operator}3}}}}"), unset);
        check(&format!("{{{{.n=3}}}}{{{{.n{operator}x}}}}"), word);
    }
    for (set, operator, printed, kept) in [
        ("", "||", "b", ""),
        ("0", "||", "b", "0"),
        ("false", "||", "b", "false"),
        ("OFF", "||", "b", "OFF"),
        ("no", "||", "no", "no"),
        ("00", "||", "b", "0"),
        ("a", "||", "a", "a"),
        ("", "??", "", ""),
        ("0", "??", "0", "0"),
        ("a", "??", "a", "a"),
        ("", "||=", "b", "b"),
        ("0", "||=", "b", "b"),
        ("a", "||=", "a", "a"),
        ("", "??=", "", ""),
        ("a", "??=", "a", "a"),
        ("1", "+=", "", "1b"),
        ("1", "-=", "", "1"),
    ] {
        check(&format!("{{{{.n={set}}}}}{{{{.n {operator} b}}}}[{{{{.n}}}}]"), &format!("{printed}[{kept}]"));
    }
    for (text, expected) in [
        ("{{.n||b}}[{{.n}}]", "b[]"),
        ("{{.n??b}}[{{.n}}]", "b[]"),
        ("{{.n||=b}}[{{.n}}]", "b[b]"),
        ("{{.n??=b}}[{{.n}}]", "b[b]"),
        ("{{.n+=2}}{{.n+=3}}[{{.n}}]", "[5]"),
        ("{{.n-=2}}{{.n-=-3}}[{{.n}}]", "[1]"),
        ("{{.n++}}{{.n++}}{{.n--}}[{{.n}}]", "121[1]"),
        ("{{.n--}}[{{.n}}]", "-1[-1]"),
        // What does not count does not run.
        ("{{.n=a}}{{.n||{{setvar::m::1}}}}[{{.m}}]", "a[]"),
        ("{{.n=a}}{{.n??{{setvar::m::1}}}}[{{.m}}]", "a[]"),
        ("{{.n=}}{{.n??={{setvar::m::1}}}}[{{.m}}]", "[]"),
        ("{{.n=0}}{{.n||{{setvar::m::1}}}}[{{.m}}]", "[1]"),
        ("{{.n??{{setvar::m::1}}x}}[{{.m}}]", "x[1]"),
    ] {
        check(text, expected);
    }
}

/// De facto: SillyTavern 1.19.0: a condition is a variable, the name of a macro, or text.
#[test]
fn a_condition_of_an_if_is_a_variable_a_macro_or_text() {
    for (condition, holds) in [
        ("a", true),
        ("1", true),
        ("0", false),
        ("00", true),
        ("false", false),
        ("FALSE", false),
        ("off", false),
        ("Off", false),
        ("no", true),
        ("null", true),
        ("0.0", true),
        ("!a", false),
        ("!0", true),
        ("! 0", true),
        ("!!a", false),
        (".yes", true),
        ("!.yes", false),
        (". yes", true),
        (".zero", false),
        (".none", false),
        ("!.none", true),
        ("$yes", false),
        ("$all", true),
        // These are no names of variables, so they are text.
        (".none-", true),
        (".1", true),
        (".no ne", true),
        (".", true),
        ("char", true),
        ("persona", false),
        ("!persona", true),
        ("PERSONA", false),
        ("{{persona}}", false),
        ("{{.zero}}", false),
        ("{{.yes}}", true),
    ] {
        let mut host = MapHost::new("Rin", "Mira");
        let text = format!(
            "{{{{.yes=1}}}}{{{{.zero=0}}}}{{{{$all=x}}}}{{{{if {condition}}}}}yes{{{{else}}}}no{{{{/if}}}}{{{{if::{condition}::and}}}}"
        );
        let expected = if holds { "yesand" } else { "no" };
        assert_eq!(expand(&text, Engine::SillyTavern, &mut host, For::Prompt).unwrap(), expected, "{condition}");
    }
}

/// De facto: RisuAI 904a14a.
#[test]
fn lists_are_read_changed_and_written() {
    for (text, expected) in [
        ("{{arrayelement::[\"a\",\"b\",\"c\"]::0}}", "a"),
        ("{{arrayelement::[\"a\",\"b\",\"c\"]::2}}", "c"),
        ("{{arrayelement::[\"a\",\"b\",\"c\"]::3}}", "null"),
        ("{{arrayelement::[\"a\",\"b\",\"c\"]::-1}}", "c"),
        ("{{arrayelement::[\"a\",\"b\",\"c\"]::-3}}", "a"),
        ("{{arrayelement::[\"a\",\"b\",\"c\"]::-4}}", "null"),
        ("{{arrayelement::[\"a\",\"b\",\"c\"]::1.9}}", "b"),
        ("{{arrayelement::[\"a\",\"b\",\"c\"]::-0.9}}", "a"),
        ("{{arrayelement::[\"a\",\"b\",\"c\"]::x}}", "a"),
        ("{{arrayelement::a§b::1}}", "b"),
        ("{{arraylength::[1,2]}}{{arraylength::a§b§c}}{{arraylength::[]}}{{arraylength::}}", "2301"),
        ("{{arraypush::[\"a\"]::b}}", "[\"a\",\"b\"]"),
        ("{{arraypush::[\"a\"]}}", "[\"a\",null]"),
        ("{{arraypop::[\"a\",\"b\"]}}{{arraypop::[]}}", "[\"a\"][]"),
        ("{{arrayshift::[\"a\",\"b\"]}}{{arrayshift::[\"a\"]}}{{arrayshift::[]}}", "[\"b\"][][]"),
        ("{{arraysplice::[\"a\",\"b\",\"c\"]::1::1::x}}", "[\"a\",\"x\",\"c\"]"),
        ("{{arraysplice::[\"a\",\"b\",\"c\"]::0::0::x}}", "[\"x\",\"a\",\"b\",\"c\"]"),
        ("{{arraysplice::[\"a\",\"b\",\"c\"]::1::2::x}}", "[\"a\",\"x\"]"),
        ("{{arraysplice::[\"a\",\"b\",\"c\"]::1::9::x}}", "[\"a\",\"x\"]"),
        ("{{arraysplice::[\"a\",\"b\",\"c\"]::3::1::x}}", "[\"a\",\"b\",\"c\",\"x\"]"),
        ("{{arraysplice::[\"a\",\"b\",\"c\"]::9::1::x}}", "[\"a\",\"b\",\"c\",\"x\"]"),
        ("{{arraysplice::[\"a\",\"b\",\"c\"]::-1::1::x}}", "[\"a\",\"b\",\"x\"]"),
        ("{{arraysplice::[\"a\",\"b\",\"c\"]::-9::1::x}}", "[\"x\",\"b\",\"c\"]"),
        ("{{arraysplice::[\"a\",\"b\",\"c\"]::1::-1::x}}", "[\"a\",\"x\",\"b\",\"c\"]"),
        ("{{arrayassert::[\"a\"]::0::x}}", "[\"a\"]"),
        ("{{arrayassert::[\"a\"]::1::x}}", "[\"a\",\"x\"]"),
        ("{{arrayassert::[\"a\"]::3::x}}", "[\"a\",null,null,\"x\"]"),
        ("{{arrayassert::[\"a\"]::-1::x}}{{arrayassert::[\"a\"]::1.5::x}}", "[\"a\"][\"a\"]"),
        ("{{makearray::a::b}}{{makearray::}}", "[\"a\",\"b\"][\"\"]"),
        ("{{range::[3]}}", "[\"0\",\"1\",\"2\"]"),
        ("{{range::[2,4]}}", "[\"2\",\"3\"]"),
        ("{{range::[0,5,2]}}", "[\"0\",\"2\",\"4\"]"),
        ("{{range::[0,4,2]}}", "[\"0\",\"2\"]"),
        ("{{range::[0]}}{{range::[4,2]}}{{range::[2,2,0]}}", "[][][]"),
        ("{{range::[0,1,0.5]}}", "[\"0\",\"0.5\"]"),
        ("{{filter::[\"a\",\"\",\"a\",\"b\"]::all}}", "[\"a\",\"b\"]"),
        ("{{filter::[\"a\",\"\",\"a\",\"b\",\"\"]}}", "[\"a\",\"b\"]"),
        ("{{filter::[\"a\",\"\",\"a\",\"b\"]::nonempty}}", "[\"a\",\"a\",\"b\"]"),
        ("{{filter::[\"a\",\"\",\"a\",\"\"]::unique}}", "[\"a\",\"\"]"),
        ("{{filter::[[1],[1],1,\"1\",1]::unique}}", "[[1],[1],1,\"1\"]"),
        ("{{split::a,b,c::,}}{{split::abc}}", "[\"a\",\"b\",\"c\"][\"abc\"]"),
        ("{{split::☃é::}}", "[\"☃\",\"é\"]"),
        ("{{split::a\"b::}}", "[\"a\",\"\\\"\",\"b\"]"),
        ("{{join::[\"a\",\"b\"]::-}}{{join::[\"a\",\"b\"]}}", "a-ba,b"),
        ("{{join::[\"a\",null,[1,[2,null]],{\"k\":1}]::;}}", "a;;1,2,;{\"k\":1}"),
        ("{{spread::[\"a\",\"b\"]}}", "a::b"),
        ("{{dictelement::{\"a\":1,\"b\":\"x\"}::a}}", "1"),
        ("{{dictelement::{\"a\":1}::b}}", "null"),
        ("{{dictelement::[\"a\",\"b\"]::1}}{{dictelement::[\"a\",\"b\"]::length}}", "b2"),
        ("{{dictelement::[\"a\",\"b\"]::2}}{{dictelement::[1]::x}}", "nullnull"),
        ("{{dictelement::\"abc\"::1}}{{dictelement::\"abc\"::length}}{{dictelement::\"abc\"::3}}", "b3null"),
        ("{{dictelement::5::a}}{{dictelement::x::a}}", "nullnull"),
        ("{{dictelement::null::a}}", "{{dictelement::null::a}}"),
        ("{{dictassert::{\"a\":1}::a::2}}", "{\"a\":1}"),
        ("{{dictassert::{\"a\":0}::a::2}}", "{\"a\":\"2\"}"),
        ("{{dictassert::{\"a\":\"\",\"b\":null}::a::2}}", "{\"a\":\"2\",\"b\":null}"),
        ("{{dictassert::{\"a\":false}::a::2}}", "{\"a\":\"2\"}"),
        ("{{dictassert::{\"a\":true}::a::2}}", "{\"a\":true}"),
        ("{{dictassert::{\"a\":[]}::a::2}}", "{\"a\":[]}"),
        ("{{dictassert::{\"a\":1}::b}}", "{\"a\":1}"),
        ("{{dictassert::x::b::2}}", "{\"b\":\"2\"}"),
        ("{{makedict::a=1::b=2=3::c::2=x::a=9}}", "{\"2\":\"x\",\"a\":\"9\",\"b\":\"2=3\"}"),
        ("{{element::{\"a\":\"[\\\"x\\\",\\\"y\\\"]\"}::a::1}}", "y"),
        ("{{element::{\"a\":\"\"}::a}}{{element::{\"a\":\"b\"}::b}}{{element::x::a}}", "nullnullnull"),
        ("{{element::{\"a\":\"b\"}}}", "{\"a\":\"b\"}"),
        ("{{makearray::a\\u003A\\u003Ab}}", "[\"a\\\\u003A\\\\u003Ab\"]"),
        ("{{length::abc}}{{length::🙂}}{{length::}}", "320"),
    ] {
        check(text, expected);
    }
}

/// De facto: RisuAI 904a14a.
#[test]
fn texts_and_numbers_are_turned_into_each_other() {
    for (text, expected) in [
        ("{{lower::AÉ}}{{upper::aé}}{{capitalize::éab}}{{capitalize::}}{{trim:: a b }}", "aéAÉÉaba b"),
        ("{{tonumber::a1.5 b2}}", "1.5 2"),
        ("{{iserror::Error: x}}{{iserror::error:}}{{iserror::error}}{{iserror:: error:}}", "1100"),
        ("{{contains::abc::b}}{{contains::abc::d}}{{startswith::abc::a}}{{startswith::abc::b}}", "1010"),
        ("{{endswith::abc::c}}{{endswith::abc::b}}", "10"),
        ("{{replace::aXbX::X::-}}{{replace::ab::X::-}}{{replace::::X::-}}", "a-b-ab"),
        ("{{unicodeencode::A}}{{unicodeencode::AB::1}}{{unicodeencode::AB::2}}{{unicodeencode::AB::-1}}", "6566NaNNaN"),
        ("{{unicodeencode::AB::0.9}}", "65"),
        ("{{unicodedecode::65}}{{unicodedecode::65601}}{{unicodedecode::65.9}}", "AAA"),
        ("{{u::41}}{{u::e9}}{{u::10041}}", "AéA"),
        ("{{fromhex::ff}}{{fromhex::FFz}}{{fromhex::z}}", "255255NaN"),
        (
            "{{tohex::255}}{{tohex::-255}}{{tohex::15.9}}{{tohex::x}}{{tohex::8999999999999999}}{{tohex::9000000000000000}}",
            "ff-fffNaN1ff973cafa7fffNaN",
        ),
        ("{{floor::1.5}}{{floor::-1.5}}{{ceil::1.5}}{{ceil::-1.5}}{{abs::-2}}{{abs::2}}", "1-22-122"),
        (
            "{{round::0.5}}|{{round::1.5}}|{{round::2.5}}|{{round::-0.5}}|{{round::-1.5}}|{{round::-1.6}}|{{round::1.4}}",
            "1|2|3|0|-1|-2|1",
        ),
        ("{{pow::2::3}}{{remaind::7::3}}{{remaind::-7::3}}", "81-1"),
        ("{{equal::a::a}}{{equal::a::b}}{{notequal::a::a}}{{notequal::a::b}}", "1001"),
        ("{{greater::1::2}}{{greater::2::2}}{{greater::3::2}}{{greater::x::2}}", "0010"),
        ("{{greaterequal::1::2}}{{greaterequal::2::2}}{{greaterequal::3::2}}", "011"),
        ("{{less::1::2}}{{less::2::2}}{{less::3::2}}", "100"),
        ("{{lessequal::1::2}}{{lessequal::2::2}}{{lessequal::3::2}}", "110"),
        ("{{and::1::1}}{{and::1::0}}{{and::0::1}}{{or::0::1}}{{or::1::0}}{{or::0::0}}{{not::1}}{{not::0}}", "10011001"),
        ("{{fixnum::1.005::2}}{{fixnum::2.5::0}}{{fixnum::-0.004::0}}{{fixnum::x::1}}", "1.003-0NaN"),
        ("{{fixnum::1::100}}", &format!("1.{}", "0".repeat(100))),
        ("{{fixnum::1::101}}{{fixnum::1::-1}}{{fixnum::1::-0.5}}", "{{fixnum::1::101}}{{fixnum::1::-1}}1"),
        ("{{randint::1::3}}{{randint::x::3}}", "1NaN"),
        (
            "{{roll}}{{roll::6}}{{roll::2d6}}{{roll::d6}}{{roll::2d}}{{roll::0d6}}{{roll::2d0}}{{roll::x}}",
            "11212NaNNaNNaN",
        ),
        ("{{roll::0.5}}|{{roll::1}}|{{roll::1.5d1}}|{{roll::0.9d6}}|{{roll::d}}|{{roll::1d2d3}}", "NaN|1|2|NaN|1|1"),
        ("{{dice::2d6}}|{{dice::0d6}}|{{dice::d6}}|{{dice::6}}|{{dice::-1d6}}", "2|0|0|NaN|0"),
        (
            "{{xordecrypt::{{xorencrypt::a}}}}|{{xordecrypt::{{xorencrypt::ab}}}}|{{xordecrypt::{{xorencrypt::abé}}}}",
            "a|ab|abé",
        ),
        (
            "{{xorencrypt::a}} {{xorencrypt::ab}} {{xorencrypt::abc}} {{xorencrypt::abcd}} {{xorencrypt::}}",
            "ng== np0= np2c np2cmw== ",
        ),
        ("{{xordecrypt::np2cmw}}{{xordecrypt::n p*2cmw==x}}{{xordecrypt::}}", "abcdabcd"),
        ("{{crypt::ab}}", "\u{8061}\u{8062}"),
        ("{{crypt::\u{8061}\u{8062}}}{{crypt::ab::1}}{{crypt::bc::-1}}", "abbcab"),
        ("{{crypt::\u{ffff}::1}}|{{crypt::\u{fffe}::1}}", "\0|\u{ffff}"),
        ("{{hash::a}} {{hash::b}} {{hash::}}", "5250735 5250821 0000040"),
        ("{{reverse::ab}}", "ba::esrever"),
        ("[{{tex::x}}] {{ruby::a::b}}", "[$$x$$] <ruby>a<rp> (</rp><rt>b</rt><rp>) </rp></ruby>"),
        ("{{codeblock::<a \"b\" 'c'>}}", "<pre><code>&lt;a &quot;b&quot; &#39;c&#39;&gt;</code></pre>"),
        ("{{codeblock::rs::x}}", "<pre-hljs-placeholder lang=\"rs\">x</pre-hljs-placeholder>"),
        ("{{file::a.txt::YWI=}}", "ab"),
    ] {
        // Each die shows its least.
        let mut host = MapHost::new("Rin", "Mira").rolls(&[0.0; 16]);
        assert_eq!(expand(text, Engine::Risu, &mut host, For::Prompt).unwrap(), *expected, "{text}");
    }
}

/// De facto: SillyTavern 1.19.0.
#[test]
fn variables_of_json_are_read_and_written_by_key() {
    for (set, text, expected) in [
        ("", "{{setvarkey::v::k::1}}{{getvar::v}}", r#"{"k":"1"}"#),
        ("", "{{setvarkey::v::0::1}}{{getvar::v}}", r#"["1"]"#),
        ("", "{{setvarkey::v::2::1}}{{getvar::v}}", r#"[null,null,"1"]"#),
        ("", "{{setvarkey::v::-1::1}}{{getvar::v}}", "[]"),
        ("", "{{setvarkey::v::1.5::1}}{{getvar::v}}", "[]"),
        ("null", "{{setvarkey::v::k::1}}{{getvar::v}}", r#"{"k":"1"}"#),
        (r#"["a","b"]"#, "{{setvarkey::v::0::x}}{{getvar::v}}", r#"["x","b"]"#),
        (r#"["a","b"]"#, "{{setvarkey::v::1::x}}{{getvar::v}}", r#"["a","x"]"#),
        (r#"["a","b"]"#, "{{setvarkey::v::2::x}}{{getvar::v}}", r#"["a","b","x"]"#),
        (r#"["a","b"]"#, "{{setvarkey::v::k::x}}{{getvar::v}}", r#"["a","b"]"#),
        (r#"{"a":1}"#, "{{setvarkey::v::a::x}}{{getvar::v}}", r#"{"a":"x"}"#),
        (r#"{"a":1}"#, "{{setvarkey::v::01::x}}{{getvar::v}}", r#"{"1":"x","a":1}"#),
        ("5", "{{setvarkey::v::k::x}}{{getvar::v}}", "5"),
        ("text", "{{setvarkey::v::k::x}}{{getvar::v}}", "text"),
        (r#"["a","b"]"#, "{{getvarkey::v::0}}{{getvarkey::v::1}}[{{getvarkey::v::2}}]", "ab[]"),
        (
            r#"["a","b"]"#,
            "{{getvarkey::v::length}}[{{getvarkey::v::-1}}][{{getvarkey::v::0.5}}][{{getvarkey::v::k}}]",
            "2[][][]",
        ),
        (
            r#"{"a":1,"b":"007","c":true,"d":false,"e":null,"f":[1]}"#,
            "{{getvarkey::v::a}} {{getvarkey::v::b}} {{getvarkey::v::c}} {{getvarkey::v::d}}",
            "1 7 1 0",
        ),
        (
            r#"{"e":null,"f":[1],"1":"x"}"#,
            "{{getvarkey::v::e}} {{getvarkey::v::f}} {{getvarkey::v::1.0}}[{{getvarkey::v::g}}]",
            "null [1] x[]",
        ),
        (r#""abc""#, "{{getvarkey::v::1}}{{getvarkey::v::length}}[{{getvarkey::v::3}}][{{getvarkey::v::k}}]", "b3[][]"),
        ("null", "{{getvarkey::v::a}}", "0"),
        ("true", "[{{getvarkey::v::a}}]", "[]"),
        ("007", "{{getvarkey::v::a}}", "7"),
        ("", "[{{getvarkey::w::a}}]", "[]"),
        (r#"["a"]"#, "{{addvar::v::b}}{{getvar::v}}", r#"["a","b"]"#),
        (r#"["a"]"#, "{{incvar::v}}{{getvar::v}}", r#"["a",1]["a",1]"#),
        ("[]", "{{decvar::v}}{{getvar::v}}", "[-1][-1]"),
        ("2", "{{addvar::v::3}}{{getvar::v}}", "5"),
        ("0", "{{addvar::v::x}}{{getvar::v}}", "x"),
        ("00", "{{addvar::v::x}}{{getvar::v}}", "x"),
        ("a", "{{addvar::v::1}}{{incvar::v}}{{getvar::v}}", "a11a11"),
        (" ", "[{{getvar::v}}]", "[ ]"),
        ("1e3", "{{getvar::v}}", "1000"),
        ("0x10", "{{getvar::v}}", "16"),
        ("1", "{{hasvar::v}}{{hasvar::w}}{{deletevar::v}}{{hasvar::v}}", "truefalsefalse"),
        (
            "1",
            "{{hasglobalvar::v}}{{setglobalvar::v::2}}{{hasglobalvar::v}}{{getglobalvar::v}}{{getvar::v}}",
            "falsetrue21",
        ),
        (
            "1",
            "{{setvar::::2}}|{{addvar::::2}}|{{incvar::}}|{{setvarkey::::a::b}}",
            "{{setvar::::2}}|{{addvar::::2}}|{{incvar::}}|{{setvarkey::::a::b}}",
        ),
    ] {
        let mut host = MapHost::new("Rin", "Mira");
        if !set.is_empty() {
            host.variables.chat.insert("v".to_owned(), set.into());
        }
        assert_eq!(expand(text, Engine::SillyTavern, &mut host, For::Prompt).unwrap(), expected, "{set} {text}");
    }
}

/// De facto: RisuAI 904a14a: operators are taken from the right, and what is no number compares with nothing.
#[test]
fn conditions_of_when_hold_below_at_and_above() {
    for (operator, [below, at, above, word]) in [
        ("is", [false, true, false, false]),
        ("isnot", [true, false, true, true]),
        (">", [false, false, true, false]),
        ("<", [true, false, false, false]),
        (">=", [false, true, true, false]),
        ("<=", [true, true, false, false]),
        ("vis", [false, false, false, false]),
        ("visnot", [true, true, true, true]),
    ] {
        for (left, holds) in [("2", below), ("3", at), ("4", above), ("x", word)] {
            let text = format!("{{{{#when::{left}::{operator}::3}}}}yes{{{{:else}}}}no{{{{/when}}}}");
            check(&text, if holds { "yes" } else { "no" });
        }
    }
    for (condition, holds) in [
        (" 1", true),
        (" true", true),
        (" 0", false),
        (" yes", false),
        ("", false),
        ("x", false),
        ("::1", true),
        ("::0", false),
        ("::not::1", false),
        ("::not::0", true),
        ("::1::and::1", true),
        ("::1::and::0", false),
        ("::0::and::1", false),
        ("::0::or::1", true),
        ("::1::or::0", true),
        ("::0::or::0", false),
        ("::1::and::not::0", true),
        ("::0::and::0::or::1", false),
        ("::1::or::1::and::0", true),
        ("::var::yes", true),
        ("::var::no", false),
        ("::var::none", false),
        ("::yes::vis::1", true),
        ("::yes::vis::2", false),
        ("::yes::visnot::1", false),
        ("::toggle::on", true),
        ("::toggle::off", false),
        ("::on::tis::1", true),
        ("::off::tis::1", false),
        ("::on::tisnot::1", false),
        ("::off::tisnot::1", true),
        ("::keep::1", true),
        ("::keep::0", false),
        ("::legacy::1", true),
        ("::unknown::1", true),
        ("::unknown::0", false),
        ("::2px::<::3em", true),
    ] {
        let mut host = MapHost::new("Rin", "Mira");
        for (name, value) in [("yes", "1"), ("no", "0")] {
            host.variables.chat.insert(name.to_owned(), value.into());
        }
        host.variables.global.insert("toggle_on".to_owned(), "1".into());
        let text = format!("{{{{#when{condition}}}}}yes{{{{/when}}}}");
        let expected = if holds { "yes" } else { "" };
        assert_eq!(expand(&text, Engine::Risu, &mut host, For::Prompt).unwrap(), expected, "{condition}");
    }
}

/// De facto: RisuAI 904a14a.
#[test]
fn blocks_settle_what_is_in_them() {
    for (text, expected) in [
        ("{{#if 1}} a \n  b \n{{/if}}|", "a \nb|"),
        ("{{#if_pure 1}} a \n  b {{/if}}|", " a \n  b |"),
        ("{{#if  1}}a{{/if}}|", "|"),
        ("{{#if true x}}a{{/if}}|", "a|"),
        ("{{#when 1}} a {{/when}}|", " a |"),
        ("{{#when 1}}\n\n a \n\n{{/when}}|", " a |"),
        ("{{#when::keep::1}}\n a \n{{/when}}|", "\n a \n|"),
        ("{{#when::legacy::1}}\n a \n  b{{/when}}|", "a \nb|"),
        ("{{#when 1}}a{{:else}}b{{:else}}c{{/when}}|", "a|"),
        ("{{#when 0}}a{{:else}}b{{:else}}c{{/when}}|", "b{{:else}}c|"),
        ("{{#when 0}}a{{/when}}|", "|"),
        ("{{#when 1}}\na\n{{:else}}\nb\n{{/when}}|", "a|"),
        ("{{#when 0}}\na\n{{:else}}\nb\n{{/when}}|", "b|"),
        ("{{#when 0}}\na{{:else}}\nb\n{{/when}}|", "|"),
        ("{{#when 1}}\na{{:else}}\nb\n{{/when}}|", "a{{:else}}\nb|"),
        ("{{#pure}} {{user}} {{/pure}}|", "{{user}}|"),
        ("{{#puredisplay}} {{user}} {{/puredisplay}}|", "\\{\\{user\\}\\}|"),
        ("{{#escape}} {a}(b) {{/escape}}|", "\u{e9b8}a\u{e9b9}\u{e9ba}b\u{e9bb}|"),
        ("{{#code}} a\n\tb\\n\\tc\\\\d\\u0041\\q {{/code}}|", "ab\n\tc\\dAq|"),
        ("{{#each [1,2] as i}} {{slot::i}}, {{/each}}|", "1,2,|"),
        ("{{#each::keep [1,2] as i}} {{slot::i}}, {{/each}}|", " 1,  2, |"),
        ("{{#each [1,2] i}}{{slot::i}}{{/each}}|", "12|"),
        ("{{#each a§b as i}}{{slot::i}}{{slot::j}}{{/each}}|", "a{{slot::j}}b{{slot::j}}|"),
        ("{{#each [1,2]}}a{{/each}}|", "|"),
        ("{{#each [] as i}}a{{/each}}|", "|"),
        ("{{#func f}} <{{arg::1}}{{arg::2}}> {{/func}}{{call::f::a::b}}{{call::f::c}}|", "<ab><c{{arg::2}}>|"),
        ("{{#func}}a{{/func}}|", "{{#func}}a{{/func}}|"),
        ("{{call::none::a}}|", "{{call::none::a}}|"),
        ("{#if 1\n a #}|{#if 0\n a #}|{#if -1\n a #}|{#if \n a #}|{#if 2\n a #}|{#x 1\n a #}", "a||||a|{#x 1\n a #}"),
        ("one two{{bkspc}}|", "one|"),
        ("one two {{bkspc}}|", "one|"),
        ("one{{bkspc}}|", "|"),
        ("one. two{{erase}}|", "one.|"),
        ("one! two? three{{erase}}|", "one! two?|"),
        ("one\ntwo{{erase}}|", "one|"),
        ("one{{erase}}|", "|"),
    ] {
        check(text, expected);
    }
}
