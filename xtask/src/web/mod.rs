//! `cargo xtask web`: the modules of the npm package and the page, built, served and checked.

mod build;
mod check;
mod serve;

use build::Aim;

use crate::failure::Failure;
use crate::targets::Std;

/// What to do with the page.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Serve `web/dist` to this machine afterwards, until Ctrl-C.
    #[arg(long, conflicts_with = "check")]
    serve: bool,
    /// The port to serve at.
    #[arg(long, value_name = "PORT", default_value_t = 8417, requires = "serve")]
    port: u16,
    /// Run the tests of the package and, where a Chromium is at hand, those of the page. What cannot be run is named, and is no
    /// failure. Without `--small` the modules are built for that alone, which is quicker, and are not to be handed out.
    #[arg(long)]
    check: bool,
    /// Build the standard library for size too, which makes the modules a tenth smaller; needs its source (`rustup component
    /// add rust-src`) and, once, the packages that it stands on.
    #[arg(long)]
    small: bool,
}

/// Builds the modules and puts the page together; serves it or checks it where that is asked for.
pub fn run(options: &Options) -> Result<(), Failure> {
    let std = if options.small { Std::Small } else { Std::Given };
    let aim = if options.check && !options.small { Aim::Check } else { Aim::Release };
    match build::run(std, aim)? {
        Some(missing) if options.check => println!("web: NOT checked: {missing}"),
        Some(missing) => return Err(Failure::new(missing)),
        None if options.check => {
            build::suite(std, aim)?;
            check::run()?;
        }
        None if options.serve => serve::run(&crate::root().join("web/dist"), options.port)?,
        None => {}
    }
    Ok(())
}
