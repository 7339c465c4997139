#!/usr/bin/env pypy3
parts = []
while True:
    parts.append(bytearray(b"x") * (1 << 20))
