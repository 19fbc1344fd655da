//! Laws of every prompt: nothing is lost without a note, the context holds, the order is stable.

use cards_lore::Placement;
use cards_lore::placement::InjectHow;
use cards_macro::{Limits, MapHost};
use cards_model::{Card, v2};
use cards_prompt::risu::{self, RisuInput};
use cards_prompt::{LoreText, Opening, Prompt, PromptInput, Source, assemble, open};
use cards_words::{Message, Role, TokenCounter};
use proptest::prelude::*;

fn placement() -> impl Strategy<Value = Placement> {
    prop_oneof![
        Just(Placement::Default),
        Just(Placement::BeforeChar),
        Just(Placement::AfterChar),
        Just(Placement::AuthorNoteTop),
        Just(Placement::AuthorNoteBottom),
        Just(Placement::ExamplesTop),
        Just(Placement::ExamplesBottom),
        prop_oneof![-2.0..12.0, Just(f64::INFINITY), Just(f64::NAN)].prop_map(|depth| Placement::Depth { depth }),
        (-2.0..12.0).prop_map(|depth| Placement::ReverseDepth { depth }),
        (0.0..100.0).prop_map(|tokens| Placement::InstructDepth { tokens }),
        (0.0..100.0).prop_map(|tokens| Placement::ReverseInstructDepth { tokens }),
        "(before_desc|after_desc|personality|scenario|pt_x|)".prop_map(Placement::Slot),
        "(asked|other|)".prop_map(Placement::Outlet),
        "[a-z]{0,4}".prop_map(|target| Placement::Inject { target, how: InjectHow::Append }),
        any::<i64>().prop_map(Placement::Nowhere),
    ]
}

fn role() -> impl Strategy<Value = Role> {
    prop::sample::select(Role::ALL.to_vec())
}

fn lore() -> impl Strategy<Value = Vec<LoreText>> {
    let one = (placement(), role());
    prop::collection::vec(one, 0..12).prop_map(|places| {
        let texts = places.into_iter().enumerate().map(|(at, (placement, role))| LoreText {
            entry: format!("entry {at}"),
            text: format!("<lore {at}>"),
            placement,
            role,
        });
        texts.collect()
    })
}

fn prompt(lore: &[LoreText], said: usize, context: Option<u64>) -> Prompt {
    made(lore, said, context, cards_macro::Engine::SillyTavern, |input, host, tokens| assemble(input, host, tokens))
}

fn of_risu(lore: &[LoreText], said: usize) -> Prompt {
    let make = |input: &PromptInput<'_>, host: &mut MapHost, tokens: &mut dyn TokenCounter| {
        risu::assemble(&RisuInput::new(input.clone()), host, tokens)
    };
    made(lore, said, Some(u64::MAX), cards_macro::Engine::Risu, make)
}

fn made(
    lore: &[LoreText],
    said: usize,
    context: Option<u64>,
    engine: cards_macro::Engine,
    make: impl FnOnce(&PromptInput<'_>, &mut MapHost, &mut dyn TokenCounter) -> Result<Prompt, cards_macro::Error>,
) -> Prompt {
    let data = v2::Data {
        name: "Aria".into(),
        description: "Asks {{outlet::asked}}".into(),
        mes_example: "<START>\none\n<START>\ntwo".into(),
        post_history_instructions: "Be brief.".into(),
        ..Default::default()
    };
    let card = Card::V2(Box::new(v2::Card { data, ..Default::default() }));
    let chat: Vec<_> = (0..said).map(|at| Message::user(format!("message number {at}"))).collect();
    let mut host = MapHost::new("Sam", "Aria");
    let history = open(Some(&card), &chat, &Opening::Greeting(0), engine, &Limits::default(), &mut host).unwrap();
    let input = PromptInput { lore, engine, context, ..PromptInput::new(&card, &history) };
    make(&input, &mut host, &mut |text: &str| text.len() as u64).unwrap()
}

proptest! {
    #[test]
    fn no_piece_is_lost_without_a_note(lore in lore(), said in 0_usize..6) {
        let prompt = prompt(&lore, said, None);
        for text in &lore {
            let in_prompt = prompt.segments.iter().filter(|piece| piece.text.contains(&text.text)).count();
            let noted = prompt.unplaced.iter().filter(|lost| lost.segment.text == text.text).count();
            prop_assert_eq!(in_prompt + noted, 1, "{:?}", text);
        }
        let messages = prompt.segments.iter().filter(|piece| matches!(piece.source, Source::Message(_))).count();
        prop_assert_eq!(messages, said);
    }

    #[test]
    fn no_piece_of_risus_prompt_is_lost_without_a_note(lore in lore(), said in 0_usize..6) {
        let prompt = of_risu(&lore, said);
        for text in &lore {
            let in_prompt = prompt.segments.iter().filter(|piece| piece.text.contains(&text.text)).count();
            let noted = prompt.unplaced.iter().filter(|lost| lost.segment.text == text.text).count();
            prop_assert_eq!(in_prompt + noted, 1, "{:?}", text);
        }
        let messages = prompt.segments.iter().filter(|piece| matches!(piece.source, Source::Message(_))).count();
        prop_assert_eq!(messages, said);
        // What is joined is the system's on both sides.
        for pair in prompt.segments.windows(2).filter(|pair| pair[1].joined) {
            prop_assert_eq!(pair[0].role, Role::System);
            prop_assert_eq!(pair[1].role, Role::System);
        }
    }

    #[test]
    fn the_context_holds_or_its_excess_is_said(lore in lore(), said in 0_usize..8, context in 0_u64..400) {
        let whole = prompt(&lore, said, None);
        let fitted = prompt(&lore, said, Some(context));
        prop_assert_eq!(fitted.excess, fitted.tokens().saturating_sub(context));
        if fitted.excess > 0 {
            let may_go = |source: &Source| matches!(source, Source::Example(_) | Source::Message(_));
            let left = fitted.segments.iter().filter(|piece| may_go(&piece.source)).count();
            prop_assert_eq!(left, usize::from(said > 0));
        }
        let sum: u64 = fitted.left_out.iter().map(|piece| piece.tokens).sum();
        prop_assert_eq!(fitted.tokens() + sum, whole.tokens());
        prop_assert_eq!(fitted.segments.len() + fitted.left_out.len(), whole.segments.len());
    }

    #[test]
    fn the_order_of_a_place_is_the_engines(lore in lore(), said in 0_usize..6) {
        let once = prompt(&lore, said, None);
        prop_assert_eq!(&once, &prompt(&lore, said, None));
        for (at, text) in lore.iter().enumerate() {
            for other in lore.iter().skip(at + 1).filter(|other| other.placement == text.placement && other.role == text.role) {
                let place = |text: &str| once.segments.iter().position(|piece| piece.text == text);
                if let (Some(first), Some(second)) = (place(&text.text), place(&other.text)) {
                    prop_assert!(first < second, "{:?} {:?}", text, other);
                }
            }
        }
    }
}
