//! A reader over a value is a reader over its text.

use cards_json::*;

fn json(text: &str) -> Json {
    text.parse().unwrap()
}

/// Puts a value together from its pieces, however it comes.
fn walked<'a>(reader: &mut impl Source<'a>) -> Result<Json, Error> {
    Ok(match reader.peek()? {
        Kind::Null => reader.json()?,
        Kind::Bool => reader.bool()?.into(),
        Kind::Number => reader.number()?.into(),
        Kind::String => reader.string()?.into_owned().into(),
        Kind::Array => {
            let mut items = Vec::new();
            reader.begin_array()?;
            while reader.next_element(items.len())? {
                items.push(walked(reader)?);
                reader.leave();
            }
            Json::Array(items)
        }
        Kind::Object => {
            let (mut members, mut first) = (Vec::new(), true);
            reader.begin_object()?;
            while let Some(key) = reader.next_key(&mut first)? {
                members.push((key.into_owned(), walked(reader)?));
                reader.leave();
            }
            reader.object_of(members).into()
        }
    })
}

#[test]
fn a_value_and_its_text_give_the_same_pieces() {
    let text = r#"{"a":[1,1.50,"x\ny",null,{"b":{}},[]],"c":true,"":{"":[]}}"#;
    let value = json(text);
    assert_eq!(walked(&mut ValueReader::new(&value, ())), Ok(value.clone()));
    assert_eq!(walked(&mut Reader::new(text, &Limits::default())), Ok(value));
}

#[test]
fn a_reader_goes_back_and_says_where_it_is() {
    let value = json(r#"{"a":[1,["x"]],"b":2}"#);
    let mut reader = ValueReader::new(&value, Vec::new());
    reader.begin_object().unwrap();
    reader.next_key(&mut true).unwrap();
    let mark = reader.mark();
    reader.begin_array().unwrap();
    reader.next_element(0).unwrap();
    reader.odd(OddityKind::Control);
    assert_eq!(reader.pointer(), "/a/0");
    assert_eq!(reader.string().unwrap_err().to_string(), "`/a/0` holds another value than a string");
    reader.rewind(mark);
    assert_eq!((reader.pointer().to_string(), reader.oddities().len()), ("/a".to_owned(), 0));
    assert_eq!(reader.json().unwrap(), value["a"]);
    reader.leave();
    assert_eq!(reader.next_key(&mut false).unwrap().as_deref(), Some("b"));
    reader.leave();
    assert_eq!(reader.next_key(&mut false), Ok(None));
    assert!(reader.begin_array().is_err() && reader.begin_object().is_err() && reader.bool().is_err());
    assert!(reader.finish().unwrap().is_empty());
}
