//! The `tree` command: writes the tree of moves from a position as text, for Graphviz, or as JSON.

use std::io::Write;

use super::error::{Done, Error};
use super::options::{FormatChoice, OutputFormat};
use super::output;
use super::stop::WorkLimit;
use crate::cli::numbers::within;
use crate::play::tree::{self, PlayedNode, Tree, TreeStep};
use nimatron_core::games;
use nimatron_core::rules::{Library, Limits, Outcome};
use nimatron_core::tr;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  nimatron tree nim:1,2
  nimatron tree tictactoe:XO.OX.... --depth 2 --format json
  nimatron tree star:1664 --format dot > star.dot
  nimatron tree tictactoe:......... --depth 2 --merge

Each outcome is given for the player to move. A tree shows at most 10,000 positions, level by level.
A position is marked as cut if some of its moves are not shown.")]
pub struct TreeCommand {
    /// A position ID, which may be split across several arguments
    #[arg(value_name = "ID", required = true)]
    id: Vec<String>,
    /// Depth limit, in moves
    #[arg(long, value_name = "N", value_parser = within(0..=usize::MAX))]
    depth: Option<usize>,
    /// Show only one move from each set of symmetric moves (text and dot formats only)
    #[arg(long)]
    merge: bool,
    #[command(flatten)]
    format: FormatChoice<TreeFormat>,
    #[command(flatten)]
    pub limit: WorkLimit,
}

impl OutputFormat for TreeFormat {
    const TEXT: TreeFormat = TreeFormat::Text;
    const JSON: TreeFormat = TreeFormat::Json;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum TreeFormat {
    /// One line per position, easy to read
    Text,
    /// A graph for Graphviz
    Dot,
    /// One JSON object
    Json,
}

pub fn run(options: &TreeCommand, library: &Library) -> Done {
    if options.merge && matches!(options.format.chosen(), TreeFormat::Json) {
        return Err(Error::usage(tr!(
            "--merge goes with text and dot: JSON holds every move"
        )));
    }
    let budget = options.limit.budget();
    let position = super::opened(&options.id, library, &budget)?;
    let grow = |limits: &Limits| {
        games::answers(&*position, limits)?;
        tree::grow(&*position, options.depth, options.merge, limits)
    };
    let grown = budget.run(grow).map_err(Error::failed)?;
    let mut out = output::json_or_utf8(options.format.chosen() == TreeFormat::Json);
    match options.format.chosen() {
        TreeFormat::Text => text(&mut out, &grown)?,
        TreeFormat::Dot => dot(&mut out, &grown)?,
        TreeFormat::Json => json(&mut out, &grown)?,
    }
    Ok(out.flush()?)
}

fn word(node: &PlayedNode) -> &'static str {
    node.outcome.map_or(tr!("not proved"), Outcome::name)
}

fn moves(node: &PlayedNode) -> String {
    let text = node.text.as_deref().unwrap_or_default();
    match node.alike.len() {
        0 => text.to_owned(),
        _ => tr!("{text} (like it: {alike})", alike = node.alike.join(", ")),
    }
}

/// The maximum depth that is shown by indentation; deeper positions show their depth as a number.
const DEEPEST_INDENT: usize = 40;

fn text(out: &mut impl Write, tree: &Tree) -> Done {
    for step in tree.steps() {
        let TreeStep::Enter(i, _) = step else {
            continue;
        };
        let node = &tree.nodes[i];
        let indent = "  ".repeat(node.depth.min(DEEPEST_INDENT));
        let whose = if node.outcome.is_some_and(|outcome| outcome != Outcome::Draw) {
            tr!(" for the player to move")
        } else {
            ""
        };
        let deep = if node.depth > DEEPEST_INDENT {
            format!("[{}] ", node.depth)
        } else {
            String::new()
        };
        let led = match &node.text {
            Some(_) => format!("{}  ", moves(node)),
            None => String::new(),
        };
        let cut = if node.cut {
            tr!("  (cut: its moves are not shown)")
        } else {
            ""
        };
        writeln!(
            out,
            "{indent}{deep}{led}{}  {}{whose}{cut}",
            node.id,
            word(node)
        )?;
    }
    Ok(())
}

pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn dot(out: &mut impl Write, tree: &Tree) -> Done {
    writeln!(out, "digraph tree {{")?;
    writeln!(out, "  node [shape=box];")?;
    for (i, node) in tree.nodes.iter().enumerate() {
        // Show the outcome by the label and the border, so that the graph is readable without colours.
        let border = match node.outcome {
            Some(Outcome::Win) => ", penwidth=2",
            Some(Outcome::Loss) => ", peripheries=2",
            _ => "",
        };
        let style = if node.cut { ", style=dashed" } else { "" };
        let more = if node.cut { "\n..." } else { "" };
        let label = quoted(&format!("{}\n{}{more}", node.id, word(node))).replace('\n', "\\n");
        writeln!(out, "  n{i} [label={label}{border}{style}];")?;
        for child in node.children.clone() {
            writeln!(
                out,
                "  n{i} -> n{child} [label={}];",
                quoted(&moves(&tree.nodes[child]))
            )?;
        }
    }
    writeln!(out, "}}")?;
    Ok(())
}

/// Writes the tree as nested JSON objects. The tree may be thousands of moves deep, so this does not recurse.
fn json(out: &mut impl Write, tree: &Tree) -> Done {
    for step in tree.steps() {
        match step {
            TreeStep::Enter(i, first) => {
                let node = &tree.nodes[i];
                out.write_all(if first { b"" } else { b"," })?;
                out.write_all(b"{\"move\":")?;
                serde_json::to_writer(&mut *out, &node.text)?;
                out.write_all(b",\"id\":")?;
                serde_json::to_writer(&mut *out, &node.id)?;
                out.write_all(b",\"outcome\":")?;
                serde_json::to_writer(&mut *out, &node.outcome)?;
                out.write_all(b",\"children\":[")?;
            }
            TreeStep::Leave(i) => write!(out, "],\"cut\":{}}}", tree.nodes[i].cut)?,
        }
    }
    writeln!(out)?;
    Ok(())
}
