//! What to do about breaches of the specs' rules, which `cards-model` states without a tool in mind.

/// The help for each rule of the specs.
const HELP: &[(&str, &str)] = &[
    ("json-bom", "Run `cards repair`, which takes it out; some programs refuse the file."),
    ("json-utf8", "Save the text as UTF-8, and write the characters anew that became U+FFFD."),
    ("json-surrogate", "Write the character anew; half of it was lost on its way."),
    (
        "json-duplicate-key",
        "Run `cards repair`, which keeps the last value, as most programs do; take out what is not meant.",
    ),
    ("json-control-character", "Run `cards repair`, which escapes it; most programs refuse the file."),
    ("json-relaxed", "Run `cards repair`, which takes them out; most programs refuse the file."),
    (
        "wrong-type",
        "Run `cards repair`, which writes what readers understand; where it does not, write a value of the right type.",
    ),
    ("null-member", "Run `cards repair`, which writes the empty value that it stands for."),
    ("missing-member", "Run `cards repair`, which adds the values that absence stands for."),
    ("bad-element", "Take the element out of the list, or write it in the type of the others."),
    ("date-unit", "Run `cards repair`, which writes seconds."),
    (
        "marker",
        "Run `cards repair`, which writes the marker of the layout; `cards convert` makes a card of another spec.",
    ),
    ("marker-version", "Run `cards repair`, which writes the version of the marker."),
    ("old-layout", "Run `cards convert --to`, which writes the layout that programs know today."),
    ("blank-key", "Take the blank key out; forks of SillyTavern fire such entries always."),
    ("blank-position", "Run `cards repair`, which takes it out; the default holds."),
    ("order-fraction", "Number the entries anew with whole numbers."),
    ("empty-name", "Write the name; programs list cards by it."),
    ("mirror-differs", "Copy the value from `data`, or take the copy out: programs for V1 show it."),
    ("more-findings", "Mend what is listed, then lint again."),
    (
        "extension-namespace",
        "Put the name of the application in front, as in `myapp/key`; another application may use the bare key for something else.",
    ),
    ("notes-language", "Take a code of two letters without a region, such as `en`."),
    ("source-element", "Write an id, or a link that begins with https://."),
    ("date-order", "Correct the date that is wrong; programs sort by it."),
    ("asset-main-icon", "Name the icon `main` that programs should show, and no other."),
    ("asset-main-background", "Name the background `main` that programs should show, and no other."),
    (
        "asset-ext",
        "Run `cards repair`, or write the extension in lower case without a dot; `unknown` where there is none.",
    ),
    ("asset-type", "Take one of the four types, or put `x_` in front of a type of your own."),
    (
        "asset-uri-scheme",
        "Write `embeded://` and the path in the archive (CCv3L: `embedded://`), or a link that begins with https://.",
    ),
    ("asset-uri-kind", "Put the file into the archive and write `embedded://` and its path, or link it by https://."),
    (
        "asset-embedded-spelling",
        "Run `cards repair`, which spells the scheme as the spec does; RisuAI passes over the other. Write `/` for backslashes.",
    ),
    ("remote-http", "Link by https://, or put the file into the container."),
    ("remote-code", "Take the link out, unless readers are meant to load a program."),
    ("asset-name-twice", "Give each asset of a type a name of its own; programs find assets by it."),
    ("entry-use-regex", "Run `cards repair`, which adds `false`."),
    ("entry-id", "Number the entries, or keep the card as CCv3, which has ids of either kind."),
    ("entry-position", "Take a place that the spec names; SillyTavern's others stand in `extensions.position`."),
    ("entry-no-key", "Add a key, make the entry constant, or switch it off."),
    ("entry-not-selective", "Set `selective`, or take the secondary keys out."),
    (
        "entry-no-secondary",
        "Set `selective` to false, or add secondary keys; most programs take such an entry for one that is not selective.",
    ),
    ("entry-id-twice", "Give each entry an id of its own; programs remember entries by it."),
    ("entry-blank", "Write the text, or switch the entry off."),
    ("book-numbers", "Write a whole number, or take the member out for the client's own."),
    ("lynn-unknown-member", "Take the member out, or keep its value in `extensions`."),
    (
        "lynn-removed-member",
        "Take the member out, or keep the card as CCv3, which has it; `cards convert --to v3` does that.",
    ),
    ("lynn-prose-member", "Write the described type, or take the member out."),
    ("prom-book-marker", "Run `cards repair`, which writes both."),
    ("prom-role", "Write user, assistant or system; `cards repair` does so for words that stand for one of them."),
    ("prom-unset-member", "Run `cards repair`, which takes them out."),
    ("prom-group-greetings", "Write a list of texts, or put it into `greetings.group`."),
    ("prom-deprecated", "Move the value to the member that Prom has for it."),
    ("prom-entry-name", "Run `cards repair`, which copies the comment."),
    ("prom-asset-type", "Take one of the five types, which programs know."),
    ("module-id", "Run `cards id module` for one; `cards id module --check` says what is wrong with an id."),
    ("module-category", "Take one of the eight; `cards repair` mends its case."),
    ("module-entry-id", "Run `cards id entry` for one."),
    ("module-entry-id-twice", "Give each entry an id of its own, such as `cards id entry` makes."),
    ("charx-card-json", "Pack the card anew with `cards pack --as charx`, which puts it there."),
    ("charx-asset-folder", "Move the file, and its URI with it; `cards extract` and `cards pack` do so."),
    ("charx-asset-type-folder", "Move the file into the folder of its use, and its URI with it."),
    ("charx-app-data", "Write the data as JSON, or take the file out."),
    ("charx-encrypted", "Pack the archive anew without a password; readers refuse it."),
    ("charx-ascii-names", "Rename the file in ASCII, and its URI with it; `cards extract` and `cards pack` do so."),
    (
        "backfill-warning",
        "Say in the twin's creator notes that the file holds a CCv3 card; `cards embed` writes such a twin.",
    ),
    ("prom-zip-layout", "Pack the card anew with `cards pack --as prom`, which puts both there."),
    ("prom-zip-asset-list", "List each folder of assets in `assets.jsonl`, or take the files out."),
    ("prom-zip-card", "Convert the card with `cards convert --to prom`, or pack it as CHARX."),
    ("prom-zip-image", "Put a PNG there; programs show it as the portrait."),
    ("prom-asset-row", "Correct the line: one JSON object with texts for `type` and `path`."),
];

/// What to do about a breach of a rule of the specs.
pub(crate) fn of(id: &str) -> Option<&'static str> {
    HELP.iter().find(|(known, _)| *known == id).map(|(_, help)| *help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_of_the_specs_says_what_to_do() {
        for rule in cards_model::rules::all() {
            let help = of(rule.id).unwrap_or_else(|| panic!("no help for `{}`", rule.id));
            assert!(help.ends_with('.') && help != rule.summary, "{}", rule.id);
            let mends = help.contains("cards repair");
            let fixable = crate::rule::RuleRef::Spec(rule).fixable();
            assert_eq!(mends, fixable, "{}: the help and the fix disagree", rule.id);
        }
        for (id, _) in HELP {
            assert!(cards_model::rules::find(id).is_some(), "help for `{id}`, which is no rule");
        }
    }
}
