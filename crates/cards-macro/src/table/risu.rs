//! What only RisuAI knows.

use super::entry::{Behaviour, Group, MacroInfo};
use super::masks::*;
use crate::builtin::risu::{blocks, chance, chat, data, math, texts, variables};
use crate::host::Arity;

/// One entry a line: name, other names, chapter, fewest and most arguments, function, example, result, summary.
macro_rules! chapter {
    ($($name:literal $([$($alias:literal),*])? $group:ident $min:literal..=$max:expr, $call:path,
        $template:literal => $result:literal, $summary:literal;)*) => {
        pub(super) static CHAPTER: &[MacroInfo] = &[
            $(MacroInfo {
                name: $name,
                group: Group::$group,
                summary: $summary,
                behaviours: &[Behaviour::new(RISU, Arity { min: $min, max: $max }, $call, $template, $result)
                    $(.aliases(&[$($alias),*]))?],
            }),*
        ];
    };
}

const MANY: u8 = Arity::MANY;

chapter! {
    "rollp" ["rollpick"] Random 0..=1, chance::roll_pick, "{{rollp:2d1}}" => "2", "A throw of dice, the same each time in the same chat.";
    "randint" Random 2..=2, chance::random_integer, "{{randint::3::9}}" => "3", "A whole number between two.";
    "hash" Random 1..=1, chance::hash, "{{hash::quay}}" => "4833235", "A number of seven digits that hangs on the text alone.";

    "setdefaultvar" Variables 2..=2, variables::set_default, "{{setdefaultvar::mood::sad}}{{getvar::mood}}" => "calm", "Sets a chat variable that is empty (an unset one reads `null` and counts as set).";
    "settempvar" ["tempset"] Variables 2..=2, variables::set_temporary, "{{settempvar::t::1}}{{tempvar::t}}" => "1", "Sets a variable that lasts for one rendering.";
    "tempvar" ["gettempvar"] Variables 1..=1, variables::get_temporary, "[{{tempvar::none}}]" => "[]", "A variable that lasts for one rendering.";

    "call" Control 1..=MANY, blocks::call, "{{#func hi who}}Hi {{arg::1}}{{/func}}{{call::hi::Rin}}" => "Hi Rin", "Renders a function that `{{#func name}}` defined; `{{#if}}`, `{{#when}}`, `{{#each}}` are blocks too.";

    "lower" Text 1..=1, texts::lower, "{{lower::AB}}" => "ab", "Lower case.";
    "upper" Text 1..=1, texts::upper, "{{upper::ab}}" => "AB", "Upper case.";
    "capitalize" Text 1..=1, texts::capitalize, "{{capitalize::ab}}" => "Ab", "The first letter in upper case.";
    "replace" Text 3..=3, texts::replace, "{{replace::a-b::-::+}}" => "a+b", "Replaces every occurrence.";
    "length" Text 1..=1, texts::length, "{{length::abc}}" => "3", "How many UTF-16 units a text has.";
    "contains" Text 2..=2, texts::contains, "{{contains::abc::b}}" => "1", "Whether a text holds another: `1` or `0`.";
    "startswith" Text 2..=2, texts::starts_with, "{{startswith::abc::b}}" => "0", "Whether a text starts with another: `1` or `0`.";
    "endswith" Text 2..=2, texts::ends_with, "{{endswith::abc::c}}" => "1", "Whether a text ends with another: `1` or `0`.";
    "iserror" Text 1..=1, texts::is_error, "{{iserror::Error: x}}" => "1", "Whether a text begins with `error:`.";
    "unicode_decode" ["unicodedecodefromhex"] Text 1..=1, texts::from_code, "{{unicode_decode::9731}}" => "☃", "The character of a code.";
    "unicode_encode" Text 1..=2, texts::to_code, "{{unicode_encode::A}}" => "65", "The code of a character.";
    "tonumber" Text 1..=1, texts::to_number, "{{tonumber::a1b2.5}}" => "12.5", "The digits and points of a text.";
    "fromhex" Math 1..=1, texts::from_hex, "{{fromhex::ff}}" => "255", "Reads a hexadecimal number.";
    "tohex" Math 1..=1, texts::to_hex, "{{tohex::255}}" => "ff", "Spells a number in hexadecimal.";
    "xorencrypt" ["xorencode", "xore"] Text 1..=1, texts::xor_encrypt, "{{xorencrypt::hi}}" => "l5Y=", "Hides a text from the eye.";
    "xordecrypt" ["xordecode", "xord"] Text 1..=1, texts::xor_decrypt, "{{xordecrypt::l5Y=}}" => "hi", "Shows a hidden text.";
    "bo" ["ddecbo", "doubledisplayescapedcurlybracketopen"] Text 0..=0, texts::double_open, "{{bo}}" => "\u{e9b8}\u{e9b8}", "Stands for `{{` on screen.";
    "bc" ["ddecbc", "doubledisplayescapedcurlybracketclose"] Text 0..=0, texts::double_close, "{{bc}}" => "\u{e9b9}\u{e9b9}", "Stands for `}}` on screen.";
    "decbo" ["displayescapedcurlybracketopen"] Text 0..=0, texts::open, "{{decbo}}" => "\u{e9b8}", "Stands for `{` on screen.";
    "decbc" ["displayescapedcurlybracketclose"] Text 0..=0, texts::close, "{{decbc}}" => "\u{e9b9}", "Stands for `}` on screen.";
    "displayescapedbracketopen" ["debo", "("] Text 0..=0, texts::round_open, "{{(}}" => "\u{e9ba}", "Stands for `(` on screen.";
    "displayescapedbracketclose" ["debc", ")"] Text 0..=0, texts::round_close, "{{)}}" => "\u{e9bb}", "Stands for `)` on screen.";
    "displayescapedanglebracketopen" ["deabo", "<"] Text 0..=0, texts::angle_open, "{{<}}" => "\u{e9bc}", "Stands for `<` on screen.";
    "displayescapedanglebracketclose" ["deabc", ">"] Text 0..=0, texts::angle_close, "{{>}}" => "\u{e9bd}", "Stands for `>` on screen.";
    "displayescapedcolon" ["dec"] Text 0..=0, texts::colon, "{{dec}}" => "\u{e9be}", "Stands for `:` on screen.";
    "displayescapedsemicolon" [";"] Text 0..=0, texts::semicolon, "{{;}}" => "\u{e9bf}", "Stands for `;` on screen.";
    "cbr" ["cnl", "cnewline"] Text 0..=0, texts::escaped_line_end, "{{cbr}}" => "\\n", "A backslash and an `n`.";

    "calc" ["?"] Math 1..=1, math::calc, "{{calc::2+3*4}} {{? 7%4}}" => "14 3", "The value of a formula; `$name` reads a chat variable, `@name` a global one.";
    "equal" Math 2..=2, math::equal, "{{equal::a::a}}" => "1", "Whether two texts are the same.";
    "notequal" ["not_equal"] Math 2..=2, math::not_equal, "{{notequal::a::a}}" => "0", "Whether two texts differ.";
    "greater" Math 2..=2, math::greater, "{{greater::2::10}}" => "0", "Whether the first number is greater.";
    "greaterequal" ["greater_equal"] Math 2..=2, math::greater_or_equal, "{{greaterequal::2::2}}" => "1", "Whether the first number is greater or equal.";
    "less" Math 2..=2, math::less, "{{less::2::10}}" => "1", "Whether the first number is less.";
    "lessequal" ["less_equal"] Math 2..=2, math::less_or_equal, "{{lessequal::2::2}}" => "1", "Whether the first number is less or equal.";
    "and" Math 2..=2, math::and, "{{and::1::0}}" => "0", "Whether both are `1`.";
    "or" Math 2..=2, math::or, "{{or::1::0}}" => "1", "Whether one is `1`.";
    "not" Math 1..=1, math::not, "{{not::1}}" => "0", "Whether it is not `1`.";
    "all" Math 1..=MANY, math::all, "{{all::1::1}}" => "1", "Whether all are true.";
    "any" Math 1..=MANY, math::any, "{{any::0::1}}" => "1", "Whether one is true.";
    "floor" Math 1..=1, math::floor, "{{floor::-1.2}}" => "-2", "Rounded down.";
    "ceil" Math 1..=1, math::ceil, "{{ceil::1.1}}" => "2", "Rounded up.";
    "round" Math 1..=1, math::round, "{{round::1.5}}" => "2", "Rounded.";
    "abs" Math 1..=1, math::abs, "{{abs::-4}}" => "4", "Without its sign.";
    "pow" Math 2..=2, math::power, "{{pow::2::10}}" => "1024", "A power.";
    "remaind" Math 2..=2, math::remainder, "{{remaind::7::4}}" => "3", "What a division leaves.";
    "sum" Math 1..=MANY, math::sum, "{{sum::1::2::3}}" => "6", "The sum of numbers, or of a list.";
    "average" Math 1..=MANY, math::average, "{{average::1::2}}" => "1.5", "The mean of numbers, or of a list.";
    "min" Math 1..=MANY, math::minimum, "{{min::3::2}}" => "2", "The least of numbers, or of a list.";
    "max" Math 1..=MANY, math::maximum, "{{max::3::2}}" => "3", "The greatest of numbers, or of a list.";
    "fixnum" ["fix_num", "fixnumber"] Math 2..=2, math::fixed, "{{fixnum::1.005::1}}" => "1.0", "A number with so many places.";

    "split" Data 2..=2, data::split, "{{split::a-b::-}}" => "[\"a\",\"b\"]", "A text cut into a list.";
    "join" Data 2..=2, data::join, "{{join::[\"a\",\"b\"]::-}}" => "a-b", "A list joined into a text.";
    "arraylength" ["array_length"] Data 1..=1, data::length, "{{arraylength::[1,2]}}" => "2", "How many items a list has.";
    "arrayelement" ["array_element"] Data 2..=2, data::element, "{{arrayelement::[\"a\"]::0}}" => "a", "An item of a list.";
    "arraypush" ["array_push"] Data 2..=2, data::push, "{{arraypush::[]::a}}" => "[\"a\"]", "A list with one more item.";
    "arraypop" ["array_pop"] Data 1..=1, data::pop, "{{arraypop::[1,2]}}" => "[1]", "A list without its last item.";
    "arrayshift" ["array_shift"] Data 1..=1, data::shift, "{{arrayshift::[1,2]}}" => "[2]", "A list without its first item.";
    "arraysplice" ["array_splice"] Data 4..=4, data::splice, "{{arraysplice::[1,2]::0::1::x}}" => "[\"x\",2]", "A list with some items replaced.";
    "arrayassert" ["array_assert"] Data 3..=3, data::assert, "{{arrayassert::[]::1::x}}" => "[null,\"x\"]", "A list that has an item at a place.";
    "makearray" ["array", "a", "make_array"] Data 0..=MANY, data::make_list, "{{makearray::a::b}}" => "[\"a\",\"b\"]", "A list of the arguments.";
    "range" Data 1..=1, data::range, "{{range::[1,6,2]}}" => "[\"1\",\"3\",\"5\"]", "A list of numbers.";
    "filter" Data 1..=2, data::filter, "{{filter::[\"a\",\"\",\"a\"]::unique}}" => "[\"a\",\"\"]", "A list without repeated items (`unique`), empty ones (`nonempty`), or both.";
    "dictelement" ["dict_element", "objectelement", "object_element"] Data 2..=2, data::member, "{{dictelement::{\"k\":\"v\"}::k}}" => "v", "A member of a dictionary.";
    "dictassert" ["dict_assert", "objectassert", "object_assert"] Data 3..=3, data::assert_member, "{{dictassert::{}::k::v}}" => "{\"k\":\"v\"}", "A dictionary that has a member.";
    "makedict" ["dict", "d", "make_dict", "makeobject", "object", "o", "make_object"] Data 0..=MANY, data::make_dictionary, "{{makedict::k=v}}" => "{\"k\":\"v\"}", "A dictionary of `key=value`.";
    "element" ["ele"] Data 1..=MANY, data::walk, "{{element::[{\"k\":\"v\"}]::0::k}}" => "v", "A value deep inside lists and dictionaries.";

    "previous_char_chat" ["lastcharmessage"] Chat 0..=0, chat::previous_char, "{{previous_char_chat}}" => "Storm.", "The character's last message before this one, or the greeting.";
    "previous_user_chat" ["lastusermessage"] Chat 0..=0, chat::previous_user, "[{{previous_user_chat}}]" => "[]", "The user's last message before this one; nothing outside the chat.";
    "previous_chat_log" Chat 1..=1, chat::log, "{{previous_chat_log::1}}" => "Hello.", "A message by its number.";
    "lastmessage" Chat 0..=0, chat::last, "{{lastmessage}}" => "Storm.", "The last message.";
    "chat_index" Chat 0..=0, chat::index, "{{chat_index}}" => "-1", "The number of the message that holds the text.";
    "first_msg_index" ["firstmsgindex", "firstmessageindex"] Chat 0..=0, chat::greeting_index, "{{first_msg_index}}" => "-1", "Which alternate greeting the chat began with.";
    "isfirstmsg" ["isfirstmessage"] Chat 0..=0, chat::is_first, "{{isfirstmsg}}" => "0", "Whether the text is the greeting.";
    "role" Chat 0..=0, chat::role, "{{role}}" => "null", "The role of the message that holds the text.";
}
