# expect: RTE exit-code refused
require "fiddle"
mmap = Fiddle::Function.new(Fiddle.dlopen(nil)["mmap"], [Fiddle::TYPE_VOIDP, Fiddle::TYPE_SIZE_T] + [Fiddle::TYPE_INT] * 3 +
  [Fiddle::TYPE_LONG], Fiddle::TYPE_LONG)
raise "refused" if mmap.call(nil, 4096, 7, 0x22, -1, 0) == -1
puts 6
