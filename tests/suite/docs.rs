//! Runs the commands in the README and in `docs/`, and compares their output with the `console` blocks.

use super::program::{Folder, Run, files, root, shell, source};

/// Creates a folder in which to run the examples, so that they write no files to the checkout.
#[cfg(unix)]
fn checkout() -> Folder {
    let folder = Folder::new();
    for shipped in ["saves", "assets", "docs"] {
        std::os::unix::fs::symlink(root().join(shipped), folder.path().join(shipped)).unwrap();
    }
    folder
}

fn works(line: &str, run: &Run) -> bool {
    run.status == 0
        || run.err.contains("the interface needs a terminal")
        || (line == "nimatron continue" && run.err.contains("no match"))
}

/// Extracts the command from an example line. `rule` gets a limit low enough for an unoptimised build.
fn typed(line: &str) -> Option<String> {
    let line = line.strip_prefix("    ")?;
    let command = line.split("   ").next()?.trim_end();
    let first = command.split_whitespace().next()?;
    let runs = first == "nimatron" || first == "echo" && command.contains("| nimatron ");
    let runs = runs && !command.contains(" [");
    let is_long = command.starts_with("nimatron rule") && !command.contains("--upto");
    let limit = if is_long { " --upto 20" } else { "" };
    runs.then(|| format!("{command}{limit}"))
}

#[test]
#[cfg(unix)]
fn every_command_of_the_pages_runs() {
    // The pages on the user's own games and graphs show the files that their commands need, and have separate tests.
    let pages = files(&root().join("docs"), ".md").into_iter();
    let pages = pages
        .filter(|page| !page.to_string_lossy().contains("your-own-"))
        .chain([root().join("README.md")]);
    let folder = checkout();
    let mut tried = std::collections::BTreeSet::new();
    for page in pages {
        let text = std::fs::read_to_string(&page).unwrap();
        for line in text.lines().filter_map(typed) {
            if tried.insert(line.clone()) {
                let run = shell(folder.path(), &line);
                assert!(
                    works(&line, &run),
                    "{}: {line}\n{}",
                    page.display(),
                    run.err
                );
            }
        }
    }
    assert!(tried.len() > 30, "{tried:?}");
}

/// If the last line of an example is `...`, the command may print more.
#[test]
#[cfg(unix)]
fn commands_print_what_the_pages_show() {
    let folder = checkout();
    let mut compared = 0;
    for page in ["README.md", "docs/json.md"] {
        let text = source(page);
        for block in text.split("```console\n").skip(1) {
            let block = block.split("```").next().unwrap();
            for example in block.split("$ ").skip(1) {
                let (line, shown) = example.split_once('\n').unwrap();
                let run = shell(folder.path(), line);
                let (shown, is_whole) = match shown.strip_suffix("...\n") {
                    Some(start) => (start, false),
                    None => (shown, true),
                };
                let printed = if is_whole {
                    run.out.as_str()
                } else {
                    run.out.get(..shown.len()).unwrap_or(&run.out)
                };
                assert_eq!(printed, shown, "{page}: {line}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 3);
}
