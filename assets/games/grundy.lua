-- Grundy's game (P. M. Grundy 1939). Whether its Grundy values ever become periodic is not known.

NAME = "Grundy's game"
RULE = "Split a heap into two heaps of different sizes."
START = {10}

-- The options of a heap: a list of lists of heaps.
function options(heap)
  local out = {}
  for a = 1, (heap - 1) // 2 do
    out[#out + 1] = {a, heap - a}
  end
  return out
end
