//! Boards so small that many stand side by side: a character a square, for trees of moves.

use super::canvas::cells_of;
use super::style::Style;
use nimatron_core::rules::{Face, Picture, Player, Scene};

/// The most columns and rows of a little board, and cells of a strip.
const MOST: usize = 8;
const MOST_CELLS: usize = 16;

/// The rows of a board of squares or of a strip, a character a square; `None` for boards of another kind and for larger
/// ones.
pub fn little(scene: &Scene, style: Style) -> Option<Vec<String>> {
    let (columns, faces): (usize, Vec<Face>) = match &scene.picture {
        Picture::Squares(board) if board.columns <= MOST && board.squares.len() <= board.columns * MOST => {
            (board.columns, board.squares.iter().map(|s| s.face).collect())
        }
        Picture::Strip(strip) if strip.cells.len() <= MOST_CELLS => {
            // A cell without a stone is a place nonetheless.
            let face = |face: Face| if face == Face::Empty { Face::Dot } else { face };
            (strip.cells.len(), strip.cells.iter().map(|c| face(c.face)).collect())
        }
        _ => return None,
    };
    let row = |faces: &[Face]| faces.iter().map(|&face| character(face, style)).collect();
    let rows: Vec<String> = faces.chunks(columns.max(1)).map(row).collect();
    (!rows.is_empty()).then_some(rows)
}

pub(super) fn character(face: Face, style: Style) -> char {
    match face {
        Face::Empty => ' ',
        Face::Free | Face::Closed | Face::Dot => style.pick('·', '.'),
        Face::Stone => style.pick('●', 'o'),
        Face::Food => style.pick('■', '#'),
        Face::Poison => style.pick('✗', '!'),
        Face::ColourOne => style.pick('▒', ':'),
        Face::ColourTwo => style.pick('█', '#'),
        Face::Mark(Player::First) => 'X',
        Face::Mark(Player::Second) => 'O',
        Face::Queen => style.pick('♛', 'Q'),
        Face::Reach => style.pick('•', '+'),
        Face::Goal => style.pick('◎', '$'),
        Face::Sign { sign, plain } if cells_of(sign) > 1 => plain,
        Face::Sign { sign, plain } => style.pick(sign, plain),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nimatron_core::games;
    use nimatron_core::rules::Library;

    fn rows(id: &str, ascii: bool) -> Option<Vec<String>> {
        little(&games::open(id, &Library::default()).unwrap().scene(), Style { ascii })
    }

    #[test]
    fn a_square_is_a_character() {
        assert_eq!(rows("tictactoe:XO..X....", false).unwrap(), ["XO·", "·X·", "···"]);
        assert_eq!(rows("tictactoe:XO..X....", true).unwrap(), ["XO.", ".X.", "..."]);
        let bar = rows("chomp:2x3", true).unwrap();
        assert_eq!((bar.len(), bar.concat().matches('!').count()), (2, 1));
        assert_eq!(rows("row:OO.O", true).unwrap(), ["oo.o"]);
        assert_eq!(rows("chomp:9x9", false), None);
        assert_eq!(rows("nim:3,5,7", false), None);
    }
}
