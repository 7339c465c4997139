# SPDX-License-Identifier: MIT
"""Prints the known answers of test_gen.c, with a second implementation of gen.h's draws."""

MASK = 2**64 - 1


def stream(text):
    state = 0xCBF29CE484222325
    for byte in text.encode():
        state = (state ^ byte) * 0x100000001B3 & MASK
    words = []
    for _ in range(4):
        state = state + 0x9E3779B97F4A7C15 & MASK
        z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        words.append(z ^ z >> 31)
    a, b, c, d = words

    def rotate(x, by):
        return (x << by | x >> 64 - by) & MASK

    while True:
        yield rotate(b * 5 & MASK, 7) * 9 & MASK
        a, b, c, d = a ^ b ^ d, a ^ b ^ c, a ^ c ^ (b << 17 & MASK), rotate(b ^ d, 45)


def draws(text, count):
    """Numbers below count: those of the 2^64 products whose low half is not over-represented."""
    for x in stream(text):
        if x * count % 2**64 >= 2**64 % count:
            yield x * count >> 64


def show(name, numbers, how_many):
    print(name, ", ".join(str(next(numbers)) for _ in range(how_many)))


show("raw ", stream("coins 1"), 4)
show("dice", (x + 1 for x in draws("coins 1", 6)), 24)
show("wide", draws("wide", 3 * 2**62), 8)
