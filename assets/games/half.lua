-- A subtraction game in which a move takes at most half of a heap.

NAME = "At most half"
RULE = "Take at least one stone from a heap, and at most half of it."
START = {13, 9}

function options(heap)
  local out = {}
  for left = (heap + 1) // 2, heap - 1 do
    out[#out + 1] = {left}
  end
  return out
end
