//! An app that only fills in macros, with `cards-macro` alone.

use cards_macro::{Fact, For, MapHost, Profile, expand};

fn main() -> Result<(), cards_macro::Error> {
    let mut host = MapHost::new("Sam", "Maren Tidewell").with(Fact::Nickname, "Wick");
    let text = expand("{{setvar::weather::fog}}{{char}} shows {{user}} the {{getvar::weather}}.", Profile::Spec, &mut host, For::Prompt)?;
    assert_eq!(text, "Wick shows Sam the fog.");
    println!("{text}");
    Ok(())
}
