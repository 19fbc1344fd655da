//! What only RisuAI knows.

use super::entry::{Behaviour, Group, MacroInfo};
use super::masks::*;
use crate::builtin::risu::{
    chance, chat, cipher, data, fields, functions, html, math, program, texts, time, variables,
};
use crate::builtin::text;
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
    "dice" Random 1..=1, chance::dice, "{{dice::2d6}}" => "2", "A throw of dice, written in full.";
    "hash" Random 1..=1, chance::hash, "{{hash::quay}}" => "4833235", "A number of seven digits that hangs on the text alone.";

    "setdefaultvar" Variables 2..=2, variables::set_default, "{{setdefaultvar::mood::sad}}{{getvar::mood}}" => "calm", "Sets a chat variable that is empty (an unset one reads `null` and counts as set).";
    "settempvar" ["tempset"] Variables 2..=2, variables::set_temporary, "{{settempvar::t::1}}{{tempvar::t}}" => "1", "Sets a variable that lasts for one rendering.";
    "tempvar" ["gettempvar"] Variables 1..=1, variables::get_temporary, "[{{tempvar::none}}]" => "[]", "A variable that lasts for one rendering.";

    "call" Control 1..=MANY, functions::call, "{{#func hi who}}Hi {{arg::1}}{{/func}}{{call::hi::Rin}}" => "Hi Rin", "Renders a function that `{{#func name}}` defined; `{{#if}}`, `{{#when}}`, `{{#each}}`, `{{#pure}}`, `{{#puredisplay}}`, `{{#escape}}` and `{{#code}}` are blocks too.";
    "return" Control 0..=1, functions::give_back, "a{{return::b}}c" => "b", "Ends the rendering at once; the argument is its result.";
    "slot" Control 0..=1, text::keep, "{{#each [1,2] as n}}<{{slot::n}}>{{/each}}" => "<1><2>", "The item of an `{{#each}}`; anywhere else it stays as text.";
    "arg" Control 0..=1, text::keep, "{{#func f}}{{arg::1}}{{/func}}{{call::f::x}}" => "x", "An argument of a function; anywhere else it stays as text.";

    "lower" Text 1..=1, texts::lower, "{{lower::AB}}" => "ab", "Lower case.";
    "upper" Text 1..=1, texts::upper, "{{upper::ab}}" => "AB", "Upper case.";
    "capitalize" Text 1..=1, texts::capitalize, "{{capitalize::ab}}" => "Ab", "The first letter in upper case.";
    "replace" Text 3..=3, texts::replace, "{{replace::a-b::-::+}}" => "a+b", "Replaces every occurrence; `$&` in the replacement is what was found.";
    "length" Text 1..=1, texts::length, "{{length::abc}}" => "3", "How many UTF-16 units a text has.";
    "contains" Text 2..=2, texts::contains, "{{contains::abc::b}}" => "1", "Whether a text holds another: `1` or `0`.";
    "startswith" Text 2..=2, texts::starts_with, "{{startswith::abc::b}}" => "0", "Whether a text starts with another: `1` or `0`.";
    "endswith" Text 2..=2, texts::ends_with, "{{endswith::abc::c}}" => "1", "Whether a text ends with another: `1` or `0`.";
    "iserror" Text 1..=1, texts::is_error, "{{iserror::Error: x}}" => "1", "Whether a text begins with `error:`.";
    "unicode_decode" Text 1..=1, texts::from_code, "{{unicode_decode::9731}}" => "☃", "The character of a code.";
    "u" ["unicodedecodefromhex", "ue", "unicodeencodefromhex"] Text 1..=1, texts::from_hex_code, "{{u::2603}}" => "☃", "The character of a hexadecimal code.";
    "unicode_encode" Text 1..=2, texts::to_code, "{{unicode_encode::A}}" => "65", "The code of a character.";
    "tonumber" Text 1..=1, texts::to_number, "{{tonumber::a1b2.5}}" => "12.5", "The digits, points and blanks of a text.";
    "fromhex" Math 1..=1, texts::from_hex, "{{fromhex::ff}}" => "255", "Reads a hexadecimal number.";
    "tohex" Math 1..=1, texts::to_hex, "{{tohex::255}}" => "ff", "Spells a number in hexadecimal.";
    "xorencrypt" ["xor", "xorencode", "xore"] Text 1..=1, cipher::xor_encrypt, "{{xorencrypt::hi}}" => "l5Y=", "Hides a text from the eye.";
    "xordecrypt" ["xordecode", "xord"] Text 1..=1, cipher::xor_decrypt, "{{xordecrypt::l5Y=}}" => "hi", "Shows a hidden text.";
    "crypt" ["crypto", "caesar", "encrypt", "decrypt"] Text 1..=2, cipher::shift, "{{crypt::abc::1}} {{decrypt::{{encrypt::abc}}}}" => "bcd abc", "Moves every letter by a number; without one the same macro leads back.";
    "bkspc" Text 0..=0, functions::cut_word, "one two {{bkspc}} three" => "one three", "Takes the last word before it away.";
    "erase" Text 0..=0, functions::cut_sentence, "One. Two{{erase}}!" => "One.!", "Takes the last sentence before it away.";
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
    "cbr" ["cnl", "cnewline"] Text 0..=1, texts::escaped_line_end, "{{cbr}}" => "\\n", "A backslash and an `n`; with a number what is between the braces, so many times.";

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

    "split" Data 1..=2, data::split, "{{split::a-b::-}}" => "[\"a\",\"b\"]", "A text cut into a list.";
    "spread" Data 1..=1, data::spread, "{{min::{{spread::[3,1]}}}}" => "1", "The items of a list as the arguments of a macro around it.";
    "join" Data 2..=2, data::join, "{{join::[\"a\",\"b\"]::-}}" => "a-b", "A list joined into a text.";
    "arraylength" ["array_length"] Data 1..=1, data::length, "{{arraylength::[1,2]}}" => "2", "How many items a list has.";
    "arrayelement" ["array_element"] Data 2..=2, data::element, "{{arrayelement::[\"a\"]::0}}" => "a", "An item of a list.";
    "arraypush" ["array_push"] Data 2..=2, data::push, "{{arraypush::[]::a}}" => "[\"a\"]", "A list with one more item.";
    "arraypop" ["array_pop"] Data 1..=1, data::pop, "{{arraypop::[1,2]}}" => "[1]", "A list without its last item.";
    "arrayshift" ["array_shift"] Data 1..=1, data::shift, "{{arrayshift::[1,2]}}" => "[2]", "A list without its first item.";
    "arraysplice" ["array_splice"] Data 4..=4, data::splice, "{{arraysplice::[1,2]::0::1::x}}" => "[\"x\",2]", "A list with some items replaced by one.";
    "arrayassert" ["array_assert"] Data 3..=3, data::assert, "{{arrayassert::[]::1::x}}" => "[null,\"x\"]", "A list that has an item at a place.";
    "makearray" ["array", "a", "make_array"] Data 0..=MANY, data::make_list, "{{makearray::a::b}}" => "[\"a\",\"b\"]", "A list of the arguments.";
    "range" Data 1..=1, data::range, "{{range::[1,6,2]}}" => "[\"1\",\"3\",\"5\"]", "A list of numbers; a step that leads nowhere leaves the macro as text.";
    "filter" Data 1..=2, data::filter, "{{filter::[\"a\",\"\",\"a\"]::unique}}" => "[\"a\",\"\"]", "A list without repeated items (`unique`), empty ones (`nonempty`), or both.";
    "dictelement" ["dict_element", "objectelement", "object_element"] Data 2..=2, data::dictionary_element, "{{dictelement::{\"k\":\"v\"}::k}}" => "v", "A member of a dictionary.";
    "dictassert" ["dict_assert", "objectassert", "object_assert"] Data 3..=3, data::assert_member, "{{dictassert::{}::k::v}}" => "{\"k\":\"v\"}", "A dictionary that has a member which is not empty.";
    "makedict" ["dict", "d", "make_dict", "makeobject", "object", "o", "make_object"] Data 0..=MANY, data::make_dictionary, "{{makedict::k=v}}" => "{\"k\":\"v\"}", "A dictionary of `key=value`.";
    "element" ["ele"] Data 1..=MANY, data::walk, "{{element::[\"a\",\"b\"]::1}}" => "b", "A value deep inside lists and dictionaries.";

    "previous_char_chat" ["lastcharmessage"] Chat 0..=0, chat::previous_char, "{{previous_char_chat}}" => "Storm.", "The character's last message before this one, or the greeting.";
    "previous_user_chat" ["lastusermessage"] Chat 0..=0, chat::previous_user, "[{{previous_user_chat}}]" => "[]", "The user's last message before this one; nothing outside the chat.";
    "previous_chat_log" Chat 1..=1, chat::log, "{{previous_chat_log::1}}" => "Hello.", "A message by its number.";
    "lastmessage" Chat 0..=0, chat::last, "{{lastmessage}}" => "Storm.", "The last message.";
    "chat_index" Chat 0..=0, chat::index, "{{chat_index}}" => "-1", "The number of the message that holds the text.";
    "first_msg_index" ["firstmsgindex", "firstmessageindex"] Chat 0..=0, chat::greeting_index, "{{first_msg_index}}" => "-1", "Which alternate greeting the chat began with.";
    "isfirstmsg" ["isfirstmessage"] Chat 0..=0, chat::is_first, "{{isfirstmsg}}" => "0", "Whether the text is the greeting.";
    "role" Chat 0..=0, chat::role, "{{role}}" => "null", "The role of the message that holds the text.";
    "history" ["messages"] Chat 0..=MANY, chat::history, "{{history::role}}" => "[\"char: Ahoy.\",\"user: Hello.\",\"char: Storm.\"]", "All messages; without an argument as JSON, the greeting first.";
    "userhistory" ["usermessages"] Chat 0..=0, chat::user_history, "{{userhistory}}" => "[\"{\\\"role\\\":\\\"user\\\",\\\"data\\\":\\\"Hello.\\\",\\\"time\\\":1714975689000}\"]", "The user's messages as JSON.";
    "charhistory" ["charmessages"] Chat 0..=0, chat::char_history, "{{arraylength::{{charhistory}}}}" => "2", "The character's messages as JSON.";
    "messagetime" Chat 0..=0, time::message_time, "{{messagetime}}" => "[Cannot get time]", "When the message that holds the text was sent: the time of day.";
    "messagedate" Chat 0..=0, time::message_date, "{{messagedate}}" => "[Cannot get time]", "When the message that holds the text was sent: the date.";
    "messageunixtimearray" Chat 0..=0, time::message_times, "{{messageunixtimearray}}" => "[\"1714975689000\",\"1714975689000\",\"1714975689000\"]", "When each message was sent, in milliseconds; 0 where that is not known.";
    "messageidleduration" Chat 0..=0, time::message_idle, "{{messageidleduration}}" => "[Cannot get time]", "How long the user took for the message at hand.";

    "unixtime" Time 0..=0, time::unix, "{{unixtime}}" => "1714979289", "Seconds since 1970.";

    "mainprompt" ["systemprompt"] State 0..=0, fields::main_prompt, "[{{mainprompt}}]" => "[]", "The program's main prompt, its own macros expanded.";
    "jb" ["jailbreak"] State 0..=0, fields::jailbreak, "[{{jb}}]" => "[]", "The program's jailbreak prompt, its own macros expanded.";
    "globalnote" ["systemnote", "ujb"] State 0..=0, fields::global_note, "[{{globalnote}}]" => "[]", "The program's global note, its own macros expanded.";
    "lorebook" ["worldinfo"] State 0..=0, fields::lorebook, "{{lorebook}}" => "{{lorebook}}", "The lore entries as JSON.";
    "trigger_id" State 0..=0, program::trigger, "{{trigger_id}}" => "null", "The button that was pressed.";
    "axmodel" State 0..=0, program::sub_model, "{{axmodel}}" => "{{axmodel}}", "The name of the model for side tasks.";
    "jbtoggled" State 0..=0, program::jailbreak_is_on, "{{jbtoggled}}" => "0", "Whether the jailbreak prompt is on.";
    "prefillsupported" ["prefill"] State 0..=0, program::prefill, "{{prefillsupported}}" => "0", "Whether the model takes a begun answer.";
    "screenwidth" State 0..=0, program::screen_width, "{{screenwidth}}" => "{{screenwidth}}", "The width of the screen.";
    "screenheight" State 0..=0, program::screen_height, "{{screenheight}}" => "{{screenheight}}", "The height of the screen.";
    "moduleenabled" State 1..=1, program::module_is_on, "{{moduleenabled::sea}}" => "0", "Whether a module is on.";
    "moduleassetlist" State 1..=1, program::module_assets, "[{{moduleassetlist::sea}}]" => "[]", "The assets of a module.";
    "emotionlist" State 0..=0, program::emotions, "{{emotionlist}}" => "{{emotionlist}}", "The card's emotions.";
    "assetlist" State 0..=0, program::assets, "{{assetlist}}" => "[\"lamp\"]", "The card's assets.";
    "chardisplayasset" State 0..=0, program::display_assets, "{{chardisplayasset}}" => "{{chardisplayasset}}", "The card's assets that are offered to the model.";
    "metadata" State 1..=1, program::metadata, "{{metadata::mobile}} {{metadata::modelname}}" => "0 parrot-1", "A fact about the program: `mobile`, `local`, `node`, `version`, `major`, `language`, `browserlanguage`, `modelname`, `modelshortname`, `modelinternalid`, `modelformat`, `modelprovider`, `modeltokenizer`, `risutype`, `maxcontext`.";

    "button" Page 2..=2, html::button, "{{button::Go::walk}}" => "<button class=\"button-default\" risu-trigger=\"walk\">Go</button>", "A button that runs a trigger.";
    "risu" Page 0..=1, html::logo, "{{risu::60}}" => "<img src=\"/logo2.png\" style=\"height:60px;width:60px\" />", "The client's logo.";
    "file" Page 2..=2, html::file, "{{file::note.txt::aGVsbG8=}}" => "hello", "A file inside the text, in Base64; for display its name.";
    "tex" ["latex", "katex"] Page 1..=1, html::tex, "{{tex::E=mc^2}}" => "$$E=mc^2$$", "A formula in TeX.";
    "ruby" ["furigana"] Page 2..=2, html::ruby, "{{ruby::a::b}}" => "<ruby>a<rp> (</rp><rt>b</rt><rp>) </rp></ruby>", "A text with its reading above.";
    "codeblock" Page 1..=2, html::code_block, "{{codeblock::a<b}}" => "<pre><code>a&lt;b</code></pre>", "Code, the last argument; the first of two is its language.";
    "asset" ["image", "img", "emotion", "video", "video-img", "audio", "bg", "bgm", "path", "raw", "source"] Page 0..=MANY, text::keep, "{{asset::lamp}}" => "{{asset::lamp}}", "A picture, sound or film of the card; the page shows it, here it stays as text.";
    "inlay" ["inlayed", "inlayeddata"] Page 0..=MANY, text::keep, "{{inlay::x}}" => "{{inlay::x}}", "A picture of the chat; the page shows it, here it stays as text.";
    "position" Page 0..=MANY, text::keep, "{{position::mark}}" => "{{position::mark}}", "A place for lore entries with `@@position`; here it stays as text.";
}
