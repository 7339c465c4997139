# SPDX-License-Identifier: MIT
# Searches for the host's files. Right: there are none, exit status 0.
import os
import sys

seen = [path for path in ("/etc/passwd", "/etc/shadow", "/root", "/home", "/proc/1/status", "/programs/secret")
        if os.path.lexists(path)]
print(seen)
sys.exit(1 if seen else 0)
