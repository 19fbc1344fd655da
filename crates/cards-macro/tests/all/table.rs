//! The examples of the macro table, in every profile that they speak of.

use cards_macro::{Engine, For, Profile, RenderOptions, Template, example_host, macro_table, markdown};

#[test]
fn examples_give_their_results() {
    let mut wrong = Vec::new();
    for info in macro_table() {
        for variant in info.variants() {
            for profile in variant.profiles() {
                let example = variant.example();
                assert_eq!(
                    info.variant(profile).map(|known| known.example()),
                    Some(example),
                    "{} in {profile}",
                    info.name
                );
                let template = Template::parse(example.template, profile).unwrap();
                let rendered = template.render_with(&mut example_host(), &RenderOptions::new(For::Prompt)).unwrap();
                if rendered.text != example.result {
                    wrong.push(format!(
                        "{} in {profile}: {:?} gave {:?}, not {:?}",
                        info.name, example.template, rendered.text, example.result
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_name_means_two_things_in_one_profile() {
    for &profile in Engine::ALL {
        let mut names = Vec::new();
        for info in macro_table() {
            for variant in info.variants().filter(|variant| variant.profiles().any(|known| known == profile)) {
                names.push(info.name.to_ascii_lowercase());
                names.extend(variant.aliases().iter().map(|alias| alias.to_ascii_lowercase()));
            }
        }
        names.sort();
        let twice: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| &pair[0]).collect();
        assert!(twice.is_empty(), "{profile}: {twice:?}");
    }
}

#[test]
fn the_document_names_every_macro() {
    let document = markdown();
    for info in macro_table() {
        assert!(document.contains(&format!("`{{{{{}}}}}`", info.name)), "{}", info.name);
    }
    // Line ends and bars would break a row.
    for row in [
        "| sillytavern, sillytavern-legacy |  | 0 |  | `{{mesExamplesRaw}}` | `<START>⏎Rin: hi` |",
        "| sillytavern | `comment` | 1 | Also around text: `{{//}}…{{///}}`; empty, it stays as text. |",
    ] {
        assert!(document.contains(row), "{row}");
    }
}

/// A name directly between its braces is read by itself, and with a blank behind it as macros with arguments are: both mean the same.
#[test]
fn a_bare_name_is_read_as_one_with_a_blank() {
    let mut told = 0;
    for &profile in Engine::ALL {
        let render = |text: &str| {
            let template = Template::parse(text, profile).unwrap();
            template.render_with(&mut example_host(), &RenderOptions::new(For::Prompt)).unwrap().text.into_owned()
        };
        // Where a blank makes text of every macro, the name alone is all that there is; RisuAI has macros that print what is between
        // their braces, and reads none of them by itself.
        if profile == Engine::Risu || render("{{user }}") != render("{{user}}") {
            continue;
        }
        for info in macro_table() {
            for variant in info.variants().filter(|variant| variant.profiles().any(|known| known == profile)) {
                for name in std::iter::once(&info.name).chain(variant.aliases()) {
                    // Alone, between tags, in another macro, and behind a brace too many.
                    for around in ["a#b", "a#b{{/@}}c", "{{#if #}}x{{/if}}", "{{setvar::k::#}}{{getvar::k}}", "{#}"] {
                        let text = around.replace('@', name);
                        let bare = render(&text.replace('#', &format!("{{{{{name}}}}}")));
                        let blank = render(&text.replace('#', &format!("{{{{{name} }}}}")));
                        let blank = blank.replace(&format!("{{{{{name} }}}}"), &format!("{{{{{name}}}}}"));
                        assert_eq!(bare, blank, "{profile}: {text} of {name}");
                        told += 1;
                    }
                }
            }
        }
    }
    assert!(told > 1000, "{told}");
}

/// The engine that a client uses is the one of its name.
#[test]
fn each_client_has_an_engine() {
    for &profile in Profile::ALL {
        let named = match profile {
            Profile::SillyTavern117 | Profile::TauriTavern => Engine::SillyTavern118,
            _ => profile.as_str().parse().unwrap(),
        };
        assert_eq!(Engine::from(profile), named, "{profile}");
        assert_eq!(
            Engine::from(profile).is_sillytavern(),
            profile.as_str().contains("avern") || profile == Profile::SillyBunny
        );
    }
}
