-- Cram: dominoes on a board, in either direction (M. Gardner 1974). On a board with an even number of rows and an even number
-- of columns the second player wins by symmetry.

NAME = "Cram"
RULE = "Cover two neighbouring free cells with a domino."
GLYPHS = ".#"
PIECE = "domino"
START = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
SYMMETRIES = {"mirror", "flip", "diagonal"}
SPLIT = "#"

-- A board of 12 cells has 3 rows of 4; other boards are as close to a square as possible.
function width(n)
  if n == 12 then return 4 end
  local best, w = n, 1
  while w * w <= n do
    if n % w == 0 then best = n // w end
    w = w + 1
  end
  return best
end

function moves(cells)
  local out = {}
  local n = #cells
  local w = width(n)
  for i = 1, n do
    if cells[i] == 0 then
      if i % w ~= 0 and cells[i + 1] == 0 then
        local to = {table.unpack(cells)}
        to[i], to[i + 1] = 1, 1
        out[#out + 1] = to
      end
      if cells[i + w] == 0 then
        local to = {table.unpack(cells)}
        to[i], to[i + w] = 1, 1
        out[#out + 1] = to
      end
    end
  end
  return out
end
