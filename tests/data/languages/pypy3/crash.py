#!/usr/bin/env pypy3
raise ValueError("so it ends")
