# SPDX-License-Identifier: MIT
# Connects to a server, and hides the failure. Right: ended at the forbidden call, which is named (hit syscall).
import socket

try:
    socket.create_connection(("127.0.0.1", 80), timeout=1)
except OSError:
    pass
print("still here")
