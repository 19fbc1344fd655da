//! Chat files of every form, and files that are none.

use cards_json::{Json, Limits, Pointer};
use cards_kit::prompt::sillytavern::ExtensionPosition;
use cards_kit::{
    Beside, Chat, ChatError, ChatForm, ChatNote, Limits as All, Message, MessageExtra, Names, Profile, convert_beside,
};
use cards_words::Role;
use proptest::prelude::*;

fn read(bytes: impl AsRef<[u8]>) -> Chat {
    let names = Names { user: Some("Sam"), character: Some("Maren Tidewell"), full_name: None };
    Chat::read_with(bytes.as_ref(), names, &Limits::default()).unwrap().value
}

#[track_caller]
fn check(text: &str, expected: &[(Role, &str)]) {
    let chat = read(text);
    let found: Vec<_> = chat.messages.iter().map(|message| (message.role, &*message.text)).collect();
    assert_eq!(found, expected, "{text}");
}

#[track_caller]
fn refused(bytes: impl AsRef<[u8]>, message: &str) {
    let error = Chat::read(bytes.as_ref()).unwrap_err();
    assert_eq!(error.to_string(), message);
}

use Role::{Assistant, System, User};

#[test]
fn plain_text() {
    check(
        "Maren Tidewell: did you hear\nSam: yes\n\nand so on",
        &[(Assistant, "did you hear"), (User, "yes"), (User, "and so on")],
    );
    check("Maren: an alias\nJo Smith: hello", &[(User, "an alias"), (User, "hello")]);
    check("I said this: it is no name", &[(User, "I said this: it is no name")]);
    let nobody = Chat::read(b"Sam: hi\nuser: ho").unwrap().value;
    assert_eq!(nobody.messages.iter().map(|message| message.role).collect::<Vec<_>>(), [Assistant, User]);
}

#[test]
fn records() {
    let expected = [(User, "a"), (Assistant, "b")];
    let records = [r#"{"role":"user","content":"a"}"#, r#"{"role":"assistant","content":"b"}"#];
    check(&records.join("\n"), &expected);
    check(&format!("[{}]", records.join(",")), &expected);
    check(&format!(r#"{{"model":"x","messages":[{}]}}"#, records.join(",")), &expected);
    check(r#"{"messages":[]}"#, &[]);
    check("[]", &[]);
    check(
        r#"[{"role":"developer","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}]"#,
        &[(System, "a\nb")],
    );
}

#[test]
fn what_is_passed_over_is_said() {
    let text = r#"[{"role":"user","content":[{"type":"text","text":"a"},{"type":"image_url"}]},{"role":"tool","content":"x"},{"id":1},7]"#;
    let read = Chat::read(text.as_bytes()).unwrap();
    assert_eq!(read.value.messages.len(), 1);
    let findings: Vec<_> = read.findings.iter().map(ToString::to_string).collect();
    assert_eq!(
        findings,
        [
            "record 1: parts that are no text (pictures, tool calls) were passed over",
            "record 2: the answer of a tool is no message of the chat",
            "record 3: it has no text, so it was passed over",
            "record 4: it is no object, so it was passed over",
        ]
    );
}

#[test]
fn sillytavern_rows() {
    let chat = read(concat!(
        r#"{"user_name":"Jo","character_name":"Mira","chat_metadata":{"variables":{"scene":"a quay","n":2}}}"#,
        "\n",
        r#"{"name":"Mira","is_user":false,"is_system":false,"mes":"Hi","swipes":["Ho","Hi"],"swipe_id":1}"#,
        "\n",
        r#"{"name":"Jo","is_user":true,"is_system":true,"mes":"hidden"}"#,
    ));
    assert_eq!(
        (chat.form, chat.user.as_deref(), chat.character.as_deref()),
        (ChatForm::SillyTavern, Some("Jo"), Some("Mira"))
    );
    assert_eq!(chat.variables["scene"].as_text(), "a quay");
    assert_eq!(chat.variables["n"].as_text(), "2");
    let rows: Vec<_> = chat.messages.iter().map(|row| (row.role, row.hidden, row.swipes.len(), row.swipe)).collect();
    assert_eq!(rows, [(Assistant, false, 2, Some(1)), (User, true, 0, None)]);
    assert_eq!(read(r#"{"user_name":"unused","character_name":"unused","chat_metadata":{}}"#).user, None);
}

/// Each as SillyTavern 1.19 takes it in.
/// A chat of each other program in which the user says `Hello` and the character `Hi`, and the names that it gives them.
const OTHERS: [(&str, Option<&str>, Option<&str>); 5] = [
    (
        r#"{"type":"risuChat","ver":2,"data":{"message":[{"role":"user","data":"Hello"},{"role":"char","data":"Hi"}],"fmIndex":-1}}"#,
        None,
        None,
    ),
    (
        r#"{"histories":{"histories":[{"msgs":[{"src":{"is_human":true,"name":"Jo"},"text":"Hello"},{"src":{"is_human":false,"name":"Bo"},"text":"Hi"}]}]}}"#,
        None,
        None,
    ),
    (r#"{"internal":[],"data_visible":[["","" ],["Hello","Hi"]]}"#, None, None),
    (
        r#"{"name":"Bo","greeting":"x","messages":[{"handle":"Jo","userId":"u","msg":"Hello"},{"characterId":"c","msg":"Hi"}]}"#,
        None,
        Some("Bo"),
    ),
    (
        r#"{"savedsettings":{"chatname":"Jo","chatopponent":"Bo||$||Cy"},"prompt":"{{[INPUT]}}Hello\n","actions":["{{[OUTPUT]}}Hi"]}"#,
        Some("Jo"),
        Some("Bo"),
    ),
];

#[test]
fn chats_of_other_programs() {
    let both = [(User, "Hello"), (Assistant, "Hi")];
    for (text, user, character) in OTHERS {
        check(text, &both);
        let outcome = Chat::read(text.as_bytes()).unwrap();
        assert_eq!(outcome.findings, [], "{text}");
        let names = (outcome.value.user.as_deref(), outcome.value.character.as_deref());
        assert_eq!(names, (user, character), "{text}");
        assert!(matches!(Beside::read(text.as_bytes(), &Default::default()), Some(Beside::Chat(_))), "{text}");
    }
    let two = r#"{"histories":{"histories":[{"msgs":[{"src":{"is_human":true},"text":"Hello"}]},{"msgs":[]}]}}"#;
    let said = Chat::read(two.as_bytes()).unwrap().findings;
    assert_eq!(said.len(), 1);
    assert_eq!(said[0].problem, "the file has further chats, of which the first is read");
    // What has no text is said to be passed over, by its place among the messages.
    for text in [
        r#"{"type":"risuChat","data":{"message":[{"role":"user","data":"Hello"},{"role":"char"}]}}"#,
        r#"{"histories":{"histories":[{"msgs":[{"src":{"is_human":true},"text":"Hello"},{"src":{}}]}]}}"#,
        r#"{"data_visible":[["Hello",null]]}"#,
        r#"{"messages":[{"userId":"u","msg":"Hello"},{"characterId":"c","image":"x"}]}"#,
        r#"{"savedsettings":{},"actions":["{{[INPUT]}}Hello",7]}"#,
    ] {
        check(text, &both[..1]);
        let said: Vec<String> = Chat::read(text.as_bytes()).unwrap().findings.iter().map(ToString::to_string).collect();
        assert_eq!(said, ["record 2: it has no text, so it was passed over"], "{text}");
    }
    // Chub's rows are SillyTavern's, whose texts are objects.
    let chub = concat!(
        r#"{"user_name":"Jo","character_name":"Bo","chat_metadata":{}}"#,
        "\n",
        r#"{"name":"Bo","is_user":false,"mes":{"message":"Hi","id":3},"swipe_id":1,"swipes":[{"message":"Ho"},{"message":"Hi"}]}"#
    );
    check(chub, &[(Assistant, "Hi")]);
    let chat = read(chub);
    assert_eq!((chat.form, &chat.messages[0].swipes[..]), (ChatForm::SillyTavern, &["Ho".into(), "Hi".into()][..]));
}

/// The texts and numbers of a value, by their places.
pub(crate) fn leaves(value: &Json, at: &Pointer, into: &mut Vec<(Pointer, String)>) {
    match value {
        Json::Array(list) => {
            list.iter().enumerate().for_each(|(number, value)| leaves(value, &at.index(number), into));
        }
        Json::Object(object) => object.iter().for_each(|(name, value)| leaves(value, &at.member(name), into)),
        Json::String(text) if !text.is_empty() => into.push((at.clone(), text.clone())),
        Json::Number(number) => into.push((at.clone(), number.to_string())),
        _ => {}
    }
}

/// A law: whatever a chat says is in the chat that it becomes, or is reported; and who says what is the same.
#[test]
fn a_chat_in_another_form_says_the_same_or_reports_what_it_does_not() {
    /// Members that say what a value is, or who speaks.
    const WORDS: [&str; 4] = ["type", "ver", "role", "userId"];
    let more = [
        r#"{"type":"risuChat","ver":2,"data":{"message":[{"role":"user","data":"Hello","name":"Jo","time":1700000000000,"chatId":"c"},{"role":"char","data":"Hi","generationInfo":{"model":"m"}}],"note":"n","name":"Night","localLore":[{"key":"k"}]},"folders":[{"id":"f"}]}"#,
        r#"{"histories":{"histories":[{"msgs":[{"src":{"is_human":true,"name":"Jo"},"text":"Hello","id":"i"}]},{"msgs":[{"text":"more"}]}],"x":"y"}}"#,
        r#"{"internal":[["a","b"]],"data_visible":[["Hello","Hi","and more"]]}"#,
        r#"{"savedsettings":{"chatname":"Jo","chatopponent":"Bo||$||Cy","temperature":0.7},"memory":"m","prompt":"Hello","actions":[]}"#,
        r#"{"model":"x","messages":[{"role":"user","content":[{"type":"text","text":"a"},{"type":"image_url","image_url":{"url":"u"}}],"id":"i"},{"role":"tool","content":"t"},{"role":"assistant","content":"b","text":"c","extra":{"type":"odd","reasoning":"r"}},7,{"name":"N"}]}"#,
        "{\"role\":\"user\",\"content\":\"a\",\"time\":3}\n{\"role\":\"developer\",\"content\":\"b\",\"send_date\":5,\"swipes\":[\"b\",\"d\"],\"swipe_id\":0}\n",
        // Chub's rows.
        "{\"user_name\":\"Jo\",\"character_name\":\"Bo\",\"chat_metadata\":{\"note_prompt\":\"p\",\"note_interval\":1,\"note_position\":1,\"note_depth\":4,\"note_role\":2,\"scenario\":\"s\",\"system_prompt\":\"t\",\"mes_example\":\"e\",\"integrity\":\"q\",\"variables\":{\"v\":{\"w\":1}}}}\n{\"name\":\"Bo\",\"mes\":{\"message\":\"Hi\",\"id\":30},\"swipe_id\":1,\"swipes\":[{\"message\":\"Ho\"},{\"message\":\"Hi\"}],\"send_date\":\"March\",\"extra\":{\"type\":\"narrator\"}}\n",
    ];
    let limits = All::default();
    for text in OTHERS.iter().map(|(text, ..)| *text).chain(more) {
        let made = convert_beside(text.as_bytes(), Profile::SillyTavern, "", &limits).unwrap().expect(text);
        let lost: Vec<Pointer> = made.loss.iter().map(|loss| loss.pointer.parse().unwrap()).collect();
        let (mut before, mut after) = (Vec::new(), Vec::new());
        leaves(&made.before, &Pointer::ROOT, &mut before);
        leaves(&made.value, &Pointer::ROOT, &mut after);
        let is_word = |at: &Pointer| at.last().is_some_and(|name| WORDS.contains(&&*name));
        for (at, said) in before.iter().filter(|(at, _)| !is_word(at)) {
            let said = said.replace("{{[INPUT]}}", "").replace("{{[OUTPUT]}}", "");
            let is_there = after.iter().any(|(_, there)| there.contains(said.trim()));
            let is_reported = lost.iter().any(|above| at.starts_with(above));
            assert!(is_there || is_reported, "{text}: {at} {said:?}");
        }
        // What is reported is there, and not what was taken.
        assert!(lost.iter().all(|at| made.before.pointer(at.as_str()).is_some()), "{text}: {lost:?}");
        let who =
            |chat: Chat| chat.messages.into_iter().map(|message| (message.role, message.text)).collect::<Vec<_>>();
        let written = made.to_text();
        assert_eq!(who(read(&written)), who(read(text)), "{text}");
        // In the form that it has now nothing more is lost, and nothing changes.
        let again = convert_beside(written.as_bytes(), Profile::SillyTavern, "", &limits).unwrap().expect(text);
        assert_eq!((again.loss.len(), again.to_text()), (0, written));
    }
    // Rows of SillyTavern keep what nobody here knows, and get the header that the client wants.
    let rows = "{\"name\":\"Bo\",\"mes\":\"Hi\",\"odd\":1e400}\n";
    let made = convert_beside(rows.as_bytes(), Profile::SillyTavern, "", &limits).unwrap().unwrap();
    let (head, rest) = made.to_text().split_once('\n').map(|(head, rest)| (head.to_owned(), rest.to_owned())).unwrap();
    assert_eq!((head.contains("chat_metadata"), &*rest, made.loss.len()), (true, rows, 0));
    assert!(convert_beside(rows.as_bytes(), Profile::Risu, "", &limits).unwrap().is_none());
}

#[test]
fn what_is_no_chat_is_named() {
    refused(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "this is a PNG picture and not a chat");
    refused(
        r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Aria","extensions":{}}}"#,
        "this is a file of the form V2 and not a chat; name it among the cards and books",
    );
    let shape = "this JSON is not a chat: it has no list `messages`, and no record in it has a text (`content`, `mes`)";
    refused(r#"{"choices":[{"message":{"content":"x"}}]}"#, shape);
    refused(r#"[{"id":1},{"id":2}]"#, shape);
    refused(
        r#"{"role":"ghost","content":"boo"}"#,
        "record 1 has the role `ghost`; known are user, assistant and system, and their synonyms",
    );
    refused("{\"role\":\"user\",\"content\":\"a\"}\n{oops", "line 2 is not JSON");
}

#[test]
fn messages_are_limited_on_both_sides() {
    let limits = Limits::default().with_values(2);
    let read = |text: &str, limits: &Limits| Chat::read_with(text.as_bytes(), Names::default(), limits);
    let row = r#"{"role":"user"}"#;
    for (two, three) in
        [("a\nb\n\n".to_owned(), "a\nb\nc".to_owned()), (format!("[1]\n{row}\n"), format!("{row}\n[1]\n{row}\n"))]
    {
        assert!(!matches!(read(&two, &limits), Err(ChatError::TooMany { .. })));
        assert_eq!(
            read(&three, &limits).unwrap_err().to_string(),
            "the chat has more than 2 messages (limit `values`); leave out the oldest, or raise the limit"
        );
    }
    // What is passed over is listed up to a limit of its own.
    let text = r#"{"role":"user","content":"a"}"#.to_owned() + &"\n{}".repeat(4);
    let found = |most| {
        let read = read(&text, &Limits::default().with_findings(most)).unwrap();
        read.findings.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(found(4).len(), 4);
    assert_eq!(
        found(1),
        ["record 2: it has no text, so it was passed over", "record 3: what is passed over from here on is not listed"]
    );
}

prop_compose! {
    fn any_text()(text in "[a-zA-Z\\n\"{}: é🙂]{0,24}") -> String { text }
}

prop_compose! {
    fn any_message()(
        role in prop::sample::select(Role::ALL),
        (name, text) in ("[A-Za-z ]{1,8}", any_text()),
        hidden in any::<bool>(),
        swipes in prop::collection::vec(any_text(), 0..3),
        swipe in prop::option::of(0_usize..3),
        time in prop::option::of(0_i64..2_000_000_000_000),
    ) -> Message<'static> {
        let mut message = Message::new(role, text).with_name(name);
        (message.hidden, message.swipe, message.time) = (hidden, swipe, time);
        message.swipes = swipes.into_iter().map(Into::into).collect();
        message
    }
}

prop_compose! {
    fn any_chat()(
        messages in prop::collection::vec(any_message(), 0..5),
        names in (prop::option::of("[A-Z][a-z]{1,6}"), prop::option::of("[A-Z][a-z]{1,6}")),
        variables in prop::collection::btree_map("[a-z]{1,6}", prop_oneof![any_text().prop_map(|text| text.as_str().into()), (-1e9..1e9_f64).prop_map(Into::into)], 0..3),
        (reasoning, bias, forced) in (any_text(), any_text(), any::<bool>()),
        note in prop::option::of((any_text(), 0_u8..9, -1_i64..3, prop::sample::select(Role::ALL))),
        scenario in any_text(),
    ) -> Chat {
        let mut chat = Chat::from(messages);
        (chat.user, chat.character) = names;
        chat.variables = variables;
        chat.overrides.scenario = scenario;
        chat.form = ChatForm::SillyTavern;
        chat.note = note.map(|(text, depth, position, role)| {
            let position = ExtensionPosition::from_number(position);
            ChatNote::new(text).with_depth(f64::from(depth)).with_position(position).with_role(role)
        });
        let mut extra = MessageExtra::default();
        (extra.reasoning, extra.bias, extra.forced_avatar) = (reasoning, bias, forced);
        if !chat.is_empty() && extra != MessageExtra::default() {
            chat.extras.insert(0, extra);
        }
        chat
    }
}

proptest! {
    #[test]
    fn a_chat_reads_back_as_it_was_written(chat in any_chat()) {
        let read = Chat::read(chat.to_jsonl().as_bytes()).unwrap();
        prop_assert_eq!(read.findings, []);
        prop_assert_eq!(read.value, chat);
    }
}

#[test]
fn a_row_without_a_name_gets_the_one_of_who_speaks() {
    let mut chat = Chat::from(vec![Message::user("Hm."), Message::assistant("Yes?")]);
    chat.character = Some("Aria".to_owned());
    let read = Chat::read(chat.to_jsonl().as_bytes()).unwrap().value;
    let names: Vec<_> = read.messages.iter().map(|message| message.name.as_deref()).collect();
    assert_eq!(names, [Some("User"), Some("Aria")]);
}

#[test]
fn a_chat_that_goes_back_keeps_nothing_of_what_was_said_behind() {
    let mut chat = Chat::from(vec![Message::user("Hm."), Message::assistant("Yes?")]);
    chat.extras.insert(1, MessageExtra::default());
    chat.last_mut().unwrap().text = "No.".into();
    assert_eq!(chat.last().unwrap().text, "No.");
    chat.truncate(1);
    assert_eq!((chat.len(), chat.extras.len(), chat.is_empty()), (1, 0, false));
}
