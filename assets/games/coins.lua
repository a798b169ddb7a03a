-- Coins in a row: players take coins from the ends of a row. With an even number of coins the first player never loses,
-- because that player can take all coins at odd places, or all coins at even places.

NAME = "Coins in a row"
RULE = "Take the coin at the left end or at the right end of the row. Its value counts for you."
START = {4, 7, 2, 9, 5, 3}

-- Coins that have been taken are 0.
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
