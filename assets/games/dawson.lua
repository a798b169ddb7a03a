-- Dawson's chess (T. R. Dawson 1935) as a game of heaps: two rows of pawns face each other, and captures are compulsory.
-- In effect a move removes a file and its neighbours from a row. In normal play the values repeat every 34;
-- the winner of misère play is not known in general.

NAME = "Dawson's chess"
RULE = "Advance a pawn. This removes its file and the neighbouring files, and can split the row in two."
START = {9}
SHAPE = "pawns"

-- Names the pawn in the middle of the removed files. The pawn at the same distance from the other end of the row makes
-- the same move.
function move_words(heap, rows)
  local gone = heap
  for i = 1, #rows do gone = gone - rows[i] end
  local left = #rows > 1 and rows[1] or 0
  local pawn = left + (gone + 1) // 2
  local other = heap + 1 - pawn
  return "advance pawn " .. pawn .. (other > pawn and " (mirror of " .. other .. ")" or "")
end

function options(heap)
  if heap == 0 then return {} end
  if heap == 1 then return {{}} end
  local out = {}
  -- Advancing the pawn of file `at` leaves the files beyond its neighbours on both sides.
  for at = 1, (heap + 1) // 2 do
    local left, right = at - 2, heap - at - 1
    local rows = {}
    if left > 0 then rows[#rows + 1] = left end
    if right > 0 then rows[#rows + 1] = right end
    out[#out + 1] = rows
  end
  return out
end
