//! Scripts of one client as the other's.

use cards_script::convert::{to_risu, to_sillytavern};
use cards_script::sillytavern::Substitute;

use super::risu::script as risu;
use super::sillytavern::script;

#[test]
fn sillytavern_to_risu() {
    for (json, expected, losses) in [
        (
            r#"{"scriptName":"a","findRegex":"/x/gi","replaceString":"{{match}}$&$n"}"#,
            vec![("editoutput", "x", "$&$$&${{none}}n", "gi")],
            0,
        ),
        (r#"{"findRegex":"x","placement":[1,2]}"#, vec![("editinput", "x", "", "d"), ("editoutput", "x", "", "d")], 0),
        (
            r#"{"findRegex":"/x/g","placement":[1,2],"markdownOnly":true,"promptOnly":true,"replaceString":"<b>"}"#,
            vec![("editdisplay", "x", "<b>", "g<no_end_nl>"), ("editprocess", "x", "<b>", "g<no_end_nl>")],
            0,
        ),
        (
            r#"{"findRegex":"/x/g","placement":[5],"minDepth":1,"trimStrings":["a"]}"#,
            vec![("disabled", "x", "", "")],
            4,
        ),
        (
            r#"{"findRegex":"/x/g","disabled":true,"replaceString":"@@a"}"#,
            vec![("disabled", "x", "{{none}}@@a", "")],
            1,
        ),
        (r#"{"findRegex":""}"#, vec![], 1),
        (
            r#"{"findRegex":"/{{char}}/g","substituteRegex":2,"runOnEdit":true,"mine":1}"#,
            vec![("editoutput", "{{char}}", "", "g<cbs>")],
            3,
        ),
    ] {
        let made = to_risu(&[script(json)]);
        let found: Vec<_> = made
            .value
            .iter()
            .map(|one| (one.kind.as_str(), one.find.as_str(), one.replace.as_str(), one.flags.as_str()))
            .collect();
        assert_eq!(found, expected, "{json}");
        assert_eq!(made.findings.len(), losses, "{json}: {:?}", made.findings);
    }
}

#[test]
fn risu_to_sillytavern() {
    for (from, find, replace, losses) in [
        (risu("x", "[$&$$1$1]", None), "/x/g", "[$0${{noop}}1${{noop}}1]", 0),
        (risu("x", "a$nb>", Some("yi")), "/x/i", "a\nb>\n", 1),
        (risu("x", "$`", None), "/x/g", "", 1),
        (risu("x", "$<n>.", None), "/x/g", "${{noop}}<n>.", 0),
        (risu("(?<n>x)", "$$<n>$<n>$$$1", Some("u")), "/(?<n>x)/u", "${{noop}}<n>$<n>${{noop}}$1", 0),
        (risu("x", "<b>", Some("g<no_end_nl>")), "/x/g", "<b>", 0),
        (risu("x", "<b>", Some("ggv")), "/x/g", "<b>\n", 1),
    ] {
        let made = to_sillytavern(&[from]);
        assert_eq!((made.value[0].find.as_str(), made.value[0].replace.as_deref()), (find, Some(replace)));
        assert_eq!(made.findings.len(), losses, "{:?}", made.findings);
    }
    for out in ["@@emo joy", "@@repeat_back end"] {
        let made = to_sillytavern(&[risu("x", out, None)]);
        assert!(made.value.is_empty() && made.findings.len() == 1);
    }
    let made = to_sillytavern(&[risu("a", "", Some("g<order 1>")), risu("b", "", Some("g<order 2>"))]);
    assert_eq!(made.value.iter().map(|script| script.find.as_str()).collect::<Vec<_>>(), ["/b/g", "/a/g"]);
    let made = to_sillytavern(&[risu("x", "@@emo joy", None)]);
    assert_eq!(made.findings[0].to_string(), "script 1, `out`: SillyTavern has no `emo`; the script is left out");
}

/// Each mode as placements, for display alone, for the prompt alone, off.
#[test]
fn modes_of_risu_are_placements_of_sillytavern() {
    for (kind, placement, flags) in [
        ("editinput", &[1.0][..], [false, false, false]),
        ("editoutput", &[2.0], [false, false, false]),
        ("editdisplay", &[1.0, 2.0], [true, false, false]),
        ("editprocess", &[1.0, 2.0], [false, true, false]),
        ("disabled", &[2.0], [false, false, true]),
    ] {
        let mut from = risu("x", "y", Some("g<cbs>"));
        (from.kind, from.comment) = (kind.to_owned(), "its name".to_owned());
        let made = to_sillytavern(&[from.clone()]);
        let script = &made.value[0];
        assert_eq!(script.placement.as_deref(), Some(placement), "{kind}");
        assert_eq!([script.display_only, script.prompt_only, script.disabled], flags, "{kind}");
        assert_eq!((script.name.as_deref(), script.substitute), (Some("its name"), Substitute::Raw));
        // And back.
        let back = to_risu(&made.value);
        let modes: Vec<_> = back.value.iter().map(|one| (one.kind.as_str(), one.comment.as_str())).collect();
        assert_eq!(modes, [(kind, "its name")]);
    }
    let mut from = risu("x", "y", None);
    from.kind = "edittrans".to_owned();
    let made = to_sillytavern(&[from]);
    assert!(made.value.is_empty());
    assert_eq!(
        made.findings[0].to_string(),
        "script 1, `type`: SillyTavern has nothing like `edittrans`; the script is left out"
    );
}
