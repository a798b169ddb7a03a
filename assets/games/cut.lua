-- A cutting game (POJ 2311): whoever first cuts off a single square wins, so nobody leaves a strip of width 1. A heap is a
-- sheet, given by two numbers.

NAME = "Cutting sheets"
RULE = "Cut a sheet in two along a line of its grid. No sheet may become less than 2 wide or less than 2 high."
START = {{7, 5}}
SHAPE = "rectangle"

function options(sheet)
  local w, h = sheet[1], sheet[2]
  local out = {}
  for i = 2, w // 2 do out[#out + 1] = {{i, h}, {w - i, h}} end
  for i = 2, h // 2 do out[#out + 1] = {{w, i}, {w, h - i}} end
  return out
end
