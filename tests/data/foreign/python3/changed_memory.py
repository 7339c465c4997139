# expect: RTE exit-code Permission denied
import ctypes, mmap, os
# mov eax, 6; ret
memory = mmap.mmap(-1, 4096)
memory.write(b"\xb8\x06\x00\x00\x00\xc3")
address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
libc = ctypes.CDLL(None, use_errno=True)
if libc.mprotect(ctypes.c_void_p(address), 4096, mmap.PROT_READ | mmap.PROT_EXEC):
    raise OSError(os.strerror(ctypes.get_errno()))
print(ctypes.CFUNCTYPE(ctypes.c_int)(address)())
