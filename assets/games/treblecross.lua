-- Treblecross: both players write crosses. It is octal game 0.007 in disguise: a player who writes a cross within two
-- cells of another one lets the opponent make three.

NAME = "Treblecross"
RULE = "Put a cross in a free cell. Once there are three crosses in a row, nobody can move."
GLYPHS = ".X"
PIECE = "cross"
START = {0, 0, 0, 0, 0, 0, 0, 0, 0}
SYMMETRIES = {"mirror"}

function moves(cells)
  local out = {}
  for i = 3, #cells do
    if cells[i] == 1 and cells[i - 1] == 1 and cells[i - 2] == 1 then return out end
  end
  for i = 1, #cells do
    if cells[i] == 0 then
      local to = {table.unpack(cells)}
      to[i] = 1
      out[#out + 1] = to
    end
  end
  return out
end
