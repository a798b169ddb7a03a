-- Two groups of pieces that pass each other on a strip. A's pieces move to the right, B's pieces to the left.

NAME = "The two files"
RULE = "A moves a piece one cell right or jumps over one B piece to the free cell beyond. B does the same to the left."
ENDING = "You lose if you cannot move but your opponent can. If nobody can move, it is a draw."
GLYPHS = ".ab"
START = {1, 1, 0, 0, 0, 2, 2}

function moves(cells, player)
  local out = {}
  local d = player == 1 and 1 or -1
  for i = 1, #cells do
    if cells[i] == player then
      local j = i + d
      -- Jump over one piece of the opponent.
      if cells[j] == 3 - player then j = j + d end
      if cells[j] == 0 then
        local to = {table.unpack(cells)}
        to[i], to[j] = 0, player
        out[#out + 1] = to
      end
    end
  end
  return out
end

function result(cells, player)
  if #moves(cells, player) > 0 then return nil end
  return #moves(cells, 3 - player) > 0 and "loss" or "draw"
end
