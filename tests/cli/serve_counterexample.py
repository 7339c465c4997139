#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counterexamples of a running contest: for its team and the jury, where the problem permits them, also after a kill.

usage: serve_counterexample.py ASSAY SOURCE [postgresql]
"""
import atexit
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import serve  # noqa: E402
from serve import Browser, contests, expect, multipart  # noqa: E402

HEADING = "A small input on which the submission fails"
# Takes the larger coin each time, and writes a line that would act on a page.
WRONG = (
    '#include <stdio.h>\nint main(void)\n{\n\tint n, a[1000], sum = 0;\n\tscanf("%d", &n);\n'
    '\tfor (int i = 0; i < n; i++)\n\t\tscanf("%d", &a[i]);\n\tfor (int i = 0; i < n; i += 2)\n\t\tsum += a[i];\n'
    '\tprintf("%d%s\\n", sum, sum % 2 ? "<script>alert(1)</script>" : "");\n}\n'
)


def write_contest(assay, source, folder):
    """Problem A permits counterexamples, and B, which is the same, does not."""
    package = folder / "coinseven"
    shutil.copytree(source / "problems/coinseven", package)
    shutil.copytree(source / "problems/shared", folder / "shared")
    subprocess.run([assay, "gen", package], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([assay, "contest", "new", folder / "contest", "--teams", "2", "--problems", package, package], check=True,
                   stdout=subprocess.DEVNULL)
    first, second = permit(folder / "contest")
    problems = folder / "contest/problems.yaml"
    problems.write_text(f"{problems.read_text().rstrip()}\n  counterexample: false\n")
    return first, second


def permit(folder):
    """The contest runs, and permits counterexamples. Returns the ids of its problems."""
    file = folder / "contest.yaml"
    text = file.read_text()
    expect("\n# counterexample: true\n" in text, "a new folder does not name the key")
    lines = [line for line in text.splitlines() if not line.lstrip("# ").startswith("start_time")]
    start = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 60))
    file.write_text("\n".join(lines).replace("\n# counterexample: true\n", "\ncounterexample: true\n") + f"\nstart_time: {start}\n")
    problems = (folder / "problems.yaml").read_text().split("\n- id: ")[1:]
    return [part.split("\n")[0].strip("'\" ") for part in problems]


def start(assay, folder, url, users):
    """The server, and a browser of each user."""
    server = contests.Server(assay, folder, url)
    atexit.register(lambda: server.process.poll() is None and server.process.kill())
    server.passwords = contests.parse_accounts((folder / "contest/accounts.yaml").read_text())
    browsers = [Browser(server) for _ in users]
    for browser, user in zip(browsers, users):
        browser.log_in(user, server.passwords[user])
    return server, browsers


def submit(team, problem, source, name):
    body = multipart({"csrf": team.token("/submit"), "problem": problem, "language": ""}, name, source)
    answer = team.request("POST", "/submit", body=body, headers={"Content-Type": "multipart/form-data; boundary=x"})
    expect(answer[0] == 303, f"a submission is refused: {answer[1]}")
    return answer[2]


def check_shown(team, page):
    serve.await_text(team, f"{page}/fragment", HEADING)
    text = team.get(page)[1]
    for part in ("Input", "A right output", "Output", "How the input is solved", "Both play optimally:"):
        expect(part in text, f"the counterexample has no '{part}': {text}")
    expect("<script>alert" not in text, "an output acts on a page")
    expect("data-done" in text, "the page asks on")
    return text


def check_hidden(server, page, jury):
    """Not for other teams and the public, not for other problems, and not in the Contest API."""
    other = Browser(server)
    other.log_in("team2", server.passwords["team2"])
    for visitor in (other, Browser(server)):
        for path in (page, f"{page}/fragment"):
            status, text, _ = visitor.get(path)
            expect(status in (303, 404) and HEADING not in text, f"{path} is shown to others: {status}")
    expect(HEADING in jury.get(f"/jury{page}")[1], "the jury does not see it")
    for path in ("submissions", "judgements", "runs", "problems", "contest", "scoreboard"):
        text = jury.get(f"/api/contests/contest/{path}")[1]
        expect("counterexample" not in text and "Both play" not in text, f"the Contest API tells of it: {path}")


ECHO = "#include <stdio.h>\nint main(void) { int n; scanf(\"%d\", &n); printf(RIGHT); }\n"
# The output validator fails on a text that is no number.
ECHO_FILES = {
    "problem.yaml": "problem_format_version: 2025-09\nname: Echo\nuuid: 5ca6ba7e-1f64-4a6f-b0a4-6f0f5c0a7f11\nlicense: public domain\n"
    "limits:\n  time_limit: 2\n",
    "statement/problem.en.md": "Print the number.\n",
    "input_validators/check.py": "import re, sys\n"
    "sys.exit(42 if re.fullmatch('[1-9][0-9]{0,8}\\n', sys.stdin.read()) else 43)\n",
    "output_validator/check.py": "import sys\nanswer = int(open(sys.argv[2]).read())\n"
    "sys.exit(42 if int(sys.stdin.read()) == answer else 43)\n",
    "submissions/accepted/right.c": ECHO.replace("RIGHT", '"%d", n'),
    "data/sample/1.in": "5\n",
    "data/sample/1.ans": "5\n",
    "data/secret/1.in": "900000001\n",
    "data/secret/1.ans": "900000001\n",
}
# Wrong in a test, and else it makes the output validator fail.
HOSTILE = ECHO.replace("RIGHT", 'n == 5 ? "5" : n == 900000001 ? "4" : "boom\\n\\033[31m"')


def check_hostile(assay, folder):
    """A submission that makes the output validator fail does not end the searches for others."""
    folder.mkdir()
    package = folder / "echo"
    for name, text in ECHO_FILES.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)
    subprocess.run([assay, "contest", "new", folder / "contest", "--teams", "2", "--problems", package], check=True,
                   stdout=subprocess.DEVNULL)
    problem = permit(folder / "contest")[0]
    server, (hostile, honest) = start(assay, folder, None, ["team1", "team2"])
    wrong = ECHO.replace("RIGHT", '"%d", n == 5 ? n : n / 2')
    first = submit(honest, problem, wrong, "first.c")
    serve.await_text(honest, f"{first}/fragment", HEADING)
    await_idle(hostile, submit(hostile, problem, HOSTILE, "hostile.c"), HEADING)
    serve.await_log(folder / "serve.log", "no counterexample of submission 2 of problem A")
    expect(HEADING in honest.get(first)[1], "what was found is hidden")
    second = submit(honest, problem, wrong.replace("n / 2", "n / 3"), "second.c")
    serve.await_text(honest, f"{second}/fragment", HEADING)
    # Only the secret test fails. The search does not use secret tests, so it finds nothing.
    await_idle(honest, submit(honest, problem, ECHO.replace("RIGHT", '"%d", n == 900000001 ? 0 : n'), "secret.c"), HEADING)
    server.stop()


def await_idle(team, page, text):
    """No search is awaited any more."""
    serve.await_text(team, f"{page}/fragment", "data-done")
    expect(text not in team.get(page)[1], f"{page} has '{text}'")


def run(assay, source, folder, url):
    allowed, forbidden = write_contest(assay, pathlib.Path(source), folder)
    server, (team, jury) = start(assay, folder, url, ["team1", "admin"])
    page = submit(team, allowed, WRONG, "wrong.c")
    hidden = submit(team, forbidden, WRONG, "wrong.c")
    broken = submit(team, allowed, "int main(\n", "broken.c")
    shown = check_shown(team, page)
    await_idle(team, hidden, HEADING)
    await_idle(team, broken, HEADING)
    check_hidden(server, page, jury)
    # A submission whose search is cut short by a kill is explained after the restart, as is the first.
    second = submit(team, allowed, WRONG.replace("i += 2", "i += 3"), "wrong.c")
    serve.await_text(team, f"{second}/fragment", "search for a small input")
    server.kill()
    server.start()
    check_shown(team, second)
    # The earlier counterexample came from the cache.
    again = check_shown(team, page)
    for text in (shown, again):
        expect("<h2>A small input" in text, text)
    expect(again.split(HEADING)[1].split("<h2>")[0] == shown.split(HEADING)[1].split("<h2>")[0], "another input after the restart")
    judgements = json.loads(jury.get("/api/contests/contest/judgements")[1])
    found = sorted(one["submission_id"] for one in judgements if one["judgement_type_id"])
    expect(found == ["1", "2", "3", "4"], f"judgements: {found}")
    server.stop()
    # Without workers of its own the server makes no counterexamples, and reports that.
    server.command.append("--jobs=0")
    server.start()
    await_idle(team, page, HEADING)
    serve.await_log(folder / "serve.log", "counterexamples are not made")
    server.stop()


def main(assay, source, store="sqlite"):
    with tempfile.TemporaryDirectory(prefix="assay-serve-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        database = contests.Database(folder, store == "postgresql")
        try:
            run(assay, source, folder, database.url)
        finally:
            database.stop()
        if store == "sqlite":
            check_hostile(assay, folder / "hostile")


if __name__ == "__main__":
    main(*sys.argv[1:])
