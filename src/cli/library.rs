//! Loads the user's own boards, graphs and games. They come from `--graph FILE` and `--game FILE`, and from the `games`
//! folders next to the saved games and in the platform's data folder.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::error::{self, Done, Error};
use crate::play::record;
use crate::play::store::Store;
use nimatron_core::games::{descriptions, own};
use nimatron_core::rules::{Library, Limits, ScriptText};
use nimatron_core::tr;

/// The maximum length of a script, in bytes.
const LONGEST_SCRIPT: usize = 1 << 20;
/// The maximum length of a description of a board or graph, in bytes.
const LONGEST_GRAPH: u64 = 48 << 20;

/// Loads `graphs`, `games` and the scripts in the game folders into a library. `saves` is the folder of saved games, or
/// `None` for the default folder.
///
/// Returns an error if a file in `graphs` or `games` is not valid, or if two files in `games` have the same name.
pub fn read(graphs: &[PathBuf], games: &[PathBuf], saves: Option<&Path>) -> Done<Library> {
    let mut library = Library::default();
    for path in graphs {
        let shown = path.display();
        let json = record::read_text_up_to(path, LONGEST_GRAPH)
            .map_err(|e| Error::Failed(format!("{shown} {e}")))?;
        let stem = path
            .file_stem()
            .and_then(|s| s.to_str())
            .unwrap_or_default();
        descriptions::add(&mut library, &json, stem)
            .map_err(|e| Error::Failed(format!("{shown}: {e}")))?;
    }
    for path in in_folders(saves) {
        // A script that cannot be loaded is reported here and skipped. Faults in its Lua code are reported when the
        // script is used.
        match script(&path) {
            Ok(script) => library.insert_script(script),
            Err(Error::Failed(what)) => error::note(&what),
            Err(error) => return Err(error),
        }
    }
    let mut named = BTreeSet::new();
    for path in games {
        let script = script(path)?;
        if !named.insert(script.name.clone()) {
            return Err(Error::Failed(tr!(
                "{path}: another --game has the name {name} too",
                path = path.display(),
                name = script.name
            )));
        }
        insert(script, &library)?;
    }
    Ok(library)
}

pub fn insert(script: ScriptText, library: &Library) -> Done {
    own::read_script(&script, &Limits::default()).map_err(|e| Error::Failed(e.to_string()))?;
    library.insert_script(script);
    Ok(())
}

/// Returns an error if the file cannot be read, is too long or is written in Rhai, or if its name cannot be used in an
/// ID.
pub fn script(path: &Path) -> Done<ScriptText> {
    let shown = path.display();
    let name = check_path(path)?;
    if path.extension().is_some_and(|e| e == "rhai") {
        return Err(Error::Failed(tr!(
            "{shown} is a script in Rhai, which is no longer read: games are written in Lua now. Translate it as \
             docs/your-own-game.md shows, and call it {name}.lua"
        )));
    }
    let text = record::read_text(path).map_err(|e| Error::Failed(format!("{shown} {e}")))?;
    if text.len() > LONGEST_SCRIPT {
        return Err(Error::Failed(tr!(
            "{shown} is longer than {longest_script} MiB, the most of a script",
            longest_script = LONGEST_SCRIPT >> 20
        )));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text).into();
    Ok(ScriptText {
        name: name.to_owned(),
        file: shown.to_string(),
        text,
    })
}

/// Returns the name of a script file without its extension, if that name is allowed in position IDs.
pub fn check_path(path: &Path) -> Done<&str> {
    let name = path
        .file_stem()
        .and_then(|s| s.to_str())
        .unwrap_or_default();
    own::check_name(name).map_err(|e| Error::Failed(format!("{}: {e}", path.display())))?;
    Ok(name)
}

/// Finds the scripts in the folders of the user's own games, sorted by name. If two folders contain a script of the
/// same name, the script in the first folder is used.
fn in_folders(saves: Option<&Path>) -> Vec<PathBuf> {
    let folders = Store::locate(saves).map_or_else(|_| Vec::new(), |store| store.games());
    let mut found: Vec<PathBuf> = Vec::new();
    for folder in folders {
        let listed = fs::read_dir(&folder);
        let listed = listed.and_then(|all| all.map(|entry| Ok(entry?.path())).collect());
        let paths: Vec<PathBuf> = listed.unwrap_or_else(|e: io::Error| {
            if !matches!(
                e.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
            ) {
                error::note(&format!("{}: {e}", folder.display()));
            }
            Vec::new()
        });
        for path in paths {
            let is_script = path.extension().is_some_and(|e| e == "lua") && path.is_file();
            if is_script && !found.iter().any(|f| f.file_name() == path.file_name()) {
                found.push(path);
            }
        }
    }
    found.sort_by(|a, b| a.file_name().cmp(&b.file_name()));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graph_may_be_larger_than_a_saved_game() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("wide.json");
        let graph = nimatron_assets::GRAPHS
            .iter()
            .find(|(name, _)| *name == "tree")
            .unwrap()
            .1;
        let blank = |bytes: u64| " ".repeat(usize::try_from(bytes).unwrap());
        fs::write(&path, [graph, &blank(record::LARGEST)].concat()).unwrap();
        read(std::slice::from_ref(&path), &[], None).unwrap();
        fs::write(&path, [graph, &blank(LONGEST_GRAPH)].concat()).unwrap();
        let Err(Error::Failed(told)) = read(std::slice::from_ref(&path), &[], None) else {
            panic!()
        };
        assert!(
            told.ends_with("is larger than 48 MiB, the most that is read"),
            "{told}"
        );
    }
}
