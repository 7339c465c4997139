# SPDX-License-Identifier: MIT
# Takes memory without end, and catches what it can. Right: hit memory.
kept = []
while True:
    try:
        kept.append(bytearray(1 << 20))
    except MemoryError:
        pass
