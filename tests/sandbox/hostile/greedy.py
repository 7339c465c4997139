# SPDX-License-Identifier: MIT
# Allocates memory without end, and catches exceptions. Right: hit memory.
kept = []
while True:
    try:
        kept.append(bytearray(1 << 20))
    except MemoryError:
        pass
