-- Coins in a row: a player who takes from one end leaves the other end to the opponent. Whoever starts with an even number
-- of coins never loses: all coins at odd places can be had, or all at even ones.

NAME = "Coins in a row"
RULE = "Take the coin at the left end or at the right end of the row. Its value counts for you."
START = {4, 7, 2, 9, 5, 3}

-- A coin that is gone is 0.
function moves(cells)
  local first, last = 1, #cells
  while first <= last and cells[first] == 0 do first = first + 1 end
  while last >= first and cells[last] == 0 do last = last - 1 end
  local out = {}
  for _, i in ipairs(first > last and {} or first == last and {first} or {first, last}) do
    local to = {table.unpack(cells)}
    to[i] = 0
    out[#out + 1] = {cells = to, points = cells[i]}
  end
  return out
end

function legal(cells)
  for i = 1, #cells do
    if cells[i] < 0 then return false end
  end
  return true
end

function move_words(at, m)
  for i = 1, #at do
    if at[i] ~= m[i] then return "take the coin of " .. at[i] end
  end
  return "take nothing"
end
