#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""assay serve --demo, on a machine that never ran assay: its output, a board with verdicts of simulated teams, and no leftovers at the end.

usage: serve_demo.py ASSAY
"""
import base64
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import urllib.request


def expect(condition, text):
    if not condition:
        sys.exit(text)


def get(url, account=None):
    request = urllib.request.Request(url)
    if account:
        text = f"{account['username']}:{account['password']}"
        request.add_header("Authorization", "Basic " + base64.b64encode(text.encode()).decode())
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read().decode()


def await_verdicts(started, contest, admin, begun):
    """Waits until a team has solved a problem; the time of each step is printed, not tested."""
    until = time.monotonic() + 300
    while time.monotonic() < until:
        judged = [item for item in json.loads(get(f"{contest}/judgements", admin)) if item.get("end_time")]
        rows = json.loads(get(f"{contest}/scoreboard"))["rows"]
        if judged and any(row["score"]["num_solved"] for row in rows):
            print(f"it serves after {started - begun:.1f} s, a problem is solved after {time.monotonic() - begun:.1f} s")
            return
        time.sleep(0.2)
    sys.exit("no problem is solved")


def main(assay):
    with tempfile.TemporaryDirectory(prefix="assay-demo-test-") as folder:
        os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
        os.environ["TMPDIR"] = folder
        begun = time.monotonic()
        with subprocess.Popen([assay, "serve", "--demo", "--json", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True) as server:
            said = json.loads(server.stdout.readline())
            started = time.monotonic()
            admin = next(account for account in said["accounts"] if account["type"] == "admin")
            expect({"team", "judge"} <= {account["type"] for account in said["accounts"]}, f"accounts: {said['accounts']}")
            contest = f"{said['api']}contests/{json.loads(get(said['api'] + 'contests'))[0]['id']}"
            await_verdicts(started, contest, admin, begun)
            expect('id="team-team1"' in get(said["url"]), "the board does not show the teams")
            server.terminate()
            expect(server.wait(60) == 0, f"it ends with {server.returncode}")
        left = [path.name for path in pathlib.Path(folder).iterdir() if path.name != "cache"]
        expect(not left, f"it left {left}")


if __name__ == "__main__":
    main(sys.argv[1])
