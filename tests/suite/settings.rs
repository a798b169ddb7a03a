//! Tests the settings file on the command line and in a terminal, and the man page and shell completions.

use std::fs;

use super::program::{Folder, fed, nimatron, run};
#[cfg(unix)]
use super::terminal::Terminal;

#[test]
fn config_prints_a_complete_file_and_says_where_values_come_from() {
    let folder = Folder::new();
    let default = run(&["config", "--print-default"]);
    assert_eq!((default.status, default.err.as_str()), (0, ""));
    let file = folder.write("config.toml", &default.out);
    let told = run(&["config", "--config", &file]);
    assert_eq!(
        (told.status, told.err.as_str()),
        (0, ""),
        "the printed file is read without a fault"
    );
    assert!(
        told.out.contains("theme = \"auto\"") && told.out.contains("file, line "),
        "{}",
        told.out
    );
    folder.write(
        "config.toml",
        "[screen]\ntheme = \"light\"\n[keys.table]\nhint = \"u\"\n",
    );
    let told = run(&["--pause", "5", "config", "--config", &file]);
    assert_eq!(told.status, 0);
    assert!(
        told.err
            .contains("line 4, column 1: u would mean both undo and hint at the table"),
        "{}",
        told.err
    );
    for (word, origin) in [
        ("theme = \"light\"", "file, line 2"),
        ("pause = 5 ", "option, --pause"),
    ] {
        let line = told
            .out
            .lines()
            .find(|line| line.starts_with(word))
            .unwrap();
        assert!(line.ends_with(origin), "{line}");
    }
    let none = fed(
        nimatron(&["--colours", "true", "config"]).env("NO_COLOR", "1"),
        "",
    );
    assert!(none.out.contains("environment, NO_COLOR"), "{}", none.out);
}

#[test]
fn the_man_page_and_the_completions_have_every_command_and_option() {
    let help = run(&["--help"]).out;
    let mut commands: Vec<String> = Vec::new();
    for line in help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
    {
        let name = line.split_whitespace().next().unwrap();
        if line.starts_with("  ") && !line.starts_with("   ") && name != "help" {
            commands.push(name.to_owned());
        }
    }
    assert!(
        commands.len() > 15 && commands.iter().any(|c| c == "config"),
        "{commands:?}"
    );
    let man = run(&["man"]).out.replace("\\-", "-");
    let bash = run(&["completions", "bash"]).out;
    for shell in ["zsh", "fish", "elvish", "powershell"] {
        assert!(
            run(&["completions", shell]).out.contains("nimatron"),
            "{shell}"
        );
    }
    for command in &commands {
        assert!(
            man.contains(&format!(".SH \"NIMATRON {}\"", command.to_uppercase())),
            "{command}"
        );
        assert!(bash.contains(&format!("nimatron,{command})")), "{command}");
        let help = run(&[command, "--help"]).out;
        for word in help
            .split([' ', ',', '\n'])
            .filter(|word| word.starts_with("--") && word.len() > 2)
        {
            let option: String = word
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric() || *c == '-')
                .collect();
            assert!(man.contains(&option), "{command} {option}");
            assert!(bash.contains(&option), "{command} {option}");
        }
    }
}

#[test]
#[cfg(unix)]
fn a_key_of_the_settings_file_counts_in_a_real_terminal_and_the_settings_page_saves() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path();
    fs::write(
        folder.join("config.toml"),
        "# mine\n[keys.table]\nundo = \"z\"\n",
    )
    .unwrap();
    let mut terminal = Terminal::run(
        home.path(),
        "NIMATRON_CONFIG=config.toml \"$NIMATRON\" play --second human nim:3,4",
    );
    terminal.wait_for("Nim");
    terminal.press("m1-2\r");
    terminal.wait_for("z undo");
    terminal.press("z");
    terminal.wait_for("move 0 of");
    terminal.press(",");
    terminal.wait_for("theme");
    terminal.press("ls");
    terminal.wait_for("Saved: ");
    let text = fs::read_to_string(folder.join("config.toml")).unwrap();
    assert!(
        text.starts_with("# mine\n") && text.contains("theme = \"dark\""),
        "{text}"
    );
    // Faults in the settings file are reported on the first page.
    terminal.press("\x1bq");
    fs::write(folder.join("config.toml"), "[screen]\ntheme = 3\n").unwrap();
    let mut terminal = Terminal::run(
        home.path(),
        "NIMATRON_CONFIG=config.toml \"$NIMATRON\" play --second human nim:3,4",
    );
    terminal.wait_for("line 2, column 9");
    terminal.press("\x03");
}
