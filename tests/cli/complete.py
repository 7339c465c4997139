#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The candidates that the command prints for a shell, and what bash, zsh and fish make of them.

usage: complete.py BUILD [bash|zsh|fish]. Without a shell: the command alone. A shell that is not installed is skipped (status 77); the
test fails instead if AS_TESTS_MUST_RUN is set.
"""
import os
import pathlib
import pty
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

build = pathlib.Path(sys.argv[1]).resolve()
SHELL = sys.argv[2] if len(sys.argv) > 2 else None
ASSAY = build / "bin/assay"
faults = []


def expect(is_right, text):
    if not is_right:
        faults.append(text)


def make_folder(folder):
    """A working folder whose names have blanks, colons and glob characters."""
    package = folder / "my pack"
    subprocess.run([ASSAY, "new", "package"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    (folder / "package").rename(package)
    (package / "data/secret/12-wide").mkdir(parents=True)
    for name in ("12-wide/one", "12-wide/two", "x\x1b[31m"):
        (package / f"data/secret/{name}.in").write_text("1\n")
        (package / f"data/secret/{name}.ans").write_text("1\n")
    # To digest it would take minutes.
    with open(package / "data/secret/12-wide/two.in", "ab") as file:
        file.truncate(200 << 30)
    (package / "submissions/bad\x1bname").mkdir()
    (package / "submissions/run_time_error").mkdir()
    (folder / "a[1]*b").mkdir()
    for name in ("sum.zip", "class.store", "one two.c", "co:lon.c"):
        (folder / name).write_text("")
    recipe = folder / "recipe"
    subprocess.run([ASSAY, "new", "--recipe", "recipe"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(recipe / "data/secret", ignore_errors=True)
    broken = folder / "broken"
    shutil.copytree(recipe, broken)
    for name in ("problem.yaml", "generators/generators.yaml"):
        (broken / name).write_text("name: [\n")


# ---- the command ----

def ask(folder, *words):
    """The kind, the length of what is before the value, and the candidates."""
    done = subprocess.run([ASSAY, *words], cwd=folder, env=os.environ | {"_ASSAY_COMPLETE": "1"}, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, check=False)
    expect(done.returncode == 0 and done.stderr == "", f"{words}: status {done.returncode}, {done.stderr}")
    first, *lines = done.stdout.splitlines() or [""]
    found = re.fullmatch(r"(none|files|folders|archives) (\d+)", first)
    expect(found, f"{words}: the first line is {first!r}")
    return (found[1], int(found[2]), [line.split("\t")[0] for line in lines]) if found else ("none", 0, [])


def commands():
    """All verbs, and the actions that have options of their own."""
    text = subprocess.run([ASSAY, "help"], capture_output=True, text=True, check=True).stdout
    verbs = re.findall(r"^  ([a-z]+) {2,}", text, re.M)
    actions = []
    for verb in ("contest", "course"):
        text = subprocess.run([ASSAY, "help", verb], capture_output=True, text=True, check=True).stdout
        own = re.findall(r"^  ([a-z]+) DIR", text, re.M)
        expect(len(own) > 2, f"only {own} were found of {verb}")
        expect(ask(".", verb, "")[2] == own, f"the actions of {verb}")
        actions += [[verb, action] for action in own]
    expect(len(verbs) > 15 and len(actions) > 4, f"only {verbs} and {actions} were found")
    expect(ask(".", "")[2] == [*verbs, "help", "--help", "--version"], "the verbs")
    expect(ask(".", "help", "")[2] == verbs, "the verbs of help")
    return [[verb] for verb in verbs if verb not in ("contest", "course")] + actions + [["grade", "new"], ["grade", "--as=junit"]]


def check_options(folder, words):
    """No option is forgotten, and a value of each can be completed."""
    # A verb without options leaks two bytes of argp.
    text = subprocess.run([ASSAY, *words, "--help"], capture_output=True, text=True, check=False).stdout
    options = re.findall(r"^ {2,6}(?:-(.), )?--([a-z-]+)(\[?=)?", text, re.M)
    wanted = {"--" + name + ("=" if value == "=" else "") for _, name, value in options}
    wanted |= {f"--{name}=" for _, name, value in options if value == "[="}
    found = ask(folder, *words, "--")[2]
    expect(sorted(found) == sorted(wanted), f"{words}: {sorted(wanted ^ set(found))}")
    for letter, name, value in options:
        if value:
            kind, skip, values = ask(folder, *words, f"--{name}=")
            expect(skip == len(f"--{name}="), f"{words} --{name}=: {skip}")
        if value == "=":
            expect(ask(folder, *words, f"--{name}", "") == (kind, 0, values), f"{words} --{name}")
        if value and letter:
            expect(ask(folder, *words, f"-{letter}", "") == (kind, 0, values), f"{words} -{letter}")
            expect(ask(folder, *words, f"-{letter}x") == (kind, 2, values), f"{words} -{letter}x")


SETS = ["accepted", "run_time_error", "wrong_answer", "all"]
TESTS = ["sample/1", "secret/1-negative", "secret/12-wide/one", "secret/12-wide/two", "secret/2-large", "sample", "secret"]
VALUES = [
    (["judge", ""], "archives", []),
    (["judge", "my pack", ""], "files", SETS),
    (["judge", "my pack", "a.c", ""], "files", SETS),
    (["judge", "--", "my pack", "-"], "files", SETS),
    (["judge", "my pack", "--audience=s"], "none", ["setter", "student"]),
    (["judge", "my pack", "--expect", ""], "none", ["AC", "WA", "TLE", "MLE", "OLE", "RTE", "CE", "SV", "JE"]),
    (["judge", "--html", ""], "files", []),
    (["judge", "--keep="], "folders", []),
    (["judge", "-j", ""], "none", []),
    (["judge", "-Jj", ""], "none", []),
    (["judge", "--unknown="], "none", []),
    (["judge", "--store="], "none", ["sqlite:", "postgresql://"]),
    (["judge", "--store", "sqlite:a"], "files", []),
    (["judge", "broken", "--test="], "none", []),
    (["judge", "missing", "--test="], "none", []),
    (["judge", "sum.zip", "--test="], "none", []),
    (["judge", "broken", ""], "files", []),
    (["judge", "--test="], "none", []),
    (["gen", "broken", "--explain", ""], "none", []),
    (["gen", "my pack", "--explain", ""], "none", []),
    (["stress", "my pack", "--add="], "none", ["sample", "secret", "secret/12-wide"]),
    (["stress", "my pack", ""], "files", SETS),
    (["stress", "--against="], "files", ["reference"]),
    (["strength", "my pack", "--from="], "files", []),
    (["solve", "--algorithm="], "none", ["dp", "linear"]),
    (["store", "grant", "sqlite:a", "role", ""], "none", ["worker", "server", "reader"]),
    (["store", "set", "sqlite:a", ""], "none", ["attempts", "faults", "queued"]),
    (["store", "backup", "sqlite:a", ""], "files", []),
    (["store", "check", ""], "none", ["sqlite:", "postgresql://"]),
    (["store", "nothing", ""], "none", []),
    (["contest", "nothing", ""], "none", []),
    (["contest", "--help", ""], "none", []),
    (["contest", "new", ""], "folders", []),
    (["course", "new", ""], "folders", []),
    (["course", "nothing", ""], "none", []),
    (["contest", "new", "a", "--problems", "b", ""], "archives", []),
    (["grade", ""], "files", ["new"]),
    (["grade", "scheme.yaml", ""], "files", []),
    (["import", ""], "archives", []),
    (["grade", "new", ""], "archives", []),
    (["grade", "--as="], "none", ["gradescope", "junit"]),
    (["grade", "--dates="], "none", ["year-first", "day-first", "month-first"]),
    (["serve", "--log="], "none", ["text", "pairs", "json"]),
    (["worker", "--class", ""], "none", ["contest", "course", "practice", "rejudging", "generation"]),
    (["sandbox", "--profile="], "none", ["native", "runtime", "compiler"]),
    (["sandbox", "a", "--"], "files", []),
    (["nothing", ""], "none", []),
    (["help", "judge", ""], "none", []),
    (["--version", ""], "none", ["--json"]),
]


def check_values(folder):
    for words, kind, candidates in VALUES:
        found = ask(folder, *words)
        expect((found[0], found[2]) == (kind, candidates), f"{words}: {found}")
    begun = time.monotonic()
    found = ask(folder, "judge", "my pack", "--test", "")[2]
    expect(found == TESTS, f"tests: {found}")
    expect(time.monotonic() - begun < 20, "a file of 200 GiB was read")
    found = ask(folder, "gen", "recipe", "--explain=")[2]
    expect(found == ["sample/1", "secret/1-negative", "secret/2-large", "secret/random-1", "secret/random-2"], f"tests of the recipe: {found}")
    found = ask(folder, "judge", "--language=")[2]
    expect({"c", "cpp", "python3"} <= set(found), f"languages: {found}")
    found = ask(folder, "solve", "")[2]
    expect(found[:2] == ["optimal", "totals"], f"variants: {found}")
    ask(folder, "new", "created")
    expect(not (folder / "created").exists(), "a command that completes made a folder")


def check_installed(folder):
    subprocess.run(["cmake", "--install", build, "--prefix", folder / "prefix"], check=True, stdout=subprocess.DEVNULL)
    for name in ("bash-completion/completions/assay", "zsh/site-functions/_assay", "fish/vendor_completions.d/assay.fish"):
        expect((folder / "prefix/share" / name).is_file(), f"{name} is not installed")


# ---- a shell ----

class Terminal:
    """A shell on a terminal. Ctrl-T writes its line to a file, so nothing of its display is read."""

    def __init__(self, folder, argv, environment):
        self.line = folder / ".line"
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe(argv[0], argv, os.environ | environment | {"LINE": str(self.line), "TERM": "dumb", "PATH": f"{build}/bin:{os.environ['PATH']}"})
        self.wait("ready")

    def wait(self, what):
        """The file appears; the terminal's output is discarded so that the shell does not block."""
        end = time.monotonic() + 120
        os.set_blocking(self.fd, False)
        while time.monotonic() < end:
            try:
                os.read(self.fd, 65536)
            except (BlockingIOError, OSError):
                time.sleep(0.02)
            if self.line.exists():
                text = self.line.read_text(encoding="utf-8")
                self.line.unlink()
                return text
        sys.exit(f"{SHELL}: no answer: {what}")

    def complete(self, text):
        """The line after Tab, without the blank at its end."""
        os.write(self.fd, b"\x15" + text.encode() + b"\t\x14")
        return self.wait(text)

    def close(self):
        os.write(self.fd, b"\x15exit\n")
        os.waitpid(self.pid, 0)
        os.close(self.fd)


# What is typed, and the line that a Tab makes of it.
LINES = [
    ("assay jud", "assay judge "),
    ("assay judge --aud", "assay judge --audience="),
    ("assay judge --audience=st", "assay judge --audience=student "),
    ("assay judge --explain=st", "assay judge --explain=student "),
    ("assay judge --audience se", "assay judge --audience setter "),
    ("assay judge my", "assay judge my\\ pack/"),
    ("assay judge my\\ pack --test=sample/", "assay judge my\\ pack --test=sample/1 "),
    ("assay judge my\\ pack --test secret/12-wide/o", "assay judge my\\ pack --test secret/12-wide/one "),
    ("assay judge 'my pack' --test=secret/12-wide/o", "assay judge 'my pack' --test=secret/12-wide/one "),
    ("assay judge \"my pack\" ru", "assay judge \"my pack\" run_time_error "),
    ("assay judge my\\ pack one", "assay judge my\\ pack one\\ two.c "),
    ("assay judge x --html=one", "assay judge x --html=one\\ two.c "),
    ("assay verify a", "assay verify a\\[1\\]\\*b/"),
    ("assay verify su", "assay verify sum.zip "),
    ("assay status --store=sqlite:cl", "assay status --store=sqlite:class.store "),
    ("assay status --store sq", "assay status --store sqlite:"),
    ("assay store check sqlite:cl", "assay store check sqlite:class.store "),
    ("assay contest che", "assay contest check "),
    ("assay contest check recip", "assay contest check recipe/"),
    ("assay grade --sta", "assay grade --stage="),
    ("assay gen --ch", "assay gen --check "),
    ("assay help ver", "assay help verify "),
    ("assay --version --", "assay --version --json "),
    ("assay judge -j on", "assay judge -j on"),
]


def check_lines(terminal, lines):
    for typed, wanted in lines:
        found = terminal.complete(typed)
        expect(found == wanted, f"{typed!r} became {found!r}, not {wanted!r}")
    terminal.close()


def check_bash(folder):
    loader = "/usr/share/bash-completion/bash_completion"
    key = """bind -x '"\\C-t": printf %s "$READLINE_LINE" >"$LINE~"; mv "$LINE~" "$LINE"'"""
    scripts = [f"source {build}/share/bash-completion/completions/assay"]
    # With the package, bash finds the script by its name.
    if os.path.exists(loader):
        scripts.append(f"source {loader}; XDG_DATA_DIRS={shlex.quote(str(build / 'share'))}")
    for script in scripts:
        (folder / ".rc").write_text(f"{script}\n{key}\necho >\"$LINE\"\n")
        check_lines(Terminal(folder, ["bash", "--rcfile", ".rc", "-i"], {"INPUTRC": "/dev/null"}), LINES + [
            ("assay judge 'my p", "assay judge 'my pack'/"),
            ("assay verify one", "assay verify one"),
            ("assay judge my\\ pack co", "assay judge my\\ pack co\\:lon.c "),
            ("assay judge ~/my", "assay judge ~/my")])
    (folder / ".rc").write_text(f"{scripts[0]}\nCOMP_WORDBREAKS=${{COMP_WORDBREAKS//[=:]/}}\n{key}\necho >\"$LINE\"\n")
    check_lines(Terminal(folder, ["bash", "--rcfile", ".rc", "-i"], {"INPUTRC": "/dev/null"}), [
        line for line in LINES if "=one" not in line[0]])


def check_zsh(folder):
    (folder / ".zshrc").write_text(
        f"fpath=({build}/share/zsh/site-functions $fpath)\nautoload -U compinit; compinit -u -D\n"
        "dump() { print -rn -- \"$BUFFER\" >$LINE~; mv $LINE~ $LINE }; zle -N dump; bindkey '^T' dump; bindkey '^U' kill-whole-line\n"
        "setopt no_beep no_auto_remove_slash\necho >$LINE\n")
    check_lines(Terminal(folder, ["zsh", "-d", "-i"], {"ZDOTDIR": str(folder)}), [
        *LINES, ("assay judge 'my p", "assay judge 'my pack/")])


def check_fish(folder):
    script = "for line in $argv; echo (complete -C $line | string split -f 1 \\t | string join '|'); end"
    done = subprocess.run(["fish", "-N", "-c", f"source {build}/share/fish/vendor_completions.d/assay.fish; {script}", *(typed for typed, _ in LINES)],
                          cwd=folder, env=os.environ | {"PATH": f"{build}/bin:{os.environ['PATH']}", "HOME": str(folder)}, capture_output=True, text=True, check=False)
    expect(done.stderr == "", done.stderr)
    for (typed, wanted), found in zip(LINES, done.stdout.splitlines(), strict=True):
        candidate = "" if typed == wanted else shlex.split(wanted)[-1]
        expect(found == candidate, f"{typed!r} has the candidates {found!r}, not {candidate!r}")


def main():
    if SHELL and not shutil.which(SHELL):
        print(f"{SHELL} is not installed")
        sys.exit(1 if os.environ.get("AS_TESTS_MUST_RUN") else 77)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_folder(folder)
        if SHELL:
            {"bash": check_bash, "zsh": check_zsh, "fish": check_fish}[SHELL](folder)
        else:
            for words in commands():
                check_options(folder, words)
            check_values(folder)
            check_installed(folder)
    print("\n".join(faults))
    sys.exit(bool(faults))


main()
