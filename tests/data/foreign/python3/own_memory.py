# expect: RTE exit-code Read-only file system
open("/proc/self/mem", "r+b")
print(6)
