//! What macros say of a chat: its messages, their versions, and who wrote them.

use cards_macro::{Engine, Fact, For, MapHost, Member, Message, Role, expand};

fn swiped(mut message: Message<'static>, count: usize, swipe: Option<usize>) -> Message<'static> {
    message.swipes = vec!["v".into(); count];
    message.swipe = swipe;
    message
}

fn hidden(mut message: Message<'static>) -> Message<'static> {
    message.hidden = true;
    message
}

#[track_caller]
fn check(engine: Engine, host: &mut MapHost, text: &str, told: &str) {
    assert_eq!(expand(text, engine, host, For::Prompt).unwrap(), told, "{text}");
}

/// De facto: SillyTavern 1.19.0: a message whose next version is being written does not count yet, and of users and characters
/// those that are hidden do not.
#[test]
fn the_last_message_is_the_last_that_counts() {
    let asked = "{{lastMessage}}|{{lastMessageId}}|{{lastUserMessage}}|{{lastCharMessage}}|{{lastSwipeId}}|{{currentSwipeId}}|{{allChatRange}}";
    let (user, char) = (|| Message::user("u"), || Message::assistant("c"));
    for (messages, told) in [
        (vec![], "||||||"),
        (vec![user()], "u|0|u||||0-0"),
        (vec![char()], "c|0||c|||0-0"),
        (vec![user(), char()], "c|1|u|c|||0-1"),
        (vec![user(), Message::new(Role::System, "s")], "s|1|u|s|||0-1"),
        (vec![user(), hidden(Message::user("h"))], "h|1|u||||0-1"),
        (vec![char(), hidden(Message::assistant("h"))], "h|1||c|||0-1"),
        (vec![user(), swiped(char(), 2, Some(0))], "c|1|u|c|2|1|0-1"),
        (vec![user(), swiped(char(), 2, Some(1))], "c|1|u|c|2|2|0-1"),
        // The next version is being written.
        (vec![user(), swiped(char(), 2, Some(2))], "u|0|u||||0-1"),
        (vec![user(), swiped(char(), 2, None)], "c|1|u|c|2||0-1"),
        (vec![user(), swiped(char(), 0, Some(0))], "c|1|u|c||1|0-1"),
    ] {
        let mut host = MapHost::new("Rin", "Mira");
        host.messages = messages;
        check(Engine::SillyTavern, &mut host, asked, told);
    }
    for (context, response, told) in
        [("", "", ""), ("100", "", "100"), ("100", "30", "70"), (" 100 ", "x", "100"), ("x", "30", "")]
    {
        let mut host = MapHost::new("Rin", "Mira").with(Fact::MaxContext, context).with(Fact::MaxResponse, response);
        check(Engine::SillyTavern, &mut host, "{{maxPrompt}}", told);
    }
}

/// De facto: RisuAI 904a14a.
#[test]
fn a_chat_of_risuai_is_asked_by_place() {
    let host = |count: usize, index: Option<usize>| {
        let mut host = MapHost::new("Rin", "Mira").with(Fact::FirstMessage, "hi");
        host.alternate_greetings = vec!["ho".to_owned()];
        host.messages = [Message::user("u0"), Message::assistant("c1"), Message::user("u2"), Message::assistant("c3")]
            [..count]
            .to_vec();
        host.situation.chat_index = index;
        host
    };
    let asked = "{{previous_char_chat}}|{{previous_user_chat}}|{{chat_index}}|{{role}}";
    for (count, index, told) in [
        (0, None, "hi||-1|null"),
        (4, None, "c3||-1|null"),
        (4, Some(0), "hi|hi|0|user"),
        (4, Some(1), "hi|u0|1|char"),
        (4, Some(2), "c1|u0|2|user"),
        (4, Some(3), "c1|u2|3|char"),
        (4, Some(9), "c3|u2|9|null"),
    ] {
        check(Engine::Risu, &mut host(count, index), asked, told);
    }
    for (text, told) in [
        ("{{previous_chat_log::0}}{{previous_chat_log::3}}", "u0c3"),
        ("{{previous_chat_log::4}}", "Out of range"),
        ("{{previous_chat_log::-1}}", "Out of range"),
        ("{{previous_chat_log::0.5}}", "Out of range"),
        ("{{lastmessage}}{{lastmessageid}}", "c33"),
        ("{{history::text}}", r#"["u0","c1","u2","c3"]"#),
        ("{{history::role}}", r#"["user: u0","char: c1","user: u2","char: c3"]"#),
        ("{{arraylength::{{history}}}}{{arraylength::{{userhistory}}}}{{arraylength::{{charhistory}}}}", "522"),
        ("{{dictelement::{{arrayelement::{{userhistory}}::1}}::data}}", "u2"),
        ("{{dictelement::{{arrayelement::{{charhistory}}::0}}::role}}", "char"),
        ("{{dictelement::{{arrayelement::{{history}}::0}}::data}}", "hi"),
    ] {
        check(Engine::Risu, &mut host(4, None), text, told);
    }
    check(Engine::Risu, &mut host(0, None), "{{lastmessage}}{{lastmessageid}}", "{{lastmessage}}-1");
    let mut given = host(4, Some(0));
    for (greeting, told) in [(None, "-1hi"), (Some(0), "0ho"), (Some(1), "1")] {
        given.situation.greeting = greeting;
        check(Engine::Risu, &mut given, "{{first_msg_index}}{{previous_char_chat}}", told);
    }
    given.situation.role = "bot".to_owned();
    for (index, first, known, told) in [
        (Some(0), false, "", "0user"),
        (Some(0), true, "", "1char"),
        (Some(9), false, "", "0bot"),
        (Some(0), true, "x", "1x"),
    ] {
        given.situation.chat_index = index;
        given.situation.first_message = first;
        given.situation.known_role = known.to_owned();
        check(Engine::Risu, &mut given, "{{isfirstmsg}}{{role}}", told);
    }
}

/// De facto: SillyTavern 1.19.0 and its older engine.
#[test]
fn members_of_a_group_are_named() {
    let asked = "{{group}}|{{charIfNotGroup}}|{{groupNotMuted}}|{{notChar}}";
    for (members, newer, older) in [
        (None, "Mira|Mira|Mira|Rin", "Mira|Mira|Mira|Rin"),
        (Some(vec![]), "|||", "|||Rin"),
        (Some(vec![("Mira", false)]), "Mira|Mira|Mira|", "Mira|Mira|Mira|Rin"),
        (Some(vec![("Mira", false), ("Ann", true)]), "Mira, Ann|Mira, Ann|Mira|", "Mira, Ann|Mira, Ann|Mira|Ann, Rin"),
        (Some(vec![("Ann", false), ("Mira", true)]), "Ann, Mira|Ann, Mira|Ann|Ann", "Ann, Mira|Ann, Mira|Ann|Ann, Rin"),
    ] {
        let mut host = MapHost::new("Rin", "Mira");
        host.group = members.map(|members: Vec<(&str, bool)>| {
            members.into_iter().map(|(name, muted)| Member { name: name.to_owned(), muted }).collect()
        });
        check(Engine::SillyTavern, &mut host, asked, newer);
        check(Engine::SillyTavernLegacy, &mut host, asked, older);
        host.set(Fact::GroupOverride, "all");
        check(Engine::SillyTavern, &mut host, asked, "all|all|all|all");
    }
}
