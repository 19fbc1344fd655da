//! Pieces of the client's page.

use super::UNDEFINED;
use crate::call::{Call, Flow};
use crate::error::Error;
use crate::profile::For;

pub(crate) fn button(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let (label, trigger) = (call.args.get(0).unwrap_or(UNDEFINED), call.args.get(1).unwrap_or(UNDEFINED));
    call.put(&format!("<button class=\"button-default\" risu-trigger=\"{trigger}\">{label}</button>"))
}

/// The client's logo.
pub(crate) fn logo(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let size = call.args.get(0).filter(|size| !size.is_empty()).unwrap_or("45");
    call.put(&format!("<img src=\"/logo2.png\" style=\"height:{size}px;width:{size}px\" />"))
}

/// A file inside the text: its name for display, what it says for the prompt.
pub(crate) fn file(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    if call.env.target == For::Display {
        let name = call.args.get(0).unwrap_or(UNDEFINED);
        return call.put(&format!("<br><div class=\"risu-file\">{name}</div><br>"));
    }
    match call.args.get(1) {
        Some(text) => call.put(&String::from_utf8_lossy(&super::cipher::base64_bytes(text))),
        None => Ok(Flow::Keep),
    }
}

pub(crate) fn tex(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let formula = call.args.get(0).unwrap_or(UNDEFINED);
    call.put(&format!("$${formula}$$"))
}

pub(crate) fn ruby(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let (text, reading) = (call.args.get(0).unwrap_or(UNDEFINED), call.args.get(1).unwrap_or(UNDEFINED));
    call.put(&format!("<ruby>{text}<rp> (</rp><rt>{reading}</rt><rp>) </rp></ruby>"))
}

/// Code, the last argument; the first of several is its language.
pub(crate) fn code_block(call: &mut Call<'_, '_>) -> Result<Flow, Error> {
    let Some(last) = call.args.len().checked_sub(1) else {
        return Ok(Flow::Keep);
    };
    let code: String = call.args.or_empty(last).chars().fold(String::new(), |mut out, c| {
        match c {
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            other => out.push(other),
        }
        out
    });
    if last == 0 {
        return call.put(&format!("<pre><code>{code}</code></pre>"));
    }
    let language = call.args.or_empty(0);
    call.put(&format!("<pre-hljs-placeholder lang=\"{language}\">{code}</pre-hljs-placeholder>"))
}
