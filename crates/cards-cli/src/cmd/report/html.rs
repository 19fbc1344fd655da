//! HTML in which the text of cards can only ever be text.

use std::fmt::{Display, Write as _};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cards_container::Format;
use sha2::{Digest as _, Sha256};

/// A page being written.
///
/// Markup goes in as `&'static str`, that is: from this program's source and from nowhere else. Whatever comes out of
/// a file has a method that escapes it. There is no way to put a card's bytes in as they are.
#[derive(Debug, Default)]
pub(super) struct Html(String);

impl Html {
    /// Markup of our own.
    pub(super) fn raw(&mut self, markup: &'static str) -> &mut Self {
        self.0.push_str(markup);
        self
    }

    /// Text of whatever origin, in an element or in a quoted attribute.
    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        for c in text.chars() {
            match c {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                '\n' | '\t' => self.0.push(c),
                '\r' => {}
                // Control characters are not allowed in HTML, and nobody should be fooled by them.
                c if c.is_control() => self.0.push('\u{fffd}'),
                // Overrides write Latin letters backwards, so that a text reads as another one; no script needs them.
                '\u{202d}' | '\u{202e}' => self.0.extend(c.escape_unicode()),
                c => self.0.push(c),
            }
        }
        self
    }

    /// Text of a card with its macros set off.
    pub(super) fn prose(&mut self, text: &str) -> &mut Self {
        let mut rest = text;
        while let Some((before, behind)) = rest.split_once("{{") {
            let Some(inner) = macro_at(behind) else {
                self.text(before).raw("{{");
                rest = behind;
                continue;
            };
            self.text(before).raw("<b class=macro>{{").text(inner).raw("}}</b>");
            rest = behind.strip_prefix(inner).and_then(|behind| behind.strip_prefix("}}")).unwrap_or_default();
        }
        self.text(rest)
    }

    /// ` name="value"`.
    pub(super) fn attribute(&mut self, name: &'static str, value: &str) -> &mut Self {
        self.0.push(' ');
        self.raw(name).raw("=\"").text(value).raw("\"")
    }

    /// A number.
    pub(super) fn number(&mut self, number: impl Display) -> &mut Self {
        // Writing to a string does not fail.
        let _ = write!(self.0, "{number}");
        self
    }

    /// A number and what there are that many of.
    pub(super) fn count<N: Copy + Display + From<u8> + PartialEq>(
        &mut self,
        number: N,
        one: &'static str,
        many: &'static str,
    ) -> &mut Self {
        self.number(number).raw(" ").raw(if number == N::from(1) { one } else { many })
    }

    /// A picture inside the page; false, and nothing written, for bytes of any other kind.
    ///
    /// SVG is left out: it is a document of its own, not a picture.
    pub(super) fn picture(&mut self, bytes: &[u8], alt: &str) -> bool {
        let Some(media) = media_type(bytes) else { return false };
        self.raw("<img src=\"data:").raw(media).raw(";base64,");
        STANDARD.encode_string(bytes, &mut self.0);
        self.raw("\"").attribute("alt", alt).raw(">");
        true
    }

    /// The page behind its head: a content policy that allows nothing but inline pictures and this one style.
    ///
    /// The policy names the style by its hash, so that not even another `<style>` would count.
    pub(super) fn document(title: &str, style: &str, body: &Self) -> String {
        let mut page = Self::default();
        page.raw("<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n");
        page.raw(
            "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; img-src data:; style-src 'sha256-",
        );
        STANDARD.encode_string(Sha256::digest(style), &mut page.0);
        page.raw("'; base-uri 'none'; form-action 'none'\">\n");
        page.raw("<meta name=referrer content=no-referrer>\n<meta name=viewport content=\"width=device-width, initial-scale=1\">\n");
        page.raw("<meta name=color-scheme content=\"light dark\">\n<title>").text(title).raw("</title>\n<style>");
        page.0.push_str(style);
        page.raw("</style>\n<body>\n");
        page.0.push_str(&body.0);
        page.raw("\n</body>\n</html>\n");
        page.0
    }

    /// What was written so far.
    #[cfg(test)]
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// Appends another piece.
    pub(super) fn append(&mut self, other: &Self) -> &mut Self {
        self.0.push_str(&other.0);
        self
    }
}

/// How long the inside of a macro may be, in bytes, to be set off.
const MACRO_BYTES: usize = 200;

/// The inside of the macro that was opened just before `behind`.
///
/// Looks no further than the longest macro reaches, so that braces that nothing closes cost no more than other text.
fn macro_at(behind: &str) -> Option<&str> {
    let reach = behind.len().min(MACRO_BYTES + "}}".len());
    let end = behind.as_bytes().get(..reach)?.windows(2).position(|pair| pair == b"}}")?;
    behind.get(..end).filter(|inner| !inner.is_empty() && !inner.contains(['\n', '{']))
}

fn media_type(bytes: &[u8]) -> Option<&'static str> {
    Some(match Format::of(bytes) {
        Format::Png => "image/png",
        Format::Jpeg => "image/jpeg",
        Format::Webp => "image/webp",
        Format::Gif => "image/gif",
        Format::Avif => "image/avif",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn written(write: impl FnOnce(&mut Html)) -> String {
        let mut html = Html::default();
        write(&mut html);
        html.0
    }

    #[test]
    fn macros_are_set_off_and_nothing_else() {
        let html = written(|html| {
            html.prose("Hi {{user}}, {{ <b>x</b> }} {{}} {{a {{b}}");
        });
        assert_eq!(
            html,
            "Hi <b class=macro>{{user}}</b>, <b class=macro>{{ &lt;b&gt;x&lt;/b&gt; }}</b> {{}} {{a <b class=macro>{{b}}</b>"
        );
    }

    #[test]
    fn nothing_is_written_backwards() {
        let html = written(|html| {
            html.text("a\u{202e}gnp.exe\u{202c} \u{200f}ب");
        });
        assert_eq!(html, "a\\u{202e}gnp.exe\u{202c} \u{200f}ب");
    }

    #[test]
    fn pictures_are_told_from_their_bytes() {
        let mut html = Html::default();
        assert!(html.picture(b"\x89PNG\r\n\x1a\n\xff", "\"x"));
        assert_eq!(html.as_str(), "<img src=\"data:image/png;base64,iVBORw0KGgr/\" alt=\"&quot;x\">");
        assert!(!html.picture(b"<svg xmlns='http://www.w3.org/2000/svg' onload='x'/>", ""));
    }

    proptest! {
        #[test]
        fn text_has_no_markup(text in "\\PC*|[<>&\"'{}/= a-z\n\u{0}\u{7f}\u{202e}]{0,60}") {
            let html = written(|html| { html.text(&text); });
            prop_assert!(!html.contains(['<', '>', '"', '\'', '\0']), "{html}");
            let back = html.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'").replace("&amp;", "&");
            let kept = |c: &char| !c.is_control() || *c == '\n';
            let text = text.replace('\u{202d}', "\\u{202d}").replace('\u{202e}', "\\u{202e}");
            prop_assert_eq!(back.replace('\u{fffd}', ""), text.chars().filter(kept).collect::<String>().replace('\u{fffd}', ""));
        }

        #[test]
        fn prose_has_no_markup_but_its_own(text in "[<>&\"'{}/= a-z\n]{0,60}") {
            let html = written(|html| { html.prose(&text); });
            let rest = html.replace("<b class=macro>{{", "").replace("}}</b>", "");
            prop_assert!(!rest.contains(['<', '>', '"', '\'']), "{html}");
        }
    }
}
