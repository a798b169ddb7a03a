//! The `config` command: shows the settings in effect, or writes a complete settings file.

use std::path::Path;

use super::error::{self, Done};
use super::locale;
use super::options::Interface;
use super::output::{self, OutputKind};
use crate::settings::{Fault, Origin, Setting, Settings, Settled, edit, file};
use nimatron_core::games::reasons::join;
use nimatron_core::tr;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  nimatron config
  nimatron config --print-default > config.toml")]
pub struct ConfigCommand {
    #[command(flatten)]
    pub interface: Interface,
    /// Print a complete settings file with comments and all defaults
    #[arg(long)]
    print_default: bool,
}

/// Resolves the settings. The order of precedence is: options after the command, options before the command, the
/// environment, the settings file, the defaults.
pub fn settle(before: &Interface, behind: &Interface) -> Settled {
    let given = behind.config.as_deref().or(before.config.as_deref());
    let path = file::locate(given);
    let mut settings = Settings::default();
    let mut faults = path
        .as_deref()
        .map_or(Vec::new(), |path| file::read(&mut settings, path));
    if let Some(path) = given.filter(|path| !path.exists()) {
        faults.push(Fault::new(path, &tr!("there is no such file")));
    }
    faults.extend(settings.hear(|name| std::env::var_os(name)));
    for options in [before, behind] {
        for (setting, text) in options.settings() {
            let name = setting.info().option;
            if let Some(Err(error)) =
                text.map(|text| settings.set(setting, &text, Origin::Option(name)))
            {
                faults.push(Fault::new(Path::new(name), &error));
            }
        }
        if let Some(saves) = &options.saves {
            settings.set_saves(saves.clone(), Origin::Option(Setting::Saves.info().option));
        }
    }
    Settled {
        settings,
        path,
        faults,
    }
}

pub fn tell(faults: &[Fault]) {
    for fault in faults {
        error::note(&tr!("settings: {fault}"));
    }
}

pub fn run(options: &ConfigCommand, common: &Interface) -> Done {
    let kind = OutputKind::text(locale::is_narrow());
    if options.print_default {
        return output::print(edit::default_file().as_bytes(), kind);
    }
    let settled = settle(common, &options.interface);
    tell(&settled.faults);
    output::print(text(&settled).as_bytes(), kind)
}

fn text(settled: &Settled) -> String {
    let Settled { settings, path, .. } = settled;
    let mut lines = vec![match path {
        Some(path) if path.exists() => tr!("Settings file: {path}", path = path.display()),
        Some(path) => tr!(
            "Settings file: {path} (not there: the defaults are in effect)",
            path = path.display()
        ),
        None => {
            tr!("Settings file: this platform has no place for one; name it with --config FILE")
                .to_owned()
        }
    }];
    let mut section = "";
    for setting in Setting::ALL {
        let info = setting.info();
        if info.section != section {
            section = info.section;
            lines.extend([String::new(), format!("[{section}]")]);
        }
        let entry = format!(
            "{} = {}",
            info.word,
            edit::toml(setting, &settings.text(setting))
        );
        lines.push(format!("{entry:<32} {}", settings.origin(setting)));
    }
    lines.extend([String::new(), "[keys]".to_owned()]);
    let changed = settings
        .changes()
        .iter()
        .filter(|((_, action), (keys, _))| {
            keys.iter()
                .map(ToString::to_string)
                .ne(action.default_keys().iter().map(|key| (*key).to_owned()))
        });
    for ((section, action), (keys, origin)) in changed {
        let keys = join(
            keys.iter().map(|key| format!("{:?}", key.to_string())),
            ", ",
        );
        let entry = format!("{}.{} = [{keys}]", section.word(), action.word());
        lines.push(format!("{entry:<32} {}", origin));
    }
    lines.push(
        tr!("All other keys have their defaults: nimatron config --print-default lists them.")
            .to_owned(),
    );
    lines.join("\n") + "\n"
}
