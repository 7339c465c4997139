#!/usr/bin/env pypy3
import total

print(total.read())
