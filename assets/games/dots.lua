-- Dots and boxes (E. Lucas 1889) on two by two boxes. A player who closes a box owns it and moves again. In an ID a
-- dot is `o`, a line to draw `.`, a drawn one `-`, an open box `_`, and a closed one `#`.

NAME = "Dots and boxes"
RULE = "Draw a line between two neighbouring dots. A line that closes a box gives you a point for it and another move."
GLYPHS = ".-o_#"
PIECE = "line"
WIDTH = 5
SHAPE = "dots"
SYMMETRIES = {"mirror", "flip", "diagonal"}

-- 0 is a line to draw, 1 a drawn one, 2 a dot, 3 an open box, 4 a closed one.
START = {
  2, 0, 2, 0, 2,
  0, 3, 0, 3, 0,
  2, 0, 2, 0, 2,
  0, 3, 0, 3, 0,
  2, 0, 2, 0, 2,
}

function legal(cells)
  return #cells == 25
end

-- The boxes, given by the cells at their centres.
local boxes = {7, 9, 17, 19}

function moves(cells)
  local out = {}
  for i = 1, #cells do
    if cells[i] == 0 then
      local to = {table.unpack(cells)}
      to[i] = 1
      local closed = 0
      for _, b in ipairs(boxes) do
        if to[b] == 3 and to[b - 1] == 1 and to[b + 1] == 1 and to[b - 5] == 1 and to[b + 5] == 1 then
          to[b] = 4
          closed = closed + 1
        end
      end
      out[#out + 1] = {cells = to, points = closed, again = closed > 0}
    end
  end
  return out
end

-- A line is named by its two dots, which are numbered from the upper left corner.
function move_words(at, m)
  for i = 1, #at do
    if at[i] == 0 and m[i] == 1 then
      local row, column = (i - 1) // 5, (i - 1) % 5
      local from = row // 2 * 3 + column // 2 + 1
      return "draw line " .. from .. "-" .. from + (row % 2 == 0 and 1 or 3)
    end
  end
  return "draw no line"
end
