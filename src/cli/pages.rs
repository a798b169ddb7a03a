//! The `completions` and `man` commands: generate shell completions and the man page from the argument definitions.

use std::io::Write;

use clap::{Command, Id};
use clap_complete::{Shell, generate};
use clap_mangen::Man;

use super::error::Done;
use super::output::{self, OutputKind};

pub fn completions(shell: Shell, mut command: Command) -> Done {
    // The generators panic if writing fails, so write to memory first.
    let mut text = Vec::new();
    generate(shell, &mut command, "nimatron", &mut text);
    output::print(&text, OutputKind::Text)
}

pub fn man(mut command: Command) -> Done {
    command.build();
    let common: Vec<Id> = command
        .get_arguments()
        .map(|arg| arg.get_id().clone())
        .collect();
    let mut text = Vec::new();
    let page = Man::new(command.clone()).section("6");
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    for sub in command.get_subcommands().filter(|c| c.get_name() != "help") {
        let own = sub.clone().mut_args(|arg| {
            let is_common = common.contains(arg.get_id());
            arg.hide(is_common)
        });
        let page = Man::new(own);
        writeln!(text, ".SH \"NIMATRON {}\"", sub.get_name().to_uppercase())?;
        if let Some(about) = sub.get_about() {
            writeln!(text, "{about}")?;
        }
        page.render_synopsis_section(&mut text)?;
        page.render_options_section(&mut text)?;
        page.render_extra_section(&mut text)?;
    }
    Man::new(command).render_extra_section(&mut text)?;
    output::print(&text, OutputKind::Text)
}
