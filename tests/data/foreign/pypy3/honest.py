# expect: AC
# The modules ask for uname, ldconfig and ld, and can do without.
import uuid
import ctypes.util
import platform
input()
print(sum(map(int, input().split())))
assert platform.machine() and platform.uname().system == "Linux" and uuid.uuid4()
