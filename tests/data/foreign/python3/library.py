# expect: RTE exit-code failed to map segment from shared object
import ctypes
ctypes.CDLL("/box/foreign.so")
print(6)
