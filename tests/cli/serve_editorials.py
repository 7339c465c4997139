#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Editorials and model solutions of a package: only the jury sees them until it opens them after the contest; closed again; after a restart.

usage: serve_editorials.py ASSAY
"""
import base64
import os
import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import serve_packages  # noqa: E402
from serve_rejudgings import plain  # noqa: E402

api_http, contests, serve = serve_packages.api_http, serve_packages.contests, serve_packages.serve
expect, RIGHT = serve_packages.expect, serve_packages.RIGHT
EDITORIAL = "/problems/sum/editorial"
LIST = "/jury/problems"
PIXEL = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
TEXT = "# The trick\n\nAdd $a + b$. <script>alert(1)</script> ![sketch](sketch.png) ![outside](../data/secret/1.ans)\n"


def write_editorial(package):
    for name, text in {"editorial/editorial.en.md": TEXT, "editorial/notes.txt": "not for download\n", "submissions/accepted/model.py": RIGHT,
                       "submissions/accepted/other.py": RIGHT + "# not chosen\n", "submissions/wrong_answer/bad.py": "print(1)\n",
                       "submissions/submissions.yaml": "accepted/model.py:\n  model_solution: true\nwrong_answer/bad.py:\n  model_solution: true\n"}.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)
    (package / "editorial/sketch.png").write_bytes(PIXEL)


def raw(browser, path):
    connection = serve.http.client.HTTPConnection("127.0.0.1", browser.server.port, timeout=60)
    connection.request("GET", path, headers={"Cookie": browser.cookie} if browser.cookie else {})
    answer = connection.getresponse()
    return answer.status, answer.read(), answer.getheader("Content-Type")


def check_shown(browser, who):
    status, page, _ = browser.get(EDITORIAL)
    expect(status == 200 and "The trick" in page and "Solution <bdi>model.py</bdi>" in page, f"{who} does not see the editorial: {status} {plain(page)}")
    expect("print(sum(" in page, f"{who} does not see the solution: {plain(page)}")
    for text in ("not chosen", "bad.py", "<script>alert", "data/secret/1.ans\""):
        expect(text not in page, f"the editorial has '{text}'")
    status, data, kind = raw(browser, f"{EDITORIAL}/files/sketch.png")
    expect((status, data, kind) == (200, PIXEL, "image/png"), f"{who}: the picture: {status} {kind}")
    for name in ("notes.txt", "1.ans", "..%2f..%2fproblem.yaml", "editorial.en.md"):
        expect(raw(browser, f"{EDITORIAL}/files/{name}")[0] in (400, 404), f"{who}: the file {name} is sent")
    expect(EDITORIAL in browser.get("/problems/sum")[1], f"{who}: no link on the problem's page")


def check_hidden(browser, who):
    for path in (EDITORIAL, f"{EDITORIAL}/files/sketch.png"):
        expect(raw(browser, path)[0] == 404, f"{who} sees {path}")
    expect(EDITORIAL not in browser.get("/problems/sum")[1], f"{who}: a link on the problem's page")


def check_api(place):
    """Nothing of it is in the Contest API."""
    for account in (place.team, place.admin):
        expect("editorial" not in str(account.get("/problems")), "the Contest API tells of editorials")


def set_state(place, action, **fields):
    return place.jury.post("/jury/editorials", LIST, action=action, **fields)


def check(place):
    others = {"the public": serve.Browser(place.server), "a team": serve.Browser(place.server)}
    others["a team"].log_in("team1", place.passwords["team1"])
    for who, browser in others.items():
        check_hidden(browser, who)
    check_shown(place.jury, "the jury")
    expect("Only the jury sees this page" in plain(place.jury.get(EDITORIAL)[1]), "the jury is not told that the page is closed")
    status, text, _ = place.jury.post("/jury/editorials", LIST, action="open", sure="1")
    expect(status == 422 and "once the contest is over" in plain(text), f"opened during the contest: {status} {plain(text)}")
    expect(others["a team"].post("/jury/editorials", "/submit", action="open", sure="1")[0] == 403, "a team opens the editorials")
    expect(place.jury.post("/jury/clock", "/jury/clock", action="end", sure="1")[0] == 303, "the contest does not end")
    until = time.monotonic() + 60
    while not place.admin.get("/state").get("ended"):  # the server notices the end soon after
        expect(time.monotonic() < until, "the contest does not end")
        time.sleep(0.1)
    for who, browser in others.items():
        check_hidden(browser, who)
    expect(set_state(place, "open")[0] == 422 and set_state(place, "eat", sure="1")[0] == 422, "opened at one click")
    expect(set_state(place, "open", sure="1")[0] == 303, "the editorials are not opened")
    status, text, _ = set_state(place, "open", sure="1")
    expect(status == 422 and "already open" in plain(text), f"opened twice: {status} {plain(text)}")
    for who, browser in others.items():
        check_shown(browser, who)
    check_api(place)
    place.server.stop()
    place.server.start()
    place.log_in()
    check_shown(serve.Browser(place.server), "the public, after a restart")
    expect(set_state(place, "close", sure="1")[0] == 303, "the editorials are not closed")
    check_hidden(serve.Browser(place.server), "the public, after closing")
    audit = plain(place.jury.get("/jury/audit")[1])
    expect("Editorials opened" in audit and "Editorials closed" in audit, f"the audit log: {audit}")


def main(assay):
    with tempfile.TemporaryDirectory(prefix="assay-editorials-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        write_editorial(folder / "sum")
        place = serve_packages.Place(assay, folder, contests.Database(folder, False))
        try:
            check(place)
            place.server.stop()
        finally:
            place.server.kill()
            sys.stderr.write(place.log())


if __name__ == "__main__":
    main(*sys.argv[1:])
