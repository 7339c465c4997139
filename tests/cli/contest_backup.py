#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Follows docs/contest.md, "Backups during a contest", line by line, with a running contest. Copied data is restored, later data is lost,
older tokens are refused, and the contest continues.

usage: contest_backup.py ASSAY SOURCE
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import contest as contests  # noqa: E402
from serve import expect  # noqa: E402

ADDRESS = "postgresql://db.example.org/"


def read_commands(source):
    """The lines of each block."""
    section = (source / "docs/contest.md").read_text().split("\n## Backups during a contest\n")[1].split("\n## ")[0]
    blocks = [re.findall(r"^\$ (.*)$", block, re.M) for block in re.findall(r"```console\n(.*?)```", section, re.S)]
    expect([len(block) for block in blocks] == [1, 5, 5, 3], f"docs/contest.md has other commands: {blocks}")
    return blocks


class World:
    """A contest, a server for it, and the commands as they are written."""

    def __init__(self, assay, folder, host):
        self.assay, self.folder, self.host = assay, folder, host
        self.passwords = contests.write_contest(assay, folder)
        (folder / "contest").rename(folder / "club")
        (folder / "contest").symlink_to("club")  # where contests.Server looks
        file = folder / "club/contest.yaml"
        file.write_text(re.sub("^id: .*$", "id: club", file.read_text(), flags=re.M))
        bin_dir = subprocess.run(["pg_config", "--bindir"], capture_output=True, text=True, check=True).stdout.strip()
        self.environment = dict(os.environ, PATH=f"{pathlib.Path(assay).parent}:{bin_dir}:{os.environ['PATH']}")

    def url(self, text):
        """Replaces the database server of the document by that of the test."""
        return re.sub(re.escape(ADDRESS) + r"(\w+)", rf"postgresql://postgres@/\1?host={self.host}", text)

    def do(self, line):
        command = self.url(line).replace("&", r"\&").replace("?", r"\?")
        done = subprocess.run(["sh", "-c", command], cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=120)
        expect(done.returncode == 0, f"{line}: {done.stdout}{done.stderr}")

    def serve(self, line):
        """Starts the command of a line, which keeps running."""
        expect(line.startswith("assay serve club"), f"not a server: {line}")
        store = re.search(r"--store (\S+)", self.url(line))
        server = contests.Server(self.assay, self.folder, store and store[1])
        return server, contests.Client(server, "club", "admin", self.passwords["admin"])

    def submit(self, server, verdict):
        team = contests.Client(server, "club", "team1", self.passwords["team1"])
        status, answer = team.request("POST", "/submissions", {
            "problem_id": "sum", "language_id": "python3", "files": [{"data": contests.archive(contests.PROGRAMS[verdict])}]})
        expect(status == 201, f"a submission is refused: {answer}")


def last_token(admin):
    reader = contests.Reader(admin)
    reader.start()
    contests.await_judgements(admin)
    while not reader.lines:
        reader.join(0.1)
    reader.done.set()
    return json.loads(reader.lines[-1])["token"]


def verdicts(admin):
    contests.await_judgements(admin)
    return [judgement["judgement_type_id"] for judgement in admin.get("/judgements")]


def play(world, begin, copy, restore):
    """Starts the server by `begin`, submits, copies, submits, kills the server, and restores it by `restore`."""
    server, admin = world.serve(begin)
    world.submit(server, "WA")
    expect(verdicts(admin) == ["WA"], f"verdicts: {verdicts(admin)}")
    for line in copy:
        world.do(line)
    world.submit(server, "AC")
    token = last_token(admin)
    expect(verdicts(admin) == ["WA", "AC"], f"verdicts: {verdicts(admin)}")
    server.kill()
    for line in restore[:-1]:
        world.do(line)
    server, admin = world.serve(restore[-1])
    expect(verdicts(admin) == ["WA"], f"what came back: {verdicts(admin)}")
    status, answer = admin.request("GET", f"/event-feed?since_token={token}")
    expect(status == 400, f"an older token is accepted: {status} {answer}")
    world.submit(server, "AC")
    expect(verdicts(admin) == ["WA", "AC"], f"verdicts: {verdicts(admin)}")
    server.stop()


def main(assay, source):
    blocks = read_commands(pathlib.Path(source))
    for number in range(3):
        with tempfile.TemporaryDirectory(prefix="assay-backup-") as folder:
            folder = pathlib.Path(folder)
            os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
            database = contests.Database(folder, number > 0)
            try:
                world = World(assay, folder, database.file.read_text().strip() if database.url else None)
                begin = f"assay serve club --store {ADDRESS}club"
                if database.url:
                    world.do(f"createdb --maintenance-db={ADDRESS}postgres club")
                if number == 0:
                    play(world, blocks[1][-1], blocks[0], blocks[1])
                elif number == 1:
                    play(world, begin, blocks[2][:1], blocks[2][1:])
                else:
                    play(world, begin, blocks[3][:1], blocks[3][1:])
            finally:
                database.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
