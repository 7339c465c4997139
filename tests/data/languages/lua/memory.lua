local parts = {}
while true do
  parts[#parts + 1] = string.rep('x', 1 << 20) .. #parts
end
