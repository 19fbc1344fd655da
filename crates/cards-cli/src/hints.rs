//! What people type that is no verb, option or value of this tool, and the line that does what they want.
//!
//! The tips of clap go by likeness of letters, which sends `find` to `fix` and `search` to `detach`. Where a word is known
//! here, its line is the tip; else the one verb that differs by a slip; else none.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Command};

use crate::input::is_read_once;
use crate::nearest::nearest;
use crate::shell::word;

/// Words in the place of a verb: those that mean the same, and their lines. `FILE` is the first file that was given, `ALL`
/// is whatever was, `STEM` the file's name without its extension, `REST:x` what is not the file, or x; a line with `GIVEN` is none where
/// nothing else was given, and has that there.
const VERBS: &[(&[&str], &str)] = &[
    (&["cat", "print", "text", "fields"], "cards get FILE"),
    (&["json", "to-json", "tojson", "dump", "raw", "data", "decode", "extract-json"], "cards extract FILE -o STEM"),
    (&["split", "explode", "disassemble"], "cards extract FILE -o STEM"),
    (&["export", "save", "save-as", "write"], "cards pack FILE -o STEM.json"),
    (&["import", "load"], "cards convert FILE --to v3 -o STEM-v3.json"),
    (&["why", "fires", "lore", "debug", "trace"], "cards activate FILE --say 'a message' --explain"),
    (&["lorebook", "book", "entries", "worldinfo", "world", "wi"], "cards get FILE book"),
    (&["greetings", "greeting", "first_mes"], "cards get FILE greetings"),
    (&["name"], "cards get FILE name"),
    (&["description"], "cards get FILE description"),
    (&["test", "try", "simulate", "preview", "chat", "run", "play"], "cards prompt FILE --say 'Hello'"),
    (&["render", "html", "view-html", "page", "gallery", "thumbnails"], "cards report FILE -o STEM.html"),
    (&["macros", "macro"], "cards expand --list"),
    (&["explain", "doc", "docs"], "cards rule REST:entry-key-broad"),
    (&["change", "modify", "put", "write-field"], "cards set FILE 'name=Aria' --in-place"),
    (&["remove", "delete", "rm", "del", "unset", "clear"], "cards set FILE --remove GIVEN --dry-run"),
    (&["add-tag", "addtag", "add-tags", "retag"], "cards tags FILE --add REST:fantasy --dry-run"),
    (&["remove-tag", "untag"], "cards tags FILE --remove REST:fantasy --dry-run"),
    (&["translate", "i18n", "po", "strings"], "cards texts out FILE -o STEM.po"),
    (&["upgrade", "v3", "to-v3", "ccv3"], "cards convert FILE --to v3 -o STEM-v3.json"),
    (&["downgrade", "v2", "to-v2"], "cards convert FILE --to v2 -o STEM-v2.json"),
    (&["charx", "to-charx"], "cards pack FILE -o STEM.charx"),
    (&["png", "to-png"], "cards pack FILE --picture picture.png -o STEM.png"),
    (&["yaml", "to-yaml"], "cards convert FILE --to yaml -o STEM.yaml"),
    (&["clean", "strip-card", "scrub", "sanitize"], "cards strip FILE -o STEM-bare.png"),
    (&["image", "portrait", "avatar", "picture", "icon"], "cards set FILE picture=@new.png --in-place"),
    (&["join", "combine", "union"], "cards attach FILE REST:world.json -o STEM-joined.json"),
    (&["unique", "same", "double"], "cards dupes FILE"),
    (&["index", "catalog", "catalogue", "table", "library", "characters", "browse", "dir", "ll"], "cards ls FILE"),
    (&["csv", "spreadsheet", "to-csv", "excel"], "cards ls FILE --format csv"),
    (&["filter", "where", "select", "query"], "cards ls FILE --where 'tokens>3000'"),
    (&["untagged", "no-tags"], "cards tags FILE --untagged"),
    (&["fold-tags", "tidy-tags", "merge-tags", "normalize-tags"], "cards tags FILE --fold --dry-run"),
    (&["rename-tag", "rename-tags"], "cards tags FILE --rename 'sci fi=Sci-Fi' --dry-run"),
    (&["format", "fmt", "normalize", "pretty", "tidy"], "cards repair FILE --dry-run"),
    (&["tree", "markdown", "md", "to-markdown", "obsidian"], "cards extract FILE --tree -o STEM"),
    (&["txt", "plain", "to-text", "to-txt"], "cards get FILE"),
    (&["size", "length", "budget", "weight", "count-tokens", "token-count"], "cards inspect FILE"),
    (&["resize", "scale", "crop"], "cards set FILE picture=@new.png --size 1024 --in-place"),
    (&["add-entry", "new-entry", "add-lore"], "cards set FILE 'book[+].keys=bell' --dry-run"),
    (&["add-greeting", "add", "append", "insert"], "cards set FILE 'greetings+=Hello.' --dry-run"),
    (&["import-lorebook", "add-lorebook", "add-book", "link"], "cards attach FILE REST:world.json -o STEM-joined.json"),
    (
        &["export-lorebook", "extract-lorebook", "to-worldinfo", "export-book"],
        "cards convert FILE --to worldinfo -o STEM-world.json",
    ),
    (&["remove-lorebook", "unlink"], "cards detach FILE REST:world.json -o STEM-without.json"),
    (&["baseline"], "cards lint FILE --write-baseline known.json"),
    (&["changed", "staged"], "cards lint FILE --since HEAD"),
    (&["ci", "github", "annotate"], "cards lint FILE --format github"),
    (&["publish", "ready", "security", "safe", "privacy"], "cards lint FILE --fail-on error"),
    (&["language", "lang", "details"], "cards scan FILE --details"),
    (&["messages", "context", "final-prompt", "what-model-sees"], "cards prompt FILE --say 'Hello'"),
    (&["compatible", "compatibility", "clients", "versus"], "cards compat FILE --from sillytavern --to risu"),
    (&["patch", "apply-patch", "rebase"], "cards merge base.png FILE REST:theirs.png -o STEM-merged.png"),
    (&["sort", "organize", "organise", "mv", "move"], "cards rename FILE"),
    (&["hash", "checksum", "fingerprint", "sha256", "md5"], "cards get FILE --json"),
    (&["meta", "metadata", "exif", "chunks"], "cards inspect FILE --json"),
    (&["doctor", "audit", "health", "scan-errors"], "cards lint FILE"),
    (&["init", "template", "scaffold"], "cards new new.json name=Aria"),
    (&["uuid", "nanoid", "ids"], "cards new --ids entry"),
    (&["completion", "complete"], "cards completions bash"),
    (&["display", "peek", "parse"], "cards inspect FILE"),
    (&["errors", "warnings", "problems", "issues", "validate-card", "lint-all", "score"], "cards lint FILE"),
    (&["mend", "heal", "autofix", "fixall", "fix-all"], "cards repair FILE --dry-run"),
    (&["transform", "convert-all"], "cards convert FILE --to REST:v3 --dry-run"),
    (&["v1", "to-v1"], "cards convert FILE --to v1 -o STEM-v1.json"),
    (&["assets", "media", "extract-image", "extract-picture", "extract-png"], "cards extract FILE -o STEM"),
    // The picture may be the first word or the second: the line has names of its own.
    (&["inject", "embed-json", "insert-json"], "cards pack card.json --picture picture.png -o new.png"),
    (&["encode", "write-png"], "cards pack FILE --picture picture.png -o STEM.png"),
    (&["compress", "optimize", "shrink"], "cards set FILE picture=@new.png --size 1024 --in-place"),
    (&["rollback", "history"], "cards undo --dry-run"),
    (&["keys", "triggers"], "cards get FILE 'book[*].keys'"),
    (&["fire", "match", "scan-lore"], "cards activate FILE --say 'a message' --explain"),
    (&["personality"], "cards get FILE personality"),
    (&["scenario"], "cards get FILE scenario"),
    (&["creator", "author"], "cards get FILE creator"),
    (&["notes"], "cards get FILE creator_notes"),
    (&["tokenize", "tokenise", "words", "wc"], "cards inspect FILE"),
    (&["git", "hook", "pre-commit"], "cards lint . --since HEAD"),
    (&["version"], "cards --version"),
];

/// Options that other tools have, under a verb or, where none is named, without one.
const OPTIONS: &[(&str, &[&str], &str)] = &[
    ("lint", &["--fix", "--fixable", "--write", "--repair", "-w"], "cards repair ALL --dry-run"),
    ("lint", &["--strict", "--werror"], "cards lint ALL --fail-on note"),
    ("repair", &["--check"], "cards lint ALL"),
    ("set", &["-i", "--inplace", "--write", "-w", "--save", "--overwrite"], "cards set ALL --in-place"),
    ("repair", &["-i", "--inplace", "--write", "-w", "--fix"], "cards repair ALL --in-place"),
    ("convert", &["--from"], "cards convert FILE --to v3"),
    ("convert", &["--spec", "--format", "--target", "-t"], "cards convert FILE --to REST:v3"),
    ("pack", &["--to", "--format", "--container"], "cards pack FILE -o STEM.charx"),
    ("scan", &["-l", "--long", "-a", "-R", "--recursive", "-1"], "cards ls ALL"),
    ("scan", &["--filter", "--select", "--only"], "cards ls FILE --where 'tokens>3000'"),
    ("scan", &["--order", "--order-by", "-s"], "cards ls FILE --sort tokens"),
    ("scan", &["--csv"], "cards ls ALL --format csv"),
    ("tags", &["--list", "-l", "--count"], "cards tags ALL"),
    ("tags", &["--merge", "--normalize", "--tidy"], "cards tags ALL --fold --dry-run"),
    ("dupes", &["--delete", "--remove", "--rm", "--clean"], "cards dupes ALL --keep newest --move-to copies"),
    ("repair", &["-r", "-R", "--recursive", "--all", "--force-all"], "cards repair ALL --dry-run"),
    ("diff", &["--words", "--word-diff", "-u", "--unified", "--text"], "cards diff ALL"),
    ("extract", &["--text", "--texts", "--markdown", "--md"], "cards extract FILE --tree -o STEM"),
    ("lint", &["--changed", "--diff", "--staged"], "cards lint ALL --since HEAD"),
    ("lint", &["--min-severity", "--level", "--severity", "--errors-only"], "cards lint FILE --min error"),
    (
        "lint",
        &["--add-noqa", "--update-baseline", "--generate-baseline"],
        "cards lint FILE --write-baseline known.json",
    ),
    ("lint", &["--stdin", "--stdin-filename"], "cards lint - --stdin-name card.json"),
    ("convert", &["-r", "-R", "--recursive", "--all"], "cards convert FILE --to v3 --dry-run"),
    ("find", &["-n", "-t", "-p", "-i", "--name", "--type"], "cards ls FILE"),
    ("extract", &["--picture", "--image", "--assets", "--all"], "cards extract FILE -o STEM"),
    ("replace", &["--find", "--replace", "--with", "--old", "--new", "--from", "--to"], "cards replace ALL --dry-run"),
    ("attach", &["--book", "--lorebook", "--from", "--with"], "cards attach ALL --dry-run"),
    ("detach", &["--all", "-a"], "cards detach ALL --dry-run"),
    ("compat", &["--with", "--for", "--profile", "--client"], "cards compat FILE --from sillytavern --to risu"),
    ("report", &["--html", "--page"], "cards report FILE -o STEM.html"),
    ("lint", &["--explain"], "cards rule REST:entry-key-broad"),
    ("grep", &["-r", "-R", "-n", "-H", "--recursive", "--line-number"], "cards grep ALL"),
    ("get", &["-o", "--output"], "cards get FILE name > out.txt"),
    ("prompt", &["--message", "-m", "--text", "--input"], "cards prompt FILE --say REST:'Hello'"),
    ("activate", &["--message", "-m", "--text", "--input"], "cards activate FILE --say REST:'Hello'"),
    ("inspect", &["-v", "--verbose"], "cards get ALL"),
    ("scan", &["--tree"], "cards ls ALL"),
    ("scan", &["--tag", "--tags"], "cards ls FILE --where 'tags=oc'"),
    ("scan", &["--desc", "--descending", "-S", "-t"], "cards ls FILE --sort tokens"),
    ("scan", &["-r", "--asc", "--ascending"], "cards ls FILE --sort tokens --reverse"),
    ("scan", &["--head", "--max", "--first", "-n"], "cards ls FILE --limit 20"),
    ("dupes", &["--threshold", "--similarity", "--fuzzy"], "cards dupes FILE --near 0.8"),
    ("prompt", &["--model"], "cards prompt FILE --tokenizer words"),
    ("rename", &["--dry-run", "-n", "--preview"], "cards rename ALL"),
    ("rename", &["--in-place", "--force", "--yes", "-y"], "cards rename ALL --apply"),
    ("replace", &["-n", "-r", "-R", "--recursive", "--preview"], "cards replace ALL --dry-run"),
    ("undo", &["-n", "-l", "--list", "--last", "--all", "--preview"], "cards undo --dry-run"),
    ("lint", &["--rule", "--only"], "cards lint FILE --select REST:macro-clients"),
    ("lint", &["--output-format"], "cards lint FILE --format REST:json"),
    ("lint", &["-o", "--output", "--out"], "cards lint FILE --format json > out.txt"),
    ("diff", &["--stat", "--side-by-side", "-y", "--git", "-U"], "cards diff ALL"),
    ("repair", &["--yes", "-y"], "cards repair ALL --in-place"),
    ("get", &["--all", "-a"], "cards get FILE"),
    ("set", &["--name", "--field"], "cards set FILE 'name=Aria' --in-place"),
    ("new", &["--name"], "cards new new.json name=Aria"),
    ("rule", &["--list", "--all"], "cards rule"),
    ("schema", &["--list"], "cards schema v3"),
    ("report", &["--open"], "cards report FILE -o STEM.html"),
    ("", &["-v", "--verbose"], "cards --version"),
];

/// What a verb needs that was not given, and a line that has it.
const MISSING: &[(&str, &str, &str)] = &[
    ("report", "<OUT>", "cards report FILE -o STEM.html"),
    ("convert", "<FORM>", "cards convert FILE --to v3 -o STEM-v3.json"),
    ("set", "<EDIT>", "cards set FILE 'name=Aria' --dry-run"),
    ("activate", "<CHAT>", "cards activate FILE --say 'a message'"),
    ("extract", "<DIR>", "cards extract FILE -o STEM"),
    ("pack", "<OUT>", "cards pack FILE -o STEM.charx"),
    ("scan", "<PATH>", "cards scan ."),
    ("lint", "<PATH>", "cards lint ."),
    ("dupes", "<PATH>", "cards dupes ."),
    ("tags", "<PATH>", "cards tags ."),
    ("rename", "<PATH>", "cards rename ."),
    ("grep", "<PATTERN>", "cards grep Seraphina ."),
    ("grep", "<PATH>", "cards grep ALL ."),
    ("replace", "<PATTERN>", "cards replace Seraphina Mira . --dry-run"),
    ("replace", "<TEXT>", "cards replace ALL Mira . --dry-run"),
    ("replace", "<PATH>", "cards replace ALL . --dry-run"),
    ("schema", "<SPEC>", "cards schema v3"),
    ("diff", "<B>", "cards diff FILE REST:other.png"),
    ("new", "<OUT>", "cards new new.json name=Aria"),
    ("edit", "<FILE>", "cards edit card.png"),
    ("completions", "<SHELL>", "cards completions bash"),
    ("attach", "<BOOK>", "cards attach FILE world.json --dry-run"),
    ("merge", "<THEIRS>", "cards merge base.png ours.png theirs.png --dry-run"),
    ("inspect", "<FILE>", "cards inspect card.png"),
];

/// Values that are asked of an option which takes another kind of thing.
const VALUES: &[(&str, &[&str], &str)] = &[
    ("convert", &["md", "markdown", "txt", "text"], "cards extract FILE --tree -o STEM"),
    ("convert", &["sillytavern"], "cards convert FILE --to v2 -o STEM-v2.json"),
    ("convert", &["json", "charx", "png", "apng", "zip", "prom-zip"], "cards pack FILE --as VALUE -o STEM.VALUE"),
    ("lint", &["chub", "backyard", "janitor", "any", "all"], "cards lint FILE --for others"),
];

/// What is wrong with a command line, with a tip of ours in the place of clap's.
pub(crate) fn told(mut error: clap::Error, words: &[OsString], command: &Command) -> clap::Error {
    let tip = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            error.remove(ContextKind::SuggestedSubcommand);
            named(&error, ContextKind::InvalidSubcommand).and_then(|name| match under(words, command) {
                (under, given) if under == "texts" => {
                    Some(given.without("export").line("cards texts out FILE -o STEM.po"))
                }
                _ => verb(&name, words, command),
            })
        }
        ErrorKind::UnknownArgument => {
            let clap = error.remove(ContextKind::SuggestedArg);
            error.remove(ContextKind::Suggested);
            let known = named(&error, ContextKind::InvalidArg).and_then(|name| option(&name, words, command));
            if let (None, Some(clap)) = (&known, clap) {
                error.insert(ContextKind::SuggestedArg, clap);
            }
            known
        }
        ErrorKind::MissingRequiredArgument => missing(&error, words, command),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            // A rule may be called as a program is.
            let is_form = named(&error, ContextKind::InvalidArg).is_some_and(|arg| !arg.contains("<IDS>"));
            let value = named(&error, ContextKind::InvalidValue).filter(|_| is_form);
            value.and_then(|value| self::value(&value, words, command))
        }
        _ => None,
    };
    if let Some(tip) = tip {
        error.remove(ContextKind::SuggestedValue);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
    }
    error
}

/// A word of the error.
fn named(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(name) => Some(name.clone()),
        _ => None,
    }
}

/// The tip for a word in the place of a verb.
fn verb(name: &str, words: &[OsString], command: &Command) -> Option<String> {
    let wanted = name.to_lowercase();
    let after = || words.iter().skip_while(|word| word.as_os_str() != name).skip(1);
    if words.iter().any(|word| word.to_string_lossy().contains("://")) {
        return Some("save the file first: addresses are not opened".to_owned());
    }
    if Path::new(name).is_dir() {
        return Some(format!("try `cards ls {}`", word(Path::new(name))));
    }
    if let Some((_, line)) = VERBS.iter().find(|(words, _)| words.contains(&wanted.as_str())) {
        let given = Given::of(after(), &[command]);
        return (given.0.len() > 1 || !line.contains("GIVEN")).then(|| given.line(&line.replace("GIVEN", "REST:x")));
    }
    let verbs = command.get_subcommands().filter(|verb| !verb.is_hide_set()).map(Command::get_name);
    let like = nearest(&wanted, verbs).filter(|like| wanted.chars().next() == like.chars().next())?;
    let rest: Vec<_> = after()
        .map(|part| {
            if part.as_encoded_bytes().starts_with(b"-") {
                part.to_string_lossy().into_owned()
            } else {
                word(Path::new(part))
            }
        })
        .collect();
    Some(format!("try `{}`", format!("cards {like} {}", rest.join(" ")).trim_end()))
}

/// The tip for an option that a verb does not have.
fn option(name: &str, words: &[OsString], command: &Command) -> Option<String> {
    let (verb, given) = under(words, command);
    let name = name.split_once('=').map_or(name, |(name, _)| name);
    let find = |verb: &str| OPTIONS.iter().find(|(of, options, _)| *of == verb && options.contains(&name));
    let known = find(&typed(words, command)).or_else(|| find(&verb));
    if known.is_none() && !name.starts_with('-') {
        // A word too many: the form, or where the result goes.
        let name = word(Path::new(name));
        return match verb.as_str() {
            "convert" => Some(given.line(&format!("cards convert FILE --to {name}"))),
            "pack" | "extract" | "report" => Some(given.line(&format!("cards {verb} FILE -o {name}"))),
            "texts" => Some(given.line(&format!("cards texts out FILE -o {name}"))),
            "compat" => Some(given.line("cards compat FILE --from sillytavern --to risu")),
            _ => None,
        };
    }
    known.map(|(_, _, line)| given.without(name).line(line))
}

/// The tip for what a verb needs and was not given.
fn missing(error: &clap::Error, words: &[OsString], command: &Command) -> Option<String> {
    let (verb, given) = under(words, command);
    let ContextValue::Strings(absent) = error.get(ContextKind::InvalidArg)? else { return None };
    let is_absent = |what: &str| absent.iter().any(|absent| absent.contains(what));
    let (_, _, line) = MISSING.iter().find(|(of, what, _)| *of == verb && is_absent(what))?;
    let first = given.0.first().map(PathBuf::as_path);
    match (verb.as_str(), first) {
        // Who looks for a file alone wants to see what is in it.
        ("grep", Some(path)) if given.0.len() == 1 && path.exists() => {
            Some(given.line(match (&*typed(words, command), path.is_dir()) {
                ("grep", _) => "cards grep Seraphina FILE",
                (_, true) => "cards ls FILE",
                (_, false) => "cards inspect FILE",
            }))
        }
        ("replace", Some(path)) => Some(replacing(path, &given).unwrap_or_else(|| given.line(line))),
        ("convert", Some(_)) => Some(
            given
                .0
                .iter()
                .find_map(|word| {
                    let value = word.to_str()?.to_lowercase();
                    let (_, _, line) =
                        VALUES.iter().find(|(of, values, _)| *of == verb && values.contains(&value.as_str()))?;
                    Some(Given(given.0.clone()).without(&value).line(&line.replace("VALUE", &value)))
                })
                .unwrap_or_else(|| given.line(line)),
        ),
        ("merge", Some(_))
            if given.0.len() == 2 && given.0.iter().any(|path| path.extension().is_some_and(|end| end == "json")) =>
        {
            Some(given.line("cards attach ALL --dry-run"))
        }
        _ => Some(given.line(line)),
    }
}

/// The tip for a replacement in one word, as `sed` and others have it, or with a file where the new text belongs.
fn replacing(first: &Path, given: &Given) -> Option<String> {
    let text = first.to_str()?;
    let pair = match text.strip_prefix("s/").and_then(|rest| rest.split_once('/')) {
        Some((old, rest)) => Some((old, rest.split('/').next().unwrap_or_default())),
        None => text.split_once('='),
    };
    let rest = given.0.get(1..).unwrap_or_default();
    let paths = |paths: &[PathBuf]| match paths {
        [] => ".".to_owned(),
        paths => paths.iter().map(|path| word(path)).collect::<Vec<_>>().join(" "),
    };
    let line = |old: &str, new: &str, rest: &[PathBuf]| {
        let [old, new] = [old, new].map(|text| word(Path::new(text)));
        format!("try `cards replace {old} {new} {} --dry-run`", paths(rest))
    };
    match (pair, rest) {
        (Some((old, new)), rest) if rest.iter().all(|path| path.exists()) => Some(line(old, new, rest)),
        (None, [file]) if file.exists() => Some(line(text, "Mira", rest)),
        _ => None,
    }
}

/// The tip for a value that an option does not take.
fn value(value: &str, words: &[OsString], command: &Command) -> Option<String> {
    let (verb, given) = under(words, command);
    let value = value.to_lowercase();
    let (_, _, line) = VALUES.iter().find(|(of, values, _)| *of == verb && values.contains(&value.as_str()))?;
    Some(given.without(&value).line(&line.replace("VALUE", &value)))
}

/// What is wrong where the file of `get` and `set` does not come first, in a command line that was understood.
pub(crate) fn order(matches: &ArgMatches) -> Option<clap::Error> {
    let (verb, under) = matches.subcommand()?;
    match verb {
        "inspect" => return after_a_file(matches),
        "tags" => return tags(under),
        "rename" => return renamed(under),
        "expand" => return expanded(under),
        "prompt" => return said(under),
        _ => {}
    }
    let matches = under;
    let list = [("get", "places"), ("set", "edits")].iter().find(|(of, _)| *of == verb).map(|(_, list)| *list)?;
    let first = matches.get_one::<PathBuf>("file").filter(|file| !is_read_once(file) && !file.exists())?;
    let mut rest: Vec<_> = matches.get_many::<String>(list)?.map(Path::new).collect();
    let file = rest.remove(rest.iter().position(|word| word.is_file())?);
    let others: String = std::iter::once(first.as_path()).chain(rest).map(|path| format!(" {}", word(path))).collect();
    let (first, file) = (word(first), word(file));
    let text = format!("there is no file {first}; the file comes first: `cards {verb} {file}{others}`\n");
    Some(clap::Error::raw(ErrorKind::ValueValidation, text))
}

/// What is wrong where `tags` is followed by what to do, or by a tag alone, which its options say.
fn tags(matches: &ArgMatches) -> Option<clap::Error> {
    let paths: Vec<_> = matches.get_many::<PathBuf>("paths")?.collect();
    let no_file = |path: &Path| !is_read_once(path) && !path.exists() && path.extension().is_none();
    let (words, files): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| no_file(path));
    let (first, file) = (words.first()?.to_str()?, word(files.first()?));
    let tag = |at: usize| words.get(at).map_or_else(|| "fantasy".to_owned(), |tag| word(tag));
    let line = match first {
        "add" => format!("--add {} --dry-run", tag(1)),
        "remove" | "rm" | "delete" => format!("--remove {} --dry-run", tag(1)),
        "rename" => format!("--rename {}={} --dry-run", tag(1), tag(2)),
        "list" | "ls" | "show" | "count" => String::new(),
        _ => format!("--add {} --dry-run", tag(0)),
    };
    let line = format!("cards tags {file} {line}");
    let text = format!(
        "there is no file {}; what to do with tags is said by options: `{}`\n",
        word(Path::new(first)),
        line.trim_end()
    );
    Some(clap::Error::raw(ErrorKind::ValueValidation, text))
}

/// What is wrong where `rename` is given the new name of one file.
fn renamed(matches: &ArgMatches) -> Option<clap::Error> {
    let mut paths = matches.get_many::<PathBuf>("paths")?;
    let (file, name, None) = (paths.next()?, paths.next()?, paths.next()) else { return None };
    if !file.is_file() || name.exists() || is_read_once(name) {
        return None;
    }
    let (file, name) = (word(file), word(name));
    let text =
        format!("there is no file {name}; files are named after their cards: `cards rename {file} --to '{{name}}'`\n");
    Some(clap::Error::raw(ErrorKind::ValueValidation, text))
}

/// What is wrong where `prompt` is given what the user says in the place of a file.
fn said(matches: &ArgMatches) -> Option<clap::Error> {
    let mut files = matches.get_many::<PathBuf>("files")?;
    let file = files.next().filter(|file| file.is_file())?;
    let text = files.find(|path| !is_read_once(path) && !path.exists() && path.extension().is_none())?;
    let (file, text) = (word(file), word(text));
    let text =
        format!("there is no file {text}; what the user says is an option: `cards prompt {file} --say {text}`\n");
    Some(clap::Error::raw(ErrorKind::ValueValidation, text))
}

/// What is wrong where `expand` is given a text in the place of a file.
fn expanded(matches: &ArgMatches) -> Option<clap::Error> {
    let file = matches.get_one::<PathBuf>("file").filter(|file| !is_read_once(file) && !file.exists())?;
    let text = file.to_str().filter(|text| text.contains("{{"))?;
    let text =
        format!("a text comes from a file or from standard input: `echo {} | cards expand -`\n", word(Path::new(text)));
    Some(clap::Error::raw(ErrorKind::ValueValidation, text))
}

/// What is wrong where a file without a verb is followed by what is none and has not the look of one, such as the name of
/// a text.
pub(crate) fn after_a_file(matches: &ArgMatches) -> Option<clap::Error> {
    let (_, matches) = matches.subcommand()?;
    let mut files = matches.get_many::<PathBuf>("files")?;
    let file = word(files.next()?);
    let place = word(files.find(|path| !is_read_once(path) && !path.exists() && path.extension().is_none())?);
    let text = format!("there is no file {place}; a text of a card is printed by `cards get {file} {place}`\n");
    Some(clap::Error::raw(ErrorKind::ValueValidation, text))
}

/// The verb of a command line by its own name, and what was given to it.
fn under(words: &[OsString], command: &Command) -> (String, Given) {
    let mut rest = words.iter().skip(1);
    let verb = rest.by_ref().find_map(|word| command.find_subcommand(word));
    let known = [command, verb.unwrap_or(command)];
    (verb.map_or("", Command::get_name).to_owned(), Given::of(rest, &known))
}

/// The verb as it was typed, which may be another name of it.
fn typed(words: &[OsString], command: &Command) -> String {
    let typed = words.iter().skip(1).find(|word| command.find_subcommand(word).is_some());
    typed.map(|word| word.to_string_lossy().into_owned()).unwrap_or_default()
}

/// What was given to a verb: the words that are neither options nor the values of options.
struct Given(Vec<PathBuf>);

impl Given {
    /// Of words behind a verb; `known` have the options that may be among them.
    fn of<'w>(mut words: impl Iterator<Item = &'w OsString>, known: &[&Command]) -> Self {
        let mut given = Vec::new();
        while let Some(word) = words.next() {
            if !word.as_encoded_bytes().starts_with(b"-") || word == "-" {
                given.push(PathBuf::from(word));
            } else if known.iter().any(|command| takes_a_value(word, command)) {
                words.next();
            }
        }
        Self(given)
    }

    /// Without a word that is no file.
    fn without(mut self, name: &str) -> Self {
        self.0.retain(|word| !word.as_os_str().eq_ignore_ascii_case(name));
        self
    }

    /// A line of the table about what was given.
    fn line(&self, line: &str) -> String {
        let known = self.0.iter().find(|word| word.exists()).or(self.0.first());
        let file = known.map_or(Path::new("card.png"), PathBuf::as_path);
        let stem = match file.file_stem() {
            Some(_) => file.with_extension(""),
            None => PathBuf::from("out"),
        };
        let given = |file: Option<&PathBuf>| {
            let words: Vec<_> = self.0.iter().filter(|path| Some(*path) != file).map(|path| word(path)).collect();
            words.join(" ")
        };
        let (all, rest) = (given(None), given(known.filter(|_| line.contains("FILE"))));
        let words = line.split(' ').map(|part| match part {
            "FILE" => word(file),
            "ALL" if all.is_empty() => word(file),
            "ALL" => all.clone(),
            part => match (part.strip_prefix("REST:"), part.strip_prefix("STEM")) {
                (Some(usual), _) if rest.is_empty() => usual.to_owned(),
                (Some(_), _) => rest.clone(),
                (None, Some(ending)) => beside(&stem, ending, file),
                (None, None) => part.to_owned(),
            },
        });
        format!("try `{}`", words.collect::<Vec<_>>().join(" "))
    }
}

/// A name for what is made of a file: another than the file's own.
fn beside(stem: &Path, ending: &str, file: &Path) -> String {
    let named = |middle: &str| {
        let mut name = stem.as_os_str().to_owned();
        name.push(middle);
        name.push(ending);
        PathBuf::from(name)
    };
    let name = named("");
    word(if name == file { named("-copy") } else { name }.as_path())
}

/// Whether the word after an option is its value.
fn takes_a_value(option: &OsStr, command: &Command) -> bool {
    let Some(option) = option.to_str().filter(|option| !option.contains('=')) else { return false };
    let known = command.get_arguments().find(|known| match option.strip_prefix("--") {
        Some(long) => known.get_long() == Some(long),
        None => option.strip_prefix('-').is_some_and(|short| known.get_short().is_some_and(|c| short == c.to_string())),
    });
    known.is_some_and(|known| known.get_action().takes_values())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::args::Cli;

    /// The words of a line of the tables, as a shell takes it apart.
    fn split(line: &str) -> Vec<OsString> {
        let mut words = vec![String::new()];
        let mut quoted = false;
        for c in line.chars() {
            match (c, words.last_mut()) {
                ('\'', _) => quoted = !quoted,
                (' ', _) if !quoted => words.push(String::new()),
                (_, Some(word)) => word.push(c),
                _ => {}
            }
        }
        words.into_iter().map(OsString::from).collect()
    }

    #[test]
    fn every_line_of_the_tables_is_one_that_the_tool_takes() {
        let given = Given(vec![PathBuf::from("card.png")]);
        let verbs = VERBS.iter().map(|(_, line)| *line);
        let options = OPTIONS.iter().map(|(_, _, line)| *line);
        let missing = MISSING.iter().map(|(_, _, line)| *line);
        let values = VALUES.iter().map(|(_, _, line)| *line);
        for line in verbs.chain(options).chain(missing).chain(values) {
            // These need a second word, which those have who type them.
            let line = line
                .replace("cards set ALL", "cards set FILE name=Aria")
                .replace("cards diff ALL", "cards diff other.png FILE")
                .replace("cards attach ALL", "cards attach FILE world.json")
                .replace("cards grep ALL", "cards grep x FILE")
                .replace("cards replace ALL --dry-run", "cards replace x y . --dry-run")
                .replace("cards replace ALL", "cards replace x y")
                .replace("REST:entry", "entry")
                .replace("GIVEN", "name");
            let line = given.line(&line.replace("VALUE", "json").replace(" > out.txt", ""));
            let words = split(line.trim_start_matches("try `").trim_end_matches('`'));
            let error = Cli::command().try_get_matches_from(&words).err();
            let refused = error.filter(|error| error.kind() != ErrorKind::DisplayVersion);
            assert!(refused.is_none(), "{words:?}: {}", refused.map(|error| error.to_string()).unwrap_or_default());
        }
    }

    #[test]
    fn no_word_of_the_tables_is_a_verb_or_there_twice() {
        let command = Cli::command();
        let mut seen = Vec::new();
        for word in VERBS.iter().flat_map(|(words, _)| words.iter()) {
            assert!(command.find_subcommand(word).is_none(), "{word} is a verb");
            assert!(!seen.contains(&word), "{word} is there twice");
            seen.push(word);
        }
    }
}
