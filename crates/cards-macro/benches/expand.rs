//! Speed of the engine against the least work the job needs, measured in the same run.
//!
//! `cargo bench -p cards-macro --bench expand [-- FILE]`: FILE is the text of job (e) of `bench/inputs.py`;
//! without it a text of the same make is used. Prints medians and ratios.

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a bench prints what it measured, and stops by panicking"
)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use cards_macro::{Engine, For, Limits, MapHost, RenderOptions, Template};

fn main() {
    let file = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    let text = match file.as_deref().map(std::fs::read_to_string) {
        Some(Ok(text)) => text,
        Some(Err(error)) => {
            println!("no such text: {error}");
            return;
        }
        None => job(64 << 10, 2_000),
    };
    println!("text: {} bytes, {} macros", text.len(), text.matches("{{").count() + text.matches('<').count());
    let copy = median(|| text.clone());
    let limit = median(|| limit(text.as_bytes()).len());
    println!("memcpy                      {copy:>12.2?}");
    println!("limit: scan and replace     {limit:>12.2?}   1.0x");
    let ratio = |time: Duration| time.as_secs_f64() / limit.as_secs_f64();
    for profile in [Engine::Spec, Engine::SillyTavern, Engine::Risu] {
        let template = Template::parse(&text, profile).unwrap();
        let mut host = MapHost::new("Rin", "Alice");
        let compile = median(|| Template::parse(&text, profile).unwrap().is_plain());
        let render = median(|| template.render(&mut host, For::Prompt).unwrap().len());
        let both = median(|| {
            let template = Template::parse(&text, profile).unwrap();
            template.render(&mut host, For::Prompt).unwrap().len()
        });
        println!("{profile:<12} compile        {compile:>12.2?} {:>5.1}x", ratio(compile));
        println!("{profile:<12} render         {render:>12.2?} {:>5.1}x (at most 5)", ratio(render));
        println!("{profile:<12} compile+render {both:>12.2?} {:>5.1}x (at most 10)", ratio(both));
    }
    plain();
    growth();
}

/// Text without macros: the cost of finding that out.
fn plain() {
    let text = "the lamp keeps burning on the quay ".repeat(1 << 15);
    let mut host = MapHost::new("Rin", "Alice");
    let copy = median(|| text.clone());
    let ours = median(|| cards_macro::expand(&text, Engine::Spec, &mut host, For::Prompt).unwrap().len());
    println!(
        "\nno macros, {} bytes: memcpy {copy:.2?}, expand {ours:.2?} ({:.1} GB/s, borrowed)",
        text.len(),
        text.len() as f64 / ours.as_secs_f64() / 1e9
    );
}

/// Cost of a byte from 1 KB to 64 MB.
fn growth() {
    println!("\n{:>10} {:>16} {:>16} {:>16}", "bytes", "compile ns/byte", "render ns/byte", "copy ns/byte");
    let limits = Limits::default().with_fuel(u64::MAX).with_output_bytes(256 << 20);
    for size in [1 << 10, 16 << 10, 256 << 10, 4 << 20, 64_000_000] {
        let text = job(size, size / 32);
        let template = Template::parse(&text, Engine::Spec).unwrap();
        let mut host = MapHost::new("Rin", "Alice");
        let options = RenderOptions::new(For::Prompt).with_limits(limits.clone());
        let compile = median(|| Template::parse(&text, Engine::Spec).unwrap().is_plain());
        let render = median(|| template.render_with(&mut host, &options).unwrap().text.len());
        let copy = median(|| text.clone());
        let per_byte = |time: Duration| time.as_secs_f64() * 1e9 / text.len() as f64;
        println!("{:>10} {:>16.3} {:>16.3} {:>16.3}", text.len(), per_byte(compile), per_byte(render), per_byte(copy));
    }
}

/// The least work: find each macro and copy the text out with a name in its place.
fn limit(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + text.len() / 8);
    let (mut from, mut at) = (0, 0);
    while let Some(hit) = text[at..].iter().position(|&byte| byte == b'{' || byte == b'<') {
        let start = at + hit;
        let rest = &text[start..];
        let end = if rest.starts_with(b"{{") {
            rest.iter()
                .position(|&byte| byte == b'}')
                .filter(|&end| rest.get(end + 1) == Some(&b'}'))
                .map(|end| end + 2)
        } else if rest.len() > 4 && rest[..5].eq_ignore_ascii_case(b"<BOT>") {
            Some(5)
        } else if rest.len() > 5 && rest[..6].eq_ignore_ascii_case(b"<USER>") {
            Some(6)
        } else {
            None
        };
        match end {
            Some(end) => {
                out.extend_from_slice(&text[from..start]);
                out.extend_from_slice(b"Alice");
                from = start + end;
                at = from;
            }
            None => at = start + 1,
        }
    }
    out.extend_from_slice(&text[from..]);
    out
}

/// A text like that of job (e): eight kinds of macros among short words.
fn job(size: usize, macros: usize) -> String {
    let kinds = [
        "{{char}}",
        "{{user}}",
        "<BOT>",
        "<USER>",
        "{{Char}}",
        "{{setvar::k%::v}}",
        "{{getvar::k%}}",
        "{{random::a::b::c}}",
    ];
    let words = ["lamp", "quay", "keeps", "the", "harbour", "storm"];
    let mut text = String::with_capacity(size + 64);
    let mut n = 0;
    while text.len() < size && n < macros {
        let kind = kinds[n % kinds.len()].replace('%', &(n % 50).to_string());
        text.push_str(&kind);
        for i in 0..3 {
            text.push(' ');
            text.push_str(words[(n + i) % words.len()]);
        }
        text.push(' ');
        n += 1;
    }
    text.truncate(text.char_indices().map(|(at, _)| at).take_while(|&at| at <= size).last().unwrap_or(0));
    text
}

/// Median time of one run, over half a second or eleven runs, whichever is longer.
fn median<T>(mut run: impl FnMut() -> T) -> Duration {
    let mut times = Vec::new();
    let began = Instant::now();
    while times.len() < 11 || began.elapsed() < Duration::from_millis(500) {
        let start = Instant::now();
        black_box(run());
        times.push(start.elapsed());
        if times.len() >= 3 && began.elapsed() > Duration::from_secs(5) {
            break;
        }
    }
    times.sort();
    times[times.len() / 2]
}
