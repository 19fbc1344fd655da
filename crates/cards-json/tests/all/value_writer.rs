//! A writer into a value is a writer into text.

use cards_json::*;

#[test]
fn a_value_is_what_its_text_says() {
    fn write(out: &mut impl Sink) {
        out.object(|out| {
            for text in ["x", "y\"\u{1f}é"] {
                out.key("a");
                out.string(text);
            }
            out.key("b");
            out.array(|out| {
                out.element();
                out.null();
                out.element();
                out.object(|_| {});
            });
        });
    }
    let mut text = Writer::new(Style::Compact);
    write(&mut text);
    let value = value_of(write);
    assert_eq!(value.to_string(), r#"{"a":"y\"\u001fé","b":[null,{}]}"#);
    assert_eq!(text.finish().parse(), Ok(value));
}
