//! The modules, and the page around them.

use std::fs;
use std::io::Write as _;
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::cargo;
use crate::failure::Failure;
use crate::targets::{self, Std};

/// The target of the modules.
const TARGET: &str = "wasm32-unknown-unknown";

/// A module: the file that it becomes, seen from the root, the features of `cards-wasm` in it, and how many bytes it should have, packed.
struct Module {
    file: &'static str,
    features: &'static [&'static str],
    most: usize,
}

/// The module with the language server, which the page has beside it, and the extension for VS Code in it.
pub const EDITOR: &str = "target/web/cards-editor.wasm";

/// The module that opens, edits and saves cards, which the page begins with.
const FIRST: &str = "packages/npm/cards-edit.wasm";

const MODULES: [Module; 4] = [
    Module { file: FIRST, features: &["edit"], most: 350_000 },
    Module { file: "packages/npm/cards-core.wasm", features: &["cards"], most: 250_000 },
    Module { file: "packages/npm/cards.wasm", features: &["full"], most: 600_000 },
    Module { file: EDITOR, features: &["editor"], most: 1_700_000 },
];

/// What a module for tests has besides: functions and conversions that nobody calls who does without, so that what the modules share is
/// compiled in fewer ways. What a module can do stays as it is.
const SHARED: [&str; 2] = ["cards-json/serde_json", "cards-kit/diff"];

/// What the modules are built for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// To be handed out: for size, as one piece.
    Release,
    /// To be tested once, in many pieces: what is joined as one in minutes behaves the same. A release tests its own. A browser
    /// takes no module over 8 MB at once, so that it is small nevertheless.
    Check,
}

impl Aim {
    /// How they are optimised. A profile of the workspace would do the same to every other target of a release build.
    const fn profile(self) -> [(&'static str, &'static str); 6] {
        let (level, lto, units) = match self {
            Self::Release => ("z", "fat", "1"),
            Self::Check => ("z", "off", "16"),
        };
        [
            ("OPT_LEVEL", level),
            ("LTO", lto),
            ("CODEGEN_UNITS", units),
            ("PANIC", "abort"),
            ("DEBUG", "false"),
            ("STRIP", "symbols"),
        ]
    }
}

/// Builds the modules, those of the npm package into it, and the page where there is one and a Node. Says what is missing for the modules.
pub fn run(std: Std, aim: Aim) -> Result<Option<String>, Failure> {
    // Said before minutes of building, and not behind them.
    if !has_node() {
        println!("web: without Node 20, as `node` on the PATH, there will be modules and no page");
    }
    for module in &MODULES {
        let Some(bytes) = build(module.features, std, aim)? else {
            return Ok(Some(format!(
                "no toolchain for {TARGET}: `rustup target add {TARGET}`, or Debian's rustc-web, cargo-web and rust-web-src of {} \
                 or later with the lld of their LLVM (`rust-lld` has to run)",
                targets::OLDEST
            )));
        };
        fs::write(crate::root().join(module.file), &bytes)?;
        match aim {
            Aim::Release => {
                let packed = packed(&bytes)?;
                println!("web: {} has {} bytes, {packed} packed; the aim is {}", module.file, bytes.len(), module.most);
            }
            Aim::Check => println!("web: {} is built for its tests, and not as it is handed out", module.file),
        }
    }
    page()?;
    Ok(None)
}

/// Builds the module that answers the conformance suite, which no package has, where `suite/adapters/cards.mjs` looks for it.
pub fn suite(std: Std, aim: Aim) -> Result<(), Failure> {
    if let Some(bytes) = build(&["suite"], std, aim)? {
        fs::write(crate::root().join("target/web/cards-suite.wasm"), bytes)?;
    }
    Ok(())
}

/// Builds a module with some features; nothing where no toolchain can.
fn build(features: &[&str], std: Std, aim: Aim) -> Result<Option<Vec<u8>>, Failure> {
    let root = crate::root();
    let Some(mut command) = targets::toolchain(TARGET, "rustc", std)? else { return Ok(None) };
    let folder = root.join("target/web");
    command.args(["--quiet", "--release", "--package", "cards-wasm", "--lib", "--no-default-features"]);
    // As one of several kinds of library, the module would not be optimised as a whole.
    command.args(["--crate-type", "cdylib"]);
    command.args(["--target", TARGET, "--target-dir"]).arg(&folder);
    let shared: &[&str] = if aim == Aim::Check { &SHARED } else { &[] };
    command.args(features.iter().chain(shared).flat_map(|feature| ["--features", feature]));
    for (name, value) in aim.profile() {
        command.env(format!("CARGO_PROFILE_RELEASE_{name}"), value);
    }
    // No path of this machine gets into the module, and the same sources give the same bytes on every one.
    let mut flags = vec![format!("--remap-path-prefix={}=.", root.display())];
    if let Some(home) = cargo_home() {
        flags.push(format!("--remap-path-prefix={home}=cargo"));
    }
    if let Some(source) = targets::source(&command) {
        flags.push(format!("--remap-path-prefix={}=rust", source.display()));
    }
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    cargo::succeed(command.current_dir(&root))?;
    Ok(Some(fs::read(folder.join(TARGET).join("release/cards_wasm.wasm"))?))
}

/// Where cargo keeps the sources of others.
fn cargo_home() -> Option<String> {
    let home = std::env::var("CARGO_HOME").ok();
    home.or_else(|| std::env::var("HOME").ok().map(|home| format!("{home}/.cargo")))
}

/// How many bytes go over the wire, as `gzip -9` packs them.
fn packed(bytes: &[u8]) -> Result<usize, Failure> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(bytes)?;
    Ok(packer.finish()?.len())
}

/// Puts the page together.
fn page() -> Result<(), Failure> {
    let root = crate::root();
    if !root.join("web/build.mjs").is_file() {
        println!("web: there is no page in web/");
        return Ok(());
    }
    if !has_node() {
        println!("web: the page was NOT built: it needs Node 20, as `node` on the PATH");
        return Ok(());
    }
    let mut command = Command::new("node");
    command.args(["web/build.mjs", "--first", FIRST, "--wasm", "packages/npm/cards.wasm", "--editor", EDITOR]);
    cargo::succeed(command.current_dir(&root))?;
    println!("web: open web/dist/index.html, or run `cargo xtask web --serve`");
    Ok(())
}

/// Whether there is a Node.
pub fn has_node() -> bool {
    Command::new("node").arg("--version").output().is_ok_and(|output| output.status.success())
}
