-- Put or take a square (R. A. Epstein): the largest square that is not larger than the heap is taken from it, or put on it.
-- From a heap such as 2 neither player need ever lose: both can go on forever. OEIS A005240 lists the heaps that lose.

NAME = "Put or take"
RULE = "Take the largest square from a heap, or put it on the heap if that stays within the limit."
PARAMETERS = {{"limit", 10000, 1, 1000000}}
LOOPS = "draw"
START = {20}

function options(heap)
  if heap == 0 then return {} end
  local root = math.floor(math.sqrt(heap))
  local square = root * root
  local out = {{heap - square}}
  if heap + square <= limit then out[2] = {heap + square} end
  return out
end
