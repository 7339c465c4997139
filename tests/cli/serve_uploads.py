#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The jury uploads a package while the contest runs: what is refused, what the page says, the verification, taking into use, discarding, kills
and restarts. The folder of the contest is never changed.

usage: serve_uploads.py ASSAY [postgresql]. With `postgresql` a worker in another process judges, and a second server shares the store.
"""
import io
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import serve_packages  # noqa: E402
from serve_rejudgings import plain  # noqa: E402

api_http, contests, serve = serve_packages.api_http, serve_packages.contests, serve_packages.serve
expect, RIGHT = serve_packages.expect, serve_packages.RIGHT
PAGE = "/jury/problems"
WRONG = "print(1)\n"


def files_of(place, **changes):
    """The files of the package of the folder, with changes: a name with `None` is left out."""
    files = {str(path.relative_to(place.package)): path.read_bytes() for path in sorted(place.package.rglob("*")) if path.is_file()}
    files.update({"submissions/accepted/right.py": RIGHT.encode(), "submissions/wrong_answer/one.py": WRONG.encode()})
    for name, text in changes.items():
        files[name] = text.encode() if text is not None else None
    return {name: data for name, data in files.items() if data is not None}


def pack(files, folder="sum/"):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            archive.writestr(folder + name, data)
    return out.getvalue()


def post(browser, data, problem="sum", token=None, name="new version.zip"):
    fields = {"csrf": token or browser.token(PAGE), "problem": problem}
    parts = [f'--xyzzy\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode() for key, value in fields.items()]
    if data is not None:
        parts.append(f'--xyzzy\r\nContent-Disposition: form-data; name="package"; filename="{name}"\r\n\r\n'.encode() + data + b"\r\n")
    return browser.request("POST", PAGE + "/upload", body=b"".join(parts) + b"--xyzzy--\r\n",
                           headers={"Content-Type": "multipart/form-data; boundary=xyzzy"})


def page(browser):
    status, text, _ = browser.get(PAGE)
    expect(status == 200, f"{PAGE}: {status}")
    return text


def event_of(browser):
    found = re.search(r'name="candidate" value="(\d+)"', page(browser))
    expect(found, f"there is no candidate: {plain(page(browser))}")
    return found[1]


def decide(browser, action, event=None, **fields):
    event = event or event_of(browser)
    return browser.post(f"{PAGE}/sum/candidate", PAGE, action=action, candidate=event, **fields)


def await_check(browser, chip):
    until = time.monotonic() + 180
    while not (found := re.search(r'<span class="chip">(verified|has errors)</span>', text := page(browser))):
        expect(time.monotonic() < until, f"the upload is not verified: {plain(text)}")
        time.sleep(0.2)
    expect(found[1] == chip, f"the upload is not '{chip}': {plain(text)}")
    return plain(text)


def snapshot(folder):
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def check_refused(place):
    good = pack(files_of(place))
    cases = [(None, "sum", "Choose the archive"), (b"", "sum", "Choose the archive"), (good, "", "Choose a problem"), (good, "../sum", "Choose a problem"),
             (b"hello", "sum", "not a zip archive"), (good[:-40], "sum", "refused"), (pack({"a/b": b""}), "sum", "problem.yaml"),
             (pack(files_of(place, **{"problem.yaml": "name: [\n"})), "sum", "problem.yaml"),
             (pack({name: data for name, data in files_of(place).items() if not name.startswith("data/")}), "sum", "refused"),
             (pack({"../../evil": b"", **files_of(place)}, folder=""), "sum", "refused")]
    for data, problem, text in cases:
        status, answer, _ = post(place.jury, data, problem)
        expect(status == 422 and text in plain(answer), f"an upload is not refused with '{text}': {status} {plain(answer)[:2000]}")
        expect("/tmp/" not in answer and "Traceback" not in answer, f"the answer has a temporary path: {plain(answer)[:2000]}")
    expect(post(place.jury, good, token="0" * 64)[0] == 403, "an upload without a token")
    team = serve.Browser(place.server)
    team.log_in("team1", place.passwords["team1"])
    token = team.token("/submit")
    expect(post(team, good, token=token)[0] == 403, "a team uploads")
    for path in (PAGE, f"{PAGE}/sum/report", f"{PAGE}/sum/archives/{'0' * 64}"):
        expect(team.get(path)[0] == 403, f"a team sees {path}")
    for path in (f"{PAGE}/sum/report", f"{PAGE}/sum/archives/{'0' * 64}", f"{PAGE}/none/report"):
        expect(place.jury.get(path)[0] == 404, f"{path} exists")
    expect("Uploaded for problem" not in page(place.jury), "a refused upload is on the page")


def check_page(place, data):
    """The page says what the package changes and what verify says; the version in use judges on."""
    expect(post(place.jury, data)[0] == 303, "an upload is refused")
    text = await_check(place.jury, "verified")
    for said in ("Uploaded for problem A", "new version.zip", "Uploaded by admin", "Tests added: 1 (secret/9)", "Tests changed: 1 (secret/2)",
                 "The statement changes", "The submissions of the package change", "0 errors", "2 of 2 submissions as expected", "The whole report"):
        expect(said in text, f"the page has no '{said}': {text}")
    status, report, _ = place.jury.get(f"{PAGE}/sum/report")
    expect(status == 200 and "accepted/right.py" in report, f"the report: {status}")
    archive = re.search(r'href="(/jury/problems/sum/archives/[0-9a-f]{64})"', page(place.jury))[1]
    connection = serve.http.client.HTTPConnection("127.0.0.1", place.server.port, timeout=60)
    connection.request("GET", archive, headers={"Cookie": place.jury.cookie})
    expect(connection.getresponse().read() == data, "the download is not what was uploaded")
    expect(place.verdict(place.submit(), 1) == "AC", "a submission is judged with the upload before it is in use")


def check_lost(place, data):
    """The store refuses the reports of verifications: after three attempts the page of the candidate shows the reason."""
    with sqlite3.connect(place.folder / "contest/contest.db", timeout=60) as store:
        store.execute("CREATE TRIGGER lost BEFORE INSERT ON event WHEN CAST(NEW.body AS TEXT) LIKE '%\"report\"%' BEGIN SELECT RAISE(ABORT, 'no reports'); END")
    expect(post(place.jury, data)[0] == 303, "an upload is refused")
    text = await_check(place.jury, "has errors")
    expect("could not be verified" in text and "no reports" in text, f"the page does not say why: {text}")
    expect(place.log().count("not verified yet") == 3, f"attempts: {place.log()}")
    with sqlite3.connect(place.folder / "contest/contest.db", timeout=60) as store:
        store.execute("DROP TRIGGER lost")
    expect(decide(place.jury, "discard", sure="1")[0] == 303, "not discarded")


def check_decisions(place, data):
    event = event_of(place.jury)
    for fields in ({"action": "take", "candidate": "x"}, {"action": "eat", "candidate": event}, {"action": "take"}):
        expect(place.jury.post(f"{PAGE}/sum/candidate", PAGE, **fields)[0] == 422, f"a wrong form: {fields}")
    expect(place.jury.post(f"{PAGE}/none/candidate", PAGE, action="take", candidate=event)[0] == 404, "an unknown problem")
    status, text, _ = decide(place.jury, "discard")
    expect(status == 422 and "I am sure" in text, f"discarded at one click: {status}")
    expect(decide(place.jury, "discard", sure="1")[0] == 303 and "Uploaded for problem" not in page(place.jury), "not discarded")
    status, text, _ = decide(place.jury, "take", event, sure="1")
    expect(status == 422 and "replaced, discarded or taken into use meanwhile" in text, f"a discarded package is used: {status} {plain(text)}")
    # A package whose accepted submission fails.
    expect(post(place.jury, pack(files_of(place, **{"data/secret/1.ans": "99\n"})))[0] == 303, "a wrong package is refused")
    text = await_check(place.jury, "has errors")
    expect("accepted/right.py" in text, f"the errors are not named: {text}")
    status, text, _ = decide(place.jury, "take")
    expect(status == 422 and "has errors" in text, f"a package with errors is used at one click: {status}")
    first = event_of(place.jury)
    expect(post(place.jury, data)[0] == 303, "a second upload is refused")
    status, text, _ = decide(place.jury, "take", first, sure="1")
    expect(status == 422 and "meanwhile" in text, f"a replaced package is used: {status}")


def check_taken(place, other):
    """The upload judges new submissions, also after a restart; old judgements keep their tests. `other`: a browser at another server."""
    old = place.submit()
    expect(place.verdict(old, 1) == "AC", "the old version judges")
    place.server.kill()
    place.server.start()
    place.log_in()
    await_check(place.jury, "verified")
    digest = re.search(r'<section class="card">.*?<code title="([0-9a-f]{64})">', page(place.jury), re.S)[1]
    expect(decide(other or place.jury, "take")[0] == 303, "the upload is not taken into use")
    until = time.monotonic() + 60
    while serve_packages.used(page(place.jury)) != digest:
        expect(time.monotonic() < until, f"the upload is not in use: {plain(page(place.jury))}")
        time.sleep(0.2)
    serve.await_text(place.jury, PAGE, "Uploaded as new version.zip")
    expect("put this package there" in plain(page(place.jury)), "the page does not say that the folder is not changed")
    expect("package have changed" not in plain(place.jury.get("/jury")[1]), "/jury says that the folder has a newer version")
    new = place.submit()
    expect(place.verdict(new, 1) == "AC" and place.verdict(place.submit(WRONG), 1) == "WA", "the verdicts with the upload")
    expect("secret/9" in place.jury.get(f"/jury/submissions/{new}")[1], "the new test is not run")
    expect("secret/9" not in place.jury.get(f"/jury/submissions/{old}")[1], "an old judgement has the new test")
    place.rejudge(old)
    expect(place.verdict(old, 2) == "AC" and "secret/9" in place.jury.get(f"/jury/submissions/{old}")[1], "the old submission is not judged again")
    expect("secret/9" not in place.jury.get(f"/jury/submissions/{old}?judgement=1")[1], "the tests of the old judgement are lost")
    audit = plain(place.jury.get("/jury/audit")[1])
    for said in ("Upload of package", "Discard package", "Package of problem A"):
        expect(said in audit, f"the audit log has no '{said}': {audit}")
    expect("The sum, by upload" in place.jury.get("/problems/sum")[1], "the statement of the upload is not shown")
    api_http.check_feed(place.admin)


def check_restart(place, data):
    place.server.stop()
    place.server.start()
    place.log_in()
    expect("which the jury uploaded" in place.log() and "stays in use" in place.log(), f"the log does not say which version is used: {place.log()}")
    expect("secret/9" in place.jury.get(f"/jury/submissions/{judged(place)}")[1], "the old folder is used after a restart")
    expect("The sum, by upload" in place.jury.get("/problems/sum")[1], "the statement of the folder is back")
    check_export(place, data)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        archive.extractall(place.package.parent)
    before = place.log().count("stays in use")
    place.server.stop()
    place.server.start()
    place.log_in()
    expect(place.log().count("stays in use") == before, "the folder has the upload, and the server does not know")
    expect("secret/9" in place.jury.get(f"/jury/submissions/{judged(place)}")[1], "the folder is not used")
    expect(place.take()[0] == 303 and "Uploaded as" not in page(place.jury), "the folder's version is not taken into use")


def check_export(place, data):
    """The export has the package that the contest used, not the folder's."""
    command = place.server.command
    store = command[command.index("--store"):][:2] if "--store" in command else []
    with tempfile.TemporaryDirectory(prefix="assay-export-") as folder:
        done = subprocess.run([command[0], "contest", "export", command[2], "-o", pathlib.Path(folder) / "out", *store], capture_output=True,
                              text=True)
        expect(done.returncode == 0, f"the export: {done.stdout}{done.stderr}")
        packages = [path.read_bytes() for path in pathlib.Path(folder).glob("out/problems/*/package.zip")]
        expect(data in packages, "the export has another package than the one in use")


def judged(place):
    made = place.submit()
    expect(place.verdict(made, 1) == "AC", "a submission after a restart")
    return made


def check(place, other):
    before = snapshot(place.folder / "sum")
    # Two tests judge in another way, and one is new.
    changed = pack(files_of(place, **{"data/secret/2.in": "40 2\n", "data/secret/2.ans": "42\n", "data/secret/9.in": "1 2\n", "data/secret/9.ans": "3\n",
                                      "statement/problem.en.md": "The sum, by upload.\n"}))
    expect(place.verdict(place.submit(), 1) == "AC", "the first submission")
    check_refused(place)
    check_page(place, changed)
    check_decisions(place, changed)
    check_taken(place, other)
    if not place.worker:
        check_lost(place, changed)
    expect(snapshot(place.folder / "sum") == before, "the folder of the package was changed")
    check_restart(place, changed)


def run(assay, folder, database):
    place = serve_packages.Place(assay, folder, database)
    second = None
    try:
        if database.url:
            (folder / "second").mkdir()
            (folder / "second/contest").symlink_to(folder / "contest")
            second = contests.Server(assay, folder / "second", database.url, "-j0")
            other = serve.Browser(second)
            expect(other.log_in("admin", place.passwords["admin"])[0] == 303, "the admin cannot log in at the second server")
        check(place, other if second else None)
        place.server.stop()
    finally:
        place.server.kill()
        for process in (second and second.process, place.worker and place.worker.process):
            if process:
                process.terminate()
                process.wait()
        sys.stderr.write(place.log())


def main(assay, kind=None):
    with tempfile.TemporaryDirectory(prefix="assay-uploads-") as folder:
        folder = pathlib.Path(folder)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        database = contests.Database(folder, kind == "postgresql")
        try:
            run(assay, folder, database)
        finally:
            database.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
