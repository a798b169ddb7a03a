-- Domineering (G. Andersson; "Crosscram", M. Gardner 1974): vertical dominoes for A, horizontal ones for B.

NAME = "Domineering"
RULE = "Cover two neighbouring free cells with a domino. Player A places it vertically, player B horizontally."
GLYPHS = ".#"
PIECE = "domino"
START = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
SYMMETRIES = {"mirror", "flip"}

-- The board is as close to a square as the number of cells allows.
function width(n)
  local best, w = n, 1
  while w * w <= n do
    if n % w == 0 then best = n // w end
    w = w + 1
  end
  return best
end

function moves(cells, player)
  local out = {}
  local n = #cells
  local w = width(n)
  for i = 1, n do
    local j = i + w
    if player == 2 then j = i % w ~= 0 and i + 1 or n + 1 end
    if cells[i] == 0 and cells[j] == 0 then
      local to = {table.unpack(cells)}
      to[i], to[j] = 1, 1
      out[#out + 1] = to
    end
  end
  return out
end
