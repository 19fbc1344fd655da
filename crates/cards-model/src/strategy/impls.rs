//! `Arbitrary` for the types that are no spec objects; those have theirs from their macro.

use proptest::prelude::*;

use super::{Oddity, any_number, content, document, extreme_text, plain_text};
use crate::document::{Id, Timestamp};
use crate::json::Pointer;
use crate::{Card, Content, Document, EmbeddedScheme, Finding, Form, rules};

macro_rules! arbitrary {
    ($($ty:ty: |$oddity:pat_param| $strategy:expr;)*) => { $(
        impl Arbitrary for $ty {
            type Parameters = Oddity;
            type Strategy = BoxedStrategy<Self>;

            fn arbitrary_with(oddity: Oddity) -> Self::Strategy {
                let $oddity = oddity;
                $strategy.boxed()
            }
        }
    )* };
}

arbitrary! {
    Id: |oddity| prop_oneof![any_number().prop_map(Self::Number), text(oddity).prop_map(Self::Text)];
    Timestamp: |oddity| match oddity {
        Oddity::Plain => (0_i64..4_000_000_000).prop_map(Self::from_seconds).boxed(),
        Oddity::Crooked => any_number().prop_map(Self).boxed(),
    };
    Form: |_| proptest::sample::select(Self::ALL);
    EmbeddedScheme: |_| prop_oneof![Just(Self::Embeded), Just(Self::Embedded)];
    Card: |oddity| super::card_form().prop_flat_map(move |form| super::card(form, oddity));
    Content: |oddity| any::<Form>().prop_flat_map(move |form| content(form, oddity));
    Document: |oddity| document(oddity);
    Finding: |oddity| {
        let rules: Vec<_> = rules::all().collect();
        let pointer = prop::collection::vec("[a-z0-9~/]{1,5}", 0..4).prop_map(Pointer::from_iter);
        (proptest::sample::select(rules), pointer, text(oddity))
            .prop_map(|(rule, pointer, message)| Self::new(rule, pointer, message))
    };
}

fn text(oddity: Oddity) -> BoxedStrategy<String> {
    match oddity {
        Oddity::Plain => plain_text(),
        Oddity::Crooked => extreme_text(),
    }
}
