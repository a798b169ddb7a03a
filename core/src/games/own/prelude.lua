-- Creates the globals that a script sees, and the functions that call the script. Positions are passed and returned as
-- packed strings, in one call per position. Results that cannot be packed are requested again on a slow path, which
-- reports errors.

local order, values, check, MOST_RESULTS = ...
local byte, char, rep, format, find = string.byte, string.char, string.rep, string.format, string.find
local pack, unpack_bytes = string.pack, string.unpack
local concat, sort, unpack = table.concat, table.sort, table.unpack
local type, tostring, tonumber, next = type, tostring, tonumber, next
local error, assert, select = error, assert, select
local setmetatable, rawset, min, max = setmetatable, rawset, math.min, math.max
local number_type = math.type

for _, name in ipairs { "find", "match", "gmatch", "gsub", "dump", "pack", "unpack", "packsize" } do
  string[name] = nil
end
for _, name in ipairs { "move", "pack" } do table[name] = nil end
for _, name in ipairs { "random", "randomseed" } do math[name] = nil end

-- A script counts its own steps. The code in this file counts steps only in loops whose length the script determines.
local left_steps = 0
local function step()
  left_steps = left_steps - 1
  if left_steps < 0 then left_steps = check() end
end

-- A library call must not run for long, because it cannot be interrupted. If its time depends on its arguments, the
-- limits are checked before the call, which counts as that many instructions.
local LONGEST = 1 << 20
-- The number of bytes of a string that count as one instruction.
local BYTES = 16

string.rep = function(s, n, sep)
  local number, length = tonumber(n), #tostring(s) + #tostring(sep or "")
  if number and max(length, 1) * number > LONGEST then
    error("the string would be longer than " .. LONGEST .. " bytes", 2)
  end
  if number and number > 1000 then check(number // BYTES) end
  return rep(s, n, sep)
end

local upper, lower, reverse = string.upper, string.lower, string.reverse
local function check_length(s)
  if type(s) ~= "string" then return end
  if #s > LONGEST then error("the string is longer than " .. LONGEST .. " bytes", 3) end
  if #s > 1000 then check(#s // BYTES) end
end
string.upper = function(s) check_length(s) return upper(s) end
string.lower = function(s) check_length(s) return lower(s) end
string.reverse = function(s) check_length(s) return reverse(s) end

-- Arithmetic converts strings to numbers; long strings are refused, because converting them takes time.
local strings = getmetatable("")
for _, name in ipairs { "__add", "__sub", "__mul", "__mod", "__pow", "__div", "__idiv", "__unm" } do
  local plain = strings[name]
  strings[name] = function(a, b)
    if type(a) == "string" and #a > 1000 or type(b) == "string" and #b > 1000 then
      error("attempt to perform arithmetic on a long string", 2)
    end
    return plain(a, b)
  end
end

-- Tables, functions and userdata are shown by their type, because their addresses differ from run to run.
local function shown(v)
  local kind = type(v)
  if kind == "table" or kind == "function" or kind == "userdata" then return kind end
  return v
end

string.format = function(s, ...)
  if type(s) == "string" and #s > 1000 then error("the format is too long", 2) end
  if type(s) == "string" and find(s, "%%[-+ #0-9.]*p") then error("invalid conversion '%p' to 'format'", 2) end
  local all, length = { ... }, 0
  for i = 1, select("#", ...) do
    step()
    if type(all[i]) == "string" then length = length + #all[i] end
    all[i] = shown(all[i])
  end
  if length > LONGEST then error("the strings are longer than " .. LONGEST .. " bytes", 2) end
  if length > 1000 then check(length // BYTES) end
  return format(s, unpack(all, 1, select("#", ...)))
end

-- Sorting without a function compares all elements in one call of C; a comparison written in Lua can be interrupted.
local function less(a, b)
  step()
  return a < b
end
table.sort = function(list, before)
  if before == nil and type(list) == "table" then
    if #list > 1000 then before = less elseif #list > 50 then check(20 * #list) end
  end
  return sort(list, before)
end

table.concat = function(list, sep, i, j)
  if type(list) == "table" and (#list > 100000 or type(j) == "number" and j > 100000) then
    error("the list is longer than 100000", 2)
  end
  if type(list) == "table" and #list > 100 then check(10 * #list) end
  return concat(list, sep, i, j)
end

local function check_unpacked(list, i, j)
  local first, last = tonumber(i or 1), tonumber(j or #list)
  local count = first and last and last - first + 1 or 0
  -- Lua refuses to unpack more than a million values.
  if count > 100 and count <= 1000000 then check(count) end
end
table.unpack = function(list, i, j)
  if i or j or #list > 100 then check_unpacked(list, i, j) end
  return unpack(list, i, j)
end

-- Elements are shifted only if a position is given.
local insert, remove = table.insert, table.remove
local function check_moves(list, is_placed)
  if is_placed and type(list) == "table" and #list > 1000 then check(10 * #list) end
end
table.insert = function(list, ...)
  check_moves(list, select("#", ...) > 1)
  return insert(list, ...)
end
table.remove = function(list, ...)
  check_moves(list, select("#", ...) > 0)
  return remove(list, ...)
end

-- The keys of a table in an order that is the same in every state: sorted numbers, sorted strings, then all other keys,
-- unsorted.
local function keys_of(t)
  local numbers, strings, others = {}, {}, {}
  for key in next, t do
    step()
    local kind = type(key)
    local keys = kind == "number" and numbers or kind == "string" and strings or others
    keys[#keys + 1] = key
  end
  table.sort(numbers)
  table.sort(strings)
  for _, keys in ipairs { strings, others } do
    for _, key in ipairs(keys) do
      step()
      numbers[#numbers + 1] = key
    end
  end
  return numbers
end

-- `pairs` and `next` that follow the order of `keys_of`, or the reverse order if `descending` is set.
local function ordered(descending)
  local function ordered_next(t, last)
    local keys = keys_of(t)
    local from, to, by = 1, #keys, 1
    if descending then from, to, by = to, from, -1 end
    if last == nil then return keys[from], t[keys[from]] end
    for i = from, to, by do
      step()
      if keys[i] == last then return keys[i + by], t[keys[i + by]] end
    end
    error("invalid key to 'next'", 2)
  end
  local function ordered_pairs(t)
    local keys = keys_of(t)
    local at, by = 0, 1
    if descending then at, by = #keys + 1, -1 end
    return function()
      repeat
        at = at + by
        if keys[at] == nil then return nil end
      until t[keys[at]] ~= nil
      return keys[at], t[keys[at]]
    end
  end
  return ordered_pairs, ordered_next
end

local script_pairs, script_next = pairs, next
if order then script_pairs, script_next = ordered(order == "descending") end

-- Returns a message that is a string or a number; describes any other message instead.
local function message_of(v, name)
  local kind = type(v)
  if kind == "string" or kind == "number" then return v end
  return name .. " was given " .. (kind == "nil" and "no message" or "a " .. kind .. "; expected a text")
end

local globals = {
  math = math, string = string, table = table,
  ipairs = ipairs, pairs = script_pairs, next = script_next,
  select = select, type = type, tonumber = function(v, base)
    if type(v) == "string" and #v > 1000 then return nil end
    if base == nil then return tonumber(v) end
    return tonumber(v, base)
  end,
  tostring = function(v) return tostring(shown(v)) end,
  error = function(message, level)
    if type(level) == "number" and level > 0 or level == nil then level = (level or 1) + 1 end
    error(message_of(message, "error"), level)
  end,
  assert = function(...)
    local holds, message = ...
    if holds or select("#", ...) == 0 then return assert(...) end
    error(select("#", ...) > 1 and message_of(message, "assert") or "assertion failed!", 2)
  end,
}

local api = { globals = globals }

-- A parameter is set as soon as the script declares it in PARAMETERS.
setmetatable(globals, {
  __newindex = function(t, name, value)
    rawset(t, name, value)
    if name == "PARAMETERS" and type(value) == "table" then
      for i = 1, #value do
        step()
        local one = value[i]
        if type(one) == "table" and type(one[1]) == "string" and globals[one[1]] == nil then
          rawset(t, one[1], values[i] or one[2])
        end
      end
    end
  end,
})

-- The formats that pack n integers of four bytes, or of eight, indexed by n.
local function formats_of(one)
  return setmetatable({}, {
    __index = function(formats, n)
      formats[n] = "<" .. rep(one, n)
      return formats[n]
    end,
  })
end
local integers, long_integers = formats_of("i4"), formats_of("i8")

local BLOCK = 200

-- Packs the numbers in a list from index `first` to `last`.
local function packed(list, first, last, formats)
  if last - first < BLOCK then return pack(formats[last - first + 1], unpack(list, first, last)) end
  local out, k = {}, 0
  for i = first, last, BLOCK do
    step()
    local j = min(i + BLOCK - 1, last)
    k = k + 1
    out[k] = pack(formats[j - i + 1], unpack(list, i, j))
  end
  return concat(out)
end

-- The Grundy value of each heap from 0 on, with the length of its longest play in the bits above the low 32. Lua stores
-- the values of all heaps but 0 as an array.
local known, count = {}, 0
-- The heap whose value is being computed, the values of its options, the length of its longest play, and the number of
-- options still allowed, or -1 once an option has no known value.
local valued, seen, longest, left = nil, {}, 0, 0
-- The options noted in a call that computes no value: the heaps of all options, and the number of heaps of each.
local noted, noted_length, counts, noted_count = {}, 0, {}, 0
-- Whether the script notes options with `move`, and therefore need not return a list.
local notes = false

-- Evaluates an option of the heap whose value is being computed, if the values of all its heaps are known.
local function see(heaps)
  local value, play, length = 0, 0, #heaps
  for j = 1, length do
    step()
    local one = known[heaps[j]]
    if not one or length > 1000 then
      left = -1
      return
    end
    value, play = value ~ one & 0xffffffff, play + (one >> 32)
  end
  if play >= longest then longest = play + 1 end
  seen[value] = valued
  left = left - 1
end

-- Notes an option: the heaps that replace the heap, or none if the heap is gone. A heap that is nil (because a name
-- is misspelt, say) is an error.
local function note(count, ...)
  if not notes then error("attempt to call a nil value (global 'move')", 2) end
  local heaps = { ... }
  for i = 1, count do
    if heaps[i] == nil then
      error("move: heap " .. i .. " is nil; expected a heap, or no heaps at all if the heap is gone", 2)
    end
  end
  if valued then return see(heaps) end
  if noted_count >= MOST_RESULTS then
    error("move: more than " .. MOST_RESULTS .. " options of one heap", 2)
  end
  for i = 1, count do noted[noted_length + i] = heaps[i] end
  noted_length, noted_count = noted_length + count, noted_count + 1
  counts[noted_count] = count
end

-- `move` with one heap and with two heaps: a script's text calls these where the number of heaps is evident.
function api.move_one(a)
  local one = known[a]
  if not (one and valued) then return note(1, a) end
  local play = one >> 32
  if play >= longest then longest = play + 1 end
  seen[one & 0xffffffff] = valued
  left = left - 1
end

function api.move_two(a, b)
  local one, two = known[a], known[b]
  if not (one and two and valued) then return note(2, a, b) end
  local play = (one >> 32) + (two >> 32)
  if play >= longest then longest = play + 1 end
  seen[(one ~ two) & 0xffffffff] = valued
  left = left - 1
end

local move_one, move_two = api.move_one, api.move_two
local function move(...)
  local count = select("#", ...)
  if count == 1 then return move_one(...) end
  if count == 2 then return move_two(...) end
  return note(count, ...)
end

globals.move = move

-- Once the script has been read, its functions cannot set new globals, because what one call leaves behind would change
-- the next.
function api.seal(names_move)
  local is_ours = globals.move == move
  notes = names_move and is_ours and globals.options ~= nil
  if is_ours and not notes then globals.move = nil end
  setmetatable(globals, {
    __newindex = function(_, name)
      error("a function sets the global " .. tostring(name) .. ": declare it with local", 2)
    end,
  })
end

-- The options of a heap as a list, for the slow path.
local function listed(...)
  noted_length, noted_count = 0, 0
  local list = globals.options(...)
  if not notes or list ~= nil and noted_count == 0 then return list end
  if list ~= nil then error("it calls move and returns a value too; expected one of the two", 0) end
  list = {}
  local last = 0
  for i = 1, noted_count do
    step()
    list[i] = { unpack(noted, last + 1, last + counts[i]) }
    last = last + counts[i]
  end
  return list
end

-- Calls a function of the script.
function api.ask(name, ...)
  if name == "options" then return listed(...) end
  local found = globals[name]
  -- A call may have assigned something else to the global.
  if type(found) ~= "function" then error("there is no function " .. name, 0) end
  return found(...)
end

-- Returns whether a list that counts as empty has other keys; the slow path then names one.
local function is_keyed(list) return next(list) ~= nil and #list == 0 end

-- Returns whether a list of results is refused; the slow path then says why.
local function is_refused(list) return #list > MOST_RESULTS or is_keyed(list) end

-- Returns the list in a result that counts points, the points and whether the player moves again; `field` names the
-- list. A result without that field is the list itself. Returns nil if the result has other keys, or if `again` is not a
-- boolean; the slow path then says why. A key beside the elements of a list is found here only if Lua stores the elements
-- as an array, and by `check` in any case.
local function gained(row, field)
  local list, points, again = row[field], row.points, row.again
  if list == nil then
    if #row > 0 and next(row, #row) ~= nil then return nil end
    return row, 0, 0
  end
  local more = (points == nil and 1 or 2) + (again == nil and 0 or 1)
  for _ in next, row do more = more - 1 end
  if more ~= 0 or again and again ~= true then return nil end
  if points ~= nil and number_type(points) ~= "integer" then return nil end
  return list, points or 0, again and 1 or 0
end

-- The options of a heap, packed: the heaps of all options, the number of heaps of each, and, if points are counted, the
-- points of each and whether the player moves again. A heap of one number is that number, a heap of several is a list.
function api.options(dims, with_points, ...)
  local heap = ...
  if dims > 1 then heap = { ... } end
  noted_length, noted_count = 0, 0
  local list = globals.options(heap)
  if notes then
    if list == nil and dims == 1 and not with_points and noted_count <= MOST_RESULTS then
      return packed(noted, 1, noted_length, integers), packed(counts, 1, noted_count, integers)
    end
    if list == nil or noted_count > 0 then list = listed(heap) end
  end
  if is_refused(list) then return nil end
  local flat, n, lengths, extra = {}, 0, {}, {}
  for i = 1, #list do
    step()
    local row = list[i]
    if with_points then row, extra[2 * i - 1], extra[2 * i] = gained(row, "heaps") end
    if not row then return nil end
    local count = #row
    if count == 0 and is_keyed(row) then return nil end
    lengths[i] = count
    if dims == 1 then
      for j = 1, count do
        step()
        flat[n + j] = row[j]
      end
      n = n + count
    else
      for j = 1, count do
        step()
        local numbers = row[j]
        if #numbers ~= dims then return nil end
        for k = 1, dims do flat[n + k] = numbers[k] end
        n = n + dims
      end
    end
  end
  local gains = with_points and packed(extra, 1, #extra, long_integers) or nil
  return packed(flat, 1, n, integers), packed(lengths, 1, #lengths, integers), gains
end

-- Adds packed values with their longest plays; returns the number of heaps with known values.
function api.learn(s)
  if s then
    local values = { unpack_bytes(long_integers[#s // 8], s) }
    for i = 1, #values - 1 do
      known[count] = values[i]
      count = count + 1
    end
  end
  return count
end

function api.forget() known, count = {}, 0 end

-- Computes the values and longest plays of the next heaps up to `last`. Stops before a heap with too many options, or
-- with an option that is not a sum of smaller heaps.
function api.values(last)
  local options, first = globals.options, count
  seen = {}
  for heap = first, last do
    valued, longest, left = heap, 0, MOST_RESULTS
    local list = options(heap)
    if list ~= nil then
      local length, seen, longest_play = #list, seen, 0
      if length > left or left < MOST_RESULTS or length == 0 and is_keyed(list) then break end
      for i = 1, length do
        local row = list[i]
        local heaps = #row
        if heaps <= 2 and heaps > 0 then
          local one = known[row[1]]
          local two = heaps == 1 and 0 or known[row[2]]
          if not (one and two) then
            left = -1
            break
          end
          local play = (one >> 32) + (two >> 32)
          if play >= longest_play then longest_play = play + 1 end
          seen[(one ~ two) & 0xffffffff] = heap
        elseif heaps == 0 and is_keyed(row) then
          left = -1
          break
        else
          see(row)
        end
      end
      if longest_play > longest then longest = longest_play end
    elseif not notes then
      break
    end
    if left < 0 or longest > 0x7fffffff then break end
    local value = 0
    while seen[value] == heap do value = value + 1 end
    known[heap] = value | longest << 32
    count = heap + 1
  end
  valued = nil
  return packed(known, first, count - 1, long_integers)
end

-- The positions after the moves on a board, concatenated, and, if points are counted, the points of each move and
-- whether the player moves again. Cells are bytes if they have glyphs, otherwise integers of four bytes.
function api.moves(small, with_points, s, player)
  local cells
  if small then
    cells = { byte(s, 1, -1) }
  else
    cells = { unpack_bytes(integers[#s // 4], s) }
    cells[#cells] = nil
  end
  local n = #cells
  local list = globals.moves(cells, player)
  if is_refused(list) then return nil end
  local out, extra = {}, {}
  for i = 1, #list do
    step()
    local row = list[i]
    if with_points then row, extra[2 * i - 1], extra[2 * i] = gained(row, "cells") end
    if not row or #row ~= n then return nil end
    out[i] = small and char(unpack(row)) or packed(row, 1, n, integers)
  end
  return concat(out), nil, with_points and packed(extra, 1, #extra, long_integers) or nil
end

return api
