# expect: AC
# The modules ask for uname, ldconfig and ld, and can do without.
import ctypes.util
import platform
import uuid
input()
print(sum(map(int, input().split())))
assert platform.processor() is not None and ctypes.util.find_library("none") is None
assert uuid.uuid4()
