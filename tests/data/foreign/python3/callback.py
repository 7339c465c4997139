# expect: MLE
# libffi needs executable memory for a callback; ctypes takes the refusal for want of memory.
import ctypes
KIND = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int))
KIND(lambda a, b: a[0] - b[0])
print(6)
