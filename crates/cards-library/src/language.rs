//! The language that a card's prose is written in.

use cards_kit::edit::texts::Text;

/// Characters of prose that are looked at; the trigrams of more say nothing new.
const MOST: usize = 2_000;
/// Characters below which a guess is worth nothing.
const LEAST: usize = 24;

/// The language of a card's prose, as ISO 639-3 has it; nothing where the detector is not sure.
///
/// Macros and markup are looked at as the text that they are: a card of nothing else has no language.
pub(crate) fn language_of(texts: &[Text<'_>]) -> Option<&'static str> {
    let prose = ["description", "greetings", "personality", "scenario", "mes_example", "book.content"];
    let mut sample = String::new();
    let mut count = 0;
    for field in prose {
        for text in texts.iter().filter(|text| text.is_of(field)) {
            for char in text.text.chars().take(MOST - count) {
                sample.push(char);
                count += 1;
            }
            sample.push('\n');
        }
    }
    let found = whatlang::detect(&sample).filter(|_| count >= LEAST)?;
    found.is_reliable().then(|| found.lang().code())
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards_kit::{Limits, open};

    #[track_caller]
    fn check(description: &str, expected: Option<&str>) {
        let data = serde_json::json!({"description": description});
        let card = serde_json::json!({"spec": "chara_card_v2", "spec_version": "2.0", "data": data});
        let file = card.to_string();
        let opened = open(file.as_bytes(), Limits::default()).unwrap();
        assert_eq!(language_of(&cards_kit::edit::texts::texts(opened.content())), expected);
    }

    #[test]
    fn languages_are_told_by_prose_and_not_by_little() {
        check(
            "She walks along the river each evening and listens for the old bell that nobody else can hear. When the water \
             is low she finds things between the stones, and what she finds she keeps in a box under her bed. {{char}} has \
             never told {{user}} about the box, though there were evenings when she almost did.",
            Some("eng"),
        );
        check(
            "Sie geht jeden Abend am Fluss entlang und lauscht der alten Glocke, die sonst niemand hören kann. Wenn das \
             Wasser niedrig steht, findet sie Dinge zwischen den Steinen, und was sie findet, bewahrt sie in einer Kiste \
             unter ihrem Bett auf. Von der Kiste hat sie noch niemandem erzählt.",
            Some("deu"),
        );
        check("彼女は毎晩川沿いを歩き、誰にも聞こえない古い鐘の音に耳を澄ましています。", Some("jpn"));
        check("{{char}}", None);
        check("", None);
    }
}
