#!/usr/bin/env pypy3
while True:
    pass
