-- Euclid's game (A. J. Cole and A. J. T. Davie 1969): two numbers, as in Euclid's algorithm. From a pair whose larger
-- number is more than 1.618... times the smaller one, the player to move wins.

NAME = "Euclid's game"
RULE = "Subtract a multiple of the smaller number from the larger number. Neither number may go below 0."
START = {21, 13}
SHAPE = "rectangle"

-- Puts a move from one position to another into words.
function move_words(at, m)
  local i = at[1] ~= m[1] and 1 or 2
  return "reduce " .. at[i] .. " to " .. m[i]
end

function legal(cells)
  return #cells == 2 and cells[1] >= 0 and cells[2] >= 0
end

function moves(cells)
  local out = {}
  local large = cells[1] >= cells[2] and 1 or 2
  local step = cells[3 - large]
  if step == 0 then return out end
  for left = cells[large] - step, 0, -step do
    local to = {cells[1], cells[2]}
    to[large] = left
    out[#out + 1] = to
  end
  return out
end
