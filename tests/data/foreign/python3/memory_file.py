# expect: RTE exit-code PermissionError
import os
# The smallest program that prints 6.
ELF = bytes.fromhex(
    "7f454c46020101" + "00" * 9 + "02003e000100000078004000000000004" + "00" * 19 +
    "04000380001000000000000000100000005" + "00" * 13 +
    "40000000000000004000000000009b000000000000009b" + "00" * 8 +
    "10000000000000b801000000bf01000000488d3510000000ba020000000f05b83c00000031ff0f05360a")
fd = os.memfd_create("six")
os.write(fd, ELF)
os.execv("/proc/self/fd/%d" % fd, ["six"])
