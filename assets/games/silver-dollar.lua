-- The silver dollar game without the dollar (N. G. de Bruijn): coins on a strip move to the left. The gaps before every
-- second coin, counted from the right, are piles of Nim.

NAME = "Silver dollar"
RULE = "Move a coin left, across any number of free cells. It cannot jump over another coin."
GLYPHS = ".o"
PIECE = "coin"
START = {0, 1, 0, 0, 1, 0, 0, 0, 1, 1}

function moves(cells)
  local out = {}
  for i = 1, #cells do
    if cells[i] == 1 then
      local j = i - 1
      while j >= 1 and cells[j] == 0 do
        local to = {table.unpack(cells)}
        to[i] = 0
        to[j] = 1
        out[#out + 1] = to
        j = j - 1
      end
    end
  end
  return out
end
