//! Adds the user's boards and graphs to the library, and finds descriptions by name.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{rings, token};
use crate::rules::{DescriptionError, IdError, Library, Text};

/// Adds the JSON description of a board or a graph to the library, and returns the name under which it was added. A
/// description that contains no name is added as `otherwise`.
///
/// # Errors
/// [`DescriptionError`] if the description or the name is invalid. In this case the library remains unchanged.
pub fn add(library: &mut Library, json: &str, otherwise: &str) -> Result<String, DescriptionError> {
    let json = json.strip_prefix('\u{feff}').unwrap_or(json);
    let value: serde_json::Value = serde_json::from_str(json)
        .map_err(|e| DescriptionError::new(tr!("this is not JSON: {e}")))?;
    let has = |field: &str| value.get(field).is_some();
    let inside = match (has("arcs"), has("points") || has("pairs")) {
        (true, false) => token::source::read(json)?.0,
        (false, true) => rings::named::read(json)?.0,
        _ => {
            return Err(DescriptionError::new(tr!(
                "neither a board (with points and pairs) nor a graph (with arcs) for rings and token"
            )));
        }
    };
    let name = if inside.is_empty() {
        otherwise.to_owned()
    } else {
        inside
    };
    Library::check_name(&name)?;
    library.insert(name.clone(), json);
    Ok(name)
}

/// Parses a description. If this fails, tries to name the faulty field in the error.
pub(super) fn read_fields<T: DeserializeOwned>(json: &str) -> Result<T, DescriptionError> {
    serde_json::from_str(json).map_err(|error| {
        // If removing a field changes the error, that field is faulty.
        let wrong =
            |fields: &Map<String, Value>| T::deserialize(fields).err().map(|e| e.to_string());
        let field = serde_json::from_str::<Map<String, Value>>(json)
            .ok()
            .and_then(|fields| {
                let told = wrong(&fields);
                let without = |field: &&String| {
                    let mut others = fields.clone();
                    others.remove(*field);
                    wrong(&others) != told
                };
                fields.keys().find(without).cloned()
            });
        DescriptionError::new(match field {
            Some(field) => format!("{field}: {error}"),
            None => error.to_string(),
        })
    })
}

/// Finds a description by name, first among the user's descriptions and then among the shipped ones. If the description
/// is one of the user's, also returns the name in the library.
pub(super) fn named<T>(
    name: Text<'_>,
    library: &Library,
    noun: &str,
    (shipped, names): (&[(&str, &str)], &[&str]),
    otherwise: &str,
    read: fn(&str) -> Result<(String, T), DescriptionError>,
) -> Result<(T, Option<String>), IdError> {
    let own = library.find(name.as_str());
    let mut of_shipped = shipped
        .iter()
        .filter(|(known, _)| known.eq_ignore_ascii_case(name.as_str()));
    let Some((_, json)) = own.or_else(|| of_shipped.next().copied()) else {
        let what = if name.is_empty() {
            tr!("no {noun} is named")
        } else {
            tr!("no {noun} is called {name}", name = name.quoted())
        };
        let names: Vec<&str> = library.names().chain(names.iter().copied()).collect();
        return Err(name.error(
            what,
            tr!("one of {names}, or {otherwise}", names = names.join(", ")),
        ));
    };
    let (_, found) = read(json).map_err(|e| {
        let what = tr!(
            "the {noun} {name} cannot be used: {e}",
            name = name.quoted()
        );
        name.error(what, tr!("a {noun} that reads"))
    })?;
    Ok((found, own.map(|(known, _)| known.to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_and_graphs_come_in_by_their_own_names() {
        let mut library = Library::default();
        let board = r#"{"name": "Bow", "points": [[0,0],[1,0],[0,1]], "pairs": [[0,1],[2,1]]}"#;
        let graph = r#"{"vertices": ["a","b","c"], "arcs": [["b","c"],["a","b"],["a","c"]]}"#;
        assert_eq!(add(&mut library, board, "file").as_deref(), Ok("Bow"));
        assert_eq!(add(&mut library, graph, "File").as_deref(), Ok("File"));
        assert_eq!(library.names().collect::<Vec<_>>(), ["Bow", "File"]);
        for (typed, id, portable) in [
            ("rings/bow:7", "rings/Bow:7", "rings/0-1,1-2:7"),
            ("token/file:a", "token/File:a", "token/a-b,a-c,b-c:a"),
        ] {
            let position = crate::games::open(typed, &library).unwrap();
            assert_eq!(
                (position.id().as_str(), position.portable_id().as_str()),
                (id, portable)
            );
        }
        let error = |id: &str| crate::games::open(id, &library).err().unwrap();
        assert!(
            error("rings/bows:7").expected.contains("Bow"),
            "{}",
            error("rings/bows:7")
        );
        assert!(
            error("token/bow:a").what.contains("cannot be used"),
            "{}",
            error("token/bow:a")
        );
    }

    #[test]
    fn others_are_refused_and_change_nothing() {
        let mut library = Library::default();
        for (json, words) in [
            ("{", "line 1"),
            ("[]", "neither"),
            (r#"{"name": "x"}"#, "neither"),
            (r#"{"arcs": [["a","b"]], "pairs": []}"#, "neither"),
            (r#"{"name": "g", "arcs": [], "edges": 1}"#, "edges"),
            (r#"{"name": "g", "arcs": []}"#, "arcs: 0"),
            (r#"{"name": "g g", "arcs": [["a","b"]]}"#, "g g"),
            (r#"{"arcs": [["a","b"],["b","a"]]}"#, "a > b > a"),
            (r#"{"arcs": [["a","b"],["a","b"]]}"#, "arcs[1]: the arc a-b"),
            (r#"{"arcs": [["a","b c"]]}"#, "arcs[0]"),
            (r#"{"arcs": [["a",""]]}"#, "arcs[0]"),
            (
                r#"{"vertices": ["a"], "arcs": [["a","b"]]}"#,
                "no vertex \"b\"",
            ),
            (
                r#"{"vertices": ["a","b","a"], "arcs": [["a","b"]]}"#,
                "vertices[2]",
            ),
            (
                r#"{"points": [[0,0],[1,1]], "pairs": [[0,1]], "edges": []}"#,
                "edges",
            ),
            (
                r#"{"name": "a-b", "points": [[0,0],[1,1]], "pairs": [[0,1]]}"#,
                "a-b",
            ),
            (r#"{"points": [], "pairs": []}"#, "points: 0"),
            (
                r#"{"points": [[0,1e39],[1,1]], "pairs": [[0,1]]}"#,
                "points",
            ),
            (
                r#"{"points": [[0,0],[1,1]], "pairs": [[0,1],[0,2]]}"#,
                "pairs[1]",
            ),
            (r#"{"points": [[0,0],[1,1]], "pairs": [[1,1]]}"#, "pairs[0]"),
            (
                r#"{"points": [[0,0],[1,1]], "pairs": [[0,1],[1,0]]}"#,
                "twice",
            ),
            (r#"{"points": [[0,0],[1,1],[2,2]], "pairs": [[0,1]]}"#, "2"),
            (r#"{"arcs": [["a","b"]]}"#, "my file"),
            (
                r#"{"name": 7, "arcs": [["a","b"]]}"#,
                "name: invalid type: integer `7`",
            ),
            (r#"{"name": "x", "arcs": [["a",1]]}"#, "arcs: invalid type"),
            (
                r#"{"name": "x", "points": 3, "pairs": []}"#,
                "points: invalid type",
            ),
            (r#"{"name": "x", "points": []}"#, "missing field `pairs`"),
        ] {
            let error = add(&mut library, json, "my file")
                .err()
                .map(|e| e.to_string())
                .unwrap_or_default();
            assert!(error.contains(words), "{json}: {error}");
        }
        assert_eq!(library.names().count(), 0);
    }
}
