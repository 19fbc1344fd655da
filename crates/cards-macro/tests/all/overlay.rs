//! A host in front of another: what it does not answer itself is the other's answer.

use cards_macro::{
    Answers, Arity, Clock as _, Dice as _, ExtraMacros as _, Fact, Facts, List, MapHost, Member, Message, Moment,
    Overlay, Scope, Situation, Value, VariableStore as _,
};

/// Answers nothing.
struct Nothing;
impl Answers for Nothing {}

fn host() -> MapHost {
    let mut host = MapHost::new("Sam", "Mira").with(Fact::Scenario, "A pier.").rolls(&[0.25, 0.75]);
    host.alternate_greetings = vec!["Ho.".to_owned()];
    host.group = Some(vec![Member { name: "Rin".to_owned(), muted: true }]);
    host.messages = vec![Message::default()];
    host.outlets = vec![("map".to_owned(), "The quay.".to_owned())];
    host.set_list(List::ModuleAssets("sea"), vec!["wave".to_owned()]);
    host.extensions = vec!["regex".to_owned()];
    host.situation = Situation { greeting: Some(3), ..Situation::default() };
    host.now = Some(Moment::from_unix(1_000));
    host.last_user_message = Some(Moment::from_unix(500));
    host.register("shout", Arity::exactly(1), "Upper case.", |args| Some(args.first()?.to_uppercase()));
    host
}

#[test]
fn what_is_not_answered_in_front_is_asked_behind() {
    let (plain, mut behind) = (host(), host());
    let over = Overlay { host: &mut behind, answers: Nothing };
    for fact in [Fact::User, Fact::Char, Fact::Scenario, Fact::Persona] {
        assert_eq!(over.fact(fact), plain.fact(fact), "{fact:?}");
    }
    assert_eq!(over.alternate_greetings(), plain.alternate_greetings());
    assert_eq!(over.group(), plain.group());
    assert_eq!(over.messages(), plain.messages());
    for name in ["map", "none"] {
        assert_eq!(over.outlet(name), plain.outlet(name));
    }
    for list in [List::ModuleAssets("sea"), List::ModuleAssets("sky"), List::Lore] {
        assert_eq!(over.list(list), plain.list(list));
    }
    assert_eq!(["regex", "other"].map(|name| over.has_extension(name)), [true, false]);
    assert_eq!(over.situation(), plain.situation());
    assert_eq!((over.now(), over.last_user_message()), (plain.now(), plain.last_user_message()));
    assert_ne!(over.now(), over.last_user_message());
    assert_eq!(over.extra_macros(), plain.extra_macros());
}

#[test]
fn variables_dice_and_macros_are_those_behind() {
    let mut behind = host();
    let mut over = Overlay { host: &mut behind, answers: Nothing };
    over.set_var(Scope::Chat, "mood", Value::from("calm"));
    assert_eq!(over.get_var(Scope::Chat, "mood").as_deref(), Some(&Value::from("calm")));
    assert_eq!(over.get_var(Scope::Global, "mood"), None);
    assert_eq!((over.list_vars(Scope::Chat), over.list_vars(Scope::Global)), (vec!["mood".to_owned()], Vec::new()));
    assert_eq!(["mood", "mood"].map(|name| over.delete_var(Scope::Chat, name)), [true, false]);
    assert_eq!([over.roll(), over.roll()], [0.25, 0.75]);
    assert_eq!(over.call_extra(0, &["ahoy"]).as_deref(), Some("AHOY"));
    assert_eq!((behind.rolls_taken(), behind.list_vars(Scope::Chat)), (2, Vec::new()));
}
