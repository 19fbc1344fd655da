//! The blocks of the pages that work in a repository of cards, run as they are printed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::cookbook::page;
use crate::tool::{CARDS, fixture, plain, root, text};

/// The whole block of a page that has this mark.
fn block(name: &str, mark: &str) -> String {
    let page = page(name);
    let block = page.split(&format!("<!-- runs: {mark} -->\n```")).nth(1).unwrap();
    block.split_once('\n').unwrap().1.split("\n```").next().unwrap().to_owned()
}

/// A repository with one card in it, `cards/aria.png`.
struct Repository(tempfile::TempDir);

impl Repository {
    fn new() -> Self {
        let this = Self(tempfile::tempdir().unwrap());
        fs::create_dir(this.at().join("cards")).unwrap();
        fs::copy(fixture("wick-v3.png"), this.at().join("cards/aria.png")).unwrap();
        this.done("git init --quiet --initial-branch=main");
        this.commit("one");
        this
    }

    fn at(&self) -> &Path {
        self.0.path()
    }

    /// Runs lines of a shell in which `cards` is the tool that is tested, and git has no settings of this machine.
    fn shell(&self, lines: &str) -> Output {
        let folder = Path::new(CARDS).parent().unwrap();
        let old = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths(std::iter::once(folder.to_owned()).chain(std::env::split_paths(&old))).unwrap();
        let mut command = Command::new("sh");
        command.args(["-c", lines]).current_dir(self.at()).env("PATH", path).env("GIT_CONFIG_NOSYSTEM", "1");
        command.env("GIT_CONFIG_GLOBAL", "/dev/null");
        for who in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{who}_NAME"), "a").env(format!("GIT_{who}_EMAIL"), "a@example.org");
        }
        plain(&mut command).output().unwrap()
    }

    /// What lines that succeed print.
    fn done(&self, lines: &str) -> String {
        let output = self.shell(lines);
        assert!(output.status.success(), "{lines}\n{}{}", text(&output.stdout), text(&output.stderr));
        text(&output.stdout)
    }

    fn commit(&self, subject: &str) {
        self.done(&format!("git add --all && git commit --quiet --message {subject}"));
    }

    fn set(&self, change: &str) {
        self.done(&format!("cards set cards/aria.png '{change}' --in-place"));
    }
}

#[test]
fn two_branches_of_one_card_are_merged() {
    let repository = Repository::new();
    repository.done(&block("repositories.md", "git-merge"));
    repository.commit("driver");
    repository.done("git checkout --quiet -b other");
    repository.set("scenario=Theirs.");
    repository.commit("theirs");
    repository.done("git checkout --quiet main");
    repository.set("first_mes=Ours.");
    repository.commit("ours");
    repository.done("git merge --quiet --no-edit other");
    assert_eq!(repository.done("cards get cards/aria.png first_mes scenario"), "Ours.\nTheirs.\n");
    // What both changed is marked, and stays for the author to decide.
    repository.done("git checkout --quiet -b again");
    repository.set("scenario=One way.");
    repository.commit("one-way");
    repository.done("git checkout --quiet main");
    repository.set("scenario=Another way.");
    repository.commit("another-way");
    let merged = repository.shell("git merge --no-edit again");
    assert!(!merged.status.success());
    assert_eq!(repository.done("git diff --name-only --diff-filter=U"), "cards/aria.png\n");
    let both = repository.done("cards get cards/aria.png scenario");
    assert!(both.contains("One way.") && both.contains("Another way."), "{both}");
}

/// What is no card is merged as git would have done, and messages name the file by its path.
#[test]
fn the_driver_merges_pictures_and_leaves_other_files_to_git() {
    let repository = Repository::new();
    repository.done(&block("repositories.md", "git-merge"));
    repository.done("echo '*.json merge=card' >> .gitattributes");
    fs::write(repository.at().join("settings.json"), "{\n\"a\": 1,\n\"b\": 2,\n\"c\": 3,\n\"d\": 4\n}\n").unwrap();
    repository.commit("settings");
    let change = |from: &str, to: &str| repository.done(&format!("sed -i 's/{from}/{to}/' settings.json"));
    repository.done("git checkout --quiet -b other");
    fs::copy(fixture("portrait.png"), repository.at().join("new.png")).unwrap();
    repository.done("cards set cards/aria.png picture=@new.png --in-place && rm new.png");
    change("1", "10");
    repository.commit("theirs");
    repository.done("git checkout --quiet main");
    repository.set("first_mes=Ours.");
    change("4", "40");
    repository.commit("ours");
    let said = repository.done("git merge --no-edit other 2>&1");
    assert!(!said.contains(".merge_file"), "{said}");
    assert_eq!(
        fs::read_to_string(repository.at().join("settings.json")).unwrap(),
        "{\n\"a\": 10,\n\"b\": 2,\n\"c\": 3,\n\"d\": 40\n}\n"
    );
    assert_eq!(repository.done("cards get cards/aria.png first_mes"), "Ours.\n");
    let bare = |revision: &str| {
        repository
            .done(&format!("git show {revision}:cards/aria.png | cards strip - -o bare.png --force && cksum bare.png"))
    };
    assert_eq!(bare("HEAD"), bare("other"));
    // A conflict in what is no card has git's own marks.
    repository.done("git checkout --quiet -b again && rm -f bare.png");
    change("2", "20");
    repository.commit("one");
    repository.done("git checkout --quiet main");
    change("2", "21");
    repository.set("scenario=Main.");
    repository.commit("two");
    repository.done("git checkout --quiet again");
    repository.set("scenario=Again.");
    repository.commit("three");
    let merged = repository.shell("git merge --no-edit main 2>&1");
    assert!(!merged.status.success());
    assert!(fs::read_to_string(repository.at().join("settings.json")).unwrap().contains("<<<<<<<"));
    assert!(text(&merged.stdout).contains("cards/aria.png"), "{}", text(&merged.stdout));
}

#[test]
fn git_shows_what_changed_in_a_card() {
    let repository = Repository::new();
    repository.done(&block("repositories.md", "git-diff"));
    repository.set("scenario=A quiet night.");
    repository.commit("two");
    for line in ["git diff HEAD~1", "git log -1 -p", "git show"] {
        let said = repository.done(line);
        assert!(said.lines().any(|line| line == "+scenario: A quiet night."), "{line}: {said}");
        assert!(!said.contains("Binary files"), "{line}: {said}");
    }
    let words = repository.shell(&block("repositories.md", "git-show"));
    assert_eq!(words.status.code(), Some(1), "{}", text(&words.stderr));
    assert!(text(&words.stdout).contains("A quiet night."), "{}", text(&words.stdout));
}

/// A card with an error, and a file that cannot be read.
fn spoil(repository: &Repository, damaged: bool) {
    let bad = r#"{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Wick","tags":"shop"}}"#;
    fs::write(repository.at().join("cards/bad.json"), bad).unwrap();
    if damaged {
        fs::write(repository.at().join("cards/damaged.json"), &bad[..bad.len() - 1]).unwrap();
    }
}

#[test]
fn the_steps_of_ci_end_as_the_page_says() {
    let script = block("repositories.md", "ci-script");
    let step = block("repositories.md", "ci-step");
    let step = step.strip_prefix("- run: ").unwrap();
    let repository = Repository::new();
    let said = |repository: &Repository| {
        let output = repository.shell(&script);
        (output.status.code().unwrap(), text(&output.stdout) + &text(&output.stderr))
    };
    assert_eq!(said(&repository), (0, "every card keeps the MUST rules\n".to_owned()));
    assert_eq!(repository.shell(step).status.code(), Some(0));
    spoil(&repository, false);
    assert_eq!(said(&repository), (0, "see cards.sarif for what was found\n".to_owned()));
    let linted = repository.shell(step);
    assert_eq!(linted.status.code(), Some(1));
    assert!(text(&linted.stdout).contains("::error file=cards/bad.json"), "{}", text(&linted.stdout));
    spoil(&repository, true);
    let (status, last) = said(&repository);
    assert_eq!((status, last.lines().last()), (2, Some("not every card could be checked")), "{last}");
    assert_eq!(repository.shell(step).status.code(), Some(2));
}

#[test]
fn the_hook_looks_at_what_is_staged() {
    use std::os::unix::fs::PermissionsExt as _;

    let repository = Repository::new();
    let hook = repository.at().join(".git/hooks/pre-commit");
    fs::create_dir_all(hook.parent().unwrap()).unwrap();
    fs::write(&hook, block("repositories.md", "git-hook") + "\n").unwrap();
    fs::set_permissions(&hook, fs::Permissions::from_mode(0o755)).unwrap();
    repository.set("scenario=A quiet night.");
    repository.commit("good");
    spoil(&repository, false);
    let refused = repository.shell("git add --all && git commit --quiet --message bad");
    assert_eq!(refused.status.code(), Some(1), "{}", text(&refused.stderr));
    assert!(text(&refused.stderr).ends_with("in cards/bad.json\n"), "{}", text(&refused.stderr));
    // What is staged counts, and not what is in the folder by now.
    repository.done("cards repair cards/bad.json --in-place");
    assert!(!repository.shell("git commit --quiet --message bad").status.success());
    repository.commit("repaired");
}

/// The pages whose blocks are run by other tests, which know each of theirs.
#[test]
fn every_block_of_a_shell_is_run() {
    let mut unmarked = Vec::new();
    let pages: Vec<PathBuf> = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path()).collect();
    for path in pages.iter().filter(|path| path.extension().is_some_and(|end| end == "md")) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = page(&name);
        for (before, block) in text.match_indices("```sh\n").map(|(at, _)| (&text[..at], &text[at..])) {
            let mark = before.trim_end().lines().last().unwrap_or_default();
            if !mark.starts_with("<!-- runs: ") && !mark.starts_with("<!-- builds: ") {
                unmarked.push(format!("{name}: {}", block.lines().nth(1).unwrap_or_default()));
            }
        }
    }
    unmarked.sort();
    // The server and the extension are built and run by `tests/editors`; a release is compared with one's own build, which takes a
    // release.
    let elsewhere = [
        "editors.md: cargo install --locked --path crates/cards-lsp",
        "editors.md: cargo xtask web                                         # the server for browsers",
        "install.md: sha256sum --check --ignore-missing SHA256SUMS",
    ];
    assert_eq!(unmarked, elsewhere);
}

#[test]
fn a_library_is_scanned_as_the_page_says() {
    for (mark, at_least) in [("scan", 3), ("resume", 2)] {
        let repository = Repository::new();
        let block = block("scale.md", mark);
        // Tables are a feature, which the tool of the tests may lack.
        let lines = block.lines().filter(|line| cfg!(feature = "arrow") || !line.contains("--format parquet"));
        let lines: Vec<String> = lines.map(|line| line.replace("~/cards", "cards")).collect();
        assert!(lines.len() >= at_least, "{block}");
        for line in lines {
            repository.done(&line);
        }
        let rows = fs::read_to_string(repository.at().join("cards.jsonl")).unwrap();
        assert_eq!(rows.lines().count(), 1, "{rows}");
    }
}
