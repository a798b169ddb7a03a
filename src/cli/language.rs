//! Chooses the language of messages, and translates the help.

use clap::CommandFactory;
use nimatron_core::language::{Catalogue, template};
use nimatron_core::tr;

use crate::settings::keys;

/// The variable that names a file of messages in another language; see docs/translating.md.
pub const VARIABLE: &str = "NIMATRON_LANGUAGE";

/// Speaks the language of the file that the variable names, or English.
///
/// # Errors
/// Returns what is wrong with the file.
pub fn choose() -> Result<(), String> {
    let Some(file) = std::env::var_os(VARIABLE).filter(|file| !file.is_empty()) else {
        return Ok(());
    };
    let wrong = |what: &dyn std::fmt::Display| {
        let file = file.to_string_lossy();
        tr!(
            "{variable}: {file}: {what}",
            variable = VARIABLE,
            file,
            what
        )
    };
    let json = std::fs::read_to_string(&file).map_err(|error| wrong(&error))?;
    Catalogue::parse(&json)
        .and_then(Catalogue::speak)
        .map_err(|error| wrong(&error))
}

/// Translates the help of a command, of its options and of its subcommands.
#[must_use]
pub fn translate(command: clap::Command) -> clap::Command {
    let said =
        |help: Option<&clap::builder::StyledStr>| help.and_then(|help| template(&help.to_string()));
    let mut command = match said(command.get_about()) {
        Some(about) => command.about(about),
        None => command,
    };
    if let Some(about) = said(command.get_long_about()) {
        command = command.long_about(about);
    }
    if let Some(after) = said(command.get_after_help()) {
        command = command.after_help(after);
    }
    command
        .mut_args(|argument| {
            let mut argument = match said(argument.get_help()) {
                Some(help) => argument.help(help),
                None => argument,
            };
            if let Some(help) = said(argument.get_long_help()) {
                argument = argument.long_help(help);
            }
            argument
        })
        .mut_subcommands(translate)
}

/// Returns the help of every command and option, and the words of the keys, which a language translates besides the
/// messages in the code.
pub fn help() -> Vec<String> {
    let mut found: Vec<String> = keys::messages().map(str::to_owned).collect();
    let mut commands = vec![super::Arguments::command()];
    while let Some(command) = commands.pop() {
        let texts = command
            .get_arguments()
            .flat_map(|argument| [argument.get_help(), argument.get_long_help()])
            .chain([
                command.get_about(),
                command.get_long_about(),
                command.get_after_help(),
            ]);
        found.extend(texts.flatten().map(ToString::to_string));
        commands.extend(command.get_subcommands().cloned());
    }
    found
}
