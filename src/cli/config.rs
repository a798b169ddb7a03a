//! `config`: the settings file, and what holds now.

use std::io::Write;
use std::path::PathBuf;

use super::error::{self, Done};
use super::locale;
use super::options::Interface;
use super::output::{self, OutputKind};
use crate::settings::{Fault, Origin, Setting, Settings, edit, file};

/// Options of `config`.
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

/// The settings that hold, the file that they are saved in, and what is wrong with them.
pub struct Settled {
    /// What the file and the options set.
    pub settings: Settings,
    /// The file; `None` where the platform has no place for it.
    pub path: Option<PathBuf>,
    /// What is wrong.
    pub faults: Vec<Fault>,
}

/// What holds: these options, else the environment, else the settings file, else the usual values.
pub fn settle(options: &Interface) -> Settled {
    let given = options.config.as_deref();
    let path = file::locate(given);
    let mut settings = Settings::default();
    let mut faults = path.as_deref().map_or(Vec::new(), |path| file::read(&mut settings, path));
    if let Some(path) = given.filter(|path| !path.exists()) {
        faults.push(Fault::of(path, "there is no such file"));
    }
    faults.extend(settings.hear(|name| std::env::var_os(name)));
    let text = |path: &PathBuf| path.to_string_lossy().into_owned();
    let said = [
        (Setting::Theme, options.theme.clone()),
        (Setting::Colours, options.colours.clone()),
        (Setting::Characters, options.ascii.then(|| "ascii".to_owned())),
        (Setting::Panel, options.panel.clone()),
        (Setting::Motion, options.motion.clone()),
        (Setting::Mouse, options.mouse.clone()),
        (Setting::Background, options.background.clone()),
        (Setting::Pixels, options.pixels.clone()),
        (Setting::Name, options.name.clone()),
        (Setting::Guest, options.guest.clone()),
        (Setting::Opponent, options.opponent.clone()),
        (Setting::Verdict, options.verdict.clone()),
        (Setting::Pause, options.pause.map(|ms| ms.to_string())),
        (Setting::Saves, options.saves.as_ref().map(text)),
    ];
    for (setting, value) in said {
        if let Some(value) = value {
            settings.set(setting, value, Origin::Option(setting.option()));
        }
    }
    Settled { settings, path, faults }
}

/// Says on standard error what is wrong with the settings.
pub fn tell(faults: &[Fault]) {
    for fault in faults {
        error::note(&format!("settings: {fault}"));
    }
}

/// Runs `config`.
///
/// # Errors
/// What writing gives.
pub fn run(options: &ConfigCommand, common: Interface) -> Done {
    let mut out = output::stdout(OutputKind::text(locale::is_narrow()));
    if options.print_default {
        out.write_all(edit::usual().as_bytes())?;
        return Ok(out.flush()?);
    }
    let settled = settle(&options.interface.clone().or(common));
    tell(&settled.faults);
    out.write_all(text(&settled).as_bytes())?;
    Ok(out.flush()?)
}

fn text(settled: &Settled) -> String {
    let Settled { settings, path, .. } = settled;
    let mut lines = vec![match path {
        Some(path) if path.exists() => format!("Settings file: {}", path.display()),
        Some(path) => format!("Settings file: {} (not there: the defaults are in effect)", path.display()),
        None => "Settings file: this platform has no place for one; name it with --config FILE".to_owned(),
    }];
    let mut section = "";
    for setting in Setting::ALL {
        if setting.section() != section {
            section = setting.section();
            lines.extend([String::new(), format!("[{section}]")]);
        }
        let entry = format!("{} = {}", setting.word(), edit::toml(setting, settings.value(setting)));
        lines.push(format!("{entry:<32} {}", settings.origin(setting)));
    }
    lines.extend([String::new(), "[keys]".to_owned()]);
    let changed = settings.changes().iter().filter(|((_, action), (keys, _))| {
        keys.iter().map(ToString::to_string).ne(action.default_keys().iter().map(|key| (*key).to_owned()))
    });
    for ((section, action), (keys, origin)) in changed {
        let keys: Vec<String> = keys.iter().map(|key| format!("{:?}", key.to_string())).collect();
        let entry = format!("{}.{} = [{}]", section.word(), action.word(), keys.join(", "));
        lines.push(format!("{entry:<32} {}", origin));
    }
    lines.push("All other keys have their defaults: nimatron config --print-default lists them.".to_owned());
    lines.join("\n") + "\n"
}
