# SPDX-License-Identifier: MIT
"""Simulates the machines of a network by network namespaces. This one has a PostgreSQL server; each "room" is another one, connected to it
by a link (a veth pair) of its own. Needs root, iproute2 and iptables."""
import os
import pathlib
import shutil
import subprocess
import sys
import time

NETWORK = "10.77.0.0/16"
ADDRESS = "10.77.0.1"
SUPPORT = pathlib.Path(__file__).resolve().parent
INSIDE = "ASSAY_TEST_INSIDE"
PATIENCE_S = 120
# A process that would outlive this one is killed.
BOUND = ["setpriv", "--pdeathsig", "KILL"]


def skip(thing, reason):
    """Ends a test that needs what this machine lacks: skipped, or failed if it must run (as in skip.h)."""
    required = [line.split("#")[0].strip() for line in (SUPPORT.parent / "required.txt").read_text().splitlines()]
    print(f"SKIPPED for want of {thing}: {reason}", file=sys.stderr)
    sys.exit(1 if os.environ.get("AS_TESTS_MUST_RUN") == "1" and thing in required else 77)


def enter():
    """Starts the calling script again, in a network and with mounts of its own."""
    if os.environ.pop(INSIDE, None):
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
        subprocess.run(["ip", "address", "add", f"{ADDRESS}/32", "dev", "lo"], check=True)
        return
    if os.geteuid() != 0:
        skip("root", "only root makes networks")
    for program in "ip", "iptables", "nsenter", "setpriv", "unshare":
        if not shutil.which(program):
            skip(program, "run tools/install-packages test")
    unshare = ["unshare", "--net", "--mount"]
    if subprocess.run([*unshare, "true"], check=False).returncode != 0:
        skip("namespaces", "a network of its own is refused")
    os.execvpe("unshare", [*unshare, sys.executable, *sys.argv], {**os.environ, INSIDE: "1"})


def wait_for(what, condition):
    """Waits until a condition holds, and returns its value."""
    end = time.monotonic() + PATIENCE_S
    while not (value := condition()):
        if time.monotonic() > end:
            raise TimeoutError(f"{what}: not within {PATIENCE_S} s")
        time.sleep(0.1)
    return value


class Room:
    """A network namespace, which a sleeping process keeps alive. A command in it sees the same files and control groups
    (ip netns exec would mount another /sys)."""

    def __init__(self, number):
        self.link = f"room{number}"
        self.holder = subprocess.Popen([*BOUND, "unshare", "--net", "sleep", "infinity"])
        own = os.readlink("/proc/self/ns/net")
        wait_for("a network namespace", lambda: os.readlink(f"/proc/{self.holder.pid}/ns/net") != own)
        here, there, peer = f"10.77.{number}.1", f"10.77.{number}.2", f"peer{number}"
        self.ip("link", "add", self.link, "type", "veth", "peer", "name", peer)
        self.ip("link", "set", peer, "netns", str(self.holder.pid))
        self.ip("address", "add", f"{here}/24", "dev", self.link)
        self.ip("link", "set", self.link, "up")
        for words in (["address", "add", f"{there}/24", "dev", peer], ["link", "set", peer, "up"],
                      ["route", "add", "default", "via", here]):
            subprocess.run(self.inside("ip", *words), check=True)

    @staticmethod
    def ip(*words):
        subprocess.run(["ip", *words], check=True)

    def inside(self, *command):
        """The command that runs one in the room, as the same process."""
        return [*BOUND, "nsenter", f"--net=/proc/{self.holder.pid}/ns/net", *command]

    def set_link(self, state):
        self.ip("link", "set", self.link, state)

    def close(self):
        self.holder.kill()
        self.holder.wait()


class Server:
    """A PostgreSQL server, which may listen in a network for roles with a password."""

    def __init__(self, folder, network=None):
        self.file = folder / "server"
        self.network = {"ASSAY_TEST_POSTGRES_NETWORK": network} if network else {}
        self.do("start")
        # The command in the PATH is a script that takes ten times as long.
        bin_folder = subprocess.run(["pg_config", "--bindir"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        self.psql = bin_folder + "/psql"
        self.folder = pathlib.Path(self.file.read_text().strip())

    def do(self, command):
        subprocess.run([SUPPORT / "postgres.sh", command, self.file], check=True, env={**os.environ, **self.network})

    def url(self, database):
        """The URL for its owner."""
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def sql(self, text, database="postgres"):
        """Runs statements as the owner; returns the first column of each row."""
        done = subprocess.run([self.psql, "-qAtX", "-v", "ON_ERROR_STOP=1", self.url(database)], input=text, check=True,
                              stdout=subprocess.PIPE, text=True)
        return done.stdout.splitlines()

    def stop(self):
        self.do("stop")
