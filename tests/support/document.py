# SPDX-License-Identifier: MIT
"""Runs a document as its reader would: from the first line to the last, in a folder of its own.

- A fenced block ```console has commands. A line `$ COMMAND` is run by sh, and the lines below it must be its output: first
  standard output, then standard error. If there are none, the document leaves the output out. A line
  `NAME$ COMMAND` is a command that keeps running (a server, in another terminal): it runs until the document ends, and the next
  commands wait until it has printed the lines below it. A line that ends with a backslash continues in the next one.
- A block ```LANGUAGE FILE is written to FILE.
- `<!-- status N -->` before a block of commands is the exit status of its last command; every other one exits with 0.

In a line of output `...` stands for any text, and a line `...` for any lines. Numbers with a unit of time or size are not
compared, and blanks only as words are."""
import dataclasses
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

import ports

PATIENCE_S = 300
UNIT = r"(?:ns|ms|s|min|B|KiB|MiB|GiB)"


@dataclasses.dataclass
class Command:
    terminal: str
    text: str
    output: list
    status: int = 0


@dataclasses.dataclass
class File:
    path: str
    text: str


def parse_console(lines, status):
    commands = []
    for line in lines:
        prompt = re.match(r"^(\w*)\$ +(.*)$", line)
        if prompt:
            commands.append(Command(prompt[1], prompt[2], []))
        elif commands[-1].text.endswith("\\") and not commands[-1].output:
            commands[-1].text += "\n" + line
        else:
            commands[-1].output.append(line)
    commands[-1].status = status
    return commands


def parse(text):
    """The steps of a document, in order: commands and files."""
    steps, status, block = [], 0, None
    for line in text.splitlines():
        fence = re.match(r"^```(\w*) ?(\S*)$", line)
        if block is not None and line == "```":
            language, path, lines = block
            if language == "console":
                steps += parse_console(lines, status)
                status = 0
            elif path:
                steps.append(File(path, "".join(f"{one}\n" for one in lines)))
            block = None
        elif block is not None:
            block[2].append(line)
        elif fence:
            block = (fence[1], fence[2], [])
        elif found := re.match(r"^<!-- status (\d+) -->$", line):
            status = int(found[1])
    return steps


def pattern_of(line):
    words = re.escape(" ".join(re.sub(rf"\d+(\.\d+)? {UNIT}\b", "N", line).split()))
    return re.compile(words.replace(r"\.\.\.", ".*"))


def plain(line):
    return " ".join(re.sub(rf"\d+(\.\d+)? {UNIT}\b", "N", line).split())


def lines_of(output):
    """The lines of an output, without those that a command prints only on a busy machine."""
    return [line for line in output.splitlines() if not re.search(r"(still waiting for a core|the command waited [0-9.]+ s for cores) that (an)?other", line)]


def fits(shown, lines):
    """True if a document may show these lines of an output."""
    if not shown:
        return not lines
    if shown[0] == "...":
        return any(fits(shown[1:], lines[skip:]) for skip in range(len(lines) + 1))
    return bool(lines) and bool(pattern_of(shown[0]).fullmatch(plain(lines[0]))) and fits(shown[1:], lines[1:])


class Reader:
    """A reader who follows a document in `folder`. A line `$ NAME=...` sets a variable for the later
    commands. Port 8080 is replaced by a free port, and /usr/share/assay by the folder of the build."""

    def __init__(self, folder, build):
        self.folder, self.build = pathlib.Path(folder), build
        self.running = []
        self.port = ports.free_port()
        self.environment = dict(os.environ, PATH=f"{build}/bin:{os.environ['PATH']}", XDG_CACHE_HOME=f"{build}/tests/cache",
                                ASAN_OPTIONS="detect_leaks=0", LC_ALL="C.UTF-8")

    def follow(self, text):
        for step in parse(text.replace(":8080", f":{self.port}").replace("/usr/share/assay", f"{self.build}/share/assay")):
            if isinstance(step, File):
                path = self.folder / step.path
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(step.text)
            elif step.terminal:
                self.start(step)
            else:
                self.run(step)

    def run(self, command):
        print(f"$ {command.text}", flush=True)
        if assigned := re.fullmatch(r"([A-Z]+)=(.*)", command.text):
            command = dataclasses.replace(command, text=f"printf %s {assigned[2]}")
        done = subprocess.run(["sh", "-c", command.text], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=600, check=False)
        print(done.stdout + done.stderr, flush=True)
        if assigned:
            self.environment[assigned[1]] = done.stdout
        if done.returncode != command.status:
            sys.exit(f"exit status {done.returncode}, not {command.status}")
        if command.output and not fits(command.output, lines_of(done.stdout + done.stderr)):
            sys.exit("the document shows another output:\n" + "\n".join(command.output))

    def start(self, command):
        print(f"{command.terminal}$ {command.text}", flush=True)
        log = self.folder / f".{command.terminal}.log"
        with open(log, "w", encoding="utf-8") as out:
            process = subprocess.Popen(["sh", "-c", f"exec {command.text}"], cwd=self.folder, env=self.environment,
                                       stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        self.running.append((process, log))
        until = time.monotonic() + PATIENCE_S
        while not fits([*command.output, "..."], lines_of(log.read_text())):
            if process.poll() is not None or time.monotonic() > until:
                sys.exit(f"{command.text} does not print what the document shows:\n{log.read_text()}")
            time.sleep(0.1)

    def stop(self):
        """Ends the running commands; a command that fails is a failure."""
        failed = []
        for process, log in reversed(self.running):
            process.send_signal(signal.SIGTERM)
            status = process.wait(PATIENCE_S)
            print(log.read_text(), flush=True)
            if status != 0:
                failed.append(status)
        self.running = []
        return failed


def follow(document, build, prepare=None):
    """Follows a document (a path). `prepare` puts the files into the folder that its reader has."""
    with tempfile.TemporaryDirectory(prefix="assay-document-") as folder:
        reader = Reader(folder, build)
        try:
            if prepare:
                prepare(pathlib.Path(folder))
            reader.follow(pathlib.Path(document).read_text(encoding="utf-8"))
        finally:
            failed = reader.stop()
        if failed:
            sys.exit(f"commands that went on ended with {failed}")
