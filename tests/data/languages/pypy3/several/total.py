#!/usr/bin/env pypy3
import sys


def read():
    return sum(map(int, sys.stdin.read().split()[1:]))
