# SPDX-License-Identifier: MIT
"""Ports of servers that tests start."""
import random
import socket


def free_port():
    """A port that no process has. It lies below the ports that the kernel gives to clients, so that a server gets it again after a restart."""
    while True:
        port = random.randrange(10000, 32768)
        with socket.socket() as listener:
            try:
                listener.bind(("", port))
                return port
            except OSError:
                pass
