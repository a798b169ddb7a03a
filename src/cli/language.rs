//! Chooses the language of messages, and translates the help.

use clap::builder::{PossibleValue, StyledStr};
use clap::{Arg, Command, CommandFactory};
use nimatron_core::games::reasons::join;
use nimatron_core::language::{self, Catalogue, is_english};
use nimatron_core::tr;

use crate::settings::keys;

/// The environment variable that names the catalogue of another language; see docs/translating.md.
pub const VARIABLE: &str = "NIMATRON_LANGUAGE";

/// Loads the language from the file that [`VARIABLE`] names. Without the variable, the language stays English.
pub fn choose() -> Result<(), String> {
    let Some(file) = std::env::var_os(VARIABLE).filter(|file| !file.is_empty()) else {
        return Ok(());
    };
    let wrong = |what: &dyn std::fmt::Display| {
        let file = file.to_string_lossy();
        tr!("{variable}: {file}: {what}", variable = VARIABLE)
    };
    let json = std::fs::read_to_string(&file).map_err(|error| wrong(&error))?;
    Catalogue::parse(&json)
        .and_then(Catalogue::speak)
        .map_err(|error| wrong(&error))
}

/// Translates the help of a command, its options and its subcommands, including the words that clap adds.
#[must_use]
pub fn translate(mut command: Command) -> Command {
    if is_english() {
        return command;
    }
    // `build` adds the `--help` option and the `help` command, which must be translated as well.
    command.build();
    translated(command)
}

fn translated(command: Command) -> Command {
    let style = *command.get_styles().get_usage();
    let template = format!(
        "{{before-help}}{{about-with-newline}}\n{style}{}{style:#} {{usage}}\n\n{{all-args}}{{after-help}}",
        tr!("Usage:")
    );
    let mut command = command
        .help_template(template)
        .subcommand_help_heading(tr!("Commands"))
        .mut_args(translated_argument)
        .mut_subcommands(translated);
    if let Some(about) = said(command.get_about()) {
        command = command.about(about);
    }
    if let Some(about) = said(command.get_long_about()) {
        command = command.long_about(about);
    }
    if let Some(after) = said(command.get_after_help()) {
        command = command.after_help(after);
    }
    command
}

fn said(help: Option<&StyledStr>) -> Option<String> {
    Some(language::translate(help?.to_string()))
}

/// Translates the help of an argument, including its default and its possible values, which clap would add in English.
fn translated_argument(argument: Arg) -> Arg {
    let heading = if argument.is_positional() {
        tr!("Arguments")
    } else {
        tr!("Options")
    };
    let mut help = said(argument.get_help()).unwrap_or_default();
    let mut long = said(argument.get_long_help()).unwrap_or_else(|| help.clone());
    let takes_value = argument.get_action().takes_values();
    let defaults = argument.get_default_values().iter();
    let defaults = join(defaults.map(|value| value.to_string_lossy()), " ");
    if takes_value && !defaults.is_empty() && !argument.is_hide_default_value_set() {
        let default = tr!("[default: {defaults}]");
        help += &format!(" {default}");
        long += &format!("\n\n{default}");
    }
    let values = argument.get_possible_values();
    if takes_value && !values.is_empty() && !argument.is_hide_possible_values_set() {
        let names = join(values.iter().map(PossibleValue::get_name), ", ");
        help += &format!(" {}", tr!("[possible values: {names}]"));
        long += &format!("\n\n{}", tr!("Possible values:"));
        for value in &values {
            long += &format!("\n- {}", value.get_name());
            if let Some(what) = said(value.get_help()) {
                long += &format!(": {what}");
            }
        }
    }
    argument
        .help_heading(heading)
        .hide_default_value(true)
        .hide_possible_values(true)
        .help(help)
        .long_help(long)
}

/// Returns all strings that must be translated but are not messages in the code: the help for every command and option,
/// and the strings of the key table.
pub fn help() -> Vec<String> {
    let mut found: Vec<String> = keys::messages().map(str::to_owned).collect();
    let mut whole = super::Arguments::command();
    whole.build();
    let mut commands = vec![whole];
    while let Some(command) = commands.pop() {
        let about = [
            command.get_about(),
            command.get_long_about(),
            command.get_after_help(),
        ];
        found.extend(about.into_iter().flatten().map(ToString::to_string));
        for argument in command.get_arguments() {
            let values = argument.get_possible_values();
            let texts = [argument.get_help(), argument.get_long_help()]
                .into_iter()
                .chain(values.iter().map(PossibleValue::get_help));
            found.extend(texts.flatten().map(ToString::to_string));
        }
        commands.extend(command.get_subcommands().cloned());
    }
    found
}
