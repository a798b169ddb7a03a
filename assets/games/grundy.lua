-- Grundy's game (P. M. Grundy 1939). Whether its Grundy values ever become periodic is not known.

NAME = "Grundy's game"
RULE = "Split a heap into two heaps of different sizes."
START = {10}

-- Each move leaves two heaps of different sizes.
function options(heap)
  for a = 1, (heap - 1) // 2 do move(a, heap - a) end
end
