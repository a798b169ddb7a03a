-- Impartial NoGo on a strip, for benches/scripts.py and core/benches/own.rs.
GLYPHS = ".XO"
START = "............"
SYMMETRIES = {"mirror"}
-- Every run of stones of one colour has a free cell beside it.
local function all_breathe(cells)
  local i, n = 1, #cells
  while i <= n do
    local c = cells[i]
    local j = i
    if c ~= 0 then
      while cells[j + 1] == c do j = j + 1 end
      if cells[i - 1] ~= 0 and cells[j + 1] ~= 0 then return false end
    end
    i = j + 1
  end
  return true
end
function moves(cells)
  local out = {}
  for i = 1, #cells do
    if cells[i] == 0 then
      for c = 1, 2 do
        cells[i] = c
        if all_breathe(cells) then out[#out + 1] = {table.unpack(cells)} end
      end
      cells[i] = 0
    end
  end
  return out
end
