#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""workers.py SOURCE BUILD: follows the README's section about several machines, and docs/workers.md, like a reader. The three commands run in
a network of their own each, with a server that has a certificate, and a password in ~/.pgpass."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

import rooms

HOST, PASSWORD = "db.example.org", "open sesame"
SUBMISSIONS = {"ann.py": "print(sum(map(int, input().split())))\n", "bob.py": "print(3)\n", "eve.c": "int main(void) { return 0 }\n"}


def read_commands(source):
    """By their prompts: first, second, any. Both documents have the same three."""
    readme = (source / "README.md").read_text()
    section = re.search(r"^## When one machine is not enough\n(.*?)^## ", readme, re.MULTILINE | re.DOTALL)[1]
    commands, guide = (dict(re.findall(r"^(\w+)\$ +(assay .*)$", text, re.MULTILINE))
                       for text in (section, (source / "docs/workers.md").read_text()))
    if set(commands) != {"first", "second", "any"} or commands != guide:
        sys.exit(f"README.md: {commands}; docs/workers.md: {guide}")
    return commands


def make_world(folder):
    (folder / "sum/data/secret").mkdir(parents=True)
    (folder / "sum/problem.yaml").write_text("problem_format_version: 2025-09\nname: Sum\n"
                                             "uuid: 5f9c6f4c-3a4e-4a3b-9a52-6a3ad7f0c0de\nlimits: {time_limit: 5}\n")
    for number, (row, answer) in enumerate([("1 2", "3"), ("3 4", "7")], 1):
        (folder / f"sum/data/secret/{number}.in").write_text(row + "\n")
        (folder / f"sum/data/secret/{number}.ans").write_text(answer + "\n")
    (folder / "class").mkdir()
    for name, text in SUBMISSIONS.items():
        (folder / "class" / name).write_text(text)


def make_server(folder):
    """With a certificate that is its own authority, a role and an empty database; the hosts of this network know its name."""
    server = rooms.Server(folder, rooms.NETWORK)
    data = server.folder / "data"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                    "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}", "-keyout", data / "server.key",
                    "-out", data / "server.crt"], check=True, stderr=subprocess.DEVNULL)
    for name in "server.key", "server.crt":
        shutil.chown(data / name, "nobody", "nogroup")
        (data / name).chmod(0o600)
    server.sql("ALTER SYSTEM SET ssl = on")
    server.sql(f"CREATE ROLE judge LOGIN PASSWORD '{PASSWORD}'")
    server.sql("CREATE DATABASE class OWNER judge")
    server.do("crash")
    server.do("restart")
    hosts = folder / "hosts"
    hosts.write_text(f"{rooms.ADDRESS} {HOST}\n")
    subprocess.run(["mount", "--bind", hosts, "/etc/hosts"], check=True)
    return server


def make_home(folder, certificate):
    (folder / ".postgresql").mkdir(parents=True)
    shutil.copyfile(certificate, folder / ".postgresql/root.crt")
    (folder / ".pgpass").write_text(f"{HOST}:*:*:judge:{PASSWORD}\n")
    (folder / ".pgpass").chmod(0o600)
    return folder


class Reader:
    """A user of a machine."""

    def __init__(self, folder, number, certificate, build):
        self.room, self.log = rooms.Room(number), folder / f"{number}.log"
        home = make_home(folder / f"home{number}", certificate)
        self.folder = folder
        self.environment = {"PATH": f"{build}/bin:{os.environ['PATH']}", "HOME": str(home),
                            **{name: value for name, value in os.environ.items() if name.endswith("SAN_OPTIONS")}}

    def start(self, command):
        with open(self.log, "w", encoding="utf-8") as log:
            return subprocess.Popen(self.room.inside("sh", "-c", f"exec {command}"), cwd=self.folder, env=self.environment,
                                    stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def run(self, command):
        done = subprocess.run(self.room.inside("sh", "-c", command), cwd=self.folder, env=self.environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode != 0 or done.stderr:
            sys.exit(f"{command}: status {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout

    def await_log(self, text, process):
        def find():
            if process.poll() is not None:
                sys.exit(f"it ended: {self.log.read_text()}")
            return text in self.log.read_text()
        rooms.wait_for(text, find)


def rows(table):
    """The verdicts and submissions, without times."""
    return [(words[0], words[-1]) for words in map(str.split, table.splitlines()) if words]


def do_as_it_says(folder, source, build, server):
    commands = read_commands(source)
    first, second, other = [Reader(folder, number, server.folder / "data/server.crt", build) for number in (1, 2, 3)]
    workers = []
    for reader, name in (first, "first"), (second, "second"):
        workers.append(reader.start(commands[name]))
        # Without a warning: nothing comes before what it judges.
        reader.await_log("\nassay: worker ", workers[-1])
        if not reader.log.read_text().startswith("assay: judges "):
            sys.exit(reader.log.read_text())
    table = other.run(commands["any"])
    plain = other.run("assay judge sum class/*")
    if rows(table) != rows(plain) or len(rows(table)) < len(SUBMISSIONS):
        sys.exit(f"with workers:\n{table}without:\n{plain}")
    url = re.search(r"--store ('[^']*')", commands["any"])[1]
    status = other.run(f"assay status --store {url}")
    if len(re.findall(r"^worker ", status, re.MULTILINE)) != 2:
        sys.exit(status)
    for reader, worker in zip((first, second), workers):
        worker.send_signal(signal.SIGTERM)
        if worker.wait(rooms.PATIENCE_S) != 0:
            sys.exit(reader.log.read_text())
    if not any("job 1: AC, sum, class/ann.py" in reader.log.read_text() for reader in (first, second)):
        sys.exit("no worker says that it judged a submission")


def main():
    source, build = map(pathlib.Path, sys.argv[1:])
    rooms.enter()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="assay-rooms."))
    folder.chmod(0o755)
    server = None
    try:
        make_world(folder)
        server = make_server(folder)
        do_as_it_says(folder, source, build, server)
    finally:
        if server:
            server.stop()
        subprocess.run(["umount", "/etc/hosts"], check=False)
        shutil.rmtree(folder, ignore_errors=True)


main()
