-- All of the standard library.
local numbers = {}
for word in io.read('a'):gmatch('%S+') do
  numbers[#numbers + 1] = math.tointeger(word)
end
table.remove(numbers, 1)
assert(utf8.len('é') == 1 and utf8.char(233) == 'é')
assert(string.format('%5.2f|%q', 1.5, 'a') == ' 1.50|"a"')
assert(string.unpack('<i4', string.pack('<i4', -5)) == -5)
assert(math.type(3 // 2) == 'integer' and 7 % -3 == -2 and math.ult(1, -1))
assert(os.time({year = 2024, month = 7, day = 1, hour = 0}) and os.date('!%Y', 0) == '1970' and os.clock() >= 0)
local maker = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end end)
assert(maker() + maker() + maker() == 6)
table.sort(numbers, function(a, b) return a > b end)
assert(select('#', table.unpack({1, 2, 3})) == 3 and pcall(error, 'x') == false and load('return 6 * 7')() == 42)
assert(package.path and debug.traceback() and collectgarbage('count') > 0)
local sum = 0
for _, number in ipairs(numbers) do
  sum = sum + number
end
print(sum)
